"""Kraken allies: in the deep, in the council, in a payment, and wherever they are given up (rules 9.4)."""

import pytest

from tests.rules.positions import RACES, arrival, disabled, seat, sentinel, with_kraken
from tests.rules.situation import A, B, C, shown

COURT = [28, 31, 32, 30]
SIX = ["J1", "J1", "J2", "H1", "H1", "S1"]


test_explored_and_held = shown(
    a_kraken_is_offered_bought_and_held_like_any_ally=lambda:
        with_kraken(seat(), seat(pearls=1), exploration_deck=["K3", "J1", "J2"]).play("explore")
        .shows(asked=("OFFER", B), track=["K3"])
        .play("buy").shows(pearls=[1, 0, 0]).before(B, hand=["K3"]),
    a_kraken_is_taken_like_any_ally_and_brings_no_nebulis=lambda:
        with_kraken(exploration_deck=["K4", "J1"]).play("explore", "take")
        .shows(hand=["K4"], nebulis=[0, 0, 0], asked=("MAIN", B)),
    krakens_count_for_the_size_of_a_hand=lambda:
        arrival(5, seat(), seat(hand=[*SIX, "K2"]), kraken=True).shows(asked=("DISCARD_TO_LIMIT", B))
        .offers("card:K2")
        .play("card:J2").shows(asked=("MAIN", B)).before(B, hand_size=6),
)  # fmt: skip


# --------------------------------------------------------------------------------- left on the track
test_left_on_the_track = shown(
    k18_the_explorer_chooses_a_stack_for_every_kraken_left_on_the_track_rk19=lambda:
        with_kraken(seat(), phase="explore", track=["K3", "C2", "K2", "Q4"], council={"squid": ["Q1"]})
        .play("take").shows(asked=("PLACE_KRAKEN", A), answers={f"stack:{race}" for race in RACES})
        .place_krakens(K3="jellyfish", K2="squid").shows(track=[], asked=("MAIN", B))
        .stacks(jellyfish=["K3"], crab=["C2"], seahorse=[], shellfish=[], squid=["K2", "Q1"]),
    two_krakens_may_go_to_the_same_stack_rk19=lambda:
        with_kraken(phase="explore", track=["K3", "K2", "Q4"], council={}).play("take")
        .place_krakens(K3="crab", K2="crab").stacks(crab=["K2", "K3"]),
    a_kraken_that_is_taken_goes_to_no_stack_rk19=lambda:
        with_kraken(phase="explore", track=["C2", "K3"]).play("take").shows(hand=["K3"], asked=("MAIN", B)),
    krakens_are_placed_after_a_fight_too_rk19=lambda:
        with_kraken(phase="explore", track=["K3", "M"]).play("fight", "reward:1")
        .shows(asked=("PLACE_KRAKEN", A))
        .play("stack:shellfish").shows(exploration_discard=["M"]).stacks(shellfish=["K3"]),
    a_kraken_may_go_to_a_stack_that_another_player_guards_rk19=lambda:
        with_kraken(
            phase="explore", track=["K3", "Q4"], sentinels=[sentinel(106, B, council="crab")],
        ).play("take", "stack:crab").stacks(crab=["K3"]),
    k19_a_kraken_leaves_with_its_stack_and_has_no_race_in_hand=lambda:
        with_kraken(
            seat(), seat(hand=["Q4"]), players=2, phase="explore", track=["K3", "S1"], court=COURT,
        ).play("take").place_krakens(K3="jellyfish").play("stack:jellyfish").before(B, hand=["K3", "Q4"])
        .stacks(jellyfish=[])
        .play("stack:squid")
        # The Reaper demands a seahorse among two races.
        .shows(asked=("MAIN", B)).card_sets_are(28, [["K3", "Q4"]]),
    the_ship_master_counts_no_krakens=lambda:
        with_kraken(seat(lords=[8]), phase="explore", track=["K3", "C2", "K2", "Q4"]).play("take")
        .place_krakens(K3="squid", K2="seahorse").shows(own_pearls=1),
)  # fmt: skip


test_in_a_payment = shown(
    k2_a_kraken_pays_as_the_demanded_race_and_brings_its_nebulis=lambda:
        with_kraken(seat(hand=["K4", "Q3"]), court=COURT).recruit(28, "K4", "Q3")
        .shows(hand=[], affiliated=["Q3"], own_nebulis=3, exploration_discard=["K4"], figure=A),
    k4_a_kraken_pays_as_the_other_race=lambda:
        with_kraken(seat(hand=["H3", "K4"]), court=COURT).recruit(28, "K4", "H3")
        .shows(affiliated=["H3"], exploration_discard=["K4"]),
    k5_krakens_alone_may_pay_and_then_nothing_is_affiliated=lambda:
        with_kraken(seat(hand=["K4", "K3"]), court=[101, 31, 32, 30]).recruit(101, "K4", "K3")
        .shows(affiliated=[], exploration_discard=["K3", "K4"], nebulis=[3 + 2, 0, 0]),
    several_krakens_may_stand_for_different_races=lambda:
        with_kraken(seat(hand=["K2", "K2", "J2"]), court=[27, 31, 32, 30])
        .card_sets_are(27, [["J2", "K2", "K2"]]),
    several_krakens_may_stand_for_the_same_race=lambda:
        with_kraken(seat(hand=["K4", "K4"]), court=[29, 31, 32, 30]).card_sets_are(29, [["K4", "K4"]]),
    a_kraken_may_stand_for_a_race_that_is_there_already=lambda:
        with_kraken(seat(hand=["H4", "K4"]), court=[29, 31, 32, 30]).card_sets_are(29, [["H4", "K4"]]),
    krakens_do_not_make_up_for_two_missing_races=lambda:
        with_kraken(seat(hand=["H5", "K4"], pearls=9), court=[27, 31, 32, 30]).refuses("recruit:27"),
    rk24_a_card_that_a_kraken_can_stand_in_for_is_superfluous=lambda:
        # K4 K4 alone pay the Shepherd, and so do H4 K4; all three hold a card too many.
        with_kraken(seat(hand=["H4", "K4", "K4"]), court=[29, 31, 32, 30])
        .card_sets_are(29, [["H4", "K4"], ["K4", "K4"]]),
    the_lowest_card_that_is_no_kraken_is_affiliated=lambda:
        with_kraken(seat(hand=["K2", "Q3", "H5"]), court=[27, 31, 32, 30]).recruit(27, "H5", "Q3", "K2")
        .shows(affiliated=["Q3"]),
    the_master_of_magic_affiliates_no_kraken_either=lambda:
        with_kraken(
            seat(hand=["K4", "H1", "Q2"], lords=[20]), court=[27, 31, 32, 30],
        ).recruit(27, "K4", "Q2", "H1").shows(asked=("AFFILIATE", A), answers={"card:Q2", "card:H1"}),
    spent_krakens_can_be_drawn_again=lambda:
        with_kraken(seat(hand=["K4", "Q3"]), court=COURT, exploration_deck=["S1"]).recruit(28, "K4", "Q3")
        .play("explore", "pass", "continue").shows(track=["S1", "K4"]),
)  # fmt: skip


