"""Positions as JSON: what is read, what a missing key means, what is refused, and the way back."""

import itertools
import json
import random
from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

from openabyss import Game, InvalidPosition, OpenAbyssError
from openabyss.play.position.positions import read_position, write_position
from openabyss.play.position.schema import SEAT
from openabyss.rules.cards.printed import IDS_OF_A_SET, LOCATION_ID, LORDS
from openabyss.rules.numbering import END_POWERS
from openabyss.rules.state import ABSENT, GONE, MAX_COUNT, NOTES, STATE
from openabyss.table.hashing import is_hash, state_hash
from tests.random_games import TABLES, WITH_REGENT, named, questions

Position = dict[str, Any]
GAMES = 1


def position(**keys: Any) -> Position:
    """Two players, a small court, one location; everything else as at the start."""
    return {
        "players": 2,
        "court": [29, 30, 31],
        "available_locations": [14],
        "council": {"squid": ["Q1"]},
        **keys,
    }


def seats(**keys: Any) -> list[dict[str, Any]]:
    """The first of the two seats with these keys."""
    return [dict(keys), {}]


def mine(**keys: Any) -> Position:
    """The table on which the first seat has these."""
    return position(seats=seats(**keys))


def lord(number: int, **keys: Any) -> dict[str, Any]:
    return {"id": number, **keys}


# ------------------------------------------------------------------------- what is not given


def test_what_is_not_given_is_as_at_the_start() -> None:
    table = Game.from_position({"players": 3}).table
    assert [(seat.pearls, seat.hand, seat.key_tokens, seat.monster_tokens) for seat in table.seats] == [
        (1, [], 0, [])
    ] * 3
    assert (len(table.court), table.lord_deck_size) == (6, 29)
    assert (len(table.available_locations), table.location_deck_size) == (1, 19)
    assert (table.active, table.threat, table.price, table.turn, table.ending_player) == (0, 1, 1, 1, None)
    assert (table.exploration_deck_size + len(table.track), table.monster_pool_size) == (71, 20)


def test_the_seed_deals_what_is_not_given() -> None:
    first, again, other = (Game.from_position({"players": 2, "seed": seed}).table.court for seed in (5, 5, 6))
    assert first == again != other


def test_an_empty_list_means_none() -> None:
    game = Game.from_position(position(court=[], available_locations=[]))
    assert (game.table.court, game.table.available_locations, game.table.lord_deck_size) == ([], [], 35)


def test_a_missing_deck_is_everything_not_placed_elsewhere() -> None:
    allies: Position = {"hand": ["C5"], "affiliated": ["J5"], "monster_tokens": [4, 2]}
    seat = {**allies, "lords": [lord(1)], "locations": [{"id": 3}]}
    table = Game.from_position(
        position(seats=[seat, {}], lord_discard=[2], exploration_discard=["M", "S1"])
    ).table
    assert (table.exploration_deck_size, table.lord_deck_size) == (71 - 5, 35 - 5)
    assert (table.location_deck_size, table.monster_pool_size) == (20 - 2, 20 - 2)


def test_the_court_is_dealt_from_the_top_of_the_given_deck() -> None:
    game = Game.from_position({"players": 2, "lord_deck": [7, 5, 3, 1, 2, 4, 6], "location_deck": [9, 8]})
    assert game.table.court == [7, 5, 3, 1, 2, 4]
    assert game.table.available_locations == [9]
    assert (game.table.lord_deck_size, game.table.location_deck_size) == (1, 1)


def test_a_deck_given_short_is_short() -> None:
    state = read_position(position(exploration_deck=["M", "C3"], lord_deck=[9], location_deck=[8, 10])).state
    assert (state.deck.sum(), state.lord_place.tolist().count(ABSENT)) == (2, LORDS - 4)
    assert state.location_place.tolist().count(GONE) == (LOCATION_ID < IDS_OF_A_SET).sum() - 3


def test_decks_lie_top_card_first() -> None:
    game = Game.from_position(position(exploration_deck=["C2", "M", "Q5"], seats=[{"pearls": 0}] * 2))
    game.apply("explore")
    game.apply("continue")
    assert game.table.track == ["C2", "M"]
    assert game.to_position()["exploration_deck"] == ["Q5"]


def test_seats_not_given_have_what_everybody_starts_with() -> None:
    game = Game.from_position({"players": 3, "seats": [{"pearls": 7}]})
    assert [seat.pearls for seat in game.table.seats] == [7, 1, 1]


