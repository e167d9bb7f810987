"""What is reported about everything that happens: the rows that rules/events.py describes, in their order."""

from typing import Any

import numpy as np
import pytest

from openabyss.rules.actions import LOCATION, RACE
from openabyss.rules.cards.printed import LOCATION_ID, LORD_ID
from openabyss.rules.ending import SEVENTH_LORD
from openabyss.rules.state import NOBODY
from openabyss.words.cards.codes import kind_of_code
from tests.rules.fights import ELSEWHERE, ZONE, against, monster
from tests.rules.positions import arrival, position, seat, sentinel, under, with_kraken, with_leviathan
from tests.rules.situation import A, B, C, Row, Situation, shown

CRAB, SEAHORSE, SQUID = 1, 2, 4
STACKS = {"squid": ["Q1", "Q2"], "crab": ["C1"], "jellyfish": ["J1"]}
TILES: dict[str, Any] = {"available_locations": [14], "location_deck": [3, 4, 9]}


def ally(code: str) -> int:
    return kind_of_code(code)


def lord(printed: int) -> int:
    return int(np.flatnonzero(printed == LORD_ID)[0])


def tile(printed: int) -> int:
    return int(np.flatnonzero(printed == LOCATION_ID)[0])


# ---------------------------------------------------------------------------- the course of the game
def test_a_new_game_tells_court_location_first_player_and_first_turn() -> None:
    game = Situation.new(players=3, seed=1)
    rows = game.reported
    first = game.table.active
    court = [(kind, space) for kind, _player, space, _lord in rows[:6]]
    assert court == [("LORD_REVEALED", space) for space in range(6)]
    assert [LORD_ID[row[3]] for row in rows[:6]] == game.table.court
    (location,) = game.table.available_locations
    assert rows[6:9] == [
        ("LOCATION_AVAILABLE", NOBODY, 0, tile(location)),
        ("GAME_STARTED", first, 3, 0),
        ("TURN_STARTED", first, 1, 0),
    ]


test_the_course_of_the_game = shown(
    a_stack_is_reported_before_the_next_turn_begins=lambda:
        position(council=STACKS).play("stack:squid")
        .reports(("STACK_TAKEN", A, 2, SQUID), ("TURN_STARTED", B, 2, 0)),
    an_extra_turn_is_reported_when_it_is_won_and_when_it_begins=lambda:
        arrival(15, council=STACKS)
        .reports_last(
            ("LORD_RECRUITED", A, 1, lord(15)), ("EXTRA_TURN", A, 1, lord(15)), ("TURN_STARTED", A, 2, 1),
        ),
    the_end_is_reported_after_the_final_affiliation=lambda:
        position(seat(hand=["C5", "C2", "Q4"]), seat(), seat(), active=C, ending_player=A)
        .play("stack:squid")
        .reports(
            ("STACK_TAKEN", C, 1, SQUID), ("ALLY_AFFILIATED", A, 0, ally("C2")),
            ("ALLY_AFFILIATED", A, 0, ally("Q4")), ("ALLY_AFFILIATED", C, 0, ally("Q1")),
            ("GAME_ENDED", NOBODY, 0, 0),
        ),
)  # fmt: skip


def test_the_last_round_is_reported_with_its_cause() -> None:
    game = arrival(29, seat(lords=[9, 10, 13, 2, 30, 31]))
    assert game.reported[-3:-1] == [("LORD_RECRUITED", A, 7, lord(29)), ("LAST_ROUND", A, 0, SEVENTH_LORD)]


# -------------------------------------------------------------------------------------- exploration
def exploring(*more: str) -> Situation:
    """A explores, B and C have a pearl for each ally that is revealed."""
    deck = ["J3", "H2", "H4", *more]
    return position(seat(), seat(pearls=1), seat(pearls=1), exploration_deck=deck).play("explore")


