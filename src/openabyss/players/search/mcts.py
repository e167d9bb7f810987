"""One simulation after the other: down the tree, one new leaf, its evaluation, and back up.

Every simulation begins by sampling what the seat cannot know. Chance is drawn once for each visit; its
outcomes are nodes of their own, whose number grows with the root of the visits. In a question to a
player the answer is chosen by PUCT for the seat that is asked (max^n).
"""

from collections.abc import MutableSequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from openabyss.chance.determinization import sample_hidden_state
from openabyss.chance.generator import Generator, below
from openabyss.engine.blocks import scratch
from openabyss.engine.compiling import compiled, compiled_unlocked
from openabyss.players.greedy.choosing import choose_greedily
from openabyss.players.greedy.weights import Weights
from openabyss.players.network.network import (
    MOST_UNITS,
    Network,
    Numbers,
    evaluate,
    evaluate_with_units,
    logit_of,
    softmax,
    viewer_of,
)
from openabyss.players.playout import draw, play_out, share_victory
from openabyss.players.regent import choose_as_regent
from openabyss.players.search import tree as nodes
from openabyss.players.search.parameters import PLAYOUT, POLICY, SearchParameters
from openabyss.players.search.tree import Floats, Tree
from openabyss.rules.actions import ACTIONS
from openabyss.rules.play import apply
from openabyss.rules.questions import QUESTIONS, Whole, open_question
from openabyss.rules.sizes import SEATS
from openabyss.rules.state import NOBODY, State

# Questions below the root that the greedy player answers, once for each node.
FILLED_IN = (Whole.PAYMENT, Whole.PRICE, Whole.KEYS, Whole.HAND_LIMIT)
IS_FILLED_IN = np.array([question.part_of in FILLED_IN for question in QUESTIONS], np.int64)
# Chance that only one seat sees: its outcomes get no nodes.
IS_HIDDEN = np.array([question.seen_by_one for question in QUESTIONS], np.int64)

# A policy that is hinted at the greedy answer is too certain of it to look at others: in the tree its logits
# are multiplied by this, and a part of the priors is shared out evenly among all answers.
SOFTENED, SHARED_OUT = 0.5, 0.2

# What `select` asks for instead of an answer: the Regent's answer, the greedy player's (to be followed in
# the tree or beyond it), children for a node, or an evaluation of the table as it is.
LEAF, BY_REGENT, TO_FILL_IN, TO_EXPAND, BEYOND = -1, -2, -3, -4, -5

# Record arrays: to a type checker, their records.
States = MutableSequence[State]
Flag = NDArray[np.int64]


class SearchContext(NamedTuple):
    """What a search works with: three tables, of which the first is searched, the tree, and its judgement.
    `policy` is the network with a policy, `value` the one that only values the table."""

    tables: States
    tree: Tree
    parameters: SearchParameters
    weights: Weights
    policy: Network
    value: Network


@compiled_unlocked
def search(context: SearchContext, random: Generator, iterations: int, to_come: int, stop: Flag) -> int:
    """Search the table in `tables[0]`; the other two are worked on. Returns how many iterations were done:
    fewer only if `stop[0]` was set, or no other answer can overtake the most visited one in those that are
    `to_come` with these."""
    seat, shares = open_question(context.tables[0]).player, scratch(SEATS, np.float64)
    shares[:] = 0.0
    for done in range(iterations):
        if stop[0] != 0 or nodes.lead(context.tree) > to_come - done:
            return done
        begin_simulation(context, seat, random)
        finish_simulation(context, random, shares)
    return iterations


@compiled
def begin_simulation(context: SearchContext, seat: int, random: Generator) -> None:
    """`tables[1]` becomes one of the tables that the seat may be at."""
    tables = context.tables
    tables[1] = tables[0]
    sample_hidden_state(tables[1], seat, random)
    nodes.start_path(context.tree, context.parameters.greedy)


