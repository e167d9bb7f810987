"""Paying for lords, affiliating, the court, keys and the control of locations."""

from typing import Any

import pytest

from openabyss import IllegalAction
from tests.rules.positions import Seat, arrival, disabled, position, powerless, seat, under
from tests.rules.situation import A, B, C, Situation, sentences, shown, shown_by_each

KEY_FIGHT: dict[str, Any] = {"threat": 3, "exploration_deck": ["M", "J1", "J2"]}


def after_a_fight(mine: Seat, **rest: Any) -> Situation:
    """A has just won a key token in a fight (two of them at threat 6)."""
    return position(mine, **{**KEY_FIGHT, **rest}).play("explore", "fight")


def third_key(**rest: Any) -> Situation:
    """A has just won the third key token."""
    return after_a_fight(seat(key_tokens=2), **rest)


# ----------------------------------------------------------------------------------- paying
def rulebook_example() -> Situation:
    return position(seat(pearls=2, hand=["J3", "C2", "S5", "S1"]), court=[20, 12, 23])


test_recruiting_and_keys_each = shown_by_each(
    t23_either_recruit_leaves_two_lords_and_the_court_is_refilled=(
        [(20, "C2", 0), (12, "S1", 2)], lambda lord, affiliated, paid:
        rulebook_example().play(f"recruit:{lord}")
        .shows(affiliated=[affiliated], own_pearls=2 - paid + 2, court_size=6)),
    a_lord_without_power_lends_neither_power_nor_key=(powerless(24, hand=["C5", "C3"]), lambda mine:
        position(mine, court=[12, 30, 31, 32]).shows(keys=0).refuses("recruit:12")),
)  # fmt: skip


@pytest.mark.parametrize(
    ("hand", "legal"),
    [(["H4", "H3"], False), (["H3", "C2", "Q2"], False), (["C4", "Q3"], False), (["H3", "C4"], True)],
    ids=["one race", "three races", "no seahorse", "a seahorse and one other race"],
)
def test_t25_the_reaper_wants_a_seahorse_and_exactly_one_other_race(hand: list[str], legal: bool) -> None:
    assert position(seat(hand=hand), court=[28, 30, 31, 32]).can("recruit:28") == legal


test_paying = shown(
    t25_the_cards_not_affiliated_are_discarded=lambda:
        position(seat(hand=["H3", "C4"]), court=[28, 30, 31, 32]).play("recruit:28")
        .shows(affiliated=["H3"], exploration_discard=["C4"], hand=[]),
    t26_pearls_never_replace_a_race=lambda:
        position(seat(pearls=20, hand=["J5", "C5"]), court=[20, 30, 31, 32])
        .refuses("recruit:20", "recruit:20"),
    t27_superfluous_cards_are_refused_and_surplus_value_is_lost_r1=lambda:
        position(seat(hand=["H5", "H4", "H1"]), court=[29, 30, 31, 32]).card_sets_are(29, [["H4", "H5"]])
        .play("recruit:29").shows(affiliated=["H4"], hand=["H1"], own_pearls=0),
    t27_a_low_card_that_is_needed_may_be_played_and_affiliated_r1=lambda:
        position(seat(hand=["H4", "H3", "H1"]), court=[29, 30, 31, 32])
        .card_sets_are(29, [["H1", "H3", "H4"]])
        .play("recruit:29").shows(affiliated=["H1"]),
    r2_the_payment_chosen_is_the_payment_made=lambda:
        position(seat(pearls=9, hand=["H5", "H3"]), court=[29, 30, 31, 32]).recruit(29, "H5")
        .shows(own_pearls=6, hand=["H3"], affiliated=["H5"]),
    a_payment_may_be_named_card_by_card=lambda:
        position(seat(pearls=9, hand=["H5", "H3"]), court=[29, 30, 31, 32]).play("recruit:29")
        .shows(asked=("PAY", A))
        .play("card:H3").shows(own_pearls=9 - 5, hand=["H5"]),
    somebody_without_cards_cannot_recruit_with_pearls_alone=lambda:
        position(seat(pearls=20), court=[29, 30, 31, 32]).refuses("recruit:29"),
    t29_among_equal_lowest_cards_the_player_chooses=lambda:
        position(seat(hand=["H2", "C2", "Q2"]), court=[27, 30, 31, 32]).play("recruit:27")
        .shows(asked=("AFFILIATE", A), answers={"card:H2", "card:C2", "card:Q2"})
        .play("card:Q2").shows(affiliated=["Q2"], exploration_discard=["C2", "H2"]),
    t30_the_master_of_magic_affiliates_any_spent_card=lambda:
        position(seat(hand=["H2", "C5"], lords=[20]), court=[28, 30, 31, 32]).play("recruit:28")
        .shows(answers={"card:H2", "card:C5"})
        .play("card:C5").shows(affiliated=["C5"]),
    t31_the_master_of_magic_does_not_help_at_its_own_recruit=lambda:
        position(seat(hand=["J5", "C1", "S4"]), court=[20, 30, 31, 32]).play("recruit:20")
        .shows(affiliated=["C1"], asked=("MAIN", B)),
    t34_an_ambassador_takes_all_five_races_and_pearls_for_what_is_missing=lambda:
        position(
            seat(pearls=1, hand=["J2", "C2", "H2", "S2", "Q1"]), court=[34, 30, 31, 32], location_deck=[1, 2],
        ).play("recruit:34").shows(own_pearls=0, affiliated=["Q1"]),
    t23_the_rulebook_example_allows_two_of_the_three_lords=lambda:
        rulebook_example().offers("recruit:20", "recruit:12").refuses("recruit:23")
        .card_sets_are(20, [["C2", "J3", "S5"]]).prices_are(20, [0])
        .card_sets_are(12, [["S1", "S5"]]).prices_are(12, [2]).prices_are(23, []),
)  # fmt: skip


