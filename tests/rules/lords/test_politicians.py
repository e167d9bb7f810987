"""The six politicians, who deal in lords."""

from typing import Any

import pytest

from tests.rules.positions import A, B, C, Seat, arrival, disabled, position, powerless, seat, under


def test_the_opportunist_replaces_a_lord_of_the_court_in_its_space_r36() -> None:
    game = position(seat(lords=[21]), court=[30, 31, 32], lord_deck=[9, 10]).play("use:21")
    assert (game.asked, game.answers) == (("REPLACE_COURT_LORD", A), {"lord:30", "lord:31", "lord:32"})
    game.play("lord:31")
    assert (game.table.court, game.table.lord_deck_size, game.table.lord_discard) == ([30, 9, 32], 1, [31])
    assert not game.can("use:21")


def test_t62_the_opportunist_needs_a_lord_deck() -> None:
    assert not position(seat(lords=[21]), court=[30, 31, 32], lord_deck=[]).can("use:21")


def test_the_opportunist_needs_a_lord_in_the_court() -> None:
    assert not position(seat(lords=[21]), court=[], lord_deck=[9, 10]).can("use:21")


@pytest.mark.parametrize("owner", powerless(21))
def test_the_opportunist_without_power_replaces_nobody(owner: Seat) -> None:
    assert not position(owner, court=[30, 31, 32], lord_deck=[9, 10]).can("use:21")


def test_the_opportunist_causes_no_court_check() -> None:
    game = position(seat(lords=[21]), court=[30, 31], lord_deck=[9, 10, 11, 12, 13])
    game.play("use:21", "lord:30")
    assert (game.table.court, game.pearls[A]) == ([9, 31], 0)


def test_t65_the_corruptor_buys_a_second_lord_for_five_pearls_before_the_court_check() -> None:
    game = arrival(22, seat(pearls=5), court=[22, 30, 31, 32])
    assert (game.asked, game.answers) == (("CORRUPT", A), {"lord:30", "lord:31", "lord:32", "pass"})
    affiliated = game.mine.affiliated
    game.play("lord:31")
    assert set(game.lords(A)) == {22, 31}
    assert game.mine.affiliated == affiliated
    assert game.pearls[A] == 5 - 5 + 2
    assert len(game.table.court) == 6


def test_the_corruptors_owner_may_decline() -> None:
    game = arrival(22, seat(pearls=5)).play("pass")
    assert (game.pearls[A], set(game.lords(A)), game.asked) == (5, {22}, ("MAIN", B))


def test_the_corruptor_needs_five_pearls() -> None:
    assert arrival(22, seat(pearls=4)).asked == ("MAIN", B)


def test_the_corruptor_needs_a_lord_in_the_court() -> None:
    game = arrival(22, seat(pearls=5), court=[22], lord_deck=[1, 2, 3, 4, 5, 6, 7])
    assert (game.asked, game.pearls[A], len(game.table.court)) == (("MAIN", B), 5 + 2, 6)


def test_the_second_lord_acts_on_arrival() -> None:
    assert arrival(22, seat(pearls=5), court=[22, 9, 30, 31, 32]).play("lord:9").pearls[A] == 0 + 3


def test_r25_the_treasurer_does_not_make_the_corruptors_lord_cheaper() -> None:
    # The Corruptor itself costs 8, so that the last point of the payment is superfluous.
    game = position(seat(pearls=5, hand=["Q5", "Q4"], lords=[25]), court=[22, 30, 31, 32, 29])
    game.apply("recruit:22")
    game.pay(cards=["Q5", "Q4"])
    game.play("lord:30")
    assert game.pearls[A] == 0


def test_chains_of_arrivals_end_before_the_court_check_r3() -> None:
    # Corruptor, then the Schemer for five pearls, who trades the Corruptor for the Traitor, who
    # trades the Schemer for the Trader: one court check at the end.
    game = arrival(22, seat(pearls=5), court=[22, 26, 9, 30], lord_deck=[23, 1, 2, 3, 4, 5, 6])
    game.play("lord:26", "lord:22")
    assert game.asked == ("REPLACE_LORD", A)
    game.play("lord:26", "lord:9")
    assert set(game.lords(A)) == {23, 9}
    assert game.pearls[A] == 0 + 3 + 2
    assert sorted(game.table.lord_discard) == [22, 26]


def test_t69_the_traitor_trades_an_own_lord_for_one_of_the_court_who_acts() -> None:
    game = arrival(23, seat(lords=[10]), court=[23, 11, 30, 31, 32])
    assert (game.asked, game.answers) == (("REPLACE_LORD", A), {"lord:10", "pass"})
    game.play("lord:10")
    assert (game.asked, game.answers) == (("TAKE_LORD", A), {"lord:11", "lord:30", "lord:31", "lord:32"})
    game.play("lord:11")
    assert (game.pearls[A], sorted(game.table.court)) == (1, [30, 31, 32])
    assert (set(game.lords(A)), game.table.lord_discard) == ({23, 11}, [10])


def test_t68_the_traitor_needs_another_free_lord() -> None:
    assert arrival(23, seat(lords=[under(14, 28)], locations=[14])).asked == ("MAIN", B)


def test_the_traitors_owner_may_decline_r10() -> None:
    game = arrival(23, seat(lords=[10])).play("pass")
    assert (set(game.lords(A)), game.asked) == ({10, 23}, ("MAIN", B))


def test_the_traitor_may_trade_a_disabled_lord_for_an_enabled_one() -> None:
    game = arrival(23, seat(lords=[disabled(12)]), court=[23, 11, 30, 31, 32])
    game.play("lord:12", "lord:11")
    assert not game.lords(A)[11].disabled
    assert game.mine.keys == 1


