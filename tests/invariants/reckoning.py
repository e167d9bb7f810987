"""The final score counted a second time: in plain Python, from what the seats have.

Only the printed tables of the reference and `Game.seats` are used; nothing of the rules' own counting.
"""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from openabyss.table.reading import Seat

MIRRORS = 9
SMOKERS = 10

TABLES = json.loads((Path(__file__).parent.parent / "data" / "cards-base-kraken.json").read_text())
LORDS: Mapping[int, dict[str, Any]] = {card["id"]: card for card in TABLES["lords"]}
GUILDS = ("soldier", "merchant", "mage", "politician", "farmer", "ambassador")
LETTERS = "JCHSQ"


def own_lords(seat: Seat) -> list[dict[str, Any]]:
    return [LORDS[lord.id] for lord in seat.lords]


def of_guild(seat: Seat, guild: str) -> int:
    return [card["guild"] for card in own_lords(seat)].count(guild)


def affiliated(seat: Seat, letter: str) -> list[int]:
    return [int(code[1]) for code in seat.affiliated if code[0] == letter]


def with_key(seat: Seat) -> int:
    return sum(card["keys"] > 0 for card in own_lords(seat))


def points(seat: Seat) -> list[int]:
    return [card["influence"] for card in own_lords(seat)] or [0]


# Rules 7: what each location gives for these lords and allies.
WORTH: Mapping[int, Callable[[Seat], int]] = {
    1: lambda seat: 5 + 2 * of_guild(seat, "farmer"),
    2: lambda seat: 6 + 2 * of_guild(seat, "mage"),
    3: lambda seat: 4 + 3 * len(affiliated(seat, "J")),
    4: lambda seat: 6 + 2 * of_guild(seat, "politician"),
    5: lambda seat: 7 + 2 * of_guild(seat, "soldier"),
    6: lambda seat: 5 + 2 * of_guild(seat, "merchant"),
    7: lambda seat: 3 + 3 * len(affiliated(seat, "H")),
    8: lambda seat: 2 * sum(of_guild(seat, guild) > 0 for guild in GUILDS),
    SMOKERS: lambda seat: 0,
    11: lambda seat: 4 + 3 * len(affiliated(seat, "Q")),
    12: lambda seat: 2 * min(points(seat)),
    13: lambda seat: max(points(seat)),
    14: lambda seat: 15 - len(seat.lords),
    15: lambda seat: 5 + 3 * len(affiliated(seat, "C")),
    16: lambda seat: 3 * with_key(seat),
    17: lambda seat: 3 * (len(seat.lords) - with_key(seat)),
    18: lambda seat: 3 + sum(min(affiliated(seat, letter), default=0) for letter in LETTERS),
    19: lambda seat: 3 + 3 * len(affiliated(seat, "S")),
    20: lambda seat: 20 - len(seat.affiliated),
}


def mirrored(seat: Seat, seats: list[Seat]) -> int:
    """The best of the opponents' locations, by one's own lords and allies, at least 0 (R-15)."""
    others = [tile for other in seats if other.number != seat.number for tile in other.locations]
    return max((WORTH[tile](seat) for tile in others if tile != MIRRORS), default=0)


def reckoned(seat: Seat, seats: list[Seat]) -> int:
    """Rules 8.3: locations, lords, the strongest ally of each race, monster tokens."""
    tiles = sum(mirrored(seat, seats) if tile == MIRRORS else WORTH[tile](seat) for tile in seat.locations)
    allies = sum(max(affiliated(seat, letter), default=0) for letter in LETTERS)
    return tiles + sum(points(seat)) + allies + sum(int(token) for token in seat.monster_tokens)
