"""One socket and its sender, which sends acknowledgements first and then the newest update: while a command
of this socket is carried out, it is sent no update.

A slow reader never delays others, nor takes much memory: at most one update, made when it can be sent, and a
limited number of bytes of messages wait for it. Beyond them the connection is closed; the client reconnects,
and nothing is lost. Nothing more is read from a connection that is closing, and every wait has a limit.
"""

import asyncio
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager

from starlette.websockets import WebSocket

from openabyss.client.protocol import RESTARTING
from openabyss.client.protocol.from_server import (
    Bye,
    Explained,
    FromServer,
    Hinted,
    OrdersShown,
    Refused,
    write_message,
)
from openabyss.server.compression import padded
from openabyss.server.settings import Patience
from openabyss.server.tables.live.table import LiveTable, Subscriber

# Messages that may mention the seat's own cards.
SECRET = (Explained, Hinted, OrdersShown, Refused)
# Bytes of messages that may wait to be sent; each counts as a little more than its text.
MAX_WAITING, BESIDE_TEXT = 128 * 1024, 100


class Connection(Subscriber):
    """One socket at a table."""

    def __init__(self, socket: WebSocket, table: LiveTable, browser: str, patience: Patience) -> None:
        self.table, self.browser = table, browser
        self.seat: int | None = None
        self.greeted = False
        self.sender: asyncio.Task[None] | None = None
        self.socket, self._patience = socket, patience
        # The revision of the last update, and the names in the log; none are known of earlier connections.
        self._seen, self._names = -1, list[str]()
        self._due = self._is_held = False
        self._waiting: deque[bytes] = deque()
        self._waiting_bytes = 0
        self._news = asyncio.Event()
        self._last: int | None = None

    @property
    def is_closing(self) -> bool:
        """Whether it is to be closed: nothing more is read from it."""
        return self._last is not None

    def changed(self) -> None:
        """An update is due."""
        self._due = True
        self._news.set()

    def tell(self, written: bytes) -> None:
        """Send a message before the next update. A connection with too many unsent bytes is closed."""
        if self.is_closing:
            return
        self._waiting_bytes += len(written) + BESIDE_TEXT
        if self._waiting_bytes > MAX_WAITING:
            self._waiting.clear()
            self.leave(RESTARTING)
            return
        self._waiting.append(written)
        self._news.set()

    def say(self, message: FromServer) -> None:
        """Send a message that is for this connection alone."""
        written = write_message(message)
        self.tell(padded(written) if isinstance(message, SECRET) else written)

    def leave(self, code: int, message: Bye | None = None) -> None:
        """Send a last message, then close with this code; only the first call counts."""
        if self.is_closing:
            return
        if message is not None:
            self._waiting.append(write_message(message))
        self._last = code
        self._news.set()

    def look_from(self, seat: int | None, have: int) -> None:
        """Show the table from this seat from now on, without regard to what was sent for another seat."""
        self._seen = have if not self.greeted or seat == self.seat else -1
        self.seat, self.greeted = seat, True
        self.changed()

    @contextmanager
    def updates_held(self) -> Iterator[None]:
        """Send no update while a command is carried out; what is said right after that comes first."""
        self._is_held = True
        try:
            yield
        finally:
            self._is_held = False
            self._news.set()

    async def send(self) -> None:
        """Send everything that is due, until the connection is left. Raises TimeoutError if the other side
        does not read for too long."""
        while True:
            await self._news.wait()
            self._news.clear()
            while self._waiting:
                written = self._waiting.popleft()
                self._waiting_bytes -= len(written) + BESIDE_TEXT
                await self._send(written)
            if self._last is not None:
                async with asyncio.timeout(self._patience.bye):
                    await self.socket.close(self._last)
                return
            if self._due and self.greeted and not self._is_held:
                self._due = False
                await self._send_update()

    async def _send_update(self) -> None:
        names = self.table.names_in_texts
        is_renamed = names != self._names  # Somebody has sat down, perhaps.
        written = self.table.written_update(self.seat, self.browser, self._seen, is_log_whole=is_renamed)
        self._seen, self._names = self.table.history.revision, names
        await self._send(written)

    async def _send(self, written: bytes) -> None:
        async with asyncio.timeout(self._patience.reading):
            await self.socket.send_text(written.decode())
