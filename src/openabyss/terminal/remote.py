"""`openabyss play --server URL`: sit at a table of a server, line by line.

The terminal speaks the same protocol as the browser (docs/protocol.md) and shows what it is sent.
"""

import json
import queue
import sys
import threading
import urllib.error
import urllib.request
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from http.cookies import SimpleCookie
from typing import Any, NamedTuple, TextIO
from urllib.parse import urljoin, urlsplit

from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect

from openabyss.errors import InvalidOption, OpenAbyssError
from openabyss.terminal.language import choose_language, language_lines
from openabyss.words import N_, _, language
from openabyss.words.listing import titled

SUBPROTOCOL = "openabyss.v1"
SECONDS = 20
COOKIE = "openabyss"
# How many answers of the log are told once more in a language that is chosen.
ANSWERS_TOLD_AGAIN = 20
LOST = {"type": "lost"}
HELP = (
    ("1, 2, 3 …", N_("choose an answer by its number")),
    ("recruit:slaver", N_("choose an answer by its text, shown in brackets behind it")),
    ("actions", N_("list the answers again")),
    ("?", N_("what may I do now: what each answer costs and brings")),
    ("why", N_("say why the other things cannot be chosen now")),
    ("pay J3 C2", N_("a whole payment; nebulis follow after a slash: pay J3/1")),
    ("undo, redo, restart", N_("undo the last answer, redo it, restart the turn")),
    ("say TEXT", N_("tell everybody at the table something")),
    ("hint", N_("ask a computer what it would do")),
    ("language de", N_("change the language; alone it lists them all")),
    ("quit", N_("leave; the table stays")),
)


class NoServer(OpenAbyssError):  # noqa: N818  named like the errors of the game
    """The server cannot be reached, or does not let us in."""


class Place(NamedTuple):
    """A table of a server, and the cookie that opens our seat at it."""

    address: str
    table: str
    cookie: str


def play_remote(url: str, opponents: int) -> int:
    """Play at a server: at a new table against computers, or where a link leads."""
    place = find_place(url, opponents)
    print(_("You sit at {address}").format(address=urljoin(place.address, f"/t/{place.table}")))
    try:
        return RemoteTable(partial(_enter, place), sys.stdin, sys.stdout).play()
    except (OSError, WebSocketException) as error:
        raise NoServer(_("{url}: the connection was lost: {why}").format(url=url, why=error)) from error


def _enter(place: Place) -> ClientConnection:
    """A socket at the table, which tells in the language of now."""
    return connect(
        urljoin(place.address, f"/t/{place.table}/socket").replace("http", "ws", 1),
        additional_headers={"Cookie": place.cookie, **_in_my_language()},
        subprotocols=[SUBPROTOCOL],  # type: ignore[list-item]  # a plain text is one
        open_timeout=SECONDS,
    )


def find_place(url: str, opponents: int) -> Place:
    """A link to a seat is followed; at the address of a server a new table is set up. Raises NoServer."""
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.netloc:
        raise NoServer(_("{url}: must be an address such as http://localhost:8400/").format(url=url))
    base = f"{parts.scheme}://{parts.netloc}/"
    if parts.path.startswith(("/j/", "/s/")):
        request = urllib.request.Request(url, b"", {"Accept": "application/json", **_in_my_language()})
        with _ask(request) as answer:
            return Place(base, urlsplit(answer.headers["Location"]).path.rsplit("/", 1)[1], _cookie(answer))
    seats = [{"kind": "me"}, *({"kind": "computer"} for _opponent in range(opponents))]
    body = json.dumps({"seats": seats}).encode()
    headers = {"Content-Type": "application/json", **_in_my_language()}
    request = urllib.request.Request(urljoin(base, "/api/tables"), body, headers)
    with _ask(request) as answer:
        return Place(base, json.loads(answer.read())["table"], _cookie(answer))


