"""`openabyss play --server URL`: a table of a server, in the protocol of browsers (docs/protocol.md)."""

import argparse
import queue
import secrets
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, suppress
from email.message import Message
from functools import partial
from http.client import HTTPException
from http.cookies import CookieError, SimpleCookie
from typing import Any, NamedTuple, TextIO
from urllib.parse import urlencode, urljoin, urlsplit

from msgspec import MsgspecError, Struct, json
from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.sync.client import ClientConnection, connect

from openabyss.client.protocol import NOT_HERE, REPLACED, RESTARTING, SUBPROTOCOL, TOO_MANY
from openabyss.client.protocol.from_client import Chat, FromClient, Hello
from openabyss.client.protocol.from_server import Bye, FromServer, Update, write_message
from openabyss.errors import InvalidOption, OpenAbyssError
from openabyss.terminal.opponents import HUMAN, REGENT
from openabyss.terminal.plain import Heard, Notice, PlainTable
from openabyss.terminal.preferences import data_folder
from openabyss.terminal.tables import names_a_game, seat_kinds_for, variant_of
from openabyss.whole_files import replacing
from openabyss.words import N_, _, language
from openabyss.words.listing import titled

SECONDS = 20
# How long is waited before each attempt to come back after a restart of the server, in seconds.
PAUSES = (1.0, 2.0, 4.0, 8.0, 16.0)
# The file of what opens seats, and how many of the last ones are kept: two for a seat that a link led to.
SEATS, MOST_KEPT = "seats.json", 200
# The second name is that of servers with HTTPS.
COOKIES = ("openabyss", "__Host-openabyss")
# How many lines of the log are shown again after a change of language.
ANSWERS_SHOWN_AGAIN = 20
# Why a server sends us away for good, by the code with which it closes the socket.
SENT_AWAY = {
    REPLACED: N_("Another browser has taken over your seat."),
    NOT_HERE: N_("This table no longer exists, or you have no seat at it."),
    TOO_MANY: N_("Too many requests in a short time; wait a moment."),
}
LOST = N_("The connection was lost; the table is kept on the server.")
_MESSAGES = json.Decoder(FromServer)


class NoServer(OpenAbyssError):  # noqa: N818  named like the errors of the game
    """The server cannot be reached, or refuses us."""


class RemoteSeat(NamedTuple):
    """A table of a server, and the cookie that opens our seat at it."""

    address: str
    table: str
    cookie: str

    @property
    def url(self) -> str:
        """The page of the table, by which one comes back to the seat."""
        return urljoin(self.address, f"/t/{self.table}")


def play_remote(arguments: argparse.Namespace) -> int:
    """Play at a server: at a new table against computers, or at that of a link. Raises InvalidOption,
    NoServer."""
    seat = find_seat(arguments)
    _keep(seat.url, seat.cookie)
    print(_("You sit at {address}").format(address=seat.url))
    try:
        with closing(RemoteTable(partial(_enter, seat))) as table:
            return PlainTable(table, sys.stdin, sys.stdout).play()
    except (OSError, WebSocketException) as error:
        raise NoServer(_("{url}: the connection was lost: {why}").format(url=seat.url, why=error)) from error


def _enter(seat: RemoteSeat) -> ClientConnection:
    """A socket at the table, which speaks the reader's language."""
    return connect(
        f"{seat.url}/socket".replace("http", "ws", 1),
        additional_headers={"Cookie": seat.cookie, **_in_my_language()},
        subprotocols=[SUBPROTOCOL],  # type: ignore[list-item]  # a plain text is one
        open_timeout=SECONDS,
        proxy=_proxy_to(seat.address),
    )


def _proxy_to(address: str) -> str | None:
    """The proxy that `_post` takes, too: urllib passes over those for SOCKS."""
    scheme, host = urlsplit(address)[:2]
    return None if urllib.request.proxy_bypass(host) else urllib.request.getproxies().get(scheme)


def _keep(address: str, secret: str) -> None:
    """Note what opens a seat, for nobody else's eyes, if that can be written."""
    file = data_folder() / SEATS
    others = [(known, opens) for known, opens in _kept().items() if known != address]
    with suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        with replacing(file) as unfinished:
            unfinished.touch(0o600)
            unfinished.write_bytes(json.encode(dict([*others, (address, secret)][-MOST_KEPT:])))


def _kept() -> dict[str, str]:
    """What opens the seats that were taken here: cookies by the addresses of tables, and nonces by links."""
    with suppress(OSError, MsgspecError):
        return json.decode((data_folder() / SEATS).read_bytes(), type=dict[str, str])
    return {}


