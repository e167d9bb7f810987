"""What is reported about everything that happens: the rows that rules/events.py describes, in their order."""

from typing import Any

import numpy as np
import pytest

from openabyss.rules.actions import LOCATION, RACE
from openabyss.rules.cards.printed import LOCATION_ID, LORD_ID
from openabyss.rules.ending import SEVENTH_LORD
from openabyss.rules.state import NOBODY
from openabyss.words.cards.codes import kind_of_code
from tests.rules.positions import (
    ELSEWHERE,
    ZONE,
    A,
    B,
    C,
    Situation,
    against,
    arrival,
    monster,
    position,
    seat,
    sentinel,
    under,
    with_kraken,
    with_leviathan,
)

Row = tuple[str, int, int, int]
CRAB, SEAHORSE, SQUID = 1, 2, 4
STACKS = {"squid": ["Q1", "Q2"], "crab": ["C1"], "jellyfish": ["J1"]}
TILES: dict[str, Any] = {"available_locations": [14], "location_deck": [3, 4, 9]}


def reported(game: Situation) -> list[Row]:
    """What has happened since the last decision, in the numbers of the rules."""
    return [event.row[:4] for event in game.latest_events]


def ally(code: str) -> int:
    return kind_of_code(code)


def lord(printed: int) -> int:
    return int(np.flatnonzero(printed == LORD_ID)[0])


def tile(printed: int) -> int:
    return int(np.flatnonzero(printed == LOCATION_ID)[0])


# ---------------------------------------------------------------------------- the course of the game
def test_a_new_game_tells_court_location_first_player_and_first_turn() -> None:
    game = Situation.new(players=3, seed=1)
    rows = reported(game)
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


def test_a_stack_is_reported_before_the_next_turn_begins() -> None:
    game = position(council=STACKS).play("stack:squid")
    assert reported(game) == [("STACK_TAKEN", A, 2, SQUID), ("TURN_STARTED", B, 2, 0)]


def test_an_extra_turn_is_reported_when_it_is_won_and_when_it_begins() -> None:
    game = arrival(15, council=STACKS)
    assert reported(game)[-3:] == [
        ("LORD_RECRUITED", A, 1, lord(15)),
        ("EXTRA_TURN", A, 1, lord(15)),
        ("TURN_STARTED", A, 2, 1),
    ]


def test_the_last_round_is_reported_with_its_cause() -> None:
    game = arrival(29, seat(lords=[9, 10, 13, 2, 30, 31]))
    assert reported(game)[-3:-1] == [("LORD_RECRUITED", A, 7, lord(29)), ("LAST_ROUND", A, 0, SEVENTH_LORD)]


def test_the_end_is_reported_after_the_final_affiliation() -> None:
    game = position(seat(hand=["C5", "C2", "Q4"]), seat(), seat(), active=C, ending_player=A)
    assert reported(game.play("stack:squid")) == [
        ("STACK_TAKEN", C, 1, SQUID),
        ("ALLY_AFFILIATED", A, 0, ally("C2")),
        ("ALLY_AFFILIATED", A, 0, ally("Q4")),
        ("ALLY_AFFILIATED", C, 0, ally("Q1")),
        ("GAME_ENDED", NOBODY, 0, 0),
    ]


# -------------------------------------------------------------------------------------- exploration
def exploring(*more: str) -> Situation:
    """A explores, B and C have a pearl for each ally that is revealed."""
    deck = ["J3", "H2", "H4", *more]
    return position(seat(), seat(pearls=1), seat(pearls=1), exploration_deck=deck).play("explore")


def test_an_exploration_and_the_cards_it_reveals_are_reported() -> None:
    assert reported(exploring()) == [("EXPLORED", A, 0, 0), ("REVEALED", A, 0, ally("J3"))]


def test_an_offer_that_is_declined_is_reported_with_its_price() -> None:
    assert reported(exploring().play("pass")) == [("OFFER_DECLINED", B, 1, ally("J3"))]


