"""What the lords of the court ask of a player now, all at once: for screens, which show it to every seat."""

from openabyss.engine.compiling import compiled
from openabyss.engine.layout import Numbers
from openabyss.rules.actions import LORD
from openabyss.rules.base.payment import can_pay, cost_for, race_demanded, shortfall, sum_hand
from openabyss.rules.cards.politicians import treasurer_discount
from openabyss.rules.cards.soldiers import recruiter_surcharge
from openabyss.rules.kraken.sentinels import is_guarded_from
from openabyss.rules.sizes import COURT_SPACES
from openabyss.rules.state import EMPTY, State

# The columns of a row, which is about one space of the court: whether the lord can be recruited, what it
# costs, the race it demands or NO_RACE, by how much two lords change the cost, and the money missing.
AFFORDABLE, COST_NOW, RACE_DEMANDED, DISCOUNT, SURCHARGE, MONEY_MISSING, OFFER = range(7)
# No lord costs more, whatever makes it dearer: where so much money is missing, money does not help.
TOO_MUCH = 20


@compiled
def judge_court(state: State, player: int, rows: Numbers) -> None:
    """Fill the row of each space of the court with a lord on it; the notes about the hand are overwritten."""
    sum_hand(state, player)
    for space in range(COURT_SPACES):
        lord = int(state.court[space])
        if lord != EMPTY:
            guarded = is_guarded_from(state, player, LORD + lord)
            rows[space, AFFORDABLE] = can_pay(state, lord) and not guarded
            rows[space, COST_NOW] = cost_for(state, player, lord)
            rows[space, RACE_DEMANDED] = race_demanded(state, player, lord)
            rows[space, DISCOUNT] = treasurer_discount(state, player)
            rows[space, SURCHARGE] = recruiter_surcharge(state, player)
            rows[space, MONEY_MISSING] = money_missing(state, lord)


@compiled
def money_missing(state: State, lord: int) -> int:
    """How much more money the lord takes, TOO_MUCH if money does not help; needs the notes of `sum_hand`."""
    lack = shortfall(state, lord, state.credit)
    return TOO_MUCH if lack.races > 0 else min(TOO_MUCH, max(0, lack.value))