def _nonce_for(link: str) -> str:
    """What makes us the same newcomer whenever we follow this link to a seat, even if an answer was lost."""
    nonce = _kept().get(link) or secrets.token_urlsafe(16)
    _keep(link, nonce)
    return nonce


def find_seat(arguments: argparse.Namespace) -> RemoteSeat:
    """A link to a seat is followed, the address of a table where a seat was taken leads back to that, and at
    the address of a server a new table is set up, as the arguments say. Raises InvalidOption, NoServer."""
    url = arguments.server
    # Bytes of the command line that are no UTF-8 are surrogates, which nothing encodes.
    name = (arguments.name or "").encode(errors="replace").decode()
    try:
        parts = urlsplit(url.encode().decode())
    except ValueError as error:
        raise NoServer(titled(url, str(error))) from error
    if parts.scheme not in ("http", "https") or not parts.netloc:
        raise NoServer(_("{url}: must be an address such as http://localhost:8400/").format(url=url))
    base = f"{parts.scheme}://{parts.netloc}/"
    if parts.path.startswith(("/j/", "/s/", "/t/")):
        if names_a_game(arguments):
            raise InvalidOption(
                _("--server: the table of a link is set up already; only --name goes with it")
            )
        if parts.path.startswith("/t/"):
            return _seat_again(RemoteSeat(base, parts.path.split("/")[2], ""))
        given = {"name": name} if name else {}
        if parts.path.startswith("/j/"):
            given["nonce"] = _nonce_for(urljoin(base, parts.path))
        headers, _body = _post(url, urlencode(given).encode(), {"Accept": "application/json"})
        table = urlsplit(headers.get("Location", "")).path.rpartition("/")[2]
        return RemoteSeat(base, table, _cookie(url, headers))
    wanted = json.encode(_table_wanted(arguments, name))
    headers, body = _post(urljoin(base, "/api/tables"), wanted, {"Content-Type": "application/json"})
    try:
        return RemoteSeat(base, json.decode(body, type=_NewTable).table, _cookie(url, headers))
    except MsgspecError as error:
        raise NoServer(titled(url, str(error))) from error


def _seat_again(seat: RemoteSeat) -> RemoteSeat:
    """The same with what opens it. Raises NoServer."""
    if cookie := _kept().get(seat.url):
        return seat._replace(cookie=cookie)
    problem = _("You have no seat at this table. Ask for a link: one to a seat, or one for spectators.")
    raise NoServer(titled(seat.url, problem))


def _table_wanted(arguments: argparse.Namespace, name: str) -> dict[str, object]:
    """The new table that the arguments ask for, as the server's API reads it. Raises InvalidOption."""
    variant = variant_of(arguments)
    kinds = seat_kinds_for(arguments.players, arguments.opponents, arguments.seat, variant)
    if kinds.count(HUMAN) > 1 or arguments.resume is not None:
        raise InvalidOption(_("--server: only a new game against computers can be set up there"))
    levels = [None if kind == REGENT else kind for kind in kinds]
    return {
        "seats": [
            {"kind": "me", "name": name} if level == HUMAN else {"kind": "computer", "level": level}
            for level in levels
        ],
        "kraken": variant.kraken,
        "leviathan": variant.leviathan,
        "options": variant.options.to_dict(),
        "seed": arguments.seed,
        "regent": variant.regent,
    }


def _in_my_language() -> dict[str, str]:
    """The header that asks a server for sentences in the reader's language."""
    return {"Accept-Language": language()}


class _NewTable(Struct):
    """What the server says of a table that it has set up, as far as it matters here."""

    table: str


class _Stay(urllib.request.HTTPRedirectHandler):
    """Does not follow redirects: only the address to which a link leads is needed."""

    def redirect_request(self, *_arguments: Any) -> None:
        return None


def _post(url: str, body: bytes, headers: dict[str, str]) -> tuple[Message, bytes]:
    """The answer of the server, even if it is a redirect. Raises NoServer."""
    try:
        request = urllib.request.Request(url, body, headers | _in_my_language())
        with urllib.request.build_opener(_Stay).open(request, timeout=SECONDS) as answer:
            return answer.headers, answer.read()
    except urllib.error.HTTPError as error:
        with error:
            if error.code in (302, 303, 307):
                return error.headers, b""
            raise NoServer(titled(url, _reason(error))) from error
    except (OSError, HTTPException, ValueError) as error:
        raise NoServer(titled(url, str(error))) from error


def _reason(error: urllib.error.HTTPError) -> str:
    """The reason that the server gives for a refusal."""
    try:
        return str(json.decode(error.read())["message"])
    except (OSError, HTTPException, MsgspecError, KeyError, TypeError):
        return f"{error.code} {error.reason}"


