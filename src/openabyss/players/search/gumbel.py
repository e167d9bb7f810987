"""A search of few simulations whose answer is better than the policy it began with.

Policy improvement by planning with Gumbel (Danihelka et al., ICLR 2022): the answers to the open question
with the largest sum of logit and Gumbel noise share the simulations by sequential halving; below them the
search goes on as usual. What the policy should have said follows from the values found.
"""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from openabyss.chance.generator import Generator, below
from openabyss.engine.compiling import compiled
from openabyss.players.network.network import Floats, softmax
from openabyss.players.search.mcts import SearchContext, begin_simulation, finish_simulation, policy_logits
from openabyss.players.search.tree import ROOT, Tree, add_child, clear, descend
from openabyss.rules.actions import ACTIONS
from openabyss.rules.play import apply
from openabyss.rules.questions import open_question
from openabyss.rules.sizes import SEATS

# A value counts against a logit the more, the more often answers were visited.
VISITS_BEFORE = 50
# How many steps there are between 0 and 1.
STEPS_TO_ONE = 1 << 30

Indices = NDArray[np.int64]


class RootStatistics(NamedTuple):
    """The answers to the open question, in the order of the catalogue, in the first of each array.

    `policy` are the probabilities that the policy should have had, `worth` the value of each answer to the
    seat that is asked; `promise` is what they are compared by. `hinted[0]` is the place of the answer whose
    logit was raised, negative for none.
    """

    action: Indices
    node: Indices
    hinted: Indices
    logit: Floats
    noise: Floats
    policy: Floats
    worth: Floats
    promise: Floats


def new_root_statistics() -> RootStatistics:
    """Room for as many answers as there are actions."""
    indices, numbers = np.zeros((3, ACTIONS), np.int64), np.zeros((5, ACTIONS))
    return RootStatistics(*indices, *numbers)


@compiled
def improve(
    context: SearchContext,
    random: Generator,
    iterations: int,
    considered: int,
    is_noisy: bool,
    found: RootStatistics,
    shares: Floats,
) -> int:
    """Search the table in `tables[0]`; returns the best answer, and in `shares` what the table is worth. At
    most `considered` answers are tried, in about `iterations` simulations."""
    tree, me = context.tree, open_question(context.tables[0]).player
    count = int(open_root(context, random, is_noisy, found, shares))
    root_worth = float(shares[me])
    left, spent = min(considered, count), 0
    phases = math.ceil(math.log2(max(2, left)))
    while spent < iterations:
        rank(context, count, root_worth, me, found)
        each = max(1, iterations // (phases * left))
        limit = kth_promise(found, count, left)
        for place in range(count):
            if found.promise[place] >= limit:
                for _time in range(each):
                    if spent < iterations:
                        try_answer(context, random, found, place, me)
                        spent += 1
        left = max(2, (left + 1) // 2)
    rank(context, count, root_worth, me, found)
    best = int(best_tried(tree, count, found))
    softmax(found.policy, count)
    sum_up(tree, shares, int(context.tables[0].players))
    return int(found.action[best])


@compiled
def best_tried(tree: Tree, count: int, found: RootStatistics) -> int:
    """The most promising of the answers that were tried."""
    best = 0
    for place in range(1, count):
        if visits_of(tree, found, place) > 0 and (
            visits_of(tree, found, best) == 0 or found.promise[place] > found.promise[best]
        ):
            best = place
    return best


@compiled
def open_root(
    context: SearchContext, random: Generator, is_noisy: bool, found: RootStatistics, shares: Floats
) -> int:
    """A fresh tree with a child for each legal answer; returns how many these are."""
    state, tree = context.tables[0], context.tree
    found.hinted[0] = policy_logits(state, context, random, shares, found.logit)
    clear(tree)
    count = 0
    for action in range(state.first_offered, state.end_offered):
        if state.mask[action] > 0:
            found.action[count] = action
            found.noise[count] = gumbel(random) if is_noisy else 0.0
            found.node[count] = add_child(tree, ROOT, action, 1.0)
            count += 1
    return count


@compiled
def gumbel(random: Generator) -> float:
    """A sample of the standard Gumbel distribution."""
    return -math.log(-math.log((below(random, STEPS_TO_ONE) + 0.5) / STEPS_TO_ONE))


@compiled
def visits_of(tree: Tree, found: RootStatistics, place: int) -> int:
    return int(tree.visits[found.node[place]])


@compiled
def rank(context: SearchContext, count: int, root_worth: float, me: int, found: RootStatistics) -> None:
    """Complete the values: an answer never tried is worth what the policy makes of the others."""
    tree = context.tree
    most = found.logit[0]
    for place in range(1, count):
        most = max(most, found.logit[place])
    seen, most_visits, mass, mean = 0, 0, 0.0, 0.0
    for place in range(count):
        visits = visits_of(tree, found, place)
        if visits > 0:
            found.worth[place] = tree.shares[found.node[place], me] / visits
            share = math.exp(found.logit[place] - most)
            mass += share
            mean += share * found.worth[place]
            seen += visits
            most_visits = max(most_visits, visits)
    mixed = (root_worth + seen * mean / mass) / (1 + seen) if seen > 0 else root_worth
    scale = context.parameters.value_scale * (VISITS_BEFORE + most_visits)
    for place in range(count):
        if visits_of(tree, found, place) == 0:
            found.worth[place] = mixed
        found.policy[place] = found.logit[place] + scale * found.worth[place]
        found.promise[place] = found.policy[place] + found.noise[place]


@compiled
def kth_promise(found: RootStatistics, count: int, places: int) -> float:
    """The promise that the `places` most promising answers have at least."""
    limit = 1e30
    for _rank in range(places):
        following = -1e30
        for place in range(count):
            if following < found.promise[place] < limit:
                following = found.promise[place]
        limit = following
    return float(limit)


@compiled
def try_answer(context: SearchContext, random: Generator, found: RootStatistics, place: int, me: int) -> None:
    """One simulation that begins with this answer."""
    begin_simulation(context, me, random)
    descend(context.tree, int(found.node[place]))
    apply(context.tables[1], int(found.action[place]))
    finish_simulation(context, random, np.zeros(SEATS))


@compiled
def sum_up(tree: Tree, shares: Floats, players: int) -> None:
    """What the table is worth to each seat, by all simulations and the first look."""
    visits = int(tree.visits[ROOT])
    for player in range(players):
        shares[player] = (shares[player] + tree.shares[ROOT, player]) / (1 + visits)
