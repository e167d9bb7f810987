"""What `openabyss worker` does: it takes the questions of servers from their database, and answers them, also
by tasks of a Ray cluster. The lease of a question stays with the process that took it; Ray gives the task of
a process or machine that is lost to another one."""

import asyncio
import math
import os
import socket
from contextlib import suppress

from msgspec import json
from sqlalchemy.exc import SQLAlchemyError

from openabyss.arena.cluster import RETRIES, Cluster, check_version, connected, processors
from openabyss.server.computers.process import answer_question, hide_secrets
from openabyss.server.computers.questions import Answered, Asked, ComputerFailed, Search
from openabyss.server.computers.workers import Computers
from openabyss.server.logging import log_event
from openabyss.server.metrics import Metrics
from openabyss.server.storage import DatabaseUnavailable, Storage, questions
from openabyss.server.tasks import repeated, tolerated, wait_for
from openabyss.version import VERSION

# A lost notification delays a question by at most this long, and so does a failure.
LOOK_SECONDS = 1.0
RENEW_SECONDS = 2.0
KIND = "searching"


def watch_pool(storage: Storage, metrics: Metrics) -> None:
    """How many questions wait, looked up in the database; NaN while it cannot be reached."""

    def look(_all: str) -> float:
        try:
            return storage.read_now(questions.waiting)
        except SQLAlchemyError:
            return math.nan

    metrics.watch("pool_waiting", "Questions of all servers that wait for a worker.", look)


class PoolWorker:
    """Answers questions, as many at once as it has processes."""

    def __init__(self, storage: Storage, computers: Computers, processes: int, metrics: Metrics) -> None:
        self._storage, self._computers, self._processes = storage, computers, processes
        self._metrics = metrics
        self._place = f"{socket.gethostname()}:{os.getpid()}"
        self._taken: set[str] = set()
        # Set when the next question comes; the one after that has an event of its own.
        self._notified = asyncio.Event()

    async def run(self) -> None:
        """Answer until this is cancelled; other workers take the questions that are still open then."""
        async with self._storage.listening(questions.CHANNEL, self._hear):
            try:
                async with asyncio.TaskGroup() as tasks:
                    tasks.create_task(repeated(self._renew, RENEW_SECONDS, "a worker cannot report"))
                    for _process in range(self._processes):
                        tasks.create_task(self._answer_on())
            finally:
                with suppress(DatabaseUnavailable):
                    await self._storage.write(questions.leave, worker=self._storage.process)

    def _hear(self, asker: str) -> None:
        if not asker:
            self._notified.set()
            self._notified = asyncio.Event()

    async def _renew(self) -> None:
        """Report that this process is alive. Its answer to a question that another one has taken over is
        refused."""
        await self._storage.write(
            questions.renew, worker=self._storage.process, place=self._place, ids=[*self._taken]
        )

    async def _answer_on(self) -> None:
        """Answer one question after another."""
        while True:
            notified = self._notified
            with tolerated("a question to the pool cannot be answered"):
                if (question := await self._take()) is not None:
                    await self._answer(question)
                    continue
            await wait_for(notified, LOOK_SECONDS)

    async def _take(self) -> questions.Taken | None:
        """Take a question. One process is kept free for opponents while the others make reviews, if there are
        several."""
        is_patient = len(self._taken) < max(1, self._processes - 1)
        question = await self._storage.write(
            questions.take, worker=self._storage.process, is_patient=is_patient
        )
        if question is not None:
            self._taken.add(question.id)
            self._metrics.waiting.labels(KIND).observe(question.seconds)
        return question

    async def _answer(self, question: questions.Taken) -> None:
        try:
            with self._metrics.thinking.labels(KIND).time():
                text = json.encode(await self._found(question.text)).decode()
            is_stored = await self._storage.write(
                questions.answer, worker=self._storage.process, id_=question.id, text=text
            )
            if not is_stored:
                log_event("an answer of the pool was refused")
        except DatabaseUnavailable:
            log_event("an answer of the pool could not be stored")
            raise
        finally:
            self._taken.discard(question.id)

    async def _found(self, text: str) -> Answered:
        asked = json.decode(text, type=Asked | Search)
        try:
            if isinstance(asked, Asked):
                return Answered(await self._computers.choose(asked))
            return Answered(await self._computers.find(asked))
        except ComputerFailed as error:
            return Answered("", str(error))


# How much longer than to think it may take to start a process, load the rules, and start again elsewhere.
PATIENCE = 3


class RayComputers:
    """Answers for computer opponents. The asker uses another answer where none comes in time."""

    def __init__(self, cluster: Cluster, seconds: float, *, threads: int = 1) -> None:
        """Each thinks on `threads` processors if it searches, for `seconds`. Raises NoCluster."""
        self._ray = connected(cluster)
        self._seconds, self._threads = PATIENCE * seconds, threads
        self._task = self._ray.remote(max_retries=RETRIES, num_cpus=threads)(think_remotely)
        # How many can think at once.
        self.processes = max(1, processors(self._ray) // threads)

    async def choose(self, asked: Asked) -> str:
        """The text of a legal answer. Raises ComputerFailed."""
        from openabyss.players.kinds import with_threads  # noqa: PLC0415  imports the rules

        return await self._think(Asked(with_threads(asked.level, self._threads), asked.seed, asked.record))

    async def find(self, asked: Search) -> str:
        """What a search finds out, as JSON. Raises ComputerFailed."""
        return await self._think(asked)

    async def close(self) -> None:
        """Nobody waits for those who think."""
        await asyncio.to_thread(self._ray.shutdown)

    async def _think(self, asked: Asked | Search) -> str:
        errors = self._ray.exceptions.RayError, ConnectionError
        begun = self._task.remote(VERSION, json.encode(asked))
        try:
            async with asyncio.timeout(self._seconds):
                found = await asyncio.wrap_future(begun.future())
        except TimeoutError as error:
            self._ray.cancel(begun, force=True)
            raise ComputerFailed(f"no answer of the cluster within {self._seconds} seconds") from error
        except errors as error:
            raise ComputerFailed(f"{type(error).__name__}: {error}") from error
        return json.decode(found, type=Answered).given()


def think_remotely(version: str, asked: bytes) -> bytes:
    """What a task does: answer one question, both as JSON. Raises NoCluster where another version is
    installed. Bots get no secrets of the servers, which a cluster on the same machine has inherited."""
    check_version(version)
    hide_secrets(kept="RAY_")
    return json.encode(answer_question(json.decode(asked, type=Asked | Search)))
