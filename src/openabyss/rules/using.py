"""Turn powers: once in each own turn, at a moment of the owner's choice (rules 5.9, R-21)."""

from openabyss.rules.cards.mages import ORACLE
from openabyss.rules.cards.merchants import SLAVER
from openabyss.rules.cards.politicians import OPPORTUNIST
from openabyss.rules.powers import has_power, mark_used, on_your_turn, usable
from openabyss.rules.record import Numbers, compiled
from openabyss.rules.table import LORD, State

TURN_POWERS = (SLAVER, ORACLE, OPPORTUNIST)

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
def offer_turn_powers(state: State, player: int, mask: Numbers) -> None:
    """Every turn power that `player` could use now."""
    for lord in TURN_POWERS:
        if can_use(state, player, lord):
            mask[LORD + lord] = 1


@compiled
def use(state: State, player: int, lord: int) -> None:
    mark_used(state, player, lord)
    use_power(lord, state, player)
