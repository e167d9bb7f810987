"""The deals of the guided first game and of the lessons after it: positions of two, the same for everybody.

The learner has seat 0. In the first game the opponent is exploring and has turned up an ally, which the
learner may buy first. The court holds lords that can be paid for after one visit to the council, and the
threat has risen so far that the next monster is worth a key: with the lord at hand and the lord to come that
makes three.
"""

from collections.abc import Mapping
from typing import Any

from openabyss.rules.numbering import OFFER
from openabyss.rules.questions import QUESTION_NAMES

LEARNER, OPPONENT = 0, 1
SEED = 1

EXPLORATION_DECK = """
Q4 J1 S2 C2 C1 J1 M H3 M C3 J1 M J4 S5 J3 S1 H1 Q1 C4 H2
H5 Q1 S3 J3 M C1 J1 C4 M J2 S3 Q2 Q3 J5 S1 J2 C5 H1 J4 Q5
S4 S1 H2 H3 Q2 H4 S2 C1 Q3 C3 S4 Q4 M Q3 J3 H1 Q1 Q2 H3 S3
"""

DEAL: dict[str, Any] = {
    "players": 2,
    "seed": SEED,
    "active": OPPONENT,
    "threat": 4,
    "seats": [
        {"pearls": 3, "hand": ["Q1"], "lords": [{"id": 27}], "affiliated": ["H1"]},
        {"pearls": 0, "hand": [], "lords": [{"id": 30}], "affiliated": ["H2"]},
    ],
    "track": ["H4"],
    "exploration_deck": EXPLORATION_DECK.split(),
    "council": {"crab": ["C3", "C2", "C1"], "shellfish": ["S2", "S1"], "jellyfish": ["J2"]},
    "court": [29, 6, 21, 18, 10, 19],
    "available_locations": [2, 12],
    "phase": "question",
    "waiting": [
        {"step": "END_TURN", "player": OPPONENT},
        {"step": "HAND_LIMIT", "player": OPPONENT},
        {"step": "LAST_POWERS", "player": OPPONENT},
        {"step": "KEY_CHECK", "player": OPPONENT},
        {"step": "END_EXPLORATION", "player": OPPONENT},
        {"question": QUESTION_NAMES[OFFER], "player": LEARNER, "space": 1},
    ],
}


# An opponent who is exploring, at the ally that was turned up last.
EXPLORING = DEAL["waiting"]

BUYING: dict[str, Any] = {
    "players": 2,
    "seed": SEED,
    "active": OPPONENT,
    "threat": 2,
    "seats": [
        {"pearls": 2, "hand": ["S4", "Q2"], "lords": [{"id": 27}]},
        {"pearls": 1, "hand": ["J2"], "lords": [{"id": 30}]},
    ],
    "track": ["Q1"],
    "exploration_deck": ["H4", *EXPLORATION_DECK.split()[:40]],
    "court": [28, 16, 32, 18, 10, 19],
    "available_locations": [2],
    "phase": "question",
    "waiting": EXPLORING,
}
PAYING: dict[str, Any] = {
    "players": 2,
    "seed": SEED,
    "seats": [
        {"pearls": 3, "hand": ["H4", "H5", "C4", "C1", "Q1"], "lords": [{"id": 27}], "affiliated": ["Q3"]},
        {"pearls": 2, "hand": ["J2", "S3"], "lords": [{"id": 28}], "affiliated": ["J1"]},
    ],
    "council": {"jellyfish": ["J1"]},
    "court": [30, 22, 19, 23, 4, 20],
    "available_locations": [2],
}
KEYS: dict[str, Any] = {
    "players": 2,
    "seed": SEED,
    "seats": [
        {
            "pearls": 2,
            "key_tokens": 1,
            "hand": ["H4", "C3", "Q2"],
            "lords": [{"id": 11}, {"id": 12}],
            "affiliated": ["S2", "S1"],
        },
        {"pearls": 2, "hand": ["J2", "S3"], "lords": [{"id": 30}], "affiliated": ["J1"]},
    ],
    "court": [28, 22, 19, 23, 4, 20],
    "available_locations": [6, 5],
}
TEMPO: dict[str, Any] = {
    "players": 2,
    "seed": SEED,
    "threat": 5,
    "seats": [
        {"pearls": 4, "hand": ["J3", "Q2"], "lords": [{"id": 28}, {"id": 29}, {"id": 31}, {"id": 30}]},
        {
            "pearls": 2,
            "hand": ["C4", "S4"],
            "lords": [{"id": 9}, {"id": 10}, {"id": 13}, {"id": 24}, {"id": 27}],
            "affiliated": ["J1", "C2"],
        },
    ],
    "exploration_deck": ["S1", "M", *EXPLORATION_DECK.split()[:24]],
    "court": [32, 22, 19, 23, 4, 33],
    "available_locations": [2],
}
KRAKENS: dict[str, Any] = {
    "players": 2,
    "kraken": True,
    "seed": SEED,
    "seats": [
        {"pearls": 3, "hand": ["K4", "H4", "C2"], "lords": [{"id": 27}], "affiliated": ["C1"]},
        {"pearls": 1, "nebulis": 1, "hand": ["J2", "S3"], "lords": [{"id": 28}]},
    ],
    "kraken_figure": OPPONENT,
    "court": [30, 22, 19, 33, 4, 34],
    "available_locations": [2],
}
LEVIATHANS: dict[str, Any] = {
    "players": 2,
    "leviathan": True,
    "seed": SEED,
    "dice": [5, 2, 3],
    "seats": [
        {"pearls": 3, "hand": ["C4", "C1", "Q2", "J1"], "lords": [{"id": 27}]},
        {"pearls": 1, "hand": ["J2", "S3", "C1"], "lords": [{"id": 28}]},
    ],
    "exploration_deck": ["M", "S2", "H1", "Q1", "J2", "C2", "M", "H3", "S4"],
    "court": [29, 22, 19, 33, 4, 34],
    "available_locations": [2],
    "border": {"3": {"id": 5}, "6": {"id": 1}},
}

FIRST_GAME = "first-game"
DEALS = {
    FIRST_GAME: DEAL,
    "paying": PAYING,
    "buying": BUYING,
    "keys": KEYS,
    "tempo": TEMPO,
    "krakens": KRAKENS,
    "leviathans": LEVIATHANS,
}


def guided_config(course: str = FIRST_GAME) -> dict[str, Any]:
    """The `config` of a guided game."""
    return {"position": DEALS[course]}


def seed_of(config: Mapping[str, Any]) -> int:
    """The seed of the `config` of any game."""
    return int(config["position"].get("seed", 0) if "position" in config else config["seed"])


def course_of(config: Mapping[str, Any]) -> str | None:
    """Which of these deals a game began with. Games of an older one have no guide."""
    return next((course for course, deal in DEALS.items() if config.get("position") == deal), None)
