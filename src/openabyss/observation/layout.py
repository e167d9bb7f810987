"""Where each piece stands in an observation, by the sets in play, the number of players and the memory."""

from collections.abc import Iterator
from functools import cache, cached_property
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

# The pieces enter themselves when they are imported.
import openabyss.observation.cards
import openabyss.observation.kraken
import openabyss.observation.leviathan
import openabyss.observation.lords
import openabyss.observation.seats  # noqa: F401
from openabyss.observation.columns import ABSENT, SETS_IN, VARIANTS
from openabyss.observation.declaring import MEMORY, PIECES, Piece
from openabyss.rules.sizes import SEATS

# Raised whenever a piece is added, removed or moved, or changes its meaning.
OBSERVATION_VERSION = 1

MIN_PLAYERS = 2


class Part(NamedTuple):
    """A piece and the numbers of the observation that belong to it, from `first` to before `end`."""

    piece: Piece
    first: int
    end: int
    shape: tuple[int, ...]


class Layout:
    """What an observation of such a game holds, in order.

    `parts` are found by name; `size` is how many numbers there are in all, of the type int16.
    """

    def __init__(self, variant: int, players: int, perfect_memory: bool) -> None:
        self.variant, self.players, self.perfect_memory = variant, players, perfect_memory
        self.parts: dict[str, Part] = {}
        self.size = 0
        for piece in PIECES:
            if self._has(piece):
                end = self.size + piece.size(variant, players)
                self.parts[piece.name] = Part(piece, self.size, end, piece.shape(variant, players))
                self.size = end

    def _has(self, piece: Piece) -> bool:
        is_in_play = piece.only_with is None or piece.only_with in SETS_IN[self.variant]
        return is_in_play and (self.perfect_memory or piece.known_to != MEMORY)

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
        """The pieces by name, each in its shape: parts of the observation itself, not copies.

        The observations of many games may stand one after the other along further axes in front.
        """
        front = observation.shape[:-1]
        return {
            name: observation[..., part.first : part.end].reshape(front + part.shape)
            for name, part in self.parts.items()
        }


@cache
def layout_of(
    players: int, *, kraken: bool = False, leviathan: bool = False, perfect_memory: bool = True
) -> Layout:
    """The layout of the observations of such a game."""
    return Layout(int(kraken) + 2 * int(leviathan), players, perfect_memory)


def _firsts() -> NDArray[np.int64]:
    """For each variant, number of players and memory (0 forgetful, 1 perfect) where each piece begins,
    ABSENT for those that are left out; behind them stands how many numbers there are in all."""
    firsts = np.full((VARIANTS, SEATS + 1, 2, len(PIECES) + 1), ABSENT)
    for variant in range(VARIANTS):
        for players in range(MIN_PLAYERS, SEATS + 1):
            for memory in range(2):
                layout = Layout(variant, players, bool(memory))
                row = firsts[variant, players, memory]
                for place, piece in enumerate(PIECES):
                    if piece.name in layout.parts:
                        row[place] = layout.parts[piece.name].first
                row[-1] = layout.size
    return firsts


FIRSTS = _firsts()
