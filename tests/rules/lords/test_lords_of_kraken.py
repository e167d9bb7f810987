"""The ten lords that Kraken adds to the five guilds (rules 9.7); the Highwayman: kraken/test_gains.py."""

import pytest

from tests.rules.positions import (
    A,
    B,
    C,
    Seat,
    Situation,
    arrival,
    disabled,
    powerless,
    seat,
    under,
    with_kraken,
)

FIVE = ["J1", "C1", "H1", "S1", "Q1"]
STACKS = {"jellyfish": ["J1"], "crab": ["C1"], "squid": ["Q1"]}
CORRUPT_COURT = [22, 31, 32, 30, 28]


def test_the_shareholder_is_paid_when_an_opponent_recruits() -> None:
    assert arrival(29, seat(), seat(lords=[109]), kraken=True).pearls == [0, 1, 0]


def test_k25_the_shareholder_is_paid_for_corruptor_and_second_lord_rk17() -> None:
    game = arrival(22, seat(pearls=5), seat(lords=[109]), kraken=True, court=CORRUPT_COURT)
    assert game.pearls == [5, 1, 0]
    assert game.play("lord:32").pearls == [0, 2, 0]


def test_the_shareholder_is_not_paid_for_the_traitors_new_lord() -> None:
    game = arrival(23, seat(lords=[9]), seat(lords=[109]), kraken=True, court=[23, 31, 32, 30, 28])
    assert game.play("lord:9", "lord:32").pearls == [0, 1, 0]


def test_the_shareholder_is_not_paid_for_the_schemers_new_lord() -> None:
    game = arrival(26, seat(lords=[9]), seat(lords=[109]), kraken=True, lord_deck=[28])
    assert game.play("lord:9").pearls == [0, 1, 0]


def test_the_shareholder_is_not_paid_for_lords_of_its_owner() -> None:
    assert arrival(29, seat(lords=[109]), kraken=True).pearls == [0, 0, 0]
    assert arrival(109).pearls == [0, 0, 0]


@pytest.mark.parametrize("owner", powerless(109))
def test_the_shareholder_without_power_is_not_paid(owner: Seat) -> None:
    assert arrival(29, seat(), owner, kraken=True).pearls == [0, 0, 0]


def test_the_inheritor_brings_five_pearls() -> None:
    assert arrival(110, seat(pearls=1)).pearls == [6, 0, 0]


def test_k26_the_hypnotist_buys_two_allies_in_an_opponents_turn_each_at_the_current_price() -> None:
    game = with_kraken(seat(), seat(lords=[111], pearls=9), exploration_deck=FIVE)
    game.play("explore", "buy")
    assert (game.asked, game.pearls[:2]) == (("OFFER", B), [1, 8])
    game.play("buy")
    assert (game.asked, game.pearls[:2]) == (("EXPLORE_ALLY", A), [3, 6])
    assert game.seats[B].hand == ["C1", "J1"]


def test_k26_the_hypnotist_needs_the_pearls_for_the_second_price() -> None:
    game = with_kraken(seat(), seat(lords=[111], pearls=2), exploration_deck=FIVE)
    game.play("explore", "buy")
    assert (game.asked, game.pearls[:2]) == (("EXPLORE_ALLY", A), [1, 1])


def test_the_hypnotist_may_let_an_ally_pass_in_between() -> None:
    game = with_kraken(seat(), seat(lords=[111], pearls=9), exploration_deck=FIVE)
    game.play("explore", "buy", "pass", "continue")
    assert game.asked == ("OFFER", B)


def test_the_hypnotist_buys_two_in_every_opponents_turn() -> None:
    game = with_kraken(
        seat(), seat(lords=[111], pearls=9, bought=2), active=A, council=STACKS, exploration_deck=FIVE
    )
    game.play("stack:squid", "stack:crab")
    game.play("explore", "buy", "buy")
    assert (game.asked, len(game.seats[B].hand)) == (("EXPLORE_ALLY", C), 1 + 2)


@pytest.mark.parametrize("owner", powerless(111, pearls=9))
def test_the_hypnotist_without_power_buys_one(owner: Seat) -> None:
    game = with_kraken(seat(), owner, exploration_deck=FIVE).play("explore", "buy")
    assert game.asked == ("EXPLORE_ALLY", A)


