"""Results as Parquet. The only file that needs pyarrow."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
from pyarrow import parquet

from openabyss.arena.series.summary import END_CAUSES
from openabyss.arena.simulations.outputs import COLUMNS, LISTS, Rows

METADATA_KEY = b"openabyss"
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


def stored_text(path: Path) -> str:
    """The summary in the metadata, as JSON. Raises KeyError, TypeError, ValueError or OSError."""
    return str(parquet.read_schema(path).metadata[METADATA_KEY].decode())


def stored_columns(path: Path) -> list[str]:
    """The names of the columns."""
    return list(parquet.read_schema(path).names)


def _column(rows: Rows, name: str) -> Any:
    if name == "spec":
        return pa.DictionaryArray.from_arrays(rows.numbers["player"].astype(np.int8), list(rows.specs))
    if name == "end_cause":
        return pa.DictionaryArray.from_arrays(rows.causes.astype(np.int8), list(END_CAUSES))
    if name == "opening":
        return pa.array(rows.texts(name)).dictionary_encode().cast(WORDS)
    if name in LISTS:
        return pa.ListArray.from_arrays(*rows.lists[name])
    return pa.array(rows.numbers[name], TYPES[name])
