"""The learned player: gives each legal answer on a copy of the table and takes the best for itself.

What chance answers is not waited for: the network values a table on which a card is about to be
revealed. Answers that belong together (the cards of a payment, the keys for a location) are looked
through to their end, since a payment half made is hard to value; what was found is then played.
"""

import numpy as np
from numpy.typing import NDArray

from openabyss.chance.generator import Generator
from openabyss.engine.compiling import compiled
from openabyss.players.greedy.choosing import choose_greedily
from openabyss.players.greedy.weights import DEFAULT_WEIGHTS
from openabyss.players.learned.network import Floats, Nets, evaluate_for
from openabyss.rules.actions import ACTIONS
from openabyss.rules.play import apply
from openabyss.rules.questions import QUESTIONS, Whole, open_question
from openabyss.rules.sizes import SEATS
from openabyss.rules.state import STATE, State

Tables = NDArray[np.void]
Answers = NDArray[np.int64]

NO_ANSWER = -1
# How many answers of one chain are looked through, and how many ends of chains for one answer.
LONGEST_CHAIN = 15
MAX_ENDS = 150

CHAINED = (Whole.PAYMENT, Whole.KEYS, Whole.REWARD)
IS_CHAINED = np.array([question.part_of in CHAINED for question in QUESTIONS], np.int64)
# A quick player leaves these to the greedy one: whole payments are most of the work.
IS_LEFT = np.array([question.part_of is Whole.PAYMENT for question in QUESTIONS], np.int64)


@compiled
def continues_chain(state: State, me: int) -> bool:
    """The open question to `me` belongs to the answer that was given before."""
    if state.depth == 0:
        return False
    what, player, _detail = open_question(state)
    return bool(player == me and IS_CHAINED[what] == 1)


@compiled
def next_answer(state: State, first: int, is_quick: bool, random: Generator) -> int:
    """The first legal answer from `first` on, or NO_ANSWER; for a quick player only the greedy one."""
    if is_quick and IS_LEFT[open_question(state).what] == 1:
        return choose_greedily(state, DEFAULT_WEIGHTS, random) if first == 0 else NO_ANSWER
    action = max(first, int(state.first_offered))
    while action < state.end_offered:
        if state.mask[action] > 0:
            return action
        action += 1
    return NO_ANSWER


@compiled
def best_end(
    tables: Tables, me: int, nets: Nets, is_quick: bool, random: Generator, best: Floats, chain: Answers
) -> float:
    """The win probability of `me` on `tables[0]`, where chains of own answers are ended as well as
    possible; `chain` becomes these answers and `best` the probabilities of all seats after them."""
    cursor = np.zeros(LONGEST_CHAIN + 1, np.int64)
    chances = np.zeros(SEATS)
    level, ends = 0, 0
    best[me] = -1.0
    while level >= 0 and ends < MAX_ENDS:
        if level < LONGEST_CHAIN and continues_chain(tables[level], me):
            action = next_answer(tables[level], int(cursor[level]), is_quick, random)
            cursor[level] = action + 1
            if action == NO_ANSWER:
                level -= 1
                continue
            tables[level + 1] = tables[level]
            level += 1
            cursor[level] = 0
            apply(tables[level], action)
            continue
        evaluate_for(tables[level], me, nets, chances)
        if chances[me] > best[me]:
            best[:] = chances
            chain[:level] = cursor[:level] - 1
            chain[level] = NO_ANSWER
        ends += 1
        level -= 1
    return float(best[me])


@compiled
def choose_by_rating(
    state: State, nets: Nets, is_quick: bool, random: Generator, best: Floats, plan: Answers
) -> int:
    """The answer with the best chances for the seat that is asked, of equals the first.

    `best` becomes the win probabilities of all seats after it, `plan` the answers that belong to it.
    """
    me = open_question(state).player
    tables = np.empty(LONGEST_CHAIN + 1, STATE)
    chances, chain = np.zeros(SEATS), np.zeros(LONGEST_CHAIN + 1, np.int64)
    choice = NO_ANSWER
    for action in range(state.first_offered, state.end_offered):
        if state.mask[action] > 0:
            tables[0] = state
            apply(tables[0], action)
            chance = best_end(tables, me, nets, is_quick, random, chances, chain)
            if choice == NO_ANSWER or chance > best[me]:
                choice = action
                best[:] = chances
                plan[:] = chain
    return choice


def new_plan() -> Answers:
    """No answers yet."""
    return np.full(LONGEST_CHAIN + 1, NO_ANSWER)


@compiled
def follow(plan: Answers, state: State) -> int:
    """The next answer of the plan if the open question is part of it, else NO_ANSWER."""
    action = int(plan[0])
    if action == NO_ANSWER or IS_CHAINED[open_question(state).what] == 0:
        return NO_ANSWER
    if action >= ACTIONS or state.mask[action] == 0:
        return NO_ANSWER
    plan[:-1] = plan[1:].copy()
    return action
