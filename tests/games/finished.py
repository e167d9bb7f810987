"""Finished games: one for every number of players and every way to end, kept as the texts of decisions."""

import json
from collections.abc import Iterator
from itertools import count, product
from pathlib import Path
from typing import Any, NamedTuple

from openabyss import Game
from openabyss.play.position.records import FORMAT
from openabyss.rules.ending import COURT_NOT_FILLED, SEVENTH_LORD
from tests.games.playing import decisions

FOLDER = Path(__file__).parent.parent / "data" / "games"
PLAYERS = (2, 3, 4)


class Ending(NamedTuple):
    """A way to end: its name in files, the number of the rules, and the habit that leads there."""

    name: str
    cause: int
    habit: str


ENDINGS = (
    Ending("seventh-lord", SEVENTH_LORD, "gathering"),
    Ending("court-not-filled", COURT_NOT_FILLED, "plotting"),
)
WANTED = tuple(product(PLAYERS, ENDINGS))


def path_of(players: int, ending: Ending) -> Path:
    return FOLDER / f"base-{players}-players-{ending.name}.json"


def cause_of(game: Game) -> int:
    """What has brought the game to its end."""
    return int(game.state.end_cause)


def finished_game(players: int, ending: Ending) -> dict[str, Any]:
    """The game of the lowest seed that ends that way."""
    return next(found for seed in count(1) for found in _played(players, ending, seed))


def _played(players: int, ending: Ending, seed: int) -> Iterator[dict[str, Any]]:
    game = Game.new(players=players, seed=seed)
    answers = [decision.answer for decision in decisions(game, ending.habit, seed)]
    if cause_of(game) == ending.cause:
        config = game.to_record()["config"]
        yield {
            "title": f"{players} players, {ending.name.replace('-', ' ')}",
            "ending_player": game.table.ending_player,
            "turns": game.table.turn,
            "scores": game.scores,
            "ranking": game.ranking,
            "record": {"format": FORMAT, "config": config, "decisions": answers},
        }


def as_text(game: dict[str, Any]) -> str:
    """The file of a finished game, ten decisions to a line."""
    answers = game["record"]["decisions"]
    lines = [", ".join(map(json.dumps, answers[place : place + 10])) for place in range(0, len(answers), 10)]
    shell = {**game, "record": {**game["record"], "decisions": []}}
    written = json.dumps(shell, indent=1)
    return written.replace('"decisions": []', '"decisions": [\n   ' + ",\n   ".join(lines) + "\n  ]") + "\n"
