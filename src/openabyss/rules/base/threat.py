"""The threat track of the base game (rules 5.4, E4 and E5)."""

from openabyss.engine.compiling import compiled
from openabyss.rules.events import THREAT_RESET, THREAT_ROSE, emit
from openabyss.rules.state import State

HIGHEST_THREAT = 6


@compiled
def raise_threat(state: State, player: int) -> None:
    """The threat rises by one level and stays at the highest (R-7)."""
    if state.threat < HIGHEST_THREAT:
        state.threat += 1
        emit(state, THREAT_ROSE, player, state.threat, 0)


@compiled
def reset_threat(state: State, player: int) -> None:
    """After a fight the threat is at level 1, whatever the Tamer did (R-37)."""
    state.threat = 1
    emit(state, THREAT_RESET, player, 1, 0)
