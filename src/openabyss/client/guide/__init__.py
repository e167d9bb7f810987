"""The guided first game and the lessons after it: how they begin, the same for everybody.

The deals, positions of two, are in `deals.json`. The learner has seat 0. In the first game the opponent is
exploring and has turned up an ally, which the learner may buy first. The court holds lords that can be paid
for after one visit to the council, and the threat has risen so far that the next monster is worth a key: with
the lord at hand and the lord to come that makes three.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

LEARNER, OPPONENT = 0, 1
FIRST_GAME = "first-game"
DEALS: dict[str, dict[str, Any]] = json.loads(Path(__file__).with_name("deals.json").read_text("utf-8"))


def guided_config(course: str = FIRST_GAME) -> dict[str, Any]:
    """The `config` of a guided game."""
    return {"position": DEALS[course]}


def seed_of(config: Mapping[str, Any]) -> int:
    """The seed of the `config` of any game."""
    return int(config["position"].get("seed", 0) if "position" in config else config["seed"])


def course_of(config: Mapping[str, Any]) -> str | None:
    """Which of these deals a game began with. Games of an older one have no guide."""
    return next((course for course, deal in DEALS.items() if config.get("position") == deal), None)
