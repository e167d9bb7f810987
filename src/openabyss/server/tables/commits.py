"""Commit, then acknowledge, then publish.

An entry is tried on a copy of a table's history, which takes the place of the old one only when the
entry is stored.
"""

import asyncio
from collections.abc import Coroutine, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from openabyss.client.table_history import DamagedTable, OtherRules, TableHistory
from openabyss.errors import GameOver, IllegalAction, OpenAbyssError, UnreadableAction
from openabyss.position.version import RULES
from openabyss.server.storage import Conflict, SeatRow, Storage, StoredTable
from openabyss.server.storage.rows import PERSON
from openabyss.server.tables.errors import Refusal, UnknownTable, stale
from openabyss.server.tables.seating import COMPUTER
from openabyss.server.tables.table import LiveTable
from openabyss.words import _

Result = TypeVar("Result")


class Commits:
    """Whatever changes a table is stored here before it counts."""

    def __init__(self, storage: Storage) -> None:
        self.storage = storage
        self.is_closing = False
        self._begun: set[asyncio.Future[Any]] = set()

    async def surely(self, what: Coroutine[Any, Any, Result]) -> Result:
        """Once begun it is carried out, even if the person is gone before it is stored: others must learn
        of it."""
        doing = asyncio.ensure_future(what)
        self._begun.add(doing)
        doing.add_done_callback(self._begun.discard)
        return await asyncio.shield(doing)

    async def store(self, table: LiveTable, kind: str, seat: int, text: str, command: str | None) -> None:
        """Try on a copy, commit, and only then let it count. The table's lock is held."""
        if self.is_closing:
            raise Refusal("unavailable", _("The server is being restarted; try again in a moment."))
        tried = table.history.copy()
        try:
            entry = tried.add(kind, seat, text, command)
        except UnreadableAction as error:
            raise Refusal("unreadable", str(error)) from error
        except (IllegalAction, GameOver) as error:
            raise Refusal("illegal", str(error)) from error
        try:
            changed = await self.storage.append(table.id, tried.revision, entry)
        except Conflict as error:
            await self._read_again(table)
            raise stale() from error
        table.history, table.row = tried, replace(table.row, changed=changed, rules=RULES)
        table.used()

    async def _read_again(self, table: LiveTable) -> None:
        """Another process has written to this table: go on from what is stored. Raises UnknownTable if it
        has deleted the table."""
        stored = await self.storage.load(table.id)
        if stored is None:
            table.is_deleted = True
            raise UnknownTable(_("There is no such table."))
        table.row, table.seats, table.watchers = stored.row, list(stored.seats), stored.watchers
        table.history = await asyncio.to_thread(history_of, stored)
        table.publish()

    async def read_seats(self, table: LiveTable) -> None:
        """Who sits where as it is stored, whichever server has written it. The table's lock is held."""
        table.seats = await self.storage.seats(table.id)


def history_of(stored: StoredTable) -> TableHistory:
    """Play a stored table again.

    Raises OtherRules if it was played by rules that are not known here, or by which it does not come out as
    it did; DamagedTable if it does not come out as stored, for any other reason.
    """
    version = stored.row.rules
    if version > RULES:
        raise OtherRules(version)
    try:
        return _played_again(stored)
    except DamagedTable as error:
        if version != RULES:
            raise OtherRules(version, str(error)) from error
        raise


def _played_again(stored: StoredTable) -> TableHistory:
    history: TableHistory | None = None
    try:
        history = TableHistory(stored.row.config, [seat.level for seat in stored.seats])
        _check_seats(stored.seats, history.game.players)
        history.replay(stored.entries)
    except DamagedTable:
        raise
    except Exception as error:
        number = 0 if history is None else history.revision + 1
        why = str(error) if isinstance(error, OpenAbyssError) else type(error).__name__
        raise DamagedTable(_("entry {number}: {why}").format(number=number, why=why)) from error
    return history


def _check_seats(seats: Sequence[SeatRow], players: int) -> None:
    """Every player has one seat. Raises DamagedTable."""
    are_all = [seat.seat for seat in seats] == list(range(players))
    if not are_all or any(seat.kind not in (PERSON, COMPUTER) for seat in seats):
        raise DamagedTable(_("the seats are not those of {count} players").format(count=players))
