"""The Highwayman takes one of every gain of two or more pearls, and of nothing else (rules 9.7)."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.rules.positions import A, B, C, Seat, Situation, arrival, powerless, seat, with_kraken

OWNER = seat(lords=[113])
SANCTUARY: dict[str, Any] = {"available_locations": [14], "location_deck": [103]}
FIVE = ["J1", "C1", "H1", "S1", "Q1"]


def sold_for_two(mine: Seat, owner: Seat) -> Situation:
    others = [owner, seat(pearls=2)]
    return with_kraken(mine, *others, price=2, exploration_deck=FIVE).play("explore", "buy")


def court_refilled(mine: Seat, owner: Seat) -> Situation:
    return arrival(31, mine, owner, kraken=True, court=[31, 30, 32], lord_deck=[27, 28, 29, 10])


def rewarded_at_level_two(mine: Seat, owner: Seat) -> Situation:
    game = with_kraken(mine, owner, threat=2, exploration_deck=["M", "J1"])
    return game.play("explore", "fight", "reward:1")


def rewarded_at_level_five(mine: Seat, owner: Seat) -> Situation:
    game = with_kraken(mine, owner, threat=5, exploration_deck=["M", "J1"])
    return game.play("explore", "fight", "reward:1")


def two_races_shipped(mine: Seat, owner: Seat) -> Situation:
    mine = {**mine, "lords": [*mine["lords"], *seat(lords=[8])["lords"]]}
    return with_kraken(mine, owner, phase="explore", track=["J1", "C1", "H1"]).play("take")


def trader_arrives(mine: Seat, owner: Seat) -> Situation:
    return arrival(9, mine, owner, kraken=True)


def peddler_arrives(mine: Seat, owner: Seat) -> Situation:
    return arrival(10, mine, owner, kraken=True)


def inheritor_arrives(mine: Seat, owner: Seat) -> Situation:
    return arrival(110, mine, owner)


def ally_sold(mine: Seat, owner: Seat) -> Situation:
    mine = {**mine, "lords": [*mine["lords"], *seat(lords=[12])["lords"]], "hand": ["J1"]}
    return with_kraken(mine, owner).play("use:12")


def loot_of_pearls(mine: Seat, owner: Seat) -> Situation:
    return arrival(34, mine, owner, kraken=True, loot_deck=[4, 7], **SANCTUARY).play("stop")


TAXED: dict[Callable[[Seat, Seat], Situation], int] = {
    sold_for_two: 2,
    court_refilled: 2,
    rewarded_at_level_two: 2,
    rewarded_at_level_five: 2,
    two_races_shipped: 2,
    trader_arrives: 3,
    peddler_arrives: 2,
    inheritor_arrives: 5,
    ally_sold: 2,
    loot_of_pearls: 2,
}


@pytest.mark.parametrize(("gain", "amount"), TAXED.items())
def test_rk18_the_highwayman_takes_one_pearl_of_each_such_gain(
    gain: Callable[[Seat, Seat], Situation], amount: int
) -> None:
    assert gain(seat(), OWNER).pearls[:2] == [amount - 1, 1]


@pytest.mark.parametrize(("gain", "amount"), TAXED.items())
def test_the_highwayman_takes_nothing_from_the_owner_of_the_shaman(
    gain: Callable[[Seat, Seat], Situation], amount: int
) -> None:
    assert gain(seat(lords=[14]), OWNER).pearls[:2] == [amount, 0]


@pytest.mark.parametrize("owner", powerless(113))
def test_the_highwayman_without_power_takes_nothing(owner: Seat) -> None:
    assert trader_arrives(seat(), owner).pearls[:2] == [3, 0]


def test_the_highwayman_takes_nothing_of_the_gains_of_its_owner() -> None:
    assert trader_arrives(OWNER, seat()).pearls == [3, 0, 0]


def test_k23_the_two_pearls_of_an_empty_court_are_shared_with_the_highwayman() -> None:
    assert court_refilled(seat(pearls=1), OWNER).pearls == [1 + 1, 1, 0]
    assert court_refilled(seat(lords=[14]), OWNER).pearls == [2, 0, 0]


def test_k24_the_pearl_of_the_last_space_is_not_taxed_rk18() -> None:
    # The ally of the last space is taken without a choice.
    game = with_kraken(seat(), OWNER, phase="explore", track=FIVE)
    assert (game.mine.hand, game.pearls) == (["Q1"], [1, 0, 0])


def test_single_pearls_of_one_exploration_are_gains_of_their_own_rk18() -> None:
    # The last space and the Ship Master's one race: two pearls, never two at once.
    game = with_kraken(seat(lords=[8]), OWNER, phase="explore", track=["J1", "J1", "J2", "J2", "H1"])
    assert game.pearls == [2, 0, 0]


def test_the_pearls_of_the_landlord_are_not_taxed_rk18() -> None:
    game = arrival(11, seat(), OWNER, kraken=True)
    assert game.pearls[A] == 1
    game = with_kraken(seat(lords=[11]), OWNER, seat(), active=C)
    assert game.play("stack:squid").pearls == [1, 0, 0]


def test_the_pearl_of_the_shopkeeper_is_not_taxed_rk18() -> None:
    assert arrival(13, seat(), OWNER, kraken=True).pearls == [1, 0, 0]


def test_the_pearl_of_the_ferryman_is_not_taxed_rk18() -> None:
    game = with_kraken(seat(lords=[101], nebulis=2), OWNER).play("use:101")
    assert game.pearls == [1, 0, 0]


def test_the_pearls_of_the_shareholder_are_not_taxed_rk18() -> None:
    game = arrival(22, seat(pearls=5), OWNER, seat(lords=[109]), kraken=True, court=[22, 31, 32, 30, 28])
    assert game.play("lord:32").pearls == [0, 0, 2]


def test_a_reward_of_one_pearl_is_not_taxed() -> None:
    game = with_kraken(seat(), OWNER, exploration_deck=["M", "J1"])
    assert game.play("explore", "fight", "reward:1").pearls == [1, 0, 0]


def test_an_ally_sold_for_one_pearl_is_not_taxed() -> None:
    game = with_kraken(seat(), OWNER, seat(pearls=1), exploration_deck=FIVE)
    assert game.play("explore", "buy").pearls == [1, 0, 0]


def test_only_the_pearls_of_a_price_count_rk18() -> None:
    game = with_kraken(seat(), OWNER, seat(pearls=1, nebulis=1), price=2, exploration_deck=FIVE)
    assert game.play("explore", "buy").pearls == [1, 0, 0]
    game = with_kraken(seat(), OWNER, seat(pearls=2, nebulis=1), price=3, exploration_deck=FIVE)
    assert game.play("explore", "buy").pearls == [1, 1, 0]


def test_a_pearl_that_the_highwaymans_owner_pays_comes_straight_back() -> None:
    game = with_kraken(seat(), seat(lords=[113], pearls=2), price=2, exploration_deck=FIVE)
    game.play("explore", "buy")
    assert game.pearls == [1, 1, 0]


def test_the_highwayman_waits_for_every_opponent() -> None:
    seats = [OWNER, seat(), seat(hand=["S5", "S3"])]
    game = with_kraken(*seats, active=C, court=[10, 31, 32, 30]).recruit(10, "S5", "S3")
    assert (game.pearls, game.asked) == ([1, 0, 1], ("MAIN", A))


def test_the_highwayman_works_from_its_arrival_on() -> None:
    game = arrival(113, seat(), seat(lords=[12], hand=["J1"]))
    assert game.play("use:12").asked == ("MAIN", B)
    assert game.pearls == [1, 1, 0]
