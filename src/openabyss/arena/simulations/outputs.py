"""Files of results: a row for each seat of each game, with the settings and the summary.

`.parquet` is a table with list columns, the rest in the metadata of the schema; `.csv` is the same
table with lists as "3 12 35", the rest in a file beside it; `.json` is one document, with a line for
each game, that holds everything.
"""

import csv
import json
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from importlib import import_module
from itertools import islice, pairwise
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from openabyss.arena.series.driving import end_causes
from openabyss.arena.series.files import UnusableOutput, check_place, write_text
from openabyss.arena.series.playing import COUNCIL_ACTION, EXPLORE_ACTION, OPENING, RECRUIT_ACTION
from openabyss.arena.series.series import OutcomeRows, Series
from openabyss.arena.series.tally import END_CAUSES, SUMMED, win_shares
from openabyss.rules.cards.printed import LOCATION_ID, LORD_ID
from openabyss.whole_files import replacing
from openabyss.words import _
from openabyss.words.extras import check_extra

# Imported only when it is needed, since it needs pyarrow.
PARQUET = "openabyss.arena.simulations.parquet"
METADATA_KEY = b"openabyss"
BY_GAME = ("decisions", "choices", "turns")
BY_SEAT = ("player", "rank", *SUMMED)
LISTS = ("lord_ids", "location_ids")
# Of how a seat began: 1 for the seat that began the game, 2 for the next one …; the id of its first lord
# (0 for none), and the names of its first actions.
BEGINNING = ("turn_order", "first_lord", "opening")
OPENING_ACTIONS = {0: "", EXPLORE_ACTION: "explore", COUNCIL_ACTION: "council", RECRUIT_ACTION: "recruit"}
# `brought_end` is 1 for the seat that brought about the end, 0 for the others.
ENDING = ("brought_end", "end_cause")
COLUMNS = ("game", "seat", "spec", *BY_SEAT, "win_share", *BEGINNING, *LISTS, *BY_GAME, *ENDING)

Chunks = Iterable[OutcomeRows]
Summary = dict[str, Any]


class Rows:
    """The columns of some games, numbered from `first`: one value for each seat of each game."""

    def __init__(self, outcomes: OutcomeRows, first: int, specs: Sequence[str]) -> None:
        self.specs = specs
        self.seats = seats = len(specs)
        games = len(outcomes)
        seat = np.arange(seats, dtype=np.int16)
        self.numbers: dict[str, NDArray[Any]] = {
            "game": np.repeat(np.arange(first, first + games), seats),
            "seat": np.tile(seat, games),
            **{name: outcomes[name][:, :seats].ravel() for name in BY_SEAT},
            "win_share": win_shares(outcomes)[:, :seats].ravel(),
            "turn_order": ((seat - outcomes["first_player"][:, None]) % seats + 1).ravel(),
            "first_lord": ID_OF_FIRST_LORD[outcomes["first_lord"][:, :seats].ravel()],
            "decisions": np.repeat(outcomes["decisions"], seats),
            "choices": np.repeat(outcomes["choices"].sum(axis=1, dtype=np.int16), seats),
            "turns": np.repeat(outcomes["turns"], seats),
            "brought_end": (seat == outcomes["ending_player"][:, None]).astype(np.int16).ravel(),
        }
        self.openings = outcomes["opening"][:, :seats].reshape(-1, OPENING)
        self.causes = np.repeat(end_causes(outcomes), seats)
        self.lists = {
            "lord_ids": _owned(outcomes["lord_owner"], LORD_ID, seats),
            "location_ids": _owned(outcomes["location_owner"], LOCATION_ID, seats),
        }

    def values(self, name: str) -> list[Any]:
        """A column as numbers, texts, or lists of numbers."""
        if name == "spec":
            return [self.specs[player] for player in self.numbers["player"].tolist()]
        if name == "end_cause":
            return [END_CAUSES[cause] for cause in self.causes.tolist()]
        if name == "opening":
            return [opening_in_words(actions) for actions in self.openings.tolist()]
        if name in LISTS:
            offsets, ids = (array.tolist() for array in self.lists[name])
            return [ids[start:end] for start, end in pairwise(offsets)]
        if name == "win_share":
            return [round(share, 6) if share % 1 else int(share) for share in self.numbers[name].tolist()]
        return list(self.numbers[name].tolist())


# By the number of a lord and 1.
ID_OF_FIRST_LORD = np.concatenate(([0], LORD_ID)).astype(np.int16)


def opening_in_words(actions: Sequence[int]) -> str:
    """The first actions of a seat: "explore explore recruit"."""
    return " ".join(OPENING_ACTIONS[action] for action in actions if action > 0)


def _owned(owner: NDArray[np.int16], ids: NDArray[Any], seats: int) -> tuple[NDArray[Any], NDArray[Any]]:
    """The ids of the cards of each seat, one after the other, and where each seat's begin."""
    owned = owner[:, None, :] == np.arange(seats)[None, :, None]
    counts = owned.sum(axis=2).ravel()
    offsets = np.concatenate(([0], np.cumsum(counts))).astype(np.int32)
    return offsets, ids[np.nonzero(owned)[2]].astype(np.int16)


