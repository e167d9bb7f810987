"""How leviathans and monster tokens end the game, and what they are worth then (Leviathan 8)."""

from typing import Any

from openabyss.rules import ending
from tests.rules.fights import ELSEWHERE, ZONE, monster
from tests.rules.positions import Seat, arrival, seat, with_leviathan
from tests.rules.situation import A, B, C, Situation, shown

ON_ZONE = [3, 4]
STACKS = {"squid": ["Q1"], "crab": ["C1"], "jellyfish": ["J1"], "shellfish": ["S1"]}
# None of them has a key.
SIX_LORDS = [9, 10, 13, 16, 2, 3]


def last_leviathan(*others: Seat, **rest: Any) -> Situation:
    """A has passed a monster, which brought the last leviathan of the deck, and taken an ally."""
    game = monster(
        seat(),
        *others,
        **{
            "leviathan_deck": [5],
            "dice": ON_ZONE,
            "council": STACKS,
            "exploration_deck": ["J3", "M", "Q3", "H3", "S3"],
            **rest,
        },
    )
    return game.play("take")


def emptied_pile(**rest: Any) -> Situation:
    """A has taken the only base token for slaying L4."""
    game = monster(
        seat(hand=["C3"]),
        seat(hand=["C5"]),
        border={ZONE: 4, ELSEWHERE: 8},
        dice=[3],
        monster_pool=[3],
        council=STACKS,
        exploration_deck=["M", "Q3", "H3"],
        **rest,
    )
    return game.play("fight", f"zone:{ZONE}", "number:1")


def played_out(game: Situation) -> Situation:
    """B and C take their last turns at the council."""
    return game.play("stack:squid", "stack:crab")


test_the_triggers = shown(
    l46_the_last_leviathan_ends_the_game_when_the_turn_does=lambda:
        monster(seat(), leviathan_deck=[5], dice=ON_ZONE, council=STACKS)
        .shows(leviathan_deck_size=0, ending_player=None)
        .play("take").shows(asked=("MAIN", B), ending_player=A, cause=ending.NO_LEVIATHANS_LEFT)
        .play("stack:squid").shows(is_over=False)
        .play("stack:crab").shows(is_over=True),
    l46_in_the_last_turns_a_monster_means_nothing_a5=lambda:
        last_leviathan(seat(hand=["C5"])).play("explore")
        # The monster left its space at once, without a question and without a leviathan.
        .shows(
            asked=("EXPLORE_ALLY", B), track=["Q3"], border={ZONE: (5, 0)}, exploration_discard=["M", "M"],
        ).before(B, pearls=0),
    a5_a_monster_that_means_nothing_brings_no_pearl_on_the_last_space=lambda:
        last_leviathan(seat(hand=["C5"]), exploration_deck=["J3", "H4", "H3", "S4", "S3", "M", "Q3", "Q4"])
        .play("explore", "continue", "continue", "continue", "continue")
        .before(B, hand=["C5", "Q3"], pearls=1),
    a5_by_option_monsters_of_the_last_turns_may_be_fought=lambda:
        last_leviathan(seat(hand=["C5"]), options={"inert_monsters_in_last_turns": False}).play("explore")
        .shows(asked=("MEET_MONSTER", B), answers={"fight", "continue"})
        .play("continue").shows(border={ZONE: (5, 0)}, track=["Q3"]),
    l47_an_emptied_pile_ends_the_game_a4=lambda:
        emptied_pile().shows(asked=("MAIN", B), ending_player=A, cause=ending.NO_TOKENS_LEFT)
        .play("explore").shows(asked=("EXPLORE_ALLY", B), track=["Q3"]),
    l47_with_both_piles_one_empty_pile_ends_nothing_a4=lambda:
        emptied_pile(options={"token_end_trigger": "both_piles"}).shows(ending_player=None)
        .play("explore").shows(asked=("MEET_MONSTER", B)),
    a4_the_leviathan_pile_ends_the_game_too=lambda:
        monster(
            seat(hand=["C3"]), border={ZONE: 4, ELSEWHERE: 8}, dice=[3], leviathan_pool=["pearls2"],
            council=STACKS,
        ).play("fight", f"zone:{ZONE}", "number:0", "stop", "done")
        .shows(ending_player=A, cause=ending.NO_TOKENS_LEFT),
    a4_a_pile_that_is_empty_during_a_turn_is_looked_at_when_it_ends=lambda:
        monster(
            seat(hand=["C3", "C5"], lords=[201]), border={ZONE: 4, ELSEWHERE: 8}, dice=[3], monster_pool=[3],
            council=STACKS,
        ).play("fight", f"zone:{ZONE}", "card:C3", "number:1")
        .shows(asked=("FIGHT_AGAIN", A), ending_player=None)
        .play("stop").shows(ending_player=A),
    it_does_not_matter_who_drew_the_last_leviathan=lambda:
        arrival(202, leviathan_deck=[5], border={}, dice=ON_ZONE, council=STACKS).play("player:2")
        .shows(ending_player=A, border={ZONE: (5, 0)}),
    a_refill_may_draw_the_last_leviathan=lambda:
        monster(seat(hand=["C3"]), border={ZONE: 4}, leviathan_deck=[5], dice=[3, 1, 1], council=STACKS)
        .play("fight", "number:1").shows(ending_player=A, border={1: (5, 0)}),
    a4_with_both_piles_the_second_empty_pile_ends_the_game=lambda:
        monster(
            seat(hand=["C5"]), border={ZONE: 3, ELSEWHERE: 8}, dice=[4], monster_pool=[3, 2],
            leviathan_pool=["key"], council=STACKS, options={"token_end_trigger": "both_piles"},
        ).play("fight", f"zone:{ZONE}").shows(monster_tokens=[2, 3, "key"], asked=("FIGHT_AGAIN", A))
        .play("stop", "done").shows(ending_player=A),
)  # fmt: skip