def test_a_purchase_is_reported_with_what_is_paid() -> None:
    assert reported(exploring().play("buy")) == [
        ("ALLY_BOUGHT", B, 1, ally("J3")),
        ("PEARLS_PAID", B, 1, 0),
        ("PEARLS_GAINED", A, 1, 1),
        ("REVEALED", A, 0, ally("H2")),
    ]


def test_the_allies_left_on_the_track_are_reported_with_their_stacks() -> None:
    game = position(phase="explore", track=["J3", "M", "H4"], council=STACKS)
    assert reported(game.play("take"))[:3] == [
        ("ALLY_TAKEN", A, 2, ally("H4")),
        ("SENT_TO_COUNCIL", A, 0, ally("J3")),
        ("EXPLORATION_ENDED", A, 0, 0),
    ]


def test_the_deck_is_reported_to_be_shuffled_again_with_its_cards() -> None:
    game = position(phase="explore", track=["J3"], exploration_deck=[], exploration_discard=["H4", "H4"])
    assert reported(game.play("continue")) == [("RESHUFFLED", NOBODY, 2, 0), ("REVEALED", A, 1, ally("H4"))]


def test_a_monster_that_is_passed_raises_the_threat() -> None:
    game = position(phase="explore", track=["M"], exploration_deck=["J3", "H2"], threat=3)
    assert reported(game.play("continue"))[0] == ("THREAT_ROSE", A, 4, 0)


def test_a_fight_is_reported_with_its_level_and_its_reward_after_the_threat_fell() -> None:
    game = position(seat(key_tokens=1), phase="explore", track=["M"], monster_pool=[3, 3, 3], threat=4)
    assert reported(game.play("fight")) == [("MONSTER_FOUGHT", A, 4, 0)]
    assert reported(game.play("reward:1"))[0] == ("THREAT_RESET", A, 1, 0)


@pytest.mark.parametrize(
    ("threat", "brought"), [(1, ("PEARLS_GAINED", A, 1, 1)), (3, ("KEYS_GAINED", A, 1, 1))]
)
def test_a_reward_tells_of_what_it_brings_and_of_nothing_else(threat: int, brought: Row) -> None:
    game = position(phase="explore", track=["M"], monster_pool=[], threat=threat, council=STACKS)
    rows = reported(game.play("fight"))
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


# ------------------------------------------------------------------------------------ hands and lords
def test_a_recruit_is_reported_from_the_payment_to_the_new_court() -> None:
    mine = seat(hand=["H5", "H2"], pearls=2)
    game = position(mine, court=[29, 31, 32], lord_deck=[27, 28, 30, 26], council=STACKS)
    assert reported(game.play("recruit:29")) == [
        ("ALLY_SPENT", A, 1, ally("H2")),
        ("ALLY_SPENT", A, 1, ally("H5")),
        ("PEARLS_PAID", A, 1, 1),
        ("ALLY_AFFILIATED", A, 0, ally("H2")),
        ("LORD_RECRUITED", A, 1, lord(29)),
        ("PEARLS_GAINED", A, 2, 3),
        *(("LORD_REVEALED", A, space, lord(new)) for space, new in enumerate([27, 28, 30, 26], 2)),
        ("TURN_STARTED", B, 2, 0),
    ]


def test_what_costs_nothing_tells_of_no_payment() -> None:
    mine = seat(hand=["H5", "H3"], pearls=2, nebulis=2)
    game = with_kraken(mine, court=[29, 30, 31, 32], council=STACKS, kraken_figure=A)
    kinds = [row[0] for row in reported(game.recruit(29, "H5", "H3"))]
    assert kinds == ["ALLY_SPENT", "ALLY_SPENT", "ALLY_AFFILIATED", "LORD_RECRUITED", "TURN_STARTED"]


def test_keys_of_lords_alone_tell_of_no_tokens() -> None:
    game = position(seat(lords=[1, 11, 25]), council=STACKS, **TILES)
    rows = reported(game.play("stack:squid", "location:14"))
    assert [row[0] for row in rows] == [*["LORD_ASSIGNED"] * 3, "LOCATION_CONTROLLED", "TURN_STARTED"]


