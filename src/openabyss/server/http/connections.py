"""Connections below the application: how many there may be, and how long each may wait for the other side.

Uvicorn leaves patience to a proxy: it waits forever for a request that does not end, for a reader that does
not read, and for a last word to be taken. Here every connection says, in whatever state it is, what it waits
for and how long it may. A look at all of them, twice a second, ends those that have waited for too long.
"""

import asyncio
import socket
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import uvicorn
from starlette.applications import Starlette
from uvicorn.protocols.http.flow_control import HIGH_WATER_LIMIT
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, Frame

from openabyss.server.compression import UPDATE_COMPRESSION
from openabyss.server.limits import Bucket, Places, visitor_of
from openabyss.server.logging import log_warning
from openabyss.server.settings import Settings

GRACE_SECONDS = 5
PING_SECONDS = 20
LOOK_SECONDS = 0.5
# How many connections are looked at before others have a turn.
LOOKED_AT_ONCE = 100
# How many connections may wait to be accepted: in a flood each waits for all before it. And how many are
# accepted before open connections have a turn.
WAITING_CONNECTIONS = 128
ACCEPTED_AT_ONCE = 16
# Bytes that are read at a time: a frame has 6 or more, and all frames that were read are parsed together.
BYTES_AT_ONCE = 2048
# Pings, pongs and fragments of messages never reach the application, so they are counted here.
MAX_CONTROL_FRAMES = 100
CONTROL_FRAMES_PER_SECOND = 10
# After closing, this many bytes are read while waiting for the other side's close frame.
MAX_AFTER_CLOSE = 32 * 1024
# Open files kept free for the database, pipes to computers, and connections that are accepted only to be
# refused.
FILES_BESIDE = 200
FULL = b"HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nRetry-After: 5\r\nContent-Length: 0\r\n\r\n"
UNREADABLE = b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"


class Wait(NamedTuple):
    """What a connection waits for, and for how many seconds at most; None: without a limit here."""

    what: object
    seconds: float | None


# What most of thousands of sockets wait for.
ANYTHING = Wait("anything", None)


class PatientServer(uvicorn.Server):
    """Serves the application, and ends connections that have waited for one thing for too long."""

    def __init__(self, app: Starlette) -> None:
        super().__init__(_config(app))
        limits = app.state.settings.limits
        app.state.connections = Places(limits.connections, room_for(limits.connections_in_all))
        self._waits: dict[Any, tuple[object, float]] = {}

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        for listening in sockets or []:
            listening.listen(WAITING_CONNECTIONS)  # asyncio uses one number for both.
        self._watch = asyncio.create_task(self._watch_connections())

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await super().shutdown(sockets)
        self._watch.cancel()

    async def _watch_connections(self) -> None:
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            before, self._waits = self._waits, {}
            connections = tuple(self.server_state.connections)
            for first in range(0, len(connections), LOOKED_AT_ONCE):
                self._end_overdue(connections[first : first + LOOKED_AT_ONCE], before)
                await asyncio.sleep(0)

    def _end_overdue(self, connections: Sequence[Any], before: Mapping[Any, tuple[object, float]]) -> None:
        """End those that have waited for too long for what they waited for before."""
        now = asyncio.get_running_loop().time()
        for connection in connections:
            wait: Wait = connection.wait
            if wait.seconds is None:
                continue
            what, since = before.get(connection, (None, now))
            if what != wait.what:
                since = now
            self._waits[connection] = wait.what, since
            if now - since > wait.seconds:
                connection.transport.abort()


def _config(app: Starlette) -> uvicorn.Config:
    """How the application is served."""
    settings: Settings = app.state.settings
    return uvicorn.Config(
        app,
        loop="asyncio",
        http=PatientHttp,
        ws=PatientSocket,
        log_config=None,
        access_log=False,
        ws_max_size=settings.limits.frame,
        ws_per_message_deflate=False,  # `PatientSocket` compresses in a way of its own.
        ws_ping_interval=PING_SECONDS,
        ws_ping_timeout=PING_SECONDS,
        server_header=False,
        proxy_headers=False,  # The application does that, and trusts only the proxies of the settings.
        timeout_graceful_shutdown=GRACE_SECONDS,
        backlog=ACCEPTED_AT_ONCE,
    )


class Patient(asyncio.Protocol):
    """What both kinds of connection share: a place, and the time that is left for what it waits for."""

    config: uvicorn.Config
    client: tuple[str, int] | None
    transport: asyncio.Transport

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as Uvicorn has it
        super().connection_made(transport)
        app = self.config.app
        assert isinstance(app, Starlette)
        self._settings: Settings = app.state.settings
        self._places: Places = app.state.connections
        self._patience, self._drained = self._settings.patience, 0
        self._address = self.client[0] if self.client else ""
        self._visitor = visitor_of(self._address)
        # No connection delays the others: the loop reads from each in turn.
        self.transport.max_size = BYTES_AT_ONCE  # type: ignore[attr-defined]  # of transports of sockets

    def resume_writing(self) -> None:
        self._drained += 1
        super().resume_writing()

    def _take_place(self) -> bool:
        """Whether there was a place for one more connection, in all and of this visitor. A proxy has as many
        as its visitors need, who are counted one by one when it has said who they are."""
        if self._settings.is_proxy(self._address):
            return self._places.take_for_many(self._visitor)
        return self._places.take(self._visitor)

    def _wait_for_reader(self) -> Wait:
        """Each piece that is sent has its whole time, also the last one, after which it is closed."""
        pieces = self.transport.get_write_buffer_size() // HIGH_WATER_LIMIT
        return Wait(("reader", self._drained, pieces), self._patience.reading)


