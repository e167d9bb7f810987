"""Who sends too much, reads nothing or never finishes is cut off, and nobody else notices."""

import asyncio
import gc
import itertools
import json
import logging
import socket
import threading
import warnings
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest
from uvicorn.protocols.http.flow_control import HIGH_WATER_LIMIT
from websockets.exceptions import InvalidStatus

from openabyss.client.protocol.from_client import read_message
from openabyss.server.settings import Patience
from openabyss.server.sockets import requests
from openabyss.server.sockets.connection import Connection
from openabyss.server.tables.seating import SeatWanted, TableWanted
from tests.web.server.serving import (
    SECONDS,
    Person,
    Served,
    everything_from,
    serve,
    serve_limited,
    settings_for,
    tables_on,
    upgrade,
    wait_until,
)

RUBBISH, PING, PONG, PIECE = b"\x81", b"\x89", b"\x8a", b"\x00"
SEVEN_BYTES = b"\x87\x00\x00\x00\x00rubbish"
FLOOD = 40_000_000
LITTLE = 4096
PROXIES = ("127.0.0.0/8",)


@contextmanager
def deaf_socket(served: Served, person: Person, table: str) -> Iterator[socket.socket]:
    """A WebSocket that has said hello and reads nothing from then on."""
    with served.connection() as plain:
        plain.sendall(upgrade(table, Host=f"127.0.0.1:{served.port}", Cookie=person.cookie))
        assert plain.recv(12) == b"HTTP/1.1 101"
        plain.sendall(frame(type="hello"))
        yield plain


def frame(**message: Any) -> bytes:
    """A short message as a client sends it."""
    text = json.dumps(message).encode()
    return bytes((0x81, 0x80 | len(text), 0, 0, 0, 0)) + text


