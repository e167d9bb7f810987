"""Whole games at native speed: every seat plays by its policy, chance answers by weight."""

import numpy as np
from numpy.typing import NDArray

from openabyss.chance.generator import Generator
from openabyss.engine.compiling import compiled
from openabyss.players.greedy.choosing import choose_greedily
from openabyss.players.greedy.weights import DEFAULT_WEIGHTS, Weights
from openabyss.players.playout import draw
from openabyss.players.regent import choose_as_regent
from openabyss.rules.play import apply
from openabyss.rules.questions import open_question
from openabyss.rules.sizes import SEATS
from openabyss.rules.state import NOBODY, State

RANDOM, GREEDY, REGENT = range(3)

Policies = NDArray[np.int64]


@compiled
def choose(state: State, policy: int, weights: Weights, random: Generator) -> int:
    """The answer of a seat with that policy to the open question."""
    if policy == GREEDY:
        return choose_greedily(state, weights, random)
    if policy == REGENT:
        return choose_as_regent(state)
    return draw(state, random)


@compiled
def play_weighted_game(state: State, policies: Policies, weights: Weights, random: Generator) -> int:
    """Play to the end; `weights` has a row for each seat, which only greedy seats look at. Returns how many
    decisions players made; the final state is left for reading."""
    decisions = 0
    while state.depth > 0:
        player = open_question(state).player
        if player == NOBODY:
            apply(state, draw(state, random))
        else:
            decisions += 1
            apply(state, choose(state, int(policies[player]), weights[player], random))
    return decisions


DEFAULT_WEIGHTS_BY_SEAT = np.tile(DEFAULT_WEIGHTS, (SEATS, 1))


def play_game(state: State, policies: Policies, random: Generator) -> int:
    """`play_weighted_game` where all greedy seats have the default weights."""
    return play_weighted_game(state, policies, DEFAULT_WEIGHTS_BY_SEAT, random)