def test_the_hypnotist_gives_the_others_no_second_purchase() -> None:
    game = with_kraken(seat(), seat(lords=[111]), seat(pearls=9), exploration_deck=FIVE)
    assert game.play("explore", "buy").asked == ("EXPLORE_ALLY", A)


def test_k27_the_healer_must_take_back_the_only_card_of_the_discard_rk23() -> None:
    game = with_kraken(seat(hand=["J3", "J4"]), court=[112, 31, 32, 30]).recruit(112, "J4", "J3")
    mine = game.mine
    assert (mine.affiliated, mine.hand, game.table.exploration_discard) == (["J3"], ["J4"], [])
    assert game.asked == ("MAIN", B)


def test_rk23_the_healer_takes_any_ally_or_kraken_of_the_discard_but_no_monster() -> None:
    game = arrival(112, exploration_discard=["C5", "K3", "M"])
    assert (game.asked, game.answers) == (("HEAL", A), {"card:C5", "card:K3", "card:J5"})
    game.play("card:K3")
    assert (game.mine.hand, game.table.exploration_discard) == (["K3"], ["C5", "J5", "M"])
    assert [event.seen_by for event in game.latest_events if event.kind == "ALLY_FOUND"] == [None]


def test_the_healer_may_take_back_a_kraken_that_paid_for_it() -> None:
    game = with_kraken(seat(hand=["J4", "K3"]), court=[112, 31, 32, 30]).recruit(112, "J4", "K3")
    assert (game.mine.hand, game.mine.nebulis) == (["K3"], 2)


def test_the_healer_without_an_ally_in_the_discard_has_no_effect() -> None:
    game = with_kraken(seat(hand=["J5"], pearls=2), court=[112, 31, 32, 30], exploration_discard=["M"])
    game.recruit(112, "J5")
    assert (game.mine.hand, game.table.exploration_discard, game.asked) == ([], ["M"], ("MAIN", B))


def test_k28_opponents_discard_an_affiliated_ally_of_the_named_race() -> None:
    game = arrival(114, seat(), seat(affiliated=["C4", "C1", "J2"]), seat(affiliated=["J3"]))
    assert (game.asked, len(game.answers)) == (("NAME_RACE", A), 5)
    game.play("stack:crab")
    assert (game.asked, game.answers) == (("LOSE_AFFILIATED", B), {"card:C4", "card:C1"})
    game.play("card:C4")
    assert (game.seats[B].affiliated, game.seats[C].affiliated) == (["C1", "J2"], ["J3"])
    assert ("C4" in game.table.exploration_discard, game.asked) == (True, ("MAIN", B))


def test_k28_the_shaman_protects_from_the_executioner() -> None:
    game = arrival(114, seat(), seat(affiliated=["C4", "C1"], lords=[14])).play("stack:crab")
    assert (game.seats[B].affiliated, game.asked) == (["C1", "C4"], ("MAIN", B))


def test_the_executioner_spares_the_allies_of_its_owner() -> None:
    assert "C4" in arrival(114, seat(affiliated=["C4"])).play("stack:crab").mine.affiliated


def test_the_executioner_asks_every_opponent_clockwise() -> None:
    game = arrival(114, seat(), seat(affiliated=["C4", "C1"]), seat(affiliated=["C2", "C3"]))
    game.play("stack:crab")
    assert game.asked == ("LOSE_AFFILIATED", B)
    assert game.play("card:C1").asked == ("LOSE_AFFILIATED", C)
    game.play("card:C3")
    assert [each.affiliated for each in game.seats[1:]] == [["C4"], ["C2"]]


def test_the_executioner_must_name_a_race_even_if_nobody_has_it() -> None:
    game = arrival(114)
    assert (game.asked, "pass" in game.answers) == (("NAME_RACE", A), False)
    assert game.play("stack:squid").asked == ("MAIN", B)


def test_the_recipient_adds_a_lord_to_the_court_free_of_charge_once_in_a_turn() -> None:
    game = with_kraken(seat(lords=[115]), court=[29, 31, 32, 30], lord_deck=[27, 28]).play("use:115")
    assert (game.table.court, game.pearls[A], game.asked) == ([29, 31, 32, 30, 27], 0, ("MAIN", A))
    assert not game.can("use:115")


