"""How many different sequences of decisions start from a position: a small error in any rule changes them.

The decks are given, so that every decision leads to one position only and nothing hangs on a seed.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from openabyss import Game

PATH = Path(__file__).parent / "counts.txt"


class Start(NamedTuple):
    """A position to count from, and how deep."""

    title: str
    depth: int
    position: dict[str, Any]


def _lord(number: int, location: int | None = None) -> dict[str, Any]:
    return {"id": number, "disabled": False, "location": location, "used": False}


def _seat(pearls: int = 0, lords: tuple[dict[str, Any], ...] = (), **rest: Any) -> dict[str, Any]:
    return {"pearls": pearls, "lords": list(lords), **rest}


_DECKS: dict[str, Any] = {
    "exploration_deck": ["C2", "M", "Q4", "J1", "M", "H3", "S2", "M", "C1", "J5", "Q1", "S4"],
    "lord_deck": [13, 34, 10, 3, 15, 20],
    "location_deck": [7, 5, 10, 14, 1],
    "monster_pool": [2, 3, 4, 2, 3],
}

STARTS = (
    Start(
        "explore: three players, offers, monsters, the Ship Master and the Tamer",
        10,
        {
            "players": 3, "threat": 2, "court": [31, 27, 28], "available_locations": [3], **_DECKS,
            "seats": [_seat(2, (_lord(8),)), _seat(3, (_lord(6),)), _seat(1)],
        },
    ),
    Start(
        "recruit and pay: cards of all races, pearls for the rest, the Treasurer against the Recruiter",
        6,
        {
            "players": 2, "court": [12, 33, 23, 31], "available_locations": [3], **_DECKS,
            "seats": [
                _seat(4, (_lord(25),), hand=["J2", "C1", "C3", "H2", "H4", "S1", "S5", "Q3", "Q5"]),
                _seat(2, (_lord(1),), hand=["J1", "Q2"]),
            ],
            "council": {"crab": ["C4"], "squid": []},
        },
    ),
    Start(
        "control: five keys, tokens and lords, the Black Smokers among the drawn",
        7,
        {
            "players": 2, "phase": "turn_end", "court": [31, 28, 32], "available_locations": [3, 20],
            **_DECKS,
            "seats": [
                _seat(1, (_lord(12), _lord(17), _lord(21)), key_tokens=2, hand=["J2", "C1"]),
                _seat(2, (_lord(1),), hand=["J1", "Q2"]),
            ],
            "council": {"crab": ["C4"], "squid": ["Q2"]},
        },
    ),
    Start(
        "arrival: the Corruptor, the Traitor, the Schemer, the Jailer and the Assassin to be had",
        8,
        {
            "players": 3, "court": [22, 23, 4, 2, 26, 7], "available_locations": [3], **_DECKS,
            "seats": [
                _seat(12, (_lord(29), _lord(24)), hand=["Q4", "C3", "J1"]),
                _seat(2, (_lord(1), _lord(11)), hand=["J2", "Q2"], monster_tokens=[2, 4]),
                _seat(2, (_lord(14), _lord(9)), hand=["S1", "Q3"], monster_tokens=[3]),
            ],
        },
    ),
    Start(
        "council: the Alchemist, the Oracle, the Slaver and the Apprentice, and the Commander against them",
        5,
        {
            "players": 2, "court": [16, 19, 27], "available_locations": [3, 11], **_DECKS,
            "seats": [
                _seat(
                    1, (_lord(18), _lord(17), _lord(12), _lord(30, 13)), locations=[{"id": 13}],
                    hand=["J3", "J2", "H2", "H3", "S2", "S1"],
                ),
                _seat(2, (_lord(5),), hand=["J1", "Q2"]),
            ],
            "council": {"crab": ["C4", "C3"], "squid": ["Q2"], "shellfish": ["S3"]},
        },
    ),
)  # fmt: skip


def count(game: Game, depth: int) -> int:
    """Sequences of `depth` decisions; one that ends the game counts once, whatever its length."""
    if depth == 0 or game.is_over:
        return 1
    return sum(count(after, depth - 1) for _, after in _followers(game))


def _followers(game: Game) -> Iterator[tuple[str, Game]]:
    for action in game.legal_actions:
        after = game.clone()
        after.apply(action.id)
        yield action.text, after


def table_of_counts() -> str:
    """All counts as text: for each position every depth, and the greatest one by first answer."""
    return "\n".join(line for start in STARTS for line in _lines(start)) + "\n"


def _lines(start: Start) -> Iterator[str]:
    game = Game.from_position(start.position)
    yield start.title
    yield from (f"  depth {depth}: {count(game, depth)}" for depth in range(1, start.depth))
    by_answer = {text: count(after, start.depth - 1) for text, after in _followers(game)}
    yield f"  depth {start.depth}: {sum(by_answer.values())}"
    yield from (f"    {text}: {number}" for text, number in by_answer.items())
    yield ""
