"""Every payment that rules 5.6 allow is offered, and no other: compared with their plain reading."""

from collections import Counter
from itertools import combinations
from random import Random
from typing import Any

import pytest

from openabyss.rules.actions import KIND
from openabyss.rules.base.payment import offer_payment
from openabyss.rules.cards.printed import LORD_ID
from openabyss.words.cards.codes import KIND_CODES, kind_of_code
from tests.rules.positions import position, seat
from tests.rules.printed import base_table
from tests.rules.situation import A, Situation

COPIES = {1: 4, 2: 3, 3: 3, 4: 2, 5: 1}
DECK = [f"{race}{value}" for race in "JCHSQ" for value in COPIES for _ in range(COPIES[value])]
# Lords whose arrival asks nothing and costs nothing, with one to three races, and an ambassador.
LORDS = [12, 18, 20, 24, 25, 27, 28, 29, 31, 32, 34]
Cards = tuple[str, ...]


def is_payment(cards: Cards, lord: dict[str, Any], cost: int, own: int, any_race: bool) -> bool:
    """Conditions 1 to 3 of rules 5.6."""
    races = {card[0] for card in cards}
    letters = {"jellyfish": "J", "crab": "C", "seahorse": "H", "shellfish": "S", "squid": "Q", None: ""}
    demanded = "" if any_race else letters[lord["required_race"]]
    value = sum(int(card[1]) for card in cards)
    return len(races) == lord["races"] and (not demanded or demanded in races) and value + own >= cost


def is_superfluous(card: str, cards: Cards, lord: dict[str, Any], cost: int, any_race: bool) -> bool:
    """Condition 5: without the card the rest would still be a payment that needs no pearl."""
    rest = list(cards)
    rest.remove(card)
    return is_payment(tuple(rest), lord, cost, 0, any_race)


def payments_by_the_book(
    hand: list[str], lord: dict[str, Any], cost: int, own: int, any_race: bool
) -> set[Cards]:
    chosen = {tuple(sorted(some)) for size in range(1, len(hand) + 1) for some in combinations(hand, size)}
    return {
        cards
        for cards in chosen
        if is_payment(cards, lord, cost, own, any_race)
        and not any(is_superfluous(card, cards, lord, cost, any_race) for card in cards)
    }


def payments_card_by_card(game: Situation, hand: list[str]) -> set[Cards]:
    """What has left the hand on every way through the question which cards to pay with."""
    if game.question.kind != "PAY":
        spent = Counter(hand) - Counter(game.mine.hand)
        return {tuple(sorted(spent.elements()))}
    ways = set()
    for action in game.legal_actions:
        further = game.clone()
        further.apply(action)
        ways |= payments_card_by_card(further, hand)
    return ways


# In the hand of seed 126 the lowest cards of two races are needed at once.
@pytest.mark.parametrize("seed", [*range(30), 126])
def test_exactly_the_legal_payments_are_offered_r1_r2(seed: int) -> None:
    random = Random(seed)
    hand = sorted(random.sample(DECK, random.randint(2, 7)))
    own, powers = random.randint(0, 4), [lord for lord in (24, 25) if random.random() < 0.3]
    lord = random.choice([card for card in base_table("lords") if card["id"] in LORDS])
    if lord["id"] in powers:
        powers.remove(lord["id"])
    cost, any_race = lord["cost"] - 2 * (25 in powers), 24 in powers
    game = position(
        seat(hand=hand, pearls=own, lords=powers), court=[lord["id"], 1, 2, 3], council={}, location_deck=[]
    )
    expected = payments_by_the_book(hand, lord, cost, own, any_race)
    payments = game.payments(lord["id"])
    assert {tuple(sorted(payment.cards)) for payment in payments} == expected
    for payment in payments:
        assert payment.pearls == max(0, cost - sum(int(card[1]) for card in payment.cards))
    assert game.can(f"recruit:{lord['id']}") == bool(expected)
    if expected:
        game.apply(f"recruit:{lord['id']}")
        assert payments_card_by_card(game, hand) == expected


@pytest.mark.parametrize(
    ("lord", "hand", "offered"),
    [
        # The Seeker needs the crab still to come, with which the 4 would be superfluous.
        (3, ["H5", "H4", "C2"], {"C2"}),
        # The Miller costs 8: the 3 is needed with the lower of the cards to come.
        (30, ["H5", "H3", "S3", "S1"], {"H3", "S3"}),
        (30, ["C5", "C3", "H3", "H1"], {"C3", "H3"}),
    ],
)
def test_r1_after_the_first_card_only_what_leads_to_a_payment_is_offered(
    lord: int, hand: list[str], offered: set[str]
) -> None:
    game = position(seat(hand=hand), court=[lord])
    state = game.state
    state.mask[:] = 0
    state.payment[kind_of_code(hand[0])] = 1
    offer_payment(state, A, LORD_ID.tolist().index(lord))
    assert {KIND_CODES[int(action) - KIND] for action in state.mask.nonzero()[0]} == offered


def test_without_the_ruling_superfluous_cards_may_be_played_r1() -> None:
    mine = seat(hand=["H5", "H4", "H1"])
    game = position(mine, court=[29, 30, 31, 32], options={"forbid_superfluous_allies": False})
    offered = {tuple(sorted(payment.cards)) for payment in game.payments(29)}
    assert offered == {("H4", "H5"), ("H1", "H4", "H5")}
