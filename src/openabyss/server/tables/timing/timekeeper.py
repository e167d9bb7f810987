"""Counts down the time of people, and does what was agreed when it is over."""

import asyncio

from openabyss.client.table_history import DamagedTable
from openabyss.server.logging import log_event
from openabyss.server.storage import Storage, clocks
from openabyss.server.tables.commands import Commands
from openabyss.server.tables.errors import Refusal, UnknownTable
from openabyss.server.tables.registry import Registry
from openabyss.server.tasks import tolerated

# How often the time of service is advanced. Seconds that a dying server has not written down count for
# nobody.
LOOK_SECONDS = 4.0
# How many tables are handled at the same time.
MAX_ENDED = 50


class Timekeeper:
    """Looks at all clocks at intervals."""

    def __init__(self, storage: Storage, registry: Registry, commands: Commands) -> None:
        self._storage, self._registry, self._commands = storage, registry, commands

    async def keep(self) -> None:
        """Count time until this is cancelled."""
        while True:
            with tolerated("time cannot be kept"):
                await self.look()
            await asyncio.sleep(LOOK_SECONDS)

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
                await storage.change(id_, clocks.stop, id_)
