"""Open tables: who waits for whom, and how they come together."""

from datetime import UTC, datetime

from openabyss.errors import InvalidOption
from openabyss.server.storage import Storage
from openabyss.server.storage.people import openings
from openabyss.server.storage.people.kept_names import NameKept
from openabyss.server.storage.seats import seats_of
from openabyss.server.tables.errors import Refusal
from openabyss.server.tables.invitations import check_not_over
from openabyss.server.tables.live.table import LiveTable, is_looked_at
from openabyss.server.tables.seating import FRIEND, ME, SeatWanted, TableWanted, distinct
from openabyss.server.tables.tables import Tables
from openabyss.words import _

# How often somebody tries again when others are faster.
TRIES = 5


class OpenTables:
    """The list of open tables."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._storage: Storage = tables.storage

    async def put(self, table: LiveTable, browser: str) -> None:
        """The host puts a table on the list. Raises InvalidOption, Refusal."""
        _check_host(table, browser)
        check_not_over(table)
        await self._storage.write(openings.put, table.row, table.seats, browser, datetime.now(UTC))

    async def take_off(self, table: LiveTable, browser: str) -> None:
        """The host takes it off the list. Raises Refusal."""
        _check_host(table, browser)
        await self._storage.write(openings.take_off, table.id)

    async def take_seat(self, id_: str, browser: str, name: str) -> LiveTable:
        """A free seat of a table on the list, under this name, or one like it if somebody there has it.
        Raises UnknownTable, InvalidOption, or Refusal if it is not on the list any more."""
        table = await self._tables.registry.get(id_)
        for _try in range(TRIES):
            # Also where another server has just given it: who presses twice has one seat.
            if browser in [seat.browser for seat in await self._storage.read(seats_of, id_)]:
                return table
            found = await self._storage.read(openings.check_free, id_, browser, datetime.now(UTC))
            if found is None:
                break
            seat = found.free[0]
            others = [row.name for row in found.seats if row.seat != seat.seat]
            called = distinct(name or _("Guest"), others)
            try:
                await self._tables.invitations.take_free_seat(table, seat, browser, called)
            except NameKept:  # Another try would end in the same way.
                raise
            except (Refusal, InvalidOption):
                table = await self._tables.registry.get(id_)  # Somebody was faster, or has just this name.
        raise Refusal("stale", _("This table is full or has already started. Choose another one."))

    async def find(self, wanted: TableWanted, browser: str, name: str) -> LiveTable:
        """A seat at the table that has waited for longest for this game, or at a new one that waits from now
        on. Raises InvalidOption, Refusal."""
        for _try in range(TRIES):
            table = await self._tables.creation.match(wanted, browser)
            if table.is_host(browser) or table.seats_of(browser):
                return table
            try:
                return await self.take_seat(table.id, browser, name)
            except Refusal:
                continue  # It is full; there may be another one.
        raise Refusal("stale", _("This table is full or has already started. Choose another one."))

    async def note_attended(self) -> None:
        """Store that somebody is at those tables in memory that are looked at."""
        if await self._storage.read(openings.is_empty):
            return
        attended = [table.id for table in self._tables.registry.in_memory if is_looked_at(table)]
        await self._storage.write(openings.keep, attended, datetime.now(UTC))


def _check_host(table: LiveTable, browser: str) -> None:
    if not table.is_host(browser):
        text = _("Only the person who set up the table can put it on the list, or take it off.")
        raise Refusal("forbidden", text)


def table_to_find(players: int, *, kraken: bool, leviathan: bool, name: str) -> TableWanted:
    """A table of people who look for each other."""
    seats = (SeatWanted(ME, name), *[SeatWanted(FRIEND)] * (players - 1))
    return TableWanted(seats, kraken=kraken, leviathan=leviathan, open=True)