def test_a_code_may_be_written_small() -> None:
    assert Game.from_position(mine(hand=["c5"])).table.seats[0].hand == ["C5"]


def test_reading_leaves_the_position_as_it_was() -> None:
    given = position(seats=seats(hand=["C5"], lords=[lord(1)]))
    before = json.dumps(given)
    read_position(given)
    assert json.dumps(given) == before


# --------------------------------------------------------------------------------- the phases


def test_in_the_main_phase_the_active_player_chooses() -> None:
    question = Game.from_position(position(active=1)).question
    assert (question.kind, question.player) == ("MAIN", 1)


@pytest.mark.parametrize(
    ("track", "kind"),
    [(["C1"], "EXPLORE_ALLY"), (["C1", "M"], "EXPLORE_MONSTER"), (["M", "M", "H1"], "EXPLORE_ALLY")],
)
def test_in_the_explore_phase_the_last_card_waits_for_its_explorer(track: list[str], kind: str) -> None:
    # Opponents with pearls are not asked again.
    game = Game.from_position(position(phase="explore", track=track, seats=[{}, {"pearls": 9}]))
    assert (game.question.kind, game.question.player) == (kind, 0)
    game.apply("take" if kind == "EXPLORE_ALLY" else "fight")
    assert (game.table.track == []) == (kind == "EXPLORE_ALLY")


def test_the_end_of_a_turn_begins_with_the_key_check() -> None:
    game = Game.from_position(position(phase="turn_end", seats=seats(key_tokens=3, lords=[lord(12)])))
    assert (game.question.kind, game.question.player) == ("CONTROL_SOURCE", 0)


def test_the_end_of_a_turn_offers_turn_powers_then_the_hand_limit_then_the_next_turn() -> None:
    hand = ["J1", "J1", "C1", "C1", "H1", "H1", "H2", "H2"]
    game = Game.from_position(
        position(phase="turn_end", seats=[{"hand": hand, "lords": [lord(12)]}, {"lords": [lord(5)]}])
    )
    kinds = []
    for answer in ("done", "card:J1", "card:J1"):
        kinds.append((game.question.kind, game.question.player))
        game.apply(answer)
    assert kinds == [("END_POWERS", 0), ("DISCARD_TO_LIMIT", 0), ("DISCARD_TO_LIMIT", 0)]
    assert (game.question.kind, game.question.player) == ("MAIN", 1)


def test_a_used_turn_power_is_not_offered_again() -> None:
    used = lord(12, used=True)
    game = Game.from_position(position(phase="turn_end", seats=seats(hand=["J1"], lords=[used])))
    assert game.question.player == 1


def test_who_has_bought_is_not_offered_an_ally_again() -> None:
    start = position(exploration_deck=["C2", "C3"], price=2, seats=[{}, {"pearls": 9, "bought": 1}])
    game = Game.from_position(start)
    game.apply("explore")
    assert game.question.kind == "EXPLORE_ALLY"


# -------------------------------------------------------------------------------- what is refused

