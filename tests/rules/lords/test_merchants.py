"""The six merchants, who bring pearls."""

import pytest

from tests.rules.positions import A, B, C, Seat, arrival, disabled, position, powerless, seat

STACKS = {"jellyfish": ["J1"], "crab": ["C1"], "shellfish": ["S1"], "squid": ["Q1"]}


def test_the_ship_master_pays_a_pearl_for_each_race_that_goes_to_the_council() -> None:
    game = position(seat(lords=[8]), exploration_deck=["C2", "J1", "C4", "H1", "J5"])
    game.play("explore", "continue", "continue", "continue", "take")
    # Crab and jellyfish went to the council, the seahorse to the hand.
    assert (game.mine.hand, game.pearls[A]) == (["H1"], 2)


def test_the_ship_master_counts_neither_the_taken_card_nor_bought_ones() -> None:
    game = position(seat(lords=[8]), seat(pearls=1), exploration_deck=["C2", "J1", "H1", "S1"])
    game.play("explore", "buy", "continue", "take")
    # One pearl is the price that B paid for C2, one is for J1.
    assert (game.mine.hand, game.pearls[A]) == (["H1"], 1 + 1)


def test_the_ship_master_pays_when_an_exploration_ends_with_a_fight() -> None:
    game = position(seat(lords=[8]), threat=3, exploration_deck=["C2", "J1", "M", "S1"])
    game.play("explore", "continue", "continue", "fight")
    assert game.pearls[A] == 2


def test_the_ship_master_pays_nothing_when_nothing_is_left_on_the_track() -> None:
    game = position(seat(lords=[8]), exploration_deck=["C2", "J1"]).play("explore", "take")
    assert game.pearls[A] == 0


@pytest.mark.parametrize("owner", powerless(8))
def test_the_ship_master_without_power_pays_nothing(owner: Seat) -> None:
    game = position(owner, exploration_deck=["C2", "J1", "H1"]).play("explore", "continue", "take")
    assert game.pearls[A] == 0


def test_the_ship_master_pays_nothing_for_the_explorations_of_others() -> None:
    game = position(seat(), seat(lords=[8]), exploration_deck=["C2", "J1", "H1"])
    game.play("explore", "continue", "take")
    assert game.pearls == [0, 0, 0]


@pytest.mark.parametrize(
    ("lord", "gain"),
    [
        pytest.param(9, 3, marks=pytest.mark.lord(9), id="the trader brings three"),
        pytest.param(10, 2, marks=pytest.mark.lord(10), id="the peddler brings two"),
        pytest.param(13, 1, marks=pytest.mark.lord(13), id="the shopkeeper brings one"),
    ],
)
def test_arriving_merchants_bring_pearls_once(lord: int, gain: int) -> None:
    game = arrival(lord, council=STACKS)
    assert (game.pearls, game.asked) == ([gain, 0, 0], ("MAIN", B))
    game.play("stack:crab", "stack:squid")
    assert (game.table.active, game.pearls) == (A, [gain, 0, 0])


def test_the_landlord_pays_on_arrival_and_at_the_start_of_every_own_turn() -> None:
    game = arrival(11, council=STACKS)
    assert game.pearls == [1, 0, 0]
    game.play("stack:crab", "stack:squid")
    assert (game.asked, game.pearls) == (("MAIN", A), [2, 0, 0])
    game.play("stack:jellyfish")
    assert game.pearls == [2, 0, 0]


@pytest.mark.parametrize("owner", powerless(11))
def test_the_landlord_without_power_pays_nothing(owner: Seat) -> None:
    game = position(owner, active=C, council=STACKS).play("stack:crab")
    assert (game.asked, game.pearls) == (("MAIN", A), [0, 0, 0])


def test_t59_the_slaver_sells_one_ally_for_two_pearls_once_in_every_own_turn_r21() -> None:
    game = position(seat(lords=[12], hand=["Q1", "J4"]), council=STACKS).play("use:12")
    assert (game.asked, game.answers) == (("SELL_ALLY", A), {"card:Q1", "card:J4"})
    game.play("card:Q1")
    assert (game.mine.hand, game.pearls[A], game.table.exploration_discard) == (["J4"], 2, ["Q1"])
    assert not game.can("use:12")
    game.play("stack:crab", "stack:shellfish", "stack:squid")
    assert game.asked == ("MAIN", A)
    assert game.can("use:12")


def test_t60_the_slaver_may_sell_at_the_end_of_the_turn_in_which_he_arrives_r21() -> None:
    game = arrival(12, seat(hand=["J4"]))
    assert (game.asked, game.answers) == (("END_POWERS", A), {"use:12", "done"})
    game.play("use:12")
    assert (game.pearls[A], game.mine.hand, game.asked) == (2, [], ("MAIN", B))


def test_the_slaver_need_not_sell() -> None:
    game = arrival(12, seat(hand=["J4"])).play("done")
    assert (game.pearls[A], game.asked) == (0, ("MAIN", B))


def test_the_slaver_needs_an_ally_in_hand() -> None:
    assert not position(seat(lords=[12])).can("use:12")


@pytest.mark.parametrize("owner", powerless(12, hand=["J4"]))
def test_the_slaver_without_power_sells_nothing(owner: Seat) -> None:
    assert not position(owner).can("use:12")


def test_r33_a_turn_power_may_be_used_before_plotting() -> None:
    game = position(seat(lords=[12], hand=["J4"]), court=[1, 2, 3, 4], lord_deck=[5, 6])
    assert not game.can("plot")
    game.play("use:12", "plot")
    assert game.pearls[A] == 1


def test_turn_powers_are_offered_during_exploration_and_before_a_reward() -> None:
    game = position(seat(lords=[12], hand=["J4"]), exploration_deck=["J1", "M", "J2"], threat=3)
    game.play("explore")
    assert game.answers == {"take", "continue", "use:12"}
    game.play("continue")
    assert game.answers == {"fight", "continue", "use:12"}
    game.play("fight")
    assert (game.asked, game.answers) == (("REWARD", A), {"reward:1", "use:12"})
    game.play("use:12")
    assert (game.pearls[A], game.mine.key_tokens, game.table.active) == (2, 1, B)


def test_turn_powers_are_not_offered_in_the_turns_of_others() -> None:
    game = position(seat(), seat(lords=[12], hand=["J4"], pearls=1), exploration_deck=["J1", "J2"])
    game.play("explore")
    assert (game.asked, game.answers) == (("OFFER", B), {"buy", "pass"})


def test_a_slaver_among_exactly_three_keys_is_gone_before_the_end_of_the_turn() -> None:
    game = arrival(12, seat(key_tokens=2, hand=["J4"]), available_locations=[14], location_deck=[1])
    assert game.asked == ("CONTROL_SOURCE", A)
    assert game.play("location:14").asked == ("MAIN", B)


def test_a_slaver_disabled_before_the_turn_stays_silent() -> None:
    game = position(seat(lords=[disabled(12)], hand=["J4"]), council=STACKS)
    assert game.play("stack:crab").asked == ("MAIN", B)
