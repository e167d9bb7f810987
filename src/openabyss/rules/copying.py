"""A table as bytes: copying a game is copying its record."""

from typing import Any

import numpy as np

from openabyss.rules.table import STATE, State


def copy_of(state: State) -> State:
    """An independent table with everything as it is."""
    record: Any = state
    copy: State = record.copy()
    return copy


def bytes_of(state: State) -> bytes:
    """The whole record, to be restored by `from_bytes` under the same rules."""
    record: Any = state
    return bytes(record.tobytes())


def from_bytes(table: bytes) -> State:
    """The table that `bytes_of` wrote."""
    state: State = np.frombuffer(bytearray(table), STATE)[0]
    return state
