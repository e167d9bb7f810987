"""Pieces: where the lords and the locations are."""

from openabyss.observation import axes
from openabyss.observation.axes import ABSENT, LOCATION_COLUMN, LOCATIONS_IN, LORD_COLUMN, LORDS_IN
from openabyss.observation.declaring import MEMORY, Row, piece
from openabyss.observation.turns import place_of
from openabyss.rules.cards.printed import LOCATIONS, LORDS
from openabyss.rules.sizes import COURT_SPACES
from openabyss.rules.state import AVAILABLE, DECK, DRAWN, EMPTY, FREE, State


@piece("1 for each lord before each seat.", axes.SEAT, axes.LORD, highest=1)
def lords(state: State, viewer: int, variant: int, row: Row, first: int) -> None:
    for lord in range(LORDS):
        player = int(state.lord_place[lord])
        if player >= 0:
            block = first + place_of(state, viewer, player) * int(LORDS_IN[variant])
            row[block + LORD_COLUMN[variant, lord]] = 1


@piece(
    "The location that a lord's keys have paid for: its place among the locations, from 1; 0 for free lords.",
    axes.LORD,
    highest=LOCATIONS,
)
def lord_locations(state: State, viewer: int, variant: int, row: Row, first: int) -> None:
    for lord in range(LORDS):
        column, tile = int(LORD_COLUMN[variant, lord]), int(state.lord_location[lord])
        if column != ABSENT and tile != FREE:
            row[first + column] = LOCATION_COLUMN[variant, tile] + 1


@piece("1 for lords whose power has been switched off.", axes.LORD, highest=1)
def lords_disabled(state: State, viewer: int, variant: int, row: Row, first: int) -> None:
    for lord in range(LORDS):
        column = int(LORD_COLUMN[variant, lord])
        if column != ABSENT:
            row[first + column] = state.lord_disabled[lord]


@piece("1 for lords whose power has been used in this turn.", axes.LORD, highest=1)
def lords_used(state: State, viewer: int, variant: int, row: Row, first: int) -> None:
    for lord in range(LORDS):
        column = int(LORD_COLUMN[variant, lord])
        if column != ABSENT:
            row[first + column] = state.lord_used[lord]


@piece(
    "The space of the court on which a lord lies, from 1, the furthest from the deck first.",
    axes.LORD,
    highest=COURT_SPACES,
)
def court(state: State, viewer: int, variant: int, row: Row, first: int) -> None:
    for space in range(COURT_SPACES):
        if state.court[space] != EMPTY:
            row[first + LORD_COLUMN[variant, state.court[space]]] = space + 1


@piece("1 for lords in the deck; those that lie nowhere have been discarded.", axes.LORD, highest=1)
def lords_in_deck(state: State, viewer: int, variant: int, row: Row, first: int) -> None:
    for lord in range(LORDS):
        if state.lord_place[lord] == DECK:
            row[first + LORD_COLUMN[variant, lord]] = 1


@piece("1 for each location before each seat.", axes.SEAT, axes.LOCATION, highest=1)
def locations(state: State, viewer: int, variant: int, row: Row, first: int) -> None:
    for tile in range(LOCATIONS):
        player = int(state.location_place[tile])
        if player >= 0:
            block = first + place_of(state, viewer, player) * int(LOCATIONS_IN[variant])
            row[block + LOCATION_COLUMN[variant, tile]] = 1


@piece("1 for available locations.", axes.LOCATION, highest=1)
def locations_available(state: State, viewer: int, variant: int, row: Row, first: int) -> None:
    for tile in range(LOCATIONS):
        if state.location_place[tile] == AVAILABLE:
            row[first + LOCATION_COLUMN[variant, tile]] = 1


@piece("1 for locations that have just been drawn and lie open.", axes.LOCATION, highest=1)
def locations_drawn(state: State, viewer: int, variant: int, row: Row, first: int) -> None:
    for tile in range(LOCATIONS):
        if state.location_place[tile] == DRAWN:
            row[first + LOCATION_COLUMN[variant, tile]] = 1


@piece("How many locations are in the deck.", highest=LOCATIONS)
def location_deck_size(state: State, viewer: int, variant: int, row: Row, first: int) -> None:
    for tile in range(LOCATIONS):
        if state.location_place[tile] == DECK:
            row[first] += 1


@piece("1 for locations in the deck.", axes.LOCATION, highest=1, known_to=MEMORY)
def locations_in_deck(state: State, viewer: int, variant: int, row: Row, first: int) -> None:
    for tile in range(LOCATIONS):
        if state.location_place[tile] == DECK:
            row[first + LOCATION_COLUMN[variant, tile]] = 1
