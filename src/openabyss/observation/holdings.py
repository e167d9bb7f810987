"""Pieces: where the lords and the locations are, what else each seat has, and the monster tokens."""

from openabyss.engine.blocks import copy_block, count_block, mark_block, sum_block
from openabyss.engine.compiling import compiled
from openabyss.engine.layout import Numbers
from openabyss.observation import axes
from openabyss.observation.axes import LOCATION_STRETCHES, LOCATIONS_IN, LORD_STRETCHES, LORDS_IN
from openabyss.observation.columns import ABSENT, LOCATION_COLUMN, LORD_COLUMN
from openabyss.observation.declaring import INFORMATION, MEMORY, SEAT_ITSELF, Row, piece
from openabyss.observation.turns import seat_at, write_by_seat
from openabyss.rules.cards.printed import LOCATIONS
from openabyss.rules.sizes import COURT_SPACES, SEATS, TOKENS
from openabyss.rules.state import (
    AVAILABLE,
    BASE_BACK,
    BASE_TOKENS,
    DECK,
    DRAWN,
    EMPTY,
    FREE,
    LEVIATHAN_BACK,
    State,
)

BACKS = 2
# No more monster tokens exist, of one kind or of all together.
MAX_TOKENS = 40


@compiled
def copy_counted_from_1(tiles: Numbers, places: Row) -> None:
    """The place of each location along its axis, from 1, which is its number and 1; 0 for FREE."""
    for place in range(len(tiles)):
        places[place] = tiles[place] + 1


@piece("1 for each lord before each seat.", axes.SEAT, axes.LORD, highest=1)
def lords(state: State, viewer: int, variant: int, row: Row, first: int) -> None:
    width = int(LORDS_IN[variant])
    for lord, end, column in LORD_STRETCHES[variant]:
        for place in range(state.players):
            player, block = seat_at(state, viewer, place), first + place * width
            mark_block(state.lord_place, lord, end - lord, player, row, block + column)


@piece(
    "The location that a lord's keys have paid for: its place among the locations, from 1; 0 for free lords.",
    axes.LORD,
    highest=LOCATIONS,
)
def lord_locations(state: State, viewer: int, variant: int, row: Row, first: int) -> None:
    for lord, end, column in LORD_STRETCHES[variant]:
        copy_counted_from_1(state.lord_location[lord:end], row[first + column :])


@piece("1 for lords whose power has been switched off.", axes.LORD, highest=1)
def lords_disabled(state: State, viewer: int, variant: int, row: Row, first: int) -> None:
    for lord, end, column in LORD_STRETCHES[variant]:
        copy_block(state.lord_disabled, lord, end - lord, row, first + column)


@piece("1 for lords whose power has been used in this turn.", axes.LORD, highest=1)
def lords_used(state: State, viewer: int, variant: int, row: Row, first: int) -> None:
    for lord, end, column in LORD_STRETCHES[variant]:
        copy_block(state.lord_used, lord, end - lord, row, first + column)


@piece(
    "The space of the court where a lord is, from 1, the furthest from the deck first.",
    axes.LORD,
    highest=COURT_SPACES,
)
def court(state: State, viewer: int, variant: int, row: Row, first: int) -> None:
    for space in range(COURT_SPACES):
        if state.court[space] != EMPTY:
            row[first + LORD_COLUMN[variant, state.court[space]]] = space + 1


@piece("1 for lords in the deck; those that are nowhere have been discarded.", axes.LORD, highest=1)
def lords_in_deck(state: State, viewer: int, variant: int, row: Row, first: int) -> None:
    for lord, end, column in LORD_STRETCHES[variant]:
        mark_block(state.lord_place, lord, end - lord, DECK, row, first + column)


@piece("1 for each location before each seat.", axes.SEAT, axes.LOCATION, highest=1)
def locations(state: State, viewer: int, variant: int, row: Row, first: int) -> None:
    width = int(LOCATIONS_IN[variant])
    for tile, end, column in LOCATION_STRETCHES[variant]:
        for place in range(state.players):
            player, block = seat_at(state, viewer, place), first + place * width
            mark_block(state.location_place, tile, end - tile, player, row, block + column)


