"""Monster tokens with an effect: what they do, and when they may be used (Leviathan 5.5)."""

from collections.abc import Callable
from typing import Any

import pytest

from openabyss import Game
from tests.rules.positions import (
    ELSEWHERE,
    ZONE,
    A,
    B,
    answers,
    arrival,
    asked,
    monster,
    pearls,
    play,
    seat,
    with_leviathan,
)

STRICT = {"token_timing": "strict"}
PLACES: dict[str, Any] = {"available_locations": [14], "location_deck": [3, 4, 9]}
# Two stacks, so that the next player has a choice when one is taken.
STACKS = {"squid": ["Q1"], "crab": ["C1"]}
TWELVE = ["J1", "J2", "J3", "H1", "H2", "H3", "S1", "S2", "S3", "Q2", "Q3", "Q4"]


# ------------------------------------------------------------------------------------ the effects


@pytest.mark.parametrize(("token", "gained"), [("pearls2", 2), ("pearls3", 3)])
def test_l36_a_token_of_pearls_brings_them_and_leaves_the_game(token: str, gained: int) -> None:
    game = with_leviathan(seat(pearls=1, monster_tokens=[token]))
    before = game.table.leviathan_pool_size
    play(game, f"token:{token}")
    assert (pearls(game)[A], game.table.seats[A].monster_tokens, game.table.leviathan_pool_size) == (
        1 + gained,
        [],
        before,
    )
    assert asked(game) == ("MAIN", A)


def test_l36_in_an_opponents_turn_no_token_can_be_used() -> None:
    game = with_leviathan(seat(), seat(pearls=1, monster_tokens=["pearls3"]), exploration_deck=["J3", "H3"])
    play(game, "explore")
    assert (asked(game), answers(game)) == (("OFFER", B), {"buy", "pass"})


def test_l37_a_third_key_controls_a_location_at_once_a25() -> None:
    game = with_leviathan(seat(key_tokens=2, monster_tokens=["key"], pearls=5), court=[31, 32, 30], **PLACES)
    play(game, "token:key")
    assert asked(game) == ("CONTROL_SOURCE", A)
    play(game, "location:14")
    assert (game.table.seats[A].locations, game.table.seats[A].key_tokens, asked(game)) == (
        [14],
        0,
        ("MAIN", A),
    )


def test_a25_a_third_key_comes_before_the_interrupted_choice_goes_on() -> None:
    game = with_leviathan(
        seat(key_tokens=2, monster_tokens=["key"]),
        phase="explore",
        track=["J3"],
        exploration_deck=["H3", "S3"],
        **PLACES,
    )
    play(game, "token:key", "location:14")
    assert (asked(game), game.table.track, answers(game)) == (
        ("EXPLORE_ALLY", A),
        ["J3"],
        {"take", "continue"},
    )


def test_a_first_key_is_only_kept() -> None:
    game = play(with_leviathan(seat(monster_tokens=["key"])), "token:key")
    assert (game.table.seats[A].key_tokens, asked(game)) == (1, ("MAIN", A))


def test_l38_with_an_empty_council_its_token_cannot_be_used() -> None:
    game = with_leviathan(seat(monster_tokens=["stack"], pearls=1), council={}, court=[31, 32, 30])
    assert (asked(game), answers(game)) == (("MAIN", A), {"explore", "plot"})
    assert game.table.seats[A].monster_tokens == ["stack"]


def test_l38_a_token_takes_a_whole_stack_and_the_alchemist_no_second_a24() -> None:
    council = {"squid": ["Q1", "Q1", "Q2", "Q3"], "crab": ["C1"]}
    game = with_leviathan(seat(monster_tokens=["stack"], lords=[18]), council=council)
    play(game, "token:stack")
    assert (asked(game), answers(game)) == (("TOKEN_STACK_PICK", A), {"stack:squid", "stack:crab"})
    play(game, "stack:squid")
    assert (game.table.seats[A].hand, asked(game)) == (["Q1", "Q1", "Q2", "Q3"], ("MAIN", A))
    assert game.table.council["crab"] == ["C1"]


