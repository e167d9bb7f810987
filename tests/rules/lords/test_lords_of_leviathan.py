"""The ten lords of Leviathan, two for each guild (Leviathan 3); more of the Intrepid: test_fights.py."""

from typing import Any

import pytest

from openabyss.rules.cards.printed import LORD_ID
from openabyss.rules.state import ABSENT
from tests.rules.fights import ELSEWHERE, ZONE, against, monster
from tests.rules.positions import arrival, disabled, hurt, powerless, seat, with_leviathan
from tests.rules.printed import leviathan_table
from tests.rules.situation import A, B, C, D, Situation, shown, shown_by_each

ON_ZONE = [3, 4]
STACKS = {"squid": ["Q1"], "crab": ["C1"], "jellyfish": ["J1"]}
NINE_ZONES = {zone: zone for zone in range(1, 10)}
KEYS = {lord["id"]: lord["keys"] for lord in leviathan_table("lords")}


@pytest.mark.parametrize("lord", KEYS)
def test_a_lord_of_leviathan_counts_with_its_influence_and_key(lord: int) -> None:
    printed = next(card for card in leviathan_table("lords") if card["id"] == lord)
    game = with_leviathan(seat(lords=[lord]))
    assert game.score_sheet(A).lords == {lord: printed["influence"]}
    assert game.mine.keys == printed["keys"]


def test_the_tamer_stays_in_the_box() -> None:
    assert with_leviathan().state.lord_place[LORD_ID.tolist().index(6)] == ABSENT


