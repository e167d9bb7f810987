"""New tables: one that somebody has asked for, and the rematch after a game."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from openabyss.client.guide import guided_config, seed_of
from openabyss.client.table_history import TableHistory
from openabyss.play.position.fields import written_number
from openabyss.play.position.options import config_of
from openabyss.server.credentials import hashed, new_nonce, new_table_id
from openabyss.server.storage import SeatRow, Storage, TableRow
from openabyss.server.storage.outbox import Call
from openabyss.server.storage.people import openings
from openabyss.server.storage.rows import PERSON, StoredTable
from openabyss.server.storage.storage import now
from openabyss.server.tables.commands import Commands
from openabyss.server.tables.errors import Refusal, UnknownTable
from openabyss.server.tables.invitations import LinkTokens
from openabyss.server.tables.live.news import read_seats
from openabyss.server.tables.live.table import LiveTable
from openabyss.server.tables.names import check_unkept
from openabyss.server.tables.registry import Registry
from openabyss.server.tables.seating import (
    COMPUTER,
    FRIEND,
    HERE,
    ME,
    SeatWanted,
    TableWanted,
    config_of_request,
    has_open_seed,
    playing_level,
    random_seed,
    seated,
)
from openabyss.version import RULES, VERSION
from openabyss.words import _


class Creation:
    """Makes tables."""

    def __init__(self, storage: Storage, registry: Registry, commands: Commands, tokens: LinkTokens) -> None:
        self._storage, self._registry = storage, registry
        self._commands, self._tokens = commands, tokens

    async def create(self, wanted: TableWanted, browser: str) -> LiveTable:
        """A new table for the browser with this hash. Raises InvalidOption."""
        return await self._open(self._row_wanted(wanted, browser), wanted)

    def prepare(self, wanted: TableWanted, host: str, browsers: Sequence[str | None]) -> StoredTable:
        """A table that is still to be stored, at which these browsers sit. Raises InvalidOption."""
        row = self._row_wanted(wanted, host)
        held = zip(self._seats_of(row, wanted), browsers, strict=True)
        return StoredTable(row, [replace(seat, browser=browser) for seat, browser in held])

    def _row_wanted(self, wanted: TableWanted, host: str) -> TableRow:
        return self._new_row(config_of_request(wanted), host, wanted, open_seed=has_open_seed(wanted))

    async def match(self, wanted: TableWanted, browser: str) -> LiveTable:
        """An open table with this game that waits already, else a new one. Raises InvalidOption."""
        row = self._row_wanted(wanted, browser)
        seats = self._seats_of(row, wanted)
        await check_unkept(self._storage, [seat.name for seat in seats], browser)
        found = await self._storage.write(openings.match, row, seats, datetime.now(UTC))
        return await self._registry.get(found)

    async def create_guided(self, name: str, browser: str, course: str) -> LiveTable:
        """A guided game of the browser with this hash, against the computer that plays by default.
        Raises InvalidOption if that is no name."""
        wanted = TableWanted((SeatWanted(ME, name), SeatWanted(COMPUTER)))
        return await self._open(self._new_row(guided_config(course), browser, wanted), wanted)

    async def play_on(
        self, config: dict[str, Any], wanted: TableWanted, browser: str, *, is_seed_known: bool
    ) -> LiveTable:
        """A table for a game that goes on from a moment of another one, or begins as that did. Raises
        InvalidOption."""
        is_open = is_seed_known and any(seat.kind == FRIEND for seat in wanted.seats)
        return await self._open(self._new_row(config, browser, wanted, open_seed=is_open), wanted)

    async def _open(self, row: TableRow, wanted: TableWanted) -> LiveTable:
        """A new table for the browser of its host, in which others may sit as well."""
        seats = self._seats_of(row, wanted)
        await check_unkept(self._storage, [seat.name for seat in seats], row.host)
        history = TableHistory(row.config, [seat.level for seat in seats])
        if wanted.open:
            await self._storage.write(openings.create, row, seats, datetime.now(UTC))
        else:
            await self._storage.create(row, seats)
        table = LiveTable(row, seats, set(), history)
        async with table.lock:
            await self._commands.start_clock(table)
        self._registry.add(table)
        return table

    def _seats_of(self, row: TableRow, wanted: TableWanted) -> list[SeatRow]:
        """Seats with their links; the host has those at the own screen."""
        seats = []
        for place, seat in enumerate(seated(wanted)):
            browser = row.host if seat.kind in (ME, HERE) else None
            kind = COMPUTER if seat.kind == COMPUTER else PERSON
            made = SeatRow(place, kind, seat.name, seat.level, browser)
            seats.append(self._tokens.with_new_link(row.id, made))
        return seats

    def _new_row(
        self, config: dict[str, Any], host: str, agreed: TableWanted | TableRow, *, open_seed: bool = False
    ) -> TableRow:
        id_, salt, nonce, created = new_table_id(), new_nonce(), new_nonce(), now()
        return TableRow(
            id=id_,
            created=created,
            changed=created,
            config=config,
            engine=VERSION,
            # As people can compute it after the game: sha256 in hex of "<seed>:<salt>".
            commitment=hashed(f"{seed_of(config)}:{salt}"),
            salt=salt,
            host=host,
            watch_token=hashed(self._tokens.for_spectators(id_, nonce)),
            watch_nonce=nonce,
            grace=agreed.grace,
            open_seed=open_seed,
            rules=RULES,
            time_control=agreed.time_control,
            time_up=agreed.time_up,
        )

    async def rematch(self, table: LiveTable, browser: str | None, allow: Callable[[], object]) -> LiveTable:
        """The same people again, each one seat further on. Raises UnknownTable, and Refusal before the end
        and for spectators; `allow` may raise it, too, when that takes a new table."""
        if not table.seats_of(browser):
            raise Refusal("forbidden", _("Only players can ask for a rematch."))
        if not table.history.is_over:
            raise Refusal("illegal", _("A rematch can begin when this game is over."))
        if table.row.rematch is not None:
            with suppress(UnknownTable):  # It was deleted, and another one can follow.
                return await self._registry.get(table.row.rematch)
        allow()
        opened = await self._commands.run_shielded(self._open_rematch(table, browser))
        return await self._registry.get(opened)

    async def _open_rematch(self, table: LiveTable, browser: str | None) -> str:
        async with table.lock:
            await read_seats(self._storage, table)
            row = self._new_row(_config_of_rematch(table), table.row.host, table.row)
            seats = []
            for place in range(len(table.seats)):
                shift = 0 if table.history.game.table.regent is not None else 1  # The Regent stays on his.
                old = table.seats[(place + shift) % len(table.seats)]
                level = None if old.level is None else playing_level(old.level)
                moved = SeatRow(place, old.kind, old.name, level, old.browser)
                seats.append(self._tokens.with_new_link(row.id, moved))
            call = first_call(StoredTable(row, seats))
            called = None if call.browser == browser else call
            id_ = await self._storage.create_rematch(table.id, row, seats, called)
            table.row = replace(table.row, rematch=id_)
        table.publish()
        return id_


def first_call(stored: StoredTable) -> Call:
    """Who is asked first at a new table, and gets a notice."""
    seat = TableHistory(stored.row.config, [one.level for one in stored.seats]).asked or 0
    return Call(seat, stored.seats[seat].browser)


def _config_of_rematch(table: LiveTable) -> dict[str, Any]:
    """The same game with another seed; after a game that began in the middle, one from the beginning."""
    if "position" not in table.row.config:
        return {**table.row.config, "seed": written_number(random_seed())}
    game = table.history.game
    sets = {"kraken": game.table.kraken, "leviathan": game.table.leviathan}
    return config_of(game.players, random_seed(), **sets, options=game.options)
