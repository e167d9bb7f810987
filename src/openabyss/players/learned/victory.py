"""Who has won a finished game."""

import numpy as np
from numpy.typing import NDArray

from openabyss.rules.counting import strongest_lord
from openabyss.rules.record import compiled
from openabyss.rules.scoring import score
from openabyss.rules.table import State

Floats = NDArray[np.float64]


@compiled
def merit(state: State, player: int) -> int:
    """What is compared at the end: the score, then pearls, then the strongest lord (rules 8.4); a full
    tie with the Regent is lost."""
    pearls, strongest = int(state.pearls[player]), int(strongest_lord(state, player))
    return ((int(score(state, player)) * 1000 + pearls) * 100 + strongest) * 2 + (player != state.regent)


@compiled
def share_victory(state: State, shares: Floats) -> None:
    """`shares[player]` becomes 1 for the winner, equal parts of it for those who share the victory."""
    players = int(state.players)
    best, winners = merit(state, 0), 0
    for player in range(players):
        best = max(best, merit(state, player))
    for player in range(players):
        if merit(state, player) == best:
            winners += 1
    for player in range(players):
        shares[player] = 1.0 / winners if merit(state, player) == best else 0.0
