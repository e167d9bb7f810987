"""Allies in hands and in the council's stacks."""

from openabyss.engine.compiling import compiled
from openabyss.engine.layout import Numbers
from openabyss.rules.actions import KIND, RACE
from openabyss.rules.cards.allies import ALLY_KINDS, FIRST_KRAKEN, HIGHEST_VALUE, KINDS, RACES
from openabyss.rules.events import ALLY_DISCARDED, STACK_CLEARED, STACK_TAKEN, emit
from openabyss.rules.kraken.sentinels import is_guarded_from, return_sentinel
from openabyss.rules.state import State


@compiled
def cards_in(zone: Numbers) -> int:
    """How many cards a zone holds, given its counts by kind."""
    count = 0
    for kind in range(KINDS):
        count += int(zone[kind])
    return count


@compiled
def has_cards(zone: Numbers) -> bool:
    """Whether a zone holds any card; quicker than counting them."""
    for kind in range(KINDS):
        if zone[kind] > 0:
            return True
    return False


@compiled
def hand_size(state: State, player: int) -> int:
    return cards_in(state.hand[player])


@compiled
def offer_hand(state: State, player: int) -> None:
    """Every kind of ally in the hand may be pointed at."""
    for kind in range(ALLY_KINDS):
        if state.hand[player, kind] > 0:
            state.mask[KIND + kind] = 1


@compiled
def discard_ally(state: State, player: int, kind: int) -> None:
    """One ally goes from the hand to the exploration discard, seen by all."""
    state.hand[player, kind] -= 1
    state.discard[kind] += 1
    emit(state, ALLY_DISCARDED, player, hand_size(state, player), kind)


@compiled
def stack_size(state: State, race: int) -> int:
    """How many cards lie in the council stack of a race."""
    size = 0
    for value in range(HIGHEST_VALUE):
        size += int(state.council[race, race * HIGHEST_VALUE + value])
    if state.kraken == 1 or state.leviathan == 1:
        for kind in range(FIRST_KRAKEN, ALLY_KINDS):
            size += int(state.council[race, kind])
    return size


@compiled
def can_take_stack(state: State, player: int, race: int) -> bool:
    """The stack holds cards and no other player's sentinel guards it."""
    return stack_size(state, race) > 0 and not is_guarded_from(state, player, RACE + race)


@compiled
def can_take_any_stack(state: State, player: int) -> bool:
    for race in range(RACES):
        if can_take_stack(state, player, race):
            return True
    return False


@compiled
def offer_stacks(state: State, player: int) -> bool:
    """Every council stack that `player` may take or clear; whether there is one."""
    found = False
    for race in range(RACES):
        if can_take_stack(state, player, race):
            state.mask[RACE + race] = 1
            found = True
    return found


@compiled
def take_stack(state: State, player: int, race: int) -> None:
    """The whole stack of a race goes to the hand, unseen by the others."""
    emit(state, STACK_TAKEN, player, stack_size(state, race), race)
    for kind in range(ALLY_KINDS):
        state.hand[player, kind] += state.council[race, kind]
        state.council[race, kind] = 0
    return_sentinel(state, RACE + race)


@compiled
def clear_stack(state: State, player: int, race: int) -> None:
    """The whole stack of a race goes to the exploration discard, unseen."""
    emit(state, STACK_CLEARED, player, stack_size(state, race), race)
    for kind in range(ALLY_KINDS):
        state.discard[kind] += state.council[race, kind]
        state.council[race, kind] = 0
    return_sentinel(state, RACE + race)


@compiled
def can_reveal(state: State) -> bool:
    """A card is left in the exploration deck, or in the discard that will become the next deck."""
    return has_cards(state.deck) or has_cards(state.discard)


@compiled
def has_allies_left(state: State) -> bool:
    """An ally is left in the exploration deck or in the discard."""
    for kind in range(ALLY_KINDS):
        if state.deck[kind] + state.discard[kind] > 0:
            return True
    return False
