"""What sets off the end of the game, the last turns, the final affiliation, the score and ties."""

from typing import Any

import pytest

from tests.rules.positions import Seat, arrival, disabled, position, seat, under
from tests.rules.situation import A, B, C, D, Situation, shown

SIX_LORDS = [9, 10, 13, 2, 30, 31]
STACKS = {"jellyfish": ["J1"], "crab": ["C1"], "shellfish": ["S1"], "seahorse": ["H2"], "squid": ["Q1"]}
EXAMPLE: dict[str, Any] = {
    "lords": [27, 12, 20, 2, 23, 22, 35],
    "affiliated": ["J3", "J2", "Q3", "C2", "H1", "S5"],
    "monster_tokens": [2, 4],
}


def finished(*seats: Seat) -> Situation:
    """The game is over after the last turn of C, the only one who still had to play."""
    return position(*seats, seat(), active=C, ending_player=A).play("stack:squid")


test_trigger_a = shown(
    the_ending_player_finishes_the_turn_normally=lambda:
        # The seventh lord brings the third key, empties the court and sells an ally at the end.
        arrival(
            29, seat(lords=[12, 9, 10, 13, 30, 31], key_tokens=1, hand=["J2"]), court=[29, 27, 28],
            available_locations=[14, 15], location_deck=[],
        ).shows(ending_player=A, own_pearls=2, asked=("CONTROL_SOURCE", A))
        .play("location:15").shows(is_over=False, asked=("MAIN", B)),
    r22_six_lords_do_not_end_the_game=lambda:
        arrival(29, seat(lords=SIX_LORDS[:5])).shows(ending_player=None),
    r22_the_first_trigger_is_final_and_later_ones_are_ignored=lambda:
        position(
            seat(), seat(lords=SIX_LORDS, hand=["H5", "H3"]), active=B, ending_player=A, council=STACKS,
            court=[29, 27, 28, 32],
        ).recruit(29, "H5", "H3").shows(ending_player=A)
        .play("stack:crab").shows(is_over=True),
    t75_the_invoker_as_seventh_lord_brings_the_extra_turn_before_the_last_turns_r23=lambda:
        arrival(15, seat(lords=SIX_LORDS), council=STACKS, court=[15, 27, 28, 29])
        .shows(ending_player=A, asked=("MAIN", A))
        .play("stack:crab").shows(asked=("MAIN", B))
        .play("stack:jellyfish").shows(asked=("MAIN", C))
        .play("stack:squid").shows(is_over=True),
    r23_the_very_last_player_has_the_invokers_turn_too=lambda:
        position(
            seat(), seat(), seat(hand=["J5", "J3"]), active=C, ending_player=A, council=STACKS,
            court=[15, 27, 28, 29],
        ).recruit(15, "J5", "J3").shows(is_over=False, asked=("MAIN", C))
        .play("stack:crab").shows(is_over=True),
    t74_after_the_seventh_lord_every_other_player_has_exactly_one_more_turn=lambda:
        position(
            seat(), seat(lords=SIX_LORDS, hand=["H5", "H3"]), seat(), seat(), active=B, council=STACKS,
            court=[29, 27, 28, 32],
        ).recruit(29, "H5", "H3").shows(ending_player=B, asked=("MAIN", C), is_over=False)
        .play("stack:crab").shows(asked=("MAIN", D))
        .play("stack:jellyfish").shows(asked=("MAIN", A))
        .play("stack:squid").shows(is_over=True),
    r23_an_invoker_recruited_in_a_last_turn_brings_an_extra_turn_before_the_next_player=lambda:
        position(
            seat(), seat(hand=["J5", "J3"]), active=B, ending_player=A, council=STACKS,
            court=[15, 27, 28, 29],
        ).recruit(15, "J5", "J3").shows(asked=("MAIN", B))
        .play("stack:crab").shows(asked=("MAIN", C))
        .play("stack:squid").shows(is_over=True),
    t77_the_corruptors_lord_may_be_the_seventh=lambda:
        arrival(22, seat(lords=SIX_LORDS[:5], pearls=5), court=[22, 27, 28, 29, 32])
        .shows(ending_player=None)
        .play("lord:32").shows(lord_numbers_size=7, ending_player=A),
)  # fmt: skip


@pytest.mark.parametrize(
    "six",
    [[9, 10, 13, 2, 30, disabled(31)], [9, 10, 13, under(14, 1), under(14, 5), under(14, 6)]],
    ids=["one is disabled", "three lie under a location"],
)
def test_r22_every_lord_in_front_of_a_player_counts_as_one_of_seven(six: list[Any]) -> None:
    assert arrival(29, seat(lords=six, locations=[14])).table.ending_player == A


