"""Connections below the application: how long the server waits for the other side, and how many there may be.

Uvicorn leaves this to a proxy: it waits forever for a request that does not end and for a reader
that does not read, and answers every ping. Here a client that keeps the server waiting is cut off.
"""

import asyncio
import socket
from collections.abc import Callable
from typing import Any

import uvicorn
from starlette.applications import Starlette
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from openabyss.web.access.limits import Bucket
from openabyss.web.settings import Settings
from openabyss.web.sockets.compression import COMPRESSION

GRACE_SECONDS = 5
PING_SECONDS = 20
# Bytes that are read at once: a frame has 6 or more, and all frames that were read are parsed in one go.
BYTES_AT_ONCE = 2048
# Pings, pongs and pieces of messages never reach the application, so that they are counted here.
MAX_CONTROL_FRAMES = 100
CONTROL_FRAMES_PER_SECOND = 10
# After closing, only the other side's close frame is awaited, for this many bytes and seconds.
MAX_AFTER_CLOSE = 32 * 1024
LINGER_SECONDS = 2.0
FULL = b"HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nRetry-After: 5\r\nContent-Length: 0\r\n\r\n"


def config_for(app: Starlette, settings: Settings) -> uvicorn.Config:
    """How the application is served."""
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
        proxy_headers=False,  # The application does that, and believes only the proxies of the settings.
        timeout_graceful_shutdown=GRACE_SECONDS,
    )


class _Wait:
    """One thing that is waited for: when it lasts too long, `end` is called."""

    def __init__(self, loop: asyncio.AbstractEventLoop, end: Callable[[], None]) -> None:
        self._loop, self._end = loop, end
        self._what: object = None
        self._timer: asyncio.TimerHandle | None = None

    def begin(self, what: object, seconds: float) -> None:
        """Wait for this from now on, unless that is so already."""
        if what != self._what:
            self.stop()
            self._what, self._timer = what, self._loop.call_later(seconds, self._end)

    def stop(self) -> None:
        """It has come."""
        self._what = None
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class PatientHttp(H11Protocol):
    """HTTP with time limits for the head of a request, for its body, and for reading the answer."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as Uvicorn has it
        super().connection_made(transport)
        self._settings = _settings_of(self.config)
        self._request = _Wait(self.loop, transport.abort)
        self._reader = _Wait(self.loop, transport.abort)
        _read_little_at_once(transport)
        _send_at_once(transport)
        if self._is_full():
            transport.write(FULL)
            transport.close()
            self.loop.call_later(LINGER_SECONDS, transport.abort)
            return
        self._await_request()

    def connection_lost(self, exc: Exception | None) -> None:
        self._request.stop()
        self._reader.stop()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._await_request()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        # Between requests Uvicorn's own limit holds, until the next one begins.
        if self.cycle.response_complete:
            self._request.stop()
        else:
            self._await_request()

    def handle_websocket_upgrade(self, event: Any) -> None:
        self._request.stop()
        super().handle_websocket_upgrade(event)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._reader.begin("reader", self._settings.patience.reading)

    def resume_writing(self) -> None:
        self._reader.stop()
        super().resume_writing()

    def shutdown(self) -> None:
        super().shutdown()
        if self.transport.is_closing():
            self.loop.call_later(LINGER_SECONDS, self.transport.abort)

    def _await_request(self) -> None:
        """A new head, or a new body, has its whole time; what trickles in does not prolong it."""
        patience = self._settings.patience
        if self.transport.is_closing() or self.transport.get_protocol() is not self:
            self._request.stop()
        elif self.cycle is None or self.cycle.response_complete:  # type: ignore[redundant-expr]  # at first
            self._request.begin(("head", id(self.cycle)), patience.head)
        elif self.cycle.more_body:
            self._request.begin(("body", id(self.cycle)), patience.body)
        else:
            self._request.stop()

    def _is_full(self) -> bool:
        """There are as many connections as there may be, in all or from this address.

        A proxy has as many as its visitors need, who are counted one by one when it has told who they are.
        """
        limits = self._settings.limits
        if len(self.connections) > limits.connections_in_all:
            return True
        own = _host_of(self)
        if own is not None and self._settings.is_proxy(own):
            return False
        return sum(_host_of(other) == own for other in self.connections) > limits.connections


class PatientSocket(WebSocketsSansIOProtocol):
    """A WebSocket that is read in small pieces, answers only so often, and ends when it is closed."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.conn.available_extensions = [COMPRESSION]

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._control = Bucket(MAX_CONTROL_FRAMES, CONTROL_FRAMES_PER_SECOND)
        self._after_close = 0
        _read_little_at_once(self.transport)

    def data_received(self, data: bytes) -> None:
        if self.close_sent:
            self._after_close += len(data)
        if self._after_close > MAX_AFTER_CLOSE:
            self.transport.abort()
            return
        super().data_received(data)

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
        """Say why it is closed, and throw away what still comes: closing at once would lose the reason."""
        closing = self.conn.close_sent
        if self.close_sent or closing is None:
            return
        event = {"type": "websocket.disconnect", "code": closing.code, "reason": closing.reason}
        self.queue.put_nowait(event)  # type: ignore[arg-type]  # the event of ASGI
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.close_timer = self.loop.call_later(LINGER_SECONDS, self.transport.abort)

    async def run_asgi(self) -> None:
        await super().run_asgi()
        self.loop.call_later(LINGER_SECONDS, self.transport.abort)

    def _may_go_on(self) -> bool:
        if self._control.take():
            return True
        self.transport.abort()
        return False


def _host_of(connection: asyncio.BaseProtocol) -> str | None:
    client: tuple[str, int] | None = getattr(connection, "client", None)
    return client[0] if client else None


def _settings_of(config: uvicorn.Config) -> Settings:
    app = config.app
    assert isinstance(app, Starlette)
    settings: Settings = app.state.settings
    return settings


def _send_at_once(transport: asyncio.Transport) -> None:
    """By itself TCP holds back a short piece until the other side has acknowledged the one before: the body
    of an answer came 40 ms after its head. asyncio turns that off only for sockets that name their protocol.
    """
    transport.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)


def _read_little_at_once(transport: asyncio.Transport) -> None:
    """So that nobody's bytes keep the others waiting: the loop reads from each in turn."""
    transport.max_size = BYTES_AT_ONCE  # type: ignore[attr-defined]  # of asyncio's transports of sockets
