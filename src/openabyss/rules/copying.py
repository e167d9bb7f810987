"""A table as bytes: copying a game is copying its record."""

from struct import calcsize
from typing import Any, Final

import numpy as np

from openabyss.rules.state import STATE, State

# The format of each number, in the words of `struct`.
NUMBER_FORMAT: Final = "h"


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
    memory = bytearray(table)
    state: State = np.frombuffer(memory, STATE)[0]
    # Put where `numbers_of` looks: to find them by way of NumPy takes longer than everything else here.
    vars(state)["numbers"] = memoryview(memory).cast(NUMBER_FORMAT)
    return state


def place_of(field: str) -> int:
    """Where among the numbers of a table a field begins."""
    fields = STATE.fields
    assert fields is not None, "a table has fields"
    return fields[field][1] // calcsize(NUMBER_FORMAT)


# The depth of the stack and its first frame. A frame has three numbers: what waits, for whom, and about what.
DEPTH_PLACE, STACK_PLACE, FRAME = place_of("depth"), place_of("stack"), 3
