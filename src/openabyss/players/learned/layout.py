"""Where each input of the networks stands: facts of the table first, then a block for each seat.

Only what belongs to the sets in play has a place. An *area* is a stretch of inputs; its length
depends on the variant (0 base, 1 Kraken, 2 Leviathan, 3 both), so its start does, too.
"""

import numpy as np

from openabyss.engine.compiling import compiled
from openabyss.rules.cards.allies import KRAKEN_KINDS, RACES
from openabyss.rules.cards.printed import (
    BASE,
    GUILDS,
    KRAKEN,
    LEVIATHAN,
    LOCATION_SET,
    LOCATIONS,
    LORD_SET,
    LORDS,
)
from openabyss.rules.questions import QUESTION_NAMES
from openabyss.rules.sizes import LEVIATHANS, LOOT_VALUES, SEATS, SENTINELS, TOKENS
from openabyss.rules.state import BASE_TOKENS, State

VARIANTS = 4
ONLY_BASE, WITH_KRAKEN, WITH_LEVIATHAN, WITH_BOTH = range(VARIANTS)
SETS_IN = ((BASE,), (BASE, KRAKEN), (BASE, LEVIATHAN), (BASE, KRAKEN, LEVIATHAN))
MIN_PLAYERS = 2
MAX_PLAYERS = (4, 4, 5, 5)
THREATS = 6


class Slots:
    """Numbers the inputs of one area in the order of their declaration."""

    def __init__(self) -> None:
        self.size = 0

    def add(self, inputs: int = 1) -> int:
        """The place of the first of so many further inputs."""
        first = self.size
        self.size += inputs
        return first


# ------------------------------------------------------------------- facts of the whole table

_table = Slots()
THREAT = _table.add(THREATS)
PRICE = _table.add()
TURN = _table.add()
HAS_ACTED = _table.add()
IS_LAST_ROUND = _table.add()
EXTRA_TURNS = _table.add()
LORDS_TO_COME = _table.add()
TRACK_CARDS = _table.add()
SHOWN_RACE = _table.add(RACES)
SHOWN_VALUE = _table.add()
SHOWN_MONSTER = _table.add()
TRACK_VALUE = _table.add(RACES)
COUNCIL_CARDS = _table.add(RACES)
COUNCIL_VALUE = _table.add(RACES)
DECK_CARDS = _table.add()
DECK_MONSTERS = _table.add()
DECK_VALUE = _table.add()
DISCARDED_CARDS = _table.add()
COURT_LORDS = _table.add()
DECK_LORDS = _table.add()
OPEN_TILES = _table.add()
DECK_TILES = _table.add()
TOKENS_LEFT = _table.add()

_kraken_table = Slots()
SHOWN_KRAKEN = _kraken_table.add()
COUNCIL_KRAKENS = _kraken_table.add(RACES)
LOOT_LEFT = _kraken_table.add(LOOT_VALUES)
NO_FIGURE = _kraken_table.add()

_leviathan_table = Slots()
LEVELS_LEFT = _leviathan_table.add(LEVIATHANS)
BORDER_SIZE = _leviathan_table.add()
LEVIATHANS_LEFT = _leviathan_table.add()
EFFECT_TOKENS_LEFT = _leviathan_table.add()
ATTACK_POWER = _leviathan_table.add()

# ------------------------------------------------------------------------- facts of one seat

_seat = Slots()
PEARLS_HELD = _seat.add()
FEW_PEARLS = _seat.add()
KEY_TOKENS = _seat.add()
KEYS_HELD = _seat.add(3)
LORDS_HELD = _seat.add()
LORDS_AT_LEAST = _seat.add(4)
FREE_LORDS = _seat.add()
INFLUENCE_OF_LORDS = _seat.add()
WEAKEST_LORD = _seat.add()
STRONGEST_LORD = _seat.add()
LORDS_BY_GUILD = _seat.add(GUILDS)
INFLUENCE_OF_TILES = _seat.add()
TILES_HELD = _seat.add()
BEST_OPEN_TILE = _seat.add()
AFFILIATED = _seat.add(RACES)
INFLUENCE_OF_ALLIES = _seat.add()
LAST_AFFILIATION = _seat.add()
HAND_CARDS = _seat.add()
HAND_VALUE = _seat.add()
CARDS_BY_RACE = _seat.add(RACES)
VALUE_BY_RACE = _seat.add(RACES)
LOWEST_BY_RACE = _seat.add(RACES)
RACES_HELD = _seat.add()
VALUE_OF_RICHEST = _seat.add(3)
BASE_TOKENS_HELD = _seat.add()
TOKEN_POINTS = _seat.add()
SCORE = _seat.add()
LEAD = _seat.add()
IS_ACTIVE = _seat.add()
IS_ASKED = _seat.add()
IS_ENDING = _seat.add()
PLAYS_AGAIN = _seat.add()
HAS_BOUGHT = _seat.add()
PENDING_INFLUENCE = _seat.add()
PENDING_KEY = _seat.add()
PAYABLE_LORDS = _seat.add()
BEST_PAYABLE = _seat.add()
NEAREST_LORD = _seat.add()