# ------------------------------------------------------------------------------- writing


def check_output(path: Path, formats: Collection[str] = ()) -> None:
    """Raises InvalidOption, or MissingExtra, when results cannot be written there in one of the formats."""
    check_place("out", path, formats or FORMATS)
    if path.suffix == ".parquet":
        check_extra("data", "pyarrow")


def write_results(path: Path, chunks: Chunks, summary: Summary) -> None:
    """Write games, from number 0 on, in the format of the path's ending.

    The file appears under its name only when it is complete, with what lies beside it.
    """
    with replacing(path) as unfinished:
        FORMATS[path.suffix](unfinished, _rows(chunks, summary), summary)
        if path.suffix == ".csv":
            write_text(_beside(path), json.dumps(summary, indent=1) + "\n")


def remove_results(path: Path) -> None:
    """Remove a file of results, if there is one, and what lies beside it."""
    for file in (path, *([_beside(path)] if path.suffix == ".csv" else [])):
        file.unlink(missing_ok=True)


def write_compared(path: Path, series: Series, outcomes: OutcomeRows, ratings: Summary) -> None:
    """Write the games of a paired series as Parquet, with their ratings."""
    with replacing(path) as unfinished:
        import_module(PARQUET).write_compared(unfinished, series, outcomes, ratings)


def _rows(chunks: Chunks, summary: Summary) -> Iterator[Rows]:
    first = 0
    for outcomes in chunks:
        yield Rows(outcomes, first, summary["settings"]["seats"])
        first += len(outcomes)


def _write_parquet(path: Path, chunks: Iterable[Rows], summary: Summary) -> None:
    import_module(PARQUET).write(path, chunks, summary)


def _write_csv(path: Path, chunks: Iterable[Rows], _summary: Summary) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        rows_of_file = csv.writer(file, lineterminator="\n")
        rows_of_file.writerow(COLUMNS)
        for rows in chunks:
            rows_of_file.writerows(zip(*(_cells(rows, name) for name in COLUMNS), strict=True))


def _cells(rows: Rows, name: str) -> list[Any]:
    values = rows.values(name)
    return [" ".join(map(str, ids)) for ids in values] if name in LISTS else values


def _write_json(path: Path, chunks: Iterable[Rows], summary: Summary) -> None:
    """The first line holds the summary, so that it can be read without the games."""
    with path.open("w", encoding="utf-8") as file:
        file.write(f'{{"summary": {json.dumps(summary)},\n"games": [\n')
        comma = ""
        for rows in chunks:
            for game in _games_in_json(rows):
                file.write(comma + game)
                comma = ",\n"
        file.write("\n]}\n")


def _games_in_json(rows: Rows) -> Iterator[str]:
    """One line for each game."""
    seats = _by_name(rows, JSON_SEAT)
    for game in islice(_by_name(rows, JSON_GAME), 0, None, rows.seats):
        whole = msgspec.json.encode({**game, "seats": [*islice(seats, rows.seats)]})
        yield msgspec.json.format(whole, indent=0).decode()


def _by_name(rows: Rows, names: Sequence[str]) -> Iterator[dict[str, Any]]:
    """These columns of each row, one at a time, which is twice as quick as to make them all."""
    for row in zip(*map(rows.values, names), strict=True):
        yield dict(zip(names, row, strict=True))


JSON_GAME = ("game", *BY_GAME, "end_cause")
JSON_SEAT = tuple(name for name in COLUMNS if name not in (*JSON_GAME, "seat"))


FORMATS: dict[str, Callable[[Path, Iterable[Rows], Summary], None]] = {
    ".parquet": _write_parquet,
    ".csv": _write_csv,
    ".json": _write_json,
}

# ------------------------------------------------------------------------ the summary of a file


def stored_summary(path: Path) -> Summary:
    """The summary of a finished file of results. Raises UnusableOutput."""
    try:
        stored = json.loads(_stored_text(path))
        summary = dict(stored) if path.suffix != ".json" else dict(stored["summary"])
        summary["settings"], summary["games"]
        return summary
    except (OSError, ValueError, KeyError, TypeError):
        raise UnusableOutput(
            _("{path} holds no results of a series; delete it or choose another name").format(path=path)
        ) from None


def has_all_columns(path: Path) -> bool:
    """Whether a Parquet file of results has all of today's columns."""
    return set(COLUMNS) <= set(_stored_schema(path).names)


def _stored_text(path: Path) -> str:
    if path.suffix == ".csv":
        return _beside(path).read_text(encoding="utf-8")
    if path.suffix == ".json":
        with path.open(encoding="utf-8") as file:
            return file.readline().rstrip().removesuffix(",") + "}"
    return str(_stored_schema(path).metadata[METADATA_KEY].decode())


def _stored_schema(path: Path) -> Any:
    return import_module("pyarrow.parquet").read_schema(path)


def _beside(path: Path) -> Path:
    return path.with_name(path.name + ".summary.json")
