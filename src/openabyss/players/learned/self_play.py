"""Games of learned players against each other or against the greedy one, and what is learnt of them."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from openabyss.chance.generator import Generator, below
from openabyss.engine.compiling import compiled
from openabyss.players.greedy.choosing import choose_greedily
from openabyss.players.greedy.weights import DEFAULT_WEIGHTS
from openabyss.players.learned.choosing import (
    LONGEST_CHAIN,
    NO_ANSWER,
    Answers,
    choose_by_rating,
    follow,
)
from openabyss.players.learned.encoding import Inputs, encode
from openabyss.players.learned.network import Floats, Nets, evaluate_for
from openabyss.players.learned.outcome import share_victory
from openabyss.players.playout import draw
from openabyss.position.options import Options
from openabyss.rules.play import apply, resolve
from openabyss.rules.questions import open_question
from openabyss.rules.scoring import score
from openabyss.rules.setup import deal, new_table
from openabyss.rules.sizes import SEATS
from openabyss.rules.state import NOBODY, State

# How a seat plays. A quick seat leaves payments to the greedy player.
GREEDILY, BY_RATING, QUICKLY, AT_RANDOM = range(4)

Policies = NDArray[np.int64]

PER_MILLE = 1000
# An untrained network may never come to an end; then all seats go on greedily. Where all allies lie in
# hands that can pay for no lord of the court, nobody ends the game: it is left as it stands.
LONG_GAME = 120
LONGEST_GAME = 400


class ReplayBuffer(NamedTuple):
    """What is kept of a game to learn from: tables as inputs, `(moment, viewer)` of each, and the win
    probabilities that were expected at each moment."""

    samples: Inputs
    moments: NDArray[np.int64]
    views: Floats


def default_table(variant: int, players: int) -> State:
    """A new game with the default options that waits for chance: what a network must know to be of use."""
    kraken, leviathan = variant % 2 == 1, variant >= 2
    state = new_table(players, kraken, leviathan, Options().numbers(leviathan))
    deal(state)
    resolve(state)
    return state


@compiled
def rates(state: State, policy: int) -> bool:
    """The seat answers by its network."""
    return policy in (BY_RATING, QUICKLY) and state.turn < LONG_GAME


@compiled
def answer_of(state: State, policy: int, nets: Nets, random: Generator, view: Floats, plan: Answers) -> int:
    """The answer of a seat; one that rates also tells the win probabilities it expects, in `view`."""
    if policy == AT_RANDOM:
        return draw(state, random)
    if not rates(state, policy):
        return choose_greedily(state, DEFAULT_WEIGHTS, random)
    action = follow(plan, state)
    if action == NO_ANSWER:
        action = choose_by_rating(state, nets, policy == QUICKLY, random, view, plan)
    return action


@compiled
def play_learned_game(state: State, policies: Policies, nets: Nets, random: Generator, shares: Floats) -> int:
    """Play to the end; `shares` becomes who won. Returns how many decisions players made."""
    decisions, view, plan = 0, np.zeros(SEATS), np.full(LONGEST_CHAIN + 1, NO_ANSWER)
    while state.depth > 0 and state.turn < LONGEST_GAME:
        player = open_question(state).player
        if player == NOBODY:
            apply(state, draw(state, random))
        else:
            decisions += 1
            apply(state, answer_of(state, int(policies[player]), nets, random, view, plan))
    share_victory(state, shares)
    return decisions


@compiled
def record_game(
    state: State,
    policies: Policies,
    nets: Nets,
    random: Generator,
    explored: int,
    kept: int,
    buffer: ReplayBuffer,
) -> tuple[int, int]:
    """Play to the end and note what can be learnt: returns how many moments and how many samples.

    `explored` of a thousand answers of seats that rate are given at random; of a thousand tables before
    and after decisions `kept` become samples. What does not fit into the buffer is not played.
    """
    moment, sample, view, plan = 0, 0, np.zeros(SEATS), np.full(LONGEST_CHAIN + 1, NO_ANSWER)
    while state.depth > 0 and moment < len(buffer.views):
        player = open_question(state).player
        if player == NOBODY:
            apply(state, draw(state, random))
            continue
        if state.offered > 1 and below(random, PER_MILLE) < kept:
            sample = note(state, player, moment, sample, buffer)
        policy = int(policies[player])
        if rates(state, policy) and below(random, PER_MILLE) < explored:
            policy = AT_RANDOM
            plan[0] = NO_ANSWER
        apply(state, answer_of(state, policy, nets, random, view, plan))
        if not rates(state, policy):
            evaluate_for(state, player, nets, view)
        buffer.views[moment] = view
        if state.depth > 0 and below(random, PER_MILLE) < kept:
            sample = note(state, player, moment, sample, buffer)
        moment += 1
    return moment, sample


@compiled
def note(state: State, viewer: int, moment: int, sample: int, buffer: ReplayBuffer) -> int:
    """Encode the table as one sample, if there is room; returns the number of the next one."""
    if sample == len(buffer.samples):
        return sample
    encode(state, viewer, buffer.samples[sample])
    buffer.moments[sample, 0] = moment
    buffer.moments[sample, 1] = viewer
    return sample + 1


@compiled
def final_margins(state: State, margins: Floats) -> None:
    """The score of each seat against the mean of all."""
    players, total = int(state.players), 0
    for player in range(players):
        total += int(score(state, player))
    for player in range(players):
        margins[player] = int(score(state, player)) - total / players


@compiled
def mix_targets(views: Floats, moments: int, outcome: Floats, td_lambda: float) -> None:
    """Turn each view into what it should have been: by `1 - td_lambda` the next view, by
    `td_lambda` what that one should have been; after the last one comes the outcome."""
    following, target = outcome.copy(), outcome.copy()
    for moment in range(moments - 1, -1, -1):
        for seat in range(len(outcome)):
            target[seat] = (1 - td_lambda) * following[seat] + td_lambda * target[seat]
            following[seat] = views[moment, seat]
            views[moment, seat] = target[seat]
