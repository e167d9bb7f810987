"""Random numbers that are the same compiled and interpreted.

A generator is an int64 array of length 1 that holds 48 bits (the linear congruence of POSIX drand48).
"""

import numpy as np
from numpy.typing import NDArray

from openabyss.engine.compiling import compiled

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