@pytest.mark.parametrize(("kraken", "gained"), [("K2", 1), ("K3", 2), ("K4", 3)])
def test_a_spent_kraken_brings_one_nebulis_less_than_its_value(kraken: str, gained: int) -> None:
    game = with_kraken(seat(hand=["H5", kraken], pearls=3), court=[29, 31, 32, 30])
    game.recruit(29, "H5", kraken)
    assert game.nebulis[A] == gained


def test_rk7_a_kraken_that_doubles_a_race_is_not_the_demanded_one_as_well() -> None:
    paid = with_kraken(seat(hand=["J4", "C3", "K2"], pearls=9), court=COURT).card_sets(28)
    assert ["J4", "K2"] in paid
    assert ["C3", "J4", "K2"] not in paid
    assert ["C3", "J4"] not in paid


def test_rk24_no_card_may_be_superfluous_krakens_included() -> None:
    # The Tamer costs 6 with a crab and two more races: C4 H4 Q3 would do without the Kraken.
    mine = seat(hand=["C4", "H4", "K2", "Q3"])
    game = with_kraken(mine, court=[6, 31, 32, 30])
    assert ["C4", "H4", "K2", "Q3"] not in game.card_sets(6)
    assert ["C4", "H4", "K2"] in game.card_sets(6)
    open_game = with_kraken(mine, court=[6, 31, 32, 30], options={"forbid_superfluous_allies": False})
    assert ["C4", "H4", "K2", "Q3"] in open_game.card_sets(6)


def test_the_nebulis_of_a_payment_cannot_be_used_for_it() -> None:
    assert not with_kraken(seat(hand=["K4", "Q2"]), court=COURT).can("recruit:28")
    assert with_kraken(seat(hand=["K4", "Q2"], nebulis=1), court=COURT).can("recruit:28")


test_given_up = shown(
    k20_a_kraken_sold_to_the_slaver_brings_pearls_and_no_nebulis_rk6=lambda:
        with_kraken(seat(hand=["K4"], lords=[12])).play("use:12")
        .shows(own_pearls=2, own_nebulis=0, exploration_discard=["K4"]),
    rk6_a_kraken_given_up_to_the_commander_brings_no_nebulis=lambda:
        arrival(5, seat(), seat(hand=[*SIX, "K2"]), kraken=True).play("card:K2").shows(nebulis=[0, 0, 0])
        .before(B, hand_size=6),
    the_oracle_discards_the_krakens_of_a_stack_without_nebulis=lambda:
        with_kraken(seat(lords=[17]), council={"squid": ["K3", "Q1"]}).play("use:17")
        .shows(exploration_discard=["K3", "Q1"], nebulis=[0, 0, 0]),
    the_apprentice_takes_the_krakens_of_a_stack_without_nebulis=lambda:
        arrival(16, seat(), kraken=True, council={"squid": ["K3", "Q1"]})
        .shows(hand=["K3", "Q1"], nebulis=[0, 0, 0]),
    the_alchemist_takes_the_krakens_of_both_stacks=lambda:
        with_kraken(seat(lords=[18]), council={"squid": ["K3"], "crab": ["K2"]}).play("stack:squid")
        .shows(hand=["K2", "K3"], nebulis=[0, 0, 0], active=B),
    a_lone_kraken_makes_a_stack_to_ask_for=lambda:
        with_kraken(seat(), council={"crab": ["K2"]}).offers("stack:crab")
        .play("stack:crab").shows(hand=["K2"]),
    krakens_cannot_be_used_where_the_owner_is_not_asked=lambda:
        with_kraken(seat(), seat(), seat(hand=["K4", "Q3"], lords=[disabled(12)]), court=COURT)
        .refuses("recruit:28").before(C, hand=["K4", "Q3"]),
    rk6_a_kraken_given_up_to_the_jailer_brings_no_nebulis=lambda:
        arrival(2, seat(), seat(hand=["K4"]), kraken=True).before(B, hand=[]).shows(nebulis=[0, 0, 0])
        .has(exploration_discard="K4"),
)  # fmt: skip
