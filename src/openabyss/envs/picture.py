"""What lies open on the table as a small picture of squares, for environments that show pictures.

The first row is the court, the second the track. Below stands a row for each seat: its lords in the colours
of their guilds, its locations, its affiliated allies in the colours of their races, its pearls, and the backs
of the cards in its hand.
"""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from openabyss.rules.cards.allies import ALLY_KINDS, NO_RACE, RACE_OF
from openabyss.rules.cards.printed import GUILD, LOCATIONS, LORDS
from openabyss.rules.state import EMPTY, State

Picture = NDArray[np.uint8]
Colour = tuple[int, int, int]

SIDE, GAP, PLACES = 10, 2, 60
WATER: Colour = (12, 26, 48)
PEARL, LOCATION, BACK, MONSTER = (238, 238, 230), (196, 160, 84), (70, 90, 120), (120, 30, 40)
# Of the five races, and of the guilds that have the same; then ambassadors and smugglers.
COLOURS = (
    (150, 90, 190),
    (200, 70, 60),
    (210, 180, 60),
    (70, 160, 110),
    (60, 120, 200),
    (160, 160, 160),
    (90, 70, 50),
)


def picture_of(state: State) -> Picture:
    """An array of rows, columns and the three colours; what does not fit is left out."""
    rows = [[*_court(state)], [*_track(state)], *([*_seat(state, seat)] for seat in range(state.players))]
    step = SIDE + GAP
    picture = np.full((len(rows) * step + GAP, PLACES * step + GAP, 3), WATER, np.uint8)
    for row, colours in enumerate(rows):
        for place, colour in enumerate(colours[:PLACES]):
            top, left = GAP + row * step, GAP + place * step
            picture[top : top + SIDE, left : left + SIDE] = colour
    return picture


def _court(state: State) -> Iterator[Colour]:
    yield from (WATER if lord == EMPTY else COLOURS[GUILD[lord]] for lord in state.court)


def _track(state: State) -> Iterator[Colour]:
    yield from (_card(int(kind)) for kind in state.track)


def _seat(state: State, seat: int) -> Iterator[Colour]:
    yield from (COLOURS[GUILD[lord]] for lord in range(LORDS) if state.lord_place[lord] == seat)
    yield from (LOCATION for tile in range(LOCATIONS) if state.location_place[tile] == seat)
    for kind in range(ALLY_KINDS):
        yield from [_card(kind)] * int(state.affiliated[seat, kind])
    yield from [PEARL] * int(state.pearls[seat])
    yield from [BACK] * int(state.hand[seat].sum())


def _card(kind: int) -> Colour:
    """The colour of a card: its race, or that of a Monster or a Kraken, which have none."""
    if kind == EMPTY:
        return WATER
    return MONSTER if RACE_OF[kind] == NO_RACE else COLOURS[RACE_OF[kind]]