test_lords_of_leviathan = shown(
    the_intrepid_works_in_the_sorcerers_fight_a13=lambda:
        arrival(206, seat(lords=[201], hand=["C3", "C4"]), border={2: 4, 4: 8, 6: 20}, dice=[3, 3])
        .play("fight", "zone:2", "card:C3", "number:1").shows(asked=("FIGHT_AGAIN", A))
        .play("fight", "zone:4", "number:1").shows(own_trophies=[4, 8]),
    the_intrepid_is_looked_at_when_it_is_wanted=lambda:
        # The token's third key comes from the Intrepid: under the location, it has no power any more.
        monster(
            seat(lords=[201], hand=["C3", "C4"], key_tokens=1, monster_tokens=["key"]), border={2: 4, 4: 8},
            dice=[3], available_locations=[14], location_deck=[3],
        ).play("fight", "zone:2", "card:C3", "number:1").shows(asked=("FIGHT_AGAIN", A)).offers("fight")
        .play("token:key", "location:14").shows(asked=("MAIN", B)).lord(201, location=14),
    the_border_guard_chooses_an_opponent=lambda:
        arrival(202, border={}, leviathan_deck=[5, 6], dice=ON_ZONE, council=STACKS)
        .shows(asked=("LURE", A), answers={"player:1", "player:2"})
        .play("player:2").shows(border={ZONE: (5, 0)}, leviathan_deck_size=1, asked=("MAIN", B)),
    the_border_guard_lets_the_chosen_opponent_suffer_the_attack=lambda:
        arrival(202, seat(), seat(), seat(), border={ZONE: 17}, leviathan_deck=[5, 6], dice=ON_ZONE)
        .play("player:2").shows(wounds=[0, 0, 4], border={ZONE: (5, 0)}),
    the_border_guard_offers_no_fight=lambda:
        arrival(
            202, seat(hand=["C2"]), seat(hand=["C4"]), border={1: 4}, leviathan_deck=[5, 6], dice=ON_ZONE,
            council=STACKS,
        ).play("player:1").shows(asked=("MAIN", B)),
    a12_a_shaman_without_power_does_not_protect=lambda:
        arrival(202, seat(), seat(lords=[disabled(14)]), border={}, leviathan_deck=[5, 6])
        .shows(answers={"player:1", "player:2"}),
    the_border_guard_has_no_effect_without_leviathans_in_the_deck=lambda:
        arrival(202, border={ZONE: 17}, leviathan_deck=[], council=STACKS)
        .shows(asked=("MAIN", B), wounds=[0, 0, 0]),
    the_border_guard_may_be_turned_on_any_of_four=lambda:
        arrival(202, *(seat() for _ in range(5)), border={}, leviathan_deck=[5, 6])
        .shows(answers={"player:1", "player:2", "player:3", "player:4"}),
    the_taxidermist_brings_two_pearls_for_each_level=lambda:
        against(1, ["C4"], 6, mine=seat(lords=[203])).shows(own_pearls=4),
    a33_taxidermist_and_altruist_count_the_level_that_the_rebel_removes=lambda:
        arrival(208, seat(lords=[203, 207]), border={ZONE: 1})
        .shows(own_pearls=2, asked=("TAKE_TOKENS", A), answers={"number:0", "number:1", "number:2"}),
    l57_the_traitor_brings_in_the_arms_dealer_who_is_paid=lambda:
        arrival(23, seat(lords=[9]), leviathan=True, court=[23, 204, 31, 32, 28], border={1: 4, 2: 5})
        .play("lord:9", "lord:204").shows(own_pearls=2, lord_numbers={23, 204}),
    the_schemer_brings_in_the_arms_dealer_who_is_paid=lambda:
        arrival(26, seat(lords=[9]), leviathan=True, lord_deck=[204], border={1: 4, 2: 5}).play("lord:9")
        .shows(own_pearls=2),
    the_metamorph_lets_every_race_fight_every_leviathan=lambda:
        against(20, ["J1", "C1", "H1", "S1", "Q1"], mine=seat(lords=[205]))
        .shows(answers={"card:J1", "card:C1", "card:H1", "card:S1", "card:Q1"}),
    with_the_metamorph_an_attack_is_still_one_ally=lambda:
        against(19, ["J3", "H3"], 1, mine=seat(lords=[205])).play("card:J3").shows(hand=["H3"]),
    the_metamorph_lets_only_its_owner_fight=lambda:
        monster(seat(hand=["J5"], monster_tokens=["pearls2"]), seat(lords=[205]), border={ZONE: 20})
        .shows(answers={"continue", "token:pearls2"}),
    l53_the_sorcerer_has_no_effect_for_who_cannot_fight=lambda:
        arrival(206, seat(hand=["Q2"]), border={ZONE: 3}, council=STACKS)
        .shows(asked=("MAIN", B), hand=["Q2"]),
    the_sorcerer_has_no_effect_on_an_empty_border=lambda:
        arrival(206, seat(hand=["C2"]), border={}, council=STACKS).shows(asked=("MAIN", B)),
    l53_the_sorcerer_may_decline=lambda:
        arrival(206, seat(hand=["C4"]), border={ZONE: 3}, council=STACKS)
        .shows(asked=("SORCERY", A), answers={"fight", "pass"})
        .play("pass").shows(asked=("MAIN", B), hand=["C4"]),
    l53_the_sorcerer_fights_as_one_does_in_the_deep=lambda:
        arrival(206, seat(hand=["C4", "C1", "C2"]), border={ZONE: 2, 7: 8}, dice=[2, 3, 1], council=STACKS)
        .play("fight", f"zone:{ZONE}", "card:C4", "number:2").shows(asked=("FIGHT_AGAIN", A))
        .zone(ZONE, (2, 1))
        .play("fight", "card:C1", "number:1").shows(own_trophies=[2], token_count=3, asked=("MAIN", B)),
    the_sorcerers_fight_brings_no_pearl_but_that_of_a_failure=lambda:
        arrival(206, seat(hand=["C2"]), border={ZONE: 3}, dice=[1], council=STACKS).play("fight")
        .shows(own_pearls=1),
    a13_what_was_slain_before_does_not_count_in_the_sorcerers_fight=lambda:
        fought_before(["C1", "C2"]).play("fight", "zone:4", "card:C1")
        .shows(asked=("FIGHT_AGAIN", A), answers={"fight", "stop"}),
    after_the_sorcerers_fight_the_recruiting_goes_on=lambda:
        # A key token gained in the fight completes three keys: a location comes after the fight.
        arrival(
            206, seat(hand=["C3"], key_tokens=2), border={ZONE: 4, 7: 8}, dice=[3],
            leviathan_pool=["key", "key"], council=STACKS, available_locations=[14], location_deck=[3],
        ).play("fight", f"zone:{ZONE}", "number:0", "stop").shows(asked=("END_POWERS", A))
        .offers("token:key")
        .play("token:key", "location:14").shows(locations=[14], asked=("MAIN", B)),
    the_altruist_adds_none_for_others=lambda:
        monster(seat(hand=["C3"]), seat(lords=[207]), border={ZONE: 4}, dice=[3]).play("fight")
        .shows(answers={"number:0", "number:1"}),
    the_rebel_must_strike_some_leviathan=lambda:
        arrival(208, border={2: 4, 4: 1}).shows(asked=("STRIKE", A), answers={"zone:2", "zone:4"}),
    l52_the_rebel_may_slay_and_the_intrepid_adds_no_fight_a14=lambda:
        arrival(208, seat(lords=[201], hand=["C5"]), border={ZONE: 8, 7: 20}, council=STACKS)
        .play(f"zone:{ZONE}").shows(answers={"number:0", "number:1"})
        .play("number:1")
        .shows(own_trophies=[8], scourge=A, border={7: (20, 0)}, asked=("MAIN", B), hand=["C5"]),
    l52_with_the_altruist_the_rebel_brings_one_token_more=lambda:
        arrival(208, seat(lords=[207]), border={ZONE: 8, 7: 20}).play(f"zone:{ZONE}")
        .shows(answers={"number:0", "number:1", "number:2"}),
    l52_the_rebel_who_empties_the_border_refills_it=lambda:
        arrival(208, border={ZONE: 8}, leviathan_deck=[5, 6], dice=[4, 4])
        .shows(border={6: (5, 0)}, leviathan_deck_size=1, own_trophies=[8]),
    the_rebel_has_no_effect_on_an_empty_border=lambda:
        arrival(208, border={}, council=STACKS).shows(asked=("MAIN", B)),
    the_corruptor_brings_in_the_rebel_who_strikes=lambda:
        arrival(22, seat(pearls=5), leviathan=True, court=[22, 208, 31, 32, 28], border={2: 4, 4: 1})
        .play("lord:208").shows(asked=("STRIKE", A), answers={"zone:2", "zone:4"}),
    the_coward_may_discard_a_monster_and_explores_on=lambda:
        monster(
            seat(lords=[209], hand=["C5"]), space=3, border={ZONE: 17}, leviathan_deck=[5, 6], dice=ON_ZONE,
        ).shows(asked=("MEET_MONSTER", A), answers={"fight", "continue", "use:209"})
        .play("use:209")
        .shows(
            border={ZONE: (17, 0)}, own_wounds=0, leviathan_deck_size=2, track=["J2", "H2", "J3"],
            exploration_discard=["M"], asked=("EXPLORE_ALLY", A),
        ),
    a32_the_coward_may_avoid_the_monster_of_the_last_space=lambda:
        monster(seat(lords=[209], hand=["C5"]), space=5, border={ZONE: 17}, exploration_deck=["Q3", "H3"])
        .shows(answers={"fight", "use:209"})
        .play("use:209")
        # The next card is on the last space again and must be taken, with its pearl.
        .shows(hand=["C5", "Q3"], own_pearls=1),
    the_coward_may_be_used_again_for_the_next_monster=lambda:
        monster(
            seat(lords=[209]), border={ZONE: 17}, leviathan_deck=[5, 6], exploration_deck=["M", "Q3", "H3"],
        ).play("use:209").shows(asked=("MEET_MONSTER", A), answers={"continue", "use:209"})
        .play("use:209").shows(track=["Q3"]),
    the_coward_cannot_avoid_a_monster_when_no_ally_is_left_to_find=lambda:
        monster(seat(lords=[209], hand=["C5"]), border={2: 17, 4: 20}, exploration_deck=["M"])
        .shows(asked=("FIGHT_TARGET", A)),
    the_coward_avoids_only_monsters_of_the_own_exploration=lambda:
        monster(seat(hand=["C5"]), seat(lords=[209]), border={ZONE: 17}).shows(answers={"fight", "continue"}),
    l56_the_breeder_has_no_effect_without_a_free_zone=lambda:
        arrival(210, border=NINE_ZONES, leviathan_deck=[17, 18], council=STACKS)
        .shows(asked=("MAIN", B), leviathan_deck_size=2),
    l56_the_breeder_has_no_effect_without_leviathans_in_the_deck=lambda:
        arrival(210, border={ZONE: 4}, leviathan_deck=[], council=STACKS)
        .shows(asked=("MAIN", B), border={ZONE: (4, 0)}),
    the_traitor_brings_in_the_breeder_who_breeds=lambda:
        arrival(
            23, seat(lords=[9]), leviathan=True, court=[23, 210, 31, 32, 28], border={ZONE: 4},
            leviathan_deck=[17, 18],
        ).play("lord:9", "lord:210", "zone:1").shows(border={1: (17, 0), ZONE: (4, 0)}),
    the_ship_master_is_paid_after_a_fight_too_a16=lambda:
        monster(seat(lords=[8], hand=["C3"]), space=4, border={ZONE: 4, ELSEWHERE: 6}, dice=[3])
        .play("fight", f"zone:{ZONE}", "number:1").shows(own_pearls=3),
    a_lord_of_leviathan_may_open_a_location_with_its_key=lambda:
        with_leviathan(
            seat(lords=[201, 203, 205]), phase="turn_end", available_locations=[14], location_deck=[3],
            council=STACKS,
        ).play("location:14")
        .lord(201, location=14).lord(203, location=14).lord(205, location=14),
    the_rebel_removes_exactly_one_level_without_ally_or_dice=lambda:
        arrival(208, seat(hand=["C5"]), border={2: 4, 4: hurt(1, 1)}, council=STACKS).play("zone:4")
        .shows(kinds=["LEVEL_REMOVED"])
        .play("number:2").shows(border={2: (4, 0), 4: (1, 2)}, hand=["C5"])
        .shows(token_count=2, own_trophies=[], asked=("MAIN", B)),
)  # fmt: skip