@compiled
def finish_simulation(context: SearchContext, random: Generator, shares: Floats) -> None:
    """Play on to a leaf, and enter what it is worth."""
    if not simulate(context, random, shares):
        evaluate_leaf(context, random, shares)
    nodes.backpropagate(context.tree, shares, int(context.tables[0].players))


@compiled
def simulate(context: SearchContext, random: Generator, shares: Floats) -> bool:
    """Play from the last node of the path to a leaf; whether `shares` has its evaluation already.

    A hint costs more than an evaluation, so with one a node other than the root gets its answers only when it
    is visited for the second time; most never are.
    """
    state, tree, parameters = context.tables[1], context.tree, context.parameters
    while state.depth > 0:
        answer = int(select(state, tree, parameters, random))
        if answer == LEAF:
            return False
        if answer == TO_EXPAND:
            if parameters.leaf == POLICY:
                node = nodes.last_of_path(tree)
                is_late = parameters.hint > 0.0 and node != nodes.ROOT
                if is_late and tree.visits[node] == 0:
                    return False
                open_node(context, random, shares)
                if is_late and tree.first_child[node] != nodes.NONE:
                    continue
                return True
            favourite = nodes.NONE
            if parameters.prior > 0.0:
                favourite = int(choose_greedily(state, context.weights, random))
            expand(state, tree, favourite, parameters.prior)
            if parameters.inverse_temperature > 0.0 and evaluate_children(context, shares):
                return True
            continue
        if answer == BY_REGENT:
            answer = int(choose_as_regent(state))
        elif answer == TO_FILL_IN:
            answer = int(fill_in(tree, choose_greedily(state, context.weights, random)))
        elif answer == BEYOND:
            answer = int(choose_greedily(state, context.weights, random))
        apply(state, answer)
    return False


@compiled
def evaluate_leaf(context: SearchContext, random: Generator, shares: Floats) -> None:
    """What the table at the leaf is worth to each seat."""
    state, parameters = context.tables[1], context.parameters
    if parameters.leaf == PLAYOUT:
        play_out(state, random)
    if state.depth == 0:
        share_victory(state, shares)
    elif parameters.leaf == POLICY:
        units = scratch(MOST_UNITS, np.float32)
        blended_value(state, context, units, shares)
    else:
        evaluate(state, context.value, shares)


@compiled
def blended_value(state: State, context: SearchContext, units: Numbers, shares: Floats) -> None:
    """What the table is worth to each seat by the network with a policy and, in part, by the other one;
    `units` are what `logit_of` needs."""
    evaluate_with_units(state, viewer_of(state), context.policy, units, shares)
    second_opinion = context.parameters.second_opinion
    if second_opinion > 0.0 and state.depth > 0:
        others = scratch(SEATS, np.float64)
        evaluate(state, context.value, others)
        for seat in range(state.players):
            shares[seat] += second_opinion * (others[seat] - shares[seat])


@compiled
def policy_logits(
    state: State, context: SearchContext, random: Generator, shares: Floats, logits: Floats
) -> int:
    """The logits of the legal answers, one after the other, with the hint; returns the place of the greedy
    player's answer, NONE without a hint. `shares` becomes what the table is worth to each seat."""
    units = scratch(MOST_UNITS, np.float32)
    blended_value(state, context, units, shares)
    favourite, place, count = nodes.NONE, nodes.NONE, 0
    if context.parameters.hint > 0.0:
        favourite = int(choose_greedily(state, context.weights, random))
    for action in range(state.first_offered, state.end_offered):
        if state.mask[action] > 0:
            logits[count] = logit_of(state, context.policy, units, action)
            if action == favourite:
                logits[count] += context.parameters.hint + np.log(max(1, state.offered - 1))
                place = count
            count += 1
    return place


