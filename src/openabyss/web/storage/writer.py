"""One thread that writes: everything that waits is committed together, then everybody is told.

A commit to the disk takes milliseconds however much it holds, so the busier the server is, the
more each commit carries.
"""

import asyncio
import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine

Result = TypeVar("Result")
Job = Callable[[Connection], Any]

MOST_IN_A_GROUP = 256


class Writer:
    """Carries out jobs one after another in a thread of its own."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._jobs: queue.SimpleQueue[tuple[Job, Future[Any]] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="openabyss writer", daemon=True)
        self._thread.start()

    def submit(self, job: Callable[[Connection], Result]) -> Future[Result]:
        """Let a job be done; its result comes when it is committed, or its error.

        It cannot be called off: whoever waited for it may have gone, the job is done all the same.
        """
        future: Future[Result] = Future()
        future.set_running_or_notify_cancel()
        self._jobs.put((job, future))
        return future

    async def write(self, job: Callable[[Connection], Result]) -> Result:
        """Wait for a job without keeping anybody else waiting."""
        return await asyncio.wrap_future(self.submit(job))

    def close(self) -> None:
        """Finish what was submitted, then stop."""
        self._jobs.put(None)
        self._thread.join()

    def _run(self) -> None:
        open_ = True
        while open_:
            group = []
            job = self._jobs.get()
            while job is not None:
                group.append(job)
                if len(group) == MOST_IN_A_GROUP or self._jobs.empty():
                    break
                job = self._jobs.get()
            open_ = job is not None
            if group:
                self._commit(group)

    def _commit(self, group: list[tuple[Job, Future[Any]]]) -> None:
        """Commit a group at once; if one of it fails, each by itself, so that only that one fails."""
        try:
            with self._engine.begin() as connection:
                results = [job(connection) for job, _future in group]
        except Exception as error:
            if len(group) == 1:
                group[0][1].set_exception(error)
                return
            for single in group:
                self._commit([single])
            return
        for (_job, future), result in zip(group, results, strict=True):
            future.set_result(result)
