"""How leviathans and monster tokens end the game, and what they are worth then (Leviathan 8)."""

from typing import Any

from openabyss.rules import ending
from tests.rules.positions import (
    ELSEWHERE,
    ZONE,
    A,
    B,
    C,
    Seat,
    Situation,
    arrival,
    monster,
    seat,
    with_leviathan,
)

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


# ---------------------------------------------------------------------------------- the triggers
def test_l46_the_last_leviathan_ends_the_game_when_the_turn_does() -> None:
    game = monster(seat(), leviathan_deck=[5], dice=ON_ZONE, council=STACKS)
    assert (game.table.leviathan_deck_size, game.table.ending_player) == (0, None)
    game.play("take")
    assert (game.asked, game.table.ending_player) == (("MAIN", B), A)
    assert game.state.end_cause == ending.NO_LEVIATHANS_LEFT
    assert not game.play("stack:squid").is_over
    assert game.play("stack:crab").is_over


def test_l46_in_the_last_turns_a_monster_means_nothing_a5() -> None:
    game = last_leviathan(seat(hand=["C5"])).play("explore")
    # The monster left its space at once, without a question and without a leviathan.
    assert (game.asked, game.table.track, game.border) == (("EXPLORE_ALLY", B), ["Q3"], {ZONE: (5, 0)})
    assert (game.table.exploration_discard, game.pearls[B]) == (["M", "M"], 0)


def test_a5_a_monster_that_means_nothing_brings_no_pearl_on_the_last_space() -> None:
    game = last_leviathan(seat(hand=["C5"]), exploration_deck=["J3", "H4", "H3", "S4", "S3", "M", "Q3", "Q4"])
    game.play("explore", "continue", "continue", "continue", "continue")
    assert (game.seats[B].hand, game.pearls[B]) == (["C5", "Q3"], 1)


def test_a5_by_option_monsters_of_the_last_turns_may_be_fought() -> None:
    game = last_leviathan(seat(hand=["C5"]), options={"inert_monsters_in_last_turns": False})
    game.play("explore")
    assert (game.asked, game.answers) == (("MEET_MONSTER", B), {"fight", "continue"})
    game.play("continue")
    assert (game.border, game.table.track) == ({ZONE: (5, 0)}, ["Q3"])


def test_l47_an_emptied_pile_ends_the_game_a4() -> None:
    game = emptied_pile()
    assert (game.asked, game.table.ending_player) == (("MAIN", B), A)
    assert game.state.end_cause == ending.NO_TOKENS_LEFT
    game.play("explore")
    assert (game.asked, game.table.track) == (("EXPLORE_ALLY", B), ["Q3"])


def test_l47_with_both_piles_one_empty_pile_ends_nothing_a4() -> None:
    game = emptied_pile(options={"token_end_trigger": "both_piles"})
    assert game.table.ending_player is None
    assert game.play("explore").asked == ("MEET_MONSTER", B)


def test_a4_with_both_piles_the_second_empty_pile_ends_the_game() -> None:
    game = monster(
        seat(hand=["C5"]),
        border={ZONE: 3, ELSEWHERE: 8},
        dice=[4],
        monster_pool=[3, 2],
        leviathan_pool=["key"],
        council=STACKS,
        options={"token_end_trigger": "both_piles"},
    )
    game.play("fight", f"zone:{ZONE}")
    assert (game.mine.monster_tokens, game.question.kind) == ([2, 3, "key"], "FIGHT_AGAIN")
    game.play("stop", "done")
    assert game.table.ending_player == A


def test_a4_the_leviathan_pile_ends_the_game_too() -> None:
    game = monster(
        seat(hand=["C3"]),
        border={ZONE: 4, ELSEWHERE: 8},
        dice=[3],
        leviathan_pool=["pearls2"],
        council=STACKS,
    )
    game.play("fight", f"zone:{ZONE}", "number:0", "stop", "done")
    assert (game.table.ending_player, int(game.state.end_cause)) == (A, ending.NO_TOKENS_LEFT)


def test_a4_a_pile_that_is_empty_during_a_turn_is_looked_at_when_it_ends() -> None:
    game = monster(
        seat(hand=["C3", "C5"], lords=[201]),
        border={ZONE: 4, ELSEWHERE: 8},
        dice=[3],
        monster_pool=[3],
        council=STACKS,
    )
    game.play("fight", f"zone:{ZONE}", "card:C3", "number:1")
    assert (game.asked, game.table.ending_player) == (("FIGHT_AGAIN", A), None)
    game.play("stop")
    assert game.table.ending_player == A