class PatientHttp(Patient, H11Protocol):
    """An HTTP connection with a place, whose waiting is limited."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as Uvicorn has it
        super().connection_made(transport)
        self._has_place = self._take_place()
        if not self._has_place:
            transport.write(FULL)
            transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        if self._has_place:
            self._places.give_back(self._visitor)

    @property
    def wait(self) -> Wait:
        """A new head, or a new body, has its whole time; what trickles in does not prolong it."""
        if self.flow.write_paused or self.transport.is_closing():
            return self._wait_for_reader()
        if self.cycle is None or self.cycle.response_complete:  # type: ignore[redundant-expr]  # at first
            return Wait(("head", self.cycle), self._patience.head)
        if self.cycle.more_body:
            return Wait(("body", self.cycle), self._patience.body)
        return Wait(("answer", self.cycle), self._patience.answer)


class PatientSocket(Patient, WebSocketsSansIOProtocol):  # type: ignore[misc]  # its transport is one of sockets
    """A WebSocket that is read in small pieces, answers only so often, and ends when it is closed."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.conn.available_extensions = [UPDATE_COMPRESSION]
        self._control = Bucket(MAX_CONTROL_FRAMES, CONTROL_FRAMES_PER_SECOND)
        self._after_close = 0

    def connection_lost(self, exc: Exception | None) -> None:
        """Give back the place, which it took over from the HTTP connection that it was."""
        super().connection_lost(exc)
        self._places.give_back(self._visitor)

    @property
    def wait(self) -> Wait:
        """Limits the handshake; once it is open and read, pings find out whether the other side is there."""
        if not self.handshake_complete:
            seconds = self._patience.answer if self.handshake_initiated else self._patience.head
            return Wait("handshake", seconds)
        if self.close_sent or self.transport.is_closing():
            return Wait("close", self._patience.bye)
        if not self.writable.is_set():
            return self._wait_for_reader()
        return ANYTHING

    def data_received(self, data: bytes) -> None:
        if self.close_sent:
            self._after_close += len(data)
        if self._after_close > MAX_AFTER_CLOSE:
            self.transport.abort()
            return
        super().data_received(data)
        if self.conn.handshake_exc is not None and not self.handshake_initiated:
            self._refuse_handshake()

    def handle_ping(self) -> None:
        if self._may_go_on():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        if self._may_go_on():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        if self._may_go_on():
            super().handle_cont(event)

    def handle_parser_exception(self) -> None:
        """Send the reason, and discard what still comes: closing at once would lose the reason."""
        closing = self.conn.close_sent
        if self.close_sent or closing is None:
            return
        event = {"type": "websocket.disconnect", "code": closing.code, "reason": closing.reason}
        self.queue.put_nowait(event)  # type: ignore[arg-type]  # the event of ASGI
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.close_timer = self.loop.call_later(self._patience.bye, self.transport.abort)

    def send_receive_event_to_app(self) -> None:
        """Close after what is no text; Uvicorn writes a traceback for each."""
        if not self.close_sent and self.curr_msg_data_type == "text":
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self.conn.send_close(CloseCode.INVALID_DATA)
                self.handle_parser_exception()
                return
        super().send_receive_event_to_app()

    async def send(self, message: Any) -> None:
        """What was closed here, for what it has sent or has not answered, is gone for the application as
        well, which may not know it yet."""
        await self.writable.wait()
        if self.close_sent:
            raise ClientDisconnected
        await super().send(message)

    def _refuse_handshake(self) -> None:
        """Uvicorn forgets a request that websockets does not read: with a body, or too many or long lines."""
        self.transport.write(b"".join(self.conn.data_to_send()) or UNREADABLE)
        self.transport.close()

    def _may_go_on(self) -> bool:
        if self._control.take():
            return True
        self.transport.abort()
        return False


def room_for(connections: int) -> int:
    """How many connections may be open, at most this many. Raises the soft limit of open files."""
    try:
        import resource  # noqa: PLC0415  there is none on Windows, where sockets are no files
    except ImportError:
        return connections
    wanted = connections + FILES_BESIDE
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return connections
    enough = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (enough, hard))
    if enough == wanted:
        return connections
    room = max(1, enough - FILES_BESIDE)
    log_warning("limit of open files", connections_wanted=connections, connections=room)
    return room
