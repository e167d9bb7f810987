"""Chunks of games in their order, played by this process or by several.

A chunk takes about a quarter of a second, so that progress is seen, little is lost when the work is
interrupted, and handing results over costs nothing that can be measured.
"""

import multiprocessing
import sys
import threading
import time
import warnings
from collections import deque
from collections.abc import Callable, Generator, Sized
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.context import BaseContext
from typing import Any, NamedTuple, Protocol, TypeVar, runtime_checkable

from openabyss.errors import OpenAbyssError
from openabyss.players.compilation.background import depend_on_parent
from openabyss.words import _

MAX_CHUNK = 2_000
SECONDS_PER_CHUNK = 0.25
# More processes than any machine has use for; each is begun at once, whatever there is to play.
MAX_PROCESSES = 256
CHUNKS_WAITING = 3  # for each process, so that none runs out of work while results are written

# What `Games.play` gives: something of every game, in their order.
Rows_co = TypeVar("Rows_co", bound=Sized, covariant=True)
# Asked before every chunk; once true, no further chunk is begun.
Stop = Callable[[], bool]


class Games(Protocol[Rows_co]):
    """Games by number: what is played depends on the number and on nothing else."""

    @property
    def first_chunk(self) -> int:
        """The size of the first chunk, before it is known how long a game takes."""

    def prepare(self) -> None:
        """Compile and load what the games need, before processes are forked."""

    def play(self, first: int, count: int) -> Rows_co:
        """A row for each of the games from `first`."""


@runtime_checkable
class Elsewhere(Protocol):
    """Other machines that play games."""

    def play(
        self, games: Games[Rows_co], first: int, last: int, stop: Stop
    ) -> Generator[Rows_co, None, None]:
        """As `play_in_order`."""


# In how many processes games are played, or where else.
Jobs = int | Elsewhere


class WorkerLost(OpenAbyssError):  # noqa: N818  named like the errors of the game
    """Processes that play games die repeatedly."""


def play_in_order(
    games: Games[Rows_co], first: int, last: int, jobs: Jobs, stop: Stop = lambda: False
) -> Generator[Rows_co, None, None]:
    """The rows of the games from `first` up to `last` (exclusive), chunk by chunk.

    After `stop`, the chunks that have been begun are still finished and handed over.
    """
    if not isinstance(jobs, int):
        return jobs.play(games, first, last, stop)
    games.prepare()
    if jobs == 1:
        # A chunk is played when its result is wanted: those that wait have not begun.
        alone = Pool(1, lambda *chunk: chunk, lambda chunk: play_chunk(games, *chunk), lambda _chunk: True)
        return play_chunks(alone, games, first, last, stop)
    return _play_together(games, first, last, max(1, min(jobs, last - first, MAX_PROCESSES)), stop)


def play_chunk(games: Games[Rows_co], first: int, count: int) -> tuple[Rows_co, float]:
    """The rows of some games and the seconds that they took."""
    began = time.perf_counter()
    rows = games.play(first, count)
    return rows, time.perf_counter() - began


def next_size(count: int, seconds: float) -> int:
    """How many games the next chunk should have, after one of `count` games."""
    wanted = int(count * SECONDS_PER_CHUNK / max(seconds, 1e-6))
    return max(1, min(wanted, 4 * count, MAX_CHUNK))


def _play_together(
    games: Games[Rows_co], first: int, last: int, jobs: int, stop: Stop
) -> Generator[Rows_co, None, None]:
    """A process may die, for lack of memory for instance: its chunk is then played once more."""
    lost_at = -1
    while first < last and not stop():
        try:
            for rows in _play_with_processes(games, first, last, jobs, stop):
                yield rows
                first += len(rows)
        except BrokenProcessPool as error:
            if lost_at == first:
                raise WorkerLost(_("processes that play games have died; is there enough memory?")) from error
            lost_at = first


def _play_with_processes(
    games: Games[Rows_co], first: int, last: int, jobs: int, stop: Stop
) -> Generator[Rows_co, None, None]:
    others = {*multiprocessing.active_children()}
    executor = ProcessPoolExecutor(jobs, mp_context=_context(), initializer=depend_on_parent)

    def begin(first: int, count: int) -> Future[tuple[Rows_co, float]]:
        with warnings.catch_warnings():
            # Where PyArrow is loaded its allocator may have a thread, which is made for forks.
            warnings.filterwarnings("ignore", ".*multi-threaded, use of fork", DeprecationWarning)
            return executor.submit(play_chunk, games, first, count)

    try:
        yield from play_chunks(Pool(jobs, begin, Future.result, Future.cancel), games, first, last, stop)
    except BaseException:
        # Nobody wants the rest, and a game of slow players may take minutes.
        for process in {*multiprocessing.active_children()} - others:
            process.terminate()
        raise
    finally:
        executor.shutdown(wait=True, cancel_futures=True)


class Pool(NamedTuple):
    """Where several chunks are played at once.

    `begin` hands over a chunk, from a number how many games, for which it returns a task; `result` waits for
    its rows and seconds; `cancel` drops it, if that is still possible.
    """

    processes: int
    begin: Callable[[int, int], Any]
    result: Callable[[Any], Any]
    cancel: Callable[[Any], bool]


def play_chunks(
    pool: Pool, games: Games[Rows_co], first: int, last: int, stop: Stop
) -> Generator[Rows_co, None, None]:
    """As `play_in_order`, by a pool; what is left of it when the generator is closed is cancelled."""
    waiting: deque[Any] = deque()
    size = games.first_chunk
    try:
        while first < last or waiting:
            if stop():
                last = first
                while waiting and pool.cancel(waiting[-1]):
                    waiting.pop()
            while first < last and len(waiting) < pool.processes * CHUNKS_WAITING:
                # The last chunks are small, so that the processes finish together.
                count = min(size, max(1, (last - first) // pool.processes))
                waiting.append(pool.begin(first, count))
                first += count
            if waiting:
                rows, seconds = pool.result(waiting.popleft())
                size = next_size(len(rows), seconds)
                yield rows
    finally:
        for task in waiting:
            pool.cancel(task)


def _context() -> BaseContext:
    """Forked processes have the compiled rules at once; with threads about, forking is not safe."""
    if sys.platform == "linux" and threading.active_count() == 1:
        return multiprocessing.get_context("fork")
    return multiprocessing.get_context("spawn")