def _in_my_language() -> dict[str, str]:
    """The header that asks a server for the sentences of whoever reads here."""
    return {"Accept-Language": language()}


class _Stay(urllib.request.HTTPRedirectHandler):
    """The address to which a link leads is wanted, not what lies there."""

    def redirect_request(self, *_arguments: Any) -> None:
        return None


def _ask(request: urllib.request.Request) -> Any:
    """The answer of the server, also one that leads on; to be closed. Raises NoServer."""
    try:
        return urllib.request.build_opener(_Stay).open(request, timeout=SECONDS)
    except urllib.error.HTTPError as error:
        if error.code in (302, 303, 307):
            return error
        with error:
            raise NoServer(titled(request.full_url, _reason(error))) from error
    except OSError as error:
        raise NoServer(titled(request.full_url, str(error))) from error


def _reason(error: urllib.error.HTTPError) -> str:
    """What the server says of a refusal."""
    try:
        return str(json.loads(error.read())["message"])
    except (ValueError, KeyError, TypeError):
        return f"{error.code} {error.reason}"


def _cookie(answer: Any) -> str:
    cookies = SimpleCookie()
    for header in answer.headers.get_all("Set-Cookie", []):
        cookies.load(header)
    if COOKIE not in cookies:
        raise NoServer(_("the server gave no seat"))
    return f"{COOKIE}={cookies[COOKIE].value}"


class Frame(NamedTuple):
    """What a socket has sent; None is its end."""

    socket: ClientConnection
    message: dict[str, Any] | None


