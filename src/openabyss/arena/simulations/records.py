"""The records of a series, a line of JSON for each game."""

import json
from collections.abc import Iterable
from pathlib import Path

from openabyss.arena.series.files import check_place
from openabyss.arena.series.series import NotedGame, Series


class Records:
    """Every answer of every game, which `Game.from_record` and `openabyss analyse` read."""

    def check(self, path: Path) -> None:
        """Raises InvalidOption."""
        check_place("records", path, (".jsonl",))

    def kept(self, series: Series, number: int, noted: NotedGame) -> bytes:
        """A line."""
        return json.dumps(series.recorded(number, noted)).encode() + b"\n"

    def write(self, _series: Series, games: Iterable[bytes], path: Path) -> None:
        """All lines."""
        with path.open("wb") as file:
            file.writelines(games)
