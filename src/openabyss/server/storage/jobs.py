"""Threads that carry out jobs on a database: one writes, several read.

Jobs that wait to be written are committed together, then acknowledged: a commit to the disk takes
milliseconds whatever its size, so a busier server commits more at once. The threads are daemons, so that a
database that hangs cannot keep the server from ending.
"""

import asyncio
import queue
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from contextvars import Context, copy_context
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as NoConnection

from openabyss.errors import OpenAbyssError
from openabyss.words import _

Result = TypeVar("Result")
Job = Callable[[Connection], Any]
# A job as it waits, with the context of the one who wants it: what it says is in the language of that reader.
Waiting = tuple[Job, Context, Future[Any]]

# How many jobs a writing thread commits together.
MAX_GROUP = 256
LAST_SECONDS = 3.0
DEADLOCK = "40P01"


class DatabaseUnavailable(OpenAbyssError):  # noqa: N818  named like the errors of the game
    """The database does not work now. What was to be written may have been written nevertheless."""


class Jobs:
    """Carries out jobs, each in a transaction, in threads of its own."""

    def __init__(
        self,
        engine: Engine,
        name: str,
        *,
        threads: int = 1,
        group: int = 1,
        check: Callable[[Connection], None] | None = None,
        record: Callable[[int, float], None] = lambda _jobs, _seconds: None,
    ) -> None:
        """Up to `group` jobs share a transaction. `check` runs at the start of each; an exception of it is
        raised by all its jobs. `record` is called after each commit with its number of jobs and its
        seconds."""
        self._engine, self._group, self._check, self._record = engine, group, check, record
        self._jobs: queue.SimpleQueue[Waiting | None] = queue.SimpleQueue()
        self._threads = [
            threading.Thread(target=self._run, name=f"{name} {number}", daemon=True)
            for number in range(threads)
        ]
        for thread in self._threads:
            thread.start()

    def submit(self, job: Callable[[Connection], Result]) -> Future[Result]:
        """The result of a job, available once it is committed, or its error. The job is done even if nobody
        waits for it any more; it can be cancelled only before it has begun."""
        future: Future[Result] = Future()
        self._jobs.put((job, copy_context(), future))
        return future

    async def do(self, job: Callable[[Connection], Result], seconds: float) -> Result:
        """The result of a job, awaited for at most this time. Raises DatabaseUnavailable. A job that has not
        begun by then never will. Cancelling the waiting cancels no job."""
        future = self.submit(job)
        waiting = asyncio.wrap_future(future)
        # An error after the waiting has ended would be reported as an exception that was never retrieved.
        waiting.add_done_callback(lambda done: done.cancelled() or done.exception())
        await asyncio.wait([waiting], timeout=seconds)
        if not waiting.done():
            future.cancel()
            raise DatabaseUnavailable(_("The database did not answer in time."))
        try:
            return waiting.result()
        except (DBAPIError, NoConnection) as error:
            if not _concerns_database(error):
                raise
            raise DatabaseUnavailable(_("The database cannot be used at the moment.")) from error

    def close(self, seconds: float = LAST_SECONDS) -> None:
        """Finish all submitted jobs, then stop. A database that hangs is awaited no longer than `seconds`."""
        end = time.monotonic() + seconds
        for _thread in self._threads:
            self._jobs.put(None)
        for thread in self._threads:
            thread.join(max(0.0, end - time.monotonic()))

    def _run(self) -> None:
        while (job := self._jobs.get()) is not None:
            group = [job]
            while len(group) < self._group and not self._jobs.empty():
                if (job := self._jobs.get()) is None:
                    self._jobs.put(None)
                    break
                group.append(job)
            if wanted := [job for job in group if job[-1].set_running_or_notify_cancel()]:
                self._commit(wanted)

    def _commit(self, group: list[Waiting]) -> None:
        """Commit a group together; if one of its jobs fails, commit each by itself, so that only that one
        fails."""
        began = time.monotonic()
        try:
            results = self._results(group)
        except Exception as error:
            if len(group) == 1 or (_concerns_database(error) and not _is_deadlock(error)):
                for *_job, future in group:
                    future.set_exception(error)
                return
            for single in group:
                self._commit([single])
            return
        self._record(len(group), time.monotonic() - began)
        for (*_job, future), result in zip(group, results, strict=True):
            future.set_result(result)

    def _results(self, group: list[Waiting]) -> list[Any]:
        with self._engine.begin() as connection:
            if self._check is not None:
                self._check(connection)
            return [context.run(job, connection) for job, context, _future in group]


def _is_deadlock(error: Exception) -> bool:
    """Whether two groups waited for each other's rows, so that the database has ended this one."""
    return getattr(getattr(error, "orig", None), "sqlstate", "") == DEADLOCK


def _concerns_database(error: Exception) -> bool:
    """Whether the database failed and not the job, so that the next job would fail too."""
    if isinstance(error, DBAPIError):
        return type(error).__name__ in ("OperationalError", "InterfaceError", "InternalError")
    return isinstance(error, (NoConnection, DatabaseUnavailable))
