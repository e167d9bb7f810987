"""What is said at a table."""

from collections.abc import Sequence
from dataclasses import astuple
from itertools import accumulate

from openabyss.client.protocol.parts import ChatLine
from openabyss.server.storage import ChatRow, Storage
from openabyss.server.storage.moderation import Silenced, voice_of
from openabyss.server.storage.storage import now
from openabyss.server.tables.errors import Refusal
from openabyss.server.tables.table import KEPT_LINES, LiveTable
from openabyss.server.tables.talk.names import readable
from openabyss.words import _

# How many lines of the chat a newcomer is sent, and how many letters at most.
CHAT_LINES, CHAT_LETTERS = KEPT_LINES, 16_000


class Chats:
    """The chats of all tables."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    async def say(self, table: LiveTable, browser: str, text: str, id_: str) -> ChatLine:
        """Add a line to the chat. Raises Refusal, also if the operator has closed the chat or muted this
        browser."""
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
        stored = ChatLine(*astuple(row))
        table.chat.add(stored)
        return stored

    async def latest(self, table: LiveTable, browser: str | None) -> list[ChatLine]:
        """The latest lines of the chat that this browser may read; none of a closed chat."""
        if table.row.chat_closed:
            return []
        return _latest([line for line in await self._lines(table) if table.hears(browser, line.seat)])

    async def _lines(self, table: LiveTable) -> list[ChatLine]:
        """The latest lines of the chat; read only once while somebody looks at the table."""
        if table.chat.lines is None:
            said = table.chat.said
            lines = [ChatLine(*astuple(row)) for row in await self._storage.chat(table.id, CHAT_LINES)]
            if not table.present:
                table.chat.next = lines[-1].n + 1 if lines else 0
            if not table.present or table.chat.said != said:
                return lines
            table.chat.lines = lines
        return table.chat.lines


def _latest(lines: Sequence[ChatLine]) -> list[ChatLine]:
    """The lines that a newcomer is sent."""
    letters = accumulate(len(line.text) for line in reversed(lines[-CHAT_LINES:]))
    count = sum(1 for total in letters if total <= CHAT_LETTERS)
    return list(lines[len(lines) - count :])