MALFORMED: dict[str, Any] = {
    "position: [] is not an object": [],
    "position: the key 1": {1: 2},
    "cuort: there is no such key; did you mean court?": {"players": 2, "cuort": []},
    "players: how many play must be given, 2 to 4": {},
    'players: "3" is not a whole number': {"players": "3"},
    "players: true is not a whole number": {"players": True},
    "players: 2.0 is not a whole number": {"players": 2.0},
    "players: 1 is out of range; allowed: 2 to 4": {"players": 1},
    "players: 5 is out of range": {"players": 5},
    "players: 5 is out of range; allowed: 2 to 4": position(players=5, kraken=True),
    "players: 6 is out of range; allowed: 2 to 5": position(players=6, leviathan=True),
    "kraken: 1 is not true or false": position(kraken=1),
    "sentinels: this belongs to an expansion": position(sentinels=[{"lord": 106}]),
    "dice: this belongs to an expansion": position(dice=[3, 5]),
    "dice: this belongs to an expansion that is not in play": position(kraken=True, dice=[3]),
    "loot_deck: this belongs to": position(leviathan=True, loot_deck=[3]),
    "seats[0].wounds: this belongs": position(kraken=True, seats=seats(wounds=1)),
    "options.loot_duplicate: 'stop' is not one of decide_again, ends_search": position(
        options={"loot_duplicate": "stop"}
    ),
    "seats[0].nebulis: this belongs to": mine(nebulis=1),
    "seats[0].nebulis: this belongs to an expansion": mine(nebulis=False),
    "seats[0].locations[0].loot: this": mine(locations=[{"id": 3, "loot": [2]}]),
    "options.martial: ": position(options={"martial": True}),
    "options.forbid": position(options={"forbid_superfluous_allies": 1}),
    "options: [] is not an object": position(options=[]),
    'seed: "x" is not a whole number': position(seed="x"),
    "active: 2 is out of range; allowed: 0 to 1": position(active=2),
    "ending_player: -1 is out of range": position(ending_player=-1),
    "waiting[0].question: \"OFER\" is not allowed; did you mean 'OFFER'?": position(
        phase="question", waiting=[{"question": "OFER", "player": 0}]
    ),
    "phase: \"mian\" is not allowed; did you mean 'main'?": position(phase="mian"),
    'phase: ["main"] is not allowed; there are main, explore, ': position(phase=["main"]),
    "threat: 0 is out of range; allowed: 1 to 6": position(threat=0),
    "threat: 7 is out of range": position(threat=7),
    "price: 0 is out of range": position(price=0),
    "extra_turns: -1 is out of range": position(extra_turns=-1),
    "seats: {} is not a list": position(seats={}),
    "seats: 3 are given; there is room for 2": position(seats=[{}, {}, {}]),
    "seats[0]: [] is not an object": position(seats=[[], {}]),
    "seats[0].perls: there is no such key; did you mean pearls?": mine(perls=1),
    "seats[0].pearls: -1 is out of range": mine(pearls=-1),
    "seats[0].pearls: 40000 is out of range": mine(pearls=40000),
    "seats[0].key_tokens: -1": mine(key_tokens=-1),
    "seats[0].bought: -1": mine(bought=-1),
    'seats[0].hand[2]: "Z9" is not an ally; an ally': mine(hand=["J3", "C2", "Z9"]),
    "seats[0].hand[0]: 3 is not a text": mine(hand=[3]),
    'seats[0].hand: "J3" is not a list': mine(hand="J3"),
    'seats[0].hand[0]: "M" is not an ally; a monster': mine(hand=["M"]),
    "seats[0].affiliated[0]: ": mine(affiliated=["M"]),
    'seats[0].hand[0]: one "K2" too many; this game has 0': mine(hand=["K2"]),
    'seats[1].affiliated[0]: one "C5" too many; this game has 1': position(
        seats=[{"hand": ["C5"]}, {"affiliated": ["C5"]}]
    ),
    'exploration_deck[1]: one "C3" too many; this game has 3': position(
        track=["C3"], exploration_discard=["C3", "C3"], exploration_deck=["M", "C3"]
    ),
    'exploration_discard[6]: one "M" too many': position(exploration_discard=["M"] * 7),
    "seats[0].monster_tokens[0]: 5 is not a monster token; allowed: 2, 3, 4": mine(monster_tokens=[5]),
    "seats[0].monster_tokens[0]: true": mine(monster_tokens=[True]),
    "seats[0].monster_tokens[0]: [2]": mine(monster_tokens=[[2]]),
    "monster_pool[1]: one 4 too many": position(seats=seats(monster_tokens=[4, 4]), monster_pool=[2, 4]),
    'monster_pool[0]: "key" is not a monster token; allowed: 2, 3, 4': position(monster_pool=["key"]),
    "seats[0].lords[0].id: null is not a whole number": mine(lords=[{}]),
    "seats[0].lords[0]: 12 is not an object": mine(lords=[12]),
    "court[0]: 99 is not a lord of this game; their ids are 1-": position(court=[99]),
    "court[0]: 101 is not a lord of this game": position(court=[101]),
    "court[0]: lord 29 lies in two places: here and at seats[0].lords[0].id": mine(lords=[lord(29)]),
    "lord_deck[1]: lord 1 lies in two places: here and at lord_deck[0]": position(lord_deck=[1, 1]),
    "lord_deck[0]: lord 1 lies in two places": position(lord_discard=[1], lord_deck=[1]),
    "court: 7 are given; there is room for 6": position(court=[1, 2, 3, 4, 5, 6, 7]),
    "seats[0].lords[0].location: seat 0 does not control location 3; it controls none": position(
        seats=[{"lords": [lord(1, location=3)]}, {"locations": [{"id": 3}]}]
    ),
    "seats[0].lords[0].disabled: 0": mine(lords=[lord(1, disabled=0)]),
    'seats[0].lords[0].used: "no"': mine(lords=[lord(1, used="no")]),
    "available_locations[0]: 21 is not a location of this game; their ids are 1-20": position(
        available_locations=[21]
    ),
    "location_deck[0]: location 14 lies in two places: here and at available_locations[0]": position(
        location_deck=[14]
    ),
    "seats[0].locations[0]: 3 is not an object": mine(locations=[3]),
    "track: 6 are given; there is room for 5": position(track=["C1"] * 3 + ["J1"] * 3),
    "track: a full track": position(track=["C1", "J1", "H1", "S1", "Q2"]),
    'track: in the phase "explore"': position(phase="explore"),
    "council.carb: there is no such key; did you mean crab?": position(council={"carb": []}),
    'council.crab[1]: "J3" is not an ally of this race': position(council={"crab": ["C1", "J3"]}),
    'council.crab[0]: "M" is not an ally': position(council={"crab": ["M"]}),
}


