"""Three keys: control of a location is compulsory and immediate (rules 5.8)."""

from openabyss.engine.compiling import compiled
from openabyss.rules.actions import (
    A_LOCATION,
    LOCATION,
    LOCATION_NUMBER_OR_PASS,
    LORD,
    LORDS_OR_DONE,
    NUMBER,
    PASS,
    TOKEN,
    is_location,
)
from openabyss.rules.base.holdings import return_key_tokens
from openabyss.rules.cards.locations import gain_location, locations_in, offer_available
from openabyss.rules.cards.printed import LORDS
from openabyss.rules.events import LOCATION_AVAILABLE, LOCATION_REVEALED, LORD_ASSIGNED, emit
from openabyss.rules.kraken.sentinels import offer_to_leave
from openabyss.rules.numbering import CONTROL_KEYS, CONTROL_PICK, CONTROL_SOURCE, DRAW_LOCATION, KEY_CHECK
from openabyss.rules.powers import gives_key, keys_of
from openabyss.rules.questions import (
    Source,
    Topic,
    Whole,
    answer,
    ask,
    options,
    question,
    schedule,
    step,
    when_due,
)
from openabyss.rules.state import AVAILABLE, DECK, DRAWN, NOBODY, State

KEYS_PER_LOCATION = 3
MAX_DRAWN = 4

step(KEY_CHECK)


@when_due(KEY_CHECK)
def check_keys(state: State, player: int, detail: int) -> None:
    """A player with three keys takes a location, again and again; without any tile, the keys stay."""
    if keys_of(state, player) >= KEYS_PER_LOCATION:
        ask(state, CONTROL_SOURCE, player, 0)


question(CONTROL_SOURCE, LOCATION_NUMBER_OR_PASS)


@options(CONTROL_SOURCE)
def sources(state: State, player: int, detail: int) -> None:
    """One of the available locations, or one of up to four new ones."""
    offer_available(state, player)
    for tiles in range(1, min(MAX_DRAWN, locations_in(state, DECK)) + 1):
        state.mask[NUMBER + tiles] = 1
    offer_to_leave(state, player, LOCATION, TOKEN)


@answer(CONTROL_SOURCE)
def choose_source(state: State, player: int, detail: int, action: int) -> None:
    if action == PASS:
        return
    schedule(state, KEY_CHECK, player, 0)
    if is_location(action):
        ask(state, CONTROL_KEYS, player, action - LOCATION)
    else:
        ask(state, CONTROL_PICK, player, 0)
        draw_locations(state, player, action - NUMBER)


question(DRAW_LOCATION, A_LOCATION, about=Topic.ACTIVE_PLAYER, drawn_from=Source.LOCATION_DECK)


@compiled
def draw_locations(state: State, player: int, tiles: int) -> None:
    """Turn up locations of the deck, as far as there are any."""
    for _ in range(tiles):
        ask(state, DRAW_LOCATION, NOBODY, player)


@answer(DRAW_LOCATION)
def draw_location(state: State, player: int, detail: int, action: int) -> None:
    tile = action - LOCATION
    state.location_place[tile] = DRAWN
    emit(state, LOCATION_REVEALED, detail, 0, tile)


question(CONTROL_PICK, A_LOCATION)


@answer(CONTROL_PICK)
def keep_tile(state: State, player: int, detail: int, action: int) -> None:
    kept = action - LOCATION
    leave_the_rest(state, player, kept)
    ask(state, CONTROL_KEYS, player, kept)


@compiled
def leave_the_rest(state: State, player: int, kept: int) -> None:
    """The drawn tiles that were not kept become available."""
    for tile in range(len(state.location_place)):
        if tile != kept and state.location_place[tile] == DRAWN:
            state.location_place[tile] = AVAILABLE
            emit(state, LOCATION_AVAILABLE, player, 0, tile)


question(CONTROL_KEYS, LORDS_OR_DONE, about=Topic.LOCATION, part_of=Whole.KEYS)


@compiled
def lords_under(state: State, player: int, tile: int) -> int:
    """How many lords `player` has already put under the tile."""
    count = 0
    for lord in range(LORDS):
        if state.lord_place[lord] == player and state.lord_location[lord] == tile:
            count += 1
    return count


@compiled
def last_lord_under(state: State, player: int, tile: int) -> int:
    """The highest number among those lords, NOBODY if there is none."""
    last = NOBODY
    for lord in range(LORDS):
        if state.lord_place[lord] == player and state.lord_location[lord] == tile:
            last = lord
    return last


@options(CONTROL_KEYS)
def keys_to_use(state: State, player: int, detail: int) -> None:
    """Exactly three keys: lords one at a time, in rising order, then the rest in tokens (R-32)."""
    missing = KEYS_PER_LOCATION - lords_under(state, player, detail)
    first = last_lord_under(state, player, detail) + 1
    keys_left = int(state.key_tokens[player])
    if keys_left >= missing:
        state.mask[PASS] = 1
    for lord in range(LORDS - 1, first - 1, -1):
        if gives_key(state, player, lord):
            keys_left += 1
            if keys_left >= missing:
                state.mask[LORD + lord] = 1


@answer(CONTROL_KEYS)
def use_keys(state: State, player: int, detail: int, action: int) -> None:
    if action != PASS:
        lord = action - LORD
        state.lord_location[lord] = detail
        emit(state, LORD_ASSIGNED, player, detail, lord)
    missing = KEYS_PER_LOCATION - lords_under(state, player, detail)
    if action == PASS or missing == 0:
        return_key_tokens(state, player, missing)
        gain_location(state, player, detail)
    else:
        ask(state, CONTROL_KEYS, player, detail)
