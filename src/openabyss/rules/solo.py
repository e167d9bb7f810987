"""The Regent: an automatic rival for one player (house rules for solo play, not the publisher's).

The Regent has a seat in a game of two and plays by the ordinary rules, but for what is here and
where the rules look at `state.regent`: its lords' powers are blank, yet their keys and influence
count; ambassadors bring a location as usual; it ends a fight after a failed attack; the other
player begins; and it wins a tie that nothing else breaks. How it decides is in
players/regent.
"""

import numpy as np

from openabyss.engine.compiling import compiled
from openabyss.rules.base.holdings import can_take_stack, gain_pearls, stack_size, take_stack
from openabyss.rules.cards.allies import RACES
from openabyss.rules.cards.printed import GUILD, MAGE, MERCHANT, SMUGGLER, SOLDIER
from openabyss.rules.kraken.nebulis import gain_nebulis
from openabyss.rules.numbering import DISCARD_ALLY
from openabyss.rules.powers import ask_opponents
from openabyss.rules.state import EMPTY, State

CALM, SWELL, STORM, MAELSTROM, ABYSSAL = range(1, 6)
LEVELS = 5
PERSON_SEAT, REGENT_SEAT = range(2)
SOLO_PLAYERS = 2

# What changes from level to level, which are counted from 1; there is no level 0. The income is a
# pearl every this many turns of the Regent, 0 for never.
COUNCIL_MINIMUM = np.array([0, 4, 3, 2, 2, 2])
HAS_GUILD_BONUS = np.array([0, 0, 0, 0, 1, 1])
INCOME_EVERY = np.array([0, 0, 4, 2, 2, 1])

INCOME_PEARLS = 1
MERCHANT_BONUS_PEARLS = 2


def seat_regent(state: State, level: int) -> None:
    """Give the second seat of a new table to the Regent. `level` 1 to 5."""
    state.regent = REGENT_SEAT
    state.regent_level = level


@compiled
def collect_income(state: State, player: int) -> None:
    """A pearl at the start of some turns of the Regent; both players' turns are counted in pairs."""
    if player != state.regent:
        return
    turns = INCOME_EVERY[state.regent_level]
    if turns > 0 and state.turn // SOLO_PLAYERS % turns == 0:
        gain_pearls(state, player, INCOME_PEARLS)


@compiled
def largest_stack(state: State, player: int) -> int:
    """The race of the largest council stack that `player` may take, the first of equals; or EMPTY."""
    best, size = EMPTY, 0
    for race in range(RACES):
        if can_take_stack(state, player, race) and stack_size(state, race) > size:
            best, size = race, int(stack_size(state, race))
    return best


@compiled
def collect_guild_bonus(state: State, me: int, lord: int) -> None:
    """What a lord's guild brings the Regent on the highest levels, instead of the lord's power."""
    if HAS_GUILD_BONUS[state.regent_level] == 0:
        return
    guild = GUILD[lord]
    if guild == MERCHANT:
        gain_pearls(state, me, MERCHANT_BONUS_PEARLS)
    elif guild == MAGE and largest_stack(state, me) != EMPTY:
        take_stack(state, me, largest_stack(state, me))
    elif guild == SOLDIER:
        ask_opponents(state, me, DISCARD_ALLY, lord)
    elif guild == SMUGGLER:
        gain_nebulis(state, PERSON_SEAT, 1)
