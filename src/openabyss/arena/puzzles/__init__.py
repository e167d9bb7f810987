"""The puzzles of the package: positions as records that end there, and what answers are worth."""

import json
import lzma
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from openabyss.play.game import Game
from openabyss.rules.ending import LORDS_TO_END
from openabyss.rules.numbering import MAIN
from openabyss.rules.questions import open_question
from openabyss.words import N_

PUZZLES_FILE = Path(__file__).parent / "puzzles.json.xz"

# What puzzles are about, and the sets that they are played with; each is of several.
THEMES = {
    "turn": N_("What to do with the turn"),
    "location": N_("Which location"),
    "power": N_("Powers of lords"),
    "end": N_("The end is near"),
    "two": N_("Two players"),
    "more": N_("Three or four players"),
    "base": N_("Base game"),
    "kraken": N_("Kraken"),
    "leviathan": N_("Leviathan"),
}
# The puzzles of the days follow in steps of a prime number that does not divide how many there are.
DAILY_STEP = 127
LOCATION_ANSWERS = ("location:", "draw:")


class Outlook(NamedTuple):
    """How games end on average in which greedy players go on after an answer: the influence of the seat that
    is asked, that of the strongest other one, how many turns there are, and the kinds of its influence."""

    own: float
    rival: float
    turns: float
    lords: float
    locations: float
    allies: float
    monster_tokens: float


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position in which `best` is clearly better than all other answers, and not the greedy player's.

    `record` is of the game up to the position, in which `seat` is asked; `chances` are its win probabilities
    by the text of each legal answer, the best first; `outlooks` is what is behind them; `themes` are of
    THEMES.
    """

    record: dict[str, Any]
    seat: int
    chances: dict[str, float]
    outlooks: dict[str, Outlook]
    themes: tuple[str, ...]

    @property
    def best(self) -> str:
        """The text of the solution."""
        return next(iter(self.chances))

    def game(self) -> Game:
        """The game at the position. Raises InvalidRecord for a record of strangers."""
        return Game.from_record(self.record)


@cache
def shipped_puzzles() -> tuple[Puzzle, ...]:
    """Those of the package."""
    return read_puzzles(PUZZLES_FILE)


def read_puzzles(path: Path) -> tuple[Puzzle, ...]:
    """The puzzles of a file that `write_puzzles` has written."""
    return tuple(_puzzle(**puzzle) for puzzle in json.loads(lzma.decompress(path.read_bytes())))


def _puzzle(
    record: dict[str, Any],
    seat: int,
    chances: dict[str, float],
    outlooks: dict[str, list[float]],
    themes: list[str],
) -> Puzzle:
    read = {answer: Outlook(*means) for answer, means in outlooks.items()}
    return Puzzle(record, seat, chances, read, tuple(themes))


def number_of_day(day: date) -> int:
    """The number of the puzzle of a day, from 1."""
    return day.toordinal() * DAILY_STEP % len(shipped_puzzles()) + 1


def themes_of(game: Game) -> tuple[str, ...]:
    """What the position is about, and what is played, without a word about the solution."""
    table, answers = game.table, [action.text for action in game.legal_actions]
    is_near = table.ending_player is not None or any(
        len(seat.lords) >= LORDS_TO_END - 1 for seat in table.seats
    )
    about = "turn" if open_question(game.state).what == MAIN else "power"
    if any(answer.startswith(LOCATION_ANSWERS) for answer in answers):
        about = "location"
    held = {
        about: True,
        "end": is_near,
        "two": game.players == 2,
        "more": game.players > 2,
        "base": not (table.kraken or table.leviathan),
        "kraken": table.kraken,
        "leviathan": table.leviathan,
    }
    return tuple(theme for theme in THEMES if held.get(theme, False))


def write_puzzles(path: Path, puzzles: Iterable[Puzzle]) -> None:
    """Replace a file of puzzles."""
    content = json.dumps([asdict(puzzle) for puzzle in puzzles], separators=(",", ":"))
    partial = path.with_name(f"{path.name}.part")
    partial.write_bytes(lzma.compress(content.encode("utf-8"), preset=9))
    partial.replace(path)
