"""One thread that writes: everything that waits is committed together, then acknowledged.

A commit to the disk takes milliseconds however much it holds, so the busier the server is, the
more each commit carries.
"""

import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine

from openabyss.server.storage.waiting import concerns_database, within

Result = TypeVar("Result")
Job = Callable[[Connection], Any]

MAX_IN_A_GROUP = 256
LAST_SECONDS = 3.0


class Writer:
    """Carries out jobs one after another in a thread of its own."""

    def __init__(self, engine: Engine, check: Callable[[Connection], None] | None = None) -> None:
        """`check` begins every transaction; what it raises becomes of all that was to be written."""
        self._engine, self._check = engine, check
        self._jobs: queue.SimpleQueue[tuple[Job, Future[Any]] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="openabyss writer", daemon=True)
        self._thread.start()

    def submit(self, job: Callable[[Connection], Result]) -> Future[Result]:
        """Let a job be done; its result comes when it is committed, or its error.

        It is done even if nobody waits for it any more. It can be cancelled only before it is begun.
        """
        future: Future[Result] = Future()
        self._jobs.put((job, future))
        return future

    async def write(self, job: Callable[[Connection], Result], seconds: float) -> Result:
        """Wait for a job without keeping anybody else waiting. Raises DatabaseUnavailable."""
        return await within(self.submit(job), seconds)

    def close(self) -> None:
        """Finish what was submitted, then stop. A database that hangs is not awaited forever."""
        self._jobs.put(None)
        self._thread.join(LAST_SECONDS)

    def _run(self) -> None:
        open_ = True
        while open_:
            group = []
            job = self._jobs.get()
            while job is not None:
                group.append(job)
                if len(group) == MAX_IN_A_GROUP or self._jobs.empty():
                    break
                job = self._jobs.get()
            open_ = job is not None
            wanted = [job for job in group if job[1].set_running_or_notify_cancel()]
            if wanted:
                self._commit(wanted)

    def _commit(self, group: list[tuple[Job, Future[Any]]]) -> None:
        """Commit a group at once; if one of it fails, each by itself, so that only that one fails."""
        try:
            results = self._done(group)
        except Exception as error:
            if len(group) == 1 or concerns_database(error):
                for _job, future in group:
                    future.set_exception(error)
                return
            for single in group:
                self._commit([single])
            return
        for (_job, future), result in zip(group, results, strict=True):
            future.set_result(result)

    def _done(self, group: list[tuple[Job, Future[Any]]]) -> list[Any]:
        with self._engine.begin() as connection:
            if self._check is not None:
                self._check(connection)
            return [job(connection) for job, _future in group]
