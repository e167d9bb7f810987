"""What brings the game to its end (rules 8.1)."""

from openabyss.rules.events import LAST_ROUND, happened
from openabyss.rules.record import compiled
from openabyss.rules.table import NOBODY, State

LORDS_TO_END = 7

NOT_ENDING, SEVENTH_LORD, COURT_NOT_FILLED, NO_LEVIATHANS_LEFT, NO_TOKENS_LEFT = range(5)


@compiled
def trigger_end(state: State, cause: int) -> None:
    """The first trigger makes the active player the ending player; later ones change nothing."""
    if state.ending_player == NOBODY:
        state.ending_player = state.active
        state.end_cause = cause
        happened(state, LAST_ROUND, state.active, 0, cause)
