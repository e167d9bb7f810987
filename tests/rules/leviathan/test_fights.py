"""Fighting leviathans: who may, one attack, and what comes after it (Leviathan 6)."""

from typing import Any

import pytest

from openabyss import IllegalAction
from openabyss.rules.sizes import ZONES
from openabyss.rules.state import EMPTY
from tests.rules.fights import ELSEWHERE, LEFT_BEHIND, ZONE, against, monster
from tests.rules.positions import Seat, arrival, hurt, powerless, seat
from tests.rules.situation import A, B, Situation, sentences, shown, shown_by_each

CRABS = {"crab": ["C5", "C4"]}
# A token keeps the question open where there is only one answer.
WAITING = ["pearls2"]
# What the Metamorph alone lets fight L20, which fears crabs.
SEAHORSE = "H4"
# Where the leviathan comes to lie that is added, as the dice say.
ADDED, ON_ADDED = 7, (4, 5)


test_eligibility = shown(
    l5_without_an_ally_it_fears_one_can_only_go_on=lambda:
        monster(seat(hand=["J2", "Q3"], monster_tokens=WAITING), space=2, border={ZONE: 6})
        .shows(asked=("MEET_MONSTER", A), answers={"continue", "token:pearls2"}),
    l6_with_a_crab_one_may_fight_or_go_on=lambda:
        monster(seat(hand=["J2", "Q3", "C1"]), space=2, border={ZONE: 6})
        .shows(asked=("MEET_MONSTER", A), answers={"fight", "continue"}),
    against_an_empty_border_nobody_can_fight=lambda:
        monster(seat(hand=["C5"], monster_tokens=WAITING), border={})
        .shows(answers={"continue", "token:pearls2"}),
    every_ally_that_it_fears_may_be_spent=lambda:
        against(6, ["S1", "S4", "S3*", "C2", "Q5", "J5"])
        .shows(asked=("FIGHT_ALLY", A), answers={"card:S1", "card:S4", "card:S3*", "card:C2"}),
    a28_a_fight_once_begun_goes_to_its_first_attack=lambda:
        monster(seat(hand=["C1", "C2"]), border={2: 6, 4: 12}).play("fight")
        .shows(answers={"zone:2", "zone:4"})
        .play("zone:4").shows(answers={"card:C1", "card:C2"}),
)  # fmt: skip


def test_l8_only_leviathans_that_fear_an_ally_of_the_hand_can_be_fought() -> None:
    only = monster(seat(hand=["Q4"]), border={2: 6, 4: 12}, dice=[1]).play("fight")
    assert (only.border, only.trophies[A]) == ({2: (6, 0)}, [12])
    several = monster(seat(hand=["Q4"]), border={2: 6, 4: 12, 7: 9}).play("fight")
    assert (several.asked, several.answers) == (("FIGHT_TARGET", A), {"zone:4", "zone:7"})


test_attack_arithmetic = shown(
    l9_equal_power_is_enough=lambda:
        against(4, ["C3"], 3).take_tokens(1)
        .shows(own_trophies=[4], token_count=1, asked=("MAIN", B), exploration_discard=["C3", "M"]),
    l10_a_failed_attack_costs_the_ally_and_brings_a_pearl=lambda:
        against(4, ["C2"], 3).shows(hand=[], own_pearls=1, token_count=0, asked=("MAIN", B))
        .zone(ZONE, (4, 0)),
    several_levels_fall_if_the_power_reaches_their_sum=lambda:
        against(1, ["C4"], 6).take_tokens(3).shows(token_count=3).zone(ZONE, (1, 2)),
    a15_power_left_over_does_not_help_the_next_attack=lambda:
        against(1, ["C4", "C3"], 5, 3).play("card:C4")
        # 4 + 5 falls one short of 3 + 7; the six that are over do not stay on the second level.
        .take_tokens(1).zone(ZONE, (1, 1))
        .play("fight").shows(own_pearls=1).zone(ZONE, (1, 1)),
    damage_stays_for_the_next_player=lambda:
        against(1, ["C3"], 2, exploration_deck=["M", "H1", "H2", "H3"]).take_tokens(1)
        .shows(asked=("MAIN", B)).zone(ZONE, (1, 1)),
    l14_of_two_dice_the_higher_counts_a29=lambda:
        against(11, ["Q3*"], 2, 5)
        .shows(asked=("TAKE_TOKENS", A), answers={"number:0", "number:1", "number:2"}, own_trophies=[11]),
    a29_the_second_die_is_not_added=lambda:
        against(3, ["C4*"], 4, 4).shows(asked=("MAIN", B)).zone(ZONE, (3, 0)),
    a29_the_order_of_the_two_dice_does_not_matter=lambda: against(11, ["Q3*"], 5, 2).shows(own_trophies=[11]),
)  # fmt: skip


