"""How the Regent pays for a lord: the payment that takes least, by a fixed order of what hurts.

First as few Krakens as possible, then as few pearls, then as little value too much, then as few cards.
"""

import numpy as np

from openabyss.engine.compiling import compiled
from openabyss.players.payments import (
    ALL_RACES,
    OUT_OF_REACH,
    CardCosts,
    Paths,
    cheapest,
    find_payments,
    krakens_in,
)
from openabyss.rules.actions import KIND, PASS
from openabyss.rules.cards.allies import ALLY_KINDS
from openabyss.rules.chapters import cost_for, is_kraken, value_named
from openabyss.rules.state import State

MAX_PEARLS = 3
# Payments are looked at up to this value.
VALUES = 32
# What a payment takes, in one number: each thing outweighs all the possible ones after it.
A_KRAKEN, A_PEARL, A_POINT_TOO_MUCH, A_CARD = 1_000_000, 10_000, 100, 1


@compiled
def cost_of_card(kind: int) -> int:
    return A_KRAKEN + A_CARD if is_kraken(kind) else A_CARD


@compiled
def find_ways_on(state: State, me: int, paths: Paths) -> None:
    """The cheapest ways to go on from the cards already named."""
    costs = CardCosts(np.zeros(ALLY_KINDS, np.int64), np.zeros(ALLY_KINDS, np.int64))
    for kind in range(ALLY_KINDS):
        costs.losses[kind] = cost_of_card(kind)
    find_payments(state, me, state.payment, costs, paths, paths)


@compiled
def cost_of_rest(state: State, me: int, lord: int, value: int) -> int:
    """What cards of a value still leave to pay, or take too much; nebulis are never spent."""
    missing = int(cost_for(state, me, lord)) - value
    if missing > min(MAX_PEARLS, int(state.pearls[me])):
        return OUT_OF_REACH
    return missing * A_PEARL if missing > 0 else -missing * A_POINT_TOO_MUCH


@compiled
def price_of(state: State, me: int, lord: int, paths: Paths) -> int:
    """What the best payment takes, in one number; OUT_OF_REACH if there is none without nebulis."""
    rest = np.empty(VALUES, np.int64)
    for value in range(VALUES):
        rest[value] = cost_of_rest(state, me, lord, value)
    return cheapest(state, me, lord, paths, rest)


@compiled
def pearls_of(price: int) -> int:
    return price // A_PEARL % (A_KRAKEN // A_PEARL)


@compiled
def overpayment_of(price: int) -> int:
    return price // A_POINT_TOO_MUCH % (A_PEARL // A_POINT_TOO_MUCH)


@compiled
def next_card(state: State, me: int, lord: int) -> int:
    """The next card of the best payment, or *done*; of equal payments the first by the kinds named."""
    paths = np.empty((1 + krakens_in(state.hand[me]), ALL_RACES, VALUES), np.int64)
    best, choice = OUT_OF_REACH, PASS
    if state.mask[PASS] > 0:
        best = int(cost_of_rest(state, me, lord, min(int(value_named(state)), VALUES - 1)))
    for kind in range(ALLY_KINDS):
        if state.mask[KIND + kind] > 0:
            state.payment[kind] += 1
            find_ways_on(state, me, paths)
            state.payment[kind] -= 1
            price = min(OUT_OF_REACH, int(price_of(state, me, lord, paths)) + int(cost_of_card(kind)))
            if price < best or (price == best and choice == PASS):
                best, choice = price, KIND + kind
    return choice