class RemoteTable:
    """A table of a server that is read and written as lines. `enter` opens a socket at it."""

    def __init__(self, enter: Callable[[], ClientConnection], source: TextIO, target: TextIO) -> None:
        self._enter, self._source, self._target = enter, source, target
        self._sockets = ExitStack()
        self._update: dict[str, Any] = {}
        self._seat: int | None = None
        self._commands = 0
        self._heard: queue.SimpleQueue[str | Frame | None] = queue.SimpleQueue()

    def play(self) -> int:
        """Play until the game is over or the person leaves; returns the exit status."""
        self._say(_("Type a number, or help."))
        with self._sockets:
            self._sit_down()
            threading.Thread(target=self._read_lines, daemon=True).start()
            self._play()
        return 0

    def _sit_down(self, have: int = -1) -> None:
        """Hear and speak through a new socket, which tells what came after a revision."""
        self._socket = self._sockets.enter_context(self._enter())
        self._send(type="hello", have=have)
        threading.Thread(target=self._read_socket, args=[self._socket], daemon=True).start()

    def _play(self) -> None:
        while not self._update.get("over"):
            heard = self._heard.get()
            if heard is None or heard == "quit":
                return
            if isinstance(heard, str):
                self._take(heard)
            elif heard.socket is self._socket:
                if heard.message is None:
                    return
                self._hear(heard.message)
        self._tell_end()

    def _read_socket(self, socket: ClientConnection) -> None:
        try:
            for frame in socket:
                self._heard.put(Frame(socket, json.loads(frame)))
        except (OSError, WebSocketException):
            self._heard.put(Frame(socket, LOST))
        self._heard.put(Frame(socket, None))

    def _read_lines(self) -> None:
        for line in self._source:
            self._heard.put(line.strip())
        self._heard.put(None)

    # ----------------------------------------------------------------------------- the server

    def _hear(self, message: dict[str, Any]) -> None:
        kind = message["type"]
        if kind == "welcome":
            self._seat = message["seat"]
        elif kind == "update":
            self._show(message)
        elif kind == "refused":
            self._say(message["message"])
        elif kind == "chat":
            self._say(_("{name} says: {text}").format(name=message["name"], text=message["text"]))
        elif kind == "hint":
            told = _("A computer would answer: {label} [{action}]")
            self._say(told.format(label=message["text"], action=message["action"]))
        elif kind == "explained":
            self._say(*(f"  {titled(answer['label'], answer['means'])}" for answer in message["answers"]))
        elif kind == "bye":
            self._say(_("The server is restarting; the table is kept."))
        elif kind == "lost":
            self._say(_("The connection was lost; the table is kept on the server."))

    def _show(self, update: dict[str, Any]) -> None:
        """What is new, and the question if it is ours."""
        self._update = update
        if update["undone"]:
            self._say(_("Something was undone."))
        for line in update["log"]:
            self._say(line["text"])
        if update["question"] and update["question"]["mine"]:
            self._show_question()

    def _show_question(self) -> None:
        question = self._update["question"]
        mine = self._update["view"]["seats"][self._seat]
        answers = (
            f"  {number}. {action['label']} [{action['text']}]"
            for number, action in enumerate(question["actions"], 1)
        )
        self._say(
            "",
            _("Your hand: {cards}").format(cards=" ".join(mine["hand"]) or "-"),
            _("Pearls: {count}").format(count=mine["pearls"]),
            question["prompt"],
            *answers,
        )

    def _tell_end(self) -> None:
        scores = [(row["score"], row["seat"]) for row in self._update["preview"]]
        for score, seat in sorted(scores, reverse=True):
            self._say(titled(self._update["people"][seat]["name"], str(score)))

    # ----------------------------------------------------------------------------- the person

    def _take(self, line: str) -> None:
        word, _space, rest = line.partition(" ")
        question = self._update.get("question") or {}
        if line.isdecimal():
            self._choose(int(line), question.get("actions", []))
        elif word in ("undo", "redo", "restart"):
            self._command(type=word)
        elif word == "pay":
            self._pay(rest)
        elif word == "say":
            self._commands += 1
            self._send(type="chat", id=f"t{self._commands}", text=rest)
        elif word == "hint":
            self._send(type="hint", id="hint")
        elif word == "?" and question.get("mine"):
            self._send(type="explain", id="explain", seat=self._seat)
        elif word == "why":
            refusals = question.get("refused", [])
            self._say(*(f"  {titled(refused['text'], refused['why'])}" for refused in refusals))
        elif word == "actions" and question.get("mine"):
            self._show_question()
        elif word == "language":
            self._language(rest)
        elif word == "help":
            self._help()
        elif line:
            self._command(type="answer", action=line)

    def _choose(self, number: int, actions: list[dict[str, Any]]) -> None:
        if not 1 <= number <= len(actions):
            self._say(_("There are answers 1 to {last}.").format(last=len(actions)))
            return
        self._command(type="answer", action=actions[number - 1]["text"])

    def _pay(self, text: str) -> None:
        cards, _slash, nebulis = text.partition("/")
        if nebulis and not nebulis.strip().isdecimal():
            self._say(_("say how many nebulis you pay: pay J3/1"))
            return
        self._command(type="pay", cards=cards.split(), nebulis=int(nebulis or 0))

    def _help(self) -> None:
        width = max(len(command) for command, _text in HELP)
        for command, text in HELP:
            self._say(f"  {command:{width}}  {_(text)}")

    def _language(self, code: str) -> None:
        """Go on in another language, or list what there is."""
        if not code:
            self._say(*language_lines())
            return
        try:
            choose_language(code.lower())
        except InvalidOption as error:
            self._say(str(error))
            return
        left = self._socket
        self._sit_down(max(-1, self._update.get("revision", -1) - ANSWERS_TOLD_AGAIN))
        left.close()

    def _command(self, **message: Any) -> None:
        """A command of the protocol, at the revision that was shown last."""
        if self._seat is None:
            self._say(_("You are watching."))
            return
        self._commands += 1
        revision = self._update.get("revision", 0)
        self._send(id=f"t{self._commands}", revision=revision, seat=self._seat, **message)

    def _send(self, **message: Any) -> None:
        self._socket.send(json.dumps(message))

    def _say(self, *lines: str) -> None:
        for line in lines:
            self._target.write(f"{line}\n")
        self._target.flush()