@pytest.mark.parametrize(
    ("card", "die", "boost", "levels_left", "tokens"),
    [("C5", 2, None, 1, 2), ("C5", 6, None, 1, 2), ("C2*", 6, 4, 0, 3), ("C2*", 6, 3, 1, 2)],
)
def test_l12_what_is_over_is_lost_a15(
    card: str, die: int, boost: int | None, levels_left: int, tokens: int
) -> None:
    game = against(1, [card], die, levels_lost=1, mine=seat(pearls=9))
    if boost is not None:
        game.play(f"number:{boost}")
    assert game.answers == {f"number:{base}" for base in range(tokens + 1)}
    game.take_tokens(tokens)
    assert game.border.get(ZONE) == ((1, 3 - levels_left) if levels_left else None)


def test_a_plain_ally_rolls_one_die() -> None:
    game = against(11, ["Q3"], 2, 5)
    assert (game.border[ZONE], game.asked) == ((11, 0), ("MAIN", B))
    assert game.kinds.count("ROLLED") == 1


test_boost = shown(
    l16_without_pearls_nothing_can_be_boosted=lambda:
        against(4, ["C1*"], 3).shows(own_pearls=1, asked=("MAIN", B)).zone(ZONE, (4, 0)),
    l16_a_plain_crab_boosts_nothing=lambda:
        against(4, ["C1"], 3, mine=seat(pearls=5)).shows(own_pearls=6, asked=("MAIN", B)).zone(ZONE, (4, 0)),
    an_ally_of_two_dice_boosts_nothing=lambda:
        against(3, ["C4*"], 3, 4, mine=seat(pearls=5)).shows(asked=("MAIN", B)),
    l17_a_power_that_is_enough_is_not_boosted=lambda:
        against(4, ["C2*"], 4, mine=seat(pearls=5)).shows(asked=("TAKE_TOKENS", A), own_pearls=5),
    a17_the_die_is_seen_first_and_no_more_is_paid_than_helps=lambda:
        against(4, ["C2*"], 1, mine=seat(pearls=9))
        .shows(asked=("BOOST", A), answers={f"number:{pearl}" for pearl in range(4)})
        .play("number:3").take_tokens(1).shows(own_pearls=6, own_trophies=[4]),
    a17_what_helps_is_counted_to_the_last_level=lambda:
        against(6, ["C2*"], 2, mine=seat(pearls=9)).shows(answers={f"number:{pearl}" for pearl in range(7)}),
    a17_no_more_than_one_has_is_paid=lambda:
        against(6, ["C2*"], 2, mine=seat(pearls=2)).shows(answers={"number:0", "number:1", "number:2"}),
    a17_one_may_pay_nothing_or_too_little=lambda:
        against(4, ["C2*"], 1, mine=seat(pearls=3)).play("number:2").shows(own_pearls=2).zone(ZONE, (4, 0)),
    a17_nebulis_boost_nothing=lambda:
        against(4, ["C2*"], 1, mine=seat(pearls=1, nebulis=5), kraken=True)
        .shows(answers={"number:0", "number:1"}),
)  # fmt: skip


