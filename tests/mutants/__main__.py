"""`python -m tests.mutants`: how many small changes of the rules do the tests in tests/rules notice?"""

import argparse
import hashlib
import os
import sys
from collections.abc import Sequence

from openabyss.engine.mode import INTERPRETED
from tests.mutants.changes import Change, changes_in, files_of_rules
from tests.mutants.equivalents import content_of, equivalents
from tests.mutants.trials import Outcome, Trials, conduct

SAMPLE = 500
WANTED = 0.97
AT_ONCE = 2


def in_fixed_order(changes: Sequence[Change]) -> list[Change]:
    """An order by chance in which the changes of a line keep their places while others come and go."""
    return sorted(changes, key=lambda change: hashlib.sha256(repr(content_of(change)).encode()).digest())


def outcomes(trials: Trials, changes: Sequence[Change], sample: int) -> dict[Change, Outcome]:
    """What becomes of the first changes, as many as the sample, with which the rules can be imported."""
    found: dict[Change, Outcome] = {}
    running: dict[int, Change] = {}
    waiting = iter(changes)
    while True:
        programs = sum(outcome != Outcome.NO_PROGRAM for outcome in found.values())
        while programs + len(running) < sample and len(running) < AT_ONCE and (change := next(waiting, None)):
            running[trials.start(change)] = change
        if not running:
            return found
        process, status = os.wait()
        change = running.pop(process)
        found[change] = Outcome.of_status(status)
        if found[change] == Outcome.SURVIVED:
            print(f"survived: {change}", flush=True)
        print(f"\r{len(found)} changes tried", end="", file=sys.stderr)


def main() -> None:
    """Try a sample of all changes, or all changes of the files named."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument(
        "files", nargs="*", metavar="FILE", help="try all changes of these, e.g. cards/mages.py"
    )
    parser.add_argument("--sample", type=int, default=SAMPLE, help="how many changes of all files to try")
    chosen = parser.parse_args()
    if not INTERPRETED:
        parser.error("compiled rules cannot be changed while they run: set OPENABYSS_INTERPRETED=1")
    files = chosen.files or files_of_rules()
    harmless = equivalents()
    every = [change for file in files for change in changes_in(file) if content_of(change) not in harmless]
    sample = len(every) if chosen.files else chosen.sample
    found: dict[Change, Outcome] = {}
    conduct(lambda trials: found.update(outcomes(trials, in_fixed_order(every), sample)))
    tried = [outcome for outcome in found.values() if outcome != Outcome.NO_PROGRAM]
    noticed = tried.count(Outcome.NOTICED)
    share = noticed / max(1, len(tried))
    print(f"\n{noticed} of {len(tried)} changes noticed ({share:.1%}); {WANTED:.0%} are wanted")
    sys.exit(share < WANTED)


if __name__ == "__main__":
    main()
