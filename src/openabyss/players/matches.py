"""Whole games at native speed: every seat plays by its policy, chance answers by weight."""

import numpy as np
from numpy.typing import NDArray

from openabyss.chance.generator import Generator, below
from openabyss.engine.compiling import compiled
from openabyss.players.greedy.choosing import choose_greedily
from openabyss.players.greedy.weights import DEFAULT_WEIGHTS, Weights
from openabyss.players.playout import draw
from openabyss.players.regent import choose_as_regent
from openabyss.rules import numbering as asked
from openabyss.rules.play import apply
from openabyss.rules.questions import QUESTIONS, open_question
from openabyss.rules.sizes import SEATS
from openabyss.rules.state import NOBODY, State

RANDOM, GREEDY, REGENT, CARELESS = range(4)

Policies = NDArray[np.int64]

# Where any answer is a move that a beginner might make. A silly payment or discard would only look odd.
MOVES = {
    *(asked.MAIN, asked.EXPLORE_ALLY, asked.EXPLORE_MONSTER, asked.OFFER, asked.REWARD),
    *(asked.CONTROL_SOURCE, asked.CONTROL_PICK, asked.MEET_MONSTER, asked.FIGHT_TARGET),
}
IS_MOVE = np.array([number in MOVES for number in range(len(QUESTIONS))], np.int64)
# How many of a hundred moves the careless player makes at random: docs/training/log.md.
RANDOM_PERCENT, HUNDRED = 35, 100


@compiled
def choose(state: State, policy: int, weights: Weights, random: Generator) -> int:
    """The answer of a seat with that policy to the open question."""
    if policy == GREEDY:
        return choose_greedily(state, weights, random)
    if policy == REGENT:
        return choose_as_regent(state)
    if policy == CARELESS:
        return choose_carelessly(state, weights, random)
    return draw(state, random)


@compiled
def choose_carelessly(state: State, weights: Weights, random: Generator) -> int:
    """As the greedy player, who often answers the main questions as they come."""
    if IS_MOVE[open_question(state).what] == 1 and below(random, HUNDRED) < RANDOM_PERCENT:
        return draw(state, random)
    return choose_greedily(state, weights, random)


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