def test_l55_the_border_guard_cannot_choose_the_owner_of_the_shaman_a12() -> None:
    game = arrival(202, seat(), seat(lords=[14]), players=2, border={}, leviathan_deck=[5, 6], council=STACKS)
    assert (game.asked, game.table.leviathan_deck_size, game.border) == (("MAIN", B), 2, {})
    several = arrival(202, seat(), seat(lords=[14]), seat(), seat(), border={}, leviathan_deck=[5, 6])
    assert several.answers == {f"player:{C}", f"player:{D}"}


def test_the_taxidermist_brings_separate_gains_before_the_tokens_are_taken() -> None:
    game = against(1, ["C4"], 6, mine=seat(lords=[203]))
    gains = [event.amount for event in game.latest_events if event.kind == "PEARLS_GAINED"]
    assert (gains, game.asked) == ([2, 2], ("TAKE_TOKENS", A))


def test_the_taxidermist_brings_nothing_for_a_failure_or_for_others() -> None:
    assert against(4, ["C1"], 1, mine=seat(lords=[203])).pearls[A] == 1
    game = monster(seat(hand=["C3"]), seat(lords=[203]), border={ZONE: 4}, dice=[3])
    assert game.play("fight").pearls == [0, 0, 0]


test_lords_of_leviathan_each = shown_by_each(
    the_taxidermist_without_power_brings_nothing=(powerless(203), lambda owner:
        against(4, ["C3"], 3, mine=owner).shows(own_pearls=0)),
    the_arms_dealer_brings_a_pearl_for_each_leviathan_of_the_border=([0, 1, 9], lambda count:
        arrival(204, border={zone: zone for zone in range(1, count + 1)}).shows(pearls=[count, 0, 0])),
    the_metamorph_without_power_lets_nobody_else_fight=(powerless(205), lambda owner:
        monster({**owner, "hand": ["J5"], "monster_tokens": ["pearls2"]}, border={ZONE: 20})
        .shows(answers={"continue", "token:pearls2"})),
    the_altruist_without_power_adds_none=(powerless(207), lambda owner:
        against(4, ["C3"], 3, mine=owner).shows(answers={"number:0", "number:1"})),
    the_coward_without_power_avoids_nothing=(powerless(209), lambda owner:
        monster({**owner, "hand": ["C5"]}, border={ZONE: 17}).shows(answers={"fight", "continue"})),
    the_altruist_adds_a_token_for_each_level=([("C3", 1, 1 + 1), ("C4", 6, 3 + 2)], lambda card, die, tokens:
        against(1, [card], die, mine=seat(lords=[207]))
        .shows(answers={f"number:{base}" for base in range(tokens + 1)})),
    the_assassin_takes_power_and_key_of_a_lord_of_leviathan=(
        [lord for lord, keys in KEYS.items() if keys], lambda lord:
        arrival(4, seat(), seat(lords=[lord]), leviathan=True).lord(lord, B, disabled=True)
        .before(B, keys=0)),
)  # fmt: skip


