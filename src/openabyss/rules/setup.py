"""Laying out a game (rules 4)."""

from collections.abc import Collection, Sequence
from typing import cast

import numpy as np

from openabyss.engine.compiling import compiled
from openabyss.rules.actions import A_LOCATION, A_PLAYER, LOCATION, PLAYER
from openabyss.rules.cards.allies import BASE_DECK, CRAB, KINDS, KRAKEN_DECK, LEVIATHAN_DECK, ally
from openabyss.rules.cards.loot import LOOT_COPIES
from openabyss.rules.cards.printed import (
    ADDED_LORDS,
    BASE,
    FIRST_LORDS,
    KRAKEN,
    LEVIATHAN,
    LOCATION_SET,
    LOCATIONS,
    LORD_SET,
    LORDS,
)
from openabyss.rules.cards.soldiers import TAMER
from openabyss.rules.events import GAME_STARTED, LOCATION_AVAILABLE, emit
from openabyss.rules.leviathan.border import add_leviathan
from openabyss.rules.numbering import FIRST_PLAYER, LOCATION_TO_TABLE, LORD_TO_COURT, START_TURN
from openabyss.rules.questions import Source, answer, ask, options, question, schedule
from openabyss.rules.sizes import COURT_SPACES, LEVIATHANS, LOOT_VALUES, SENTINELS, TOKENS
from openabyss.rules.state import (
    ABSENT,
    AVAILABLE,
    BASE_TOKENS,
    DECK,
    EMPTY,
    FREE,
    NOBODY,
    STATE,
    TOKEN_2_PEARLS,
    TWENTIETH_TOKEN,
    State,
)

STARTING_PEARLS = 1
# Monster tokens by kind: the base pile, then the Leviathan pile.
TOKENS_IN_BOX = np.array([9, 9, 2, 7, 4, 4, 4])

FIRST_ALLY = ally(CRAB, 1)

question(FIRST_PLAYER, A_PLAYER, drawn_from=Source.SEATS)
question(LOCATION_TO_TABLE, A_LOCATION, drawn_from=Source.LOCATION_DECK)


@compiled
def lay_out(state: State, players: int) -> None:
    """Turn a record of zeros, but for the sets in play and the options, into a table with full
    decks, where everything is still face down."""
    state.players = players
    state.price = 1
    state.threat = 1
    state.ending_player = NOBODY
    state.regent = NOBODY
    state.kraken_holder = NOBODY
    state.scourge_holder = NOBODY
    state.pearls[:players] = STARTING_PEARLS
    state.court[:] = EMPTY
    state.track[:] = EMPTY
    state.border[:] = EMPTY
    for token in range(BASE_TOKENS):
        state.pool[token] = TOKENS_IN_BOX[token]
    for kind in range(KINDS):
        state.deck[kind] = BASE_DECK[kind] + state.kraken * KRAKEN_DECK[kind]
        state.deck[kind] += state.leviathan * LEVIATHAN_DECK[kind]
    for lord in range(LORDS):
        state.lord_place[lord] = DECK if is_in_play(state, LORD_SET[lord]) else ABSENT
        state.lord_location[lord] = FREE
    for tile in range(LOCATIONS):
        state.location_place[tile] = DECK if is_in_play(state, LOCATION_SET[tile]) else ABSENT
    for leviathan in range(LEVIATHANS):
        state.leviathan_place[leviathan] = ABSENT
    for place in range(LOOT_VALUES):
        state.loot_deck[place] = state.kraken * LOOT_COPIES[place]
    for sentinel in range(SENTINELS):
        state.sentinel_owner[sentinel] = NOBODY
        state.sentinel_target[sentinel] = EMPTY
    if state.leviathan == 1:
        lay_out_border(state)


def new_table(
    players: int,
    kraken: bool = False,
    leviathan: bool = False,
    chosen: Sequence[int] = (),
    added_lords: Collection[int] = ADDED_LORDS,
) -> State:
    """A table of its own with full decks, where everything is still face down.

    `chosen` are the numbers of the options; those that are not given are 0. Of the lords that have been
    added to their sets, those with the ids `added_lords` take part.
    """
    state = cast(State, np.zeros((), STATE)[()])
    state.kraken = int(kraken)
    state.leviathan = int(leviathan)
    state.options[: len(chosen)] = chosen
    lay_out(state, players)
    for place, number in enumerate(ADDED_LORDS, FIRST_LORDS):
        if number not in added_lords:
            state.lord_place[place] = ABSENT
    return state


@compiled
def is_in_play(state: State, card_set: int) -> bool:
    """Whether cards of the set belong to this game."""
    return bool(
        card_set == BASE
        or (card_set == KRAKEN and state.kraken == 1)
        or (card_set == LEVIATHAN and state.leviathan == 1)
    )


@compiled
def lay_out_border(state: State) -> None:
    """Leviathan 4: the Tamer stays in the box, and everybody begins with a plain crab of value 1."""
    state.lord_place[TAMER] = ABSENT
    for token in range(BASE_TOKENS, TOKENS):
        state.pool[token] = TOKENS_IN_BOX[token]
    state.pool[TOKEN_2_PEARLS] += state.options[TWENTIETH_TOKEN]
    for leviathan in range(LEVIATHANS):
        state.leviathan_place[leviathan] = DECK
    for player in range(state.players):
        state.deck[FIRST_ALLY] -= 1
        state.hand[player, FIRST_ALLY] += 1


@compiled
def deal(state: State) -> None:
    """Six lords, one location, with Leviathan the first one of the border, and a player to begin."""
    ask(state, FIRST_PLAYER, NOBODY, 0)
    if state.leviathan == 1:
        add_leviathan(state, NOBODY)
    ask(state, LOCATION_TO_TABLE, NOBODY, 0)
    for space in range(COURT_SPACES - 1, -1, -1):
        ask(state, LORD_TO_COURT, NOBODY, space)


@answer(LOCATION_TO_TABLE)
def turn_up_location(state: State, player: int, detail: int, action: int) -> None:
    state.location_place[action - LOCATION] = AVAILABLE
    emit(state, LOCATION_AVAILABLE, NOBODY, 0, action - LOCATION)


@options(FIRST_PLAYER)
def players_to_begin(state: State, player: int, detail: int) -> None:
    """Anybody; in solo play the Regent does not."""
    state.mask[PLAYER : PLAYER + int(state.players)] = 1
    if state.regent != NOBODY:
        state.mask[PLAYER + int(state.regent)] = 0


@answer(FIRST_PLAYER)
def begin(state: State, player: int, detail: int, action: int) -> None:
    first = action - PLAYER
    emit(state, GAME_STARTED, first, state.players, 0)
    schedule(state, START_TURN, first, 0)
