"""Servers and clients for tests: a real server in a thread, and people who talk to it."""

import asyncio
import gzip
import json
import random
import re
import socket
import sqlite3
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, closing, contextmanager, suppress
from dataclasses import dataclass, field, replace
from datetime import datetime, tzinfo
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn
from starlette.applications import Starlette
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from openabyss.client.protocol import SUBPROTOCOL
from openabyss.client.protocol.from_client import Answer
from openabyss.client.table_history import TableHistory
from openabyss.play.game import Game
from openabyss.players.perspective import Perspective
from openabyss.players.registry import player
from openabyss.server.computers.answering import find
from openabyss.server.computers.questions import Asked, ComputerFailed, HintAsked, Search
from openabyss.server.computers.workers import Workers
from openabyss.server.http.app import create_app
from openabyss.server.http.connections import PatientServer
from openabyss.server.http.serve_command import listen
from openabyss.server.settings import Limits, Settings, url_of_file
from openabyss.server.storage import SeatRow, Storage, TableRow
from openabyss.server.storage import storage as storage_module
from openabyss.server.storage.database.claim import claim
from openabyss.server.tables.live.table import LiveTable, Subscriber
from openabyss.server.tables.tables import Tables

PLENTY = Limits(
    requests=10_000, request_burst=10_000, files=10_000, file_burst=10_000, tables=10_000, connections=10_000,
    connections_in_all=10_000, sockets=10_000, sockets_in_all=10_000, sockets_of_seat=1_000,
    commands=100_000, commands_of_spectator=100_000, asks=100_000, chat=10_000,
)  # fmt: skip
SECONDS = 60
# Iterations of a search for a review.
GLANCE = 8
# Whether there are Kraken and Leviathan.
Variant = tuple[bool, bool]
VARIANTS: list[Variant] = [(False, False), (True, False), (False, True), (True, True)]
TWO_SEATS = {"seats": [{"kind": "me"}, {"kind": "here"}]}


class InlineComputers:
    """Computers that answer at once, in this process."""

    async def choose(self, asked: Asked) -> str:
        return player(asked.level, asked.seed).choose(Perspective(Game.from_record(asked.record))).text

    async def find(self, asked: Search) -> str:
        """Reviews are made at a glance; hints come from the stand-in. Raises ComputerFailed."""
        if isinstance(asked, HintAsked):
            raise ComputerFailed("nothing searches for hints here")
        return find(asked, GLANCE)

    async def close(self) -> None:
        """There is nothing to end."""


class Held(InlineComputers):
    """Computers that answer when they may."""

    def __init__(self, *, may_answer: bool = False) -> None:
        self.asked = 0
        self.may_answer = threading.Event()
        if may_answer:
            self.may_answer.set()

    async def choose(self, asked: Asked) -> str:
        self.asked += 1
        while not self.may_answer.is_set():
            await asyncio.sleep(0.01)
        return await super().choose(asked)


def settings_for(folder: Path, **chosen: Any) -> Settings:
    """Settings for a test: a database in this folder, no pauses, no limits."""
    usual = Settings(
        database_url=url_of_file(folder / "tables.sqlite3"), key=b"k" * 32, computer_pause=0.0, limits=PLENTY
    )
    return replace(usual, **chosen)


@asynccontextmanager
async def tables_on(settings: Settings) -> AsyncIterator[Tables]:
    """The tables of a server without a network."""
    storage = Storage(settings.database_url)
    tables = Tables(storage, InlineComputers(), settings)
    try:
        yield tables
    finally:
        await tables.close()
        storage.close()


async def sit_down(tables: Tables, table: LiveTable, seat: int, browser: str) -> None:
    """Somebody comes by the link of this seat."""
    link = await tables.invitations.seat_link(table, seat)
    await tables.invitations.sit_down(link.removeprefix("/j/"), browser)


def hidden_fields(page: str) -> dict[str, str]:
    """What a form of the page sends that nobody types."""
    return dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', page))


