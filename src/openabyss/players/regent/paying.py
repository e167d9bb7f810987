"""How the Regent pays for a lord: the payment that takes least, by a fixed order of what hurts.

First as few Krakens as possible, then as few pearls, then as little value too much, then as few
cards. Cards are named in the order of the rules, falling in value; `Paths[krakens, value, races]` is
the fewest cards of so many Krakens, so much value in all, and exactly these races (a set of bits).
"""

import numpy as np
from numpy.typing import NDArray

from openabyss.engine.compiling import compiled
from openabyss.engine.layout import Numbers
from openabyss.players.greedy.paying import RACES_IN, last_named
from openabyss.rules.actions import KIND, PASS
from openabyss.rules.base.payment import cost_for, race_demanded
from openabyss.rules.cards.allies import (
    ALLY_KINDS,
    KRAKEN_DECK,
    NO_RACE,
    PAYMENT_ORDER,
    RACE_OF,
    RACES,
    VALUE_OF,
)
from openabyss.rules.cards.printed import RACES_NEEDED
from openabyss.rules.kraken.krakens import is_kraken
from openabyss.rules.state import State

Paths = NDArray[np.int64]

MAX_PEARLS = 3
MAX_VALUE = 32
ALL_RACES = 1 << RACES
MAX_KRAKENS = int(KRAKEN_DECK.sum())
OUT_OF_REACH = 1_000_000_000
# What a payment takes, in one number: each thing outweighs all the possible ones after it.
A_KRAKEN, A_PEARL, A_POINT_TOO_MUCH = 1_000_000, 10_000, 100


@compiled
def find_payments(state: State, me: int, named: Numbers, paths: Paths) -> None:
    """All ways to go on from the cards already named, or to stop there."""
    start_from(named, paths)
    for place in range(last_named(named), ALLY_KINDS):
        kind = int(PAYMENT_ORDER[place])
        for _ in range(int(state.hand[me, kind]) - int(named[kind])):
            add_card(paths, kind)


@compiled
def start_from(named: Numbers, paths: Paths) -> None:
    """Where the cards named so far have led."""
    paths[:] = OUT_OF_REACH
    krakens, value, races, cards = 0, 0, 0, 0
    for kind in range(ALLY_KINDS):
        copies = int(named[kind])
        if copies > 0:
            cards += copies
            value += copies * int(VALUE_OF[kind])
            if is_kraken(kind):
                krakens += copies
            else:
                races |= 1 << int(RACE_OF[kind])
    paths[krakens, min(value, MAX_VALUE - 1), races] = cards


@compiled
def add_card(paths: Paths, kind: int) -> None:
    """Every way so far may have one more card; from high to low, so that it is added once."""
    value, krakens = int(VALUE_OF[kind]), int(is_kraken(kind))
    race = 0 if krakens == 1 else 1 << int(RACE_OF[kind])
    for count in range(paths.shape[0] - 1, krakens - 1, -1):
        for total in range(MAX_VALUE - 1, value - 1, -1):
            for races in range(ALL_RACES):
                cards = paths[count - krakens, total - value, races] + 1
                paths[count, total, races | race] = min(paths[count, total, races | race], cards)


@compiled
def price_of(state: State, me: int, lord: int, paths: Paths) -> int:
    """What the best payment takes, in one number; OUT_OF_REACH if there is none without nebulis."""
    cost, demanded = int(cost_for(state, me, lord)), int(race_demanded(state, me, lord))
    pearls, best = min(MAX_PEARLS, int(state.pearls[me])), OUT_OF_REACH
    for krakens in range(paths.shape[0]):
        for races in range(ALL_RACES):
            if has_races(lord, demanded, races, krakens):
                for value in range(max(0, cost - pearls), MAX_VALUE):
                    cards = int(paths[krakens, value, races])
                    if cards < OUT_OF_REACH:
                        money = max(0, cost - value) * A_PEARL + max(0, value - cost) * A_POINT_TOO_MUCH
                        best = min(best, krakens * A_KRAKEN + money + cards)
    return best


@compiled
def has_races(lord: int, demanded: int, races: int, krakens: int) -> bool:
    """These races, and Krakens for those that are missing, are what the lord needs."""
    count, needed = int(RACES_IN[races]), int(RACES_NEEDED[lord])
    if count > needed or count + krakens < needed:
        return False
    return bool(demanded == NO_RACE or count < needed or races >> demanded & 1 == 1)


@compiled
def pearls_of(price: int) -> int:
    return price // A_PEARL % (A_KRAKEN // A_PEARL)


@compiled
def overpayment_of(price: int) -> int:
    return price // A_POINT_TOO_MUCH % (A_PEARL // A_POINT_TOO_MUCH)


@compiled
def next_card(state: State, me: int, lord: int) -> int:
    """The next card of the best payment, or *done*; of equal payments the first by the kinds named."""
    paths = np.empty((krakens_at_most(state) + 1, MAX_VALUE, ALL_RACES), np.int64)
    best, choice = OUT_OF_REACH, PASS
    if state.mask[PASS] > 0:
        start_from(state.payment, paths)
        best = price_of(state, me, lord, paths)
    for kind in range(ALLY_KINDS):
        if state.mask[KIND + kind] > 0:
            state.payment[kind] += 1
            find_payments(state, me, state.payment, paths)
            state.payment[kind] -= 1
            price = price_of(state, me, lord, paths)
            if price < best or (price == best and choice == PASS):
                best, choice = price, KIND + kind
    return choice


@compiled
def krakens_at_most(state: State) -> int:
    """How many Krakens a payment may hold."""
    return MAX_KRAKENS if state.kraken == 1 else 0
