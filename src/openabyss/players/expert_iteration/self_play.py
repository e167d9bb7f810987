"""Games of searched play, and what is to be learnt of them.

In a share of the decisions the search is thorough, and these are learnt: the policy that it found and, later,
who won. In the others a short search finds the answer (playout cap randomisation: Wu, 2019).
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from openabyss.chance.generator import Generator, below
from openabyss.engine.compiling import compiled
from openabyss.players.greedy.choosing import choose_greedily
from openabyss.players.greedy.weights import DEFAULT_WEIGHTS
from openabyss.players.learned.encoding import Inputs, encode
from openabyss.players.learned.network import Floats, Nets, evaluate_for
from openabyss.players.learned.outcome import share_victory
from openabyss.players.learned.self_play import LONG_GAME, LONGEST_GAME, PER_MILLE
from openabyss.players.playout import draw
from openabyss.players.policy.network import softmax
from openabyss.players.policy.rows import ROW_OF
from openabyss.players.search.gumbel import Bench, Improvement, improve
from openabyss.players.search.mcts import IS_FILLED_IN, States
from openabyss.rules.play import apply
from openabyss.rules.questions import open_question
from openabyss.rules.sizes import SEATS
from openabyss.rules.state import NOBODY, State

# How a seat plays.
GREEDILY, BY_RATING, SEARCHING = range(3)
# How many answers are noted with their probabilities; a question with more teaches the value alone.
NOTED_ANSWERS = 64
NO_ANSWER = -1
# What the noted policy of a greedy seat gives to its answer.
GREEDY_CERTAINTY = 0.9
# One over the temperature of the policy of a rating seat.
RATING_CERTAINTY = 12.0
# How many of a thousand answers of a rating seat are random.
STRAYING = 60

Policies = NDArray[np.int64]


class Pace(NamedTuple):
    """How much is searched: a thorough search in `thorough` of a thousand decisions, else a short one."""

    thorough: int
    iterations: int
    considered: int
    short_iterations: int
    short_considered: int


class Lessons(NamedTuple):
    """What is kept of a game: tables as inputs with `(moment, viewer)` of each, for each of the answers the
    row of the policy (NO_ANSWER behind the last) and its probability, and the win probabilities that were
    expected at each moment."""

    inputs: Inputs
    moments: NDArray[np.int64]
    rows: NDArray[np.int16]
    policy: Nets
    views: Floats


@compiled
def play_and_note(
    state: State,
    policies: Policies,
    bench: Bench,
    pace: Pace,
    random: Generator,
    found: Improvement,
    lessons: Lessons,
    teacher: Nets,
) -> tuple[int, int]:
    """Play to the end; returns how many moments and how many lessons were noted.

    What does not fit into the lessons is not played. In games without any seat that searches the answers of
    the others are learnt: of greedy ones, and of those that look one answer ahead with the values of
    the `teacher`.
    """
    moment, noted = 0, 0
    shares = np.zeros(SEATS)
    is_school = policies.max() < SEARCHING
    while state.depth > 0 and state.turn < LONGEST_GAME and moment < len(lessons.views):
        what, player, _detail = open_question(state)
        if player == NOBODY or state.offered == 1:
            apply(state, draw(state, random))
            continue
        policy = int(policies[player]) if state.turn < LONG_GAME and IS_FILLED_IN[what] == 0 else GREEDILY
        is_thorough = below(random, PER_MILLE) < pace.thorough
        if policy == GREEDILY:
            answer = int(choose_greedily(state, DEFAULT_WEIGHTS, random))
            if is_school and is_thorough and IS_FILLED_IN[what] == 0:
                be_certain_of(state, answer, found)
                noted = note(state, moment, noted, found, lessons)
            evaluate_for(state, player, teacher, lessons.views[moment])
            moment += 1
        elif policy == BY_RATING:
            answer = int(rate(state, bench.tables, teacher, found, lessons.views[moment]))
            if is_thorough:
                noted = note(state, moment, noted, found, lessons)
            moment += 1
            if below(random, PER_MILLE) < STRAYING:
                answer = int(draw(state, random))
        else:
            bench.tables[0] = state
            answer = int(
                improve(
                    bench,
                    random,
                    pace.iterations if is_thorough else pace.short_iterations,
                    pace.considered if is_thorough else pace.short_considered,
                    is_thorough,
                    found,
                    shares,
                )
            )
            if is_thorough:
                noted = note(state, moment, noted, found, lessons)
            lessons.views[moment] = shares
            moment += 1
        apply(state, answer)
    return moment, noted


@compiled
def be_certain_of(state: State, answer: int, found: Improvement) -> None:
    """The policy of a seat that gives this answer, and might have given another one."""
    place = 0
    for action in range(state.first_offered, state.end_offered):
        if state.mask[action] > 0:
            found.action[place] = action
            rest = (1.0 - GREEDY_CERTAINTY) / (state.offered - 1)
            found.policy[place] = GREEDY_CERTAINTY if action == answer else rest
            place += 1


@compiled
def rate(state: State, tables: States, teacher: Nets, found: Improvement, view: Floats) -> int:
    """The answer after which the teacher thinks best of the table; `view` becomes what it then thinks of it,
    `found` has the policy that follows from all its ratings."""
    me, place, best = open_question(state).player, 0, 0
    chances = np.zeros(SEATS)
    for action in range(state.first_offered, state.end_offered):
        if state.mask[action] > 0:
            tables[1] = state
            apply(tables[1], action)
            evaluate_for(tables[1], me, teacher, chances)
            found.action[place] = action
            found.policy[place] = RATING_CERTAINTY * chances[me]
            if place == 0 or chances[me] > view[me]:
                best = place
                for seat in range(SEATS):
                    view[seat] = chances[seat]
            place += 1
    softmax(found.policy, place)
    return int(found.action[best])


@compiled
def note(state: State, moment: int, noted: int, found: Improvement, lessons: Lessons) -> int:
    """One more lesson, if there is room: the table and the policy that was found."""
    if noted == len(lessons.inputs):
        return noted
    what, viewer, _detail = open_question(state)
    encode(state, viewer, lessons.inputs[noted])
    lessons.moments[noted, 0] = moment
    lessons.moments[noted, 1] = viewer
    lessons.rows[noted, :] = NO_ANSWER
    if state.offered <= NOTED_ANSWERS:
        for place in range(state.offered):
            lessons.rows[noted, place] = ROW_OF[what, found.action[place]]
            lessons.policy[noted, place] = found.policy[place]
    return noted + 1


@compiled
def play_match(
    state: State,
    policies: Policies,
    bench: Bench,
    pace: Pace,
    random: Generator,
    found: Improvement,
    shares: Floats,
) -> None:
    """Play to the end with thorough searches and without noise; `shares` becomes who won."""
    expected = np.zeros(SEATS)
    while state.depth > 0 and state.turn < LONGEST_GAME:
        what, player, _detail = open_question(state)
        if player == NOBODY or state.offered == 1:
            apply(state, draw(state, random))
        elif policies[player] != SEARCHING or IS_FILLED_IN[what] == 1 or state.turn >= LONG_GAME:
            apply(state, choose_greedily(state, DEFAULT_WEIGHTS, random))
        else:
            bench.tables[0] = state
            apply(state, improve(bench, random, pace.iterations, pace.considered, False, found, expected))
    share_victory(state, shares)