async def answer_first(tables: Tables, table: LiveTable, place: int = 0) -> None:
    """Whoever is asked gives the first legal answer, or that at another place."""
    seat, revision = table.history.asked, table.history.revision
    assert seat is not None
    action = table.history.game.legal_actions[place].text
    command = Answer(f"c{revision}", revision, seat, action)
    await tables.commands.carry_out(table, command, table.seats[seat].browser or "")


@contextmanager
def two_processes(url: str) -> Iterator[tuple[Storage, Storage]]:
    """What two servers store in one database."""
    held = claim(url)
    try:
        with closing(Storage(url, process="first")) as one, closing(Storage(url, process="second")) as other:
            yield one, other
    finally:
        held.let_go()


def live_table(config: dict[str, Any], seats: Sequence[SeatRow]) -> LiveTable:
    """A table in memory that is stored nowhere."""
    row = TableRow("t", "", "", config, "", "", "", "", "", "")
    return LiveTable(row, seats, set(), TableHistory(config, [seat.level for seat in seats]))


def looker(browser: str, seat: int | None = None) -> Subscriber:
    """Somebody who looks at a table, from a seat or as a spectator."""
    made = Subscriber()
    made.seat, made.browser = seat, browser
    return made


def set_clock(patch: pytest.MonkeyPatch, change: Callable[[datetime], datetime]) -> None:
    """Another time in what is stored: what becomes of the true one."""

    class Changed(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> datetime:  # type: ignore[override]  # all that is wanted
            return change(datetime.now(tz))

    patch.setattr(storage_module, "datetime", Changed)


def storage_in(folder: Path) -> closing[Storage]:
    """What is stored in the folder of a server, for a while."""
    return closing(Storage(settings_for(folder).database_url))


def change_stored(folder: Path, statement: str, values: Mapping[str, object] | None = None) -> None:
    """Change something in the database of this folder, which has it."""
    with closing(sqlite3.connect(folder / "tables.sqlite3")) as database, database:
        database.execute("PRAGMA foreign_keys = ON")
        assert database.execute(statement, values or {}).rowcount > 0


def lines_of(archive: Path) -> list[Any]:
    """What stands in an archive of tables."""
    return [json.loads(line) for line in gzip.decompress(archive.read_bytes()).splitlines()]


def serve_limited(folder: Path, proxies: tuple[str, ...] = (), /, **limits: int) -> Any:
    """A server with these limits alone."""
    return serve(settings_for(folder, proxies=proxies, limits=replace(PLENTY, **limits)))


@dataclass
class Served:
    """A server that runs."""

    app: Starlette
    address: str
    server: uvicorn.Server
    people: list["Person"] = field(default_factory=list)

    @property
    def port(self) -> int:
        return int(self.address.rpartition(":")[2])

    @property
    def connections(self) -> int:
        """How many connections of any kind are open."""
        return len(self.server.server_state.connections)

    def person(self, before: "Person | None" = None) -> "Person":
        """Somebody with a browser of their own, or that of somebody from before."""
        person = Person(self.address)
        if before is not None:
            person.http.cookies = before.http.cookies
        self.people.append(person)
        return person

    def seated(self, *kinds: str, **chosen: Any) -> tuple["Person", str]:
        """Somebody at a new table with these seats, and the table."""
        person = self.person()
        return person, person.new_table(*kinds, **chosen)

    @contextmanager
    def sitting(self, *kinds: str, seat: int | None = None, **chosen: Any) -> Iterator["Sitting"]:
        """The socket of somebody at a new table with these seats."""
        person, table = self.seated(*kinds, **chosen)
        with person.at(table, seat) as found:
            yield found

    def two_people(self, *more: str, **chosen: Any) -> tuple["Person", "Person", str]:
        """Somebody, a friend who has come by a link, and their table."""
        host, table = self.seated("me", "friend", *more, **chosen)
        friend = self.person()
        assert friend.http.post(host.links(table)["seats"]["1"]).status_code in (200, 303)
        return host, friend, table

    def connection(self, source: str = "127.0.0.1") -> socket.socket:
        """A connection that reads only when the test does."""
        return socket.create_connection(("127.0.0.1", self.port), SECONDS, (source, 0))

    def answer_to(self, request: bytes) -> bytes:
        """What is answered until the server closes the connection."""
        with self.connection() as plain:
            plain.sendall(request)
            return everything_from(plain)


@contextmanager
def serve(settings: Settings, computers: Any = None) -> Iterator[Served]:
    """A server in a thread, on a free port."""
    app = create_app(settings, computers or InlineComputers())
    listening = listen("127.0.0.1", 0)
    server = PatientServer(app)
    server.config.timeout_graceful_shutdown = 2
    ready = threading.Event()
    thread = threading.Thread(target=lambda: asyncio.run(_serve(server, listening, ready)), daemon=True)
    thread.start()
    assert ready.wait(SECONDS)
    served = Served(app, f"http://127.0.0.1:{listening.getsockname()[1]}", server)
    try:
        yield served
    finally:
        for person in served.people:
            person.http.close()
        server.should_exit = True
        thread.join(SECONDS)


async def _serve(server: uvicorn.Server, listening: Any, ready: threading.Event) -> None:
    task = asyncio.create_task(server.serve(sockets=[listening]))
    while not server.started and not task.done():
        await asyncio.sleep(0.01)
    ready.set()
    await task


@dataclass
class Person:
    """Somebody with a browser: requests with a cookie."""

    address: str
    http: httpx.Client = field(init=False)

    def __post_init__(self) -> None:
        # To load certificates, of which plain HTTP needs none, takes 20 ms.
        self.http = httpx.Client(base_url=self.address, timeout=SECONDS, verify=False)

    def new_table(self, *kinds: str, **chosen: Any) -> str:
        """A table with these seats; its id."""
        seats = [seat_wanted(kind) for kind in kinds]
        answer = self.http.post("/api/tables", json={"seats": seats, **chosen})
        assert answer.status_code == 201, answer.text
        return str(answer.json()["table"])

    def look(self, table: str, **query: Any) -> dict[str, Any]:
        """The update of a table."""
        answer = self.http.get(f"/api/tables/{table}", params=query)
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def links(self, table: str) -> dict[str, Any]:
        """The links that may be passed on."""
        found: dict[str, Any] = self.http.get(f"/api/tables/{table}/links").json()
        return found

    def rename(self, table: str, seat: int, name: str) -> httpx.Response:
        """Another name for a seat; what that is answered."""
        return self.http.post(f"/api/tables/{table}/name", json={"seat": seat, "name": name})

    def order(
        self, table: str, seat: int, revision: int, kind: str = "answer", **rest: Any
    ) -> httpx.Response:
        """A command without a socket; what it is answered."""
        return self.say(table, seat, kind, **{"id": f"c{revision}", "revision": revision, **rest})

    def say(self, table: str, seat: int, kind: str, **rest: Any) -> httpx.Response:
        """A command without a socket, at whatever revision; what it is answered."""
        command = {"type": kind, "id": kind, "seat": seat, **rest}
        return self.http.post(f"/api/tables/{table}/commands", json=command)

    def command(self, table: str, seat: int, revision: int, action: str) -> None:
        """An answer without a socket, which is taken."""
        answer = self.order(table, seat, revision, action=action)
        assert answer.status_code == 200, answer.text

    def answer_first(self, table: str, place: int = 0) -> None:
        """The first answer (or that at another place) of whichever own seat is asked."""
        asked = self.look(table)["question"]["player"]
        seen = self.look(table, seat=asked)
        self.command(table, asked, seen["revision"], seen["question"]["actions"][place]["text"])

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())

    @contextmanager
    def at(self, table: str, seat: int | None = None, have: int = -1) -> Iterator["Sitting"]:
        """A socket at a table, after the welcome."""
        with self.socket(table) as socket:
            sitting = Sitting(socket)
            sitting.say(type="hello", have=have, seat=seat)
            sitting.welcome = sitting.hear("welcome")
            yield sitting

    @contextmanager
    def socket(self, table: str, **headers: str) -> Iterator[ClientConnection]:
        """A bare socket."""
        address = f"{self.address.replace('http', 'ws', 1)}/t/{table}/socket"
        given = {"Cookie": self.cookie, "Origin": self.address, **headers}
        kept = {name: value for name, value in given.items() if value}
        with connect(address, additional_headers=kept, subprotocols=[SUBPROTOCOL]) as socket:  # type: ignore[list-item]  # a plain text is one
            yield socket


