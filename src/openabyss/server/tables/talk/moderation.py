"""What the operator does, and how running servers learn of it, even if another process has done it."""

import asyncio
from dataclasses import replace

from openabyss.server.storage import Storage
from openabyss.server.storage.moderation import (
    By,
    Deed,
    Kind,
    ModeratedTable,
    carry_out,
    deeds_after,
    latest_deeds,
)
from openabyss.server.storage.seats import seats_of
from openabyss.server.storage.storage import now
from openabyss.server.tables.registry import Registry
from openabyss.server.tables.seating import neutral_name
from openabyss.server.tables.table import LiveTable


def removing_name(table: ModeratedTable, seat: int) -> Deed:
    """The deed that gives a seat a neutral name that nobody else at the table has."""
    others = [name for place, name in enumerate(table.names) if place != seat]
    return Deed(Kind.REMOVE_NAME, table.id, seat=seat, name=neutral_name(seat, others))


class Moderation:
    """Carries out the deeds of the operator, and shows them to the people at the tables."""

    def __init__(self, storage: Storage, registry: Registry) -> None:
        self._storage, self._registry = storage, registry
        # The number of the last deed that was taken over; None before the first time.
        self._seen: int | None = None
        self._heeding = asyncio.Lock()

    async def carry_out(self, deed: Deed, by: By) -> None:
        """Do it. Raises NothingToModerate."""
        await self._storage.write(carry_out, deed, by, now())
        await self.heed()

    async def heed(self) -> None:
        """Take over into the tables in memory what has been done since the last call. The first call only
        notes where the log ends: tables loaded later have read what was done before."""
        async with self._heeding:
            seen = self._seen
            if seen is None:
                latest = await self._storage.read(latest_deeds, 1)
                self._seen = latest[0].n if latest else 0
                return
            new = await self._storage.read(deeds_after, seen)
            in_memory = {table.id: table for table in self._registry.in_memory}
            for deed in new:
                if (table := in_memory.get(deed.table)) is not None:
                    await self._show(table, deed.kind)
                self._seen = deed.n

    async def _show(self, table: LiveTable, kind: str) -> None:
        if kind == Kind.DELETE:
            table.is_deleted = True
        elif kind == Kind.REMOVE_NAME:
            async with table.lock:
                table.seats = await self._storage.read(seats_of, table.id)
        elif kind in (Kind.CLOSE_CHAT, Kind.OPEN_CHAT):
            table.row = replace(table.row, chat_closed=kind == Kind.CLOSE_CHAT)
        else:
            return
        table.chat.lines = None
        table.call_back_all()
