"""What the tests of the arena share: small series, commands, and how many games they may play."""

import json
import os
import shlex
import signal
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from openabyss.arena.series.series import Series
from openabyss.cli import main
from openabyss.engine.mode import INTERPRETED

ROTATED = Series(("random", "medium", "medium:pearl=200,plot=90"), seed=11, rotate=True)


@dataclass(frozen=True)
class Fatal:
    """Games of others; the process that plays the one of this number is killed, the first time or always."""

    games: Any
    number: int
    mark: Path
    always: bool = False
    first_chunk: int = 1

    def prepare(self) -> None:
        self.games.prepare()

    def play(self, first: int, count: int) -> Any:
        if first <= self.number < first + count and (self.always or not self.mark.exists()):
            self.mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return self.games.play(first, count)


class Ran(NamedTuple):
    """What a command has printed, and its exit status."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)

    @property
    def values(self) -> dict[str, str]:
        """The line of `--quiet`, which is all that was printed."""
        assert (self.err, self.out.count("\n")) == ("", 1)
        return dict(word.split("=", 1) for word in self.out.split())


Run = Callable[..., Ran]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command in this process: its words as one text, then paths and what has spaces."""

    def run(words: str, *more: Path | str) -> Ran:
        try:
            status = main([*shlex.split(words), *map(str, more)])
        except SystemExit as left:
            status = int(left.code or 0)
        return Ran(status, *capsys.readouterr())

    return run


@pytest.fixture
def games() -> int:
    """How many games a test may play."""
    return 4 if INTERPRETED else 60


@pytest.fixture
def series() -> Series:
    """Three different players at a table."""
    return ROTATED
