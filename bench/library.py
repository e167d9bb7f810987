"""How fast the calls of the library are, against another version of OpenAbyss.

    python bench/library.py 9975638

Both are measured in turns, each time in a fresh process, and the medians are set against each other:
on a machine that does something else as well only ratios mean anything. The other version is a
commit, which is checked out beside the build, or a folder that holds a checkout.
"""

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path
from statistics import median

ROOT = Path(__file__).parent.parent
CHECKOUTS = ROOT / "build" / "versions"
MEASURING = ROOT / "src" / "openabyss" / "arena" / "bench" / "library_speed.py"
# The file is loaded by its path, so that the same measuring is done with either version.
MEASURE = """
import json, sys
from importlib.util import module_from_spec, spec_from_file_location
spec = spec_from_file_location("library_speed", sys.argv[1])
module = module_from_spec(spec)
spec.loader.exec_module(module)
print(json.dumps(module.measure_calls(float(sys.argv[2]))))
"""

Calls = dict[str, float]


def checkout_of(version: str) -> Path:
    """The folder of another version, checked out on the first run."""
    if Path(version).is_dir():
        return Path(version).resolve()
    folder = CHECKOUTS / version
    if not folder.exists():
        subprocess.run(
            ["git", "-C", ROOT, "worktree", "add", "--detach", folder, version], check=True, stdout=sys.stderr
        )
    return folder


def measured(checkout: Path, seconds: float) -> Calls:
    """Microseconds of each call, from a fresh process."""
    command = [sys.executable, "-c", MEASURE, str(MEASURING), str(seconds)]
    environment = {**os.environ, "PYTHONPATH": str(checkout / "src")}
    answer = subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True, check=True)
    figures: Calls = json.loads(answer.stdout)
    return figures


def print_ratios(before: list[Calls], after: list[Calls]) -> None:
    """A row for each call: the medians in microseconds, how many times as fast, and the spread of that."""
    print(f"{'call':<16}{'before':>10}{'after':>10}{'ratio':>8}   from … to")
    for name in after[0]:
        ratios = [old[name] / new[name] for old, new in zip(before, after, strict=True)]
        old, new = median(run[name] for run in before), median(run[name] for run in after)
        print(f"{name:<16}{old:>10.1f}{new:>10.1f}{old / new:>8.1f}   {min(ratios):.1f} … {max(ratios):.1f}")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("version", help="a commit, or the folder of a checkout")
    parser.add_argument("--runs", type=int, default=5, help="how often each version is measured (5)")
    parser.add_argument("--seconds", type=float, default=2.0, help="how long one run takes (2)")
    arguments = parser.parse_args()
    other = checkout_of(arguments.version)
    before: list[Calls] = []
    after: list[Calls] = []
    for run in range(arguments.runs):
        print(f"run {run + 1} of {arguments.runs}", file=sys.stderr)
        before.append(measured(other, arguments.seconds))
        after.append(measured(ROOT, arguments.seconds))
    print_ratios(before, after)


if __name__ == "__main__":
    main()
