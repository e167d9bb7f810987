"""What a server does beside the answering of requests: tasks that nobody waits for, and looks that are
repeated."""

import asyncio
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from openabyss.server.logging import log_failure
from openabyss.server.storage import Conflict, DatabaseUnavailable

Result = TypeVar("Result")
# The frames between the `with` statement and the line of the log.
BELOW = 4


class Tasks:
    """Tasks that run until they end, though nobody else keeps them: a loop lets go of those."""

    def __init__(self) -> None:
        self._begun: set[asyncio.Task[Any]] = set()

    def __len__(self) -> int:
        return len(self._begun)

    def begin(self, work: Coroutine[Any, Any, Result]) -> asyncio.Task[Result]:
        """Begin a task."""
        task = asyncio.create_task(work)
        self._begun.add(task)
        task.add_done_callback(self._begun.discard)
        return task

    async def wait(self, seconds: float) -> None:
        """Wait until all of them have ended, but no longer."""
        if self._begun:
            await asyncio.wait(self._begun, timeout=seconds)


@contextmanager
def tolerated(problem: str) -> Iterator[None]:
    """A look that is repeated soon. If it fails, the log says so, except where the database was away or
    another process was faster."""
    try:
        yield
    except (DatabaseUnavailable, Conflict):
        pass
    except Exception:
        log_failure(problem, stacklevel=BELOW)
