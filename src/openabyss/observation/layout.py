"""Where each piece of an observation is, by sets, players and memory; how it is written, and its text."""

from collections.abc import Callable, Iterator
from functools import cache, cached_property
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple, TypedDict

import numpy as np
from numpy.typing import NDArray

# The pieces enter themselves when they are imported.
import openabyss.observation.cards
import openabyss.observation.expansions
import openabyss.observation.holdings  # noqa: F401
from openabyss.engine.cache import folder_for
from openabyss.engine.compiling import compile_into, compiled, write_function
from openabyss.engine.mode import INTERPRETED
from openabyss.errors import InvalidArgument
from openabyss.observation.columns import ABSENT, SETS_IN, VARIANTS
from openabyss.observation.declaring import INFORMATION, MEMORY, PIECES, Piece, Row, clear
from openabyss.rules.sizes import SEATS
from openabyss.rules.state import State
from openabyss.words import _
from openabyss.words.arguments import Whole, seat_of, state_of, truth, whole_number

# Raised whenever a piece is added, removed or moved, or changes its meaning.
OBSERVATION_VERSION = 2

MIN_PLAYERS = 2
# How much a seat knows, as numbers: each knows what the one before does, and the pieces known to it.
FORGETFUL, PERFECT_MEMORY, PERFECT_INFORMATION = range(3)
NEEDS = {MEMORY: PERFECT_MEMORY, INFORMATION: PERFECT_INFORMATION}


class Known(TypedDict):
    """How much a seat knows, as callers name it."""

    perfect_memory: bool
    perfect_information: bool


class Part(NamedTuple):
    """A piece and the numbers of the observation that belong to it, from `first` to before `end`."""

    piece: Piece
    first: int
    end: int
    shape: tuple[int, ...]


class Layout:
    """What an observation holds, in order, by sets, players and memory. `parts` are found by name; `size` is
    how many numbers there are in all, of the type int16."""

    def __init__(
        self, variant: int, players: int, perfect_memory: bool, perfect_information: bool = False
    ) -> None:
        self.variant, self.players = variant, players
        self.perfect_memory, self.perfect_information = perfect_memory, perfect_information
        self.parts: dict[str, Part] = {}
        self.size = 0
        for piece in PIECES:
            if self._has(piece):
                end = self.size + piece.size(variant, players)
                self.parts[piece.name] = Part(piece, self.size, end, piece.shape(variant, players))
                self.size = end

    def __reduce__(self) -> tuple[Callable[..., "Layout"], tuple[int, int, bool, bool]]:
        """Pickled as what it is made of: pieces are written by compiled code."""
        return _layout, (self.variant, self.players, self.perfect_memory, self.perfect_information)

    def _has(self, piece: Piece) -> bool:
        is_in_play = piece.only_with is None or piece.only_with in SETS_IN[self.variant]
        memory = memory_of(self.perfect_memory, self.perfect_information)
        return is_in_play and memory >= NEEDS.get(piece.known_to, FORGETFUL)

    @property
    def names(self) -> list[str]:
        """A name for every number: `pearls[seat+1]`."""
        return [
            f"{name}[{', '.join(labels)}]" if labels else name
            for name, part in self.parts.items()
            for labels in self._labels_of(part.piece)
        ]

    @cached_property
    def labels(self) -> list[str]:
        """Which of the numbers of its piece every number is: `seat+1 H3`; "" where the piece has only one."""
        return [" ".join(labels) for part in self.parts.values() for labels in self._labels_of(part.piece)]

    def _labels_of(self, piece: Piece) -> Iterator[tuple[str, ...]]:
        return product(*(axis.labels(self.variant, self.players) for axis in piece.axes))

    def bounds(self) -> tuple[NDArray[np.int16], NDArray[np.int16]]:
        """The lowest and the highest that each number can be."""
        sizes = [part.end - part.first for part in self.parts.values()]
        lowest = np.repeat([part.piece.lowest for part in self.parts.values()], sizes)
        highest = np.repeat([part.piece.highest for part in self.parts.values()], sizes)
        return lowest.astype(np.int16), highest.astype(np.int16)

    def read(self, observation: NDArray[np.int16]) -> dict[str, NDArray[np.int16]]:
        """The pieces by name, each in its shape: parts of the observation itself, not copies. Those of many
        games may follow one another along further axes in front. Raises InvalidArgument."""
        if np.shape(observation)[-1:] != (self.size,) or not isinstance(observation, np.ndarray):
            problem = _("observation: an array is expected whose last axis has {size} places")
            raise InvalidArgument(problem.format(size=self.size))
        front = observation.shape[:-1]
        return {
            name: observation[..., part.first : part.end].reshape(front + part.shape)
            for name, part in self.parts.items()
        }


