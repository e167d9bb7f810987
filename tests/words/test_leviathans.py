"""The leviathans in words, in step with the card table."""

import json
from pathlib import Path
from typing import Any

import pytest

from openabyss.words.cards.leviathans import (
    leviathan_id,
    leviathan_text,
    name_of_leviathan,
    odds_in_short,
    zone_name,
)

TABLE = Path(__file__).parent.parent / "data" / "cards-leviathan.json"


def printed() -> list[dict[str, Any]]:
    cards: list[dict[str, Any]] = json.loads(TABLE.read_text(encoding="utf-8"))["leviathans"]
    return cards


@pytest.mark.parametrize("card", printed(), ids=lambda card: str(card["id"]))
def test_a_leviathan_is_told_as_printed(card: dict[str, Any]) -> None:
    text = leviathan_text(card["id"])
    assert text.endswith(".")
    assert "{" not in text
    for level in card["life_levels"]:
        assert f"{level['resistance']} (pays {level['reward_tokens']} token" in text


def test_a_leviathan_in_full() -> None:
    assert leviathan_text(10) == (
        "Fought with squids and crabs. Resists 6 (pays 2 tokens), then 4 (pays 1 token)."
        " When it attacks: a free lord is lost."
    )
    assert leviathan_text(17).startswith("Fought with crabs. Resists 4 (pays 1 token), then 7")
    assert "3 allies from the hand are lost" in leviathan_text(1)
    assert "3 pearls are lost" in leviathan_text(5)
    assert "2 wounds" in leviathan_text(20)


def test_leviathans_go_by_their_ids_and_zones_by_their_dice() -> None:
    assert (leviathan_id(0), name_of_leviathan(19)) == (1, "Skullback")
    assert [zone_name(zone) for zone in (0, 4, 8)] == ["zone 2/3", "zone 7", "zone 11/12"]


@pytest.mark.parametrize(
    ("odds", "text"),
    [
        ((7, 0, 0), "no roll is enough"),
        ((4, 0, 50), "from 4: 50%"),
        ((4, 2, 50), "from 4, with up to 2 pearls: 50%"),
        ((1, 0, 100), "every roll is enough"),
    ],
)
def test_the_odds_beside_an_answer_are_short(odds: tuple[int, int, int], text: str) -> None:
    assert odds_in_short(*odds) == text