test_exploration = shown(
    an_exploration_and_the_cards_it_reveals_are_reported=lambda:
        exploring().reports(("EXPLORED", A, 0, 0), ("REVEALED", A, 0, ally("J3"))),
    an_offer_that_is_declined_is_reported_with_its_price=lambda:
        exploring().play("pass").reports(("OFFER_DECLINED", B, 1, ally("J3"))),
    a_purchase_is_reported_with_what_is_paid=lambda:
        exploring().play("buy")
        .reports(
            ("ALLY_BOUGHT", B, 1, ally("J3")), ("PEARLS_PAID", B, 1, 0), ("PEARLS_GAINED", A, 1, 1),
            ("REVEALED", A, 0, ally("H2")),
        ),
    the_allies_left_on_the_track_are_reported_with_their_stacks=lambda:
        position(phase="explore", track=["J3", "M", "H4"], council=STACKS).play("take")
        .reports_first(
            ("ALLY_TAKEN", A, 2, ally("H4")), ("SENT_TO_COUNCIL", A, 0, ally("J3")),
            ("EXPLORATION_ENDED", A, 0, 0),
        ),
    the_deck_is_reported_to_be_shuffled_again_with_its_cards=lambda:
        position(phase="explore", track=["J3"], exploration_deck=[], exploration_discard=["H4", "H4"])
        .play("continue").reports(("RESHUFFLED", NOBODY, 2, 0), ("REVEALED", A, 1, ally("H4"))),
    a_monster_that_is_passed_raises_the_threat=lambda:
        position(phase="explore", track=["M"], exploration_deck=["J3", "H2"], threat=3).play("continue")
        .reports_first(("THREAT_ROSE", A, 4, 0)),
    a_fight_is_reported_with_its_level_and_its_reward_after_the_threat_fell=lambda:
        position(seat(key_tokens=1), phase="explore", track=["M"], monster_pool=[3, 3, 3], threat=4)
        .play("fight").reports(("MONSTER_FOUGHT", A, 4, 0))
        .play("reward:1").reports_first(("THREAT_RESET", A, 1, 0)),
)  # fmt: skip


@pytest.mark.parametrize(
    ("threat", "brought"), [(1, ("PEARLS_GAINED", A, 1, 1)), (3, ("KEYS_GAINED", A, 1, 1))]
)
def test_a_reward_tells_of_what_it_brings_and_of_nothing_else(threat: int, brought: Row) -> None:
    game = position(phase="explore", track=["M"], monster_pool=[], threat=threat, council=STACKS)
    rows = game.play("fight").reported
    assert rows == [
        ("MONSTER_FOUGHT", A, threat, 0),
        ("THREAT_RESET", A, 1, 0),
        brought,
        ("EXPLORATION_ENDED", A, 0, 0),
        ("TURN_STARTED", B, 2, 0),
    ]


def test_a_token_is_reported_with_its_face_to_its_owner_alone() -> None:
    game = position(seat(monster_tokens=[2]), phase="explore", track=["M"], monster_pool=[3, 3], threat=2)
    game.play("fight", "reward:2")
    (drawn,) = (event for event in game.latest_events if event.kind == "TOKEN_DRAWN")
    assert (drawn.player, drawn.total, drawn.token, drawn.seen_by) == (A, game.tokens_held(), 3, A)


