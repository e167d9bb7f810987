"""Lords and locations in words: complete, unique, and in step with the card tables."""

import json
from pathlib import Path
from typing import Any

import pytest

from openabyss.rules.cards.printed import LOCATION_ID, LORD_ID
from openabyss.words.cards.locations import (
    LOCATION_NAMES,
    LOCATIONS,
    location_formula,
    location_name,
    location_rulings,
    location_text,
    name_of_location,
)
from openabyss.words.cards.lords import (
    ARRIVAL,
    LASTING,
    LORD_NAMES,
    LORDS,
    NONE,
    TURN,
    lord_name,
    lord_rulings,
    lord_text,
    name_of_lord,
)
from openabyss.words.cards.reading import TypedNames, sections_of

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


def test_a_section_without_the_id_of_its_card_is_named() -> None:
    with pytest.raises(ValueError, match="'Porter' is not the id and the name"):
        list(sections_of("# Lords\n\n## Porter\n\nDiscard an ally.\n"))


@pytest.mark.parametrize("names", [LORD_NAMES, LOCATION_NAMES], ids=["lords", "locations"])
def test_slugs_are_unique_and_find_their_card(names: TypedNames) -> None:
    assert {names.id_of(slug): slug for slug in set(names.slugs.values())} == names.slugs


@pytest.mark.parametrize(
    "text", ["ship_master", "ship-master", "shipmaster", "Ship Master", "the ship master"]
)
def test_a_lord_is_found_however_it_is_spelt(text: str) -> None:
    assert LORD_NAMES.id_of(text) == 8


@pytest.mark.parametrize("text", ["krakens_lair", "The Kraken's Lair", "kraken’s lair", "THE_KRAKENS_LAIR"])
def test_a_location_is_found_however_it_is_spelt(text: str) -> None:
    assert LOCATION_NAMES.id_of(text) == 102


def test_a_misspelt_name_is_not_found_but_the_nearest_is_offered() -> None:
    assert LORD_NAMES.id_of("slavr") is None
    assert LORD_NAMES.nearest("slavr") == "slaver"
    assert LORD_NAMES.nearest("the master of magick") == "master_of_magic"
    assert LORD_NAMES.nearest("xyz") is None
    assert LOCATION_NAMES.id_of("throne") is None
    assert LOCATION_NAMES.nearest("thron room") == "throne_room"