def test_r2_pearls_may_spare_cards_but_never_exceed_what_is_missing() -> None:
    game = position(seat(pearls=9, hand=["H5", "H3"]), court=[29, 30, 31, 32])
    choices = {(tuple(sorted(payment.cards)), payment.pearls) for payment in game.payments(29)}
    assert choices == {(("H5",), 3), (("H3",), 5), (("H3", "H5"), 0)}


def test_a_lord_without_a_payment_cannot_be_recruited() -> None:
    game = position(seat(hand=["H1"]), court=[29, 30, 31, 32])
    with pytest.raises(IllegalAction):
        game.apply("recruit:29")


@sentences(
    "mine, price",
    t32_treasurer_and_recruiter_cancel_out=({"lords": [25]}, 10 - 5),
    t32_the_shaman_leaves_only_the_treasurer=({"lords": [25, 14]}, 8 - 5),
    t32_a_treasurer_under_a_location_does_not_help=({"lords": [under(14, 25)], "locations": [14]}, 12 - 5),
)
def test_prices_with_a_recruiter_opposite(mine: dict[str, Any], price: int) -> None:
    game = position(seat(pearls=20, hand=["Q5"], **mine), seat(lords=[1]), court=[22, 30, 31, 32])
    assert game.prices(22) == [price]


# -------------------------------------------------------------------------------- the court
# After A has recruited 29: the court, the lords left in the deck, A's pearls, the ending player.
@sentences(
    "court, deck, after",
    t35_three_lords_left_move_up_and_bring_neither_lords_nor_pearls=(
        [29, 30, 31, 32], [1], ([30, 31, 32], 1, 0, None),
    ),
    t36_exactly_enough_lords_refill_the_court_and_do_not_end_the_game_r5=(
        [29, 30, 31], [1, 2, 3, 4], ([30, 31, 1, 2, 3, 4], 0, 2, None),
    ),
    r5_too_few_lords_for_every_space_bring_the_end_of_the_game=(
        [29, 30, 31], [1, 2, 3], ([30, 31, 1, 2, 3], 0, 2, A),
    ),
    t38_an_empty_deck_does_not_matter_while_three_lords_are_left_r5=(
        [29, 30, 31, 32, 1, 2], [], ([30, 31, 32, 1, 2], 0, 0, None),
    ),
    the_refill_leaves_the_remaining_lords_furthest_from_the_deck=(
        [30, 29, 31], [1, 2, 3, 4], ([30, 31, 1, 2, 3, 4], 0, 2, None),
    ),
)  # fmt: skip
def test_the_court_after_a_recruit(court: list[int], deck: list[int], after: tuple[Any, ...]) -> None:
    game = arrival(29, court=court, lord_deck=deck)
    table = game.table
    assert (table.court, table.lord_deck_size, game.pearls[A], table.ending_player) == after


test_the_court = shown(
    r4_the_two_pearls_are_due_even_when_the_deck_cannot_refill=lambda:
        arrival(29, court=[29, 30], lord_deck=[], ending_player=C).shows(own_pearls=2, court=[30]),
    r3_effect_comes_before_court_and_court_before_keys=lambda:
        # The Landlord (third key) pays 1, the court 2, and only then must a location be taken.
        arrival(11, seat(key_tokens=2), court=[11, 30, 31], available_locations=[1, 2])
        .shows(asked=("CONTROL_SOURCE", A), own_pearls=1 + 2, court_size=6),
    a_recruit_and_the_court_come_before_the_next_turn=lambda:
        arrival(29).shows(lord_numbers={29}, asked=("MAIN", B)).lord(29, disabled=False),
    r36_discarded_lords_never_come_back_to_the_court=lambda:
        arrival(29, court=[29, 30, 31], lord_deck=[1, 2], lord_discard=[9, 10])
        .shows(court=[30, 31, 1, 2], lord_discard=[9, 10]),
)  # fmt: skip


@pytest.mark.parametrize("action", ["explore", "stack:squid"])
def test_r4_nothing_but_recruiting_brings_the_two_pearls(action: str) -> None:
    stacks = {"crab": ["C1"], "squid": ["Q1"]}
    game = position(council=stacks, court=[30, 31], exploration_deck=["J1", "J2"]).play(action)
    if game.question.kind == "EXPLORE_ALLY":
        game.play("take")
    assert (game.pearls[A], game.table.court) == (0, [30, 31])


