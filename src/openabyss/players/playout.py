"""Random play at native speed, every answer drawn from the mask, and who has won at its end."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from openabyss.chance.generator import Generator, below
from openabyss.engine.compiling import compiled
from openabyss.rules.play import apply
from openabyss.rules.questions import open_question
from openabyss.rules.scoring import standing
from openabyss.rules.state import NOBODY, State


@compiled
def draw(state: State, random: Generator) -> int:
    """An answer to the open question, by the weights of the mask."""
    left = below(random, int(state.offered))
    action = int(state.first_offered)
    while True:
        left -= state.mask[action]
        if left < 0:
            return action
        action += 1


@compiled
def first_answer(state: State) -> int:
    """The first legal answer of the catalogue."""
    action = int(state.first_offered)
    while state.mask[action] == 0:
        action += 1
    return action


@compiled
def play_out(state: State, random: Generator) -> int:
    """Play at random to the end; returns how many decisions players made (chance not counted)."""
    decisions = 0
    while state.depth > 0:
        if open_question(state).player != NOBODY:
            decisions += 1
        apply(state, draw(state, random))
    return decisions


@compiled
def share_victory(state: State, shares: NDArray[np.floating[Any]]) -> None:
    """`shares[player]` becomes 1 for the winner, equal parts of it for those who share the victory."""
    players = int(state.players)
    best, winners = standing(state, 0), 0
    for player in range(players):
        best = max(best, standing(state, player))
    for player in range(players):
        if standing(state, player) == best:
            winners += 1
    for player in range(players):
        shares[player] = 1.0 / winners if standing(state, player) == best else 0.0