# ---------------------------------------------------------------------------- the usual triggers
def seventh_lord(**rest: Any) -> Situation:
    """A has recruited a seventh lord; B holds a crab."""
    return arrival(
        30,
        seat(lords=SIX_LORDS),
        seat(hand=["C5"]),
        **{
            "leviathan": True,
            "border": {ZONE: 4, ELSEWHERE: 8},
            "council": STACKS,
            "exploration_deck": ["M", "Q3", "H3"],
            **rest,
        },
    )


test_the_usual_triggers = shown(
    l48_after_a_seventh_lord_monsters_are_fought_as_ever=lambda:
        seventh_lord().shows(ending_player=A, cause=ending.SEVENTH_LORD)
        .play("explore").shows(asked=("MEET_MONSTER", B), answers={"fight", "continue"}),
    l48_after_a_seventh_lord_an_empty_deck_adds_no_leviathan=lambda:
        seventh_lord(leviathan_deck=[]).play("explore")
        # The first trigger counts; that the deck is empty too does not make the monster mean nothing.
        .shows(asked=("MEET_MONSTER", B), cause=ending.SEVENTH_LORD)
        .play("continue").shows(border={ZONE: (4, 0), ELSEWHERE: (8, 0)}),
    later_triggers_change_nothing=lambda:
        seventh_lord(leviathan_deck=[5], dice=[1, 1]).play("explore", "continue", "take")
        .shows(ending_player=A, leviathan_deck_size=0, cause=ending.SEVENTH_LORD)
        .play("stack:squid").shows(is_over=True),
    a23_a_seventh_lord_that_is_lost_later_still_ends_the_game=lambda:
        arrival(
            30, seat(lords=SIX_LORDS), seat(hand=["C5", "J3"]), leviathan=True, border={ZONE: 9},
            leviathan_deck=[17, 18, 20], dice=ON_ZONE, council=STACKS, court=[30, 202, 31, 32],
        ).recruit(202, "C5", "J3").play("player:0", "lord:9")
        .shows(lord_numbers_size=6, ending_player=A, asked=("MAIN", C))
        .play("stack:squid").shows(is_over=True),
    a23_who_has_lost_lords_needs_seven_again=lambda:
        arrival(30, seat(lords=SIX_LORDS[:5]), leviathan=True, border={}, council=STACKS, lord_discard=[3])
        .shows(lord_numbers_size=6, lord_discard=[3], ending_player=None),
    a37_the_piles_are_looked_at_after_each_of_two_turns=lambda:
        arrival(
            15, seat(), leviathan=True, border={ZONE: 4}, leviathan_deck=[5], dice=[1, 1], council=STACKS,
            exploration_deck=["M", "Q3", "H3", "S3"],
        ).shows(asked=("MAIN", A), ending_player=None)
        .play("explore", "take").shows(asked=("MAIN", B), ending_player=A),
    lords_of_leviathan_still_work_in_the_last_turns=lambda:
        monster(
            seat(), seat(hand=["S5", "Q3"]), leviathan_deck=[5], dice=ON_ZONE, council=STACKS,
            court=[204, 31, 32, 30],
        ).play("take").recruit(204, "S5", "Q3").before(B, pearls=1),
    a37_an_extra_turn_is_still_played_when_the_first_has_triggered_the_end=lambda:
        arrival(
            15, seat(), leviathan=True, border={}, leviathan_deck=[], council=STACKS,
            exploration_deck=["M", "Q3", "H3", "S3"],
        ).shows(asked=("MAIN", A), ending_player=A)
        .play("explore")
        # It is a last turn already: the monster means nothing.
        .shows(asked=("EXPLORE_ALLY", A), track=["Q3"]).has(exploration_discard="M")
        .play("take", "stack:squid", "stack:crab").shows(is_over=True),
)  # fmt: skip


# -------------------------------------------------------------------------------------- the score
def test_what_leviathan_brings_is_in_the_score() -> None:
    mine = seat(monster_tokens=[2, 4, "pearls3"], wounds=3, trophies=[1, 2], lords=[209])
    game = with_leviathan(mine, seat(wounds=2), scourge=A, border={ZONE: 4})
    sheet = game.score_sheet(A)
    assert (sheet.lords, sheet.monster_tokens, sheet.wounds, sheet.scourge) == ({209: 8}, 6, -3, 5)
    assert (sheet.total, game.scores) == (16, [16, -2, 0])


def test_the_final_scores_are_those_of_the_sheets() -> None:
    game = played_out(last_leviathan(seat(wounds=2, monster_tokens=[3])))
    assert game.is_over
    assert [game.score_sheet(player).total for player in range(3)] == game.scores
    # A took a jellyfish of 3; B and C a squid and a crab of 1, all of them affiliated at the end.
    assert game.scores == [3, 3 - 2 + 1, 1]


def test_an_ally_with_a_fight_effect_is_affiliated_and_counts_like_any() -> None:
    game = last_leviathan(seat(hand=["Q4*"]), council={**STACKS, "squid": ["Q1*"]})
    played_out(game)
    assert (game.seats[B].affiliated, game.scores[B]) == (["Q1*"], 1)


def test_tokens_that_nobody_has_used_change_no_score() -> None:
    game = last_leviathan(seat(monster_tokens=["pearls2", "key"]))
    game.play("stack:squid", "done", "stack:crab")
    assert (game.is_over, game.tokens_held(B), game.scores[B]) == (True, 2, 1)
    assert game.wounds == [0, 0, 0]
