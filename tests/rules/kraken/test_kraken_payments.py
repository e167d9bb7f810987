"""Payments with Krakens: every one that rules 9.4 and R-K24 allow is offered, and no other.

Compared with the plain reading of the rules, over random hands and all lords of base and Kraken. The
rules are asked directly: whole games would be too slow for this number of hands.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import NamedTuple

import pytest

from openabyss.rules.actions import KIND, LORD, PASS
from openabyss.rules.base.payment import offer_payment
from openabyss.rules.cards.allies import (
    BASE_DECK,
    CRAB,
    FIRST_FIGHTER,
    FIRST_KRAKEN,
    KRAKEN_DECK,
    NO_RACE,
    PLAIN_KINDS,
    RACE_OF,
    RACES,
    SEAHORSE,
    VALUE_OF,
    ally,
    kraken,
)
from openabyss.rules.cards.mages import MASTER_OF_MAGIC
from openabyss.rules.cards.politicians import DIPLOMAT, TREASURER
from openabyss.rules.cards.printed import COST, GUILD, GUILDS_WITH_A_RACE, LEVIATHAN, LORD_SET, RACES_NEEDED
from openabyss.rules.cards.smugglers import COUNTERFEITER, OUTLAW
from openabyss.rules.cards.soldiers import RECRUITER
from openabyss.rules.chapters import can_pay, sum_hand
from openabyss.rules.setup import new_table
from openabyss.rules.state import FORBID_SUPERFLUOUS, State
from tests.rules.situation import A, B

ALLIES = [kind for kind in range(PLAIN_KINDS) for _ in range(BASE_DECK[kind])]
KRAKENS = [kind for kind in range(FIRST_KRAKEN, FIRST_FIGHTER) for _ in range(KRAKEN_DECK[kind])]
LORDS = [lord for lord, belongs in enumerate(LORD_SET) if belongs != LEVIATHAN]
OWN_POWERS = (TREASURER, DIPLOMAT, OUTLAW, COUNTERFEITER, MASTER_OF_MAGIC)
Cards = tuple[int, ...]


class Demand(NamedTuple):
    """What a lord asks for, and the money that may make up for missing points."""

    races: int
    race: int
    cost: int
    means: int
    forbid_superfluous: bool


def fits(cards: Cards, demand: Demand) -> bool:
    """The formula of rules 9.4, in place of conditions 1 and 2 of rules 5.6."""
    races = {int(RACE_OF[card]) for card in cards} - {NO_RACE}
    krakens = sum(RACE_OF[card] == NO_RACE for card in cards)
    has_demanded = demand.race == NO_RACE or demand.race in races or demand.races - len(races) >= 1
    return len(races) <= demand.races <= len(races) + krakens and has_demanded


def value_of(cards: Cards) -> int:
    return sum(int(VALUE_OF[card]) for card in cards)


def has_superfluous(cards: Cards, demand: Demand) -> bool:
    """R-K24: without some card the rest would still be a payment that reaches the cost."""
    return any(
        value_of(rest) >= demand.cost and fits(rest, demand)
        for rest in (cards[:place] + cards[place + 1 :] for place in range(len(cards)))
    )


def payments_by_the_book(hand: Cards, demand: Demand) -> set[Cards]:
    chosen = {some for size in range(1, len(hand) + 1) for some in combinations(hand, size)}
    return {
        cards
        for cards in chosen
        if value_of(cards) + demand.means >= demand.cost
        and fits(cards, demand)
        and not (demand.forbid_superfluous and has_superfluous(cards, demand))
    }


def payments_card_by_card(state: State, lord: int, named: Cards = ()) -> Iterator[Cards]:
    """Every way through the question which cards to pay with; each must end in a payment."""
    state.mask[:] = 0
    offer_payment(state, A, lord)
    offered = [kind for kind, bit in enumerate(state.mask[KIND:LORD].tolist()) if bit]
    is_payment = bool(state.mask[PASS])
    assert is_payment or offered
    if is_payment:
        yield tuple(sorted(named))
    for kind in offered:
        state.payment[kind] += 1
        yield from payments_card_by_card(state, lord, (*named, kind))
        state.payment[kind] -= 1


def hand_of(random: Random) -> Cards:
    """Up to four Krakens among cards of few or all races."""
    races = random.sample(range(RACES), random.randint(1, RACES))
    allies = [kind for kind in ALLIES if RACE_OF[kind] in races]
    krakens = random.choice([0, 1, 1, 2, 2, 3, 4])
    return tuple(sorted(random.sample(allies, random.randint(0, 4)) + random.sample(KRAKENS, krakens)))


def table_for(random: Random, hand: Cards) -> State:
    """A holds the hand, some pearls and nebulis, and some lords that change what is paid."""
    state = new_table(2, kraken=True)
    for kind in hand:
        state.hand[A, kind] += 1
    for lord in OWN_POWERS:
        if random.random() < 0.3:
            state.lord_place[lord] = A
    if random.random() < 0.3:
        state.lord_place[RECRUITER] = B
    state.pearls[A], state.nebulis[A] = random.choice([0, 0, 1, 2, 5]), random.choice([0, 0, 1, 2, 3])
    state.options[FORBID_SUPERFLUOUS] = int(random.random() < 0.8)
    return state


def demand_of(state: State, lord: int) -> Demand:
    """What the lord asks of A, read off the table in the words of rules 5.6 and 9.5."""
    has_race = GUILD[lord] < GUILDS_WITH_A_RACE and state.lord_place[DIPLOMAT] != A
    nebulis = min(int(state.nebulis[A]), 2 if state.lord_place[OUTLAW] == A else 1)
    discount, surcharge = 2 * (state.lord_place[TREASURER] == A), 2 * (state.lord_place[RECRUITER] == B)
    return Demand(
        races=int(RACES_NEEDED[lord]),
        race=int(GUILD[lord]) if has_race else NO_RACE,
        cost=int(COST[lord] - discount + surcharge),
        means=int(state.pearls[A]) + nebulis,
        forbid_superfluous=bool(state.options[FORBID_SUPERFLUOUS]),
    )


@pytest.mark.parametrize("seed", range(12))
def test_exactly_the_legal_payments_with_krakens_are_offered_rk7_rk24(seed: int) -> None:
    random = Random(seed)
    hand = hand_of(random)
    state = table_for(random, hand)
    for lord in random.sample(LORDS, 20):
        demand = demand_of(state, lord)
        expected = payments_by_the_book(hand, demand)
        sum_hand(state, A)
        assert can_pay(state, lord) == bool(expected), (hand, demand)
        if expected:
            ways = Counter(payments_card_by_card(state, lord))
            assert set(ways) == expected, (hand, demand)
            # Every payment is reached in one order only.
            assert max(ways.values()) == 1


@pytest.mark.parametrize(("value", "value_of_kraken", "own"), [(3, 2, 4), (4, 3, 2), (5, 4, 0)])
def test_a_kraken_that_may_still_be_named_counts_for_no_more_than_its_value(
    value: int, value_of_kraken: int, own: int
) -> None:
    # The Recruiter costs 10. Without the crab, the Kraken leaves the payment one point short.
    state = new_table(2, kraken=True)
    for kind in (ally(CRAB, value), ally(SEAHORSE, value), kraken(value_of_kraken)):
        state.hand[A, kind] = 1
    state.pearls[A] = own
    offer_payment(state, A, RECRUITER)
    assert state.mask.nonzero()[0].tolist() == [KIND + ally(CRAB, value)]


def test_rk24_a_kraken_may_exceed_the_cost_by_less_than_its_value() -> None:
    state = new_table(2, kraken=True)
    for kind in (ally(CRAB, 5), kraken(4), kraken(2)):
        state.hand[A, kind] = 1
    state.pearls[A], state.options[FORBID_SUPERFLUOUS] = 0, 1
    # The Recruiter costs 10: 11 are paid, and 9 would not do.
    offer_payment(state, A, RECRUITER)
    assert state.mask.nonzero()[0].tolist() == [KIND + ally(CRAB, 5)]