def test_with_the_metamorph_value_and_fight_effect_count_as_ever() -> None:
    game = against(20, ["H2*"], 3, mine=seat(lords=[205], pearls=4))
    assert (game.asked, game.answers) == (("BOOST", A), {"number:0", "number:1", "number:2"})
    assert against(20, ["J4*"], 1, 3, mine=seat(lords=[205])).trophies[A] == [20]


def fought_before(hand: list[str], **mine: Any) -> Situation:
    """A has slain L4 in a turn; B has taken a stack; A recruits the Sorcerer."""
    payment = ["J5", "S3"]
    game = monster(
        seat(hand=["C3", *hand, *payment], **mine),
        players=2,
        border={2: 4, 4: 3, 6: 20},
        dice=[3, 1, 1],
        court=[206, 31, 32, 30],
        council=STACKS,
        exploration_deck=["H3", "H4", "Q3"],
    )
    game.play("fight", "zone:2", "card:C3", "number:1")
    game.play("stack:squid")
    return game.recruit(206, *payment)


def test_the_coward_may_still_fight_or_go_on() -> None:
    mine = seat(lords=[209], hand=["C5"])
    assert monster(mine, border={ZONE: 17}, dice=[1]).play("fight").border[ZONE] == (17, 1)
    going_on = monster(mine, border={ZONE: 17}, leviathan_deck=[5, 6], dice=ON_ZONE).play("continue")
    assert (going_on.wounds[A], going_on.border) == (4, {ZONE: (5, 0)})


