"""How leviathans and monster tokens end the game, and what they are worth then (Leviathan 8)."""

from typing import Any

import pytest

from openabyss import Game
from openabyss.rules import ending
from tests.rules.positions import (
    ELSEWHERE,
    ZONE,
    A,
    B,
    C,
    Seat,
    answers,
    arrival,
    asked,
    border,
    lords,
    monster,
    pearls,
    play,
    recruit,
    seat,
    tokens_held,
    with_leviathan,
    wounds,
)

ON_ZONE = [3, 4]
STACKS = {"squid": ["Q1"], "crab": ["C1"], "jellyfish": ["J1"], "shellfish": ["S1"]}
# None of them has a key.
SIX_LORDS = [9, 10, 13, 16, 2, 3]


def last_leviathan(*others: Seat, **rest: Any) -> Game:
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
    return play(game, "take")


def emptied_pile(**rest: Any) -> Game:
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
    return play(game, "fight", f"zone:{ZONE}", "number:1")


def played_out(game: Game) -> Game:
    """B and C take their last turns at the council."""
    return play(game, "stack:squid", "stack:crab")


# ---------------------------------------------------------------------------------- the triggers


def test_l46_the_last_leviathan_ends_the_game_when_the_turn_does() -> None:
    game = monster(seat(), leviathan_deck=[5], dice=ON_ZONE, council=STACKS)
    assert (game.table.leviathan_deck_size, game.table.ending_player) == (0, None)
    play(game, "take")
    assert (asked(game), game.table.ending_player) == (("MAIN", B), A)
    assert game.state.end_cause == ending.NO_LEVIATHANS_LEFT
    assert not play(game, "stack:squid").is_over
    assert play(game, "stack:crab").is_over


def test_l46_in_the_last_turns_a_monster_means_nothing_a5() -> None:
    game = last_leviathan(seat(hand=["C5"]))
    play(game, "explore")
    # The monster left its space at once, without a question and without a leviathan.
    assert (asked(game), game.table.track, border(game)) == (("EXPLORE_ALLY", B), ["Q3"], {ZONE: (5, 0)})
    assert (game.table.exploration_discard, pearls(game)[B]) == (["M", "M"], 0)


def test_a5_a_monster_that_means_nothing_brings_no_pearl_on_the_last_space() -> None:
    game = last_leviathan(seat(hand=["C5"]), exploration_deck=["J3", "H4", "H3", "S4", "S3", "M", "Q3", "Q4"])
    play(game, "explore", "continue", "continue", "continue", "continue")
    assert (game.table.seats[B].hand, pearls(game)[B]) == (["C5", "Q3"], 1)


def test_a5_by_option_monsters_of_the_last_turns_may_be_fought() -> None:
    game = last_leviathan(seat(hand=["C5"]), options={"inert_monsters_in_last_turns": False})
    play(game, "explore")
    assert (asked(game), answers(game)) == (("MEET_MONSTER", B), {"fight", "continue"})
    play(game, "continue")
    assert (border(game), game.table.track) == ({ZONE: (5, 0)}, ["Q3"])


def test_l47_an_emptied_pile_ends_the_game_a4() -> None:
    game = emptied_pile()
    assert (asked(game), game.table.ending_player) == (("MAIN", B), A)
    assert game.state.end_cause == ending.NO_TOKENS_LEFT
    play(game, "explore")
    assert (asked(game), game.table.track) == (("EXPLORE_ALLY", B), ["Q3"])


def test_l47_with_both_piles_one_empty_pile_ends_nothing_a4() -> None:
    game = emptied_pile(options={"token_end_trigger": "both_piles"})
    assert game.table.ending_player is None
    assert asked(play(game, "explore")) == ("MEET_MONSTER", B)


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
    play(game, "fight", f"zone:{ZONE}")
    assert (game.table.seats[A].monster_tokens, game.question.kind) == ([2, 3, "key"], "FIGHT_AGAIN")
    play(game, "stop", "done")
    assert game.table.ending_player == A


def test_a4_the_leviathan_pile_ends_the_game_too() -> None:
    game = monster(
        seat(hand=["C3"]),
        border={ZONE: 4, ELSEWHERE: 8},
        dice=[3],
        leviathan_pool=["pearls2"],
        council=STACKS,
    )
    play(game, "fight", f"zone:{ZONE}", "number:0", "stop", "done")
    assert (game.table.ending_player, int(game.state.end_cause)) == (A, ending.NO_TOKENS_LEFT)


