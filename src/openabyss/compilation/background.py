"""Compiling in a process of its own, at low priority, while people already play."""

import contextlib
import ctypes
import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from multiprocessing.connection import Connection

from openabyss.compilation.preparation import Preparation

LOWEST_PRIORITY = 19
# Windows' own numbers: of this process, and of the priority for what runs when nobody else wants to.
CURRENT_PROCESS, IDLE_PRIORITY_CLASS = -1, 0x40

# What such a process does: it sends how many functions of how many are done, and ends with 0 when all are.
Job = Callable[[Connection], None]


class Compiling:
    """Such a process, from its start to its end. `news` can be waited for: `read` has something then."""

    def __init__(self, job: Job | None = None) -> None:
        """Start it; `job` is done instead of compiling."""
        spawn = multiprocessing.get_context("spawn")
        self.news, theirs = spawn.Pipe(duplex=False)
        self._process = spawn.Process(target=_work, args=(job or compile_behind, theirs), daemon=True)
        self._began = time.monotonic()
        self._process.start()
        theirs.close()

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


def compile_behind(report: Connection) -> None:
    """Compile everything that is not in the cache yet."""
    from openabyss.compilation.precompile import compile_rules  # noqa: PLC0415  here only: it loads the rules

    def tell(done: int, total: int) -> None:
        with contextlib.suppress(OSError):  # Nobody listens any more, and the process is about to end.
            report.send((done, total))

    compile_rules(tell)


def _work(job: Job, report: Connection) -> None:
    """What the process does from its start on: it ends when nobody waits for it any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # The process that started it decides when it ends.
    threading.Thread(target=_end_with_parent, daemon=True).start()
    lower_priority()
    job(report)


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
