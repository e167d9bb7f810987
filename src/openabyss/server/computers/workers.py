"""Computer opponents in processes of their own, so that nobody else waits while one thinks.

Questions and answers go through pipes as JSON. A process that takes too long is ended and replaced; the
answer then comes from a player that answers at once. Levels that answer at once have a process of their own,
so that they never wait behind others that think. Nothing heavy is imported with this: the processes are
started first, and load what they need while the server loads what it needs.
"""

import asyncio
import contextlib
import multiprocessing
import os
import queue
import random
import signal
import threading
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from typing import Protocol

from msgspec import json

from openabyss.players.compilation.background import unheard_interrupts
from openabyss.server.computers.process import STAND_IN, log_output, think
from openabyss.server.computers.questions import Answered, Asked, ComputerFailed, NotPrepared, Search
from openabyss.server.logging import log_warning

STARTING_SECONDS = 60.0
ENDING_SECONDS = 5.0
# Processes for levels that answer at once, besides those for the others.
QUICK = 1
# On Windows standard streams are not pipes of `multiprocessing`.
CAN_REDIRECT = os.name == "posix"


class Computers(Protocol):
    """Answers for computer opponents."""

    async def choose(self, asked: Asked) -> str:
        """The text of a legal answer to the open question of the record."""

    async def find(self, asked: Search) -> str:
        """What a search finds out, as JSON. Raises ComputerFailed, also where nothing can search."""

    async def close(self) -> None:
        """End everything."""


class ProcessDied(ComputerFailed):
    """The process in which a computer thought has ended."""


class Workers:
    """A few processes for those who think, and one for those who answer at once."""

    def __init__(
        self, count: int, seconds: float, *, threads: int = 1, can_search: bool = True, quick: int = QUICK
    ) -> None:
        """`count` processes think, each on `threads` processors if it searches, for at most `seconds`; 0 of
        them, or 0 for those who answer at once (`quick`), where nobody asks for that.
        can_search: False where the rules are too slow for a search; the stand-in answers then, and searches
        wait until compiling has ended, or failed (`is_preparing`)."""
        self._seconds, self._threads_each, self._can_search = seconds, threads, can_search
        self.is_preparing = not can_search
        self._thinking, self._quick = _Pool(count, "openabyss computer"), _Pool(quick, "openabyss quick")

    async def choose(self, asked: Asked) -> str:
        """A legal answer, in the worst case any."""
        from openabyss.players.kinds import answers_at_once  # noqa: PLC0415  imports the rules

        pool = self._quick if answers_at_once(asked.level) else self._thinking
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(pool.threads, self._choose, pool, asked)

    async def find(self, asked: Search) -> str:
        """Raises ComputerFailed, also where the rules are too slow for a search."""
        if not self._can_search:
            text = "the rules are not compiled"
            raise NotPrepared(text) if self.is_preparing else ComputerFailed(text)
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thinking.threads, self._thinking.ask, asked, self._seconds)

    async def close(self) -> None:
        """End all processes."""
        for pool in (self._quick, self._thinking):
            pool.close()

    def prepare(self) -> None:
        """Start the processes in the background, so that the first question need not wait."""
        for worker in self._workers:
            threading.Thread(target=worker.start, daemon=True).start()

    @property
    def _workers(self) -> list["_Worker"]:
        return [*self._quick.workers, *self._thinking.workers]

    def _choose(self, pool: "_Pool", asked: Asked) -> str:
        for level in self._levels(asked.level):
            with contextlib.suppress(ComputerFailed):
                return pool.ask(Asked(level, asked.seed, asked.record), self._seconds)
        return any_answer(asked)

    def _levels(self, wanted: str) -> list[str]:
        """The levels to ask, one after another until one answers."""
        from openabyss.players.kinds import searches, with_threads  # noqa: PLC0415  imports the rules

        is_able = self._can_search or not searches(wanted)
        player = with_threads(wanted, self._threads_each)
        return list(dict.fromkeys((player, STAND_IN))) if is_able else [STAND_IN]


class _Pool:
    """Processes for the same kind of question; a thread waits for each that is busy."""

    def __init__(self, count: int, name: str) -> None:
        self.workers = [_Worker() for _ in range(count)]
        self.threads = ThreadPoolExecutor(count or 1, name)
        self._idle: queue.SimpleQueue[_Worker] = queue.SimpleQueue()
        for worker in self.workers:
            self._idle.put(worker)

    def ask(self, asked: Asked | Search, seconds: float) -> str:
        """Put a question to one that is not busy; for each there is a thread. Raises ComputerFailed."""
        worker = self._idle.get()
        try:
            return worker.ask(asked, seconds)
        finally:
            self._idle.put(worker)

    def close(self) -> None:
        """End all processes."""
        self.threads.shutdown(wait=False, cancel_futures=True)
        for worker in self.workers:
            worker.end()