# --------------------------------------------------------------------------- keys and locations
test_keys_and_locations = shown(
    t40_the_landlord_pays_before_he_is_used_and_never_again=lambda:
        arrival(
            11, seat(key_tokens=2), council={"jellyfish": ["J1"], "crab": ["C1"], "squid": ["Q1"]},
            available_locations=[14], location_deck=[1],
        ).shows(asked=("CONTROL_SOURCE", A), own_pearls=1)
        .play("location:14", "stack:squid", "stack:crab").shows(asked=("MAIN", A), own_pearls=1),
    t42_no_more_tiles_are_drawn_than_the_deck_holds=lambda:
        third_key(available_locations=[], location_deck=[1, 2])
        .shows(asked=("CONTROL_SOURCE", A), answers={"draw:1", "draw:2"})
        .play("draw:2").shows(asked=("CONTROL_PICK", A), answers={"location:1", "location:2"})
        .play("location:2").shows(locations=[2], available_locations=[1], location_deck_size=0),
    up_to_four_tiles_may_be_drawn=lambda:
        third_key(available_locations=[14], location_deck=[1, 2, 3, 4, 5])
        .shows(answers={"location:14", "draw:1", "draw:2", "draw:3", "draw:4"}),
    drawing_one_tile_keeps_it=lambda:
        third_key(available_locations=[14], location_deck=[1, 2]).play("draw:1")
        .shows(locations=[1], available_locations=[14], location_deck_size=1),
    t43_an_available_tile_is_not_replaced=lambda:
        third_key(available_locations=[14, 15], location_deck=[])
        .shows(answers={"location:14", "location:15"})
        .play("location:15").shows(locations=[15], available_locations=[14]),
    t44_without_any_tile_the_keys_are_kept_r19=lambda:
        third_key(available_locations=[], location_deck=[])
        .shows(key_tokens=3, locations=[], asked=("MAIN", B)),
    r19_kept_keys_are_looked_at_again_after_the_next_own_action=lambda:
        position(seat(key_tokens=3), active=A, available_locations=[14, 15], location_deck=[])
        .play("stack:squid").shows(asked=("CONTROL_SOURCE", A)),
    t45_after_drawing_the_available_tiles_cannot_be_chosen=lambda:
        third_key(available_locations=[14], location_deck=[1, 2, 3, 4]).play("draw:3")
        .shows(answers={"location:1", "location:2", "location:3"})
        .play("location:3").shows(available_locations=[1, 2, 14], location_deck_size=1),
    t46_the_key_of_a_disabled_lord_does_not_count=lambda:
        position(
            seat(lords=[disabled(12), 17], key_tokens=1), threat=1, exploration_deck=["J1", "J2"],
            available_locations=[14],
        ).shows(keys=2)
        .play("explore", "take", "done").shows(locations=[], asked=("MAIN", B)),
    the_key_of_a_lord_under_a_location_does_not_count=lambda:
        position(seat(lords=[under(14, 12), 17], locations=[14])).shows(keys=1),
    r32_with_more_than_three_keys_the_player_chooses_three_and_keeps_the_rest=lambda:
        after_a_fight(seat(lords=[1, 11]), threat=6, available_locations=[14], location_deck=[1])
        .play("location:14").shows(asked=("CONTROL_KEYS", A), answers={"lord:1", "lord:11"})
        .play("lord:11").shows(key_tokens=0, keys=1).lord(11, location=14).lord(1, location=None),
    r32_two_lords_and_one_of_two_tokens_may_pay=lambda:
        after_a_fight(seat(lords=[1, 11]), threat=6, available_locations=[14], location_deck=[1])
        .play("location:14", "lord:1").shows(answers={"lord:11", "done"})
        .play("lord:11").shows(key_tokens=1, keys=1),
    r32_key_tokens_alone_may_pay=lambda:
        after_a_fight(seat(key_tokens=1, lords=[1]), threat=6, available_locations=[14], location_deck=[1])
        .play("location:14").shows(answers={"lord:1", "done"})
        .play("done").shows(key_tokens=0).lord(1, location=None),
    keys_that_were_kept_may_open_two_locations_at_once=lambda:
        after_a_fight(seat(key_tokens=4), threat=6, available_locations=[14, 15], location_deck=[])
        .play("location:14").shows(locations=[14, 15], keys=0),
    the_key_check_comes_after_an_exploration_as_well=lambda:
        third_key(available_locations=[14], location_deck=[1]).shows(asked=("CONTROL_SOURCE", A)),
    t39_the_third_key_must_be_used_at_once_and_buries_the_powers=lambda:
        arrival(
            24, seat(lords=[12], key_tokens=1, hand=["J2"]), court=[24, 30, 31, 32, 29],
            available_locations=[14], location_deck=[1, 2],
        ).shows(asked=("CONTROL_SOURCE", A))
        .play("location:14").shows(locations=[14], key_tokens=0, keys=0, asked=("MAIN", B))
        .lord(12, location=14).lord(24, location=14),
)  # fmt: skip
