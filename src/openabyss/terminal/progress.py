"""One line that says how far a long preparation is."""

import sys
from typing import TextIO

from openabyss.compilation.precompile import compile_rules
from openabyss.compilation.readiness import is_ready
from openabyss.words import _

WIDTH = 30


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
        """Leave the line; what follows stands on the next one."""
        if self._target.isatty():
            self._target.write("\n")


def warm_up() -> bool:
    """Compile the rules if they are not, with a line that tells of it; whether there was anything to do."""
    if is_ready():
        return False
    line = ProgressLine(_("Preparing the rules (only this once)"), sys.stderr)
    line.show(0, 1)
    compile_rules(line.show)
    line.close()
    return True
