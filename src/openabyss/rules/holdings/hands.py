"""Allies in hands and in the council's stacks."""

from openabyss.engine.compiling import compiled
from openabyss.engine.layout import Numbers
from openabyss.rules.actions import KIND, RACE
from openabyss.rules.cards.allies import ALLY_KINDS, FIRST_KRAKEN, HIGHEST_VALUE, KINDS, RACES
from openabyss.rules.events import ALLY_DISCARDED, STACK_CLEARED, STACK_TAKEN, emit
from openabyss.rules.kraken.sentinels import is_guarded_from, return_sentinel
from openabyss.rules.numbering import (
    APPRENTICE_STACK,
    CLEAR_STACK,
    LOSE_ALLY,
    SECOND_STACK,
    SELL_ALLY,
    TOKEN_STACK_PICK,
)
from openabyss.rules.questions import answer, options
from openabyss.rules.state import State, sum_of


@compiled
def cards_in(zone: Numbers) -> int:
    """How many cards a zone holds, given its counts by kind."""
    return sum_of(zone, 0, KINDS)


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


@options(APPRENTICE_STACK, CLEAR_STACK, SECOND_STACK, TOKEN_STACK_PICK)
def stacks_to_choose(state: State, player: int, detail: int) -> None:
    """A council stack, to be taken or cleared."""
    offer_stacks(state, player)


@answer(APPRENTICE_STACK, SECOND_STACK, TOKEN_STACK_PICK)
def take_chosen_stack(state: State, player: int, detail: int, action: int) -> None:
    """The Alchemist doubles the support of the council alone (R-28, A24)."""
    take_stack(state, player, action - RACE)


@options(SELL_ALLY, LOSE_ALLY)
def allies_to_choose(state: State, player: int, detail: int) -> None:
    """An ally of the hand, to be sold or lost."""
    offer_hand(state, player)
