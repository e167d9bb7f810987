"""Tables to describe: games played at random, and single situations built by hand."""

from collections.abc import Iterator
from random import Random

import numpy as np

from openabyss.play.position.options import Options
from openabyss.rules import setup
from openabyss.rules.cards.printed import LORD_ID
from openabyss.rules.play import apply, resolve
from openabyss.rules.questions import QUESTION_NAMES, ask, open_question
from openabyss.rules.state import State

# Every choice of expansions, as arguments of `random_game`.
SETS = [(False, False), (True, False), (False, True), (True, True)]


def lord(number: int) -> int:
    """The rules' number of a lord, given its public id."""
    return int(np.flatnonzero(number == LORD_ID)[0])


def new_table(players: int, kraken: bool = False, leviathan: bool = False) -> State:
    """A table laid out, with nothing dealt yet."""
    return setup.new_table(players, kraken, leviathan, Options().numbers(leviathan))


def asked_table(
    question_name: str, detail: int = 0, kraken: bool = False, leviathan: bool = False, players: int = 2
) -> State:
    """Such a table on which player 0 is asked."""
    state = new_table(players, kraken, leviathan)
    ask(state, QUESTION_NAMES.index(question_name), 0, detail)
    return state


def question_name_of(state: State) -> str:
    """The name of the open question."""
    return QUESTION_NAMES[open_question(state).what]


def legal_actions(state: State) -> list[int]:
    """The legal answers to the open question."""
    return [int(action) for action in np.flatnonzero(state.mask)]


def random_game(players: int, seed: int, kraken: bool = False, leviathan: bool = False) -> Iterator[State]:
    """The table at every question of a whole game, chance included."""
    chooser = Random(seed)
    state = new_table(players, kraken, leviathan)
    setup.deal(state)
    resolve(state)
    while state.depth > 0:
        yield state
        apply(state, chooser.choice(legal_actions(state)))