test_fight_flow = shown(
    l18_after_the_fight_the_track_goes_to_the_council_and_nothing_is_taken=lambda:
        against(4, ["C1", "C2"], 1, track=["J2", "Q1", "M"]).play("card:C1")
        .shows(asked=("FIGHT_AGAIN", A), answers={"fight", "stop"})
        .play("stop").shows(exploration_discard=["C1", "M"], hand=["C2"], track=[], asked=("MAIN", B))
        .stacks(jellyfish=["J2"], squid=["Q1", "Q1"]),
    l19_while_it_lives_only_the_same_leviathan_can_be_attacked_again=lambda:
        monster(seat(hand=["C3", "J4"]), border={ZONE: 1, 7: 2}, dice=[2, 5])
        .play("fight", f"zone:{ZONE}", "card:C3").take_tokens(1)
        .shows(asked=("FIGHT_AGAIN", A), answers={"fight", "stop"})
        # The jellyfish, the only ally left, is spent against L1 without a question: 4 + 5 for 7.
        .play("fight").take_tokens(2).shows(hand=[], border={ZONE: (1, 2), 7: (2, 0)}),
    l20_a_kill_ends_the_fight_with_crabs_left_in_hand=lambda:
        against(4, ["C3", "C5"], 3).play("card:C3").take_tokens(1).shows(asked=("MAIN", B), hand=["C5"]),
    l22_every_failure_brings_a_pearl=lambda:
        against(3, ["C1", "C2", "C4"], 1, 2).play("card:C1", "fight", "card:C2", "stop")
        .shows(own_pearls=2, exploration_discard=["C1", "C2", "M"], hand=["C4"], asked=("MAIN", B)),
    without_an_ally_that_it_fears_the_fight_ends_by_itself=lambda:
        against(4, ["C1", "Q5"], 1).shows(asked=("MAIN", B), hand=["Q5"]),
    an_ally_that_only_another_leviathan_fears_does_not_prolong_the_fight=lambda:
        monster(seat(hand=["C3", "H4"]), border={ZONE: 1, 7: 13}, dice=[1]).play("fight", f"zone:{ZONE}")
        .take_tokens(1).shows(asked=("MAIN", B), hand=["H4"]),
    tokens_of_levels_are_kept_although_it_lives=lambda:
        against(2, ["C5"], 1).take_tokens(2).shows(token_count=2, own_trophies=[]).zone(ZONE, (2, 1)),
    l23_who_empties_the_border_reveals_a_new_leviathan_which_does_not_attack=lambda:
        monster(
            seat(hand=["C3"], lords=[27], pearls=3), border={ZONE: 4}, leviathan_deck=[9, 10, 12, 14, 16],
            dice=[3, 4, 4],
        ).play("fight").shows(border={6: (9, 0)}, leviathan_deck_size=4)
        .take_tokens(1).shows(own_pearls=3, lord_numbers={27}, own_trophies=[4]),
    a_kill_that_leaves_others_on_the_border_adds_none=lambda:
        against(4, ["C3"], 3, leviathan_deck=[9, 10]).take_tokens(1)
        .shows(border={ELSEWHERE: (19, 0)}, leviathan_deck_size=2),
    with_an_empty_deck_the_border_stays_empty=lambda:
        monster(seat(hand=["C3"]), border={ZONE: 4}, leviathan_deck=[], dice=[3]).play("fight")
        .take_tokens(1).shows(border={}),
    the_scourge_counts_five_and_trophies_nothing=lambda:
        monster(seat(trophies=[1, 2]), seat(trophies=[5]), scourge=A, border={})
        .sheet(scourge=5).sheet(B, scourge=0).shows(scores=[5, 0, 0]),
)  # fmt: skip


