"""Computer opponents in processes of their own, so that thinking keeps nobody else waiting.

Questions and answers go through pipes as JSON. A process that takes too long is ended and replaced;
the answer then comes from a player that answers at once. Nothing heavy is imported with this: the processes
are started first, and load what they need while the server loads what it needs.
"""

import asyncio
import contextlib
import multiprocessing
import queue
import random
import threading
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from typing import Protocol

from msgspec import json

from openabyss.errors import OpenAbyssError
from openabyss.web.computers.pipe import STAND_IN, Answered, Asked
from openabyss.web.computers.process import think

STARTING_SECONDS = 60.0


class Computers(Protocol):
    """Answers for computer opponents."""

    async def choose(self, asked: Asked) -> str:
        """The text of a legal answer to the open question of the record."""

    async def close(self) -> None:
        """End everything."""


class ComputerFailed(OpenAbyssError):  # noqa: N818  named like the errors of the game
    """A computer gave no answer, or not in time."""


class ProcessDied(ComputerFailed):
    """The process in which a computer thought has ended."""


class Workers:
    """A few processes; a thread waits for each that is at work."""

    def __init__(self, count: int, seconds: float, *, threads: int = 1, can_search: bool = True) -> None:
        """Who searches thinks on this many processors. Where the rules are too slow for that, the stand-in
        answers."""
        self._seconds, self._threads_each, self._can_search = seconds, threads, can_search
        self._idle: queue.SimpleQueue[_Worker] = queue.SimpleQueue()
        self._workers = [_Worker() for _ in range(count)]
        for worker in self._workers:
            self._idle.put(worker)
        self._threads = ThreadPoolExecutor(count, "openabyss computer")

    async def choose(self, asked: Asked) -> str:
        """A legal answer, in the worst case any."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, self._choose, asked)

    async def close(self) -> None:
        """End all processes."""
        self._threads.shutdown(wait=False, cancel_futures=True)
        for worker in self._workers:
            worker.end()

    @property
    def processes(self) -> list[int]:
        """The ids of the processes that run."""
        return [worker.process for worker in self._workers if worker.process is not None]

    def prepare(self) -> None:
        """Start the processes in the background, so that the first question need not wait."""
        for worker in self._workers:
            threading.Thread(target=worker.start, daemon=True).start()

    def _choose(self, asked: Asked) -> str:
        worker = self._idle.get()
        try:
            for level in self._levels(asked.level):
                with contextlib.suppress(ComputerFailed):
                    return self._ask(worker, Asked(level, asked.seed, asked.record))
        finally:
            self._idle.put(worker)
        return any_answer(asked)

    def _levels(self, wanted: str) -> list[str]:
        """Who is asked, one after another until somebody answers."""
        from openabyss.players.kinds import searches, with_threads  # noqa: PLC0415  imports the rules

        is_able = self._can_search or not searches(wanted)
        player = with_threads(wanted, self._threads_each)
        return list(dict.fromkeys((player, STAND_IN))) if is_able else [STAND_IN]

    def _ask(self, worker: "_Worker", asked: Asked) -> str:
        """Ask once more if the process had died, which need not be the player's fault."""
        try:
            return worker.ask(asked, self._seconds)
        except ProcessDied:
            return worker.ask(asked, self._seconds)


def any_answer(asked: Asked) -> str:
    """Any legal answer."""
    from openabyss.game import Game  # noqa: PLC0415  imports the rules

    actions = Game.from_record(asked.record).legal_actions
    return random.Random(asked.seed).choice(actions).text


class _Worker:
    """One process, started when it is first needed and again after it was ended."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._starting = threading.Lock()
        self._has_ended = False
        self._process: multiprocessing.process.BaseProcess | None = None
        self._pipe: Connection | None = None

    def start(self) -> None:
        """Start the process, if the server does not end meanwhile."""
        with self._lock, contextlib.suppress(ComputerFailed):
            self._started()

    def ask(self, asked: Asked, seconds: float) -> str:
        """Put a question. Raises ComputerFailed if there is no answer in time."""
        with self._lock:
            pipe = self._started()
            try:
                pipe.send_bytes(json.encode(asked))
                if not pipe.poll(seconds):
                    raise ComputerFailed(f"no answer within {seconds} seconds")
                answered = json.decode(pipe.recv_bytes(), type=Answered)
            except (OSError, EOFError) as error:
                self._stop()
                raise ProcessDied(str(error)) from error
            except ComputerFailed:
                self._stop()
                raise
        if answered.problem:
            raise ComputerFailed(answered.problem)
        return answered.action

    @property
    def process(self) -> int | None:
        """The id of the process, while there is one."""
        return None if self._process is None else self._process.pid

    def end(self) -> None:
        """End the process, whatever it does, and start no other."""
        with self._starting:
            self._has_ended = True
        self._stop()

    def _started(self) -> Connection:
        if self._pipe is not None and self._process is not None and self._process.is_alive():
            return self._pipe
        self._stop()
        with self._starting:
            pipe = self._start()
        try:
            if not pipe.poll(STARTING_SECONDS):
                raise EOFError("the process did not start")
            pipe.recv_bytes()
        except (OSError, EOFError) as error:
            self._stop()
            raise ComputerFailed(str(error)) from error
        return pipe

    def _start(self) -> Connection:
        if self._has_ended:
            raise ComputerFailed("the server ends")
        spawn = multiprocessing.get_context("spawn")
        pipe, other_end = spawn.Pipe()
        process = spawn.Process(target=think, args=(other_end,), daemon=True)
        process.start()
        other_end.close()
        self._pipe, self._process = pipe, process
        return pipe

    def _stop(self) -> None:
        process, pipe = self._process, self._pipe
        self._process = self._pipe = None
        if process is not None:
            process.kill()
            process.join(timeout=5)
        if pipe is not None:
            pipe.close()
