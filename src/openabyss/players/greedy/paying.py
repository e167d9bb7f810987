"""The best payment for a lord: which cards are missed least, which one is affiliated.

Payments are built in the order in which the rules name cards, falling in value, so that the last
card is the one to affiliate. `paths[krakens, races, value]` is the least that so many Krakens and
other cards of exactly these races (a set of bits), of so much value together, cost; `closed` the same
less the gain of affiliating the last. A Kraken stands for a race that is missing.
"""

import numpy as np
from numpy.typing import NDArray

from openabyss.engine.compiling import compiled
from openabyss.engine.layout import Numbers
from openabyss.players.greedy.cards import affiliation_worth, card_loss, worth_of_plans
from openabyss.players.greedy.kraken.nebulis import money_price, nebulis_loss
from openabyss.players.greedy.notes import PEARL_NOW, PLAN_NOW, PROFIT, Notes, decides
from openabyss.players.greedy.weights import Weights
from openabyss.rules.actions import KIND, PASS
from openabyss.rules.base.paying import means_of
from openabyss.rules.base.payment import cost_for, race_demanded
from openabyss.rules.base.recruiting import AFFILIATE, PAY
from openabyss.rules.cards.allies import (
    ALLY_KINDS,
    FIRST_FIGHTER,
    FIRST_KRAKEN,
    NO_RACE,
    PAYMENT_ORDER,
    RACE_OF,
    RACES,
    VALUE_OF,
)
from openabyss.rules.cards.printed import RACES_NEEDED
from openabyss.rules.kraken.krakens import nebulis_of
from openabyss.rules.sizes import COURT_SPACES
from openabyss.rules.state import State

Paths = NDArray[np.int64]

MAX_VALUE = 20
ALL_RACES = 1 << RACES
ALL_VALUES = (1 << MAX_VALUE) - 1
# What is not possible costs about so much.
OUT_OF_REACH = 1_000_000

# How many races a set of bits holds.
RACES_IN = np.array([races.bit_count() for races in range(ALL_RACES)], np.int64)
# All sets of so many races, for each race that is among them and for NO_RACE, and how many they are.
SETS_OF = np.zeros((RACES + 1, RACES + 1, ALL_RACES), np.int64)
SETS = np.zeros((RACES + 1, RACES + 1), np.int64)
for _races in range(ALL_RACES):
    for _race in [NO_RACE, *(race for race in range(RACES) if _races >> race & 1)]:
        _count = RACES_IN[_races]
        SETS_OF[_count, _race, SETS[_count, _race]] = _races
        SETS[_count, _race] += 1


@compiled
def price_cards(state: State, me: int, weights: Weights, notes: Notes, losses: Notes, gains: Notes) -> None:
    """What each card of the hand is worth when it is spent, and when it is affiliated."""
    for kind in range(ALLY_KINDS):
        if state.hand[me, kind] > 0 and RACE_OF[kind] != NO_RACE:
            losses[kind] = card_loss(state, me, kind, weights, notes)
            gains[kind] = affiliation_worth(state, me, kind, weights, notes)
        elif state.hand[me, kind] > 0:
            losses[kind] = card_loss(state, me, kind, weights, notes)
            losses[kind] += nebulis_loss(state, me, nebulis_of(kind), weights, notes)


@compiled
def find_payments(
    state: State, me: int, named: Numbers, losses: Notes, gains: Notes, paths: Paths, closed: Paths
) -> None:
    """The cheapest ways to go on from the cards already named."""
    paths[:] = OUT_OF_REACH
    closed[:] = OUT_OF_REACH
    last = last_named(named)
    reached, seen = start_from(named, paths, closed, gains)
    for place in range(last, ALLY_KINDS):
        kind = int(PAYMENT_ORDER[place])
        for _ in range(int(state.hand[me, kind]) - int(named[kind])):
            if RACE_OF[kind] == NO_RACE:
                add_kraken(paths, closed, kind, reached, int(losses[kind]))
            else:
                add_card(paths, closed, kind, reached, seen, int(losses[kind]), int(gains[kind]))
                seen |= 1 << int(RACE_OF[kind])
            reached |= reached << int(VALUE_OF[kind]) & ALL_VALUES


@compiled
def krakens_in(cards: Numbers) -> int:
    count = 0
    for kind in range(FIRST_KRAKEN, FIRST_FIGHTER):
        count += int(cards[kind])
    return count


@compiled
def last_named(named: Numbers) -> int:
    """The place in PAYMENT_ORDER of the last card named, 0 if none is."""
    for place in range(ALLY_KINDS - 1, -1, -1):
        if named[PAYMENT_ORDER[place]] > 0:
            return place
    return 0


@compiled
def start_from(named: Numbers, paths: Paths, closed: Paths, gains: Notes) -> tuple[int, int]:
    """Enter the cards named so far; returns the values reached, and the races, as sets of bits."""
    value, races, krakens = 0, 0, krakens_in(named)
    for kind in range(ALLY_KINDS):
        value += int(named[kind]) * int(VALUE_OF[kind])
        if named[kind] > 0 and RACE_OF[kind] != NO_RACE:
            races |= 1 << int(RACE_OF[kind])
    value = min(value, MAX_VALUE - 1)
    paths[krakens, races, value] = 0
    closed[krakens, races, value] = -affiliated_of(named, gains)
    return 1 << value, races


