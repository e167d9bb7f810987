"""The Highwayman takes one of every gain of two or more pearls, and of nothing else (rules 9.7)."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.rules.positions import Seat, arrival, powerless, seat, with_kraken
from tests.rules.situation import A, B, C, Situation, sentences, shown

OWNER = seat(lords=[113])
LOOT_OF_PEARLS: dict[str, Any] = {
    "kraken": True, "loot_deck": [4, 7], "available_locations": [14], "location_deck": [103],
}  # fmt: skip
FIVE = ["J1", "C1", "H1", "S1", "Q1"]


MONSTER = ["M", "J1"]

# A, who owns these lords, gains pearls beside B; how many there are.
TAXED: dict[str, tuple[int, Callable[[list[int], Seat], Situation]]] = {
    "an ally sold": (2, lambda own, owner: sold(seat(lords=own), owner, seat(pearls=2), price=2)),
    "the court refilled": (2, lambda own, owner: court_refilled(seat(lords=own), owner)),
    "a reward of level two": (2, lambda own, owner: rewarded(own, owner, threat=2)),
    "a reward of level five": (2, lambda own, owner: rewarded(own, owner, threat=5)),
    "two races shipped": (2, lambda own, owner: shipped([8, *own], owner, "J1", "C1", "H1").play("take")),
    "the Trader": (3, lambda own, owner: arrival(9, seat(lords=own), owner, kraken=True)),
    "the Peddler": (2, lambda own, owner: arrival(10, seat(lords=own), owner, kraken=True)),
    "the Inheritor": (5, lambda own, owner: arrival(110, seat(lords=own), owner)),
    "an ally sold to the Slaver": (
        2, lambda own, owner: with_kraken(seat(lords=[12, *own], hand=["J1"]), owner).play("use:12"),
    ),
    "loot": (
        2, lambda own, owner: arrival(34, seat(lords=own), owner, **LOOT_OF_PEARLS).play("stop"),
    ),
}  # fmt: skip


def sold(*seats: Seat, price: int) -> Situation:
    return with_kraken(*seats, price=price, exploration_deck=FIVE).play("explore", "buy")


def court_refilled(mine: Seat, owner: Seat) -> Situation:
    return arrival(31, mine, owner, kraken=True, court=[31, 30, 32], lord_deck=[27, 28, 29, 10])


def rewarded(own: list[int], owner: Seat, threat: int) -> Situation:
    game = with_kraken(seat(lords=own), owner, threat=threat, exploration_deck=MONSTER)
    return game.play("explore", "fight", "reward:1")


def shipped(own: list[int], owner: Seat, *track: str) -> Situation:
    return with_kraken(seat(lords=own), owner, phase="explore", track=list(track))


@pytest.mark.parametrize("gain", TAXED)
def test_rk18_the_highwayman_takes_one_pearl_of_each_such_gain(gain: str) -> None:
    amount, lay = TAXED[gain]
    assert lay([], OWNER).pearls[:2] == [amount - 1, 1]


@pytest.mark.parametrize("gain", TAXED)
def test_the_highwayman_takes_nothing_from_the_owner_of_the_shaman(gain: str) -> None:
    amount, lay = TAXED[gain]
    assert lay([14], OWNER).pearls[:2] == [amount, 0]


@pytest.mark.parametrize("owner", powerless(113))
def test_the_highwayman_without_power_takes_nothing(owner: Seat) -> None:
    assert arrival(9, seat(), owner, kraken=True).pearls[:2] == [3, 0]


test_gains = shown(
    the_highwayman_takes_nothing_of_the_gains_of_its_owner=lambda:
        arrival(9, OWNER, seat(), kraken=True).shows(pearls=[3, 0, 0]),
    k24_the_pearl_of_the_last_space_is_not_taxed_rk18=lambda:
        # The ally of the last space is taken without a choice.
        shipped([], OWNER, *FIVE).shows(hand=["Q1"], pearls=[1, 0, 0]),
    the_shaman_protects_the_two_pearls_of_the_court_as_soon_as_it_arrives=lambda:
        arrival(14, seat(), OWNER, kraken=True, court=[14, 30, 32], lord_deck=[27, 28, 29, 10])
        .shows(pearls=[2, 0, 0]),
    the_shaman_given_up_for_the_traitor_protects_them_no_more=lambda:
        arrival(
            23, seat(lords=[14]), OWNER, kraken=True, court=[23, 30, 31, 32], lord_deck=[27, 28, 29, 10],
        ).play("lord:14", "lord:32").shows(pearls=[1, 1, 0]),
    the_highwayman_waits_for_every_opponent=lambda:
        with_kraken(
            OWNER, seat(), seat(hand=["S5", "S3"]), active=C, court=[10, 31, 32, 30],
        ).recruit(10, "S5", "S3").shows(pearls=[1, 0, 1], asked=("MAIN", A)),
    the_highwayman_works_from_its_arrival_on=lambda:
        arrival(113, seat(), seat(lords=[12], hand=["J1"])).play("use:12")
        .shows(asked=("MAIN", B), pearls=[1, 1, 0]),
)  # fmt: skip


def test_k23_the_two_pearls_of_an_empty_court_are_shared_with_the_highwayman() -> None:
    assert court_refilled(seat(pearls=1), OWNER).pearls == [1 + 1, 1, 0]
    assert court_refilled(seat(lords=[14]), OWNER).pearls == [2, 0, 0]


# The last space and the Ship Master's one race are two pearls, never two at once.
@sentences(
    "situation, expected",
    single_pearls_of_one_exploration_are_gains_of_their_own_rk18=(
        lambda: shipped([8], OWNER, "J1", "J1", "J2", "J2", "H1"), [2, 0, 0],
    ),
    the_pearl_of_the_arriving_landlord_is_not_taxed_rk18=(
        lambda: arrival(11, seat(), OWNER, kraken=True), [1, 0, 0],
    ),
    the_pearls_of_the_landlord_are_not_taxed_rk18=(
        lambda: with_kraken(seat(lords=[11]), OWNER, seat(), active=C).play("stack:squid"), [1, 0, 0],
    ),
    the_pearl_of_the_shopkeeper_is_not_taxed_rk18=(
        lambda: arrival(13, seat(), OWNER, kraken=True), [1, 0, 0],
    ),
    the_pearl_of_the_ferryman_is_not_taxed_rk18=(
        lambda: with_kraken(seat(lords=[101], nebulis=2), OWNER).play("use:101"), [1, 0, 0],
    ),
    the_pearls_of_the_shareholder_are_not_taxed_rk18=(
        lambda: arrival(
            22, seat(pearls=5), OWNER, seat(lords=[109]), kraken=True, court=[22, 31, 32, 30, 28]
        ).play("lord:32"), [0, 0, 2],
    ),
    a_reward_of_one_pearl_is_not_taxed=(lambda: rewarded([], OWNER, threat=1), [1, 0, 0]),
    an_ally_sold_for_one_pearl_is_not_taxed=(lambda: sold(seat(), OWNER, seat(pearls=1), price=1), [1, 0, 0]),
    the_nebulis_of_a_price_of_two_are_not_taxed_rk18=(
        lambda: sold(seat(), OWNER, seat(pearls=1, nebulis=1), price=2), [1, 0, 0],
    ),
    the_two_pearls_of_a_price_with_nebulis_are_taxed_rk18=(
        lambda: sold(seat(), OWNER, seat(pearls=2, nebulis=1), price=3), [1, 1, 0],
    ),
    a_pearl_that_the_highwaymans_owner_pays_comes_straight_back=(
        lambda: sold(seat(), seat(lords=[113], pearls=2), price=2), [1, 1, 0],
    ),
)  # fmt: skip
def test_what_the_highwayman_leaves(situation: Callable[[], Situation], expected: list[int]) -> None:
    assert situation().pearls == expected