def test_copies_that_are_spent_together_are_reported_once() -> None:
    game = position(seat(hand=["H4", "H4"]), court=[29, 30, 31, 32])
    assert reported(game.play("recruit:29"))[0] == ("ALLY_SPENT", A, 2, ally("H4"))


def test_a_plot_is_reported_with_the_lord_that_it_reveals() -> None:
    game = position(seat(pearls=2), court=[30, 31], lord_deck=[32, 29]).play("plot")
    assert reported(game) == [
        ("PLOTTED", A, 0, 0),
        ("PEARLS_PAID", A, 1, 1),
        ("LORD_REVEALED", A, 2, lord(32)),
    ]


def test_a_turn_power_is_reported_before_what_it_does() -> None:
    game = position(seat(lords=[12], hand=["J1", "J2"])).play("use:12")
    assert reported(game) == [("LORD_USED", A, 0, lord(12))]
    assert reported(game.play("card:J1")) == [
        ("ALLY_DISCARDED", A, 1, ally("J1")),
        ("PEARLS_GAINED", A, 2, 2),
    ]


def test_a_stack_that_is_cleared_is_reported_with_its_cards() -> None:
    council = {"squid": ["Q1", "Q2", "Q3"], "crab": ["C1", "C2"], "jellyfish": ["J1"]}
    game = position(seat(lords=[17]), council=council).play("use:17", "stack:squid")
    assert reported(game)[0] == ("STACK_CLEARED", A, 3, SQUID)


def test_a_lord_that_is_turned_is_reported_with_its_owner() -> None:
    game = arrival(4, seat(), seat(lords=[9, 12])).play("lord:12")
    assert reported(game)[0] == ("LORD_DISABLED", B, 0, lord(12))


def test_a_theft_is_reported_with_the_victim_and_its_face_to_the_thief_alone() -> None:
    game = arrival(7, seat(), seat(), seat(monster_tokens=[3]))
    (stolen,) = (event for event in game.latest_events if event.kind == "TOKEN_STOLEN")
    assert (stolen.player, stolen.opponent, stolen.token) == (A, C, 3)


def test_a_lord_that_leaves_the_court_is_nobodys() -> None:
    game = position(seat(lords=[21]), court=[28, 30, 31], lord_deck=[9, 1, 2]).play("use:21", "lord:30")
    assert reported(game) == [("LORD_DISCARDED", NOBODY, 0, lord(30)), ("LORD_REVEALED", A, 1, lord(9))]


def test_a_lord_that_is_betrayed_and_one_that_is_obtained_are_reported_with_their_owner() -> None:
    game = arrival(23, seat(lords=[10, 31]), court=[23, 11, 30, 32]).play("lord:10")
    assert reported(game) == [("LORD_DISCARDED", A, 0, lord(10))]
    assert reported(game.play("lord:30"))[0] == ("LORD_OBTAINED", A, 3, lord(30))


def test_a_lord_of_the_deck_is_reported_to_come_into_no_space_of_the_court() -> None:
    game = arrival(26, seat(lords=[30]), lord_deck=[9, 1, 2]).play("lord:30")
    assert reported(game)[:3] == [
        ("LORD_DISCARDED", A, 0, lord(30)),
        ("LORD_REVEALED", A, -1, lord(9)),
        ("LORD_OBTAINED", A, 2, lord(9)),
    ]


def test_an_ally_that_is_healed_is_reported() -> None:
    game = arrival(112, exploration_discard=["C5"]).play("card:C5")
    assert reported(game)[0] == ("ALLY_FOUND", A, 0, ally("C5"))


# ------------------------------------------------------------------------------------------ locations
def test_a_location_is_reported_from_the_draw_to_the_keys() -> None:
    game = position(seat(lords=[1, 11], key_tokens=2), council=STACKS, **TILES)
    game.play("stack:squid", "draw:2")
    assert reported(game) == [("LOCATION_REVEALED", A, 0, tile(3)), ("LOCATION_REVEALED", A, 0, tile(4))]
    assert reported(game.play("location:4")) == [("LOCATION_AVAILABLE", A, 0, tile(3))]
    assert reported(game.play("lord:11"))[:3] == [
        ("LORD_ASSIGNED", A, tile(4), lord(11)),
        ("KEYS_RETURNED", A, 2, 0),
        ("LOCATION_CONTROLLED", A, 0, tile(4)),
    ]


