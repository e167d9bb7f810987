"""The progress of a series on stderr: a bar on a terminal, otherwise a line every few seconds."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from openabyss.words import _
from openabyss.words.numbers import Number

SECONDS_BETWEEN_LINES = 5.0
SECONDS_BETWEEN_FRAMES = 0.1

# Called with the number of finished games.
Show = Callable[[int], None]


@contextmanager
def progress(games: int, *, silent: bool) -> Iterator[Show]:
    """A bar on a terminal, lines elsewhere."""
    console = Console(stderr=True)
    if silent:
        yield lambda done: None
    elif sys.stdout.isatty() and console.is_terminal:
        with _bar(console) as bar:
            yield _frames(bar, games)
    else:
        yield _lines(games)


def _lines(games: int) -> Show:
    """A line every few seconds."""
    began = time.monotonic()

    def show(done: int) -> None:
        nonlocal began
        if time.monotonic() - began >= SECONDS_BETWEEN_LINES:
            began = time.monotonic()
            line = _("{done:,} of {games:,} games").format(done=Number(done), games=Number(games))
            print(line, file=sys.stderr, flush=True)

    return show


def _bar(console: Console) -> Progress:
    """It has no thread of its own, since processes are forked while it is shown."""
    return Progress(
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[speed]}"),
        TimeRemainingColumn(),
        console=console,
        auto_refresh=False,
        transient=True,
    )


def _frames(bar: Progress, games: int) -> Show:
    """The bar is redrawn as games come in; the first ones may have been played earlier."""
    task = bar.add_task("", total=games, speed="")
    began = drawn = 0.0
    first = -1

    def show(done: int) -> None:
        nonlocal began, drawn, first
        now = time.monotonic()
        if first < 0:
            first, began = done, now
        if now - drawn < SECONDS_BETWEEN_FRAMES:
            return
        drawn = now
        rate = (done - first) / max(now - began, 1e-6)
        speed = _("{rate:,.0f} games/s").format(rate=Number(rate)) if rate > 0 else ""
        bar.update(task, completed=done, speed=speed)
        bar.refresh()

    return show