def kraken(**keys: Any) -> Position:
    """The same table with Kraken, and two locations, one of which is a sanctuary."""
    return position(kraken=True, available_locations=[14, 103], **keys)


def sentinel(area: str | None, target: Any, *, lord: Any = 106, owner: Any = 0) -> dict[str, Any]:
    return {"lord": lord, "owner": owner, "area": area, "target": target}


MALFORMED |= {
    "seats[0].nebulis: -1 is out of range": kraken(seats=seats(nebulis=-1)),
    "kraken_figure: 2 is out of range": kraken(kraken_figure=2),
    'seats[0].hand[0]: "K5" is not an ally': kraken(seats=seats(hand=["K5"])),
    'exploration_discard[2]: one "K2"': kraken(exploration_discard=["K2"] * 3),
    "seats[0].locations[0].loot[0]: loot lies only on a sanctuary": kraken(
        seats=seats(locations=[{"id": 3, "loot": [3]}])
    ),
    "seats[0].locations[0].loot[0]: 8 is out of range; allowed: 3 to 7": kraken(
        seats=seats(locations=[{"id": 104, "loot": [8]}])
    ),
    "seats[0].locations[0].loot[1]: a loot card of value 4 lies here already": kraken(
        seats=seats(locations=[{"id": 104, "loot": [4, 4]}])
    ),
    "available_locations[0].loot[0]: 1 is out of range": position(
        kraken=True, available_locations=[{"id": 103, "loot": [1]}]
    ),
    "loot_deck[3]: one 3 too many; this game has 3": kraken(loot_deck=[3, 3, 3, 3]),
    "sentinels: 4 are given; there is room": kraken(sentinels=[sentinel(None, None)] * 4),
    "sentinels[0].lord: 105 is not a lord with a sentinel; their ids are 106-108": kraken(
        sentinels=[sentinel(None, None, lord=105)]
    ),
    "sentinels[1].lord: the sentinel of this lord is given twice": kraken(
        sentinels=[sentinel(None, None)] * 2
    ),
    "sentinels[0].owner: 2": kraken(sentinels=[sentinel(None, None, owner=2)]),
    'sentinels[0].area: "board" is not allowed': kraken(sentinels=[sentinel("board", 3)]),
    "sentinels[0].area: null": kraken(sentinels=[sentinel(None, "crab")]),
    "sentinels[0].target: lord 12 is not in the court": kraken(sentinels=[sentinel("court", 12)]),
    "sentinels[0].target: ": kraken(sentinels=[sentinel("council", "carb")]),
    "sentinels[0].target: location 9 is not available": kraken(sentinels=[sentinel("locations", 9)]),
    "sentinels[1].target: a sentinel stands here already": kraken(
        sentinels=[sentinel("court", 29), sentinel("court", 30, lord=107)]
    ),
}


def leviathan(**keys: Any) -> Position:
    """The same table with Leviathan, and a leviathan on the fifth zone."""
    return position(leviathan=True, **{"border": {"5": {"id": 6}}, **keys})