def test_l56_the_breeder_puts_a_leviathan_on_a_free_zone_of_choice() -> None:
    full_but_two = {zone: leviathan for zone, leviathan in NINE_ZONES.items() if zone not in (1, 8)}
    game = arrival(210, border=full_but_two, leviathan_deck=[17, 18])
    assert (game.asked, game.answers) == (("BREED", A), {"zone:1", "zone:8"})
    revealed = [event.leviathan for event in game.latest_events if event.kind == "LEVIATHAN_REVEALED"]
    assert revealed == [17]
    game.play("zone:8")
    assert (game.border[8], 1 in game.border, game.wounds) == ((17, 0), False, [0, 0, 0])


def test_prices_of_these_lords_change_like_those_of_others() -> None:
    court = [206, 31, 32, 30]
    cheaper = with_leviathan(seat(lords=[25], hand=["J4", "S2"]), court=court, council=STACKS)
    assert [payment.pearls for payment in cheaper.payments(206)] == [0]
    dearer = with_leviathan(seat(hand=["J5", "S3"], pearls=2), seat(lords=[1]), court=court, council=STACKS)
    assert [payment.pearls for payment in dearer.payments(206)] == [2]
    any_race = with_leviathan(seat(lords=[24], hand=["S5", "H3"]), court=court, council=STACKS)
    assert [payment.cards for payment in any_race.payments(206)] == [("S5", "H3")]
