"""Whether the server can do its work: whether its database reads, and commits what is written."""

import asyncio
import time

from openabyss.server.logging import log_failure
from openabyss.server.storage import Storage

# However many ask, the database is tried only so often.
FRESH_SECONDS = 2.0
CHECK_SECONDS = 3.0


class Readiness:
    """Tries the database when somebody asks and the last answer is old."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self._trying: asyncio.Task[bool] | None = None
        self._tried = 0.0

    async def is_ready(self) -> bool:
        """Whether the database worked a moment ago; concurrent requests wait for the same answer."""
        if self._trying is None or (self._trying.done() and time.monotonic() > self._tried + FRESH_SECONDS):
            self._trying = asyncio.create_task(self._try())
        return await asyncio.shield(self._trying)

    async def _try(self) -> bool:
        try:
            await self._storage.check(CHECK_SECONDS)
        except Exception:
            log_failure("database does not work")
            return False
        finally:
            self._tried = time.monotonic()
        return True