def memory_of(perfect_memory: bool, perfect_information: bool) -> int:
    """How much a seat knows; who sees everything needs no memory. Raises InvalidArgument."""
    memory = PERFECT_MEMORY if truth("perfect_memory", perfect_memory) else FORGETFUL
    return PERFECT_INFORMATION if truth("perfect_information", perfect_information) else memory


def layout_of(
    players: int,
    *,
    kraken: bool = False,
    leviathan: bool = False,
    perfect_memory: bool = True,
    perfect_information: bool = False,
) -> Layout:
    """The layout of the observations of a game. Raises InvalidArgument."""
    most = SEATS if truth("leviathan", leviathan) else SEATS - 1
    variant = int(truth("kraken", kraken)) + 2 * int(leviathan)
    seats = whole_number("players", players, MIN_PLAYERS, most)
    sees_all = truth("perfect_information", perfect_information)
    return _layout(variant, seats, truth("perfect_memory", perfect_memory), sees_all)


@cache
def _layout(variant: int, players: int, perfect_memory: bool, perfect_information: bool) -> Layout:
    return Layout(variant, players, perfect_memory, perfect_information)


def _firsts() -> NDArray[np.int64]:
    """For each variant, number of players and memory where each piece begins, ABSENT for those that are left
    out; and last how many numbers there are in all."""
    firsts = np.full((VARIANTS, SEATS + 1, PERFECT_INFORMATION + 1, len(PIECES) + 1), ABSENT)
    for variant in range(VARIANTS):
        for players in range(MIN_PLAYERS, SEATS + 1):
            for memory in range(PERFECT_INFORMATION + 1):
                layout = Layout(variant, players, memory > FORGETFUL, memory == PERFECT_INFORMATION)
                row = firsts[variant, players, memory]
                for place, piece in enumerate(PIECES):
                    if piece.name in layout.parts:
                        row[place] = layout.parts[piece.name].first
                row[-1] = layout.size
    return firsts


FIRSTS = _firsts()

# ------------------------------------------------------------------------------------------ writing


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
    """Write what `viewer` may know, with this `memory` (FORGETFUL and so on), at the beginning of the row;
    returns how many numbers that are."""
    variant = int(state.kraken) + 2 * int(state.leviathan)
    firsts = FIRSTS[variant, state.players, memory]
    size = int(firsts[-1])
    clear(row[:size])
    write_pieces(state, viewer, variant, firsts, row)
    return size


def observe(
    state: State, seat: Whole, *, perfect_memory: bool = True, perfect_information: bool = False
) -> Row:
    """What the seat may know of the table, as an array of its own; `layout_of` says what is where. Raises
    InvalidArgument if there is no such seat."""
    seat = seat_of(seat, state_of(state).players)
    memory = memory_of(perfect_memory, perfect_information)
    variant = int(state.kraken) + 2 * int(state.leviathan)
    row = np.zeros(FIRSTS[variant, state.players, memory, -1], np.int16)
    write_observation(state, seat, memory, row)
    return row


# ------------------------------------------------------------------------------------------ reading


def lines_of(observation: Row, layout: Layout) -> list[str]:
    """A line for each piece that is not all zeros; a number that is 1 is not named. Raises InvalidArgument if
    the observation has another layout."""
    if np.shape(observation) != (layout.size,):
        problem = _("observation: an array of {size} numbers is expected")
        raise InvalidArgument(problem.format(size=layout.size))
    found, labels = np.flatnonzero(observation), layout.labels
    entries = [
        _entry(labels[place], number)
        for place, number in zip(found.tolist(), observation[found].tolist(), strict=True)
    ]
    ends = np.searchsorted(found, [part.end for part in layout.parts.values()]).tolist()
    return [
        f"{name}: {', '.join(entries[first:end])}"
        for name, first, end in zip(layout.parts, [0, *ends], ends, strict=False)
        if first < end
    ]


def _entry(label: str, number: int) -> str:
    if not label:
        return str(number)
    return label if number == 1 else f"{label} {number}"
