"""Laying out a game (rules 4)."""

from typing import cast

import numpy as np

from openabyss.rules.cards.allies import BASE_DECK, KINDS
from openabyss.rules.cards.locations import offer_locations
from openabyss.rules.cards.printed import BASE, LOCATION_SET, LOCATIONS, LORD_SET, LORDS
from openabyss.rules.court import LORD_TO_COURT
from openabyss.rules.events import GAME_STARTED, LOCATION_AVAILABLE, happened
from openabyss.rules.record import Numbers, compiled
from openabyss.rules.table import (
    A_LOCATION,
    A_PLAYER,
    ABSENT,
    AVAILABLE,
    BASE_TOKENS,
    COURT_SPACES,
    DECK,
    EMPTY,
    FREE,
    LEVIATHANS,
    LOCATION,
    NOBODY,
    PLAYER,
    SENTINELS,
    STATE,
    State,
    answer,
    ask,
    options,
    question,
    then,
)
from openabyss.rules.turn import START_TURN

STARTING_PEARLS = 1
# Monster tokens by kind: the base pile, then the Leviathan pile.
TOKENS_IN_BOX = np.array([9, 9, 2, 7, 4, 4, 4])

FIRST_PLAYER = question("FIRST_PLAYER", A_PLAYER)
LOCATION_TO_TABLE = question("LOCATION_TO_TABLE", A_LOCATION)


@compiled
def lay_out(state: State, players: int) -> None:
    """Turn a record of zeros into a table with full decks, where everything is still face down."""
    state.players = players
    state.price = 1
    state.threat = 1
    state.ending_player = NOBODY
    state.kraken_holder = NOBODY
    state.scourge_holder = NOBODY
    state.pearls[:players] = STARTING_PEARLS
    state.court[:] = EMPTY
    state.track[:] = EMPTY
    state.border[:] = EMPTY
    for token in range(BASE_TOKENS):
        state.pool[token] = TOKENS_IN_BOX[token]
    for kind in range(KINDS):
        state.deck[kind] = BASE_DECK[kind]
    for lord in range(LORDS):
        state.lord_place[lord] = DECK if LORD_SET[lord] == BASE else ABSENT
        state.lord_location[lord] = FREE
    for tile in range(LOCATIONS):
        state.location_place[tile] = DECK if LOCATION_SET[tile] == BASE else ABSENT
    for leviathan in range(LEVIATHANS):
        state.leviathan_place[leviathan] = ABSENT
    for sentinel in range(SENTINELS):
        state.sentinel_owner[sentinel] = NOBODY
        state.sentinel_target[sentinel] = EMPTY


def new_table(players: int) -> State:
    """A table of its own with full decks, where everything is still face down."""
    state = cast(State, np.zeros(1, STATE)[0])
    lay_out(state, players)
    return state


@compiled
def deal(state: State) -> None:
    """Six lords, one location, and a player to begin."""
    ask(state, FIRST_PLAYER, NOBODY, 0)
    ask(state, LOCATION_TO_TABLE, NOBODY, 0)
    for space in range(COURT_SPACES - 1, -1, -1):
        ask(state, LORD_TO_COURT, NOBODY, space)


@options(LOCATION_TO_TABLE)
def first_tiles(state: State, player: int, detail: int, mask: Numbers) -> None:
    offer_locations(state, DECK, mask)


@answer(LOCATION_TO_TABLE)
def turn_up_location(state: State, player: int, detail: int, action: int) -> None:
    state.location_place[action - LOCATION] = AVAILABLE
    happened(state, LOCATION_AVAILABLE, NOBODY, 0, action - LOCATION)


@options(FIRST_PLAYER)
def players_to_begin(state: State, player: int, detail: int, mask: Numbers) -> None:
    mask[PLAYER : PLAYER + int(state.players)] = 1


@answer(FIRST_PLAYER)
def begin(state: State, player: int, detail: int, action: int) -> None:
    first = action - PLAYER
    happened(state, GAME_STARTED, first, state.players, 0)
    then(state, START_TURN, first, 0)
