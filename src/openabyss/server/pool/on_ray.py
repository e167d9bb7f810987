"""Computers that think as tasks of a Ray cluster. The lease of a question stays with the process of
`openabyss worker` that took it; Ray gives the task of a process or machine that is lost to another one."""

import asyncio

from msgspec import json

from openabyss.arena.cluster import RETRIES, Cluster, check_version, connected, processors
from openabyss.server.computers.process import answer_question, hide_secrets
from openabyss.server.computers.questions import Answered, Asked, Search
from openabyss.server.computers.workers import ComputerFailed
from openabyss.version import VERSION

# How much longer than to think it may take to start a process, load the rules, and begin anew elsewhere.
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
        answered = json.decode(found, type=Answered)
        if answered.problem:
            raise ComputerFailed(answered.problem)
        return answered.action


def think_remotely(version: str, asked: bytes) -> bytes:
    """What a task does: answer one question, both as JSON. Raises NoCluster where another version is
    installed. Bots get no secrets of the servers, which a cluster on the same machine has inherited."""
    check_version(version)
    hide_secrets(kept="RAY_")
    return json.encode(answer_question(json.decode(asked, type=Asked | Search)))
