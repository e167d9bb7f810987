"""The deal of the guided first game: a position a few turns into a game of two, the same for everybody.

The learner has seat 0. The opponent is exploring and has turned up an ally, which the learner may buy first.
The court holds lords that can be paid for after one visit to the council, and the threat has risen so far
that the next monster is worth a key: with the lord at hand and the lord to come that makes three.
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


def guided_config() -> dict[str, Any]:
    """The `config` of a guided game."""
    return {"position": DEAL}


def seed_of(config: Mapping[str, Any]) -> int:
    """The seed of the `config` of any game."""
    return int(config["position"].get("seed", 0) if "position" in config else config["seed"])


def is_guided(config: Mapping[str, Any]) -> bool:
    """Whether a game began with this deal. Games of an older one have no guide."""
    return bool(config.get("position") == DEAL)