def test_an_ambassador_is_reported_to_go_under_its_location() -> None:
    game = arrival(34, available_locations=[], location_deck=[14])
    assert reported(game)[-4:-1] == [
        ("LOCATION_REVEALED", A, 0, tile(14)),
        ("LORD_ASSIGNED", A, tile(14), lord(34)),
        ("LOCATION_CONTROLLED", A, 0, tile(14)),
    ]


def test_an_exchange_is_reported_with_both_tiles() -> None:
    game = arrival(19, seat(locations=[4, 5]), available_locations=[14, 15]).play("location:5", "location:15")
    assert reported(game)[:2] == [
        ("LOCATION_EXCHANGED", A, tile(5), tile(15)),
        ("LOCATION_CONTROLLED", A, 0, tile(15)),
    ]


# --------------------------------------------------------------------------------------------- Kraken
def test_nebulis_that_change_hands_are_reported_before_the_figure() -> None:
    buyer = seat(pearls=2, nebulis=1)
    deck = ["J1", "C1", "H1", "S1"]
    game = with_kraken(seat(nebulis=1), buyer, price=3, exploration_deck=deck, kraken_figure=B)
    assert reported(game.play("explore", "buy"))[:6] == [
        ("ALLY_BOUGHT", B, 3, ally("J1")),
        ("PEARLS_PAID", B, 2, 0),
        ("PEARLS_GAINED", A, 2, 2),
        ("NEBULIS_LOST", B, 1, 0),
        ("NEBULIS_GAINED", A, 1, 2),
        ("FIGURE_MOVED", A, 0, 0),
    ]


def test_a_sentinel_is_reported_with_what_it_guards() -> None:
    game = arrival(107, kraken=True, council=STACKS, **TILES).play("location:14")
    assert reported(game)[0] == ("SENTINEL_PLACED", A, 1, LOCATION + tile(14))


def test_a_sentinel_that_returns_is_reported_with_what_it_guarded() -> None:
    game = with_kraken(seat(lords=[107]), council=STACKS, sentinels=[sentinel(107, A, council="squid")])
    assert reported(game.play("stack:squid"))[:2] == [
        ("STACK_TAKEN", A, 2, SQUID),
        ("SENTINEL_RETURNED", A, 1, RACE + SQUID),
    ]


def test_a_kraken_is_reported_to_go_to_the_stack_that_was_chosen() -> None:
    game = with_kraken(phase="explore", track=["K3", "J1"], council=STACKS, exploration_deck=["H1", "H2"])
    assert reported(game.play("take", "stack:crab"))[0] == ("SENT_TO_COUNCIL", A, CRAB, ally("K3"))


def searching(*loot: int, **rest: Any) -> Situation:
    """A has come to control the Abandoned Convoy, and this loot is drawn there."""
    tiles: dict[str, Any] = {"available_locations": [104, 14], "location_deck": [3, 4]}
    game = with_kraken(seat(key_tokens=3), council=STACKS, loot_deck=list(loot), **tiles, **rest)
    return game.play("stack:squid", "location:104")


def test_loot_is_reported_before_its_reward_and_a_pair_that_is_lost() -> None:
    game = searching(3, 3, 7)
    assert reported(game)[-2:] == [("LOOT_DRAWN", A, 3, 1), ("KEYS_GAINED", A, 1, 1)]
    assert reported(game.play("search")) == [
        ("LOOT_DRAWN", A, 3, 1),
        ("LOOT_LOST", A, 3, 1),
        ("KEYS_GAINED", A, 1, 2),
    ]


def test_an_ally_of_the_loot_is_reported_after_the_monsters_before_it() -> None:
    game = searching(6, 7, exploration_deck=["M", "J4", "H1"])
    assert reported(game)[-4:] == [
        ("LOOT_DRAWN", A, 6, 1),
        ("MONSTER_FOUND", A, 0, ally("M")),
        ("THREAT_ROSE", A, 2, 0),
        ("ALLY_FOUND", A, 0, ally("J4")),
    ]