_kraken_seat = Slots()
NEBULIS_HELD = _kraken_seat.add()
HAS_FIGURE = _kraken_seat.add()
KRAKENS_HELD = _kraken_seat.add(KRAKEN_KINDS)
SENTINELS_HELD = _kraken_seat.add(SENTINELS)
SENTINELS_PLACED = _kraken_seat.add()

_leviathan_seat = Slots()
WOUNDS_SUFFERED = _leviathan_seat.add()
HAS_SCOURGE = _leviathan_seat.add()
TROPHIES = _leviathan_seat.add()
EFFECT_TOKENS_HELD = _leviathan_seat.add()
KNOWN_EFFECT_TOKENS = _leviathan_seat.add(TOKENS - BASE_TOKENS)
TARGETS = _leviathan_seat.add()
EASIEST_TARGET = _leviathan_seat.add()
BEST_FIGHTER = _leviathan_seat.add()

# --------------------------------------------------------------------------------- the areas

(
    TABLE_FACTS,
    OPEN_QUESTION,
    IN_COURT,
    OPEN_TILE,
    KRAKEN_FACTS,
    LEVIATHAN_FACTS,
) = range(6)
(
    SEAT_FACTS,
    PENDING_QUESTION,
    OWN_LORD,
    WORKING_LORD,
    NEAR_LORD,
    PAYABLE_LORD,
    OWN_TILE,
    KRAKEN_SEAT_FACTS,
    LEVIATHAN_SEAT_FACTS,
) = range(9)


def _columns(sets_of_cards: np.ndarray) -> np.ndarray:
    """For each variant the place of each card among those in play, -1 for the others."""
    columns = np.full((VARIANTS, len(sets_of_cards)), -1)
    for variant, sets in enumerate(SETS_IN):
        in_play = np.isin(sets_of_cards, sets)
        columns[variant, in_play] = np.arange(in_play.sum())
    return columns


LORD_COLUMN = _columns(LORD_SET)
TILE_COLUMN = _columns(LOCATION_SET)
QUESTIONS = len(QUESTION_NAMES)


def _table_areas(variant: int) -> list[int]:
    """How long each area of the table is."""
    sets = SETS_IN[variant]
    lords, tiles = int((LORD_COLUMN[variant] >= 0).sum()), int((TILE_COLUMN[variant] >= 0).sum())
    kraken = _kraken_table.size if KRAKEN in sets else 0
    leviathan = _leviathan_table.size if LEVIATHAN in sets else 0
    return [_table.size, QUESTIONS, lords, tiles, kraken, leviathan]


def _seat_areas(variant: int) -> list[int]:
    """How long each area of a seat is."""
    sets = SETS_IN[variant]
    lords, tiles = int((LORD_COLUMN[variant] >= 0).sum()), int((TILE_COLUMN[variant] >= 0).sum())
    kraken = _kraken_seat.size if KRAKEN in sets else 0
    leviathan = _leviathan_seat.size if LEVIATHAN in sets else 0
    return [_seat.size, QUESTIONS, lords, lords, lords, lords, tiles, kraken, leviathan]


def _starts(lengths: list[list[int]]) -> np.ndarray:
    """For each variant where each area starts in its block; the last column is the block's length."""
    return np.array([[0, *np.cumsum(row)] for row in lengths])


TABLE_AREA = _starts([_table_areas(variant) for variant in range(VARIANTS)])
SEAT_AREA = _starts([_seat_areas(variant) for variant in range(VARIANTS)])
TABLE_INPUTS = TABLE_AREA[:, -1].copy()
SEAT_INPUTS = SEAT_AREA[:, -1].copy()
# The same of a whole network: row by variant, column by number of players.
INPUTS = TABLE_INPUTS[:, None] + np.arange(SEATS + 1) * SEAT_INPUTS[:, None]
MAX_INPUTS = int(TABLE_INPUTS[WITH_BOTH] + SEATS * SEAT_INPUTS[WITH_BOTH])

assert LORD_COLUMN.shape == (VARIANTS, LORDS)
assert TILE_COLUMN.shape == (VARIANTS, LOCATIONS)


@compiled
def variant_of(state: State) -> int:
    """Which sets are in play: 0 base, 1 Kraken, 2 Leviathan, 3 both."""
    return int(state.kraken) + 2 * int(state.leviathan)
