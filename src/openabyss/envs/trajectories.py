"""Choices of finished games in a Parquet file: what was known, what was legal, what was done, how it ended.

`openabyss simulate --trajectories FILE` writes one. The only module here that needs pyarrow.
"""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from openabyss.errors import InvalidArgument
from openabyss.observation.layout import OBSERVATION_VERSION
from openabyss.rules.actions import ACTIONS
from openabyss.words import _
from openabyss.words.arguments import in_short, whole_number
from openabyss.words.extras import from_extra

with from_extra("data"):
    import pyarrow as pa
    from pyarrow import parquet

METADATA_KEY = b"openabyss"
ROWS_AT_ONCE = 4_096

Numbers = NDArray[Any]
# By the names of the schema; a row for each choice.
Columns = Mapping[str, Numbers]


def schema(observation_size: int, settings: Mapping[str, Any]) -> Any:
    """The columns of the file, in order; `settings`, what the games depend on, are in its metadata."""
    about = {**settings, "observation_version": OBSERVATION_VERSION, "perfect_memory": True}
    return pa.schema(
        [
            ("game", pa.int64()),
            ("place", pa.int32()),
            ("seat", pa.int8()),
            ("player", pa.int8()),
            ("action", pa.int16()),
            ("win", pa.float32()),
            ("rank", pa.float32()),
            ("margin", pa.float32()),
            ("observation", pa.list_(pa.int16(), observation_size)),
            ("mask", pa.list_(pa.bool_(), ACTIONS)),
            ("visits", pa.list_(pa.int32(), ACTIONS)),
        ],
        metadata={METADATA_KEY: json.dumps(about).encode()},
    )


def batch_of(columns: Columns, of_schema: Any) -> Any:
    """Rows of the file, from an array for each column."""
    return pa.RecordBatch.from_arrays(
        [_column(columns[field.name], field.type) for field in of_schema], schema=of_schema
    )


def settings_of(path: Path | str) -> dict[str, Any]:
    """What the games of a file depend on, and `observation_version`. Raises InvalidArgument."""
    with _opened(path) as file:
        about = (file.schema_arrow.metadata or {}).get(METADATA_KEY, b"")
    try:
        found: dict[str, Any] = json.loads(about)
    except ValueError as error:
        raise _no_trajectories(path, error) from error
    return found


def read_trajectories(path: Path | str, rows: int = ROWS_AT_ONCE) -> Iterator[dict[str, Numbers]]:
    """The choices of a file in their order, `rows` at a time: an array for each column, by name.
    `observation`, `mask` and `visits` have two axes. Only what is handed over is in memory. Raises
    InvalidArgument."""
    whole_number("rows", rows, 1)
    with _opened(path) as file:
        for batch in file.iter_batches(rows):
            yield {name: _numbers(batch.column(name)) for name in batch.schema.names}


@contextmanager
def _opened(path: object) -> Iterator[Any]:
    """A file of Parquet, which may prove to be damaged as it is read. Raises InvalidArgument."""
    if not isinstance(path, str | Path):
        raise InvalidArgument(_("path: {value} is not the name of a file").format(value=in_short(path)))
    try:
        with parquet.ParquetFile(path) as file:
            yield file
    except (OSError, UnicodeError, pa.ArrowException) as error:
        raise _no_trajectories(path, error) from error


def _no_trajectories(path: Path | str, error: Exception) -> InvalidArgument:
    problem = _("{path} is no file of trajectories: {error}")
    return InvalidArgument(problem.format(path=path, error=error))


def _column(numbers: Numbers, of_type: Any) -> Any:
    if not pa.types.is_fixed_size_list(of_type):
        return pa.array(numbers, of_type)
    values = pa.array(np.ascontiguousarray(numbers).reshape(-1), of_type.value_type)
    return pa.FixedSizeListArray.from_arrays(values, of_type.list_size)


def _numbers(column: Any) -> Numbers:
    if not pa.types.is_fixed_size_list(column.type):
        found: Numbers = column.to_numpy(zero_copy_only=False)
        return found
    return np.asarray(column.flatten().to_numpy(zero_copy_only=False)).reshape(len(column), -1)