def test_a_zone_whose_leviathan_was_slain_is_as_if_none_had_lain_there() -> None:
    state = against(1, ["C5"], 6, levels_lost=2).state
    assert (state.border[ZONE - 1], state.levels_lost.tolist()) == (EMPTY, [0] * ZONES)


# ---------------------------------------------------------------------------------------- rewards
def nine_power(**piles: Any) -> Situation:
    """L3 has just been slain, which pays three tokens."""
    return against(3, ["C5"], 4, **piles)


test_rewards = shown(
    l24_the_tokens_come_from_either_pile_as_far_as_it_reaches_a18=lambda:
        nine_power(monster_pool=[3], leviathan_pool=["pearls2"] * 7 + ["key"] * 3)
        .shows(asked=("TAKE_TOKENS", A), answers={"number:0", "number:1"})
        .play("number:1").shows(monster_tokens=[3, "pearls2", "pearls2"]),
    l24_with_too_few_tokens_one_takes_what_is_left_a18=lambda:
        nine_power(monster_pool=[3], leviathan_pool=["key"]).shows(monster_tokens=[3, "key"]),
    a18_without_any_tokens_nothing_is_asked=lambda:
        nine_power(monster_pool=[], leviathan_pool=[])
        .shows(asked=("MAIN", B), token_count=0, own_trophies=[3]),
    a18_the_split_is_chosen_before_any_token_is_seen=lambda:
        nine_power(monster_pool=[4, 2, 3, 3], leviathan_pool=["stack", "key"]).play("number:2")
        .shows(monster_tokens=[2, 4, "stack"]),
)  # fmt: skip


test_the_last_space = shown(
    l31_on_the_last_space_one_must_fight_if_one_can_a7=lambda:
        monster(seat(hand=["C1"], monster_tokens=WAITING), space=5, border={ZONE: 4}, dice=[1])
        .shows(asked=("MEET_MONSTER", A), answers={"fight", "token:pearls2"}),
    a8_the_pearl_of_the_last_space_comes_before_the_roll_and_may_boost=lambda:
        monster(seat(hand=["C1*"]), space=5, border={ZONE: 4}, dice=[4])
        .shows(asked=("BOOST", A), answers={"number:0", "number:1"})
        .play("number:1").take_tokens(1).shows(own_pearls=0, own_trophies=[4]),
    a8_the_pearl_of_the_last_space_comes_although_the_attack_fails=lambda:
        monster(seat(hand=["C1"]), space=5, border={ZONE: 4}, dice=[1])
        .shows(own_pearls=2, asked=("MAIN", B)),
    before_the_last_space_a_fight_brings_no_pearl=lambda:
        monster(seat(hand=["C3"]), space=4, border={ZONE: 4, ELSEWHERE: 8}, dice=[3])
        .play("fight", f"zone:{ZONE}").take_tokens(1).shows(own_pearls=0),
)  # fmt: skip


test_lords_during_a_fight = shown(
    a16_the_ship_master_is_paid_when_the_track_goes_to_the_council=lambda:
        monster(seat(hand=["C1", "C2"], lords=[8]), space=3, border={ZONE: 4}, dice=[1])
        .play("fight", "card:C1").shows(own_pearls=1)
        .play("stop").shows(own_pearls=1 + len(LEFT_BEHIND[:2])),
    a41_allies_sold_during_a_fight_are_gone_for_it=lambda:
        monster(seat(hand=["C1", "C2"], lords=[12]), border={ZONE: 4}, dice=[1])
        .play("fight", "card:C1", "use:12")
        # The last crab is sold: there is nothing to go on with.
        .shows(asked=("MAIN", B), own_pearls=1 + 2),
    a_leviathan_that_was_added_may_be_fought_later_in_the_same_exploration=lambda:
        monster(
            seat(hand=["J4"]), border={}, leviathan_deck=[4, 5], dice=[3, 4, 2], exploration_deck=["M", "Q1"],
        ).shows(asked=("MEET_MONSTER", A), border={ZONE: (4, 0)})
        .play("fight").take_tokens(1).shows(own_trophies=[4]),
)  # fmt: skip