test_hands_and_lords = shown(
    a_recruit_is_reported_from_the_payment_to_the_new_court=lambda:
        position(
            seat(hand=["H5", "H2"], pearls=2), court=[29, 31, 32], lord_deck=[27, 28, 30, 26], council=STACKS,
        ).play("recruit:29")
        .reports(
            ("ALLY_SPENT", A, 1, ally("H2")), ("ALLY_SPENT", A, 1, ally("H5")), ("PEARLS_PAID", A, 1, 1),
            ("ALLY_AFFILIATED", A, 0, ally("H2")), ("LORD_RECRUITED", A, 1, lord(29)),
            ("PEARLS_GAINED", A, 2, 3),
            *(("LORD_REVEALED", A, space, lord(new)) for space, new in enumerate([27, 28, 30, 26], 2)),
            ("TURN_STARTED", B, 2, 0),
        ),
    copies_that_are_spent_together_are_reported_once=lambda:
        position(seat(hand=["H4", "H4"]), court=[29, 30, 31, 32]).play("recruit:29")
        .reports_first(("ALLY_SPENT", A, 2, ally("H4"))),
    a_plot_is_reported_with_the_lord_that_it_reveals=lambda:
        position(seat(pearls=2), court=[30, 31], lord_deck=[32, 29]).play("plot")
        .reports(("PLOTTED", A, 0, 0), ("PEARLS_PAID", A, 1, 1), ("LORD_REVEALED", A, 2, lord(32))),
    a_turn_power_is_reported_before_what_it_does=lambda:
        position(seat(lords=[12], hand=["J1", "J2"])).play("use:12").reports(("LORD_USED", A, 0, lord(12)))
        .play("card:J1").reports(("ALLY_DISCARDED", A, 1, ally("J1")), ("PEARLS_GAINED", A, 2, 2)),
    a_lord_that_is_turned_is_reported_with_its_owner=lambda:
        arrival(4, seat(), seat(lords=[9, 12])).play("lord:12")
        .reports_first(("LORD_DISABLED", B, 0, lord(12))),
    a_lord_that_leaves_the_court_is_nobodys=lambda:
        position(seat(lords=[21]), court=[28, 30, 31], lord_deck=[9, 1, 2]).play("use:21", "lord:30")
        .reports(("LORD_DISCARDED", NOBODY, 0, lord(30)), ("LORD_REVEALED", A, 1, lord(9))),
    a_lord_that_is_betrayed_and_one_that_is_obtained_are_reported_with_their_owner=lambda:
        arrival(23, seat(lords=[10, 31]), court=[23, 11, 30, 32]).play("lord:10")
        .reports(("LORD_DISCARDED", A, 0, lord(10)))
        .play("lord:30").reports_first(("LORD_OBTAINED", A, 3, lord(30))),
    a_lord_of_the_deck_is_reported_to_come_into_no_space_of_the_court=lambda:
        arrival(26, seat(lords=[30]), lord_deck=[9, 1, 2]).play("lord:30")
        .reports_first(
            ("LORD_DISCARDED", A, 0, lord(30)), ("LORD_REVEALED", A, -1, lord(9)),
            ("LORD_OBTAINED", A, 2, lord(9)),
        ),
    an_ally_that_is_healed_is_reported=lambda:
        arrival(112, exploration_discard=["C5"]).play("card:C5")
        .reports_first(("ALLY_FOUND", A, 0, ally("C5"))),
    what_costs_nothing_tells_of_no_payment=lambda:
        with_kraken(
            seat(hand=["H5", "H3"], pearls=2, nebulis=2), court=[29, 30, 31, 32], council=STACKS,
            kraken_figure=A,
        ).recruit(29, "H5", "H3")
        .shows(kinds=["ALLY_SPENT", "ALLY_SPENT", "ALLY_AFFILIATED", "LORD_RECRUITED", "TURN_STARTED"]),
    keys_of_lords_alone_tell_of_no_tokens=lambda:
        position(seat(lords=[1, 11, 25]), council=STACKS, **TILES).play("stack:squid", "location:14")
        .shows(kinds=[*["LORD_ASSIGNED"] * 3, "LOCATION_CONTROLLED", "TURN_STARTED"]),
    a_stack_that_is_cleared_is_reported_with_its_cards=lambda:
        position(
            seat(lords=[17]),
            council={"squid": ["Q1", "Q2", "Q3"], "crab": ["C1", "C2"], "jellyfish": ["J1"]},
        ).play("use:17", "stack:squid").reports_first(("STACK_CLEARED", A, 3, SQUID)),
)  # fmt: skip


def test_a_theft_is_reported_with_the_victim_and_its_face_to_the_thief_alone() -> None:
    game = arrival(7, seat(), seat(), seat(monster_tokens=[3]))
    (stolen,) = (event for event in game.latest_events if event.kind == "TOKEN_STOLEN")
    assert (stolen.player, stolen.opponent, stolen.token) == (A, C, 3)


