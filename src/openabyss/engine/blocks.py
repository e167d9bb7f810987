"""Blocks of small numbers that are copied, compared and added up by the processor's vectors.

A block is `count` numbers of an array, from `start` on, or `first` where it is written; all of it is inside
the array. Ordinary loops come out several times slower: a compiler cannot know that arrays do not overlap,
and it widens all numbers to be compared. With bounds checks, and without Numba, these are such loops.

`scratch` makes arrays that are gone with the call. Those that NumPy makes are counted wherever they are
handed on, which took a tenth of a search.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from openabyss.engine.compiling import Rule, compiled
from openabyss.engine.environment import CHECKED
from openabyss.engine.layout import Numbers
from openabyss.engine.mode import INTERPRETED

if not INTERPRETED:
    from openabyss.engine import vectors


def by_vectors(loop: Rule) -> Rule:
    """What the loop does, by the function of `vectors` that has its name."""
    if INTERPRETED or CHECKED:
        return compiled(loop)
    fast: Rule = getattr(vectors, loop.__name__)
    return fast


def scratch(count: int, kind: type[Any]) -> NDArray[Any]:
    """An array of this many numbers of a kind, with anything in it, that must not be returned; `count` is a
    constant of the module that calls."""
    return np.empty(count, kind)


if not INTERPRETED:
    scratch = vectors.scratch


@by_vectors
def copy_block(source: Numbers, start: int, count: int, target: Numbers, first: int) -> None:
    """Copy the numbers; the two blocks have no place in common."""
    for place in range(count):
        target[first + place] = source[start + place]


@by_vectors
def mark_block(source: Numbers, start: int, count: int, sought: int, target: Numbers, first: int) -> None:
    """1 for each of the numbers that is the one sought, otherwise 0."""
    for place in range(count):
        target[first + place] = source[start + place] == sought


@by_vectors
def sum_block(source: Numbers, start: int, count: int) -> int:
    """What the numbers add up to, which is a small number itself."""
    total = 0
    for place in range(count):
        total += source[start + place]
    return total


@by_vectors
def count_block(source: Numbers, start: int, count: int, sought: int) -> int:
    """How many of the numbers are the one sought."""
    found = 0
    for place in range(count):
        found += source[start + place] == sought
    return found