MALFORMED |= {
    "court[0]: 6 is not a lord of this game; their ids are 1-5, 7-35, 201": leviathan(court=[6]),
    "seats[0].wounds: -1 is out of range": leviathan(seats=seats(wounds=-1)),
    "border.10: there is no such key": leviathan(border={"10": {"id": 1}}),
    "border.1.id: 21 is not a leviathan of this game; their ids are 1-20": leviathan(
        border={"1": {"id": 21}}
    ),
    "border.1.levels_lost: 2 is out of range; allowed: 0 to 1": leviathan(
        border={"1": {"id": 6, "levels_lost": 2}}
    ),
    "border.5.id: leviathan 6 lies in two places: here and at seats[0].trophies[0]": leviathan(
        seats=seats(trophies=[6])
    ),
    "leviathan_deck[1]: leviathan 2 lies in two places": leviathan(
        seats=seats(trophies=[2]), leviathan_deck=[3, 2]
    ),
    "leviathan_pool[0]: 2 is not a monster token": leviathan(leviathan_pool=[2]),
    'leviathan_pool[7]: one "pearls2" too many; this game has 7': leviathan(leviathan_pool=["pearls2"] * 8),
    "dice[1]: 7 is out of range; allowed: 1 to 6": leviathan(dice=[6, 7]),
    "scourge: 2 is out of range": leviathan(scourge=2),
    'end_cause: "tide" is not allowed': leviathan(ending_player=0, end_cause="tide"),
}


@pytest.mark.parametrize("message", MALFORMED)
def test_a_malformed_position_names_the_field_and_what_is_wrong(message: str) -> None:
    with pytest.raises(InvalidPosition) as caught:
        read_position(MALFORMED[message])
    assert str(caught.value).startswith(message)


def test_an_invalid_position_is_an_error_of_openabyss_and_a_value_error() -> None:
    with pytest.raises(OpenAbyssError) as caught:
        Game.from_position({})
    assert isinstance(caught.value, ValueError)


WITH_EVERYTHING = position(
    **{"options": {"forbid_superfluous_allies": False}, "seed": 9, "phase": "explore", "ending_player": 1},
    seats=[
        {
            **{"pearls": 4, "key_tokens": 1, "hand": ["C5", "J1"], "affiliated": ["S2"]},
            "lords": [lord(1, location=3), lord(2, disabled=True), lord(17, used=True)],
            **{"locations": [{"id": 3, "loot": []}], "monster_tokens": [2, 4]},
        },
        {"bought": 1},
    ],
    **{"track": ["M", "C2"], "exploration_deck": ["J3", "M"], "exploration_discard": ["H4"]},
    **{"lord_deck": [8, 6], "lord_discard": [20], "location_deck": [7, 5], "monster_pool": [3, 3, 2]},
)

WITH_KRAKEN = kraken(
    options={"loot_duplicate": "ends_search", "mirrors_copy_loot": False},
    seats=[
        {"nebulis": 2, "hand": ["K3"], "locations": [{"id": 104, "loot": [3, 7]}], "lords": [lord(106)]},
        {"nebulis": 2},
    ],
    council={"squid": ["Q1", "K2"], "crab": []},
    sentinels=[sentinel("council", "crab"), sentinel(None, None, lord=108, owner=1)],
    kraken_figure=1,
    loot_deck=[5, 6, 3],
    lord_deck=[101, 3],
)
WITH_LEVIATHAN = leviathan(
    players=5,
    options={"martial_law": "never", "leviathan_token_20th": True},
    seats=[
        {"wounds": 3, "trophies": [2, 9], "hand": ["C1*"], "monster_tokens": [2, "pearls2", "stack"]},
        *[{"pearls": 4}] * 4,
    ],
    border={"5": {"id": 6, "levels_lost": 1}, "9": {"id": 20, "levels_lost": 0}},
    **{"leviathan_deck": [11, 1], "leviathan_pool": ["key", *["pearls2"] * 7], "scourge": 0},
    **{"ending_player": 1, "end_cause": "lords", "acted": True, "dice": [6, 1]},
)

# ----------------------------------------------------------------------------------- the way back


def test_a_written_position_says_what_was_read() -> None:
    written = Game.from_position(WITH_EVERYTHING).to_position()
    for key, value in WITH_EVERYTHING.items():
        if key not in {"seats", "council"}:
            assert written[key] == value, key
    assert written["council"] == {
        "jellyfish": [], "crab": [], "seahorse": [], "shellfish": [], "squid": ["Q1"],
    }  # fmt: skip
    assert set(written["seats"][0]) == set(SEAT)
    assert written["seats"][0]["lords"][0] == {"id": 1, "disabled": False, "location": 3, "used": False}
    assert json.loads(json.dumps(written)) == written


@pytest.mark.parametrize("given", [WITH_KRAKEN, WITH_LEVIATHAN])
def test_an_expansion_is_written_as_it_was_read(given: Position) -> None:
    game = Game.from_position(given)
    written = game.to_position()
    for key, value in given.items():
        if key not in {"seats", "council"}:
            assert written[key] == value, key
    for player, seat in enumerate(given["seats"]):
        for key, value in seat.items():
            if key != "lords":
                assert written["seats"][player][key] == value, (player, key)
    assert Game.from_position(json.loads(json.dumps(written))).hash == game.hash


