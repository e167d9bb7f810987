"""Monster tokens with an effect: what they do, and when they may be used (Leviathan 5.5)."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.rules.fights import ELSEWHERE, ZONE, monster
from tests.rules.positions import arrival, seat, with_leviathan
from tests.rules.situation import A, B, Situation, shown, shown_by_each

STRICT = {"token_timing": "strict"}
PLACES: dict[str, Any] = {"available_locations": [14], "location_deck": [3, 4, 9]}
# Two stacks, so that the next player has a choice when one is taken.
STACKS = {"squid": ["Q1"], "crab": ["C1"]}
THREE_STACKS = {**STACKS, "jellyfish": ["J1"]}
TWELVE = ("J1", "J2", "J3", "H1", "H2", "H3", "S1", "S2", "S3", "Q2", "Q3", "Q4")


# ------------------------------------------------------------------------------------ the effects
KINDS = ["pearls2", "pearls3", "key", "stack"]


test_the_effects_each = shown_by_each(
    l36_a_token_of_pearls_brings_them_and_leaves_the_game=(
        [("pearls2", 2), ("pearls3", 3)], lambda token, gained:
        with_leviathan(seat(pearls=1, monster_tokens=[token])).shows(leviathan_pool_size=19 - 1)
        .play(f"token:{token}").shows(leviathan_pool_size=19 - 1)
        .shows(own_pearls=1 + gained, monster_tokens=[], asked=("MAIN", A))),
    every_kind_with_an_effect_is_offered_at_the_end_of_the_turn=(
        [*([kind] for kind in KINDS), KINDS], lambda tokens:
        with_leviathan(seat(monster_tokens=tokens), council=STACKS).play("stack:squid")
        .shows(asked=("END_POWERS", A), answers={"done", *(f"token:{kind}" for kind in tokens)})),
)  # fmt: skip


test_the_effects = shown(
    l36_in_an_opponents_turn_no_token_can_be_used=lambda:
        with_leviathan(seat(), seat(pearls=1, monster_tokens=["pearls3"]), exploration_deck=["J3", "H3"])
        .play("explore").shows(asked=("OFFER", B), answers={"buy", "pass"}),
    l37_a_third_key_controls_a_location_at_once_a25=lambda:
        with_leviathan(seat(key_tokens=2, monster_tokens=["key"], pearls=5), court=[31, 32, 30], **PLACES)
        .play("token:key").shows(asked=("CONTROL_SOURCE", A))
        .play("location:14").shows(locations=[14], key_tokens=0, asked=("MAIN", A)),
    a25_a_third_key_comes_before_the_interrupted_choice_goes_on=lambda:
        with_leviathan(
            seat(key_tokens=2, monster_tokens=["key"]), phase="explore", track=["J3"],
            exploration_deck=["H3", "S3"], **PLACES,
        ).play("token:key", "location:14")
        .shows(asked=("EXPLORE_ALLY", A), track=["J3"], answers={"take", "continue"}),
    a_third_key_that_puts_the_alchemist_under_a_location_ends_his_power=lambda:
        with_leviathan(
            seat(lords=[18], key_tokens=1, monster_tokens=["key", "pearls2"]), council=THREE_STACKS,
            available_locations=[14], location_deck=[],
        ).play("stack:crab").shows(asked=("SECOND_STACK", A)).play("token:key")
        .shows(locations=[14], hand=["C1"], asked=("END_POWERS", A), answers={"token:pearls2", "done"}),
    a_first_key_is_only_kept=lambda:
        with_leviathan(seat(monster_tokens=["key"])).play("token:key").shows(key_tokens=1, asked=("MAIN", A)),
    l38_with_an_empty_council_its_token_cannot_be_used=lambda:
        with_leviathan(seat(monster_tokens=["stack"], pearls=1), council={}, court=[31, 32, 30])
        .shows(asked=("MAIN", A), answers={"explore", "plot"}, monster_tokens=["stack"]),
    l38_a_token_takes_a_whole_stack_and_the_alchemist_no_second_a24=lambda:
        with_leviathan(
            seat(monster_tokens=["stack"], lords=[18]),
            council={"squid": ["Q1", "Q1", "Q2", "Q3"], "crab": ["C1"]},
        ).play("token:stack").shows(asked=("TOKEN_STACK_PICK", A), answers={"stack:squid", "stack:crab"})
        .play("stack:squid").shows(hand=["Q1", "Q1", "Q2", "Q3"], asked=("MAIN", A)).stacks(crab=["C1"]),
    several_tokens_may_be_used_one_after_the_other=lambda:
        with_leviathan(seat(monster_tokens=["pearls2", "pearls2", "pearls3"]))
        .play("token:pearls2", "token:pearls3", "token:pearls2").shows(own_pearls=7, asked=("MAIN", A)),
    a30_tokens_with_an_effect_are_worth_nothing=lambda:
        with_leviathan(seat(monster_tokens=[4, "pearls2", "pearls3", "key", "stack"]))
        .sheet(monster_tokens=4),
)  # fmt: skip


def test_the_others_see_only_how_many_cards_a_token_takes() -> None:
    game = with_leviathan(seat(monster_tokens=["stack"])).play("token:stack")
    taken = [(event.player, event.amount) for event in game.latest_events if event.kind == "STACK_TAKEN"]
    assert (taken, game.mine.hand) == ([(A, 1)], ["Q1"])


@pytest.mark.parametrize("tokens", [[], [2, 3, 4], ["stack"]], ids=str)
def test_who_holds_none_that_would_do_anything_is_not_asked(tokens: list[int | str]) -> None:
    described = with_leviathan(seat(monster_tokens=tokens)).to_position()
    assert Situation.from_position(described, ask_forced=True).play("stack:squid").asked == ("MAIN", B)


def test_base_tokens_are_never_used() -> None:
    assert not any("token:" in text for text in with_leviathan(seat(monster_tokens=[2, 3, 4])).answers)


# --------------------------------------------------------------------------- when, the usual rule
def held(**mine: Any) -> dict[str, Any]:
    """What A holds, and a token of two pearls."""
    return seat(monster_tokens=["pearls2"], **mine)


def in_a_fight(*answers: str) -> Situation:
    """A has met a monster and given these answers."""
    mine = held(hand=["C1*", "C2"], pearls=1)
    return monster(mine, border={ZONE: 4, 9: 8}, dice=[2]).play(*answers)


def at_the_boost() -> Situation:
    return in_a_fight("fight", f"zone:{ZONE}", "card:C1*")


def at_the_end(*others: dict[str, Any], hand: tuple[str, ...] = ()) -> Situation:
    return with_leviathan(held(hand=list(hand)), *others, council=STACKS).play("stack:squid")


def at_martial_law() -> Situation:
    return at_the_end(hand=TWELVE).play("done")


MOMENTS: dict[str, Callable[[], Situation]] = {
    "MAIN": lambda: with_leviathan(held(pearls=1), court=[31, 32, 30]).play("plot"),
    "SECOND_STACK": lambda: with_leviathan(held(lords=[18]), council=THREE_STACKS).play("stack:crab"),
    "EXPLORE_ALLY": lambda: with_leviathan(held(), phase="explore", track=["J3"]),
    "MEET_MONSTER": in_a_fight,
    "FIGHT_TARGET": lambda: in_a_fight("fight"),
    "FIGHT_ALLY": lambda: in_a_fight("fight", f"zone:{ZONE}"),
    "BOOST": at_the_boost,
    "FIGHT_AGAIN": lambda: at_the_boost().play("number:0"),
    "END_POWERS": at_the_end,
    "DISCARD_TO_LIMIT": lambda: at_the_end(seat(lords=[5]), hand=TWELVE[:7]).play("done"),
    "OBEY_MARTIAL_LAW": at_martial_law,
}


@pytest.mark.parametrize("question", MOMENTS)
def test_a2_a_token_may_be_used_at_any_choice_of_the_own_turn(question: str) -> None:
    game = MOMENTS[question]()
    before = game.pearls[A]
    assert game.asked == (question, A)
    game.play("token:pearls2")
    assert (game.pearls[A], game.mine.monster_tokens) == (before + 2, [])
    # The interrupted choice is offered again; the end of a turn has nothing else to ask.
    assert game.asked == ((question, A) if question != "END_POWERS" else ("MAIN", B))


test_when_the_usual_rule = shown(
    pearls_of_a_token_may_boost_the_attack_that_they_interrupt=lambda:
        at_the_boost().play("token:pearls2").shows(answers={"number:0", "number:1", "number:2", "number:3"}),
    pearls_of_a_token_may_pay_for_martial_law=lambda:
        at_martial_law().play("token:pearls2", "done").shows(own_pearls=1, hand_size=13, asked=("MAIN", B)),
)  # fmt: skip


def test_while_a_payment_an_arrival_or_a_location_is_settled_no_token_can_be_used() -> None:
    mine = seat(monster_tokens=["pearls2", "key"], hand=["S5", "S3", "S4"], key_tokens=2)
    game = with_leviathan(mine, court=[12, 31, 32, 30], **PLACES)
    assert game.play("recruit:12").asked == ("PAY", A)
    assert not any(text.startswith("token:") for text in game.answers)
    controlling = with_leviathan(mine, **PLACES).play("token:key")
    assert (controlling.asked, controlling.can("token:pearls2")) == (("CONTROL_SOURCE", A), False)
    traitor = arrival(
        23, seat(lords=[9], monster_tokens=["pearls2"]), leviathan=True, court=[23, 31, 32, 30, 28]
    )
    assert (traitor.asked, traitor.can("token:pearls2")) == (("REPLACE_LORD", A), False)


test_strict_timing = shown(
    l39_strict_tokens_may_be_used_before_anything_else_in_a_turn_a2=lambda:
        with_leviathan(
            seat(monster_tokens=["pearls2", "pearls2"], pearls=1), court=[31, 32, 30], options=STRICT,
        ).play("token:pearls2").shows(asked=("MAIN", A)).offers("token:pearls2")
        .play("plot").shows(asked=("MAIN", A)).refuses("token:pearls2"),
    l39_strict_a_turn_that_comes_round_begins_with_nothing_done_a2=lambda:
        with_leviathan(
            seat(monster_tokens=["pearls2", "pearls2"], pearls=1), players=2,
            council={"squid": ["Q1"], "crab": ["C1"], "jellyfish": ["J1"], "shellfish": ["S1"]},
            options=STRICT,
        ).play("stack:squid", "stack:crab").shows(asked=("MAIN", A)).offers("token:pearls2")
        .play("stack:jellyfish").shows(asked=("MAIN", B)),
    l39_strict_tokens_of_earlier_turns_wait_during_an_exploration_a2=lambda:
        with_leviathan(seat(monster_tokens=["pearls2"]), options=STRICT, exploration_deck=["J3", "H3", "S3"])
        .offers("token:pearls2")
        .play("explore").shows(asked=("EXPLORE_ALLY", A), answers={"take", "continue"})
        # Nor at the end of the turn.
        .play("take").shows(asked=("MAIN", B)),
    a2_strict_a_turn_power_comes_too_early_for_a_token=lambda:
        with_leviathan(seat(monster_tokens=["pearls2"], lords=[12], hand=["J1", "J2"]), options=STRICT)
        .play("use:12", "card:J1").shows(asked=("MAIN", A)).refuses("token:pearls2"),
    a2_strict_tokens_may_be_used_right_after_a_reward_old_ones_too=lambda:
        strict_reward("pearls2").play("number:0")
        .shows(asked=("TOKEN_WINDOW", A), answers={"token:pearls2", "token:pearls3", "done"})
        .play("token:pearls2").shows(asked=("TOKEN_WINDOW", A), answers={"token:pearls3", "done"})
        .play("token:pearls3").shows(asked=("FIGHT_AGAIN", A), own_pearls=5),
    a2_strict_a_reward_without_such_a_token_opens_no_window=lambda:
        monster(seat(hand=["C3"]), options=STRICT, border={ZONE: 8, ELSEWHERE: 4}, dice=[3])
        .play("fight", f"zone:{ZONE}", "number:1").shows(asked=("MAIN", B)),
    a2_strict_the_window_closes_when_one_is_done=lambda:
        strict_reward("pearls2").play("number:0", "done")
        .shows(asked=("FIGHT_AGAIN", A), answers={"fight", "stop"}),
    a2_strict_a_key_used_in_the_window_may_control_a_location=lambda:
        monster(
            seat(hand=["C3"], key_tokens=2), options=STRICT, border={ZONE: 8, ELSEWHERE: 4}, dice=[3],
            leviathan_pool=["key", "key"], **PLACES,
        ).play("fight", f"zone:{ZONE}", "number:0", "token:key", "location:14")
        .shows(locations=[14], asked=("MAIN", B)),
    a26_a_single_back_is_not_asked_for_and_a_stolen_token_may_be_used=lambda:
        arrival(7, seat(), seat(monster_tokens=["pearls3"]), seat(monster_tokens=[2]), leviathan=True)
        .play("player:1").shows(monster_tokens=["pearls3"], asked=("END_POWERS", A))
        .play("token:pearls3").shows(own_pearls=3),
    l40_the_thief_names_the_back_a26=lambda:
        arrival(7, seat(), seat(monster_tokens=[2, 3, "key"]), leviathan=True)
        .shows(asked=("ROB_BACK", A), answers={"number:0", "number:1"})
        .play("number:1").shows(every_monster_tokens=[["key"], [2, 3], []]),
)  # fmt: skip


def strict_reward(*tokens: str) -> Situation:
    """A has slain L8 under the strict rule, with another crab in hand for L4 and the Intrepid."""
    mine = seat(monster_tokens=["pearls3"], hand=["C3", "C5"], lords=[201])
    game = monster(
        mine, options=STRICT, border={ZONE: 8, ELSEWHERE: 4}, dice=[3], leviathan_pool=[*tokens, "key"]
    )
    return game.play("fight", f"zone:{ZONE}", "card:C3")


# ------------------------------------------------------------------------------------ the Hunter
@pytest.mark.parametrize("seed", range(4))
def test_l40_the_token_is_random_among_those_with_that_back_a26(seed: int) -> None:
    game = arrival(7, seat(), seat(monster_tokens=[2, 3, "key"]), leviathan=True, seed=seed)
    game.play("number:0")
    mine, theirs = game.mine.monster_tokens, game.seats[B].monster_tokens
    assert (mine, theirs) in [([2], [3, "key"]), ([3], [2, "key"])]
