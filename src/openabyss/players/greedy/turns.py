"""The choice of an action, turn powers, council stacks, and cards to give up."""

import numpy as np

from openabyss.engine.compiling import compiled
from openabyss.players.greedy import notes as noted
from openabyss.players.greedy import weights as at
from openabyss.players.greedy.cards import best_support, card_loss, stack_gain
from openabyss.players.greedy.depths import prospect
from openabyss.players.greedy.kraken import sentinel_to_place
from openabyss.players.greedy.leviathan import token_to_use
from openabyss.players.greedy.lords import chances_of_opponents, lord_worth
from openabyss.players.greedy.notes import NOTHING, UNDECIDED, Notes, decides, rates
from openabyss.players.greedy.paying import VALUES, price_cards, price_of
from openabyss.players.greedy.weights import Weights
from openabyss.players.payments import (
    ALL_RACES,
    OUT_OF_REACH,
    CardCosts,
    Paths,
    find_payments,
    krakens_in,
    value_of,
)
from openabyss.rules import numbering as asked
from openabyss.rules.actions import KIND, LORD, PASS, PLOT, RACE, YES
from openabyss.rules.cards.allies import ALLY_KINDS, KINDS
from openabyss.rules.cards.mages import ORACLE
from openabyss.rules.cards.merchants import SLAVER, SLAVER_PEARLS
from openabyss.rules.cards.politicians import OPPORTUNIST, RECIPIENT
from openabyss.rules.cards.printed import INFLUENCE, LORDS
from openabyss.rules.cards.smugglers import FERRYMAN
from openabyss.rules.chapters import REFILL_AT, REFILL_PEARLS, lords_in_court
from openabyss.rules.sizes import COURT_SPACES
from openabyss.rules.state import DECK, EMPTY, State

# A lord in the court that an opponent could have at once is worth the Opportunist's trouble from here on.
WORTH_REPLACING = 8


@decides(asked.MAIN)
def choose_action(state: State, me: int, detail: int, weights: Weights, notes: Notes) -> int:
    """Recruit, explore, ask the council or plot: whatever is worth most."""
    if sells_well(state, me, weights, notes):
        return LORD + SLAVER
    prelude = free_action(state, me, weights, notes)
    if prelude != UNDECIDED:
        return prelude
    costs = CardCosts(np.zeros(ALLY_KINDS, np.int64), np.zeros(ALLY_KINDS, np.int64))
    price_cards(state, me, weights, notes, costs)
    room = 1 + krakens_in(state.hand[me]), ALL_RACES, VALUES
    paths, payments = np.empty(room, np.int64), np.empty(room, np.int64)
    find_payments(state, me, np.zeros(KINDS, np.int16), costs, paths, payments)
    best, choice = best_recruit(state, me, payments, weights, notes)
    support, stack = best_support(state, me, weights, notes)
    if support > best:
        best, choice = support, stack
    if state.mask[YES] > 0:
        explore = prospect(state, me, 0, weights, notes) + int(weights[at.EXPLORE])
        if explore > best:
            best, choice = explore, YES
    if state.mask[PLOT] > 0 and plotting_worth(state, me, best, payments, weights, notes) > 0:
        return PLOT
    return choice


@compiled
def best_recruit(state: State, me: int, payments: Paths, weights: Weights, notes: Notes) -> tuple[int, int]:
    """What the best lord that can be paid for brings beyond its price, and the answer that takes it."""
    best, choice = NOTHING, UNDECIDED
    extra = worth_of_recruiting(state, weights, notes)
    for space in range(COURT_SPACES):
        lord = int(state.court[space])
        if lord != EMPTY and state.mask[LORD + lord] > 0:
            worth = int(notes[noted.LORD_NOW + space]) + extra - price_of(state, me, lord, payments, notes)
            if chances_of_opponents(state, me, lord) > 0:
                worth += int(weights[at.CONTESTED])
            if worth > best:
                best, choice = worth, LORD + lord
    return best, choice


@compiled
def worth_of_recruiting(state: State, weights: Weights, notes: Notes) -> int:
    """What recruiting brings whichever lord it is: time, the end of the game, a new court."""
    worth = int(weights[at.RECRUIT]) + int(notes[noted.ENDING])
    if lords_in_court(state) - 1 <= REFILL_AT:
        worth += REFILL_PEARLS * int(notes[noted.PEARL_NOW]) + int(weights[at.REFILL])
    return worth


