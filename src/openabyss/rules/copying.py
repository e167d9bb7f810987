"""A table as bytes: copying a game is copying its record."""

from typing import Any

import numpy as np

from openabyss.rules.state import STATE, State


def copy_of(state: State) -> State:
    """An independent table with everything as it is."""
    return from_bytes(numbers_of(state))


def numbers_of(state: State) -> memoryview:
    """The whole record as numbers, in place."""
    record: Any = state
    numbers: memoryview = record.numbers
    return numbers


def bytes_of(state: State) -> bytes:
    """The whole record, to be restored by `from_bytes` under the same rules."""
    return numbers_of(state).tobytes()


def from_bytes(table: bytes | memoryview) -> State:
    """The table that `bytes_of` wrote."""
    state: State = np.frombuffer(bytearray(table), STATE)[0]
    return state