def test_loot_on_an_available_location_makes_it_an_object() -> None:
    tile = {"id": 105, "loot": [3, 6]}
    game = Game.from_position(position(kraken=True, available_locations=[14, tile]))
    assert (game.table.available_locations, game.table.loot) == ([14, 105], {105: [3, 6]})
    assert game.to_position()["available_locations"] == [14, tile]


def test_what_an_expansion_position_does_not_say() -> None:
    game = Game.from_position({"players": 3, "kraken": True, "leviathan": True})
    assert [(seat.hand, seat.nebulis, seat.wounds) for seat in game.table.seats] == [([], 0, 0)] * 3
    assert game.table.exploration_deck_size + len(game.table.track) == 102
    assert (game.table.lord_deck_size, game.table.location_deck_size) == (56, 25)
    assert (game.table.loot_deck_size, game.table.leviathan_deck_size, game.table.border) == (25, 20, {})
    assert (game.table.monster_pool_size, game.table.leviathan_pool_size) == (20, 19)
    assert (game.table.kraken_figure, game.table.scourge, game.table.sentinels) == (None, None, [])


@pytest.mark.parametrize(
    ("keys", "cause"),
    [
        ({"ending_player": 1, "leviathan_deck": []}, "leviathans"),
        ({"ending_player": 1, "monster_pool": []}, "tokens"),
        ({"ending_player": 1, "leviathan_deck": [], "end_cause": "lords"}, "lords"),
        ({"ending_player": 1}, "unknown"),
        ({"leviathan_deck": []}, None),
    ],
)
def test_why_the_game_ends_follows_from_what_has_run_out(keys: Position, cause: str | None) -> None:
    assert Game.from_position(leviathan(**keys)).to_position()["end_cause"] == cause


def test_an_end_that_was_written_without_its_cause_gets_none_from_what_runs_out_later() -> None:
    game = Game.from_position(leviathan(ending_player=1, leviathan_deck=[2]))
    chance = random.Random(1)
    while not game.is_over and game.table.leviathan_deck_size:
        game.apply(chance.choice(game.legal_actions))
    again = Game.from_position(game.to_position())
    assert (game.table.end_cause, again.table.end_cause, again.hash) == (None, None, game.hash)


@pytest.mark.parametrize(
    ("keys", "cause"),
    [
        ({}, "lords"),
        ({"leviathan": True, "leviathan_deck": []}, "leviathans"),
        ({"leviathan": True, "leviathan_pool": []}, "tokens"),
        ({"exploration_deck": [], "council": {}, "court": [], "lord_deck": []}, "empty_sea"),
        ({"court": [1, 2, 3], "lord_deck": []}, "court"),
    ],
)
def test_a_finished_position_says_why_the_game_has_ended(keys: Position, cause: str) -> None:
    hand = ["S5", "S4", "C5", "C4", "C3", "J5", "H5", "Q5"]
    owned = [lord(number) for number in ((8, 13, 16, 21, 27, 28) if cause == "lords" else ())]
    game = Game.from_position(position(seats=seats(hand=hand, pearls=9, lords=owned), **keys))
    chance = random.Random(2)
    while not game.is_over:
        recruits = [action for action in game.legal_actions if action.text.startswith("recruit:")]
        game.apply(chance.choice(recruits or game.legal_actions))
    again = Game.from_position(json.loads(json.dumps(game.to_position())))
    assert (again.is_over, again.table.end_cause, again.hash) == (True, cause, game.hash)
    assert again.table.ending_player == game.table.ending_player


def test_given_dice_are_rolled_first() -> None:
    # The monster cannot be fought: leviathan 11 comes, and with 6 and 3 it goes to zone 7 (label 9).
    decks = {"exploration_deck": ["C1"], "leviathan_deck": [11, 1], "dice": [6, 3, 2]}
    game = Game.from_position(leviathan(phase="explore", seats=[{"pearls": 0}] * 2, track=["M"], **decks))
    assert (game.table.border[7].id, game.table.leviathan_deck_size) == (11, 1)
    assert game.to_position()["dice"] == [2]


SETS = [*TABLES, *WITH_REGENT]
# What does not decide how a game goes on: notes, and what a fight that is over came to.
NOT_COMPARED = {*NOTES, "stack", "rolls", "fight_slain", "fight_power", "dice", "end_cause"}