@compiled
def open_node(context: SearchContext, random: Generator, shares: Floats) -> None:
    """Children for the last node of the path with the priors of the policy, and in `shares` what the table
    is worth to each seat."""
    state, tree = context.tables[1], context.tree
    priors = scratch(ACTIONS, np.float64)
    policy_logits(state, context, random, shares, priors)
    if context.parameters.hint > 0.0:
        soften(priors, int(state.offered))
    else:
        softmax(priors, int(state.offered))
    node, count = nodes.last_of_path(tree), 0
    for action in range(state.first_offered, state.end_offered):
        if state.mask[action] > 0:
            nodes.add_child(tree, node, action, priors[count])
            count += 1


@compiled
def soften(logits: Floats, count: int) -> None:
    """The logits of a policy with a hint become the priors of the answers."""
    for place in range(count):
        logits[place] *= SOFTENED
    softmax(logits, count)
    for place in range(count):
        logits[place] = SHARED_OUT / count + (1.0 - SHARED_OUT) * logits[place]


@compiled
def evaluate_children(context: SearchContext, shares: Floats) -> bool:
    """Evaluate the table after each answer to the new node: these are guesses, and priors come of them.
    `shares` becomes the evaluation of the best answer. False if the tree had no room for children."""
    tables, tree = context.tables, context.tree
    node, player, best = nodes.last_of_path(tree), open_question(tables[1]).player, nodes.NONE
    child = int(tree.first_child[node])
    while child != nodes.NONE:
        tables[2] = tables[1]
        apply(tables[2], int(tree.action[child]))
        evaluate(tables[2], context.value, tree.shares[child])
        tree.guess[child] = tree.shares[child, player]
        if best == nodes.NONE or tree.guess[child] > tree.guess[best]:
            best = child
        child = int(tree.next_sibling[child])
    if best == nodes.NONE:
        return False
    for seat in range(SEATS):
        shares[seat] = tree.shares[best, seat]
    set_priors(tree, node, float(tree.guess[best]), context.parameters)
    return True


@compiled
def set_priors(tree: Tree, node: int, most: float, parameters: SearchParameters) -> None:
    """What is left beside the greedy player's share goes by the guesses: a softmax
    whose temperature is given as its inverse. The evaluations are wiped off: they are not visits."""
    total = 0.0
    child = int(tree.first_child[node])
    while child != nodes.NONE:
        total += np.exp(parameters.inverse_temperature * (tree.guess[child] - most))
        child = int(tree.next_sibling[child])
    child = int(tree.first_child[node])
    while child != nodes.NONE:
        earned = np.exp(parameters.inverse_temperature * (tree.guess[child] - most)) / total
        favour = parameters.prior if tree.prior[child] >= parameters.prior else 0.0
        tree.prior[child] = favour + (1.0 - parameters.prior) * earned
        tree.shares[child, :] = 0.0
        child = int(tree.next_sibling[child])


@compiled
def select(state: State, tree: Tree, parameters: SearchParameters, random: Generator) -> int:
    """The next answer of the simulation, or what is needed instead."""
    what, player, _detail = open_question(state)
    if player == NOBODY:
        has_no_node = IS_HIDDEN[what] == 1 or tree.beyond[0] == 1
        return int(draw(state, random)) if has_no_node else next_outcome(state, tree, parameters, random)
    if player == state.regent:
        return BY_REGENT
    if state.offered == 1:
        return int(draw(state, random))
    if tree.beyond[0] == 1:
        return rollout(tree)
    node = nodes.last_of_path(tree)
    if node != nodes.ROOT and IS_FILLED_IN[what] == 1:
        return filled_in(state, tree, node)
    if tree.first_child[node] == nodes.NONE:
        return TO_EXPAND
    return select_child(state, tree, node, player, parameters)


@compiled
def rollout(tree: Tree) -> int:
    """The simulation has left the tree: some more decisions by the greedy player, then an evaluation."""
    tree.beyond[0] = 1
    if tree.greedy_left[0] == 0:
        return LEAF
    tree.greedy_left[0] -= 1
    return BEYOND


