"""What is printed on the cards: the reference tables in tests/data."""

import json
from pathlib import Path
from typing import Any

DATA = Path(__file__).parent.parent / "data"


def printed_table(name: str) -> list[dict[str, Any]]:
    """The printed cards of the base game and Kraken, `lords` or `locations`, from the reference tables."""
    cards: list[dict[str, Any]] = json.loads((DATA / "cards-base-kraken.json").read_text())[name]
    return cards


def base_table(name: str) -> list[dict[str, Any]]:
    """Those of the base game alone."""
    return [card for card in printed_table(name) if card["set"] == "base"]


def kraken_table(name: str) -> list[dict[str, Any]]:
    """Those of Kraken alone."""
    return [card for card in printed_table(name) if card["set"] == "kraken"]


def leviathan_table(name: str) -> list[dict[str, Any]]:
    """The printed cards that Leviathan adds, `lords`, `leviathans` and others, from its reference table."""
    cards: list[dict[str, Any]] = json.loads((DATA / "cards-leviathan.json").read_text())[name]
    return cards