def test_the_recipient_needs_an_empty_space_and_a_lord_in_the_deck() -> None:
    full = with_kraken(seat(lords=[115]), court=[29, 31, 32, 30, 28, 13], lord_deck=[27])
    assert not full.can("use:115")
    assert not with_kraken(seat(lords=[115]), court=[29, 31], lord_deck=[]).can("use:115")


def test_recipient_and_plots_may_fill_the_court_which_brings_no_pearls_and_no_end() -> None:
    game = with_kraken(seat(lords=[115], pearls=1), court=[29, 31, 32, 30], lord_deck=[27, 28])
    game.play("use:115", "plot")
    assert (len(game.table.court), game.pearls[A], game.table.ending_player) == (6, 0, None)
    assert not game.can("plot")


@pytest.mark.parametrize("owner", powerless(115))
def test_the_recipient_without_power_cannot_be_used(owner: Seat) -> None:
    assert not with_kraken(owner, court=[29, 31, 32, 30], lord_deck=[27, 28]).can("use:115")


def test_the_recipient_works_in_the_turn_of_arrival() -> None:
    game = arrival(115, lord_deck=[28])
    assert (game.asked, game.answers) == (("END_POWERS", A), {"use:115", "done"})
    assert game.play("use:115").table.court == [31, 32, 30, 28]


def liberated(*assigned: int, **mine: object) -> Situation:
    """A recruits the Liberator and has these lords under The Jail."""
    held = [under(14, lord) for lord in assigned]
    return arrival(116, seat(lords=held, locations=[14], **mine), available_locations=[1], location_deck=[])


def test_the_liberator_frees_a_lord_who_has_power_and_key_again() -> None:
    game = liberated(12, hand=["Q1"])
    slaver = game.lords(A)[12]
    assert (slaver.location, slaver.disabled, game.mine.keys) == (None, False, 1)
    assert (game.asked, "use:12" in game.answers) == (("END_POWERS", A), True)


def test_the_location_stays_controlled_without_any_lord_under_it() -> None:
    game = liberated(12)
    assert (game.mine.locations, game.score_sheet(A).locations) == ([14], {14: 15 - 2})


def test_the_liberators_owner_chooses_but_must_choose() -> None:
    game = liberated(12, 17, 24)
    assert (game.asked, game.answers) == (("LIBERATE", A), {"lord:12", "lord:17", "lord:24"})
    game.play("lord:24")
    assert [game.lords(A)[lord].location for lord in (12, 17, 24)] == [14, 14, None]


def test_arrival_effects_of_a_freed_lord_do_not_repeat() -> None:
    assert liberated(11).pearls == [0, 0, 0]


def test_the_key_of_a_freed_lord_may_be_the_third() -> None:
    game = liberated(12, key_tokens=2)
    assert (sorted(game.mine.locations), game.lords(A)[12].location) == ([1, 14], 1)
    assert game.mine.key_tokens == 0


def test_the_liberator_frees_only_lords_under_locations() -> None:
    game = arrival(116, seat(lords=[disabled(12)]), seat(lords=[under(14, 17)], locations=[14]))
    assert (game.asked, game.lords(A)[12].disabled) == (("MAIN", B), True)
    assert game.lords(B)[17].location == 14


def test_k30_a_freed_ambassador_brings_no_key_rk16() -> None:
    game = liberated(35, key_tokens=2)
    assert (game.lords(A)[35].location, game.mine.keys, game.asked) == (None, 2, ("MAIN", B))
    assert (game.mine.locations, game.table.available_locations) == ([14], [1])


@pytest.mark.lord(117)
@pytest.mark.lord(118)
@pytest.mark.parametrize(("lord", "influence", "keys"), [(117, 7, 1), (118, 13, 0)])
def test_the_farmers_of_kraken_have_influence_and_no_power(lord: int, influence: int, keys: int) -> None:
    game = arrival(lord)
    assert (game.asked, game.score_sheet(A).lords) == (("MAIN", B), {lord: influence})
    assert game.mine.keys == keys


def test_a_lord_of_kraken_can_be_the_seventh() -> None:
    assert arrival(117, seat(lords=[9, 10, 13, 2, 30, 31])).table.ending_player == A