test_trigger_b = shown(
    the_empty_lord_deck_sets_off_the_same_last_turns_r5=lambda:
        arrival(29, council=STACKS, court=[29, 27, 28], lord_deck=[32])
        .shows(ending_player=A, court=[27, 28, 32], own_pearls=2)
        .play("stack:crab", "stack:squid").shows(is_over=True),
    plotting_the_last_lord_does_not_end_the_game=lambda:
        position(seat(pearls=1), court=[30, 31], lord_deck=[32]).play("plot", "stack:squid")
        .shows(lord_deck_size=0, ending_player=None, is_over=False),
    r27_a_table_at_which_nobody_can_ever_act_again_is_a_finished_game=lambda:
        position(
            seat(hand=["J1"]), seat(hand=["C1"]), court=[30, 31, 32], exploration_deck=[],
            exploration_discard=[], council={},
        ).shows(is_over=True, scores=[1, 1, 0]),
    only_one_of_equal_lowest_allies_is_affiliated=lambda:
        finished(seat(hand=["C2", "C2"]), seat()).shows(affiliated=["C2"]),
    t78_the_lowest_ally_of_each_race_in_hand_is_affiliated_at_the_end=lambda:
        finished(seat(hand=["C5", "C2", "Q4"]), seat())
        .shows(is_over=True, affiliated=["C2", "Q4"], hand=[], exploration_discard=["C5"]),
)  # fmt: skip


# ---------------------------------------------------------------------------- final affiliation
test_scores = shown(
    pearls_keys_and_cards_left_over_are_worth_nothing=lambda:
        finished(seat(pearls=9, key_tokens=2, hand=["C5", "C1"]), seat()).shows(own_scores=1),
    disabled_lords_and_lords_under_locations_keep_their_influence=lambda:
        position(seat(lords=[disabled(32), under(14, 1)], locations=[14])).sheet(lords={32: 12, 1: 4}),
    only_the_strongest_affiliated_ally_of_each_race_scores=lambda:
        position(seat(affiliated=["J5", "J4", "C1", "C1", "Q2"])).sheet(allies=5 + 1 + 2),
    every_monster_token_scores=lambda: position(seat(monster_tokens=[2, 2, 3, 4])).sheet(monster_tokens=11),
    the_final_affiliation_adds_to_what_is_affiliated_and_scores=lambda:
        finished(seat(hand=["C5", "C2"], affiliated=["C3", "J1"], locations=[15]), seat())
        .shows(affiliated=["C2", "C3", "J1"]).sheet(allies=3 + 1, locations={15: 5 + 3 * 2}, total=4 + 11),
    t79_the_scoring_example_of_the_first_rulebook_is_worth_91_r31=lambda:
        # The lords are worth 39.
        position(seat(locations=[4, 3, 8], **EXAMPLE))
        .sheet(locations={4: 10, 3: 10, 8: 12}, allies=14, monster_tokens=6, total=32 + 39 + 14 + 6),
    t80_the_scoring_example_of_the_later_edition_is_worth_79_r31=lambda:
        position(seat(locations=[4, 3], **EXAMPLE)).sheet(total=79).shows(own_scores=79),
)  # fmt: skip


test_ties = shown(
    the_highest_score_wins=lambda:
        finished(seat(lords=[31]), seat(lords=[32]))
        .shows(scores=[11, 12, 1], ranking=[[B], [A], [C]], winners=[B]),
    t86_with_equally_strong_lords_the_victory_is_shared_r24=lambda:
        finished(seat(lords=[9], pearls=3), seat(lords=[10], pearls=3))
        .shows(winners=[A, B], ranking=[[A, B], [C]]),
    r24_without_lords_a_tie_is_shared=lambda:
        finished(seat(affiliated=["C1"]), seat(affiliated=["J1"]))
        .shows(ranking=[[A, B, C]], winners=[A, B, C]),
    t86_with_equal_pearls_the_stronger_lord_wins=lambda:
        finished(seat(lords=[32], pearls=3), seat(lords=[31], affiliated=["C1"], pearls=3))
        .shows(scores=[12, 12, 1], winners=[A], ranking=[[A], [B], [C]]),
    t86_more_pearls_win_before_stronger_lords_are_looked_at=lambda:
        finished(seat(lords=[32], pearls=2), seat(lords=[31], affiliated=["C1"], pearls=3))
        .shows(scores=[12, 12, 1], winners=[B]),
)  # fmt: skip