@compiled
def descend_or_leave(tree: Tree, child: int, answer: int) -> int:
    """The simulation goes on in the tree, if there is a node and room for it."""
    if child == nodes.NONE or tree.path_length[0] == nodes.MAX_DEPTH:
        tree.beyond[0] = 1
    else:
        nodes.descend(tree, child)
    return answer


@compiled
def next_outcome(state: State, tree: Tree, parameters: SearchParameters, random: Generator) -> int:
    """An outcome of chance by weight; only among those seen before, while they are many (progressive
    widening)."""
    node = nodes.last_of_path(tree)
    action = int(draw(state, random))
    child = int(nodes.child_with(tree, node, action))
    if child == nodes.NONE:
        seen, weight = count_outcomes(state, tree, node)
        if weight == 0 or seen < parameters.widening * np.sqrt(1.0 + tree.visits[node]):
            child = int(nodes.add_child(tree, node, action, 1.0))
        else:
            child = int(known_outcome(state, tree, node, below(random, weight)))
            action = int(tree.action[child])
    return descend_or_leave(tree, child, action)


@compiled
def count_outcomes(state: State, tree: Tree, node: int) -> tuple[int, int]:
    """How many outcomes have nodes, and their weight in all."""
    seen, weight = 0, 0
    child = int(tree.first_child[node])
    while child != nodes.NONE:
        seen += 1
        weight += int(state.mask[tree.action[child]])
        child = int(tree.next_sibling[child])
    return seen, weight


@compiled
def known_outcome(state: State, tree: Tree, node: int, left: int) -> int:
    """The child that the number `left` below all their weights points at."""
    child = int(tree.first_child[node])
    while True:
        left -= int(state.mask[tree.action[child]])
        if left < 0:
            return child
        child = int(tree.next_sibling[child])


@compiled
def filled_in(state: State, tree: Tree, node: int) -> int:
    """The answer that the greedy player gave here; asked again when it is not legal this time."""
    child = int(tree.first_child[node])
    if child == nodes.NONE or state.mask[tree.action[child]] == 0:
        return TO_FILL_IN
    return descend_or_leave(tree, child, int(tree.action[child]))


@compiled
def fill_in(tree: Tree, answer: int) -> int:
    """The simulation goes on with what the greedy player answers."""
    node = nodes.last_of_path(tree)
    child = int(nodes.child_with(tree, node, answer))
    if child == nodes.NONE:
        child = int(nodes.add_child(tree, node, answer, 1.0))
    return descend_or_leave(tree, child, answer)


@compiled
def expand(state: State, tree: Tree, favourite: int, advantage: float) -> None:
    """A child for each legal answer, as far as there is room; the favourite's prior is the larger one.
    The simulation leaves the tree."""
    node = nodes.last_of_path(tree)
    share = (1.0 - advantage) / int(state.offered)
    for action in range(state.first_offered, state.end_offered):
        if state.mask[action] > 0:
            nodes.add_child(tree, node, action, share + (advantage if action == favourite else 0.0))
    tree.beyond[0] = 1


@compiled
def select_child(state: State, tree: Tree, node: int, player: int, parameters: SearchParameters) -> int:
    """The legal child of greatest promise to the player (PUCT)."""
    visits = int(tree.visits[node])
    reach = parameters.exploration * np.sqrt(float(visits))
    unknown = tree.shares[node, player] / max(1, visits) - parameters.fpu_reduction
    is_guessed = parameters.inverse_temperature > 0.0
    best, most = nodes.NONE, -1e9
    child = int(tree.first_child[node])
    while child != nodes.NONE:
        if state.mask[tree.action[child]] > 0:
            seen = int(tree.visits[child])
            untried = tree.guess[child] if is_guessed else unknown
            value = tree.shares[child, player] / seen if seen > 0 else untried
            promise = value + reach * tree.prior[child] / (1 + seen)
            if promise > most:
                best, most = child, promise
        child = int(tree.next_sibling[child])
    if best == nodes.NONE:
        return rollout(tree)
    return descend_or_leave(tree, best, int(tree.action[best]))
