"""Pieces that only games with Kraken or with Leviathan have."""

from openabyss.engine.blocks import copy_block, count_block, mark_block, sum_block
from openabyss.engine.compiling import compiled
from openabyss.observation import axes
from openabyss.observation.declaring import MEMORY, Row, piece
from openabyss.observation.turns import mark_seat, place_of, write_by_seat
from openabyss.rules.actions import ACTIONS
from openabyss.rules.cards.printed import KRAKEN, LEVIATHAN
from openabyss.rules.questions import NEEDED_BY
from openabyss.rules.sizes import LEVIATHANS, LOOT_VALUES, SANCTUARIES, SENTINELS, ZONES
from openabyss.rules.state import DECK, DRAWN, EMPTY, State

MAX_LOOT = 25
# What needs the numbers of a fight or a roll; after it they are left over.
USERS_OF_POWER, USERS_OF_SLAIN = NEEDED_BY["fight_power"], NEEDED_BY["fight_slain"]
USERS_OF_DICE = NEEDED_BY["dice"]


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
    highest=MAX_LOOT,
    only_with=KRAKEN,
)
def loot(state: State, viewer: int, variant: int, row: Row, first: int) -> None:
    for sanctuary in range(SANCTUARIES):
        copy_block(state.loot[sanctuary], 0, LOOT_VALUES, row, first + sanctuary * LOOT_VALUES)


@piece("How many loot cards are left.", highest=MAX_LOOT, only_with=KRAKEN)
def loot_deck_size(state: State, viewer: int, variant: int, row: Row, first: int) -> None:
    row[first] = sum_block(state.loot_deck, 0, LOOT_VALUES)


@piece(
    "The loot cards that are left, by value.", axes.LOOT, highest=MAX_LOOT, known_to=MEMORY, only_with=KRAKEN
)
def loot_deck(state: State, viewer: int, variant: int, row: Row, first: int) -> None:
    copy_block(state.loot_deck, 0, LOOT_VALUES, row, first)


# --------------------------------------------------------------------------------------- Leviathan


@piece("The wounds of each seat.", axes.SEAT, only_with=LEVIATHAN)
def wounds(state: State, viewer: int, variant: int, row: Row, first: int) -> None:
    write_by_seat(state, state.wounds, viewer, row, first)


@piece("1 for the seat that has the Scourge.", axes.SEAT, highest=1, only_with=LEVIATHAN)
def scourge(state: State, viewer: int, variant: int, row: Row, first: int) -> None:
    mark_seat(state, viewer, int(state.scourge_holder), row, first)


@piece(
    "1 for each leviathan that a seat has slain.",
    axes.SEAT,
    axes.LEVIATHAN_CARD,
    highest=1,
    only_with=LEVIATHAN,
)
def trophies(state: State, viewer: int, variant: int, row: Row, first: int) -> None:
    for leviathan in range(LEVIATHANS):
        player = int(state.leviathan_place[leviathan])
        if player >= 0:
            row[first + place_of(state, viewer, player) * LEVIATHANS + leviathan] = 1


@piece(
    "The zone of the border in which a leviathan is, from 1; 0 if it is not there.",
    axes.LEVIATHAN_CARD,
    highest=ZONES,
    only_with=LEVIATHAN,
)
def border(state: State, viewer: int, variant: int, row: Row, first: int) -> None:
    for zone in range(ZONES):
        if state.border[zone] != EMPTY:
            row[first + state.border[zone]] = zone + 1


@piece("How many levels the leviathan in each zone has lost.", axes.ZONE, only_with=LEVIATHAN)
def levels_lost(state: State, viewer: int, variant: int, row: Row, first: int) -> None:
    copy_block(state.levels_lost, 0, ZONES, row, first)


@piece(
    "1 for leviathans that have just been drawn and are face up.",
    axes.LEVIATHAN_CARD,
    highest=1,
    only_with=LEVIATHAN,
)
def leviathans_drawn(state: State, viewer: int, variant: int, row: Row, first: int) -> None:
    mark_block(state.leviathan_place, 0, LEVIATHANS, DRAWN, row, first)


@piece("How many leviathans are in the deck.", highest=LEVIATHANS, only_with=LEVIATHAN)
def leviathan_deck_size(state: State, viewer: int, variant: int, row: Row, first: int) -> None:
    row[first] = count_block(state.leviathan_place, 0, LEVIATHANS, DECK)


@piece("1 for leviathans in the deck.", axes.LEVIATHAN_CARD, highest=1, known_to=MEMORY, only_with=LEVIATHAN)
def leviathans_in_deck(state: State, viewer: int, variant: int, row: Row, first: int) -> None:
    mark_block(state.leviathan_place, 0, LEVIATHANS, DECK, row, first)


@compiled
def is_waiting(state: State, users: tuple[int, ...]) -> bool:
    """One of these questions and steps is open or waits."""
    for place in range(state.depth):
        for user in users:
            if state.stack[place, 0] == user:
                return True
    return False


@piece("The power of the attack so far; 0 when there is none.", only_with=LEVIATHAN)
def fight_power(state: State, viewer: int, variant: int, row: Row, first: int) -> None:
    if is_waiting(state, USERS_OF_POWER):
        row[first] = state.fight_power


@piece("How many leviathans have been slain in this fight; 0 when there is none.", only_with=LEVIATHAN)
def fight_slain(state: State, viewer: int, variant: int, row: Row, first: int) -> None:
    if is_waiting(state, USERS_OF_SLAIN):
        row[first] = max(0, int(state.fight_slain))


@piece("The result of a dice roll that still counts, otherwise 0.", only_with=LEVIATHAN)
def dice(state: State, viewer: int, variant: int, row: Row, first: int) -> None:
    if is_waiting(state, USERS_OF_DICE):
        row[first] = state.dice
