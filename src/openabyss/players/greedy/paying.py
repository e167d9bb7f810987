"""The best payment for a lord: which cards are missed least, which one is affiliated."""

import numpy as np

from openabyss.engine.blocks import scratch
from openabyss.engine.compiling import compiled
from openabyss.players.greedy import notes as noted
from openabyss.players.greedy.cards import affiliation_worth, card_loss, worth_of_plans
from openabyss.players.greedy.expansions import money_price, nebulis_loss
from openabyss.players.greedy.notes import Notes, decides, rates
from openabyss.players.greedy.weights import Weights
from openabyss.players.payments import (
    ALL_RACES,
    OUT_OF_REACH,
    CardCosts,
    Paths,
    affiliated_of,
    cheapest,
    find_payments,
    krakens_in,
)
from openabyss.rules.actions import KIND, PASS
from openabyss.rules.cards.allies import ALLY_KINDS, NO_RACE, RACE_OF
from openabyss.rules.chapters import cost_for, means_of, nebulis_of, value_named
from openabyss.rules.numbering import AFFILIATE, PAY
from openabyss.rules.sizes import COURT_SPACES
from openabyss.rules.state import State

# Payments are looked at up to this value.
VALUES = 20


@compiled
def price_cards(state: State, me: int, weights: Weights, notes: Notes, costs: CardCosts) -> None:
    """What each card of the hand is worth when it is spent, and when it is affiliated."""
    for kind in range(ALLY_KINDS):
        if state.hand[me, kind] > 0 and RACE_OF[kind] != NO_RACE:
            costs.losses[kind] = card_loss(state, me, kind, weights, notes)
            costs.gains[kind] = affiliation_worth(state, me, kind, weights, notes)
        elif state.hand[me, kind] > 0:
            costs.losses[kind] = card_loss(state, me, kind, weights, notes)
            costs.losses[kind] += nebulis_loss(state, me, nebulis_of(kind), weights, notes)


@compiled
def price_of(state: State, me: int, lord: int, closed: Paths, notes: Notes) -> int:
    """What the best of these payments costs for a lord, about OUT_OF_REACH if none pays for it."""
    cost, rest = int(cost_for(state, me, lord)), scratch(VALUES, np.int64)
    rest[:] = OUT_OF_REACH
    for value in range(max(0, cost - int(means_of(state, me))), VALUES):
        rest[value] = money_for(state, me, cost - value, notes)
    return cheapest(state, me, lord, closed, rest)


@compiled
def money_for(state: State, me: int, missing: int, notes: Notes) -> int:
    """What it costs to pay for missing value."""
    return money_price(state, me, max(0, missing), int(notes[noted.PEARL_NOW]), notes)


@decides(PAY)
def choose_payment(state: State, me: int, lord: int, weights: Weights, notes: Notes) -> int:
    """The next card, or *done*, by the best payment that each leads to."""
    room = 1 + krakens_in(state.hand[me]), ALL_RACES, VALUES
    paths, closed = np.empty(room, np.int64), np.empty(room, np.int64)
    costs = CardCosts(np.zeros(ALLY_KINDS, np.int64), np.zeros(ALLY_KINDS, np.int64))
    # Plans are for the other lords of the court: this one is about to be had.
    for space in range(COURT_SPACES):
        if state.court[space] == lord:
            notes[noted.PROFIT + space] = 0
    notes[noted.PLAN_NOW] = worth_of_plans(state, me, weights, notes)
    price_cards(state, me, weights, notes, costs)
    best, choice = worth_of_done(state, me, lord, costs, notes), PASS
    for kind in range(ALLY_KINDS):
        if state.mask[KIND + kind] > 0:
            state.payment[kind] += 1
            find_payments(state, me, state.payment, costs, paths, closed)
            price = price_of(state, me, lord, closed, notes) + int(costs.losses[kind])
            state.payment[kind] -= 1
            if price < best or (choice == PASS and state.mask[PASS] == 0):
                best, choice = price, KIND + kind
    return choice


@compiled
def worth_of_done(state: State, me: int, lord: int, costs: CardCosts, notes: Notes) -> int:
    """What is still to pay if no further card is named."""
    if state.mask[PASS] == 0:
        return OUT_OF_REACH
    missing = int(cost_for(state, me, lord)) - int(value_named(state))
    return money_for(state, me, missing, notes) - affiliated_of(state.payment, costs)


@rates(AFFILIATE)
def rate_affiliated(state: State, me: int, lord: int, action: int, weights: Weights, notes: Notes) -> int:
    return affiliation_worth(state, me, action - KIND, weights, notes)