def config(number: int, sets: Mapping[str, Any]) -> dict[str, Any]:
    """What a new game of these sets begins with."""
    return {"options": {}, "seed": number, **sets}


def read_back(game: Game) -> Game:
    """The game of the written position, in which forced answers are asked for as in this game."""
    written = json.loads(json.dumps(game.to_position()))
    return Game.from_config({"position": written}, poker_face=game.history.poker_face)


def assert_same(game: Game, again: Game) -> None:
    """Both are the same in all that decides how they go on."""
    assert again.hash == game.hash
    assert again.to_position() == game.to_position()
    for name in set(STATE.names or ()) - NOT_COMPARED:
        assert np.array_equal(getattr(again.state, name), getattr(game.state, name)), name
    assert [action.text for action in again.legal_actions] == [action.text for action in game.legal_actions]
    assert all(again.can(action) for action in game.legal_actions[:1])


@pytest.mark.parametrize("sets", SETS, ids=named)
def test_every_situation_is_written_and_read_back_as_the_same(sets: Mapping[str, Any]) -> None:
    for seed in range(GAMES):
        game = Game.from_config(config(seed, sets), poker_face=True)
        chance = random.Random(seed)
        while not game.is_over:
            assert_same(game, read_back(game))
            game.apply(chance.choice(game.legal_actions))
        assert_same(game, read_back(game))


@pytest.mark.parametrize("sets", SETS, ids=named)
def test_a_game_goes_on_from_a_written_position_as_from_itself(sets: Mapping[str, Any]) -> None:
    # The copy that goes on is written down again and again, so decks are shuffled and dice rolled in it.
    game = Game.from_config(config(5, sets), poker_face=True)
    again, chance = read_back(game), random.Random(5)
    for place in itertools.count():
        if game.is_over:
            break
        answer = chance.choice(game.legal_actions).text
        assert again.apply(answer) == game.apply(answer)
        assert again.hash == game.hash
        if place % 50 == 0:
            again = read_back(again)
    assert again.scores == game.scores


def limited(**keys: Any) -> Game:
    """The active player, opposed by the Commander, has two allies too many at the end of the turn."""
    hand = ["J1", "J1", "C1", "C1", "H1", "H1", "H2", "H2"]
    return Game.from_position(
        position(phase="turn_end", seats=[{"hand": hand, **keys}, {"lords": [lord(5)]}])
    )


def test_a_position_is_written_while_a_player_discards_at_the_end_of_the_turn() -> None:
    game = limited()
    game.apply("card:J1")
    assert game.to_position()["phase"] == "turn_end"
    assert Game.from_position(game.to_position()).hash == game.hash


def test_a_position_is_written_while_a_player_obeys_martial_law() -> None:
    hand = [*["J1"] * 4, *["C1"] * 4, *["H1"] * 4, *["S1"] * 3]
    game = Game.from_position(leviathan(phase="turn_end", seats=seats(hand=hand, pearls=5)))
    game.apply("card:J1")
    assert game.question.kind == "OBEY_MARTIAL_LAW"
    assert Game.from_position(game.to_position()).hash == game.hash


def test_a_turn_power_that_was_declined_is_not_offered_again() -> None:
    game = limited(lords=[lord(12)])
    assert game.to_position()["phase"] == "turn_end"
    game.apply("done")
    assert game.question.kind == "DISCARD_TO_LIMIT"
    written = game.to_position()
    assert [frame["question"] for frame in written["waiting"][1:]] == ["DISCARD_TO_LIMIT"]
    assert Game.from_position(written).question.kind == "DISCARD_TO_LIMIT"


def test_a_fresh_game_is_written_as_the_question_it_asks() -> None:
    game = next(game for game in questions(4, players=2) if game.question.kind == "OFFER")
    written = game.to_position()
    assert written["phase"] == "question"
    space = len(game.table.track)
    assert written["waiting"][-1] == {"question": "OFFER", "player": game.player, "space": space}


def test_what_waits_is_written_with_names_and_ids() -> None:
    hand = ["S5", "S4", "C1"]
    game = Game.from_position(position(seats=seats(hand=hand, pearls=9), court=[12, 30, 31, 29]))
    game.apply("recruit:12")
    game.apply("card:S5")
    written = game.to_position()
    assert written["waiting"][-4:] == [
        {"step": "COURT_CHECK", "player": 0},
        {"step": "WELCOME", "player": 0, "lord": 12},
        {"question": "AFFILIATE", "player": 0, "lord": 12},
        {"question": "PAY", "player": 0, "lord": 12},
    ]
    assert (written["payment"], written["court"]) == (["S5"], [12, 30, 31, 29])
    assert Game.from_position(written).payments(12) == game.payments(12)