def test_the_others_see_only_how_many_cards_a_token_takes() -> None:
    game = play(with_leviathan(seat(monster_tokens=["stack"])), "token:stack")
    taken = [(event.player, event.amount) for event in game.latest_events if event.kind == "STACK_TAKEN"]
    assert (taken, game.table.seats[A].hand) == ([(A, 1)], ["Q1"])


def test_several_tokens_may_be_used_one_after_the_other() -> None:
    game = with_leviathan(seat(monster_tokens=["pearls2", "pearls2", "pearls3"]))
    play(game, "token:pearls2", "token:pearls3", "token:pearls2")
    assert (pearls(game)[A], asked(game)) == (7, ("MAIN", A))


KINDS = ["pearls2", "pearls3", "key", "stack"]


@pytest.mark.parametrize("tokens", [*([kind] for kind in KINDS), KINDS], ids=",".join)
def test_every_kind_with_an_effect_is_offered_at_the_end_of_the_turn(tokens: list[str]) -> None:
    game = play(with_leviathan(seat(monster_tokens=tokens), council=STACKS), "stack:squid")
    assert asked(game) == ("END_POWERS", A)
    assert answers(game) == {"done", *(f"token:{kind}" for kind in tokens)}


@pytest.mark.parametrize("tokens", [[], [2, 3, 4], ["stack"]], ids=str)
def test_who_holds_none_that_would_do_anything_is_not_asked(tokens: list[int | str]) -> None:
    described = with_leviathan(seat(monster_tokens=tokens)).to_position()
    game = Game.from_position(described, ask_forced=True)
    play(game, "stack:squid")
    assert asked(game) == ("MAIN", B)


def test_base_tokens_are_never_used() -> None:
    assert not any("token:" in text for text in answers(with_leviathan(seat(monster_tokens=[2, 3, 4]))))


def test_a30_tokens_with_an_effect_are_worth_nothing() -> None:
    game = with_leviathan(seat(monster_tokens=[4, "pearls2", "pearls3", "key", "stack"]))
    assert game.score_sheet(A).monster_tokens == 4


# --------------------------------------------------------------------------- when, the usual rule


def before_the_plot() -> Game:
    return with_leviathan(seat(monster_tokens=["pearls2"], pearls=1), court=[31, 32, 30])


def after_the_plot() -> Game:
    return play(before_the_plot(), "plot")


def at_the_second_stack() -> Game:
    council = {"squid": ["Q1"], "crab": ["C1"], "jellyfish": ["J1"]}
    return play(with_leviathan(seat(lords=[18], monster_tokens=["pearls2"]), council=council), "stack:crab")


def at_an_ally() -> Game:
    return with_leviathan(seat(monster_tokens=["pearls2"]), phase="explore", track=["J3"])


def at_a_monster() -> Game:
    return monster(
        seat(monster_tokens=["pearls2"], hand=["C1*", "C2"], pearls=1), border={ZONE: 4, 9: 8}, dice=[2]
    )


def at_the_target() -> Game:
    return play(at_a_monster(), "fight")


def at_the_ally_to_spend() -> Game:
    return play(at_the_target(), f"zone:{ZONE}")


def at_the_boost() -> Game:
    return play(at_the_ally_to_spend(), "card:C1*")


def after_the_attack() -> Game:
    return play(at_the_boost(), "number:0")


def at_the_end() -> Game:
    return play(with_leviathan(seat(monster_tokens=["pearls2"]), council=STACKS), "stack:squid")


def at_the_commanders_limit() -> Game:
    game = with_leviathan(seat(monster_tokens=["pearls2"], hand=TWELVE[:7]), seat(lords=[5]), council=STACKS)
    return play(game, "stack:squid", "done")


def at_martial_law() -> Game:
    game = with_leviathan(seat(monster_tokens=["pearls2"], hand=TWELVE), council=STACKS)
    return play(game, "stack:squid", "done")