def test_a_lord_that_is_freed_is_reported_with_its_location() -> None:
    game = arrival(116, seat(lords=[under(14, 27), under(14, 28)], locations=[14])).play("lord:28")
    assert reported(game)[0] == ("LORD_FREED", A, tile(14), lord(28))


def test_a_race_is_reported_before_the_affiliated_allies_of_it() -> None:
    game = arrival(114, seat(), seat(affiliated=["H2", "H4"])).play("stack:seahorse")
    assert reported(game) == [("RACE_NAMED", A, 0, SEAHORSE)]
    assert reported(game.play("card:H4"))[0] == ("AFFILIATED_LOST", B, 0, ally("H4"))


# ------------------------------------------------------------------------------------------ Leviathan
def test_an_attack_on_the_border_is_reported_from_the_choice_to_the_failure() -> None:
    game = monster(seat(hand=["C1", "C2"]), border={ZONE: 4, ELSEWHERE: 19}, dice=[1])
    assert reported(game.play("fight", f"zone:{ZONE}")) == [("LEVIATHAN_FOUGHT", A, ZONE - 1, 3)]
    assert reported(game.play("card:C1")) == [
        ("ALLY_DISCARDED", A, 1, ally("C1")),
        ("ROLLED", A, 1, 1),
        ("ATTACK_FAILED", A, 1 + 1, 3),
        ("PEARLS_GAINED", A, 1, 1),
    ]


def test_of_two_dice_the_higher_is_reported_to_count() -> None:
    game = against(11, ["Q3*"], 5, 2)
    assert [row for row in reported(game) if row[0] == "ROLLED"] == [("ROLLED", A, 5, 5), ("ROLLED", A, 2, 5)]


def test_a_kill_is_reported_with_its_levels_its_trophies_and_the_scourge() -> None:
    game = against(4, ["C3"], 3, mine=seat(trophies=[7]), scourge=None)
    assert reported(game)[-3:] == [
        ("LEVEL_REMOVED", A, 1, 3),
        ("LEVIATHAN_SLAIN", A, 2, 3),
        ("SCOURGE_TAKEN", A, 0, 0),
    ]


def test_a_leviathan_is_reported_from_the_deck_to_the_wounds_of_the_one_it_drives_out() -> None:
    mine = seat(wounds=1, hand=["C5"])
    game = monster(mine, border={ZONE: 17}, dice=[3, 4], leviathan_deck=[16, 18, 20])
    assert reported(game.play("continue"))[:6] == [
        ("LEVIATHAN_REVEALED", A, 0, 15),
        ("ROLLED", A, 3, 3),
        ("ROLLED", A, 4, 3 + 4),
        ("LEVIATHAN_PLACED", A, ZONE - 1, 15),
        ("ATTACKED", A, 4, 16),
        ("WOUNDED", A, 4, 1 + 4),
    ]


def test_a_token_that_is_used_is_reported_before_what_it_brings() -> None:
    game = with_leviathan(seat(pearls=1, monster_tokens=["pearls3"]), council=STACKS).play("token:pearls3")
    assert reported(game) == [("TOKEN_USED", A, 0, 4), ("PEARLS_GAINED", A, 3, 4)]


def test_a_monster_that_the_coward_avoids_is_reported_apart_from_one_that_means_nothing() -> None:
    game = monster(seat(hand=["C5"], lords=[209]), border={ZONE: 4}, leviathan_deck=[5])
    assert reported(game.play("lord:209"))[0] == ("MONSTER_AVOIDED", A, 1, 0)
    last_turns = {"ending_player": B, "end_cause": "leviathans", "leviathan_deck": []}
    game = with_leviathan(council=STACKS, exploration_deck=["M", "J3", "H3"], border={ZONE: 4}, **last_turns)
    avoided = [row for row in reported(game.play("explore")) if row[0] == "MONSTER_AVOIDED"]
    assert avoided == [("MONSTER_AVOIDED", A, 2, 0)]
