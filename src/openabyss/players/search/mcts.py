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
from openabyss.engine.compiling import compiled
from openabyss.engine.unlocked import compiled_unlocked
from openabyss.players.greedy.choosing import choose_greedily
from openabyss.players.greedy.weights import Weights
from openabyss.players.network.network import (
    Network,
    Numbers,
    evaluate,
    evaluate_with_units,
    logit_of,
    softmax,
    viewer_of,
)
from openabyss.players.network.outcome import share_victory
from openabyss.players.playout import draw, play_out
from openabyss.players.regent.deciding import choose_as_regent
from openabyss.players.search.parameters import PLAYOUT, POLICY, SearchParameters
from openabyss.players.search.tree import (
    MAX_DEPTH,
    NONE,
    ROOT,
    Floats,
    Tree,
    add_child,
    backpropagate,
    child_with,
    descend,
    start_simulation,
)
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

# What `select` asks for instead of an answer: the Regent's answer, the greedy player's (to be followed in
# the tree or beyond it), children for a node, or an evaluation of the table as it is.
LEAF, BY_REGENT, TO_FILL_IN, TO_EXPAND, BEYOND = -1, -2, -3, -4, -5

# Record arrays: to a type checker, what stands in them.
States = MutableSequence[State]
Flag = NDArray[np.int64]


class Networks(NamedTuple):
    """The networks for the table that is searched: the one with a policy, and the one that only values it."""

    policy: Network
    value: Network


@compiled_unlocked
def search(
    tables: States,
    tree: Tree,
    parameters: SearchParameters,
    weights: Weights,
    networks: Networks,
    random: Generator,
    iterations: int,
    stop: Flag,
) -> int:
    """So many iterations for the table in `tables[0]`; the other two are worked on. Returns how many
    were done: fewer only if `stop[0]` was set."""
    seat, players = open_question(tables[0]).player, int(tables[0].players)
    shares = np.zeros(SEATS, np.float64)
    for done in range(iterations):
        if stop[0] != 0:
            return done
        tables[1] = tables[0]
        sample_hidden_state(tables[1], seat, random)
        start_simulation(tree, parameters.greedy_decisions)
        if not simulate(tables, tree, parameters, weights, networks, random, shares):
            evaluate_leaf(tables[1], parameters, networks, random, shares)
        backpropagate(tree, shares, players)
    return iterations


@compiled
def simulate(
    tables: States,
    tree: Tree,
    parameters: SearchParameters,
    weights: Weights,
    networks: Networks,
    random: Generator,
    shares: Floats,
) -> bool:
    """Play from the root to a leaf; whether `shares` has its evaluation already."""
    state = tables[1]
    while state.depth > 0:
        answer = int(select(state, tree, parameters, random))
        if answer == LEAF:
            return False
        if answer == TO_EXPAND:
            if parameters.leaf == POLICY:
                open_node(state, tree, parameters, networks, shares)
                return True
            favourite = NONE
            if parameters.greedy_prior > 0.0:
                favourite = int(choose_greedily(state, weights, random))
            expand(state, tree, favourite, parameters.greedy_prior)
            if parameters.inverse_temperature > 0.0 and evaluate_children(
                tables, tree, parameters, networks, shares
            ):
                return True
            continue
        if answer == BY_REGENT:
            answer = int(choose_as_regent(state))
        elif answer == TO_FILL_IN:
            answer = int(fill_in(tree, choose_greedily(state, weights, random)))
        elif answer == BEYOND:
            answer = int(choose_greedily(state, weights, random))
        apply(state, answer)
    return False


@compiled
def evaluate_leaf(
    state: State, parameters: SearchParameters, networks: Networks, random: Generator, shares: Floats
) -> None:
    """What the table at the leaf is worth to each seat."""
    if parameters.leaf == PLAYOUT:
        play_out(state, random)
    if state.depth == 0:
        share_victory(state, shares)
    elif parameters.leaf == POLICY:
        units = np.empty(networks.policy.second_hidden, np.float32)
        blended_value(state, parameters, networks, units, shares)
    else:
        evaluate(state, networks.value, shares)


@compiled
def blended_value(
    state: State, parameters: SearchParameters, networks: Networks, units: Numbers, shares: Floats
) -> None:
    """What the table is worth to each seat by the network with a policy and, in part, by the other one;
    `units` are what `logit_of` needs."""
    evaluate_with_units(state, viewer_of(state), networks.policy, units, shares)
    if parameters.second_opinion > 0.0 and state.depth > 0:
        others = np.zeros(SEATS, np.float64)
        evaluate(state, networks.value, others)
        for seat in range(state.players):
            shares[seat] += parameters.second_opinion * (others[seat] - shares[seat])


@compiled
def open_node(
    state: State, tree: Tree, parameters: SearchParameters, networks: Networks, shares: Floats
) -> None:
    """Children for the last node of the path with the priors of the policy, and in `shares` what the table
    is worth to each seat. The simulation leaves the tree."""
    units = np.empty(networks.policy.second_hidden, np.float32)
    priors = np.empty(ACTIONS)
    blended_value(state, parameters, networks, units, shares)
    node, count = int(tree.path[tree.path_length[0] - 1]), 0
    for action in range(state.first_offered, state.end_offered):
        if state.mask[action] > 0:
            priors[count] = logit_of(state, networks.policy, units, action)
            count += 1
    softmax(priors, count)
    count = 0
    for action in range(state.first_offered, state.end_offered):
        if state.mask[action] > 0:
            add_child(tree, node, action, priors[count])
            count += 1
    tree.beyond[0] = 1


