"""Blocks of numbers: vectors do what the loops do that stand for them."""

from itertools import product
from types import GenericAlias
from typing import Any

import numpy as np
import pytest
from numba.core.errors import TypingError
from numpy.typing import NDArray

from openabyss.engine.blocks import copy_block, count_block, mark_block, scratch, sum_block
from openabyss.engine.compiling import compiled, compiled_out_of_line, make_out_of_line_ready
from openabyss.engine.layout import Numbers
from openabyss.engine.mode import INTERPRETED

NUMBERS = 5
COUNTS = [0, 1, 5, 15, 16, 17, 31, 32, 33, 49]
STARTS = [0, 3]
ROOM = 60


@compiled
def copy(source: Numbers, start: int, count: int, target: Numbers, first: int) -> None:
    copy_block(source, start, count, target, first)


@compiled
def mark(source: Numbers, start: int, count: int, sought: int, target: Numbers, first: int) -> None:
    mark_block(source, start, count, sought, target, first)


@compiled
def add_up(source: Numbers, start: int, count: int) -> int:
    return sum_block(source, start, count)


@compiled
def count_equal(source: Numbers, start: int, count: int, sought: int) -> int:
    return count_block(source, start, count, sought)


@compiled
def sum_on_scratch(times: int) -> float:
    """A sum by way of two arrays for a moment, made in a loop."""
    total = 0.0
    for turn in range(times):
        small, large = scratch(NUMBERS, np.int8), scratch(NUMBERS, np.float64)
        small[:] = turn
        large[:] = 0.5
        for place in range(len(small)):
            total += int(small[place]) * large[place]
    return total


def test_arrays_for_a_moment_are_apart_and_can_be_made_in_a_loop() -> None:
    assert sum_on_scratch(100) == 0.5 * NUMBERS * sum(range(100))


@pytest.mark.skipif(INTERPRETED, reason="NumPy makes arrays of any length")
def test_an_array_for_a_moment_has_a_constant_length() -> None:
    @compiled
    def of_any_length(count: int) -> int:
        return len(scratch(count, np.int8))

    with pytest.raises(TypingError, match="a constant length is expected, not int64"):
        of_any_length(3)


@pytest.mark.parametrize(("start", "count"), [*product(STARTS, COUNTS)])
def test_a_block_and_nothing_beside_it_is_read_and_written(start: int, count: int) -> None:
    numbers = np.random.default_rng(count).integers(-3, 4, ROOM).astype(np.int16)
    block = numbers[start : start + count]
    written: Any = np.full((2, ROOM), 99, np.int16)
    copy(numbers, start, count, written[0], 7)
    mark(numbers, start, count, -2, written[1], 7)
    assert written[0, 7 : 7 + count].tolist() == block.tolist()
    assert written[1, 7 : 7 + count].tolist() == (block == -2).astype(int).tolist()
    assert (np.delete(written, slice(7, 7 + count), axis=1) == 99).all()
    assert add_up(numbers, start, count) == block.sum()
    assert count_equal(numbers, start, count, -2) == (block == -2).sum()


# What NumPy 2.5 makes of `NDArray[np.int64]` on Python 3.12.
@pytest.mark.parametrize(
    "array", [NDArray[np.int64], GenericAlias(NDArray, (np.int64,))], ids=["today", "from 2.5 on"]
)
def test_an_array_is_known_by_its_type_in_every_version_of_numpy(array: Any) -> None:
    def second(numbers: Any) -> int:
        return int(numbers[1])

    second.__annotations__["numbers"] = array
    rule = compiled_out_of_line(second)
    make_out_of_line_ready("tests")
    assert rule(np.array([3, 4])) == 4
