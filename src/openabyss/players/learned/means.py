"""How far a seat is from paying for a lord; needs the notes of `payment.sum_hand`."""

from openabyss.engine.compiling import compiled
from openabyss.rules.actions import LORD
from openabyss.rules.base.paying import means_of
from openabyss.rules.base.payment import can_pay, cost_for, race_demanded
from openabyss.rules.cards.allies import NO_RACE, RACES
from openabyss.rules.cards.printed import RACES_NEEDED
from openabyss.rules.kraken.sentinels import is_guarded_from
from openabyss.rules.state import State

# A race that is missing sets back by so many points of value.
MISSING_RACE = 3


@compiled
def can_pay_now(state: State, player: int, lord: int) -> bool:
    """A legal payment for a lord of the court exists, and no sentinel keeps the lord away."""
    return not is_guarded_from(state, player, LORD + lord) and can_pay(state, lord)


@compiled
def points_missing(state: State, player: int, lord: int) -> int:
    """What hand and pearls lack for the lord, with a charge for each missing race; 0 when payable."""
    needed, demanded = int(RACES_NEEDED[lord]), int(race_demanded(state, player, lord))
    missing = max(0, needed - races_in_hand(state))
    value = int(state.richest[needed])
    if demanded != NO_RACE:
        poorest = value - int(state.richest[needed - 1])
        value += min(0, int(state.race_total[demanded]) - poorest)
        if state.race_total[demanded] == 0:
            missing = max(1, missing)
    missing = max(0, missing - int(state.krakens_named))
    means = int(means_of(state, player)) + int(state.kraken_total)
    return max(0, int(cost_for(state, player, lord)) - value - means) + MISSING_RACE * missing


@compiled
def races_in_hand(state: State) -> int:
    """How many races the hand holds."""
    races = 0
    for race in range(RACES):
        if state.race_total[race] > 0:
            races += 1
    return races