@compiled
def plotting_worth(state: State, me: int, best: int, payments: Paths, weights: Weights, notes: Notes) -> int:
    """By how much the top lord of the deck is better on average than the best action so far."""
    extra = int(weights[at.RECRUIT]) + int(notes[noted.ENDING])
    sum_, count = 0, 0
    for lord in range(LORDS):
        if state.lord_place[lord] == DECK:
            count += 1
            price = price_of(state, me, lord, payments, notes)
            if price < OUT_OF_REACH // 2:
                worth = lord_worth(state, me, lord, weights, notes) + extra - price
                sum_ += max(0, worth - best)
    return sum_ // max(1, count) - int(notes[noted.PEARL_NOW]) - int(weights[at.PLOT_MARGIN])


@compiled
def free_action(state: State, me: int, weights: Weights, notes: Notes) -> int:
    """What is worth doing before the action of a turn, UNDECIDED without anything."""
    if state.mask[LORD + FERRYMAN] > 0 and state.lord_place[FERRYMAN] == me:
        return LORD + FERRYMAN
    may_receive = state.mask[LORD + RECIPIENT] > 0 and state.lord_place[RECIPIENT] == me
    if may_receive and state.pearls[me] + value_of(state.hand[me]) >= weights[at.RECEIVE]:
        return LORD + RECIPIENT
    sentinel = sentinel_to_place(state, me)
    return token_to_use(state, me, weights, notes) if sentinel == UNDECIDED else sentinel


@compiled
def sells_well(state: State, me: int, weights: Weights, notes: Notes) -> bool:
    """The Slaver may be used, and two pearls are worth more than some card."""
    if state.mask[LORD + SLAVER] == 0 or state.lord_place[SLAVER] != me:
        return False
    for kind in range(ALLY_KINDS):
        if state.hand[me, kind] > 0:
            loss = card_loss(state, me, kind, weights, notes)
            if loss < SLAVER_PEARLS * int(notes[noted.PEARL_NOW]):
                return True
    return False


@decides(asked.END_POWERS)
def use_powers_left(state: State, me: int, detail: int, weights: Weights, notes: Notes) -> int:
    """Sell, hide what the next player would take, replace a lord that an opponent could have."""
    if sells_well(state, me, weights, notes):
        return LORD + SLAVER
    if state.mask[LORD + ORACLE] > 0:
        return LORD + ORACLE
    if state.mask[LORD + OPPORTUNIST] > 0 and court_tempts_opponents(state, me):
        return LORD + OPPORTUNIST
    if state.mask[LORD + FERRYMAN] > 0:
        return LORD + FERRYMAN
    token = token_to_use(state, me, weights, notes)
    return PASS if token == UNDECIDED else token


@compiled
def court_tempts_opponents(state: State, me: int) -> bool:
    """An opponent could pay for a lord of much influence now."""
    for space in range(COURT_SPACES):
        lord = int(state.court[space])
        if lord != EMPTY and INFLUENCE[lord] >= WORTH_REPLACING and chances_of_opponents(state, me, lord) > 0:
            return True
    return False


@rates(asked.CLEAR_STACK)
def rate_cleared(state: State, me: int, detail: int, action: int, weights: Weights, notes: Notes) -> int:
    """The stack with the most value: the next player would take it."""
    return value_of(state.council[action - RACE])


@rates(asked.SECOND_STACK, asked.APPRENTICE_STACK)
def rate_stack(state: State, me: int, detail: int, action: int, weights: Weights, notes: Notes) -> int:
    return 0 if action == PASS else stack_gain(state, me, action - RACE, weights, notes)


@rates(asked.SELL_ALLY, asked.DISCARD_ALLY, asked.DISCARD_TO_LIMIT, asked.OBEY_MARTIAL_LAW)
def rate_given_up(state: State, me: int, detail: int, action: int, weights: Weights, notes: Notes) -> int:
    """The card that is missed least, unless a pearl may be paid that is worth less."""
    loss = card_loss(state, me, action - KIND, weights, notes)
    return NOTHING if state.mask[PASS] > 0 and loss > notes[noted.PEARL_NOW] else -loss