def test_it_does_not_matter_who_drew_the_last_leviathan() -> None:
    game = arrival(202, leviathan_deck=[5], border={}, dice=ON_ZONE, council=STACKS).play("player:2")
    assert (game.table.ending_player, game.border) == (A, {ZONE: (5, 0)})


def test_a_refill_may_draw_the_last_leviathan() -> None:
    game = monster(seat(hand=["C3"]), border={ZONE: 4}, leviathan_deck=[5], dice=[3, 1, 1], council=STACKS)
    game.play("fight", "number:1")
    assert (game.table.ending_player, game.border) == (A, {1: (5, 0)})


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


def test_l48_after_a_seventh_lord_monsters_are_fought_as_ever() -> None:
    game = seventh_lord()
    assert (game.table.ending_player, int(game.state.end_cause)) == (A, ending.SEVENTH_LORD)
    game.play("explore")
    assert (game.asked, game.answers) == (("MEET_MONSTER", B), {"fight", "continue"})


def test_l48_after_a_seventh_lord_an_empty_deck_adds_no_leviathan() -> None:
    game = seventh_lord(leviathan_deck=[]).play("explore")
    # The first trigger counts; that the deck is empty too does not make the monster mean nothing.
    assert (game.asked, int(game.state.end_cause)) == (("MEET_MONSTER", B), ending.SEVENTH_LORD)
    game.play("continue")
    assert game.border == {ZONE: (4, 0), ELSEWHERE: (8, 0)}


def test_later_triggers_change_nothing() -> None:
    game = seventh_lord(leviathan_deck=[5], dice=[1, 1]).play("explore", "continue", "take")
    assert (game.table.ending_player, game.table.leviathan_deck_size, int(game.state.end_cause)) == (
        A,
        0,
        ending.SEVENTH_LORD,
    )
    assert game.play("stack:squid").is_over


def test_a23_a_seventh_lord_that_is_lost_later_still_ends_the_game() -> None:
    mine = seat(lords=SIX_LORDS)
    theirs = seat(hand=["C5", "J3"])
    game = arrival(
        30,
        mine,
        theirs,
        leviathan=True,
        border={ZONE: 9},
        leviathan_deck=[17, 18, 20],
        dice=ON_ZONE,
        council=STACKS,
        court=[30, 202, 31, 32],
    )
    game.recruit(202, "C5", "J3")
    game.play("player:0", "lord:9")
    assert (len(game.lords(A)), game.table.ending_player, game.asked) == (6, A, ("MAIN", C))
    assert game.play("stack:squid").is_over


def test_a23_who_has_lost_lords_needs_seven_again() -> None:
    game = arrival(30, seat(lords=SIX_LORDS[:5]), leviathan=True, border={}, council=STACKS, lord_discard=[3])
    assert (len(game.lords(A)), game.table.lord_discard, game.table.ending_player) == (6, [3], None)


def test_a37_the_piles_are_looked_at_after_each_of_two_turns() -> None:
    game = arrival(
        15,
        seat(),
        leviathan=True,
        border={ZONE: 4},
        leviathan_deck=[5],
        dice=[1, 1],
        council=STACKS,
        exploration_deck=["M", "Q3", "H3", "S3"],
    )
    assert (game.asked, game.table.ending_player) == (("MAIN", A), None)
    game.play("explore", "take")
    assert (game.asked, game.table.ending_player) == (("MAIN", B), A)


def test_a37_an_extra_turn_is_still_played_when_the_first_has_triggered_the_end() -> None:
    game = arrival(
        15,
        seat(),
        leviathan=True,
        border={},
        leviathan_deck=[],
        council=STACKS,
        exploration_deck=["M", "Q3", "H3", "S3"],
    )
    assert (game.asked, game.table.ending_player) == (("MAIN", A), A)
    game.play("explore")
    # It is a last turn already: the monster means nothing.
    assert (game.asked, game.table.track, "M" in game.table.exploration_discard) == (
        ("EXPLORE_ALLY", A),
        ["Q3"],
        True,
    )
    game.play("take", "stack:squid", "stack:crab")
    assert game.is_over


def test_lords_of_leviathan_still_work_in_the_last_turns() -> None:
    theirs = seat(hand=["S5", "Q3"])
    game = monster(seat(), theirs, leviathan_deck=[5], dice=ON_ZONE, council=STACKS, court=[204, 31, 32, 30])
    game.play("take")
    game.recruit(204, "S5", "Q3")
    assert game.pearls[B] == 1


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
