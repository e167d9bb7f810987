"""`openabyss compile`: prepare the rules now, so that no later command has to wait."""

import argparse
import sys
import time
from typing import TextIO

from openabyss.words import _

WIDTH = 30


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """There is nothing to choose."""


def run(_arguments: argparse.Namespace) -> int:
    """Compile what is missing, and remove what other versions have left behind."""
    from openabyss.engine.cache import remove_stale_folders  # noqa: PLC0415  heavy
    from openabyss.engine.mode import INTERPRETED  # noqa: PLC0415  heavy
    from openabyss.players.compilation.precompile import compile_rules  # noqa: PLC0415  heavy
    from openabyss.players.compilation.readiness import is_ready  # noqa: PLC0415  heavy

    if not is_ready():
        begun, line = time.perf_counter(), ProgressLine(_("Preparing the rules (only this once)"), sys.stderr)
        line.show(0, 1)
        compile_rules(line.show)
        line.close()
        print(_("The rules are ready after {seconds:.0f} s.").format(seconds=time.perf_counter() - begun))
    elif INTERPRETED:
        print(_("The rules run interpreted here; there is nothing to compile."))
    else:
        print(_("The rules are ready."))
    remove_stale_folders()
    return 0


class ProgressLine:
    """Rewrites one line of a terminal; elsewhere says every tenth part on a line of its own."""

    def __init__(self, text: str, target: TextIO) -> None:
        self._text, self._target = text, target
        self._tenths = -1

    def show(self, done: int, total: int) -> None:
        """How much of the whole is done."""
        if self._target.isatty():
            filled = WIDTH * done // max(1, total)
            bar = "█" * filled + "·" * (WIDTH - filled)
            self._target.write(f"\r{self._text} {bar} {done}/{total} ")
            self._target.flush()
        elif 10 * done // max(1, total) > self._tenths:
            self._tenths = 10 * done // max(1, total)
            self._target.write(f"{self._text} {10 * self._tenths} %\n")

    def close(self) -> None:
        """Leave the line; what follows is on the next one."""
        if self._target.isatty():
            self._target.write("\n")
