"""The eight smugglers of Kraken: a guild of their own that demands no race (rules 9.7)."""

import pytest

from tests.rules.positions import arrival, powerless, seat, sentinel, with_kraken
from tests.rules.printed import kraken_table
from tests.rules.situation import A, B, C, shown, shown_by_each

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


test_smugglers = shown(
    the_diplomat_does_not_matter_for_smugglers=lambda:
        with_kraken(seat(hand=["J3", "C2", "H2"], lords=[24]), court=[106, 31, 32, 30])
        .card_sets_are(
            106, with_kraken(seat(hand=["J3", "C2", "H2"]), court=[106, 31, 32, 30]).card_sets(106),
        ),
    the_ferryman_turns_a_nebulis_into_a_pearl_once_in_a_turn=lambda:
        with_kraken(seat(lords=[101], nebulis=2)).play("use:101")
        .shows(own_pearls=1, own_nebulis=1, asked=("MAIN", A)).refuses("use:101"),
    the_ferryman_is_optional_and_works_again_in_the_next_turn=lambda:
        with_kraken(
            seat(lords=[101], nebulis=2), players=2,
            council={"squid": ["Q1"], "crab": ["C1"], "jellyfish": ["J1"]},
        ).play("use:101", "stack:squid", "stack:crab").shows(asked=("MAIN", A))
        .offers("use:101", "stack:jellyfish"),
    the_ferryman_needs_a_nebulis=lambda: with_kraken(seat(lords=[101])).refuses("use:101"),
    the_ferryman_works_in_the_turn_of_his_arrival=lambda:
        arrival(101, seat(nebulis=1)).shows(asked=("END_POWERS", A), answers={"use:101", "done"}),
    the_ferryman_pays_for_a_plot=lambda:
        with_kraken(seat(lords=[101], nebulis=1), court=[29, 31, 32, 30, 28], lord_deck=[27]).refuses("plot")
        .play("use:101").offers("plot"),
    the_ferryman_works_only_in_turns_of_his_owner=lambda:
        with_kraken(seat(), seat(lords=[101], nebulis=1, pearls=1), exploration_deck=["J1", "C1"])
        .refuses("use:101")
        .play("explore").shows(answers={"buy", "pass"}),
    the_fence_gives_a_nebulis_to_each_opponent=lambda:
        arrival(104, seat(nebulis=3), seat(nebulis=1), seat(), kraken_figure=A)
        .shows(nebulis=[1, 2, 1], figure=B),
    k21_with_too_few_the_fence_gives_all_to_opponents_of_choice_rk21=lambda:
        arrival(104, seat(nebulis=1), kraken_figure=A)
        .shows(asked=("FENCE_PICK", A), answers={"player:1", "player:2"})
        .play("player:2").shows(nebulis=[0, 0, 1], figure=C),
    the_fence_without_nebulis_has_no_effect=lambda:
        arrival(104, seat(), seat(nebulis=2)).shows(nebulis=[0, 2, 0], asked=("MAIN", B)),
    the_fence_hands_out_the_nebulis_of_the_krakens_that_paid_for_him=lambda:
        with_kraken(seat(hand=["K4", "K3"]), court=[104, 31, 32, 30]).recruit(104, "K4", "K3")
        .shows(nebulis=[5 - 2, 1, 1]),
    k46_a_cheap_watcher_affiliates_brings_a_nebulis_and_a_sentinel=lambda:
        with_kraken(seat(hand=["Q1", "C2"], lords=[25]), court=[106, 31, 32, 30]).recruit(106, "Q1", "C2")
        .shows(affiliated=["Q1"], own_nebulis=1, asked=("PLACE_SENTINEL", A))
        .play("lord:31").shows(guarded={106: "lord:31"}),
    rk22_a_sentinel_lord_acts_once_and_not_in_later_turns=lambda:
        with_kraken(
            seat(), seat(lords=[106]), sentinels=[sentinel(106, B, council="crab")],
            council={"squid": ["Q1"], "crab": ["C1"]},
        ).play("stack:squid").shows(asked=("MAIN", B), nebulis=[0, 0, 0]),
    a_sentinel_lord_taken_by_the_traitor_brings_both_too=lambda:
        arrival(23, seat(lords=[9]), kraken=True, court=[23, 106, 31, 32, 30]).play("lord:9", "lord:106")
        .shows(own_nebulis=1, asked=("PLACE_SENTINEL", A)).lord(106, ),
    an_opponent_who_receives_nothing_may_have_most_after_the_fence=lambda:
        # The holder has lost nebulis, so D counts too, whose one is an old one.
        arrival(104, seat(nebulis=2), seat(), seat(), seat(nebulis=1), kraken_figure=A)
        .play("player:1", "player:2")
        .shows(
            nebulis=[0, 1, 1, 1], asked=("KRAKEN_FIGURE_PICK", A),
            answers={"player:1", "player:2", "player:3"},
        ),
)  # fmt: skip


test_smugglers_each = shown_by_each(
    the_ferryman_without_power_cannot_be_used=(powerless(101, nebulis=1), lambda owner:
        with_kraken(owner).refuses("use:101")),
    rk21_two_of_three_opponents_receive_one_each=(
        [((1, 2), [0, 1, 1, 0]), ((1, 3), [0, 1, 0, 1]), ((2,), [0, 0, 1, 1])], lambda picks, after:
        arrival(104, seat(nebulis=2), seat(), seat(), seat()).shows(answers={"player:1", "player:2"})
        .play(*(f"player:{pick}" for pick in picks)).shows(nebulis=after)),
)  # fmt: skip


@pytest.mark.lord(107)
@pytest.mark.parametrize("lord", SENTINELS)
def test_a_sentinel_lord_brings_a_nebulis_and_a_sentinel_to_place_rk22(lord: int) -> None:
    game = arrival(lord, available_locations=[1], location_deck=[])
    assert (game.nebulis, game.figure, game.asked) == ([1, 0, 0], A, ("PLACE_SENTINEL", A))
    game.play("stack:crab")
    assert (game.guarded, game.asked) == ({lord: "stack:crab"}, ("MAIN", B))
