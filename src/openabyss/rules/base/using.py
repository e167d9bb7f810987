"""Turn powers: once in each own turn, at a moment of the owner's choice (rules 5.9, R-21)."""

import numpy as np

from openabyss.engine.compiling import compiled
from openabyss.rules.actions import LORD, is_lord
from openabyss.rules.cards import mages, merchants, politicians, smugglers  # noqa: F401  have turn powers
from openabyss.rules.cards.printed import LORDS
from openabyss.rules.ending import record_deed
from openabyss.rules.leviathan.tokens import can_use_any_token
from openabyss.rules.powers import has_power, mark_used, on_your_turn, usable
from openabyss.rules.questions import TOKENS_ALLOWED
from openabyss.rules.state import STRICT_TOKENS, State

TURN_POWERS = tuple(sorted(on_your_turn.rules))

HAS_TURN_POWER = np.zeros(LORDS, np.int64)
HAS_TURN_POWER[list(TURN_POWERS)] = 1

is_usable = usable.build()
use_power = on_your_turn.build()


@compiled
def can_use(state: State, player: int, lord: int) -> bool:
    """The power is active, unused in this turn, and would do something."""
    if state.lord_used[lord] != 0 or not has_power(state, player, lord):
        return False
    return bool(is_usable(lord, state, player))


@compiled
def can_use_any(state: State, player: int) -> bool:
    """Some turn power could be used now."""
    for lord in TURN_POWERS:
        if can_use(state, player, lord):
            return True
    return False


@compiled
def offer_turn_powers(state: State, player: int) -> None:
    """Every turn power that `player` could use now."""
    for lord in TURN_POWERS:
        if can_use(state, player, lord):
            state.mask[LORD + lord] = 1


@compiled
def is_use_of_power(state: State, player: int, action: int) -> bool:
    """The action points at an own lord that has a turn power."""
    if not is_lord(action) or HAS_TURN_POWER[action - LORD] == 0:
        return False
    return bool(state.lord_place[action - LORD] == player)


@compiled
def may_use_tokens(state: State, player: int, what: int) -> bool:
    """Tokens may be used in the own turn; under the strict rule, only before all else in it (A2)."""
    if state.leviathan == 0 or TOKENS_ALLOWED[what] == 0 or player != state.active:
        return False
    if state.options[STRICT_TOKENS] == 1 and state.acted == 1:
        return False
    return can_use_any_token(state, player)


@compiled
def use(state: State, player: int, lord: int) -> None:
    state.acted = 1
    record_deed(state)
    mark_used(state, player, lord)
    use_power(lord, state, player)