def test_more_pearls_than_a_position_may_begin_with_are_still_written_and_read() -> None:
    game = Game.from_position(position(seats=seats(hand=["J5"], lords=[lord(12)], pearls=MAX_COUNT)))
    game.apply("use:12")
    assert game.table.seats[0].pearls == MAX_COUNT
    assert Game.from_position(game.to_position()).hash == game.hash


def test_whether_a_fight_has_seen_an_attack_is_written() -> None:
    fight = {"phase": "explore", "track": ["M"], "border": {"5": {"id": 9}}, "dice": [1]}
    game = Game.from_position(leviathan(seats=seats(hand=["C1", "C2"]), **fight))
    game.apply("fight")
    assert (game.question.kind, game.to_position()["fight"]) == ("FIGHT_ALLY", {"slain": None})
    game.apply("card:C1")
    game.apply("fight")
    assert game.to_position()["fight"] == {"slain": 0}
    assert Game.from_position(game.to_position()).hash == game.hash


def test_whether_the_active_player_has_acted_is_written_where_the_phase_does_not_say_it() -> None:
    game = Game.from_position(position(seats=seats(pearls=3)))
    assert (bool(game.state.acted), "acted" in game.to_position()) == (False, False)
    game.apply("plot")
    written = game.to_position()
    assert (written["phase"], written["acted"]) == ("main", True)
    assert (Game.from_position(written).state.acted, Game.from_position(written).hash) == (1, game.hash)


def test_the_table_is_read_unsettled_and_written_by_its_orders() -> None:
    table = read_position(WITH_EVERYTHING)
    assert (table.seed, table.orders.monster_pool) == (9, (1, 1, 0))
    written = write_position(table.state, table.orders, table.seed)
    assert read_position(written) is not table
    assert state_hash(read_position(written).state) == state_hash(table.state)


# --------------------------------------------------------------------------------------- the hash

CHANGES: list[Position] = [
    {"active": 1}, {"extra_turns": 1}, {"price": 2}, {"threat": 2}, {"ending_player": 0}, {"track": ["C1"]},
    {"exploration_discard": ["C1"]}, {"lord_discard": [1]}, {"court": [29, 31, 30]}, {"phase": "turn_end"},
    {"available_locations": [13]}, {"options": {"black_smokers_back_to_deck": False}}, {"kraken": True},
    {"leviathan": True}, {"seats": [{}, {"bought": 1}]}, {"seats": seats(lords=[lord(1, used=True)])},
    *({"seats": seats(**one)} for one in ({"pearls": 2}, {"hand": ["C1"]}, {"affiliated": ["C1"]})),
]  # fmt: skip
CHANGES_OF_EXPANSIONS: list[Position] = [
    {"kraken_figure": 1}, {"loot_deck": [3]}, {"sentinels": [sentinel("council", "crab")]}, {"scourge": 1},
    {"available_locations": [14, {"id": 103, "loot": [3]}]}, {"border": {"5": {"id": 6, "levels_lost": 1}}},
    {"border": {"6": {"id": 6}}}, {"leviathan_deck": [1]}, {"acted": True},
    *({"seats": seats(**one)} for one in ({"nebulis": 1}, {"wounds": 1}, {"trophies": [1]})),
]  # fmt: skip


@pytest.mark.parametrize("change", CHANGES, ids=str)
def test_the_hash_tells_positions_apart(change: Position) -> None:
    hashes = {state_hash(read_position(given).state) for given in (position(), position(**change))}
    assert len(hashes) == 2
    assert all(is_hash(each) for each in hashes)


@pytest.mark.parametrize("change", CHANGES_OF_EXPANSIONS, ids=str)
def test_the_hash_tells_the_tables_of_expansions_apart(change: Position) -> None:
    given = leviathan(kraken=True, available_locations=[14, 103])
    assert state_hash(read_position(given).state) != state_hash(read_position({**given, **change}).state)


def test_the_hash_does_not_see_working_notes_nor_what_once_was_on_the_stack() -> None:
    state = read_position(position()).state
    before = state_hash(state)
    state.mask[:] = 1
    state.event_count = 3
    state.turn = 30
    state.stack[int(state.depth)] = (END_POWERS, 1, 1)
    assert state_hash(state) == before