def test_r20_the_traitor_needs_a_lord_in_the_court() -> None:
    game = arrival(23, seat(lords=[10]), court=[23], lord_deck=[1, 2, 3, 4, 5, 6, 7])
    assert (set(game.lords(A)), game.asked) == ({10, 23}, ("MAIN", B))


def test_the_traitor_cannot_discard_himself() -> None:
    assert arrival(23, seat(lords=[10, 13])).answers == {"lord:10", "lord:13", "pass"}


def test_the_diplomats_owner_ignores_the_obligatory_race() -> None:
    game = position(seat(lords=[24], hand=["C5", "C3"]), court=[12, 30, 31, 32])
    assert game.card_sets(12) == [["C3", "C5"]]


def test_the_diplomat_leaves_the_number_of_races() -> None:
    game = position(seat(lords=[24], hand=["C5", "J3"]), court=[12, 28, 31, 32])
    assert not game.can("recruit:12")
    assert game.card_sets(28) == [["C5", "J3"]]


@pytest.mark.parametrize("owner", powerless(24, hand=["C5", "C3"]))
def test_the_diplomat_without_power_opens_no_door(owner: Seat) -> None:
    assert not position(owner, court=[12, 30, 31, 32]).can("recruit:12")


def test_the_diplomat_does_not_help_the_opponents() -> None:
    game = position(seat(hand=["C5", "C3"]), seat(lords=[24]), court=[12, 30, 31, 32])
    assert not game.can("recruit:12")


def test_the_treasurer_makes_the_owners_lords_two_cheaper() -> None:
    game = position(seat(pearls=9, hand=["S5"], lords=[25]), court=[12, 30, 31, 32])
    assert game.prices(12) == [8 - 2 - 5]


@pytest.mark.parametrize("owner", powerless(25, pearls=9, hand=["S5"]))
def test_the_treasurer_without_power_changes_no_price(owner: Seat) -> None:
    assert position(owner, court=[12, 30, 31, 32]).prices(12) == [8 - 5]


def test_the_treasurer_does_not_help_the_opponents() -> None:
    game = position(seat(pearls=9, hand=["S5"]), seat(), seat(lords=[25]), court=[12, 30, 31, 32])
    assert game.prices(12) == [8 - 5]


def test_t67_the_schemer_trades_an_own_lord_for_the_top_of_the_deck_who_acts_r36() -> None:
    game = arrival(26, seat(lords=[30]), lord_deck=[9, 1, 2])
    assert (game.asked, game.answers) == (("TRADE_LORD", A), {"lord:30", "pass"})
    game.play("lord:30")
    assert (set(game.lords(A)), game.table.lord_discard, game.pearls[A]) == ({26, 9}, [30], 3)
    assert game.table.lord_deck_size == 2


def test_the_schemers_owner_may_decline_r10() -> None:
    game = arrival(26, seat(lords=[30]), lord_deck=[9, 1, 2]).play("pass")
    assert (set(game.lords(A)), game.table.lord_deck_size, game.asked) == ({26, 30}, 3, ("MAIN", B))


def test_r20_the_schemer_needs_a_lord_deck() -> None:
    game = arrival(26, seat(lords=[30]), lord_deck=[])
    assert (set(game.lords(A)), game.asked) == ({26, 30}, ("MAIN", B))


def test_the_schemer_needs_another_free_lord() -> None:
    assert arrival(26, seat(lords=[under(14, 28)], locations=[14])).asked == ("MAIN", B)


def test_traitor_and_schemer_do_not_set_off_the_end_of_the_game() -> None:
    game = arrival(26, seat(lords=[9, 10, 13, 30, 31]), lord_deck=[23, 1, 2], court=[26, 27, 28, 29, 32])
    game.play("lord:30", "lord:31", "lord:32")
    assert (len(game.lords(A)), game.table.ending_player) == (6, None)


def test_a_lord_under_a_location_or_of_somebody_else_cannot_be_traded() -> None:
    game = arrival(
        26, seat(lords=[30, 31, under(14, 28)], locations=[14]), seat(lords=[32]), seat(lords=[13])
    )
    assert game.answers == {"lord:30", "lord:31", "pass"}
    assert set(game.lords(C)) == {13}


def test_an_ambassador_bought_by_the_corruptor_brings_its_location() -> None:
    tiles: dict[str, Any] = {"available_locations": [14], "location_deck": [1, 2]}
    game = arrival(22, seat(pearls=5), court=[22, 34, 30, 31, 32], **tiles).play("lord:34")
    assert (game.mine.locations, game.lords(A)[34].location) == ([1], 1)
    assert game.mine.affiliated == ["Q1"]


def test_a_soldier_taken_by_the_traitor_troubles_the_opponents_at_once() -> None:
    game = arrival(23, seat(lords=[10]), seat(hand=["J1", "J2"]), court=[23, 2, 30, 31, 32])
    game.play("lord:10", "lord:2")
    assert game.asked == ("DISCARD_ALLY", B)


def test_a_turn_power_already_used_in_this_turn_is_spent_r21() -> None:
    used = {"id": 21, "disabled": False, "location": None, "used": True}
    assert not position(seat(lords=[used]), court=[30, 31, 32], lord_deck=[9, 10]).can("use:21")


def test_the_opportunist_may_fetch_a_lord_and_recruit_it_at_once() -> None:
    game = position(seat(lords=[21], hand=["S5", "S3"]), court=[30, 31, 32], lord_deck=[10, 9])
    game.play("use:21", "lord:30", "recruit:10")
    assert game.pearls[A] == 2 + 2