@compiled
def evaluate_children(
    tables: States, tree: Tree, parameters: SearchParameters, networks: Networks, shares: Floats
) -> bool:
    """Evaluate the table after each answer to the new node: these are guesses, and priors come of them.

    `shares` becomes the evaluation of the best answer. False if the tree had no room for children.
    """
    node, state = int(tree.path[tree.path_length[0] - 1]), tables[1]
    player, best = open_question(state).player, NONE
    child = int(tree.first_child[node])
    while child != NONE:
        tables[2] = tables[1]
        apply(tables[2], int(tree.action[child]))
        evaluate(tables[2], networks.value, tree.shares[child])
        tree.guess[child] = tree.shares[child, player]
        if best == NONE or tree.guess[child] > tree.guess[best]:
            best = child
        child = int(tree.next_sibling[child])
    if best == NONE:
        return False
    for seat in range(SEATS):
        shares[seat] = tree.shares[best, seat]
    set_priors(tree, node, float(tree.guess[best]), parameters)
    return True


@compiled
def set_priors(tree: Tree, node: int, most: float, parameters: SearchParameters) -> None:
    """What is left beside the greedy player's share goes by the guesses: a softmax
    whose temperature is given as its inverse. The evaluations are wiped off: they are not visits."""
    total = 0.0
    child = int(tree.first_child[node])
    while child != NONE:
        total += np.exp(parameters.inverse_temperature * (tree.guess[child] - most))
        child = int(tree.next_sibling[child])
    child = int(tree.first_child[node])
    while child != NONE:
        earned = np.exp(parameters.inverse_temperature * (tree.guess[child] - most)) / total
        favour = parameters.greedy_prior if tree.prior[child] >= parameters.greedy_prior else 0.0
        tree.prior[child] = favour + (1.0 - parameters.greedy_prior) * earned
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
    node = int(tree.path[tree.path_length[0] - 1])
    if node != ROOT and IS_FILLED_IN[what] == 1:
        return filled_in(state, tree, node)
    if tree.first_child[node] == NONE:
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
    if child == NONE or tree.path_length[0] == MAX_DEPTH:
        tree.beyond[0] = 1
    else:
        descend(tree, child)
    return answer


@compiled
def next_outcome(state: State, tree: Tree, parameters: SearchParameters, random: Generator) -> int:
    """An outcome of chance by weight; only among those seen before, while they are many (progressive
    widening)."""
    node = int(tree.path[tree.path_length[0] - 1])
    action = int(draw(state, random))
    child = int(child_with(tree, node, action))
    if child == NONE:
        seen, weight = count_outcomes(state, tree, node)
        if weight == 0 or seen < parameters.widening * np.sqrt(1.0 + tree.visits[node]):
            child = int(add_child(tree, node, action, 1.0))
        else:
            child = int(known_outcome(state, tree, node, below(random, weight)))
            action = int(tree.action[child])
    return descend_or_leave(tree, child, action)


@compiled
def count_outcomes(state: State, tree: Tree, node: int) -> tuple[int, int]:
    """How many outcomes have nodes, and their weight in all."""
    seen, weight = 0, 0
    child = int(tree.first_child[node])
    while child != NONE:
        seen += 1
        weight += int(state.mask[tree.action[child]])
        child = int(tree.next_sibling[child])
    return seen, weight


@compiled
def known_outcome(state: State, tree: Tree, node: int, left: int) -> int:
    """The child in whose stretch of the weights the number `left` lies."""
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
    if child == NONE or state.mask[tree.action[child]] == 0:
        return TO_FILL_IN
    return descend_or_leave(tree, child, int(tree.action[child]))


@compiled
def fill_in(tree: Tree, answer: int) -> int:
    """The simulation goes on with what the greedy player answers."""
    node = int(tree.path[tree.path_length[0] - 1])
    child = int(child_with(tree, node, answer))
    return descend_or_leave(tree, child if child != NONE else int(add_child(tree, node, answer, 1.0)), answer)


@compiled
def expand(state: State, tree: Tree, favourite: int, advantage: float) -> None:
    """A child for each legal answer, as far as there is room; the favourite's prior is the larger one.
    The simulation leaves the tree."""
    node = int(tree.path[tree.path_length[0] - 1])
    share = (1.0 - advantage) / int(state.offered)
    for action in range(state.first_offered, state.end_offered):
        if state.mask[action] > 0:
            add_child(tree, node, action, share + (advantage if action == favourite else 0.0))
    tree.beyond[0] = 1


@compiled
def select_child(state: State, tree: Tree, node: int, player: int, parameters: SearchParameters) -> int:
    """The legal child of greatest promise to the player (PUCT)."""
    visits = int(tree.visits[node])
    reach = parameters.exploration * np.sqrt(float(visits))
    unknown = tree.shares[node, player] / max(1, visits) - parameters.fpu_reduction
    is_guessed = parameters.inverse_temperature > 0.0
    best, most = NONE, -1e9
    child = int(tree.first_child[node])
    while child != NONE:
        if state.mask[tree.action[child]] > 0:
            seen = int(tree.visits[child])
            untried = tree.guess[child] if is_guessed else unknown
            value = tree.shares[child, player] / seen if seen > 0 else untried
            promise = value + reach * tree.prior[child] / (1 + seen)
            if promise > most:
                best, most = child, promise
        child = int(tree.next_sibling[child])
    if best == NONE:
        return rollout(tree)
    return descend_or_leave(tree, best, int(tree.action[best]))
