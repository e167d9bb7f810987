"""Random play at native speed: every answer, by players and by chance, is drawn from the mask.

A generator is an int64 array of length 1 that holds 48 bits; the same numbers come out compiled
and interpreted (the linear congruence of POSIX drand48).
"""

import numpy as np
from numpy.typing import NDArray

from openabyss.rules.play import give
from openabyss.rules.record import compiled
from openabyss.rules.table import NOBODY, State

Generator = NDArray[np.int64]

MULTIPLIER = 0x5DEECE66D
INCREMENT = 0xB
MASK_48 = (1 << 48) - 1


def generator(seed: int) -> Generator:
    """A generator from any integer."""
    mixed = np.random.SeedSequence(abs(seed) * 2 + (seed < 0)).generate_state(1, np.uint64)[0]
    return np.array([int(mixed) & MASK_48], np.int64)


@compiled
def below(random: Generator, bound: int) -> int:
    """A random number from 0 to bound - 1."""
    random[0] = (int(random[0]) * MULTIPLIER + INCREMENT) & MASK_48
    return (int(random[0]) >> 16) * bound >> 32


@compiled
def draw(state: State, random: Generator) -> int:
    """An answer to the open question, by the weights of the mask."""
    left = below(random, int(state.offered))
    action = int(state.first_offered)
    while True:
        left -= state.mask[action]
        if left < 0:
            return action
        action += 1


@compiled
def play_out(state: State, random: Generator) -> int:
    """Play at random to the end; returns how many decisions players made (chance not counted)."""
    decisions = 0
    while state.depth > 0:
        if state.stack[state.depth - 1, 1] != NOBODY:
            decisions += 1
        give(state, draw(state, random))
    return decisions
