"""Pieces that only games with Kraken have."""

from openabyss.engine.blocks import copy_block, sum_block
from openabyss.observation import axes
from openabyss.observation.declaring import MEMORY, Row, piece
from openabyss.observation.turns import mark_seat, write_by_seat
from openabyss.rules.actions import ACTIONS
from openabyss.rules.cards.printed import KRAKEN
from openabyss.rules.sizes import LOOT_VALUES, SANCTUARIES, SENTINELS
from openabyss.rules.state import State

MOST_LOOT = 25


@piece("The nebulis of each seat.", axes.SEAT, only_with=KRAKEN)
def nebulis(state: State, viewer: int, variant: int, row: Row, first: int) -> None:
    write_by_seat(state, state.nebulis, viewer, row, first)


@piece("1 for the seat that has the Kraken figure.", axes.SEAT, highest=1, only_with=KRAKEN)
def kraken_figure(state: State, viewer: int, variant: int, row: Row, first: int) -> None:
    mark_seat(state, viewer, int(state.kraken_holder), row, first)


@piece("1 for the seat that has a sentinel.", axes.SENTINEL, axes.SEAT, highest=1, only_with=KRAKEN)
def sentinel_owners(state: State, viewer: int, variant: int, row: Row, first: int) -> None:
    for sentinel in range(SENTINELS):
        mark_seat(
            state, viewer, int(state.sentinel_owner[sentinel]), row, first + sentinel * int(state.players)
        )


@piece(
    "What a sentinel guards: the number of the action that points at it, -1 for nothing.",
    axes.SENTINEL,
    lowest=-1,
    highest=ACTIONS - 1,
    only_with=KRAKEN,
)
def sentinel_targets(state: State, viewer: int, variant: int, row: Row, first: int) -> None:
    for sentinel in range(SENTINELS):
        row[first + sentinel] = state.sentinel_target[sentinel]


@piece(
    "The loot cards on each sanctuary, by value.",
    axes.SANCTUARY,
    axes.LOOT,
    highest=MOST_LOOT,
    only_with=KRAKEN,
)
def loot(state: State, viewer: int, variant: int, row: Row, first: int) -> None:
    for sanctuary in range(SANCTUARIES):
        copy_block(state.loot[sanctuary], 0, LOOT_VALUES, row, first + sanctuary * LOOT_VALUES)


@piece("How many loot cards are left.", highest=MOST_LOOT, only_with=KRAKEN)
def loot_deck_size(state: State, viewer: int, variant: int, row: Row, first: int) -> None:
    row[first] = sum_block(state.loot_deck, 0, LOOT_VALUES)


@piece(
    "The loot cards that are left, by value.", axes.LOOT, highest=MOST_LOOT, known_to=MEMORY, only_with=KRAKEN
)
def loot_deck(state: State, viewer: int, variant: int, row: Row, first: int) -> None:
    copy_block(state.loot_deck, 0, LOOT_VALUES, row, first)