# ---------------------------------------------------------------------------------------- Scourge
def slain_by_b(mine: list[int], theirs: list[int], holder: int | None) -> Situation:
    """B kills L4 while A and B have these trophies."""
    game = monster(
        seat(trophies=mine),
        seat(trophies=theirs, hand=["C3"]),
        active=B,
        scourge=holder,
        border={ZONE: 4, ELSEWHERE: 8},
        dice=[3],
    )
    return game.play("fight", f"zone:{ZONE}")


@sentences(
    "mine, theirs, holder, after",
    l35_a_slayer_who_stays_below_the_holder_does_not_take_the_scourge=([1, 2, 3], [5], A, A),
    a9_a_slayer_who_equals_the_holder_takes_the_scourge=([1, 2], [5], A, B),
    a9_a_slayer_who_exceeds_the_holder_takes_the_scourge=([1], [5], A, B),
    the_first_kill_takes_the_scourge_from_nobody=([], [], None, B),
    the_holder_keeps_the_scourge_without_a_word=([1], [5], B, B),
)
def test_the_scourge(mine: list[int], theirs: list[int], holder: int | None, after: int) -> None:
    game = slain_by_b(mine, theirs, holder)
    assert (game.table.scourge, "SCOURGE_TAKEN" in game.kinds) == (after, after != holder)


# ------------------------------------------------------------------------ 201 Intrepid in the flow
def intrepid(mine: Seat, dice: list[int]) -> Situation:
    """A, who owns the Intrepid in this way, has slain L4; L8 and L20 are left."""
    game = monster({**mine, "hand": ["C3", "C4", "C5"]}, border={2: 4, 4: 8, 6: 20}, dice=[3, *dice])
    game.play("fight", "zone:2", "card:C3")
    return game.take_tokens(1)


test_the_intrepid_in_the_flow = shown(
    l21_with_the_intrepid_a_second_leviathan_may_be_fought_but_no_third=lambda:
        intrepid(seat(lords=[201]), [2]).shows(asked=("FIGHT_AGAIN", A), answers={"fight", "stop"})
        .play("fight").shows(asked=("FIGHT_TARGET", A), answers={"zone:4", "zone:6"})
        .play("zone:4", "card:C4").take_tokens(1).shows(own_trophies=[4, 8], asked=("MAIN", B), hand=["C5"]),
    l21_a_second_leviathan_that_survives_may_be_attacked_again=lambda:
        intrepid(seat(lords=[201]), [1, 3]).play("fight", "zone:6", "card:C4")
        .shows(asked=("FIGHT_AGAIN", A), answers={"fight", "stop"}, own_pearls=1)
        .play("fight").take_tokens(1).shows(own_trophies=[4, 20], asked=("MAIN", B)),
    the_intrepid_may_stop_after_the_first_kill=lambda:
        intrepid(seat(lords=[201]), []).play("stop").shows(asked=("MAIN", B)),
    the_intrepid_does_not_leave_a_leviathan_that_lives=lambda:
        monster(seat(lords=[201], hand=["C1", "C4"]), border={2: 4, 4: 8}, dice=[1, 2])
        .play("fight", "zone:2", "card:C1").shows(asked=("FIGHT_AGAIN", A))
        .play("fight").take_tokens(1).shows(own_trophies=[4]),
    the_intrepid_may_fight_the_leviathan_that_refilled_the_border=lambda:
        monster(
            seat(lords=[201], hand=["C3", "C5"]), border={2: 4}, leviathan_deck=[12, 13], dice=[3, 3, 4, 1],
        ).play("fight", "card:C3").shows(border={ZONE: (12, 0)})
        .take_tokens(1).play("fight").take_tokens(1).shows(own_trophies=[4, 12]),
    the_intrepid_needs_an_ally_for_the_second_leviathan=lambda:
        monster(seat(lords=[201], hand=["C3", "J5"]), border={2: 4, 4: 8}, dice=[3])
        .play("fight", "zone:2", "card:C3").take_tokens(1).shows(asked=("MAIN", B), hand=["J5"]),
    a_hurt_leviathan_lets_its_levels_fall_from_where_it_stands=lambda:
        monster(seat(hand=["C4"]), border={ZONE: hurt(17, 1), ELSEWHERE: 19}, dice=[6])
        .play("fight", f"zone:{ZONE}").take_tokens(1).zone(ZONE, (17, 2)),
)  # fmt: skip


