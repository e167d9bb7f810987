"""All sockets: their limits, and each from its beginning to its end."""

import asyncio
from collections import Counter

from starlette.websockets import WebSocket, WebSocketDisconnect

from openabyss.client.protocol import BROKEN, NOT_HERE, RESTARTING, SUBPROTOCOL, TOO_MANY
from openabyss.client.protocol.from_server import Bye
from openabyss.client.table_history import DamagedTable
from openabyss.server.credentials import browser_of
from openabyss.server.limits import Places
from openabyss.server.logging import log_event, log_failure
from openabyss.server.sockets.connection import Connection
from openabyss.server.sockets.requests import Requests
from openabyss.server.tables.errors import NotAtTable, UnknownTable
from openabyss.server.tables.live.table import LiveTable
from openabyss.server.tables.tables import Tables, tables_of


class Hub:
    """All connections."""

    def __init__(self, tables: Tables) -> None:
        self._limits, self._patience = tables.settings.limits, tables.settings.patience
        self._connections: set[Connection] = set()
        self._places = Places(self._limits.sockets, self._limits.sockets_in_all)
        # Of each browser at each table, those without a hello too.
        self._of_browser: Counter[tuple[str, str]] = Counter()
        self._requests, self._news = Requests(tables), tables.news

    @property
    def count(self) -> int:
        """The number of open sockets."""
        return len(self._connections)

    async def serve(self, socket: WebSocket, table: LiveTable, browser: str) -> None:
        """One socket from its beginning to its end."""
        address = socket.client.host if socket.client else ""
        is_full = self._of_browser[browser, table.id] >= self._limits.sockets_of_seat
        if is_full or not self._places.take(address):
            await socket.close(TOO_MANY)
            return
        connection = Connection(socket, table, browser, self._patience)
        self._connections.add(connection)
        self._of_browser[browser, table.id] += 1
        table.played_by(browser, address)
        try:
            await _accept(socket)
            await self._talk(socket, connection)
        finally:
            self._leave(connection, address)

    async def _talk(self, socket: WebSocket, connection: Connection) -> None:
        """Listen and send until one of the two ends; a closing connection may still send its last message."""
        connection.sender = sender = asyncio.create_task(self._speak(connection))
        listener = asyncio.create_task(self._requests.listen(socket, connection))
        both = (sender, listener)
        try:
            await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
            if connection.is_closing:
                listener.cancel()
                await asyncio.wait((sender,), timeout=self._patience.bye)
        finally:
            for task in both:
                task.cancel()
            await asyncio.wait(both)

    async def _speak(self, connection: Connection) -> None:
        """Send until the connection is left or lost."""
        try:
            await connection.send()
        except TimeoutError:
            log_event("socket is not read", table=connection.table.id)
        except (WebSocketDisconnect, OSError):
            pass  # The other side has gone.
        except Exception:
            log_failure("sending failed", table=connection.table.id)

    async def say_bye(self) -> None:
        """Send everybody a `bye`, since the server restarts; slow readers are not waited for."""
        self._news.is_closing = True  # Nobody leaves who is sent away.
        for connection in self._connections:
            connection.leave(RESTARTING, Bye("restart"))
        senders = [task for connection in self._connections if (task := connection.sender) is not None]
        if senders:
            await asyncio.wait(senders, timeout=self._patience.bye)

    def _leave(self, connection: Connection, address: str) -> None:
        self._connections.discard(connection)
        self._places.give_back(address)
        table = connection.table
        held = connection.browser, table.id
        self._of_browser[held] -= 1
        if not self._of_browser[held]:
            del self._of_browser[held]
        if connection not in table.present:
            return
        table.leave(connection)
        gone = [seat for seat in table.seats_of(connection.browser) if not table.is_connected(seat)]
        for seat in gone:
            table.left(seat)
        if gone:
            table.announce_people_away()


async def table_socket(socket: WebSocket) -> None:
    """The socket of a table. One that may not be opened is closed with a number that says why."""
    browser = browser_of(socket)
    try:
        table = await tables_of(socket).registry.for_browser(socket.path_params["table"], browser)
    except (UnknownTable, NotAtTable):
        reason: tuple[int, str | None] = NOT_HERE, "no such table, or no seat at it"
    except DamagedTable:
        log_failure("table does not play again", table=socket.path_params["table"])
        reason = BROKEN, None
    else:
        assert browser is not None
        await socket.app.state.hub.serve(socket, table, browser)
        return
    await _accept(socket)
    await socket.close(*reason)


async def _accept(socket: WebSocket) -> None:
    """Open a socket. A browser that has asked for our protocol hears nothing, not even why its socket is
    closed, unless the answer names it."""
    await socket.accept(SUBPROTOCOL if SUBPROTOCOL in socket.scope.get("subprotocols", []) else None)
