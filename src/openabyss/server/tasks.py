"""What a server does beside the answering of requests: tasks that nobody waits for, and looks that are
repeated."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from contextlib import contextmanager, suppress
from typing import Any, TypeVar

from openabyss.server.logging import log_failure
from openabyss.server.storage import Conflict, DatabaseUnavailable

Result = TypeVar("Result")


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


async def outlasted(work: asyncio.Future[Result]) -> Result:
    """The result of work that goes on if the waiting is cancelled. Its error is nobody's then: from
    Python 3.14 on `asyncio.shield` reports it."""
    work.add_done_callback(lambda done: done.cancelled() or done.exception())
    await asyncio.wait([work])
    return work.result()


async def wait_for(event: asyncio.Event, seconds: float) -> None:
    """Wait for an event, but no longer."""
    # `asyncio.wait_for` of Python 3.11 is not cancelled when what it waits for comes just then.
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await event.wait()


@contextmanager
def tolerated(problem: str) -> Iterator[None]:
    """A look that is repeated soon. If it fails, the log says so, except where the database was away or
    another process was faster."""
    try:
        yield
    except (DatabaseUnavailable, Conflict):
        pass
    except Exception:
        log_failure(problem)


async def repeated(
    look: Callable[[], Awaitable[object]], seconds: float, problem: str, *, at_once: bool = True
) -> None:
    """Call `look` until this is cancelled, pausing for `seconds` after each call. A failure is logged as
    `problem`."""
    if not at_once:
        await asyncio.sleep(seconds)
    while True:
        with tolerated(problem):
            await look()
        await asyncio.sleep(seconds)
