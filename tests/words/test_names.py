"""Lords and locations in words: complete, unique, and in step with the card tables."""

import json
from pathlib import Path
from typing import Any

import pytest

from openabyss.rules.cards.printed import LOCATION_ID, LORD_ID
from openabyss.words.cards.locations import (
    LOCATION_SLUGS,
    LOCATIONS,
    location_formula,
    location_id_from_slug,
    location_name,
    location_rulings,
    location_text,
    name_of_location,
    nearest_location,
)
from openabyss.words.cards.lords import (
    ARRIVAL,
    LASTING,
    LORD_SLUGS,
    LORDS,
    NONE,
    TURN,
    lord_id_from_slug,
    lord_name,
    lord_rulings,
    lord_text,
    name_of_lord,
    nearest_lord,
)

TABLES = Path(__file__).parent.parent / "data"
TIMINGS = {"once": ARRIVAL, "permanent": LASTING, "turn": TURN, "none": NONE}


def printed(sort: str) -> list[dict[str, Any]]:
    files = ("cards-base-kraken.json", "cards-leviathan.json")
    tables = [json.loads((TABLES / name).read_text(encoding="utf-8")) for name in files]
    return [card for table in tables for card in table.get(sort, [])]


@pytest.mark.parametrize("card", printed("lords"), ids=lambda card: card["name"])
def test_a_lord_is_called_and_timed_as_printed(card: dict[str, Any]) -> None:
    words = LORDS[card["id"]]
    assert words.name == card["name"]
    assert words.timing == TIMINGS[card["timing"]]
    assert lord_text(card["id"]).endswith(".")
    assert all(note.endswith(".") for note in lord_rulings(card["id"]))


@pytest.mark.parametrize("card", printed("locations"), ids=lambda card: card["name"])
def test_a_location_is_called_as_printed(card: dict[str, Any]) -> None:
    assert location_name(card["id"]) == card["name"]
    assert location_text(card["id"]).endswith(".")
    assert location_formula(card["id"])
    assert all(note.endswith(".") for note in location_rulings(card["id"]))


def test_every_card_of_the_rules_has_words() -> None:
    assert list(LORDS) == LORD_ID.tolist()
    assert list(LOCATIONS) == LOCATION_ID.tolist()
    assert name_of_lord(11) == lord_name(12) == "Slaver"
    assert name_of_location(9) == "Black Smokers"


def test_slugs_are_unique_and_find_their_card() -> None:
    assert len(set(LORD_SLUGS.values())) == len(LORDS)
    assert len(set(LOCATION_SLUGS.values())) == len(LOCATIONS)
    assert {lord_id_from_slug(slug): slug for slug in LORD_SLUGS.values()} == LORD_SLUGS
    assert {location_id_from_slug(slug): slug for slug in LOCATION_SLUGS.values()} == LOCATION_SLUGS


@pytest.mark.parametrize(
    "text", ["ship_master", "ship-master", "shipmaster", "Ship Master", "the ship master"]
)
def test_a_lord_is_found_however_it_is_spelt(text: str) -> None:
    assert lord_id_from_slug(text) == 8


@pytest.mark.parametrize("text", ["krakens_lair", "The Kraken's Lair", "kraken’s lair", "THE_KRAKENS_LAIR"])
def test_a_location_is_found_however_it_is_spelt(text: str) -> None:
    assert location_id_from_slug(text) == 102


def test_a_misspelt_name_is_not_found_but_the_nearest_is_offered() -> None:
    assert lord_id_from_slug("slavr") is None
    assert nearest_lord("slavr") == "slaver"
    assert nearest_lord("the master of magick") == "master_of_magic"
    assert nearest_lord("xyz") is None
    assert location_id_from_slug("throne") is None
    assert nearest_location("thron room") == "throne_room"
