"""Results as Parquet. The only file that needs pyarrow."""

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
from pyarrow import parquet

from openabyss.arena.series.driving import end_causes
from openabyss.arena.series.series import OutcomeRows, Series
from openabyss.arena.series.tally import END_CAUSES, win_shares
from openabyss.arena.simulations.outputs import COLUMNS, LISTS, METADATA_KEY, Rows

WORDS = pa.dictionary(pa.int8(), pa.string())
TYPES = {
    **dict.fromkeys(COLUMNS, pa.int16()),
    "game": pa.int64(),
    "win_share": pa.float32(),
    "spec": WORDS,
    "end_cause": WORDS,
    "opening": WORDS,
    **dict.fromkeys(LISTS, pa.list_(pa.int16())),
}
SCHEMA = pa.schema([(name, TYPES[name]) for name in COLUMNS])


def write(path: Path, chunks: Iterable[Rows], summary: dict[str, Any]) -> None:
    """Write the games chunk by chunk; the summary goes into the metadata of the schema."""
    schema = SCHEMA.with_metadata({METADATA_KEY: json.dumps(summary).encode()})
    with parquet.ParquetWriter(path, schema, compression="zstd") as writer:
        for rows in chunks:
            columns = [_column(rows, name) for name in COLUMNS]
            writer.write_table(pa.Table.from_arrays(columns, schema=schema))


def write_compared(path: Path, series: Series, outcomes: OutcomeRows, ratings: dict[str, Any]) -> None:
    """Write the games of a paired series; the ratings go into the metadata of the schema."""
    table = pa.table(compared_columns(series, outcomes))
    table = table.replace_schema_metadata({METADATA_KEY: json.dumps(ratings).encode()})
    parquet.write_table(table, path, compression="zstd")


def compared_columns(series: Series, outcomes: OutcomeRows) -> dict[str, Any]:
    """The columns of a paired series, a row for each seat; `lineup` is who met, and in each `round` every
    lineup has a deal of its own; `decisions` are the answers with a choice."""
    seats, numbers = series.players, np.arange(len(outcomes))
    deals = numbers // seats
    by_seat = {name: outcomes[name][:, :seats].ravel() for name in ("player", "rank", "score", "seconds")}
    return {
        "game": np.repeat(numbers, seats),
        "round": np.repeat(deals // len(series.lineups), seats),
        "lineup": np.repeat(deals % len(series.lineups), seats).astype(np.int16),
        "seat": np.tile(np.arange(seats, dtype=np.int16), len(outcomes)),
        "player": _named(by_seat["player"], np.int16, series.specs),
        "win_share": win_shares(outcomes)[:, :seats].ravel().astype(np.float32),
        "rank": by_seat["rank"],
        "score": by_seat["score"],
        "decisions": outcomes["choices"][:, :seats].ravel().astype(np.int32),
        "seconds": by_seat["seconds"],
        "turns": np.repeat(outcomes["turns"], seats),
        "end_cause": _named(np.repeat(end_causes(outcomes), seats), np.int16, END_CAUSES),
    }


def _column(rows: Rows, name: str) -> Any:
    if name == "spec":
        return _named(rows.numbers["player"], np.int8, rows.specs)
    if name == "end_cause":
        return _named(rows.causes, np.int8, END_CAUSES)
    if name == "opening":
        return pa.array(rows.values(name)).dictionary_encode().cast(WORDS)
    if name in LISTS:
        return pa.ListArray.from_arrays(*rows.lists[name])
    return pa.array(rows.numbers[name], TYPES[name])


def _named(places: Any, kind: Any, names: Sequence[str]) -> Any:
    """Names by their places; several may be the same. Each is passed on once: PyArrow writes each once, and
    in the room for the others whatever was in memory."""
    distinct = list(dict.fromkeys(names))
    numbers = np.array([distinct.index(name) for name in names], kind)
    return pa.DictionaryArray.from_arrays(numbers[places], distinct)
