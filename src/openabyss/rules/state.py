"""Everything on the table, in one record of small numbers; copying a game is copying its record.

`stack` holds what must still be settled, the next one last (questions.py); `mask` says which answers of the
catalogue (actions.py) are legal.
"""

from struct import calcsize
from typing import Annotated, Any, Final

import numpy as np

from openabyss.engine.compiling import compiled
from openabyss.engine.layout import Number, Numbers, marked, record_of
from openabyss.rules.actions import MASK_PLACES
from openabyss.rules.cards.allies import KINDS, KRAKEN_KINDS, RACES
from openabyss.rules.cards.printed import LOCATIONS, LORDS
from openabyss.rules.sizes import (
    COURT_SPACES,
    EVENTS,
    LEVIATHANS,
    LOOT_VALUES,
    SANCTUARIES,
    SEATS,
    SENTINELS,
    STACK,
    TOKENS,
    TRACK_SPACES,
    ZONES,
)

# Monster tokens by kind: the base pile is worth influence, the Leviathan pile has effects.
TOKEN_2, TOKEN_3, TOKEN_4, TOKEN_2_PEARLS, TOKEN_3_PEARLS, TOKEN_KEY, TOKEN_STACK = range(7)
BASE_TOKENS = 3
BASE_BACK, LEVIATHAN_BACK = range(2)
TOKEN_INFLUENCE = np.array([2, 3, 4, 0, 0, 0, 0])

# The place of a lord, location or leviathan is the seat that has it, or one of these.
NOBODY = -1
ABSENT, DECK, GONE, COURT, AVAILABLE, DRAWN, BORDER = -2, -3, -4, -5, -6, -7, -8
EMPTY = -1
FREE = -1

# No stock or count rises above this, more than any game can show: one more and it stays.
MAX_COUNT = 30_000


@compiled
def counted(total: int) -> int:
    """What a stock or count comes to when it would be `total`."""
    return min(MAX_COUNT, total)


@compiled
def count_of(places: Numbers, sought: int) -> int:
    """How many of the places are the one sought."""
    count = 0
    for thing in range(len(places)):
        count += int(places[thing] == sought)
    return count


@compiled
def sum_of(stock: Numbers, first: int, end: int) -> int:
    """What the counts from `first` to `end` add up to."""
    total = 0
    for kind in range(first, end):
        total += int(stock[kind])
    return total


@compiled
def tokens_of(back: int) -> tuple[int, int]:
    """The first of the kinds of monster tokens with this back (of this pile), and their end."""
    return (0, BASE_TOKENS) if back == BASE_BACK else (BASE_TOKENS, TOKENS)


# The constants that rulings leave open; `game.Options` gives them names and checks them.
FORBID_SUPERFLUOUS, SMOKERS_BACK_TO_DECK, MARTIAL_LAW, DUPLICATE_LOOT_ENDS_SEARCH = range(4)
MIRRORS_COPY_LOOT, ONE_SENTINEL_PER_AREA, STRICT_TOKENS, BOTH_PILES_END, INERT_MONSTERS = range(4, 9)
LOOT_MONSTER_ADDS_LEVIATHAN, TWENTIETH_TOKEN = 9, 10
OPTIONS = 11

# What is no part of the position: counts of the past of a game, and notes that
# the rules make while they work.
PAST, NOTE = "past", "note"
Past = Annotated[int, (), PAST]
Note = Annotated[int, (), NOTE]
PerPlayer = Annotated[Numbers, (SEATS,)]
PerPlayerKinds = Annotated[Numbers, (SEATS, KINDS)]
PerKind = Annotated[Numbers, (KINDS,)]
PerLord = Annotated[Numbers, (LORDS,)]