def any_answer(asked: Asked) -> str:
    """Any legal answer."""
    from openabyss.play.game import Game  # noqa: PLC0415  imports the rules

    actions = Game.from_record(asked.record).legal_actions
    return random.Random(asked.seed).choice(actions).text


class _Worker:
    """One process, started when it is first needed, and again after it has ended."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._starting = threading.Lock()
        self._has_ended = False
        self._process: multiprocessing.process.BaseProcess | None = None
        self._pipe: Connection | None = None

    def start(self) -> None:
        """Start the process, unless the server ends meanwhile."""
        with self._lock, contextlib.suppress(ComputerFailed):
            self._started()

    def ask(self, asked: Asked | Search, seconds: float) -> str:
        """Put a question, once more if the process dies, which need not be the player's fault. Raises
        ComputerFailed if there is no answer in time."""
        try:
            return self._ask(asked, seconds)
        except ProcessDied:
            return self._ask(asked, seconds)

    def _ask(self, asked: Asked | Search, seconds: float) -> str:
        with self._lock:
            pipe = self._started()
            try:
                pipe.send_bytes(json.encode(asked))
                if not pipe.poll(seconds):
                    raise ComputerFailed(f"no answer within {seconds} seconds")
                answered = json.decode(pipe.recv_bytes(), type=Answered)
            except (OSError, EOFError) as error:
                self._note_death()
                raise ProcessDied(str(error)) from error
            except ComputerFailed:
                log_warning("computer process took too long", process=self.process, computer=asked.level)
                self._stop()
                raise
        return answered.given()

    @property
    def process(self) -> int | None:
        """The id of the process, while there is one."""
        return None if self._process is None else self._process.pid

    def end(self) -> None:
        """End the process whatever it is doing, and do not start it again."""
        with self._starting:
            self._has_ended = True
        self._stop()

    def _started(self) -> Connection:
        if self._pipe is not None and self._process is not None and self._process.is_alive():
            return self._pipe
        self._note_death()
        with self._starting:
            pipe = self._start()
        try:
            if not pipe.poll(STARTING_SECONDS):
                raise EOFError("the process did not start")
            pipe.recv_bytes()
        except (OSError, EOFError) as error:
            self._note_death()
            raise ComputerFailed(str(error)) from error
        return pipe

    def _start(self) -> Connection:
        if self._has_ended:
            raise ComputerFailed("the server ends")
        spawn = multiprocessing.get_context("spawn")
        pipe, child_end = spawn.Pipe()
        output, child_output = spawn.Pipe(duplex=False) if CAN_REDIRECT else (None, None)
        process = spawn.Process(target=think, args=(child_end, child_output), daemon=True)
        with unheard_interrupts():
            process.start()
        child_end.close()
        if output is not None and child_output is not None:
            child_output.close()
            threading.Thread(target=log_output, args=(output, process.pid), daemon=True).start()
        self._pipe, self._process = pipe, process
        return pipe

    def _note_death(self) -> None:
        """The process, if there was one, has ended by itself, or has closed its pipe: the log says how."""
        process = self._process
        if process is not None and not self._has_ended:
            process.join(timeout=ENDING_SECONDS)
            log_warning("computer process died", process=process.pid, how=_how_ended(process.exitcode))
        self._stop()

    def _stop(self) -> None:
        process, pipe = self._process, self._pipe
        self._process = self._pipe = None
        if process is not None:
            _kill(process)
            process.join(timeout=ENDING_SECONDS)
        if pipe is not None:
            pipe.close()


def _how_ended(status: int | None) -> str:
    """An exit status in words: "SIGKILL", "exit 1"."""
    if status is None:
        return "silent"
    if status >= 0:
        return f"exit {status}"
    try:
        return signal.Signals(-status).name
    except ValueError:
        return f"signal {-status}"


def _kill(process: multiprocessing.process.BaseProcess) -> None:
    """End a process and all that its players have started, as long as the process group is certain to be its
    own."""
    if hasattr(os, "killpg") and process.pid is not None and process.is_alive():
        # It may not have created its group yet.
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    process.kill()