@piece("1 for available locations.", axes.LOCATION, highest=1)
def locations_available(state: State, viewer: int, variant: int, row: Row, first: int) -> None:
    for tile, end, column in LOCATION_STRETCHES[variant]:
        mark_block(state.location_place, tile, end - tile, AVAILABLE, row, first + column)


@piece("1 for locations that have just been drawn and are face up.", axes.LOCATION, highest=1)
def locations_drawn(state: State, viewer: int, variant: int, row: Row, first: int) -> None:
    for tile, end, column in LOCATION_STRETCHES[variant]:
        mark_block(state.location_place, tile, end - tile, DRAWN, row, first + column)


@piece("How many locations are in the deck.", highest=LOCATIONS)
def location_deck_size(state: State, viewer: int, variant: int, row: Row, first: int) -> None:
    row[first] = count_block(state.location_place, 0, LOCATIONS, DECK)


@piece("1 for locations in the deck.", axes.LOCATION, highest=1, known_to=MEMORY)
def locations_in_deck(state: State, viewer: int, variant: int, row: Row, first: int) -> None:
    for tile, end, column in LOCATION_STRETCHES[variant]:
        mark_block(state.location_place, tile, end - tile, DECK, row, first + column)


@compiled
def write_backs(tokens_of_kinds: Numbers, row: Row, first: int) -> None:
    """How many tokens there are of each pile."""
    row[first + BASE_BACK] = sum_block(tokens_of_kinds, 0, BASE_TOKENS)
    row[first + LEVIATHAN_BACK] = sum_block(tokens_of_kinds, BASE_TOKENS, TOKENS - BASE_TOKENS)


@piece("The pearls of each seat.", axes.SEAT)
def pearls(state: State, viewer: int, variant: int, row: Row, first: int) -> None:
    write_by_seat(state, state.pearls, viewer, row, first)


@piece("The key tokens of each seat.", axes.SEAT)
def key_tokens(state: State, viewer: int, variant: int, row: Row, first: int) -> None:
    write_by_seat(state, state.key_tokens, viewer, row, first)


@piece(
    "How many monster tokens of each pile every seat has; their backs differ.",
    axes.SEAT,
    axes.PILE,
    highest=MAX_TOKENS,
)
def token_counts(state: State, viewer: int, variant: int, row: Row, first: int) -> None:
    for place in range(state.players):
        write_backs(state.monster_tokens[seat_at(state, viewer, place)], row, first + place * BACKS)


@piece("How many monster tokens are left in each pile.", axes.PILE, highest=MAX_TOKENS)
def tokens_left(state: State, viewer: int, variant: int, row: Row, first: int) -> None:
    write_backs(state.pool, row, first)


@piece("The seat's own monster tokens, by face.", axes.TOKEN, highest=MAX_TOKENS, known_to=SEAT_ITSELF)
def tokens(state: State, viewer: int, variant: int, row: Row, first: int) -> None:
    for token in range(TOKENS if state.leviathan == 1 else BASE_TOKENS):
        row[first + token] = state.monster_tokens[viewer, token]


@piece(
    "The monster tokens whose faces this seat does not know, in the piles and before the others together.",
    axes.TOKEN,
    highest=MAX_TOKENS,
    known_to=MEMORY,
)
def unseen_tokens(state: State, viewer: int, variant: int, row: Row, first: int) -> None:
    for token in range(TOKENS if state.leviathan == 1 else BASE_TOKENS):
        unseen = int(state.pool[token]) - int(state.monster_tokens[viewer, token])
        for seat in range(SEATS):
            unseen += state.monster_tokens[seat, token]
        row[first + token] = unseen


@piece(
    "The monster tokens of the others, by face.",
    axes.OTHER_SEAT,
    axes.TOKEN,
    highest=MAX_TOKENS,
    known_to=INFORMATION,
)
def tokens_of_others(state: State, viewer: int, variant: int, row: Row, first: int) -> None:
    kinds = TOKENS if state.leviathan == 1 else BASE_TOKENS
    for place in range(1, state.players):
        player, block = seat_at(state, viewer, place), first + (place - 1) * kinds
        copy_block(state.monster_tokens[player], 0, kinds, row, block)


assert FREE == -1, "a free lord is at place 0"
assert all(
    column in (ABSENT, tile) for columns in LOCATION_COLUMN.tolist() for tile, column in enumerate(columns)
), "locations in play stand along their axis by number"