def upgrade(table: str, **headers: str) -> bytes:
    """A request for the socket of a table, written by hand."""
    lines = [
        f"GET /t/{table}/socket HTTP/1.1", "Upgrade: websocket", "Connection: Upgrade",
        "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
    ]  # fmt: skip
    lines += [f"{name}: {value}" for name, value in headers.items()]
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


def everything_from(plain: socket.socket) -> bytes:
    """What comes until the other side ends it; a reset is an end as well."""
    found = b""
    with suppress(ConnectionResetError):
        while more := plain.recv(65536):
            found += more
    return found


def processes_of(workers: Workers) -> list[int]:
    """The ids of the processes that run."""
    return [process for worker in workers._workers if (process := worker.process) is not None]


def wait_until(is_so: Callable[[], bool], seconds: float = 60.0, pause: float = 0.01) -> None:
    """Wait for something that must become so, and look each time after a pause."""
    end = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < end, "it does not become so"
        time.sleep(pause)


def seat_wanted(kind: str) -> dict[str, Any]:
    """A seat of a new table: for a person, or a computer of this level."""
    return {"kind": kind} if kind in ("me", "here", "friend") else {"kind": "computer", "level": kind}


class Sitting:
    """A person's socket: says commands, remembers the last update."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.welcome: dict[str, Any] = {}
        self.update: dict[str, Any] = {}
        self.heard: list[dict[str, Any]] = []
        self._count = 0

    def say(self, **message: Any) -> None:
        self.socket.send(json.dumps(message))

    def ask(self, **message: Any) -> dict[str, Any]:
        """Say something, and hear what it is answered."""
        self.say(**message)
        return self.hear("ack", "refused", "hint", "explained")

    def receive(self, timeout: float = SECONDS) -> dict[str, Any]:
        """The next message."""
        message: dict[str, Any] = json.loads(self.socket.recv(timeout))
        self.heard.append(message)
        if message["type"] == "update":
            self.update = message
        return message

    def hear(self, *kinds: str) -> dict[str, Any]:
        """The next message of these kinds; others are passed over."""
        while True:
            message = self.receive()
            if message["type"] in kinds:
                return message

    def until_closed(self) -> int:
        """Pass over everything until the server closes the socket; the code with which it does."""
        with suppress(ConnectionClosed):
            while True:
                self.receive()
        return self.socket.close_code or 0

    def until(self, is_so: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Wait for an update that is so, unless the last one is; that update."""
        while not self.update or not is_so(self.update):
            self.receive()
        return self.update

    def until_asked(self) -> dict[str, Any]:
        """Wait until this seat is asked, or the game is over; the update."""
        return self.until(lambda update: update["over"] or update["question"]["mine"])

    def do(self, kind: str, **rest: Any) -> dict[str, Any]:
        """A command at the newest revision; what it is answered, and the update after it."""
        self._count += 1
        id_ = rest.pop("id", f"c{self._count}")
        revision = rest.pop("revision", self.update.get("revision", 0))
        seat = rest.pop("seat", self.welcome["seat"])
        self.say(type=kind, id=id_, revision=revision, seat=seat, **rest)
        while True:
            answer = self.hear("ack", "refused")
            if answer["id"] == id_:
                break
        if answer["type"] == "ack":
            self.until(lambda update: update["revision"] >= answer["revision"])
        return answer

    def answer(self, action: str, **rest: Any) -> dict[str, Any]:
        return self.do("answer", action=action, **rest)

    def answer_first(self) -> dict[str, Any]:
        return self.answer(self.update["question"]["actions"][0]["text"])

    def play(self, chooser: random.Random, most: int = 2000) -> dict[str, Any]:
        """Answer at random until the game is over; the last update."""
        for _decision in range(most):
            update = self.until_asked()
            if update["over"]:
                break
            action = chooser.choice(update["question"]["actions"])["text"]
            assert self.answer(action)["type"] == "ack"
        return self.update