def test_a4_a_pile_that_is_empty_during_a_turn_is_looked_at_when_it_ends() -> None:
    game = monster(
        seat(hand=["C3", "C5"], lords=[201]),
        border={ZONE: 4, ELSEWHERE: 8},
        dice=[3],
        monster_pool=[3],
        council=STACKS,
    )
    play(game, "fight", f"zone:{ZONE}", "card:C3", "number:1")
    assert (asked(game), game.table.ending_player) == (("FIGHT_AGAIN", A), None)
    play(game, "stop")
    assert game.table.ending_player == A


def test_it_does_not_matter_who_drew_the_last_leviathan() -> None:
    game = arrival(202, leviathan_deck=[5], border={}, dice=ON_ZONE, council=STACKS)
    play(game, "player:2")
    assert (game.table.ending_player, border(game)) == (A, {ZONE: (5, 0)})


def test_a_refill_may_draw_the_last_leviathan() -> None:
    game = monster(seat(hand=["C3"]), border={ZONE: 4}, leviathan_deck=[5], dice=[3, 1, 1], council=STACKS)
    play(game, "fight", "number:1")
    assert (game.table.ending_player, border(game)) == (A, {1: (5, 0)})


# ---------------------------------------------------------------------------- the usual triggers


def seventh_lord(**rest: Any) -> Game:
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
    play(game, "explore")
    assert (asked(game), answers(game)) == (("MEET_MONSTER", B), {"fight", "continue"})


def test_l48_after_a_seventh_lord_an_empty_deck_adds_no_leviathan() -> None:
    game = play(seventh_lord(leviathan_deck=[]), "explore")
    # The first trigger counts; that the deck is empty too does not make the monster mean nothing.
    assert (asked(game), int(game.state.end_cause)) == (("MEET_MONSTER", B), ending.SEVENTH_LORD)
    play(game, "continue")
    assert border(game) == {ZONE: (4, 0), ELSEWHERE: (8, 0)}


def test_later_triggers_change_nothing() -> None:
    game = play(seventh_lord(leviathan_deck=[5], dice=[1, 1]), "explore", "continue", "take")
    assert (game.table.ending_player, game.table.leviathan_deck_size, int(game.state.end_cause)) == (
        A,
        0,
        ending.SEVENTH_LORD,
    )
    assert play(game, "stack:squid").is_over


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
    recruit(game, 202, "C5", "J3")
    play(game, "player:0", "lord:9")
    assert (len(lords(game, A)), game.table.ending_player, asked(game)) == (6, A, ("MAIN", C))
    assert play(game, "stack:squid").is_over


def test_a23_who_has_lost_lords_needs_seven_again() -> None:
    game = arrival(30, seat(lords=SIX_LORDS[:5]), leviathan=True, border={}, council=STACKS, lord_discard=[3])
    assert (len(lords(game, A)), game.table.lord_discard, game.table.ending_player) == (6, [3], None)


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
    assert (asked(game), game.table.ending_player) == (("MAIN", A), None)
    play(game, "explore", "take")
    assert (asked(game), game.table.ending_player) == (("MAIN", B), A)


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
    assert (asked(game), game.table.ending_player) == (("MAIN", A), A)
    play(game, "explore")
    # It is a last turn already: the monster means nothing.
    assert (asked(game), game.table.track, "M" in game.table.exploration_discard) == (
        ("EXPLORE_ALLY", A),
        ["Q3"],
        True,
    )
    play(game, "take", "stack:squid", "stack:crab")
    assert game.is_over


@pytest.mark.lord(204)
def test_lords_of_leviathan_still_work_in_the_last_turns() -> None:
    theirs = seat(hand=["S5", "Q3"])
    game = monster(seat(), theirs, leviathan_deck=[5], dice=ON_ZONE, council=STACKS, court=[204, 31, 32, 30])
    play(game, "take")
    recruit(game, 204, "S5", "Q3")
    assert pearls(game)[B] == 1


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
    assert (game.table.seats[B].affiliated, game.scores[B]) == (["Q1*"], 1)


def test_tokens_that_nobody_has_used_change_no_score() -> None:
    game = last_leviathan(seat(monster_tokens=["pearls2", "key"]))
    play(game, "stack:squid", "done", "stack:crab")
    assert (game.is_over, tokens_held(game, B), game.scores[B]) == (True, 2, 1)
    assert wounds(game) == [0, 0, 0]