test_fights_each = shown_by_each(
    the_intrepid_without_power_stops_after_one=(powerless(201), lambda owner:
        intrepid(owner, []).shows(asked=("MAIN", B))),
    a45_in_a_fight_of_an_exploration_the_court_may_be_touched=([21, 115], lambda lord:
        monster(
            seat(hand=["C1", "C2"], lords=[lord]), kraken=True, border={ZONE: 19, ELSEWHERE: 4}, dice=[1],
            council=CRABS, court=[31, 32, 30],
        ).play("fight", f"zone:{ZONE}", "card:C1").shows(asked=("FIGHT_AGAIN", A)).offers(f"use:{lord}")),
    a41_turn_powers_may_be_used_before_and_between_attacks=(
        [(12, "use:12"), (17, "use:17"), (21, "use:21")], lambda lord, answer:
        monster(
            seat(hand=["C1", "C1*", "C2"], lords=[lord], pearls=3), border={ZONE: 4}, dice=[1],
            court=[28, 29, 30], lord_deck=[31, 32],
        ).offers(answer)
        .play("fight").shows(asked=("FIGHT_ALLY", A)).refuses(answer)
        .play("card:C1*").shows(asked=("BOOST", A)).refuses(answer)
        .play("number:0").shows(asked=("FIGHT_AGAIN", A)).offers(answer)),
    a46_before_the_last_space_the_exploration_goes_on_past_the_monster=([1, 4], lambda space:
        without_the_metamorph(with_the_metamorph(space=space))
        .shows(border={ZONE: (20, 0), ADDED: (4, 0)}, asked=("EXPLORE_ALLY", A), exploration_discard=["M"])
        .shows(track=[*LEFT_BEHIND[: space - 1], "J3"])),
)  # fmt: skip


# ------------------------------------------------------------ no attack is left, but something else is
def last_ally(*tokens: Any, hand: tuple[str, ...] = ("J5",), **rest: Any) -> Situation:
    """A has fought the jellyfish-eating L1 on zone 5 with the last ally; one level has fallen."""
    mine = seat(hand=list(hand), monster_tokens=list(tokens), **rest.pop("mine", {}))
    border = {ZONE: 1, ELSEWHERE: 8}
    game = monster(mine, **{"border": border, "dice": [1, 6, 6], "council": CRABS, **rest})
    game.play("fight")
    if game.question.kind == "FIGHT_TARGET":
        game.play(f"zone:{ZONE}")
    return game.play(f"card:{hand[0]}") if game.question.kind == "FIGHT_ALLY" else game