def flood(plain: socket.socket, one: bytes) -> int:
    """Send until the other side ends it; how many bytes went out."""
    many, sent = one * (60_000 // len(one)), 0
    with suppress(OSError):
        while sent < FLOOD:
            sent += plain.send(many)
    return sent


def hurried(folder: Path, **seconds: float) -> Any:
    """A server that does not wait for long."""
    return serve(settings_for(folder, patience=replace(Patience(), **seconds)))


def test_from_a_socket_that_is_to_be_closed_nothing_more_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Three million frames were taken from a socket that had been condemned after the tenth."""
    read = itertools.count()

    def counting(text: str) -> Any:
        next(read)
        return read_message(text)

    monkeypatch.setattr(requests, "read_message", counting)
    with hurried(tmp_path) as served:
        ann, table = served.seated("me", "here")
        with deaf_socket(served, ann, table) as deaf:
            assert flood(deaf, RUBBISH + SEVEN_BYTES) < FLOOD
            wait_until(lambda: served.app.state.hub.count == 0)
    assert next(read) <= 1 + requests.MAX_UNREADABLE + 1


@pytest.mark.parametrize("kind", [RUBBISH, PING, PONG, PIECE])
def test_no_kind_of_frame_can_be_sent_without_end(served: Served, kind: bytes) -> None:
    ann, table = served.seated("me", "here")
    with deaf_socket(served, ann, table) as deaf:
        if kind == PIECE:
            deaf.sendall(b"\x01" + SEVEN_BYTES)
        assert flood(deaf, kind + (b"\x80\x00\x00\x00\x00" if kind == PIECE else SEVEN_BYTES)) < FLOOD
        wait_until(lambda: served.app.state.hub.count == 0)
    with ann.at(table) as sitting:
        assert sitting.hear("update")


@pytest.fixture
def noted(caplog: pytest.LogCaptureFixture) -> Iterator[pytest.LogCaptureFixture]:
    """What the log of a server says that somebody should know."""
    loggers = [logging.getLogger(name) for name in ("openabyss.server", "uvicorn.error")]
    caplog.set_level(logging.WARNING)
    for logger in loggers:
        logger.addHandler(caplog.handler)
    yield caplog
    for logger in loggers:
        logger.removeHandler(caplog.handler)


def closed_with(plain: socket.socket) -> int:
    """The code with which a socket is closed, whose own frame says so last."""
    found = b""
    while not (at := found.rfind(b"\x88")) > 0 or len(found) < at + 4:
        found += plain.recv(65536)
    return int.from_bytes(found[at + 2 : at + 4])


@pytest.mark.parametrize("pieces", [[b"\x81"], [b"\x01", b"\x80"]])
def test_text_that_is_none_is_not_worth_a_line(
    served: Served, noted: pytest.LogCaptureFixture, pieces: list[bytes]
) -> None:
    """A traceback was written for each."""
    ann, table = served.seated("me", "here")
    with deaf_socket(served, ann, table) as plain:
        for kind in pieces:
            plain.sendall(kind + b"\x82\x00\x00\x00\x00\xed\xa0")
        assert closed_with(plain) == 1007
    wait_until(lambda: served.app.state.hub.count == 0)
    assert noted.messages == []


def test_what_a_socket_would_still_be_told_that_is_cut_off_is_not_worth_a_line(
    served: Served, noted: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It has said hello, and then what cannot be a frame."""
    ann, table = served.seated("me", "here")
    chats = served.app.state.tables.chats
    latest, is_asked, is_closed = chats.latest, threading.Event(), threading.Event()

    async def slow(*arguments: Any) -> Any:
        is_asked.set()
        await asyncio.to_thread(is_closed.wait, SECONDS)
        return await latest(*arguments)

    monkeypatch.setattr(chats, "latest", slow)
    with deaf_socket(served, ann, table) as plain:
        assert is_asked.wait(SECONDS)
        plain.sendall(b"\xff" * 8)
        assert closed_with(plain) == 1002
        is_closed.set()
        wait_until(lambda: served.app.state.hub.count == 0)
    assert noted.messages == []


def test_whoever_reads_nothing_is_cut_off(tmp_path: Path) -> None:
    with hurried(tmp_path, reading=0.5) as served:
        ann, table = served.seated("me", "here")
        ann.http.close()
        with deaf_socket(served, ann, table) as deaf:
            with suppress(OSError):
                for have in range(3000):
                    deaf.sendall(frame(type="hello", have=-1, seat=have % 2))
            wait_until(lambda: served.connections == 0)


def test_a_page_that_nobody_reads_is_not_kept_for_ever(tmp_path: Path) -> None:
    with hurried(tmp_path, reading=0.5) as served, served.connection() as deaf:
        with suppress(OSError):
            for _page in range(3000):
                deaf.sendall(b"GET /api/cards.json HTTP/1.1\r\nHost: x\r\n\r\n")
                if not served.connections:
                    break
        wait_until(lambda: served.connections == 0)


def trickle(plain: socket.socket, byte: bytes) -> None:
    """Send a byte now and then until the other side ends it."""
    plain.settimeout(0.05)
    for _byte in range(1000):
        plain.sendall(byte)
        with suppress(TimeoutError):
            if not plain.recv(1000):
                raise ConnectionResetError


@pytest.mark.parametrize(
    "beginning",
    [
        b"",
        b"GET / HTTP/1.1\r\nHost: x\r\nX-Long: ",
        b"GET /api/levels HTTP/1.1\r\nHost: x\r\n\r\nGET / HTTP/1.1\r\nX-Long: ",
        b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
        b"Content-Length: 99\r\n\r\n",
        b"POST /nothing HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\n",
    ],
)
def test_a_request_that_does_not_end_is_cut_off(tmp_path: Path, beginning: bytes) -> None:
    with hurried(tmp_path, head=0.5, body=0.5) as served:
        with served.connection() as slow:
            slow.sendall(beginning)
            with pytest.raises(OSError, match=r"reset|pipe|abort|^$"):
                trickle(slow, b"x")
        wait_until(lambda: served.connections == 0)


def test_a_connection_that_says_nothing_is_closed(tmp_path: Path) -> None:
    with hurried(tmp_path, head=0.2) as served, served.connection() as silent:
        with suppress(ConnectionResetError):
            assert silent.recv(1) == b""
        wait_until(lambda: served.connections == 0)


def test_a_slow_but_steady_person_is_served(tmp_path: Path) -> None:
    with hurried(tmp_path, head=0.5, body=0.5, hello=0.5, reading=0.5) as served:
        ann, table = served.seated("me", "here")
        with ann.at(table) as sitting:
            sitting.hear("update")
            with pytest.raises(TimeoutError):
                sitting.receive(1.5)
            sitting.say(type="ping")
            assert sitting.hear("pong")
        assert ann.look(table)


UPGRADE = upgrade("aaaaaaaaaa", Host="localhost").removesuffix(b"\r\n")


@pytest.mark.parametrize(
    "request_",
    [
        UPGRADE + b"Content-Length: 5\r\n\r\n",
        UPGRADE + b"Content-Length: 5\r\n\r\nhello",
        UPGRADE + b"Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
        UPGRADE + b"".join(b"X-%d: x\r\n" % number for number in range(200)) + b"\r\n",
        UPGRADE + b"X-Long: " + b"x" * 9000 + b"\r\n\r\n",
        UPGRADE.replace(b"GET", b"POST") + b"\r\n",
    ],
    ids=["body to come", "body", "chunked", "many lines", "long line", "another method"],
)
def test_an_upgrade_that_is_none_is_refused_and_closed(served: Served, request_: bytes) -> None:
    """Uvicorn gave it neither an answer nor an end: 900 of them closed the server to everybody."""
    assert served.answer_to(request_).startswith(b"HTTP/1.1 4")
    wait_until(lambda: served.connections == 0)


@pytest.mark.parametrize("head", [b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n", UPGRADE + b"\r\n"])
def test_what_the_server_itself_does_not_answer_is_closed(tmp_path: Path, head: bytes) -> None:

    async def never(*_arguments: Any) -> bool:
        await asyncio.sleep(SECONDS)
        return False

    with hurried(tmp_path, answer=0.5) as served, served.connection() as plain:
        served.app.state.readiness.of_database = never
        served.app.state.tables.registry.for_browser = never
        plain.sendall(head)
        assert everything_from(plain) == b""
        wait_until(lambda: served.connections == 0)


def test_an_answer_that_is_closed_but_never_read_is_not_kept_for_ever(tmp_path: Path) -> None:
    """What waits to be read may be too little for a pause in writing; it was waited for without an end."""
    with hurried(tmp_path, reading=0.5) as served, socket.socket() as deaf:
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, LITTLE)
        deaf.connect(("127.0.0.1", served.port))
        wait_until(lambda: served.connections == 1)
        (connection,) = served.server.server_state.connections
        left: list[int] = []

        def send_and_close() -> None:
            own = connection.transport.get_extra_info("socket")
            own.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, LITTLE)
            connection.transport.write(b"x" * HIGH_WATER_LIMIT)
            left.append(connection.transport.get_write_buffer_size())
            connection.transport.close()

        connection.loop.call_soon_threadsafe(send_and_close)
        wait_until(lambda: len(left) == 1)
        assert 0 < left[0] < HIGH_WATER_LIMIT
        wait_until(lambda: served.connections == 0)


def test_a_socket_that_never_says_hello_is_closed(tmp_path: Path) -> None:
    with hurried(tmp_path, hello=0.3) as served:
        ann, table = served.seated("me", "here")
        with ann.socket(table) as silent:
            silent.send('{"type":"ping"}')
            silent.recv(SECONDS)
            with pytest.raises(Exception, match="1008"):
                silent.recv(SECONDS)


async def test_a_hello_that_waits_for_its_turn_is_not_late(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """When 5,000 sockets came at once, those that had waited here for ten seconds were sent away."""
    frames = [{"type": "websocket.receive", "text": '{"type":"hello"}'}, {"type": "websocket.disconnect"}]

    class Prompt:
        """A socket of which everything has come already."""

        async def receive(self) -> dict[str, str]:
            return frames.pop(0)

    async def slow(*_arguments: Any) -> list[Any]:
        await asyncio.sleep(0.1)
        return []

    settings = settings_for(tmp_path, patience=Patience(hello=0.05))
    async with tables_on(settings) as tables:
        monkeypatch.setattr(tables.chats, "latest", slow)
        wanted = TableWanted((SeatWanted("me"), SeatWanted("here")))
        table = await tables.creation.create(wanted, "a" * 64)
        socket: Any = Prompt()
        connection = Connection(socket, table, "a" * 64, settings.patience)
        await requests.Requests(tables).listen(socket, connection)
        assert connection.greeted
        assert not connection.is_closing


async def test_whoever_leaves_while_a_hello_waits_for_its_turn_is_not_worth_a_line(tmp_path: Path) -> None:
    """Python warned of a coroutine that was never awaited."""
    settings = settings_for(tmp_path)
    async with tables_on(settings) as tables:
        wanted = TableWanted((SeatWanted("me"), SeatWanted("here")))
        table = await tables.creation.create(wanted, "a" * 64)
        socket: Any = None
        connection, listening = (
            Connection(socket, table, "a" * 64, settings.patience),
            requests.Requests(tables),
        )
        with warnings.catch_warnings(record=True) as found:
            async with listening._work:
                waiting = asyncio.create_task(listening._reply(read_message('{"type":"hello"}'), connection))
                await asyncio.sleep(0)
                waiting.cancel()
                await asyncio.wait([waiting])
                del waiting
                gc.collect()
        assert found == []


def test_a_late_hello_finds_the_table_as_everybody_has_it(tmp_path: Path) -> None:
    """The table had left the memory meanwhile: the socket heard nothing of what happened there."""
    with serve(settings_for(tmp_path, idle_seconds=0.0)) as served:
        ann, table = served.seated("me", "here")
        with ann.socket(table) as late:
            served.app.state.tables.forget_idle()
            late.send('{"type":"hello"}')
            heard: list[str] = []
            while "update" not in heard:
                heard.append(json.loads(late.recv(SECONDS))["type"])
            ann.answer_first(table)
            while (message := json.loads(late.recv(SECONDS)))["type"] != "update":
                pass
            assert message["revision"] == 1


def test_a_socket_without_hello_neither_sits_nor_goes(served: Served) -> None:
    ann, table = served.seated("me", "here")
    before = served.app.state.tables.registry.in_memory[0].left_at.copy()
    with ann.socket(table):
        assert not ann.look(table)["people"][0]["connected"]
    wait_until(lambda: served.app.state.hub.count == 0)
    assert served.app.state.tables.registry.in_memory[0].left_at == before


@pytest.mark.parametrize("limit", ["sockets", "sockets_of_seat", "sockets_in_all"])
def test_sockets_without_hello_count_for_every_limit(tmp_path: Path, limit: str) -> None:
    with serve_limited(tmp_path, **{limit: 2}) as served:
        ann, table = served.seated("me", "here")
        with ann.socket(table), ann.socket(table), pytest.raises(InvalidStatus), ann.socket(table):
            pass
        wait_until(lambda: served.app.state.hub.count == 0)
        with ann.at(table), ann.at(table):
            assert served.app.state.hub.count == 2


@pytest.mark.parametrize(
    ("limit", "proxies"), [("connections", ()), ("connections_in_all", ()), ("connections_in_all", PROXIES)]
)
def test_only_so_many_connections_may_be_open_at_once(
    tmp_path: Path, limit: str, proxies: tuple[str, ...]
) -> None:
    with serve_limited(tmp_path, proxies, **{limit: 2}) as served:
        with served.connection(), served.connection():
            wait_until(lambda: served.connections == 2)
            assert served.answer_to(b"").startswith(b"HTTP/1.1 503")
        wait_until(lambda: served.connections == 0)
        assert served.person().http.get("/health").status_code == 200


def test_eight_addresses_cannot_take_all_connections(tmp_path: Path) -> None:
    """The more are taken, the fewer one address may have, so that somebody new finds room."""
    with serve_limited(tmp_path, connections=120, connections_in_all=90) as served, ExitStack() as held:
        for _round in range(40):
            for number in range(2, 10):
                greedy = held.enter_context(served.connection(f"127.0.0.{number}"))
                greedy.settimeout(SECONDS)
        wait_until(lambda: served.connections < 90)
        for _visitor in range(3):
            assert held.enter_context(served_at_once(served))


@contextmanager
def served_at_once(served: Served) -> Iterator[bool]:
    """A new connection, and whether its request is answered."""
    with served.connection() as plain:
        plain.sendall(b"GET /about HTTP/1.1\r\nHost: localhost\r\n\r\n")
        yield plain.recv(12) == b"HTTP/1.1 200"


def test_eight_addresses_cannot_take_all_sockets(tmp_path: Path) -> None:
    with serve_limited(tmp_path, PROXIES, sockets=6, sockets_in_all=46) as served, ExitStack() as held:
        ann, table = served.seated("me", "here")
        for number in range(1, 9):
            with suppress(InvalidStatus):
                for _socket in range(6):
                    held.enter_context(ann.socket(table, **{"X-Forwarded-For": f"203.0.113.{number}"}))
        assert served.app.state.hub.count < 46
        with ann.socket(table, **{"X-Forwarded-For": "203.0.113.99"}):
            pass


def test_a_place_that_was_given_back_is_free_again(served: Served) -> None:
    ann, table = served.seated("me", "here")
    places = served.app.state.connections
    for _time in range(3):
        with ann.at(table), served.connection() as plain:
            plain.sendall(UPGRADE + b"Content-Length: 5\r\n\r\n")
            everything_from(plain)
    ann.http.close()
    wait_until(lambda: served.connections == 0)
    assert places._held.total() == 0


def test_visitors_of_one_proxy_do_not_share_the_connections_of_one_address(tmp_path: Path) -> None:
    request = b"GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-Forwarded-For: 203.0.113.1\r\n\r\n"
    with serve_limited(tmp_path, PROXIES, connections=2) as served, served.connection(), served.connection():
        wait_until(lambda: served.connections == 2)
        assert served.answer_to(request).startswith(b"HTTP/1.1 200")


def test_a_visitor_behind_a_proxy_has_only_so_many_requests_open_at_once(tmp_path: Path) -> None:
    half_a_request = (
        b"POST /api/tables HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 203.0.113.1\r\n"
        b"Content-Type: application/json\r\nContent-Length: 99\r\n\r\n"
    )

    def status(visitor: str) -> int:
        answer: httpx.Response = http.get("/health", headers={"x-forwarded-for": visitor})
        return answer.status_code

    with serve_limited(tmp_path, PROXIES, connections=2) as served:
        http = served.person().http
        with served.connection() as one, served.connection() as two:
            for plain in (one, two):
                plain.sendall(half_a_request)
            wait_until(lambda: status("203.0.113.1") == 503)
            assert status("203.0.113.2") == 200
        wait_until(lambda: status("203.0.113.1") == 200)


@pytest.mark.parametrize("limit", ["sockets", "connections"])
def test_sockets_of_visitors_behind_a_proxy_count_for_each_visitor(tmp_path: Path, limit: str) -> None:
    one, other = ({"X-Forwarded-For": f"203.0.113.{number}"} for number in (1, 2))
    with serve_limited(tmp_path, PROXIES, **{limit: 2}) as served:
        ann, table = served.seated("me", "here")
        with ann.socket(table, **one), ann.socket(table, **one):
            with pytest.raises(InvalidStatus), ann.socket(table, **one):
                pass
            with ann.socket(table, **other):
                pass


def test_nothing_is_held_back_until_more_follows(served: Served) -> None:
    """The body of every answer came 40 ms after its head."""
    with served.connection():
        wait_until(lambda: served.connections == 1)
        (connection,) = served.server.server_state.connections
        accepted = connection.transport.get_extra_info("socket")
        assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
