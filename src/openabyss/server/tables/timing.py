"""Counts down the time of people, and does what was agreed when it is over; and wakes timed tables at which a
computer is asked and nobody is: a server has ended while it thought, and nobody would learn that it is their
turn."""

import asyncio
from datetime import UTC, datetime, timedelta

from openabyss.client.table_history import DamagedTable
from openabyss.server.logging import log_event
from openabyss.server.storage import Storage, clocks
from openabyss.server.tables.commands import Commands
from openabyss.server.tables.errors import Refusal, UnknownTable
from openabyss.server.tables.registry import Registry
from openabyss.server.tasks import tolerated

# How often some tables are woken.
LOOK_SECONDS = 4.0
# How many tables are handled at the same time.
MAX_ENDED = 50
# How many tables are woken in one go: their computers think one after another.
MAX_WOKEN = 5
# How many that were woken are remembered.
MAX_REMEMBERED = 10_000
# How long after the last of them all tables are gone through again: another server may have ended.
ROUND_SECONDS = 60.0
# What has changed since is played where it was changed.
QUIET = timedelta(seconds=60)


class Timekeeper:
    """Looks at all clocks at intervals."""

    def __init__(self, storage: Storage, registry: Registry, commands: Commands) -> None:
        self._storage, self._registry, self._commands = storage, registry, commands

    async def look(self) -> None:
        """Count the time since the last call, and end the turn of everybody who has none left."""
        storage, service = self._storage, self._storage.service
        await storage.write(service.put_forward)
        service.is_going_on = True
        for id_ in await storage.read(clocks.run_out, MAX_ENDED, service):
            try:
                await self._commands.end_time(await self._registry.get(id_))
            except Refusal:
                pass  # Another process has stored an entry meanwhile; otherwise the next call handles it.
            except (DamagedTable, UnknownTable) as error:
                log_event(
                    "time is over at a table that cannot be loaded", table=id_, problem=type(error).__name__
                )
                await storage.change(id_, clocks.stop, id_, service)


class Waker:
    """Goes through all tables, a few at a time."""

    def __init__(self, storage: Storage, registry: Registry) -> None:
        self._storage, self._registry = storage, registry
        self._last = ""
        # At how many entries a table was woken here: one that has gone no further is left alone.
        self._woken: dict[str, int] = {}

    async def keep(self) -> None:
        """Wake tables until this is cancelled."""
        while True:
            with tolerated("tables cannot be woken"):
                await self.look()
            await asyncio.sleep(LOOK_SECONDS if self._last else ROUND_SECONDS)

    async def look(self) -> list[str]:
        """Wake the next tables; returns which. Of several servers one wakes a table."""
        found = await self._storage.read(
            clocks.without_person, self._last, MAX_WOKEN, datetime.now(UTC), QUIET
        )
        self._last = found[-1][0] if len(found) == MAX_WOKEN else ""
        return [id_ for id_, entries in found if await self._wake(id_, entries)]

    async def _wake(self, id_: str, entries: int) -> bool:
        if self._woken.get(id_) == entries or self._registry.has(id_):
            return False
        if self._storage.is_shared and not await self._storage.take_thought(id_, entries):
            return False
        is_awake = True
        try:
            await self._registry.get(id_)
        except (DamagedTable, UnknownTable) as error:
            log_event("table cannot be woken", table=id_, problem=type(error).__name__)
            is_awake = False
        self._woken[id_] = entries
        if len(self._woken) > MAX_REMEMBERED:
            del self._woken[next(iter(self._woken))]
        return is_awake