test_locations = shown(
    a_location_is_reported_from_the_draw_to_the_keys=lambda:
        position(seat(lords=[1, 11], key_tokens=2), council=STACKS, **TILES).play("stack:squid", "draw:2")
        .reports(("LOCATION_REVEALED", A, 0, tile(3)), ("LOCATION_REVEALED", A, 0, tile(4)))
        .play("location:4").reports(("LOCATION_AVAILABLE", A, 0, tile(3)))
        .play("lord:11")
        .reports_first(
            ("LORD_ASSIGNED", A, tile(4), lord(11)), ("KEYS_RETURNED", A, 2, 0),
            ("LOCATION_CONTROLLED", A, 0, tile(4)),
        ),
    an_exchange_is_reported_with_both_tiles=lambda:
        arrival(19, seat(locations=[4, 5]), available_locations=[14, 15]).play("location:5", "location:15")
        .reports_first(("LOCATION_EXCHANGED", A, tile(5), tile(15)), ("LOCATION_CONTROLLED", A, 0, tile(15))),
)  # fmt: skip


def test_an_ambassador_is_reported_to_go_under_its_location() -> None:
    game = arrival(34, available_locations=[], location_deck=[14])
    assert game.reported[-4:-1] == [
        ("LOCATION_REVEALED", A, 0, tile(14)),
        ("LORD_ASSIGNED", A, tile(14), lord(34)),
        ("LOCATION_CONTROLLED", A, 0, tile(14)),
    ]


test_kraken = shown(
    nebulis_that_change_hands_are_reported_before_the_figure=lambda:
        with_kraken(
            seat(nebulis=1), seat(pearls=2, nebulis=1), price=3, exploration_deck=["J1", "C1", "H1", "S1"],
            kraken_figure=B,
        ).play("explore", "buy")
        .reports_first(
            ("ALLY_BOUGHT", B, 3, ally("J1")), ("PEARLS_PAID", B, 2, 0), ("PEARLS_GAINED", A, 2, 2),
            ("NEBULIS_LOST", B, 1, 0), ("NEBULIS_GAINED", A, 1, 2), ("FIGURE_MOVED", A, 0, 0),
        ),
    a_sentinel_is_reported_with_what_it_guards=lambda:
        arrival(107, kraken=True, council=STACKS, **TILES).play("location:14")
        .reports_first(("SENTINEL_PLACED", A, 1, LOCATION + tile(14))),
    a_sentinel_that_returns_is_reported_with_what_it_guarded=lambda:
        with_kraken(seat(lords=[107]), council=STACKS, sentinels=[sentinel(107, A, council="squid")])
        .play("stack:squid")
        .reports_first(("STACK_TAKEN", A, 2, SQUID), ("SENTINEL_RETURNED", A, 1, RACE + SQUID)),
    a_kraken_is_reported_to_go_to_the_stack_that_was_chosen=lambda:
        with_kraken(phase="explore", track=["K3", "J1"], council=STACKS, exploration_deck=["H1", "H2"])
        .play("take", "stack:crab").reports_first(("SENT_TO_COUNCIL", A, CRAB, ally("K3"))),
    loot_is_reported_before_its_reward_and_a_pair_that_is_lost=lambda:
        searching(3, 3, 7).reports_last(("LOOT_DRAWN", A, 3, 1), ("KEYS_GAINED", A, 1, 1))
        .play("search").reports(("LOOT_DRAWN", A, 3, 1), ("LOOT_LOST", A, 3, 1), ("KEYS_GAINED", A, 1, 2)),
    an_ally_of_the_loot_is_reported_after_the_monsters_before_it=lambda:
        searching(6, 7, exploration_deck=["M", "J4", "H1"])
        .reports_last(
            ("LOOT_DRAWN", A, 6, 1), ("MONSTER_FOUND", A, 0, ally("M")), ("THREAT_ROSE", A, 2, 0),
            ("ALLY_FOUND", A, 0, ally("J4")),
        ),
    a_lord_that_is_freed_is_reported_with_its_location=lambda:
        arrival(116, seat(lords=[under(14, 27), under(14, 28)], locations=[14])).play("lord:28")
        .reports_first(("LORD_FREED", A, tile(14), lord(28))),
    a_race_is_reported_before_the_affiliated_allies_of_it=lambda:
        arrival(114, seat(), seat(affiliated=["H2", "H4"])).play("stack:seahorse")
        .reports(("RACE_NAMED", A, 0, SEAHORSE))
        .play("card:H4").reports_first(("AFFILIATED_LOST", B, 0, ally("H4"))),
)  # fmt: skip


