"""The games of a match as Parquet: a row for each seat, the ratings in the metadata of the schema."""

import json
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from openabyss.arena.matches.match import Match, Results
from openabyss.arena.matches.sitting import shares
from openabyss.arena.series.journal import UnusableOutput
from openabyss.arena.series.places import check_place
from openabyss.arena.series.summary import END_CAUSES
from openabyss.arena.series.tally import GIVEN_UP
from openabyss.words import _
from openabyss.words.extras import check_extra

METADATA_KEY = b"openabyss"
ENDING = ".parquet"
BY_SEAT = ("rank", "score", "decisions", "seconds")


def check_file(path: Path) -> None:
    """Raises InvalidOption, or MissingExtra, when results cannot be written there."""
    check_place("out", path, (ENDING,))
    check_extra("data", "pyarrow")


def write(path: Path, match: Match, results: Results, ratings: dict[str, Any]) -> None:
    """Write the games; the file appears under its name only when it is complete."""
    table = import_module("pyarrow").table(columns(match, results))
    table = table.replace_schema_metadata({METADATA_KEY: json.dumps(ratings).encode()})
    unfinished = path.with_name(path.name + ".writing")
    import_module("pyarrow.parquet").write_table(table, unfinished, compression="zstd")
    unfinished.replace(path)


def stored(path: Path) -> dict[str, Any]:
    """The ratings in a file of results. Raises UnusableOutput."""
    parquet = import_module("pyarrow.parquet")
    try:
        return dict(json.loads(parquet.read_schema(path).metadata[METADATA_KEY]))
    except (OSError, ValueError, KeyError, TypeError):
        raise UnusableOutput(
            _("{path} holds no results of a match; delete it or choose another name").format(path=path)
        ) from None


def columns(match: Match, results: Results) -> dict[str, Any]:
    """The columns of the file, a row for each seat; `round` is the deal of the cards, `lineup` who met."""
    seats = match.seats
    number = results["number"]
    causes = np.where(results["given_up"] > 0, GIVEN_UP, results["end_cause"])
    return {
        "game": np.repeat(number, seats),
        "round": np.repeat(number // seats // len(match.lineups), seats),
        "lineup": np.repeat(number // seats % len(match.lineups), seats).astype(np.int16),
        "seat": np.tile(np.arange(seats, dtype=np.int16), len(results)),
        "player": _named(results["player"][:, :seats].ravel(), match.players),
        "win_share": shares(results)[:, :seats].ravel().astype(np.float32),
        **{name: results[name][:, :seats].ravel() for name in BY_SEAT},
        "turns": np.repeat(results["turns"], seats),
        "end_cause": _named(np.repeat(causes, seats), END_CAUSES),
    }


def _named(places: Results, names: tuple[str, ...]) -> Any:
    return import_module("pyarrow").DictionaryArray.from_arrays(places.astype(np.int16), list(names))
