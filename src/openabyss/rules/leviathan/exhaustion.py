"""What ends a game of Leviathan early: no leviathans, or no monster tokens, are left (Leviathan 8.1)."""

from openabyss.engine.compiling import compiled
from openabyss.rules.ending import NO_LEVIATHANS_LEFT, NO_TOKENS_LEFT, trigger_end
from openabyss.rules.holdings.stocks import base_tokens_left, leviathan_tokens_left
from openabyss.rules.leviathan.border import leviathans_in_deck
from openabyss.rules.state import BOTH_PILES_END, State


@compiled
def check_piles(state: State) -> None:
    """Looked at when a turn ends, no matter who took the last card or token (A4)."""
    if leviathans_in_deck(state) == 0:
        trigger_end(state, NO_LEVIATHANS_LEFT)
    if empty_piles(state) > state.options[BOTH_PILES_END]:
        trigger_end(state, NO_TOKENS_LEFT)


@compiled
def empty_piles(state: State) -> int:
    """How many of the two piles of monster tokens have run out."""
    return int(base_tokens_left(state) == 0) + int(leviathan_tokens_left(state) == 0)