def _cookie(url: str, headers: Message) -> str:
    cookies = SimpleCookie()
    for header in headers.get_all("Set-Cookie", []):
        with suppress(CookieError):
            cookies.load(header)
    for name in COOKIES:
        if name in cookies:
            return f"{name}={cookies[name].value}"
    raise NoServer(titled(url, _("the server gave no seat")))


class Frame(NamedTuple):
    """A frame of a socket, or the error that ended it; None is its regular end."""

    socket: ClientConnection
    message: Heard | Exception | None


def _code_of(error: Exception) -> int | None:
    """With which code the server has closed a socket, if it has."""
    closed = error.rcvd if isinstance(error, ConnectionClosed) else None
    return None if closed is None else closed.code


def _read_message(frame: str | bytes) -> Heard:
    """The message in a frame; what only later versions can read is named and passed over."""
    try:
        heard: Heard = _MESSAGES.decode(frame)
    except MsgspecError as error:
        return Notice(str(error))
    return heard


class RemoteTable:
    """A table of a server. `enter` opens a socket at it."""

    help = (
        (
            "orders only, orders away",
            N_("orders that answer where you have no choice, and while you are away"),
        ),
        (
            "orders plan 1, orders no plan",
            N_("plan your next turn while others play, by its number in “orders”; drop the plan"),
        ),
        ("orders sensible", N_("orders that answer where no other answer could be better")),
        ("say TEXT", N_("tell everybody at the table something")),
        ("quit", N_("leave; the table stays")),
    )

    def __init__(self, enter: Callable[[], ClientConnection]) -> None:
        self._enter, self._sockets = enter, ExitStack()
        self._heard: queue.SimpleQueue[str | Frame | None] = queue.SimpleQueue()
        self._revision, self._pauses = -1, iter(PAUSES)

    def heard(self, source: TextIO) -> Iterator[str | Heard]:
        """Messages, and from the first update on lines, as they come, until either ends."""
        self._sit_down()
        lines, is_back = threading.Thread(target=self._read_lines, args=[source], daemon=True), False
        while (heard := self._heard.get()) is not None:
            if isinstance(heard, str):
                yield heard
            elif heard.socket is self._socket:
                if heard.message is None:
                    return
                if isinstance(heard.message, Exception):
                    code = _code_of(heard.message)
                    yield Notice(_(LOST if code is None else SENT_AWAY.get(code, LOST)))
                    if not self._comes_back_after(code):
                        return
                    is_back = True
                    continue
                if is_back and not isinstance(heard.message, Bye):
                    yield Notice(_("The connection is back."), asks_again=True)
                is_back = False
                if isinstance(heard.message, Update):
                    if self._revision < 0:
                        lines.start()
                    self._revision, self._pauses = heard.message.revision, iter(PAUSES)
                yield heard.message

    def _comes_back_after(self, code: int | None) -> bool:
        """Sit down again, unless the server has sent us away for good. Raises ConnectionError."""
        if code not in (None, RESTARTING):
            return False
        for seconds in self._pauses:
            time.sleep(seconds)
            with suppress(OSError, WebSocketException):
                self._sit_down(self._revision)
                return True
        raise ConnectionError(_("the server has not come back"))

    def _sit_down(self, have: int = -1) -> None:
        """Open a new socket, which sends what came after a revision."""
        self._socket = self._sockets.enter_context(self._enter())
        self.send(Hello(have))
        threading.Thread(target=self._read_socket, args=[self._socket], daemon=True).start()

    def _read_socket(self, socket: ClientConnection) -> None:
        try:
            for frame in socket:
                self._heard.put(Frame(socket, _read_message(frame)))
        except (OSError, WebSocketException) as error:
            self._heard.put(Frame(socket, error))
        self._heard.put(Frame(socket, None))

    def _read_lines(self, source: TextIO) -> None:
        try:
            for line in source:
                self._heard.put(line.strip())
        finally:
            self._heard.put(None)

    # ----------------------------------------------------------------------------- commands

    def send(self, message: FromClient) -> None:
        """The server answers, or refuses it."""
        self._socket.send(write_message(message).decode())

    def command(self, word: str, rest: str) -> bool:
        """Say something to everybody."""
        if word != "say":
            return False
        self.send(Chat(f"say{secrets.token_hex(8)}", rest))
        return True

    def speak(self) -> None:
        """Open a new socket, since the server sets the language of each at its beginning."""
        left = self._socket
        self._sit_down(max(-1, self._revision - ANSWERS_SHOWN_AGAIN))
        left.close()

    def leave(self) -> list[str]:
        """Nothing to do: the table stays on the server."""
        return []

    def close(self) -> None:
        """Close all sockets."""
        self._sockets.close()
