"""What is printed on the cards, compared with the reference tables in tests/data."""

import json
from pathlib import Path
from typing import Any

import pytest

from openabyss.rules import play  # importing the rules enters every card in the tables
from openabyss.rules.cards import allies, loot, printed
from openabyss.rules.cards.smugglers import FIRST_SENTINEL
from openabyss.rules.chapters import REWARDS, nebulis_of
from openabyss.rules.sizes import SENTINELS
from openabyss.rules.state import TOKEN_INFLUENCE
from tests.rules.positions import RACES, position, seat
from tests.rules.printed import base_table

DATA = Path(__file__).parent.parent / "data"
BASE = json.loads((DATA / "cards-base-kraken.json").read_text())
LEVIATHAN = json.loads((DATA / "cards-leviathan.json").read_text())
LORDS: list[dict[str, Any]] = [*BASE["lords"], *LEVIATHAN["lords"]]
GUILDS = ["mage", "soldier", "farmer", "merchant", "politician", "ambassador", "smuggler"]
SETS = ["base", "kraken", "leviathan"]

SOME_LORDS = [1, 12, 15, 22, 27, 32, 34]
SOME_ALLIES = ["J3", "J1", "C2", "C5", "H4", "S1", "S2", "S3", "Q4"]


def index_of(lord: dict[str, Any]) -> int:
    """The number that the rules use for this lord."""
    return list(printed.LORD_ID).index(lord["id"])


def test_every_lord_of_the_tables_is_known_and_no_other() -> None:
    assert play.RULE_MODULES
    assert sorted(printed.LORD_ID) == sorted(lord["id"] for lord in LORDS)


@pytest.mark.parametrize("lord", LORDS, ids=lambda lord: str(lord["name"]))
def test_a_lord_is_printed_as_in_the_tables(lord: dict[str, Any]) -> None:
    number = index_of(lord)
    in_the_game = (
        GUILDS[printed.GUILD[number]],
        printed.COST[number],
        printed.RACES_NEEDED[number],
        printed.KEYS[number],
        printed.INFLUENCE[number],
        SETS[printed.LORD_SET[number]],
    )
    printed_fields = ("guild", "cost", "races", "keys", "influence", "set")
    assert in_the_game == tuple(lord[field] for field in printed_fields)


@pytest.mark.parametrize("lord", LORDS, ids=lambda lord: str(lord["name"]))
def test_the_guild_of_a_lord_gives_its_obligatory_race(lord: dict[str, Any]) -> None:
    guild = printed.GUILD[index_of(lord)]
    race = RACES[guild] if guild < printed.GUILDS_WITH_A_RACE else None
    assert race == lord["required_race"]


def test_every_location_of_the_tables_is_known_and_no_other() -> None:
    of_the_tables = {tile["id"]: tile["set"] for tile in BASE["locations"]}
    in_the_game = zip(printed.LOCATION_ID, printed.LOCATION_SET, strict=True)
    assert {int(number): SETS[belongs] for number, belongs in in_the_game} == of_the_tables


# ----------------------------------------------------------------------------- exploration cards
def test_every_race_has_as_many_allies_of_each_value_as_in_the_tables() -> None:
    copies = BASE["allies"]["per_race_counts"]
    for race in range(allies.RACES):
        for value in range(1, allies.HIGHEST_VALUE + 1):
            kind = allies.ally(race, value)
            assert allies.BASE_DECK[kind] == copies[str(value)]
            assert (allies.RACE_OF[kind], allies.VALUE_OF[kind]) == (race, value)


def test_the_base_deck_is_as_large_as_in_the_tables() -> None:
    assert allies.BASE_DECK.sum() == BASE["allies"]["base_exploration_deck"]
    assert allies.BASE_DECK[allies.MONSTER] == BASE["allies"]["monsters"]


def test_the_krakens_are_as_many_as_in_the_tables() -> None:
    for card in BASE["allies"]["kraken"]["cards"]:
        assert allies.KRAKEN_DECK[allies.kraken(card["value"])] == card["count"]
    assert allies.KRAKEN_DECK.sum() == BASE["allies"]["kraken"]["total"]


def test_a_kraken_brings_the_nebulis_of_the_tables() -> None:
    for card in BASE["allies"]["kraken"]["cards"]:
        assert nebulis_of(allies.kraken(card["value"])) == card["nebulis"]