MOMENTS: dict[str, Callable[[], Game]] = {
    "MAIN": after_the_plot,
    "SECOND_STACK": at_the_second_stack,
    "EXPLORE_ALLY": at_an_ally,
    "MEET_MONSTER": at_a_monster,
    "FIGHT_TARGET": at_the_target,
    "FIGHT_ALLY": at_the_ally_to_spend,
    "BOOST": at_the_boost,
    "FIGHT_AGAIN": after_the_attack,
    "END_POWERS": at_the_end,
    "DISCARD_TO_LIMIT": at_the_commanders_limit,
    "OBEY_MARTIAL_LAW": at_martial_law,
}


@pytest.mark.parametrize("question", MOMENTS)
def test_a2_a_token_may_be_used_at_any_choice_of_the_own_turn(question: str) -> None:
    game = MOMENTS[question]()
    before = pearls(game)[A]
    assert asked(game) == (question, A)
    play(game, "token:pearls2")
    assert (pearls(game)[A], game.table.seats[A].monster_tokens) == (before + 2, [])
    # The interrupted choice is offered again; the end of a turn has nothing else to ask.
    assert asked(game) == ((question, A) if question != "END_POWERS" else ("MAIN", B))


def test_pearls_of_a_token_may_boost_the_attack_that_they_interrupt() -> None:
    game = play(at_the_boost(), "token:pearls2")
    assert answers(game) == {"number:0", "number:1", "number:2", "number:3"}


def test_pearls_of_a_token_may_pay_for_martial_law() -> None:
    game = play(at_martial_law(), "token:pearls2", "done")
    assert (pearls(game)[A], len(game.table.seats[A].hand), asked(game)) == (1, 13, ("MAIN", B))


def test_while_a_payment_an_arrival_or_a_location_is_settled_no_token_can_be_used() -> None:
    mine = seat(monster_tokens=["pearls2", "key"], hand=["S5", "S3", "S4"], key_tokens=2)
    game = with_leviathan(mine, court=[12, 31, 32, 30], **PLACES)
    assert asked(play(game, "recruit:12")) == ("PAY", A)
    assert not any(text.startswith("token:") for text in answers(game))
    controlling = play(with_leviathan(mine, **PLACES), "token:key")
    assert (asked(controlling), controlling.can("token:pearls2")) == (("CONTROL_SOURCE", A), False)
    traitor = arrival(
        23, seat(lords=[9], monster_tokens=["pearls2"]), leviathan=True, court=[23, 31, 32, 30, 28]
    )
    assert (asked(traitor), traitor.can("token:pearls2")) == (("REPLACE_LORD", A), False)


# ---------------------------------------------------------------------------------- strict timing


def test_l39_strict_tokens_may_be_used_before_anything_else_in_a_turn_a2() -> None:
    game = with_leviathan(
        seat(monster_tokens=["pearls2", "pearls2"], pearls=1), court=[31, 32, 30], options=STRICT
    )
    play(game, "token:pearls2")
    assert (asked(game), game.can("token:pearls2")) == (("MAIN", A), True)
    play(game, "plot")
    assert (asked(game), game.can("token:pearls2")) == (("MAIN", A), False)


def test_l39_strict_a_turn_that_comes_round_begins_with_nothing_done_a2() -> None:
    mine = seat(monster_tokens=["pearls2", "pearls2"], pearls=1)
    stacks = {"squid": ["Q1"], "crab": ["C1"], "jellyfish": ["J1"], "shellfish": ["S1"]}
    game = with_leviathan(mine, players=2, council=stacks, options=STRICT)
    play(game, "stack:squid", "stack:crab")
    assert (asked(game), game.can("token:pearls2")) == (("MAIN", A), True)
    play(game, "stack:jellyfish")
    assert asked(game) == ("MAIN", B)


def test_l39_strict_tokens_of_earlier_turns_wait_during_an_exploration_a2() -> None:
    game = with_leviathan(
        seat(monster_tokens=["pearls2"]), options=STRICT, exploration_deck=["J3", "H3", "S3"]
    )
    assert game.can("token:pearls2")
    play(game, "explore")
    assert (asked(game), answers(game)) == (("EXPLORE_ALLY", A), {"take", "continue"})
    # Nor at the end of the turn.
    assert asked(play(game, "take")) == ("MAIN", B)


