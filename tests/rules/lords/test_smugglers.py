"""The eight smugglers of Kraken: a guild of their own that demands no race (rules 9.7)."""

import pytest

from tests.rules.positions import A, B, C, Seat, arrival, kraken_table, powerless, seat, sentinel, with_kraken

SMUGGLERS = range(101, 109)
SENTINELS = [106, 107, 108]


@pytest.mark.parametrize("lord", SMUGGLERS)
@pytest.mark.parametrize("race", "JCHSQ")
def test_smugglers_demand_no_race(lord: int, race: str) -> None:
    needed = next(card["races"] for card in kraken_table("lords") if card["id"] == lord)
    others = [letter for letter in "JCHSQ" if letter != race]
    hand = [f"{race}4", f"{race}3"] if needed == 1 else [f"{race}4", f"{others[0]}3"]
    assert with_kraken(seat(hand=hand), court=[lord, 31, 32, 30]).can(f"recruit:{lord}")


@pytest.mark.parametrize("lord", SMUGGLERS)
def test_smugglers_demand_their_number_of_races(lord: int) -> None:
    needed = next(card["races"] for card in kraken_table("lords") if card["id"] == lord)
    hand = ["J4", "C3"] if needed == 1 else ["J4", "J3"]
    assert not with_kraken(seat(hand=hand), court=[lord, 31, 32, 30]).can(f"recruit:{lord}")


def test_treasurer_and_recruiter_change_the_price_of_smugglers() -> None:
    court, hand = [106, 31, 32, 30], ["J1", "C1"]
    assert with_kraken(seat(hand=hand, pearls=9), court=court).prices(106) == [5 - 2]
    assert with_kraken(seat(hand=hand, pearls=9, lords=[25]), court=court).prices(106) == [3 - 2]
    assert with_kraken(seat(hand=hand, pearls=9), seat(lords=[1]), court=court).prices(106) == [7 - 2]


def test_the_diplomat_does_not_matter_for_smugglers() -> None:
    court, hand = [106, 31, 32, 30], ["J3", "C2", "H2"]
    plain = with_kraken(seat(hand=hand), court=court).card_sets(106)
    assert with_kraken(seat(hand=hand, lords=[24]), court=court).card_sets(106) == plain


def test_the_ferryman_turns_a_nebulis_into_a_pearl_once_in_a_turn() -> None:
    game = with_kraken(seat(lords=[101], nebulis=2)).play("use:101")
    assert (game.pearls[A], game.nebulis[A], game.asked) == (1, 1, ("MAIN", A))
    assert not game.can("use:101")


def test_the_ferryman_is_optional_and_works_again_in_the_next_turn() -> None:
    council = {"squid": ["Q1"], "crab": ["C1"], "jellyfish": ["J1"]}
    game = with_kraken(seat(lords=[101], nebulis=2), players=2, council=council)
    game.play("use:101", "stack:squid", "stack:crab")
    assert (game.asked, game.can("use:101"), game.can("stack:jellyfish")) == (("MAIN", A), True, True)


def test_the_ferryman_needs_a_nebulis() -> None:
    assert not with_kraken(seat(lords=[101])).can("use:101")


@pytest.mark.parametrize("owner", powerless(101, nebulis=1))
def test_the_ferryman_without_power_cannot_be_used(owner: Seat) -> None:
    assert not with_kraken(owner).can("use:101")


def test_the_ferryman_works_in_the_turn_of_his_arrival() -> None:
    game = arrival(101, seat(nebulis=1))
    assert (game.asked, game.answers) == (("END_POWERS", A), {"use:101", "done"})


def test_the_ferryman_pays_for_a_plot() -> None:
    game = with_kraken(seat(lords=[101], nebulis=1), court=[29, 31, 32, 30, 28], lord_deck=[27])
    assert not game.can("plot")
    assert game.play("use:101").can("plot")


def test_the_ferryman_works_only_in_turns_of_his_owner() -> None:
    game = with_kraken(seat(), seat(lords=[101], nebulis=1, pearls=1), exploration_deck=["J1", "C1"])
    assert not game.can("use:101")
    assert game.play("explore").answers == {"buy", "pass"}