def test_the_loot_cards_are_as_many_as_in_the_tables() -> None:
    copies = {loot.LOWEST_LOOT + place: number for place, number in enumerate(loot.LOOT_COPIES)}
    assert copies == {card["value"]: card["count"] for card in BASE["loot"]}


def test_the_sentinels_belong_to_the_lords_of_the_tables() -> None:
    first = list(printed.LORD_ID).index(BASE["sentinels"][0]["lord_id"])
    assert (first, len(BASE["sentinels"])) == (FIRST_SENTINEL, SENTINELS)


def test_the_cards_that_leviathan_adds_are_those_of_the_tables() -> None:
    effects = {"pearl_boost": allies.PEARL_BOOST, "double_die": allies.DOUBLE_DIE}
    expected = [0] * allies.KINDS
    for card in LEVIATHAN["exploration_cards"]:
        if card["kind"] == "monster":
            expected[allies.MONSTER] += 1
        elif card["fight_effect"] is None:
            expected[allies.ally(RACES.index(card["race"]), card["value"])] += 1
        else:
            kind = allies.fighter(RACES.index(card["race"]), card["value"])
            expected[kind] += 1
            assert allies.FIGHT_EFFECT_OF[kind] == effects[card["fight_effect"]]
    assert list(allies.LEVIATHAN_DECK) == expected


# -------------------------------------------------------------------------- threat and its tokens
@pytest.mark.parametrize("level", BASE["threat_track"], ids=lambda level: f"level {level['level']}")
def test_the_rewards_of_a_threat_level_are_those_of_the_tables(level: dict[str, Any]) -> None:
    rewards = [
        tuple(int(number) for number in reward) for reward in REWARDS[level["level"] - 1] if reward.any()
    ]
    assert rewards == [
        (option["pearls"], option["monster_tokens"], option["keys"]) for option in level["options"]
    ]


def test_the_monster_tokens_of_the_base_are_those_of_the_tables() -> None:
    assert {str(TOKEN_INFLUENCE[kind]) for kind in range(3)} == set(BASE["monster_tokens"])
    pool = position().to_position()["monster_pool"]
    assert {str(value): pool.count(value) for value in set(pool)} == BASE["monster_tokens"]


# -------------------------------------------------------------------------------------- locations
def counted(tile: dict[str, Any]) -> int:
    """How often the amount on this tile counts for SOME_LORDS and SOME_ALLIES, read from the tables."""
    own = [lord for lord in LORDS if lord["id"] in SOME_LORDS]
    letters = {"jellyfish": "J", "crab": "C", "seahorse": "H", "shellfish": "S", "squid": "Q"}
    of_race = {race: [int(card[1]) for card in SOME_ALLIES if card[0] == letters[race]] for race in RACES}
    counts: dict[str, int] = {
        "per_lord_guild": sum(lord["guild"] == tile["arg"] for lord in own),
        "per_affiliated_race": len(of_race.get(tile["arg"], [])),
        "per_distinct_guild": len({lord["guild"] for lord in own}),
        "none": 0,
        "weakest_lord_times": min(lord["influence"] for lord in own),
        "strongest_lord_times": max(lord["influence"] for lord in own),
        "per_lord": len(own),
        "per_lord_with_key": sum(lord["keys"] > 0 for lord in own),
        "per_lord_without_key": sum(lord["keys"] == 0 for lord in own),
        "sum_weakest_affiliated_per_race": sum(min(values) for values in of_race.values() if values),
        "per_affiliated_ally": len(SOME_ALLIES),
    }
    return counts[tile["kind"]]


@pytest.mark.parametrize(
    "tile",
    [tile for tile in base_table("locations") if tile["kind"] != "copy_opponent_location"],
    ids=lambda tile: str(tile["name"]),
)
def test_a_location_is_worth_what_the_tables_say(tile: dict[str, Any]) -> None:
    mine = seat(lords=SOME_LORDS, affiliated=SOME_ALLIES, locations=[tile["id"]])
    expected = tile["base"] + (tile["amount"] or 0) * counted(tile)
    assert position(mine).score_sheet(0).locations == {tile["id"]: expected}