test_no_attack_is_left_but_something_else_is = shown(
    a42_a_stack_won_by_a_token_may_be_used_for_one_more_attack=lambda:
        last_ally("stack").play("number:1").shows(asked=("FIGHT_AGAIN", A), answers={"token:stack", "stop"})
        .play("token:stack").shows(asked=("FIGHT_AGAIN", A), answers={"fight", "stop"})
        .play("fight").shows(asked=("FIGHT_ALLY", A)),
    a42_after_a_failed_attack_too=lambda:
        last_ally("stack", hand=("J1",), dice=[1])
        .shows(asked=("FIGHT_AGAIN", A), answers={"token:stack", "stop"}),
    a42_a_token_may_be_used_after_a_kill=lambda:
        last_ally("pearls2", border={ZONE: 4, ELSEWHERE: 8}, dice=[6]).play("number:1")
        .shows(asked=("FIGHT_AGAIN", A), answers={"token:pearls2", "stop"})
        .play("token:pearls2").shows(asked=("MAIN", B), own_pearls=2),
    a42_after_a_kill_a_stack_gives_the_intrepid_another_fight=lambda:
        last_ally("stack", border={ZONE: 4, ELSEWHERE: 8}, dice=[6], mine={"lords": [201]})
        .play("number:1", "token:stack").shows(asked=("FIGHT_AGAIN", A), answers={"fight", "stop"})
        .play("fight").shows(asked=("FIGHT_ALLY", A)),
    a42_a_turn_power_may_be_used_where_no_attack_is_left=lambda:
        # The Slaver sells a squid, with which L1 cannot be fought.
        last_ally(hand=("J5", "Q2"), mine={"lords": [12]}).play("number:1")
        .shows(asked=("FIGHT_AGAIN", A), answers={"use:12", "stop"})
        .play("use:12").shows(asked=("MAIN", B), own_pearls=2),
    a42_with_nothing_left_to_use_the_fight_ends_by_itself=lambda:
        last_ally().play("number:1").shows(asked=("MAIN", B)),
    a42_strict_tokens_are_not_used_after_the_reward=lambda:
        last_ally("pearls2", options={"token_timing": "strict"}, hand=("J1",), dice=[1])
        .shows(asked=("MAIN", B)),
    a44_without_pearls_a_boost_is_asked_where_a_token_brings_some=lambda:
        against(4, ["C2*"], 1, mine=seat(monster_tokens=["pearls2"])).play("card:C2*")
        .shows(asked=("BOOST", A), answers={"number:0", "token:pearls2"})
        .play("token:pearls2").shows(asked=("BOOST", A), answers={"number:0", "number:1", "number:2"}),
)  # fmt: skip


@pytest.mark.parametrize("tokens", [[2], ["key"], ["stack"]])
def test_a44_other_tokens_bring_no_boost(tokens: list[Any]) -> None:
    game = against(4, ["C2*"], 1, mine=seat(monster_tokens=tokens), council=CRABS)
    if game.question.kind == "FIGHT_ALLY":
        game.play("card:C2*")
    assert game.pearls[A] == 1, "the attack has failed"
    assert game.question.kind != "BOOST"


def test_a44_strict_tokens_bring_no_boost() -> None:
    mine = seat(monster_tokens=["pearls2"])
    game = against(4, ["C2*"], 1, mine=mine, options={"token_timing": "strict"})
    assert game.question.kind != "BOOST"


@pytest.mark.parametrize("lord", [21, 115])
def test_a45_in_the_sorcerers_fight_the_court_is_left_alone(lord: int) -> None:
    mine = seat(hand=["C1", "C2"], lords=[lord, 12], monster_tokens=[])
    game = arrival(
        206, mine, border={ZONE: 19, ELSEWHERE: 4}, dice=[1], council=CRABS, kraken=True,
        lord_deck=[27, 28, 29, 10],
    )  # fmt: skip
    game.play("fight", f"zone:{ZONE}", "card:C1")
    assert (game.asked, game.answers) == (("FIGHT_AGAIN", A), {"fight", "use:12", "stop"})
    with pytest.raises(IllegalAction, match="only once you have finished recruiting"):
        game.apply(f"use:{lord}")
    # When the recruit is settled, the lord may do its work.
    game.play("stop")
    assert (game.asked, game.can(f"use:{lord}")) == (("END_POWERS", A), True)


# ------------------------------------------------------------------- the last ally goes beforehand
def without_the_metamorph(game: Situation) -> Situation:
    """A uses a token: the third key, and the Metamorph goes under the only location."""
    game.play("token:key")
    return game.play("location:3") if game.question.kind == "CONTROL_SOURCE" else game


