"""The best payment for a lord: which cards are missed least, which one is affiliated.

Payments are built in the order in which the rules name cards, falling in value, so that the last
card is the one to affiliate. `paths[value, races]` is the least that cards of so much value and
exactly these races (a set of bits) cost; `closed` the same less the gain of affiliating the last.
"""

import numpy as np
from numpy.typing import NDArray

from openabyss.players.greedy.cards import affiliation_worth, card_loss, worth_of_plans
from openabyss.players.greedy.notes import PEARL_NOW, PLAN_NOW, PROFIT, Notes, decides
from openabyss.players.greedy.weights import Weights
from openabyss.rules.cards.allies import ALLY_KINDS, NO_RACE, PAYMENT_ORDER, RACE_OF, RACES, VALUE_OF
from openabyss.rules.cards.printed import RACES_NEEDED
from openabyss.rules.payment import cost_for, race_demanded
from openabyss.rules.record import Numbers, compiled
from openabyss.rules.recruiting import AFFILIATE, PAY
from openabyss.rules.table import COURT_SPACES, KIND, PASS, State

Paths = NDArray[np.int64]

MOST_VALUE = 20
ALL_RACES = 1 << RACES
OUT_OF_REACH = 1_000_000


@compiled
def price_cards(state: State, me: int, weights: Weights, notes: Notes, losses: Notes, gains: Notes) -> None:
    """What each card of the hand is worth when it is spent, and when it is affiliated."""
    for kind in range(ALLY_KINDS):
        if state.hand[me, kind] > 0 and RACE_OF[kind] != NO_RACE:
            losses[kind] = card_loss(state, me, kind, weights, notes)
            gains[kind] = affiliation_worth(state, me, kind, weights, notes)


@compiled
def find_payments(state: State, me: int, named: Numbers, losses: Notes, gains: Notes) -> Paths:
    """The cheapest ways to go on from the cards already named; returns `closed`, see above."""
    paths = np.full((MOST_VALUE, ALL_RACES), OUT_OF_REACH, np.int64)
    closed = np.full((MOST_VALUE, ALL_RACES), OUT_OF_REACH, np.int64)
    last = last_named(named)
    reached = start_from(named, last, paths, closed, gains)
    for place in range(last, ALLY_KINDS):
        kind = int(PAYMENT_ORDER[place])
        if RACE_OF[kind] != NO_RACE:
            for _ in range(int(state.hand[me, kind]) - int(named[kind])):
                reached = min(MOST_VALUE - 1, reached + int(VALUE_OF[kind]))
                add_card(paths, closed, kind, reached, int(losses[kind]), int(gains[kind]))
    return closed


@compiled
def last_named(named: Numbers) -> int:
    """The place in PAYMENT_ORDER of the last card named, 0 if none is."""
    for place in range(ALLY_KINDS - 1, -1, -1):
        if named[PAYMENT_ORDER[place]] > 0:
            return place
    return 0


@compiled
def start_from(named: Numbers, last: int, paths: Paths, closed: Paths, gains: Notes) -> int:
    """Enter the cards named so far; returns their value."""
    value, races = 0, 0
    for kind in range(ALLY_KINDS):
        if named[kind] > 0 and RACE_OF[kind] != NO_RACE:
            value += int(named[kind]) * int(VALUE_OF[kind])
            races |= 1 << int(RACE_OF[kind])
    value = min(value, MOST_VALUE - 1)
    paths[value, races] = 0
    if races > 0:
        closed[value, races] = -gains[PAYMENT_ORDER[last]]
    return value


@compiled
def add_card(paths: Paths, closed: Paths, kind: int, reached: int, loss: int, gain: int) -> None:
    """Every payment so far may have one more card; from high to low, so that it is added once."""
    value, race = int(VALUE_OF[kind]), 1 << int(RACE_OF[kind])
    for total in range(reached, value - 1, -1):
        for races in range(ALL_RACES):
            cost = paths[total - value, races] + loss
            if cost < OUT_OF_REACH:
                wider = races | race
                paths[total, wider] = min(paths[total, wider], cost)
                closed[total, wider] = min(closed[total, wider], cost - gain)


@compiled
def count_bits(races: int) -> int:
    count = 0
    while races > 0:
        count += races & 1
        races >>= 1
    return count


@compiled
def price_of(state: State, me: int, lord: int, closed: Paths, notes: Notes) -> int:
    """What the best of these payments costs for a lord, OUT_OF_REACH if none pays for it."""
    cost, pearls = int(cost_for(state, me, lord)), int(state.pearls[me])
    demanded = int(race_demanded(state, me, lord))
    best = OUT_OF_REACH
    for races in range(1, ALL_RACES):
        has_race = demanded == NO_RACE or races >> demanded & 1 == 1
        if has_race and count_bits(races) == RACES_NEEDED[lord]:
            for value in range(max(0, cost - pearls), MOST_VALUE):
                missing = max(0, cost - value)
                best = min(best, int(closed[value, races]) + missing * int(notes[PEARL_NOW]))
    return best


@decides(PAY)
def choose_payment(state: State, me: int, lord: int, weights: Weights, notes: Notes) -> int:
    """The next card, or *done*, by the best payment that each leads to."""
    losses, gains = np.zeros(ALLY_KINDS, np.int64), np.zeros(ALLY_KINDS, np.int64)
    plan_without(state, me, lord, weights, notes)
    price_cards(state, me, weights, notes, losses, gains)
    best, choice = worth_of_done(state, me, lord, gains, notes), PASS
    for kind in range(ALLY_KINDS):
        if state.mask[KIND + kind] > 0:
            state.payment[kind] += 1
            closed = find_payments(state, me, state.payment, losses, gains)
            price = price_of(state, me, lord, closed, notes) + int(losses[kind])
            state.payment[kind] -= 1
            if price < best or (choice == PASS and state.mask[PASS] == 0):
                best, choice = price, KIND + kind
    return choice


@compiled
def plan_without(state: State, me: int, lord: int, weights: Weights, notes: Notes) -> None:
    """Plans for the other lords of the court: this one is about to be had."""
    for space in range(COURT_SPACES):
        if state.court[space] == lord:
            notes[PROFIT + space] = 0
    notes[PLAN_NOW] = worth_of_plans(state, me, weights, notes)


@compiled
def worth_of_done(state: State, me: int, lord: int, gains: Notes, notes: Notes) -> int:
    """What is still to pay if no further card is named."""
    if state.mask[PASS] == 0:
        return OUT_OF_REACH
    value = 0
    for kind in range(ALLY_KINDS):
        value += int(state.payment[kind]) * int(VALUE_OF[kind])
    missing = max(0, int(cost_for(state, me, lord)) - value)
    return missing * int(notes[PEARL_NOW]) - int(gains[PAYMENT_ORDER[last_named(state.payment)]])


@decides(AFFILIATE)
def choose_affiliated(state: State, me: int, lord: int, weights: Weights, notes: Notes) -> int:
    most, choice = 0, -1
    for kind in range(ALLY_KINDS):
        if state.mask[KIND + kind] > 0:
            gain = affiliation_worth(state, me, kind, weights, notes)
            if choice == -1 or gain > most:
                most, choice = gain, KIND + kind
    return choice
