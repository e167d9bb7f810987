"""Moments of games to look at: what a server would send of them, on one page, without playing there."""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from playwright.sync_api import Page, WebSocketRoute

from openabyss.game import Game
from openabyss.players.perspective import Perspective
from openabyss.players.registry import player
from openabyss.web.history import ANSWER, TableHistory
from openabyss.web.presentation.update import UpdateContext, update_for
from openabyss.web.protocol.messages import Person

NAMES = ("Captain", "Triton", "Nerissa", "Marlin", "Coralie")
Update = dict[str, Any]
Moment = Callable[[Game], bool]


def main_choice(game: Game) -> bool:
    """Seat 0 chooses its action."""
    return game.player == 0 and game.question.kind == "MAIN"


def asked(kind: str) -> Moment:
    """Seat 0 is asked a question of this kind."""
    return lambda game: game.player == 0 and game.question.kind == kind


def last_moment(moment: Moment, players: int, seed: int = 1, people: int = 1, **sets: bool) -> Update:
    """A whole game of greedy computers, as seat 0 sees it at the last of these moments."""
    chooser = player("greedy", seed)
    begun = Game.new(players=players, seed=seed, **sets)
    levels = [None if seat < people else "greedy" for seat in range(players)]
    history = TableHistory(begun.to_record()["config"], levels)
    found = None
    while not history.game.is_over:
        if moment(history.game):
            found = history.copy()
        history.add(ANSWER, history.game.player, chooser.choose(Perspective(history.game)).text)
    if found is None:
        raise LookupError("the game has no such moment")
    return update_of(found, people)


def the_end(players: int, seed: int = 1, **sets: bool) -> Update:
    """The same game when it is over."""
    chooser = player("greedy", seed)
    begun = Game.new(players=players, seed=seed, **sets)
    history = TableHistory(begun.to_record()["config"], [None] + ["greedy"] * (players - 1))
    while not history.game.is_over:
        history.add(ANSWER, history.game.player, chooser.choose(Perspective(history.game)).text)
    return update_of(history, 1)


def update_of(history: TableHistory, people: int) -> Update:
    """A history as the server sends it to seat 0."""
    seats = [
        Person(seat, NAMES[seat], "person" if seat < people else "computer", level, True, local=seat == 0)
        for seat, level in enumerate(history.levels)
    ]
    context = UpdateContext(seats, commitment="", results_url="/results")
    made: Update = msgspec.to_builtins(update_for(history, 0, context), str_keys=True)
    return {"type": "update", **made}


class Projector:
    """A page at which a table is shown that no server plays: one moment after the other."""

    def __init__(self, page: Page, address: str) -> None:
        self.page, self.revision = page, 0
        self.first: Update = {}
        self.sockets: list[WebSocketRoute] = []
        page.route_web_socket("**/socket?*", self.join)
        self.address = address

    def join(self, socket: WebSocketRoute) -> None:
        self.sockets.append(socket)
        socket.on_message(lambda frame: self.greet(socket) if "hello" in str(frame) else None)

    def greet(self, socket: WebSocketRoute) -> None:
        welcome = {
            "type": "welcome", "protocol": 1, "table": "t", "seat": 0, "seats": [0], "language": "en",
            "server": "", "levels": ["greedy"], "grace": 60, "chat": [],
        }  # fmt: skip
        for message in (welcome, self.first):
            socket.send(msgspec.json.encode(message).decode())

    def show(self, update: Update) -> None:
        """Let the page show this moment."""
        self.revision += 1
        self.first = {**update, "revision": self.revision, "undone": True, "log_from": 0}
        if self.sockets:
            self.sockets[-1].send(msgspec.json.encode(self.first).decode())
        else:
            self.page.goto(self.address)
        self.page.locator(f"body[data-revision='{self.revision}']").wait_for()


def tables(players: Sequence[int], sets: Sequence[dict[str, bool]]) -> dict[str, Update]:
    """The fullest main choice of a game with each number of players and each choice of sets."""
    return {
        f"{'+'.join(chosen) or 'base'} {count}": last_moment(main_choice, count, **chosen)
        for chosen in sets
        for count in players
    }
