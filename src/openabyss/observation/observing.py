"""An observation is written: each piece by the function below its declaration, one after the other."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from openabyss.engine.cache import folder_for
from openabyss.engine.compiling import compile_into, compiled, write_function
from openabyss.engine.mode import INTERPRETED
from openabyss.errors import InvalidArgument
from openabyss.observation.declaring import PIECES, Row, clear
from openabyss.observation.layout import FIRSTS
from openabyss.rules.state import State
from openabyss.words import _


def _written_in_order() -> Callable[..., Any]:
    """A function that calls what writes each piece that has a place."""
    lines = ["def write_pieces(state, viewer, variant, firsts, row):"]
    for number, piece in enumerate(PIECES):
        lines += [f"    if firsts[{number}] >= 0:"]
        lines += [f"        {piece.name}(state, viewer, variant, row, firsts[{number}])"]
    folder = folder_for(Path(__file__))
    names = {piece.name: piece.write for piece in PIECES}
    function = write_function(folder, "write_pieces", "\n".join(lines) + "\n", names)
    return function if INTERPRETED else compile_into(folder, function)


write_pieces = _written_in_order()


@compiled
def write_observation(state: State, viewer: int, memory: int, row: Row) -> int:
    """Write what `viewer` may know, with a perfect memory (1) or a forgetful one (0), at the beginning of
    the row; returns how many numbers that are."""
    variant = int(state.kraken) + 2 * int(state.leviathan)
    firsts = FIRSTS[variant, state.players, memory]
    size = int(firsts[-1])
    clear(row[:size])
    write_pieces(state, viewer, variant, firsts, row)
    return size


def observe(state: State, seat: int, *, perfect_memory: bool = True) -> Row:
    """What the seat may know of the table, as an array of its own; `layout_of` says what stands where.

    Raises InvalidArgument if there is no such seat.
    """
    if not 0 <= seat < state.players:
        problem = _("there is no seat {seat}: seats go from 0 to {last}")
        raise InvalidArgument(problem.format(seat=seat, last=state.players - 1))
    variant = int(state.kraken) + 2 * int(state.leviathan)
    row = np.zeros(FIRSTS[variant, state.players, int(perfect_memory), -1], np.int16)
    write_observation(state, seat, int(perfect_memory), row)
    return row