@compiled
def affiliated_of(named: Numbers, gains: Notes) -> int:
    """The gain of affiliating the last card named that is no Kraken, 0 without any."""
    for place in range(ALLY_KINDS - 1, -1, -1):
        kind = int(PAYMENT_ORDER[place])
        if named[kind] > 0 and RACE_OF[kind] != NO_RACE:
            return int(gains[kind])
    return 0


@compiled
def add_card(paths: Paths, closed: Paths, kind: int, reached: int, seen: int, loss: int, gain: int) -> None:
    """Every payment so far may have one more card; from high to low, so that it is added once."""
    value, race = int(VALUE_OF[kind]), 1 << int(RACE_OF[kind])
    other_races = seen & ~race
    for total in range(MAX_VALUE - 1, value - 1, -1):
        before = total - value
        if reached >> before & 1 == 1:
            for krakens in range(len(paths)):
                others = other_races
                while others >= 0:
                    races = others | race
                    cost = loss + min(paths[krakens, races, before], paths[krakens, others, before])
                    paths[krakens, races, total] = min(paths[krakens, races, total], cost)
                    closed[krakens, races, total] = min(closed[krakens, races, total], cost - gain)
                    others = next_subset(others, other_races)


@compiled
def next_subset(part: int, whole: int) -> int:
    """The next smaller subset of a set of bits; -1 after the empty one."""
    return (part - 1) & whole if part > 0 else -1


@compiled
def add_kraken(paths: Paths, closed: Paths, kind: int, reached: int, loss: int) -> None:
    """Every payment so far may have one more Kraken; what is affiliated stays the same."""
    value = int(VALUE_OF[kind])
    for krakens in range(len(paths) - 1, 0, -1):
        for total in range(MAX_VALUE - 1, value - 1, -1):
            before = total - value
            if reached >> before & 1 == 1:
                for races in range(ALL_RACES):
                    cost = paths[krakens - 1, races, before] + loss
                    paths[krakens, races, total] = min(paths[krakens, races, total], cost)
                    cost = closed[krakens - 1, races, before] + loss
                    closed[krakens, races, total] = min(closed[krakens, races, total], cost)


@compiled
def price_of(state: State, me: int, lord: int, closed: Paths, notes: Notes) -> int:
    """What the best of these payments costs for a lord, about OUT_OF_REACH if none pays for it.

    Krakens stand for any races that the others do not show, also for the one demanded.
    """
    cost, needed, best = int(cost_for(state, me, lord)), int(RACES_NEEDED[lord]), OUT_OF_REACH
    least = max(0, cost - int(means_of(state, me)))
    for krakens in range(len(closed)):
        for count in range(max(0, needed - krakens), needed + 1):
            among = int(race_demanded(state, me, lord)) if count == needed else NO_RACE
            for place in range(SETS[count, among]):
                races = SETS_OF[count, among, place]
                for value in range(least, MAX_VALUE):
                    money = money_for(state, me, cost - value, notes)
                    best = min(best, int(closed[krakens, races, value]) + money)
    return best


@compiled
def money_for(state: State, me: int, missing: int, notes: Notes) -> int:
    """What it costs to pay for missing value."""
    return money_price(state, me, max(0, missing), int(notes[PEARL_NOW]), notes)


@decides(PAY)
def choose_payment(state: State, me: int, lord: int, weights: Weights, notes: Notes) -> int:
    """The next card, or *done*, by the best payment that each leads to."""
    losses, gains = np.zeros(ALLY_KINDS, np.int64), np.zeros(ALLY_KINDS, np.int64)
    levels = 1 + krakens_in(state.hand[me])
    paths = np.empty((levels, ALL_RACES, MAX_VALUE), np.int64)
    closed = np.empty((levels, ALL_RACES, MAX_VALUE), np.int64)
    plan_without(state, me, lord, weights, notes)
    price_cards(state, me, weights, notes, losses, gains)
    best, choice = worth_of_done(state, me, lord, gains, notes), PASS
    for kind in range(ALLY_KINDS):
        if state.mask[KIND + kind] > 0:
            state.payment[kind] += 1
            find_payments(state, me, state.payment, losses, gains, paths, closed)
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
    missing = int(cost_for(state, me, lord)) - value
    return money_for(state, me, missing, notes) - affiliated_of(state.payment, gains)


@decides(AFFILIATE)
def choose_affiliated(state: State, me: int, lord: int, weights: Weights, notes: Notes) -> int:
    most, choice = 0, -1
    for kind in range(ALLY_KINDS):
        if state.mask[KIND + kind] > 0:
            gain = affiliation_worth(state, me, kind, weights, notes)
            if choice == -1 or gain > most:
                most, choice = gain, KIND + kind
    return choice