def searching(*loot: int, **rest: Any) -> Situation:
    """A has come to control the Abandoned Convoy, and this loot is drawn there."""
    tiles: dict[str, Any] = {"available_locations": [104, 14], "location_deck": [3, 4]}
    game = with_kraken(seat(key_tokens=3), council=STACKS, loot_deck=list(loot), **tiles, **rest)
    return game.play("stack:squid", "location:104")


test_leviathan = shown(
    an_attack_on_the_border_is_reported_from_the_choice_to_the_failure=lambda:
        monster(seat(hand=["C1", "C2"]), border={ZONE: 4, ELSEWHERE: 19}, dice=[1])
        .play("fight", f"zone:{ZONE}").reports(("LEVIATHAN_FOUGHT", A, ZONE - 1, 3))
        .play("card:C1")
        .reports(
            ("ALLY_DISCARDED", A, 1, ally("C1")), ("ROLLED", A, 1, 1), ("ATTACK_FAILED", A, 1 + 1, 3),
            ("PEARLS_GAINED", A, 1, 1),
        ),
    a_kill_is_reported_with_its_levels_its_trophies_and_the_scourge=lambda:
        against(4, ["C3"], 3, mine=seat(trophies=[7]), scourge=None)
        .reports_last(("LEVEL_REMOVED", A, 1, 3), ("LEVIATHAN_SLAIN", A, 2, 3), ("SCOURGE_TAKEN", A, 0, 0)),
    a_leviathan_is_reported_from_the_deck_to_the_wounds_of_the_one_it_drives_out=lambda:
        monster(seat(wounds=1, hand=["C5"]), border={ZONE: 17}, dice=[3, 4], leviathan_deck=[16, 18, 20])
        .play("continue")
        .reports_first(
            ("LEVIATHAN_REVEALED", A, 0, 15), ("ROLLED", A, 3, 3), ("ROLLED", A, 4, 3 + 4),
            ("LEVIATHAN_PLACED", A, ZONE - 1, 15), ("ATTACKED", A, 4, 16), ("WOUNDED", A, 4, 1 + 4),
        ),
    a_token_that_is_used_is_reported_before_what_it_brings=lambda:
        with_leviathan(seat(pearls=1, monster_tokens=["pearls3"]), council=STACKS).play("token:pearls3")
        .reports(("TOKEN_USED", A, 0, 4), ("PEARLS_GAINED", A, 3, 4)),
)  # fmt: skip


def test_of_two_dice_the_higher_is_reported_to_count() -> None:
    game = against(11, ["Q3*"], 5, 2)
    assert [row for row in game.reported if row[0] == "ROLLED"] == [("ROLLED", A, 5, 5), ("ROLLED", A, 2, 5)]


def test_a_monster_that_the_coward_avoids_is_reported_apart_from_one_that_means_nothing() -> None:
    game = monster(seat(hand=["C5"], lords=[209]), border={ZONE: 4}, leviathan_deck=[5])
    assert game.play("lord:209").reported[0] == ("MONSTER_AVOIDED", A, 1, 0)
    last_turns = {"ending_player": B, "end_cause": "leviathans", "leviathan_deck": []}
    game = with_leviathan(council=STACKS, exploration_deck=["M", "J3", "H3"], border={ZONE: 4}, **last_turns)
    avoided = [row for row in game.play("explore").reported if row[0] == "MONSTER_AVOIDED"]
    assert avoided == [("MONSTER_AVOIDED", A, 2, 0)]
    game = monster(seat(hand=["C5"]), border={ZONE: 4}, leviathan_deck=[])
    assert game.play("continue").reported[0] == ("MONSTER_AVOIDED", A, 3, 0)