def test_a2_strict_a_turn_power_comes_too_early_for_a_token() -> None:
    game = with_leviathan(seat(monster_tokens=["pearls2"], lords=[12], hand=["J1", "J2"]), options=STRICT)
    play(game, "use:12", "card:J1")
    assert (asked(game), game.can("token:pearls2")) == (("MAIN", A), False)


def strict_reward(*tokens: str) -> Game:
    """A has slain L8 under the strict rule, with another crab in hand for L4 and the Intrepid."""
    mine = seat(monster_tokens=["pearls3"], hand=["C3", "C5"], lords=[201])
    game = monster(
        mine, options=STRICT, border={ZONE: 8, ELSEWHERE: 4}, dice=[3], leviathan_pool=[*tokens, "key"]
    )
    return play(game, "fight", f"zone:{ZONE}", "card:C3")


def test_a2_strict_tokens_may_be_used_right_after_a_reward_old_ones_too() -> None:
    game = play(strict_reward("pearls2"), "number:0")
    assert (asked(game), answers(game)) == (("TOKEN_WINDOW", A), {"token:pearls2", "token:pearls3", "done"})
    play(game, "token:pearls2")
    assert (asked(game), answers(game)) == (("TOKEN_WINDOW", A), {"token:pearls3", "done"})
    play(game, "token:pearls3")
    assert (asked(game), pearls(game)[A]) == (("FIGHT_AGAIN", A), 5)


def test_a2_strict_a_reward_without_such_a_token_opens_no_window() -> None:
    game = monster(seat(hand=["C3"]), options=STRICT, border={ZONE: 8, ELSEWHERE: 4}, dice=[3])
    play(game, "fight", f"zone:{ZONE}", "number:1")
    assert asked(game) == ("MAIN", B)


def test_a2_strict_the_window_closes_when_one_is_done() -> None:
    game = play(strict_reward("pearls2"), "number:0", "done")
    assert (asked(game), answers(game)) == (("FIGHT_AGAIN", A), {"fight", "stop"})


def test_a2_strict_a_key_used_in_the_window_may_control_a_location() -> None:
    mine = seat(hand=["C3"], key_tokens=2)
    game = monster(
        mine,
        options=STRICT,
        border={ZONE: 8, ELSEWHERE: 4},
        dice=[3],
        leviathan_pool=["key", "key"],
        **PLACES,
    )
    play(game, "fight", f"zone:{ZONE}", "number:0", "token:key", "location:14")
    assert (game.table.seats[A].locations, asked(game)) == ([14], ("MAIN", B))


# ------------------------------------------------------------------------------------ the Hunter


@pytest.mark.lord(7)
def test_l40_the_thief_names_the_back_a26() -> None:
    game = arrival(7, seat(), seat(monster_tokens=[2, 3, "key"]), leviathan=True)
    assert (asked(game), answers(game)) == (("ROB_BACK", A), {"number:0", "number:1"})
    play(game, "number:1")
    assert [each.monster_tokens for each in game.table.seats] == [["key"], [2, 3], []]


@pytest.mark.lord(7)
@pytest.mark.parametrize("seed", range(4))
def test_l40_the_token_is_random_among_those_with_that_back_a26(seed: int) -> None:
    game = arrival(7, seat(), seat(monster_tokens=[2, 3, "key"]), leviathan=True, seed=seed)
    play(game, "number:0")
    mine, theirs = game.table.seats[A].monster_tokens, game.table.seats[B].monster_tokens
    assert (mine, theirs) in [([2], [3, "key"]), ([3], [2, "key"])]


@pytest.mark.lord(7)
def test_a26_a_single_back_is_not_asked_for_and_a_stolen_token_may_be_used() -> None:
    game = arrival(7, seat(), seat(monster_tokens=["pearls3"]), seat(monster_tokens=[2]), leviathan=True)
    play(game, "player:1")
    assert (game.table.seats[A].monster_tokens, asked(game)) == (["pearls3"], ("END_POWERS", A))
    assert pearls(play(game, "token:pearls3"))[A] == 3
