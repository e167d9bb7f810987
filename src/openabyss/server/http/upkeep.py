"""What a server does beside answering: tidying, watching over its database, collecting garbage."""

import asyncio
import gc
import signal
import time

from openabyss.server.logging import log_event, log_failure, log_warning
from openabyss.server.storage import Storage
from openabyss.server.storage.claim import Claim
from openabyss.server.tables.tables import Tables

TIDY_SECONDS = 60
LOOK_AT_CLAIM_SECONDS = 1.0

LOOK_SECONDS = 10.0
# A moment is quiet if the process uses less than this share of a processor.
QUIET_SHARE = 0.1
# If there is no quiet moment, a full collection follows this many smaller ones: minutes under heavy load.
SMALLER_COLLECTIONS = 1000

# However many ask, the database is tried only so often.
FRESH_SECONDS = 2.0
CHECK_SECONDS = 3.0


async def tidy(tables: Tables) -> None:
    """Every minute let go of tables that nobody uses."""
    while True:
        await asyncio.sleep(TIDY_SECONDS)
        try:
            log_event("tidied", tables=tables.forget_idle())
        except Exception:
            log_failure("tidying failed")


async def end_without_claim(claim: Claim) -> None:
    """Stop the server when another one has its database: two would overwrite each other's tables."""
    while not claim.lost.is_set():
        await asyncio.sleep(LOOK_AT_CLAIM_SECONDS)
    log_warning("another server has taken the database, so this one ends", taken_by=claim.taken_by)
    signal.raise_signal(signal.SIGTERM)


async def collect_when_quiet() -> None:
    """Full garbage collections wait for a quiet moment; young objects are collected as always.

    Python frees almost everything at once; only cycles of objects wait for the collector. A full collection
    goes through all tables and connections, and nobody is answered meanwhile: with 250 tables up to 0.4 s.
    """
    young, middle, old = gc.get_threshold()
    gc.set_threshold(young, middle, SMALLER_COLLECTIONS)
    try:
        while True:
            before = time.process_time()
            await asyncio.sleep(LOOK_SECONDS)
            if time.process_time() - before < QUIET_SHARE * LOOK_SECONDS:
                gc.collect()
    finally:
        gc.set_threshold(young, middle, old)


class Readiness:
    """Whether the database reads, and commits what is written: tried when the last answer is old."""

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
