"""Moments of games to look at: what a server would send of them, on one page, without playing there."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec
from playwright.sync_api import BrowserContext, Page, WebSocketRoute

from openabyss import words
from openabyss.client.protocol.parts import Person
from openabyss.client.table_history import ANSWER, TableHistory
from openabyss.client.update import UpdateContext, update_for
from openabyss.play.game import Game
from openabyss.players.perspective import Perspective
from openabyss.players.registry import player

NAMES = ("Captain", "Triton", "Nerissa", "Marlin", "Coralie")
THE_END = "THE_END"
MOST_ANSWERS = "MOST_ANSWERS"
Update = dict[str, Any]
# By what is asked.
Moments = dict[str, Update]


def last_moments(players: int, seed: int = 1, kraken: bool = False, leviathan: bool = False) -> Moments:
    """A game of greedy computers as seat 0 sees it: the last question of each kind to it, and the end."""
    found = last_histories(players, seed, kraken, leviathan)
    return {kind: update_of(moment) for kind, moment in found.items()}


def last_histories(
    players: int, seed: int = 1, kraken: bool = False, leviathan: bool = False
) -> dict[str, TableHistory]:
    """The moments of such a game, and the one with the most answers."""
    chooser = player("medium", seed)
    begun = Game.new(players=players, seed=seed, kraken=kraken, leviathan=leviathan)
    history = TableHistory(begun.to_record()["config"], [None] + ["medium"] * (players - 1))
    found: dict[str, TableHistory] = {}
    most = 0
    while not history.game.is_over:
        if history.game.player == 0:
            kind, answers = history.game.question.kind, len(history.game.legal_actions)
            found[kind] = history.copy()
            if kind != "PAY" and answers > most:
                most, found[MOST_ANSWERS] = answers, found[kind]
        history.add(ANSWER, history.game.player, chooser.choose(Perspective(history.game)).text)
    found[THE_END] = history
    return found


def update_of(history: TableHistory) -> Update:
    """A history as the server sends it to seat 0, whose neighbours are computers."""
    seats = [
        Person(seat, NAMES[seat], "person" if seat == 0 else "computer", level, True, local=seat == 0)
        for seat, level in enumerate(history.levels)
    ]
    context = UpdateContext(seats, commitment="", results_url="/results")
    made: Update = msgspec.to_builtins(update_for(history, 0, context), str_keys=True)
    return {"type": "update", **made}


def changed(moment: Update, own: dict[str, Any] | None = None, **parts: Any) -> Update:
    """A moment at which parts of the view are others, and parts of what I have."""
    mine, *others = moment["view"]["seats"]
    view = {**moment["view"], "seats": [{**mine, **(own or {})}, *others], **parts}
    return {**moment, "view": view}


Size = tuple[int, int]
SETS: dict[str, dict[str, bool]] = {
    "base": {},
    "Kraken": {"kraken": True},
    "Leviathan": {"leviathan": True},
    "both": {"kraken": True, "leviathan": True},
}
# Every kind of table: its sets, and the number of players.
TABLES = [
    (name, players)
    for name, sets in SETS.items()
    for players in ((2, 3, 4, 5) if "leviathan" in sets else (2, 3, 4))
]
FULLEST = ("both", 4)


class Projector:
    """A page at which a table is shown that no server plays: one moment after the other.

    `moments` are some of those that can be shown.
    """

    def __init__(self, page: Page, address: str, moments: Moments | None = None) -> None:
        self.page, self.address, self.moments = page, address, moments or {}
        self.revision = 0
        self.shown: Update = {}
        self.sockets: list[WebSocketRoute] = []
        page.route_web_socket("**/socket?*", self.join)

    def join(self, socket: WebSocketRoute) -> None:
        self.sockets.append(socket)
        socket.on_message(lambda frame: self.answer(socket, str(frame)))

    def answer(self, socket: WebSocketRoute, frame: str) -> None:
        if "hello" in frame:
            self.greet(socket)
        elif "ping" in frame:
            socket.send(msgspec.json.encode({"type": "pong", "revision": self.revision}).decode())

    def greet(self, socket: WebSocketRoute) -> None:
        welcome = {
            "type": "welcome", "protocol": 1, "table": "t", "seat": 0, "seats": [0], "language": "en",
            "server": "", "levels": ["medium"], "stand_in": "medium", "grace": 60, "chat": [],
            "is_chat_closed": False,
        }  # fmt: skip
        for message in (welcome, self.shown):
            socket.send(msgspec.json.encode(message).decode())

    def show(self, update: Update, events: Sequence[dict[str, Any]] = ()) -> None:
        """Let the page show this moment, and the events that have led to it."""
        self.revision += 1
        changes = {"revision": self.revision, "undone": not events, "events": list(events), "log_from": 0}
        self.shown = {**update, **changes}
        if self.sockets:
            self.sockets[-1].send(msgspec.json.encode(self.shown).decode())
        else:
            self.page.goto(self.address)
        self.page.locator(f"body[data-revision='{self.revision}']").wait_for()


@dataclass
class Stage:
    """A page for each language, on which the moments of tables of all kinds are shown."""

    context: BrowserContext
    table: str
    histories: dict[tuple[str, int], dict[str, TableHistory]]
    opened: dict[str, Projector] = field(default_factory=dict)

    def moment(self, which: tuple[str, int], kind: str, language: str = "en") -> Update:
        """The last question of this kind."""
        with words.reading_in(language):
            return update_of(self.histories[which][kind])

    def show(self, size: Size, moment: Update, language: str = "en", **changes: Any) -> Page:
        """The page on a screen of this size, once it shows this moment."""
        if language not in self.opened:
            address = f"/t/{self.table}?lang={language}"
            self.opened[language] = Projector(self.context.new_page(), address)
        projector = self.opened[language]
        projector.page.set_viewport_size({"width": size[0], "height": size[1]})
        projector.show(moment, **changes)
        projector.page.wait_for_function("(width) => innerWidth === width", arg=size[0])
        return projector.page