class State:
    """Everything on the table. Copying it is copying a game."""

    # What is being played.
    players: Number
    kraken: Number
    leviathan: Number
    options: Annotated[Numbers, (OPTIONS,)]
    # Solo play (rules/solo.py): the seat of the Regent, or NOBODY, and its level from 1.
    regent: Number
    regent_level: Number

    # Whose turn it is, and when the game ends.
    active: Number
    turn: Past
    extra_turns: Number
    last_deed: Past
    last_action: Past
    acted: Number
    price: Number
    bought: PerPlayer
    threat: Number
    ending_player: Number
    end_cause: Number

    # What is before each player.
    pearls: PerPlayer
    nebulis: PerPlayer
    key_tokens: PerPlayer
    wounds: PerPlayer
    hand: PerPlayerKinds
    affiliated: PerPlayerKinds
    monster_tokens: Annotated[Numbers, (SEATS, TOKENS)]

    # Lords: where each one is, and the six spaces of the court, the furthest from the deck first.
    lord_place: PerLord
    lord_location: PerLord
    lord_disabled: PerLord
    lord_used: PerLord
    court: Annotated[Numbers, (COURT_SPACES,)]

    # Locations and the loot on sanctuaries.
    location_place: Annotated[Numbers, (LOCATIONS,)]
    location_shuffles: Past
    loot_deck: Annotated[Numbers, (LOOT_VALUES,)]
    loot: Annotated[Numbers, (SANCTUARIES, LOOT_VALUES)]

    # Exploration. A deck is what it may still contain: its order is not known to anybody.
    deck: PerKind
    discard: PerKind
    reshuffles: Past
    track: Annotated[Numbers, (TRACK_SPACES,)]
    council: Annotated[Numbers, (RACES, KINDS)]
    pool: Annotated[Numbers, (TOKENS,)]
    payment: PerKind

    # Kraken.
    kraken_holder: Number
    sentinel_owner: Annotated[Numbers, (SENTINELS,)]
    sentinel_target: Annotated[Numbers, (SENTINELS,)]

    # Leviathan.
    leviathan_place: Annotated[Numbers, (LEVIATHANS,)]
    border: Annotated[Numbers, (ZONES,)]
    levels_lost: Annotated[Numbers, (ZONES,)]
    scourge_holder: Number
    fight_slain: Number
    fight_power: Number
    dice: Number

    # What waits to be settled: frames (what, player, detail), the next one last.
    stack: Annotated[Numbers, (STACK, 3)]
    depth: Number
    rolls: Past

    # Notes: the legal answers to the open question, where in the mask they are and how many (or how many
    # cards chance may draw), what has happened since the last answer, and sums of a hand for payment.py.
    mask: Annotated[Numbers, (MASK_PLACES,), NOTE]
    first_offered: Note
    end_offered: Note
    offered: Note
    events: Annotated[Numbers, (EVENTS, 5), NOTE]
    event_count: Note
    race_total: Annotated[Numbers, (RACES,), NOTE]
    richest: Annotated[Numbers, (RACES + 1,), NOTE]
    race_lowest: Annotated[Numbers, (RACES,), NOTE]
    race_cards: Annotated[Numbers, (RACES,), NOTE]
    krakens_left: Annotated[Numbers, (KRAKEN_KINDS,), NOTE]
    krakens_named: Note
    kraken_total: Note
    credit: Note
    any_race_pays: Note


STATE = record_of(State)
NOTES, COUNTS_OF_THE_PAST = marked(State, NOTE), marked(State, PAST)

# The format of each number, in the words of `struct`.
NUMBER_FORMAT: Final = "h"


def copy_of(state: State) -> State:
    """An independent table with everything as it is."""
    return from_bytes(numbers_of(state))


def numbers_of(state: State) -> memoryview:
    """The whole record as numbers, in place."""
    record: Any = state
    numbers: memoryview = record.numbers
    return numbers


def bytes_of(state: State) -> bytes:
    """The whole record, to be restored by `from_bytes` under the same rules."""
    return numbers_of(state).tobytes()


def from_bytes(table: bytes | memoryview) -> State:
    """The table that `bytes_of` wrote."""
    memory = bytearray(table)
    state: State = np.frombuffer(memory, STATE)[0]
    # Put where `numbers_of` looks: to find them by way of NumPy takes longer than everything else here.
    vars(state)["numbers"] = memoryview(memory).cast(NUMBER_FORMAT)
    return state


def place_of(field: str) -> int:
    """Where among the numbers of a table a field begins."""
    fields = STATE.fields
    assert fields is not None, "a table has fields"
    return fields[field][1] // calcsize(NUMBER_FORMAT)


# The depth of the stack and its first frame. A frame has three numbers: what waits, for whom, and about what.
DEPTH_PLACE, STACK_PLACE, FRAME = place_of("depth"), place_of("stack"), 3
