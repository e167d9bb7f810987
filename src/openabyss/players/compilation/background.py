"""Compiling in a process of its own, at low priority, while people already play, and how far it is."""

import contextlib
import ctypes
import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection

from openabyss.words import _, capitalised
from openabyss.words.levels import level_name
from openabyss.words.listing import all_of

LOWEST_PRIORITY = 19
# Windows' own numbers: of this process, and of the priority for what runs when nobody else wants to.
CURRENT_PROCESS, IDLE_PRIORITY_CLASS = -1, 0x40
# Nothing is guessed before this share is done: the first functions say little about the others.
GUESSED_FROM = 0.05
# Guesses are no better than that, and texts that change all the time are a nuisance.
SHOWN_IN_SECONDS = 120
ROUNDED_TO_SECONDS = 10

# What the process does: it sends how many functions of how many are done, and ends with 0 when all are.
Job = Callable[[Connection], None]


@dataclass(frozen=True, slots=True)
class Preparation:
    """How many functions of how many are compiled after how many seconds; or compiling has failed."""

    done: int = 0
    total: int = 1
    seconds: float = 0.0
    has_failed: bool = False

    @property
    def share(self) -> float:
        """Which part is done, from 0 to 1."""
        return min(1.0, self.done / max(1, self.total))

    @property
    def seconds_left(self) -> int | None:
        """In about how many seconds everything is compiled, in tens; None if nobody knows."""
        if self.has_failed or self.share < GUESSED_FROM:
            return None
        left = self.seconds / self.share - self.seconds
        return max(1, round(left / ROUNDED_TO_SECONDS)) * ROUNDED_TO_SECONDS

    @property
    def text(self) -> str:
        """Who has to wait for it, and who plays meanwhile, in one sentence. Imports the rules."""
        from openabyss.players.kinds import searching_levels  # noqa: PLC0415  supervisors do without the rules

        levels = all_of([level_name(level) for level in searching_levels()])
        seconds = self.seconds_left or 0
        return capitalised(self._sentence.format(levels=levels, seconds=seconds, minutes=round(seconds / 60)))

    @property
    def _sentence(self) -> str:
        if self.has_failed:
            return _("{levels} could not be prepared; medium plays in their place.")
        if self.seconds_left is None:
            return _("{levels} are being prepared; until then medium plays in their place.")
        if self.seconds_left > SHOWN_IN_SECONDS:
            return _("{levels} are ready in about {minutes} min; until then medium plays in their place.")
        return _("{levels} are ready in about {seconds} s; until then medium plays in their place.")


class Compiling:
    """The process, from its start to its end. `news` can be waited for: `read` has something then."""

    def __init__(self, job: Job | None = None) -> None:
        """Start it; `job` is done instead of compiling."""
        spawn = multiprocessing.get_context("spawn")
        self.news, child_end = spawn.Pipe(duplex=False)
        self._process = spawn.Process(
            target=_work, args=(job or compile_in_background, child_end), daemon=True
        )
        self._began = time.monotonic()
        with unheard_interrupts():
            self._process.start()
        child_end.close()

    def read(self) -> Preparation | None:
        """The next report; None when the process has ended. Waits for either."""
        try:
            done, total = self.news.recv()
        except (EOFError, OSError):
            return None
        return Preparation(done, total, time.monotonic() - self._began)

    @property
    def has_succeeded(self) -> bool:
        """Whether everything is compiled; ask when the process has ended."""
        self._process.join()
        return self._process.exitcode == 0

    def stop(self) -> None:
        """End it, however far it is; what is compiled already stays in the cache."""
        self._process.kill()
        self._process.join()


def compile_in_background(report: Connection) -> None:
    """Compile everything that is not in the cache yet."""
    from openabyss.players.compilation.precompile import compile_rules  # noqa: PLC0415  here only: it loads the rules

    def send(done: int, total: int) -> None:
        with contextlib.suppress(OSError):  # nobody listens any more, and the process is about to end.
            report.send((done, total))

    compile_rules(send, in_background=True)


def _work(job: Job, report: Connection) -> None:
    """What the process does from its start on: it ends when nobody waits for it any more."""
    depend_on_parent()
    lower_priority()
    job(report)


def depend_on_parent() -> None:
    """Leave interrupts to the process that started this one, and end with it, even if it is killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


@contextlib.contextmanager
def unheard_interrupts() -> Iterator[None]:
    """Control-C, which terminals send to all processes, ends none that is started meanwhile: each takes some
    time until it can say that it leaves interrupts to the one that has started it."""
    if hasattr(signal, "pthread_sigmask"):
        resource_tracker.ensure_running()  # If it were started meanwhile, it would lift the mask.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
    else:  # Windows
        yield


@contextlib.contextmanager
def interrupts() -> Iterator[list[int]]:
    """Catches the first Ctrl-C, so that what has begun is finished; a second one stops at once."""
    received: list[int] = []

    def note(number: int, frame: object) -> None:
        received.append(number)
        # Not the previous one: that of a program that a script has begun in the background ignores it.
        signal.signal(signal.SIGINT, signal.default_int_handler)

    previous = signal.signal(signal.SIGINT, note)
    try:
        yield received
    finally:
        signal.signal(signal.SIGINT, previous)


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def lower_priority() -> None:
    """Let this process, and those that it starts, run when nobody else wants to."""
    if sys.platform == "win32":
        ctypes.windll.kernel32.SetPriorityClass(CURRENT_PROCESS, IDLE_PRIORITY_CLASS)
    else:
        os.nice(LOWEST_PRIORITY)
