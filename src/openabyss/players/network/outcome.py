"""Who has won a finished game."""

import numpy as np
from numpy.typing import NDArray

from openabyss.engine.compiling import compiled
from openabyss.rules.scoring import standing
from openabyss.rules.state import State

Floats = NDArray[np.float64]


@compiled
def share_victory(state: State, shares: Floats) -> None:
    """`shares[player]` becomes 1 for the winner, equal parts of it for those who share the victory."""
    players = int(state.players)
    best, winners = standing(state, 0), 0
    for player in range(players):
        best = max(best, standing(state, player))
    for player in range(players):
        if standing(state, player) == best:
            winners += 1
    for player in range(players):
        shares[player] = 1.0 / winners if standing(state, player) == best else 0.0
