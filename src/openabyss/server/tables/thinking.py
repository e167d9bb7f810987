"""Which of the processes that share a database thinks for a computer: one of them at a time."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from openabyss.server.storage import DatabaseUnavailable, Storage

RENEW_SECONDS = 2.0
MAX_RETRY = 30.0
# After this many failures pauses grow no further, so that no number overflows.
MAX_DOUBLINGS = 10


def pause_after(failures: int, first: float) -> float:
    """Seconds until the next attempt: after each failure twice as many."""
    return min(MAX_RETRY, first * 2.0 ** min(failures - 1, MAX_DOUBLINGS))


class Thoughts:
    """Claims thoughts for this process: each belongs to one process, which must be alive."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    @asynccontextmanager
    async def at(self, table: str, revision: int) -> AsyncIterator[bool]:
        """Whether the computer that is asked at this revision may think here, for the length of the block."""
        if not self._storage.is_shared:
            yield True
            return
        if not await self._storage.take_thought(table, revision):
            yield False
            return
        renewing = asyncio.create_task(self._renew(table, revision))
        try:
            yield True
        finally:
            renewing.cancel()

    async def _renew(self, table: str, revision: int) -> None:
        """Keep the claim. If another process has taken over the thought meanwhile, its answer from here is
        refused when it is stored."""
        while True:
            await asyncio.sleep(RENEW_SECONDS)
            with suppress(DatabaseUnavailable):
                await self._storage.take_thought(table, revision)
