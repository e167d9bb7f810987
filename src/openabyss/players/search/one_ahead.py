"""One answer ahead: each legal answer is given on a copy of the table, and the best one for the seat taken.

What chance answers is not waited for: the network values a table on which a card is about to be
revealed. Answers that belong together (the cards of a payment, the keys for a location) are looked
through to their end, since a payment half made is hard to value.
"""

import numpy as np
from numpy.typing import NDArray

from openabyss.engine.blocks import scratch
from openabyss.engine.compiling import compiled
from openabyss.players.network.network import Network, evaluate_for
from openabyss.rules.play import apply
from openabyss.rules.questions import QUESTIONS, Whole, open_question
from openabyss.rules.sizes import SEATS
from openabyss.rules.state import STATE, State

Tables = NDArray[np.void]

NO_ANSWER = -1
# How many answers of one chain are looked through, and how many ends of chains for one answer.
MAX_CHAIN = 15
MAX_ENDS = 150
TABLES = MAX_CHAIN + 1

CHAINED = (Whole.PAYMENT, Whole.KEYS, Whole.REWARD)
IS_CHAINED = np.array([question.part_of in CHAINED for question in QUESTIONS], np.int64)


@compiled
def continues_chain(state: State, me: int) -> bool:
    """The open question to `me` belongs to the answer that was given before."""
    if state.depth == 0:
        return False
    what, player, _detail = open_question(state)
    return bool(player == me and IS_CHAINED[what] == 1)


@compiled
def next_answer(state: State, first: int) -> int:
    """The first legal answer from `first` on, or NO_ANSWER."""
    action = max(first, int(state.first_offered))
    while action < state.end_offered:
        if state.mask[action] > 0:
            return action
        action += 1
    return NO_ANSWER


@compiled
def best_end(tables: Tables, me: int, network: Network) -> float:
    """The win probability of `me` on `tables[0]`, where chains of own answers are ended as well as
    possible."""
    cursor, chances = scratch(TABLES, np.int64), scratch(SEATS, np.float64)
    cursor[0] = 0
    level, ends, best = 0, 0, -1.0
    while level >= 0 and ends < MAX_ENDS:
        if level < MAX_CHAIN and continues_chain(tables[level], me):
            action = next_answer(tables[level], int(cursor[level]))
            cursor[level] = action + 1
            if action == NO_ANSWER:
                level -= 1
                continue
            tables[level + 1] = tables[level]
            level += 1
            cursor[level] = 0
            apply(tables[level], action)
            continue
        evaluate_for(tables[level], me, network, chances)
        best = max(best, chances[me])
        ends += 1
        level -= 1
    return float(best)


@compiled
def choose_by_rating(state: State, network: Network) -> int:
    """The answer with the best chances for the seat that is asked, of equals the first."""
    me = open_question(state).player
    tables = np.empty(TABLES, STATE)
    choice, best = NO_ANSWER, -1.0
    for action in range(state.first_offered, state.end_offered):
        if state.mask[action] > 0:
            tables[0] = state
            apply(tables[0], action)
            chance = best_end(tables, me, network)
            if choice == NO_ANSWER or chance > best:
                choice, best = action, chance
    return choice
