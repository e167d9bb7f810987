"""The record that everything on the table is: read and written from Python, handed to compiled rules."""

import timeit
from typing import Any, cast

import numpy as np
import pytest

from openabyss.engine.compiling import compiled
from openabyss.engine.mode import INTERPRETED
from openabyss.rules.actions import PASS
from openabyss.rules.play import is_legal
from openabyss.rules.setup import new_table
from openabyss.rules.state import STATE, State, bytes_of, copy_of, from_bytes


@compiled
def raise_price(state: State) -> None:
    state.price += 1


@compiled
def same(number: int) -> int:
    return number


def second_of_three() -> State:
    return cast(State, np.zeros(3, STATE)[1])


@pytest.mark.parametrize("table", [new_table(2), second_of_three(), copy_of(new_table(2))])
def test_what_is_written_is_read_wherever_the_record_lies(table: State) -> None:
    table.price = 3
    table.pearls[1] = 7
    hand = table.hand
    hand[1, 4] = 2
    raise_price(table)
    assert table.price == 4
    assert table.pearls.tolist() == [table.pearls[0], 7, 0, 0, 0]
    assert table.hand[1, 4] == 2
    record: Any = table
    assert record["price"] == 4
    assert record["hand"][1, 4] == 2


def test_a_whole_field_is_written_into_the_record() -> None:
    table = new_table(2)
    assert table.wounds.sum() == 0
    table.wounds = np.arange(5, dtype=np.int16)
    record: Any = table
    assert record["wounds"].tolist() == table.wounds.tolist() == [0, 1, 2, 3, 4]


def test_records_in_one_array_have_nothing_in_common() -> None:
    tables = np.zeros(3, STATE)
    first, second = cast(State, tables[0]), cast(State, tables[1])
    first.price, second.price = 1, 2
    first.pearls[0] = 5
    assert (first.price, second.price, int(second.pearls[0])) == (1, 2, 0)


def test_a_copy_is_independent_and_has_everything() -> None:
    table = new_table(4, kraken=True)
    table.price = 3
    copied = copy_of(table)
    assert bytes_of(copied) == bytes_of(table)
    copied.price = 1
    copied.pearls[0] = 9
    assert (table.price, int(table.pearls[0])) == (3, 1)
    assert bytes_of(from_bytes(bytes_of(table))) == bytes_of(table)


def test_a_name_that_is_no_field_is_refused() -> None:
    table: Any = new_table(2)
    with pytest.raises(AttributeError):
        _ = table.perls
    with pytest.raises(ValueError, match="perls"):
        table.perls = 1


@pytest.mark.skipif(INTERPRETED, reason="nothing is handed over")
def test_to_hand_a_table_to_a_compiled_rule_costs_little_more_than_a_number() -> None:
    """Numba alone asks NumPy for a buffer, with a description of every field: 90 times a plain call."""
    table = new_table(2)

    def fastest(call: Any) -> float:
        return min(timeit.repeat(call, number=100, repeat=100))

    assert fastest(lambda: is_legal(table, PASS)) < 20 * fastest(lambda: same(1))
