"""What is said at a table."""

from itertools import accumulate

from openabyss.web.protocol.messages import ChatLine
from openabyss.web.storage import ChatRow, Storage
from openabyss.web.storage.storage import now
from openabyss.web.tables.errors import Refusal
from openabyss.web.tables.names import readable
from openabyss.web.tables.table import LiveTable
from openabyss.words import _

# Of the chat somebody who comes is told so many lines, or so many letters if the lines are long.
CHAT_LINES, CHAT_LETTERS = 100, 16_000


class Chats:
    """The chats of all tables."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    async def say(self, table: LiveTable, browser: str, text: str, id_: str) -> ChatLine:
        """A line of the chat. Raises Refusal."""
        plain = readable(text)
        if not plain:
            raise Refusal("unreadable", _("There is nothing readable in this message."))
        seats = table.seats_of(browser)
        seat = seats[0] if seats else None
        name = _("Spectator") if seat is None else table.names[seat]
        line = ChatRow(0, seat, name, plain, now())
        stored = await self._storage.add_chat(table.id, line, f"{browser[:16]}:{id_}")
        return ChatLine(stored.n, stored.seat, stored.name, stored.text, stored.at)

    async def latest(self, table: LiveTable) -> list[ChatLine]:
        """The last lines of the chat."""
        rows = await self._storage.chat(table.id, CHAT_LINES)
        letters = accumulate(len(row.text) for row in reversed(rows))
        many = sum(1 for sum_ in letters if sum_ <= CHAT_LETTERS)
        return [ChatLine(row.n, row.seat, row.name, row.text, row.at) for row in rows[len(rows) - many :]]
