"""Games of one network against itself and others, in compiled code, and the samples that are learned from
them.

A network with a policy searches. In a share of the decisions the search is thorough, and these are learned:
the policy that it found and, later, who won. In the others a short search finds the answer (playout cap
randomisation: Wu, 2019). With a hint it does not search: its answers are drawn, and it learns what came of
them. A network without a policy looks one answer ahead; then the values alone are learned. In its school a
network may also learn from a search without a policy, which is much slower for as much strength.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from openabyss.chance.generator import Generator, below
from openabyss.engine.compiling import compiled
from openabyss.play.position.options import Options
from openabyss.players.greedy.choosing import choose_greedily
from openabyss.players.greedy.weights import DEFAULT_WEIGHTS, Weights
from openabyss.players.network.encoding import encode
from openabyss.players.network.inputs import ROW_OF, Inputs
from openabyss.players.network.network import Floats, Network, Numbers, evaluate_for, softmax
from openabyss.players.playout import draw, share_victory
from openabyss.players.search.gumbel import STEPS_TO_ONE, RootStatistics, improve
from openabyss.players.search.mcts import (
    IS_FILLED_IN,
    SearchContext,
    States,
    begin_simulation,
    finish_simulation,
    policy_logits,
)
from openabyss.players.search.tree import ROOT, child_with, clear
from openabyss.rules.play import apply, resolve
from openabyss.rules.questions import open_question
from openabyss.rules.setup import deal, new_table
from openabyss.rules.sizes import SEATS
from openabyss.rules.state import NOBODY, State

# How a seat plays.
GREEDY, ONE_AHEAD, SEARCHING, TEACHING, DRAWING = range(5)
# How many answers are noted with their probabilities; a question with more teaches the value alone.
NOTED_ANSWERS = 64
NO_ANSWER = -1
# What the noted policy of a greedy seat gives to its answer.
GREEDY_CERTAINTY = 0.9
# One over the temperature of the policy of a seat that looks one answer ahead.
RATING_CERTAINTY = 12.0
PER_MILLE = 1000
# An untrained network may never come to an end; then all seats go on greedily. Where all allies are in hands
# that can pay for no lord of the court, nobody ends the game: it is left unfinished.
LONG_GAME = 120
MAX_TURNS = 400

# Seats that now and then answer at random, so that the network sees what comes of it.
IS_EXPLORING = np.array([0, 1, 0, 1, 0], np.int64)

Policies = NDArray[np.int64]


class Pace(NamedTuple):
    """How much is searched and learned, of a thousand: `TrainingSettings` says what each means."""

    noted: int
    noted_after: int
    explored: int
    iterations: int
    considered: int
    short_iterations: int
    short_considered: int
    school_iterations: int
    short_school_iterations: int


class SampleBuffer(NamedTuple):
    """What is kept of a game: tables as inputs with `(moment, viewer)` of each, for each of the answers the
    row of the policy (NO_ANSWER behind the last) and its probability, and the places among them of the one
    that was drawn and of the one that was hinted at (NO_ANSWER for none); and of each moment the win
    probabilities that were expected, and who drew an answer (NOBODY for none)."""

    inputs: Inputs
    moments: NDArray[np.int64]
    rows: NDArray[np.int16]
    policy: Numbers
    drawn: NDArray[np.int16]
    hinted: NDArray[np.int16]
    views: Floats
    drawers: NDArray[np.int64]


class GameContext(NamedTuple):
    """What games are played with. The `teacher` values the tables of seats that do not search, and those at
    the end of the simulations of `school`, a search without a policy. Greedy seats have these `weights`."""

    search: SearchContext
    school: SearchContext
    teacher: Network
    weights: Weights
    pace: Pace
    found: RootStatistics
    random: Generator


def default_table(variant: int, players: int) -> State:
    """A new game with the default options that waits for chance: what a network must know to be of use."""
    kraken, leviathan = variant % 2 == 1, variant >= 2
    state = new_table(players, kraken, leviathan, Options().numbers(leviathan))
    deal(state)
    resolve(state)
    return state


@compiled
def record_game(
    state: State, policies: Policies, context: GameContext, buffer: SampleBuffer
) -> tuple[int, int]:
    """Play to the end; returns how many moments and how many samples were noted.

    What does not fit into the buffer is not played. Answers of seats that do not search are learned in games
    in which nobody searches.
    """
    moment, sample = 0, 0
    is_school, random = not somebody_searches(policies, int(state.players)), context.random
    while state.depth > 0 and state.turn < MAX_TURNS and moment < len(buffer.views):
        player = open_question(state).player
        if player == NOBODY or state.offered == 1:
            apply(state, draw(state, random))
            continue
        policy = int(policy_now(state, int(policies[player])))
        is_noted = below(random, PER_MILLE) < context.pace.noted
        view = buffer.views[moment]
        answer = int(answer_of(state, policy, context, is_noted, is_noted, view))
        if policy == GREEDY:
            one_hot_policy(state, answer, context.found)
            is_noted = is_noted and is_school and IS_FILLED_IN[open_question(state).what] == 0
        if is_noted and policy != DRAWING and context.search.parameters.hint > 0.0:
            hint = answer if policy == GREEDY else int(choose_greedily(state, context.weights, random))
            context.found.hinted[0] = place_of(state, hint)
        if is_noted and sample < len(buffer.inputs):
            note(state, player, moment, sample, buffer)
            note_policy(state, sample, context.found, buffer)
            if policy == DRAWING and buffer.rows[sample, 0] != NO_ANSWER:
                buffer.drawn[sample] = place_of(state, answer)
            sample += 1
        buffer.drawers[moment] = player if policy == DRAWING else NOBODY
        is_explored = IS_EXPLORING[policy] == 1 and below(random, PER_MILLE) < context.pace.explored
        if is_explored:
            answer = int(draw(state, random))
        apply(state, answer)
        if is_explored or policy == GREEDY:
            evaluate_for(state, player, context.teacher, view)
        is_noted = state.depth > 0 and below(random, PER_MILLE) < context.pace.noted_after
        if is_noted and sample < len(buffer.inputs):
            note(state, player, moment, sample, buffer)
            sample += 1
        moment += 1
    return moment, sample


@compiled
def somebody_searches(policies: Policies, players: int) -> bool:
    for player in range(players):
        if policies[player] in (SEARCHING, TEACHING, DRAWING):
            return True
    return False


@compiled
def play_match(state: State, policies: Policies, context: GameContext, shares: Floats) -> None:
    """Play to the end with thorough searches and without noise; `shares` becomes who won."""
    view = np.zeros(SEATS)
    while state.depth > 0 and state.turn < MAX_TURNS:
        player = open_question(state).player
        if player == NOBODY or state.offered == 1:
            apply(state, draw(state, context.random))
        else:
            policy = int(policy_now(state, int(policies[player])))
            apply(state, answer_of(state, policy, context, True, False, view))
    share_victory(state, shares)


@compiled
def policy_now(state: State, policy: int) -> int:
    """How a seat answers the open question: all leave payments and the like to the greedy player."""
    is_left = state.turn >= LONG_GAME or IS_FILLED_IN[open_question(state).what] == 1
    return GREEDY if is_left else policy


@compiled
def answer_of(
    state: State, policy: int, context: GameContext, is_thorough: bool, is_noisy: bool, view: Floats
) -> int:
    """The answer of a seat; for one that is not greedy `view` becomes what it expects, and `context.found`
    has its policy."""
    pace, found = context.pace, context.found
    found.hinted[0] = NO_ANSWER
    if policy == GREEDY:
        return choose_greedily(state, context.weights, context.random)
    if policy == ONE_AHEAD:
        return rate(state, context.search.tables, context.teacher, context.random, found, view)
    if policy == TEACHING:
        context.school.tables[0] = state
        iterations = pace.school_iterations if is_thorough else pace.short_school_iterations
        return search_without_policy(context.school, context.random, iterations, found, view)
    if policy == DRAWING:
        found.hinted[0] = policy_logits(state, context.search, context.random, view, found.policy)
        softmax(found.policy, int(state.offered))
        return draw_by(state, found, context.random)
    context.search.tables[0] = state
    iterations = pace.iterations if is_thorough else pace.short_iterations
    considered = pace.considered if is_thorough else pace.short_considered
    return improve(context.search, context.random, iterations, considered, is_noisy, found, view)


@compiled
def search_without_policy(
    context: SearchContext, random: Generator, iterations: int, found: RootStatistics, view: Floats
) -> int:
    """The answer to the question of `tables[0]` that a search visits most; `found` has as its policy what
    share of the visits each had, `view` becomes what the search expects."""
    tree, seat = context.tree, open_question(context.tables[0]).player
    clear(tree)
    for _ in range(iterations):
        begin_simulation(context, seat, random)
        finish_simulation(context, random, view)
    for player in range(len(view)):
        view[player] = tree.shares[ROOT, player] / iterations
    state, place, best, seen = context.tables[0], 0, 0, 0
    for action in range(state.first_offered, state.end_offered):
        if state.mask[action] > 0:
            found.action[place] = action
            found.policy[place] = tree.visits[child_with(tree, ROOT, action)]
            seen += found.policy[place]
            if found.policy[place] > found.policy[best]:
                best = place
            place += 1
    for one in range(place):
        found.policy[one] /= seen
    return int(found.action[best])


@compiled
def draw_by(state: State, found: RootStatistics, random: Generator) -> int:
    """An answer by the probabilities of `found.policy`."""
    left, place, answer = below(random, STEPS_TO_ONE) / STEPS_TO_ONE, 0, NO_ANSWER
    for action in range(state.first_offered, state.end_offered):
        if state.mask[action] > 0:
            found.action[place] = action
            if answer == NO_ANSWER or left >= 0.0:
                answer = action
            left -= found.policy[place]
            place += 1
    return answer


@compiled
def place_of(state: State, answer: int) -> int:
    """The place of an answer among the legal ones."""
    place = 0
    for action in range(state.first_offered, answer):
        if state.mask[action] > 0:
            place += 1
    return place


@compiled
def one_hot_policy(state: State, answer: int, found: RootStatistics) -> None:
    """The policy of a seat that gives this answer, and might have given another one."""
    place = 0
    for action in range(state.first_offered, state.end_offered):
        if state.mask[action] > 0:
            found.action[place] = action
            rest = (1.0 - GREEDY_CERTAINTY) / (state.offered - 1)
            found.policy[place] = GREEDY_CERTAINTY if action == answer else rest
            place += 1


@compiled
def rate(
    state: State, tables: States, teacher: Network, random: Generator, found: RootStatistics, view: Floats
) -> int:
    """The answer after which the teacher thinks best of the table, once it has been paid for; `view` becomes
    what it then thinks of it, `found` has the policy that follows from all its ratings."""
    me, place, best = open_question(state).player, 0, 0
    chances = np.zeros(SEATS)
    for action in range(state.first_offered, state.end_offered):
        if state.mask[action] > 0:
            tables[1] = state
            apply(tables[1], action)
            fill_in(tables[1], me, random)
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
def fill_in(state: State, me: int, random: Generator) -> None:
    """Answer greedily what belongs to the answer that was given: a payment half made is hard to value."""
    while state.depth > 0:
        what, player, _detail = open_question(state)
        if player != me or IS_FILLED_IN[what] == 0:
            return
        apply(state, choose_greedily(state, DEFAULT_WEIGHTS, random))


@compiled
def note(state: State, viewer: int, moment: int, sample: int, buffer: SampleBuffer) -> None:
    """Encode the table as one sample without a policy."""
    encode(state, viewer, buffer.inputs[sample])
    buffer.moments[sample, 0] = moment
    buffer.moments[sample, 1] = viewer
    buffer.rows[sample, :] = NO_ANSWER
    buffer.drawn[sample], buffer.hinted[sample] = NO_ANSWER, NO_ANSWER


@compiled
def note_policy(state: State, sample: int, found: RootStatistics, buffer: SampleBuffer) -> None:
    """Add the policy that was found for the open question, and the hint, if there is room for all its
    answers."""
    if state.offered <= buffer.rows.shape[1]:
        what = open_question(state).what
        for place in range(state.offered):
            buffer.rows[sample, place] = ROW_OF[what, found.action[place]]
            buffer.policy[sample, place] = found.policy[place]
        buffer.hinted[sample] = found.hinted[0]


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


@compiled
def gains_of_draws(buffer: SampleBuffer, moments: int, outcome: Floats, trace: float, gains: Floats) -> None:
    """How much more than expected came of each answer that was drawn, by what the same seat expected at its
    next ones and, in the end, by the outcome: `trace` is the λ of generalised advantage estimation (Schulman
    et al., 2016). Others see less of a hand, so what they expected does not count."""
    following, gained = outcome.copy(), np.zeros(len(outcome))
    for moment in range(moments - 1, -1, -1):
        seat = buffer.drawers[moment]
        if seat != NOBODY:
            expected = buffer.views[moment, seat]
            gained[seat] = following[seat] - expected + trace * gained[seat]
            following[seat] = expected
            gains[moment] = gained[seat]
