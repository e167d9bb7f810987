"""What is said at a table, and what the operator does about it, also if another process has done it."""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import accumulate

from openabyss.client.protocol.parts import ChatLine
from openabyss.server.limits import Buckets
from openabyss.server.settings import Limits
from openabyss.server.storage import ChatRow, Conflict, Storage
from openabyss.server.storage.moderation import (
    By,
    Deed,
    Kind,
    ModeratedTable,
    NothingToModerate,
    Silenced,
    carry_out,
    deeds_after,
    latest_deeds,
    voice_of,
)
from openabyss.server.storage.storage import chat_of, now
from openabyss.server.tables.errors import Refusal, UnknownTable, too_many
from openabyss.server.tables.live.news import gone, read_seats, tell_lines
from openabyss.server.tables.live.table import KEPT_LINES, LiveTable
from openabyss.server.tables.names import readable
from openabyss.server.tables.registry import Registry
from openabyss.server.tables.seating import neutral_name
from openabyss.words import _

# How many lines of the chat a newcomer is sent, and how many letters at most.
CHAT_LINES, CHAT_LETTERS = KEPT_LINES, 16_000
# All spectators of a table together may say as much as this many: each line goes to all of them.
GALLERY = 3


class Chats:
    """The chats of all tables."""

    def __init__(self, storage: Storage, limits: Limits) -> None:
        self._storage = storage
        self._said = Buckets.a_minute(limits.chat)
        self._said_in_galleries = Buckets.a_minute(GALLERY * limits.chat)

    async def say(
        self,
        table: LiveTable,
        browser: str,
        text: str,
        id_: str,
        acknowledge: Callable[[], None] = lambda: None,
    ) -> None:
        """Add a line to the chat, acknowledge it, and send it to those who may read it. Raises Refusal, also
        if the operator has closed the chat or muted this browser, or UnknownTable."""
        if not self._said.take(browser):
            raise too_many()
        if not table.seats_of(browser) and not self._said_in_galleries.take(table.id):
            raise too_many()
        plain = readable(text)
        if not plain:
            raise Refusal("unreadable", _("There is nothing readable in this message."))
        seat = table.first_seat_of(browser)
        name = _("Spectator") if seat is None else table.names[seat]
        line = ChatRow(0, seat, name, plain, now())
        try:
            row = await self._storage.add_chat(table.id, line, f"{voice_of(browser)}:{id_}")
        except Silenced as error:
            raise Refusal("forbidden", str(error)) from error
        except Conflict as error:
            raise gone(table) from error
        acknowledge()
        if table.chat.next is not None and row.n > table.chat.next:  # Others have spoken elsewhere before.
            await tell_lines(self._storage, table, row.n + 1)
        elif table.chat.add(row):
            table.tell_said(row)

    async def latest(self, table: LiveTable, browser: str | None) -> list[ChatLine]:
        """The latest lines of the chat that this browser may read; none of a closed chat."""
        if table.row.chat_closed:
            return []
        return _latest([line for line in await self._lines(table) if table.hears(browser, line.seat)])

    async def _lines(self, table: LiveTable) -> Sequence[ChatLine]:
        """The latest lines of the chat; read only once while somebody looks at the table."""
        while table.chat.lines is None:
            before = table.chat.next
            lines = await self._storage.read(chat_of, table.id, CHAT_LINES)
            end = lines[-1].n + 1 if lines else 0
            if not table.present:
                table.chat.next = end
                return lines
            for line in lines:  # Those who are here have them before somebody else is greeted with them.
                if table.chat.add(line):
                    table.tell_said(line)
            if table.chat.next in (before, end):  # Else more has been said meanwhile.
                table.chat.lines, table.chat.next = lines, end
        return table.chat.lines


def _latest(lines: Sequence[ChatLine]) -> list[ChatLine]:
    """The lines that a newcomer is sent."""
    letters = accumulate(len(line.text) for line in reversed(lines[-CHAT_LINES:]))
    count = sum(1 for total in letters if total <= CHAT_LETTERS)
    return list(lines[len(lines) - count :])


def removing_name(table: ModeratedTable, seat: int) -> Deed:
    """The deed that gives a seat a neutral name that nobody else has at the table or in its league. Raises
    NothingToModerate."""
    if seat not in range(len(table.names)):
        raise NothingToModerate(_("table {table} has no seat {seat}").format(table=table.id, seat=seat))
    others = [name for place, name in enumerate(table.names) if place != seat] + table.beside
    name = neutral_name(seat, others)
    return Deed(Kind.REMOVE_NAME, table.id, seat=seat, voice=table.voices[seat], name=name)


def _let_another_follow(deleted: str, tables: Iterable[LiveTable]) -> None:
    """Where a table that was deleted was the rematch, another one can begin."""
    for table in tables:
        if table.row.rematch == deleted:
            table.row = replace(table.row, rematch=None)
            table.publish()


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
                if deed.kind == Kind.DELETE:
                    _let_another_follow(deed.table, in_memory.values())
                self._seen = deed.n

    async def _show(self, table: LiveTable, kind: str) -> None:
        if kind == Kind.DELETE:
            table.is_deleted = True
        elif kind == Kind.REMOVE_NAME:
            with suppress(UnknownTable):
                async with table.lock:
                    await read_seats(self._storage, table)
        elif kind in (Kind.CLOSE_CHAT, Kind.OPEN_CHAT):
            table.row = replace(table.row, chat_closed=kind == Kind.CLOSE_CHAT)
        else:
            return
        table.chat.lines = None
        table.call_back_all()
