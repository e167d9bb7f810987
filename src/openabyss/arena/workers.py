"""Chunks of games in their order, played by this process or by several.

A chunk takes about a quarter of a second, so that progress is seen, little is lost when the work is
interrupted, and handing results over costs nothing that can be measured.
"""

import multiprocessing
import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Generator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.context import BaseContext

from openabyss.arena.series import OutcomeRows, Series, compile_games
from openabyss.errors import OpenAbyssError
from openabyss.words import _

FIRST_CHUNK = 8
LARGEST_CHUNK = 2_000
SECONDS_PER_CHUNK = 0.25
CHUNKS_WAITING = 3  # for each process, so that nobody runs out of work while results are written


class WorkerLost(OpenAbyssError):  # noqa: N818  named like the errors of the game
    """A process that played games has died."""


def play_in_order(series: Series, first: int, last: int, jobs: int) -> Generator[OutcomeRows, None, None]:
    """The outcomes of the games from `first` up to `last` (exclusive), chunk by chunk."""
    compile_games()  # before processes are forked, which then have it as well
    if jobs == 1:
        return _play_alone(series, first, last)
    return _play_together(series, first, last, jobs)


def play_chunk(series: Series, first: int, count: int) -> tuple[OutcomeRows, float]:
    """The outcomes of some games and the seconds that they took."""
    began = time.perf_counter()
    outcomes = series.play(first, count)
    return outcomes, time.perf_counter() - began


def next_size(count: int, seconds: float) -> int:
    """How many games the next chunk should have, after one of `count` games."""
    wanted = int(count * SECONDS_PER_CHUNK / max(seconds, 1e-6))
    return max(1, min(wanted, 4 * count, LARGEST_CHUNK))


def _play_alone(series: Series, first: int, last: int) -> Generator[OutcomeRows, None, None]:
    size = FIRST_CHUNK
    while first < last:
        count = min(size, last - first)
        outcomes, seconds = play_chunk(series, first, count)
        yield outcomes
        first += count
        size = next_size(count, seconds)


def _play_together(series: Series, first: int, last: int, jobs: int) -> Generator[OutcomeRows, None, None]:
    executor = ProcessPoolExecutor(jobs, mp_context=_context(), initializer=_leave_interrupts_to_the_parent)
    waiting: deque[Future[tuple[OutcomeRows, float]]] = deque()
    size = FIRST_CHUNK
    try:
        while first < last or waiting:
            while first < last and len(waiting) < jobs * CHUNKS_WAITING:
                # The last chunks are small, so that the processes finish together.
                count = min(size, max(1, (last - first) // jobs))
                waiting.append(executor.submit(play_chunk, series, first, count))
                first += count
            outcomes, seconds = waiting.popleft().result()
            size = next_size(len(outcomes), seconds)
            yield outcomes
    except BrokenProcessPool as error:
        raise WorkerLost(_("a process that played games has died; is there enough memory?")) from error
    finally:
        executor.shutdown(wait=True, cancel_futures=True)


def _context() -> BaseContext:
    """Forked processes have the compiled rules at once; with threads about, forking is not safe."""
    if sys.platform == "linux" and threading.active_count() == 1:
        return multiprocessing.get_context("fork")
    return multiprocessing.get_context("spawn")


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
