"""The puzzles of the package: positions as records that end there, and what answers are worth."""

import json
import lzma
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

from msgspec import convert

from openabyss.errors import IllegalAction, InvalidOption
from openabyss.play.game import Game
from openabyss.rules.ending import LORDS_TO_END
from openabyss.rules.numbering import MAIN, PLACE_SENTINEL
from openabyss.rules.questions import QUESTION_NAMES, open_question
from openabyss.table.payments import PAYING
from openabyss.table.questions import asked_at
from openabyss.whole_files import replacing
from openabyss.words import N_, _
from openabyss.words.questions import lords

# By the text of an answer, why the best one is better, as `written_reasons` has it.
Reasons = dict[str, list[list[Any]]]

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


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position, and what is known of the answers to it. In those of the package `best` is clearly better
    than all others, and not the greedy player's.

    `record` is of the game up to the position, in which `seat` is asked; `chances` are its win probabilities
    by the text of each legal answer, the best first; `reasons` say why that one is better than each of the
    others, as `written_reasons` has them; `themes` are of THEMES.
    """

    record: dict[str, Any]
    seat: int
    chances: dict[str, float]
    reasons: Reasons
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
    return tuple(convert(json.loads(lzma.decompress(path.read_bytes())), list[Puzzle]))


def number_of_day(day: date) -> int:
    """The number of the puzzle of a day, from 1."""
    return day.toordinal() * DAILY_STEP % len(shipped_puzzles()) + 1


def themes_of(game: Game) -> tuple[str, ...]:
    """What the position is about, and what is played, without a word about the solution."""
    table, answers = game.table, [action.text for action in game.legal_actions]
    is_near = table.ending_player is not None or any(
        len(seat.lords) >= LORDS_TO_END - 1 for seat in table.seats
    )
    asked = open_question(game.state).what
    is_of_locations = all(answer.startswith(LOCATION_ANSWERS) for answer in answers if answer != "pass")
    is_of_lord = QUESTION_NAMES[asked] in lords.WORDINGS or asked == PLACE_SENTINEL
    held = {
        "turn": asked == MAIN,
        "location": is_of_locations,
        "power": is_of_lord and not is_of_locations,
        "end": is_near,
        "two": game.players == 2,
        "more": game.players > 2,
        "base": not (table.kraken or table.leviathan),
        "kraken": table.kraken,
        "leviathan": table.leviathan,
    }
    return tuple(theme for theme in THEMES if held[theme])


def check_answer(game: Game, answer: str | None) -> None:
    """Raises IllegalAction if it is none at the position."""
    if answer is not None and answer not in [action.text for action in game.legal_actions]:
        raise IllegalAction(_("{answer!r} is not an answer to this puzzle").format(answer=answer))


def imagined_position(game: Game, seed: int) -> Game:
    """The game from here on as the seat that is asked knows it: everything hidden from it is imagined.
    Raises InvalidOption where nobody has a choice."""
    if game.is_over or game.player == game.table.regent:
        raise InvalidOption(
            _("There is nothing to decide at this moment. Choose another one for the puzzle.")
        )
    if asked_at(game.state)[0] in PAYING:
        raise InvalidOption(
            _("At this moment a lord is being paid for. Choose the moment before it for the puzzle.")
        )
    if len(game.legal_actions) == 1:
        raise InvalidOption(
            _("Only one answer is possible at this moment. Choose another moment for the puzzle.")
        )
    return game.sample_hidden(game.player, seed)


def write_puzzles(path: Path, puzzles: Iterable[Puzzle]) -> None:
    """Replace a file of puzzles."""
    content = json.dumps([asdict(puzzle) for puzzle in puzzles], separators=(",", ":"))
    with replacing(path) as unfinished:
        unfinished.write_bytes(lzma.compress(content.encode("utf-8"), preset=9))