def test_the_fence_gives_a_nebulis_to_each_opponent() -> None:
    game = arrival(104, seat(nebulis=3), seat(nebulis=1), seat(), kraken_figure=A)
    assert (game.nebulis, game.figure) == ([1, 2, 1], B)


def test_k21_with_too_few_the_fence_gives_all_to_opponents_of_choice_rk21() -> None:
    game = arrival(104, seat(nebulis=1), kraken_figure=A)
    assert (game.asked, game.answers) == (("FENCE_PICK", A), {"player:1", "player:2"})
    game.play("player:2")
    assert (game.nebulis, game.figure) == ([0, 0, 1], C)


@pytest.mark.parametrize(
    ("picks", "after"), [((1, 2), [0, 1, 1, 0]), ((1, 3), [0, 1, 0, 1]), ((2,), [0, 0, 1, 1])]
)
def test_rk21_two_of_three_opponents_receive_one_each(picks: tuple[int, ...], after: list[int]) -> None:
    game = arrival(104, seat(nebulis=2), seat(), seat(), seat())
    assert game.answers == {"player:1", "player:2"}
    game.play(*(f"player:{pick}" for pick in picks))
    assert game.nebulis == after


def test_an_opponent_who_receives_nothing_may_have_most_after_the_fence() -> None:
    # The holder has lost nebulis, so D counts too, whose one is an old one.
    game = arrival(104, seat(nebulis=2), seat(), seat(), seat(nebulis=1), kraken_figure=A)
    game.play("player:1", "player:2")
    assert (game.nebulis, game.asked) == ([0, 1, 1, 1], ("KRAKEN_FIGURE_PICK", A))
    assert game.answers == {"player:1", "player:2", "player:3"}


def test_the_fence_without_nebulis_has_no_effect() -> None:
    game = arrival(104, seat(), seat(nebulis=2))
    assert (game.nebulis, game.asked) == ([0, 2, 0], ("MAIN", B))


def test_the_fence_hands_out_the_nebulis_of_the_krakens_that_paid_for_him() -> None:
    game = with_kraken(seat(hand=["K4", "K3"]), court=[104, 31, 32, 30]).recruit(104, "K4", "K3")
    assert game.nebulis == [5 - 2, 1, 1]


@pytest.mark.lord(107)
@pytest.mark.parametrize("lord", SENTINELS)
def test_a_sentinel_lord_brings_a_nebulis_and_a_sentinel_to_place_rk22(lord: int) -> None:
    game = arrival(lord, available_locations=[1], location_deck=[])
    assert (game.nebulis, game.figure, game.asked) == ([1, 0, 0], A, ("PLACE_SENTINEL", A))
    game.play("stack:crab")
    assert (game.guarded, game.asked) == ({lord: "stack:crab"}, ("MAIN", B))


def test_k46_a_cheap_watcher_affiliates_brings_a_nebulis_and_a_sentinel() -> None:
    game = with_kraken(seat(hand=["Q1", "C2"], lords=[25]), court=[106, 31, 32, 30])
    game.recruit(106, "Q1", "C2")
    assert (game.mine.affiliated, game.nebulis[A]) == (["Q1"], 1)
    assert game.asked == ("PLACE_SENTINEL", A)
    assert game.play("lord:31").guarded == {106: "lord:31"}


def test_rk22_a_sentinel_lord_acts_once_and_not_in_later_turns() -> None:
    council = {"squid": ["Q1"], "crab": ["C1"]}
    guard = sentinel(106, B, council="crab")
    game = with_kraken(seat(), seat(lords=[106]), sentinels=[guard], council=council)
    game.play("stack:squid")
    assert (game.asked, game.nebulis) == (("MAIN", B), [0, 0, 0])


def test_a_sentinel_lord_taken_by_the_traitor_brings_both_too() -> None:
    game = arrival(23, seat(lords=[9]), kraken=True, court=[23, 106, 31, 32, 30])
    game.play("lord:9", "lord:106")
    assert (106 in game.lords(A), game.nebulis[A], game.asked) == (True, 1, ("PLACE_SENTINEL", A))
