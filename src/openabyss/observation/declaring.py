"""What holds of a piece of an observation is declared once, beside the function that writes it."""

from collections.abc import Callable
from dataclasses import dataclass
from math import prod

import numpy as np
from numpy.typing import NDArray

from openabyss.engine.compiling import Rule, compiled
from openabyss.observation.axes import Axis
from openabyss.rules.state import MAX_COUNT

Row = NDArray[np.int16]

# Who may know a piece: everybody who sits at the table, also a forgetful seat; the seat itself, and nobody
# else; a seat with a perfect memory, since it was public once; and nobody at a real table.
EVERYBODY, SEAT_ITSELF, MEMORY = "everybody", "the seat itself", "perfect memory"
INFORMATION = "perfect information"


@dataclass(frozen=True, slots=True)
class Piece:
    """A named part of an observation.

    `meaning`: what its numbers are, in a sentence. `axes`: along what they are counted; none for a single
    number. `lowest`, `highest`: what they lie between. `known_to`: who may know it. `only_with`: the
    expansion without which it is left out, KRAKEN or LEVIATHAN. `write(state, viewer, variant, row, first)`:
    writes it at `row[first]` and after; the row is all zeros there.
    """

    name: str
    meaning: str
    axes: tuple[Axis, ...]
    lowest: int
    highest: int
    known_to: str
    only_with: int | None
    write: Callable[..., None]

    def shape(self, variant: int, players: int) -> tuple[int, ...]:
        """How many places it has along each axis."""
        return tuple(len(axis.labels(variant, players)) for axis in self.axes)

    def size(self, variant: int, players: int) -> int:
        """How many numbers it has."""
        return prod(self.shape(variant, players))


# In the order in which they stand in an observation.
PIECES: list[Piece] = []


@compiled
def clear(places: Row) -> None:
    """Fill the places with 0."""
    for place in range(len(places)):
        places[place] = 0


def piece(
    meaning: str,
    *axes: Axis,
    lowest: int = 0,
    highest: int = MAX_COUNT,
    known_to: str = EVERYBODY,
    only_with: int | None = None,
) -> Callable[[Rule], Rule]:
    """Enter the function below as the piece that has its name."""

    def enter(rule: Rule) -> Rule:
        fast = compiled(rule)
        PIECES.append(Piece(rule.__name__, meaning, axes, lowest, highest, known_to, only_with, fast))
        return fast

    return enter
