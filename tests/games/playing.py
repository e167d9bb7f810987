"""Whole games from a seed, by simple habits that lead to every way in which a game can end."""

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from openabyss import Game
from openabyss.table.events import Event

NAMES = ["Ada", "Ben", "Cleo", "Dov"]

# What a habit prefers, if it is legal; otherwise, and now and then anyhow, anything.
HABITS = {"gathering": ("recruit:",), "plotting": ("use:opportunist", "use:21", "plot", "explore")}
HABITUALLY = 0.8


class Decision(NamedTuple):
    """The game before a decision, the answer that will be given, and what happened since the last one."""

    game: Game
    answer: str
    events: list[Event]


def choose(game: Game, habit: str, chance: Random) -> str:
    """An answer to the open question, as its text."""
    texts = [action.text for action in game.legal_actions]
    for start in HABITS[habit]:
        preferred = [text for text in texts if text.startswith(start)]
        if preferred and chance.random() < HABITUALLY:
            return chance.choice(preferred)
    return chance.choice(texts)


def decisions(game: Game, habit: str, seed: int) -> Iterator[Decision]:
    """Play to the end; the game is over when nothing is yielded any more."""
    chance, events = Random(seed), game.latest_events
    while not game.is_over:
        answer = choose(game, habit, chance)
        yield Decision(game, answer, events)
        events = game.apply(answer)
