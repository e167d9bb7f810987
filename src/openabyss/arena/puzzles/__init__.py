"""The puzzles of the package: positions as records that end there, and what answers are worth."""

import json
import lzma
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any

from openabyss.play.game import Game

PUZZLES_FILE = Path(__file__).parent / "puzzles.json.xz"


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position in which `best` is clearly better than all other answers, and not the greedy player's.

    `record` is of the game up to the position; `chances` are win probabilities of the seat that is asked,
    by the text of the answer, the best one first: those answers that were compared.
    """

    record: dict[str, Any]
    chances: dict[str, float]

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
    return tuple(Puzzle(**puzzle) for puzzle in json.loads(lzma.decompress(path.read_bytes())))


def write_puzzles(path: Path, puzzles: Iterable[Puzzle]) -> None:
    """Replace a file of puzzles."""
    content = json.dumps([asdict(puzzle) for puzzle in puzzles], separators=(",", ":"))
    partial = path.with_name(f"{path.name}.part")
    partial.write_bytes(lzma.compress(content.encode("utf-8"), preset=9))
    partial.replace(path)
