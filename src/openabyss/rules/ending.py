"""What brings the game to its end (rules 8.1)."""

from openabyss.engine.compiling import compiled
from openabyss.rules.base.holdings import has_allies_left
from openabyss.rules.events import LAST_ROUND, SEA_EMPTY, emit
from openabyss.rules.state import NOBODY, State

LORDS_TO_END = 7

NOT_ENDING, SEVENTH_LORD, COURT_NOT_FILLED, NO_LEVIATHANS_LEFT, NO_TOKENS_LEFT, EMPTY_SEA = range(6)
CAUSES = 6

# After this many rounds in a row in which nobody does anything but explore without an ally left to find
# the game is over; from this one on players are warned.
EMPTY_ROUNDS = 10
FIRST_ROUND_WARNED = 5


@compiled
def trigger_end(state: State, cause: int) -> None:
    """The first trigger makes the active player the ending player; later ones change nothing."""
    if state.ending_player == NOBODY:
        state.ending_player = state.active
        state.end_cause = cause
        emit(state, LAST_ROUND, state.active, 0, cause)


@compiled
def record_deed(state: State) -> None:
    """The active player does something in this turn that is more than to explore an empty sea."""
    state.last_deed = state.turn


@compiled
def record_action(state: State) -> None:
    """The active player could act in this turn."""
    state.last_action = state.turn


@compiled
def empty_round(state: State) -> int:
    """The number of the round that goes on, counted from 1, in which nobody has done anything but explore
    without an ally left to find; 1 as long as somebody does something."""
    return max(0, int(state.turn) - 1 - int(state.last_deed)) // int(state.players) + 1


@compiled
def has_nobody_acted(state: State) -> bool:
    """A whole round, this turn included, has passed because nobody could act."""
    return bool(state.turn - state.last_action >= state.players)


@compiled
def is_sea_empty(state: State) -> bool:
    """Nobody can, or nobody will, ever end the game (R-38); looked at when a turn ends.

    An ally that has reached the discard in that very turn can be found, so the game goes on.
    """
    rounds = (int(state.turn) - int(state.last_deed)) // int(state.players)
    is_time = rounds >= EMPTY_ROUNDS or has_nobody_acted(state)
    return bool(is_time) and not has_allies_left(state)


@compiled
def end_at_once(state: State) -> None:
    """The sea is empty: nobody has brought about the end, and there are no last turns."""
    rounds = 1 if has_nobody_acted(state) else EMPTY_ROUNDS
    state.end_cause = EMPTY_SEA
    emit(state, SEA_EMPTY, NOBODY, rounds, 0)
