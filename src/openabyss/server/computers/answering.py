"""How a computer's process finds an answer: it replays the game, and lets the player choose. Other questions
about a game are answered by a search."""

from functools import cache
from typing import Any

from msgspec import json

from openabyss.arena.puzzles.answers import ITERATIONS, SURE_ITERATIONS, Comparison
from openabyss.arena.review import Decision, Judge, look, look_closer
from openabyss.errors import InvalidOption
from openabyss.play.game import Game
from openabyss.players.bot import dismiss
from openabyss.players.kinds import KINDS, is_seatable
from openabyss.players.perspective import Perspective
from openabyss.players.registry import player
from openabyss.players.search.advice import advice
from openabyss.players.search.parameters import FEW_ITERATIONS, SearchSettings
from openabyss.server.computers.questions import HintAsked, LookAsked, ReasonsAsked, Search, WorthAsked
from openabyss.words import _, reading_in

SHOWN_LETTERS = 40
HINT_SECONDS = 0.5


def load(level: str) -> None:
    """Load what answers of this level need, before somebody waits for one."""
    player(level, 0).choose(Perspective(Game.new(players=2, seed=0)))


def choose(level: str, seed: int, record: dict[str, Any]) -> str:
    """What a player of this level answers in the game so far. Any exception of the player is raised."""
    if not (is_seatable(level) or level.partition(":")[0] in KINDS):
        # A level may name a program that is run, so it is checked here, wherever it came from.
        problem = _("this server was not started with the computer {level!r}")
        raise InvalidOption(problem.format(level=level[:SHOWN_LETTERS]))
    game, chooser = Game.from_record(record), player(level, seed)
    try:
        return chooser.choose(Perspective(game)).text
    finally:
        dismiss([chooser])


def find(asked: Search, iterations: int = FEW_ITERATIONS) -> str:
    """What a search finds out about a game, as JSON; one for a review has this many iterations. Any exception
    of the search is raised."""
    game = Game.from_record(asked.record)
    if isinstance(asked, HintAsked):
        with reading_in(asked.language):
            return json.encode(advice(game, HINT_SECONDS, asked.names)).decode()
    if isinstance(asked, LookAsked):
        return json.encode([look(game, place, _judge(iterations)) for place in asked.places]).decode()
    if isinstance(asked, WorthAsked):
        iterations = SURE_ITERATIONS if asked.is_sure else ITERATIONS
        return json.encode(_comparison().worths(game, asked.answers, iterations)).decode()
    if isinstance(asked, ReasonsAsked):
        return json.encode(_comparison().reasons(game, asked.best, asked.others)).decode()
    decision = json.decode(asked.decision, type=Decision)
    return json.encode(look_closer(game, decision, _judge(iterations))).decode()


@cache
def _judge(iterations: int) -> Judge:
    """The judge of all reviews: limited by iterations, not by time, so that a review is the same every
    time."""
    return Judge(SearchSettings(seconds=None, iterations=iterations))


@cache
def _comparison() -> Comparison:
    """The judge of the answers to all puzzles."""
    return Comparison()