def with_the_metamorph(
    *more: str, space: int = 5, zones: dict[int, int] | None = None, dice: tuple[int, ...] = ON_ADDED
) -> Situation:
    """A, who could fight with the Metamorph alone, fights and holds a token that brings the third key."""
    mine = seat(hand=[SEAHORSE, *more], lords=[205], key_tokens=1, monster_tokens=["key"])
    others = {"leviathan_deck": [4, 8, 12], "available_locations": [3], "location_deck": []}
    game = monster(mine, space=space, border=zones or {ZONE: 20}, dice=list(dice), **others)
    return game.play("fight") if game.question.kind == "MEET_MONSTER" else game


test_the_last_ally_goes_beforehand = shown(
    a46_on_the_last_space_a_leviathan_is_added_and_the_exploration_ends=lambda:
        without_the_metamorph(with_the_metamorph())
        .shows(border={ZONE: (20, 0), ADDED: (4, 0)}, exploration_discard=["M"], track=[], hand=[SEAHORSE])
        # No further card has been revealed, and the pearl of the last space stays.
        .shows(asked=("MAIN", B), own_pearls=1, exploration_deck_size=4)
        .stacks(jellyfish=["J2"], seahorse=["H2"], shellfish=["S2"]),
    a46_the_leviathan_on_the_zone_of_the_added_one_attacks=lambda:
        without_the_metamorph(with_the_metamorph(zones={ADDED: 20, ZONE: 19}))
        .shows(border={ADDED: (4, 0), ZONE: (19, 0)}, own_wounds=2),
    a46_the_leviathan_once_chosen_is_not_changed=lambda:
        # With the seahorse A could still fight L16, but has chosen L20.
        without_the_metamorph(with_the_metamorph(zones={ZONE: 20, ELSEWHERE: 16}).play(f"zone:{ZONE}"))
        .shows(asked=("MAIN", B)).zone(ADDED, (4, 0)),
    a46_a_fight_that_can_still_be_made_is_made=lambda:
        # L16 fears the seahorse, which beats it.
        without_the_metamorph(with_the_metamorph(zones={ZONE: 20, ELSEWHERE: 16}))
        .shows(asked=("TAKE_TOKENS", A), border={ZONE: (20, 0)}),
    a46_after_the_first_attack_the_fight_is_over_and_nothing_added=lambda:
        without_the_metamorph(
            with_the_metamorph("S1", dice=(1,)).play(f"zone:{ZONE}", "card:H4")
            .shows(asked=("FIGHT_AGAIN", A)).play("fight")
        ).shows(asked=("MAIN", B), border={ZONE: (20, 0)}),
    a46_who_loses_the_last_ally_in_the_sorcerers_fight_meets_no_monster=lambda:
        without_the_metamorph(
            arrival(
                206, seat(hand=[SEAHORSE], lords=[205], key_tokens=1, monster_tokens=["key"]),
                border={ZONE: 20}, available_locations=[3], location_deck=[], leviathan_deck=[4],
            ).play("fight")
        ).shows(asked=("MAIN", B), border={ZONE: (20, 0)}),
)  # fmt: skip


def test_a46_holds_before_the_leviathan_is_chosen_and_after_it() -> None:
    begun = with_the_metamorph(zones={ZONE: 20, ELSEWHERE: 19})
    assert begun.asked == ("FIGHT_TARGET", A)
    chosen = begun.clone().play(f"zone:{ZONE}")
    assert chosen.asked == ("FIGHT_ALLY", A)
    for game in (begun, chosen):
        without_the_metamorph(game)
        assert (game.asked, game.border[ADDED]) == (("MAIN", B), (4, 0))


def test_a46_who_is_attacked_on_the_last_space_can_be_written_down_and_read() -> None:
    game = without_the_metamorph(with_the_metamorph("H3", "S1", "S2", zones={ADDED: 1, ZONE: 20}))
    assert game.asked == ("LOSE_ALLY", A)
    assert Situation.from_position(game.to_position()).hash == game.hash
