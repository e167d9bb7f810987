"""How far a series has got: a bar on a terminal, otherwise a line now and then; always on stderr."""

import sys
import time
from types import TracebackType
from typing import Self

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from openabyss.words import _
from openabyss.words.numbers import Number

SECONDS_BETWEEN_LINES = 5.0
SECONDS_BETWEEN_FRAMES = 0.1


class Silence:
    """Shows nothing."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        pass

    def show(self, done: int) -> None:
        pass


class Lines(Silence):
    """A line every few seconds."""

    def __init__(self, games: int) -> None:
        self.games = games
        self._next = time.monotonic() + SECONDS_BETWEEN_LINES

    def show(self, done: int) -> None:
        if time.monotonic() < self._next:
            return
        self._next = time.monotonic() + SECONDS_BETWEEN_LINES
        print(
            _("{done:,} of {games:,} games").format(done=Number(done), games=Number(self.games)),
            file=sys.stderr,
            flush=True,
        )


class Bar(Silence):
    """A bar that is redrawn as games come in.

    It has no thread of its own, since processes are forked while it is shown.
    """

    def __init__(self, games: int, console: Console) -> None:
        self._bar = Progress(
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[speed]}"),
            TimeRemainingColumn(),
            console=console,
            auto_refresh=False,
            transient=True,
        )
        self._task = self._bar.add_task("", total=games, speed="")
        self._began = time.monotonic()
        self._next = 0.0
        self._first: int | None = None

    def __enter__(self) -> Self:
        self._bar.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._bar.stop()

    def show(self, done: int) -> None:
        now = time.monotonic()
        if self._first is None:
            self._first, self._began = done, now
        if now < self._next:
            return
        self._next = now + SECONDS_BETWEEN_FRAMES
        rate = (done - self._first) / max(now - self._began, 1e-6)
        speed = _("{rate:,.0f} games/s").format(rate=Number(rate)) if rate > 0 else ""
        self._bar.update(self._task, completed=done, speed=speed)
        self._bar.refresh()


def progress(games: int, *, silent: bool) -> Silence:
    """What suits the terminal, or its absence."""
    if silent:
        return Silence()
    console = Console(stderr=True)
    if sys.stdout.isatty() and console.is_terminal:
        return Bar(games, console)
    return Lines(games)
