"""Sentinels of Kraken: what one guards is for its owner alone (rules 9.8).

A token is with its owner (no target) or guards what an action of the catalogue points at: a
lord of the court, a council stack, or an available location.
"""

from openabyss.engine.compiling import compiled, compiled_out_of_line
from openabyss.rules.actions import LOCATION, LORD, PASS, RACE, RACE_TO_LOCATION
from openabyss.rules.cards.allies import RACES
from openabyss.rules.cards.printed import KRAKEN, LOCATIONS
from openabyss.rules.events import SENTINEL_PLACED, SENTINEL_RETURNED, emit
from openabyss.rules.numbering import PLACE_SENTINEL
from openabyss.rules.questions import Topic, answer, ask, options, question
from openabyss.rules.sizes import COURT_SPACES, SENTINELS
from openabyss.rules.state import AVAILABLE, EMPTY, NOBODY, ONE_SENTINEL_PER_AREA, State

question(PLACE_SENTINEL, RACE_TO_LOCATION, about=Topic.SENTINEL, only_with=KRAKEN)


@compiled
def is_guarded_from(state: State, player: int, target: int) -> bool:
    """Another player's sentinel guards what the action `target` points at."""
    if state.kraken == 0:
        return False
    for sentinel in range(SENTINELS):
        if state.sentinel_target[sentinel] == target and state.sentinel_owner[sentinel] != player:
            return True
    return False


@compiled
def offer_to_leave(state: State, player: int, first: int, end: int) -> None:
    """Nobody is forced to use what their own sentinel guards: where the answers from `first` to `end` offer
    nothing else, they may pass."""
    found = False
    for action in range(first, end):
        if state.mask[action] > 0:
            if not is_guarded_by(state, player, action):
                return
            found = True
    if found:
        state.mask[PASS] = 1


@compiled
def is_guarded_by(state: State, player: int, target: int) -> bool:
    """The player's own sentinel guards what the action `target` points at."""
    for sentinel in range(SENTINELS):
        if state.sentinel_target[sentinel] == target and state.sentinel_owner[sentinel] == player:
            return True
    return False


@compiled
def is_guarded_offered(state: State, player: int) -> bool:
    """The open question offers what the player's own sentinel guards."""
    for sentinel in range(SENTINELS):
        target = state.sentinel_target[sentinel]
        if target != EMPTY and state.sentinel_owner[sentinel] == player and state.mask[target] > 0:
            return True
    return False


@compiled
def return_sentinel(state: State, target: int) -> None:
    """The owner has used what was guarded: the token returns (R-K14)."""
    for sentinel in range(SENTINELS):
        if state.sentinel_target[sentinel] == target and state.sentinel_owner[sentinel] != NOBODY:
            state.sentinel_target[sentinel] = EMPTY
            emit(state, SENTINEL_RETURNED, state.sentinel_owner[sentinel], sentinel, target)


@compiled
def receive_sentinel(state: State, player: int, sentinel: int) -> None:
    """A sentinel lord arrives: its token goes to the owner and must be placed if it can be."""
    state.sentinel_owner[sentinel] = player
    state.sentinel_target[sentinel] = EMPTY
    ask(state, PLACE_SENTINEL, player, sentinel)


@compiled
def is_waiting(state: State, player: int, sentinel: int) -> bool:
    """The token is with `player` and could be placed."""
    return bool(
        state.sentinel_owner[sentinel] == player
        and state.sentinel_target[sentinel] == EMPTY
        and has_free_element(state)
    )


@compiled
def area_is_taken(state: State, first: int, end: int) -> bool:
    """There is a sentinel in the area whose elements are the actions from `first` to `end`."""
    for sentinel in range(SENTINELS):
        if first <= state.sentinel_target[sentinel] < end:
            return True
    return False


@compiled
def is_free_element(state: State, target: int, first: int, end: int) -> bool:
    """One sentinel to an area (R-K13), or to an element if the option says so."""
    if state.options[ONE_SENTINEL_PER_AREA] == 1:
        return not area_is_taken(state, first, end)
    return not area_is_taken(state, target, target + 1)


@compiled
def can_guard_stack(state: State, race: int) -> bool:
    return is_free_element(state, RACE + race, RACE, RACE + RACES)


@compiled
def can_guard_space(state: State, space: int) -> bool:
    """There is a lord on the space of the court, who could be guarded."""
    lord = int(state.court[space])
    return lord != EMPTY and is_free_element(state, LORD + lord, LORD, LOCATION)


@compiled
def can_guard_tile(state: State, tile: int) -> bool:
    """The location is available and could be guarded."""
    is_open = state.location_place[tile] == AVAILABLE
    return bool(is_open) and is_free_element(state, LOCATION + tile, LOCATION, LOCATION + LOCATIONS)


@options(PLACE_SENTINEL)
def elements_to_guard(state: State, player: int, detail: int) -> None:
    for race in range(RACES):
        if can_guard_stack(state, race):
            state.mask[RACE + race] = 1
    for space in range(COURT_SPACES):
        if can_guard_space(state, space):
            state.mask[LORD + int(state.court[space])] = 1
    for tile in range(LOCATIONS):
        if can_guard_tile(state, tile):
            state.mask[LOCATION + tile] = 1


@compiled_out_of_line
def has_free_element(state: State) -> bool:
    """Some lord, stack or location could be guarded now."""
    for race in range(RACES):
        if can_guard_stack(state, race):
            return True
    for space in range(COURT_SPACES):
        if can_guard_space(state, space):
            return True
    for tile in range(LOCATIONS):
        if can_guard_tile(state, tile):
            return True
    return False


@answer(PLACE_SENTINEL)
def place_sentinel(state: State, player: int, detail: int, action: int) -> None:
    state.sentinel_target[detail] = action
    emit(state, SENTINEL_PLACED, player, detail, action)
