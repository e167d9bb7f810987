"""The cards of the sets in play, one after the other, as observations and networks count them.

A *variant* is a choice of sets: 0 base, 1 Kraken, 2 Leviathan, 3 both. There are no words here: networks are
compiled, and are not compiled again because a text has changed.
"""

import numpy as np
from numpy.typing import NDArray

from openabyss.rules.cards.printed import BASE, KRAKEN, LEVIATHAN, LOCATION_SET, LORD_SET

VARIANTS = 4
SETS_IN = ((BASE,), (BASE, KRAKEN), (BASE, LEVIATHAN), (BASE, KRAKEN, LEVIATHAN))
ABSENT = -1


def columns_of(sets: NDArray[np.int64]) -> NDArray[np.int64]:
    """For each variant the place of each card along its axis, ABSENT for cards that are not in play."""
    columns = np.full((VARIANTS, len(sets)), ABSENT)
    for variant, in_play in enumerate(SETS_IN):
        is_in_play = np.isin(sets, in_play)
        columns[variant, is_in_play] = np.arange(is_in_play.sum())
    return columns


LORD_COLUMN, LOCATION_COLUMN = columns_of(LORD_SET), columns_of(LOCATION_SET)
