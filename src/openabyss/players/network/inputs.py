"""Where the inputs of the networks are: facts of the table first, then a block for each seat; and the rows of
their policies.

Only what belongs to the sets in play has a place. An *area* is a run of inputs; its length depends on the
variant (0 base, 1 Kraken, 2 Leviathan, 3 both), so its start does, too. A policy has a row of weights for
each answer of each question to a player; an answer that several questions allow beside their own (the power
of a lord, a token) has one row for all.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from openabyss.engine.compiling import compiled
from openabyss.observation.columns import LOCATION_COLUMN, LORD_COLUMN, SETS_IN, VARIANTS
from openabyss.rules.actions import ACTIONS, KIND, LORD, NUMBER, PLAYER, RACE, TOKEN, ZONE
from openabyss.rules.cards.allies import KRAKEN_KINDS, RACES
from openabyss.rules.cards.printed import GUILDS, KRAKEN, LEVIATHAN, LOCATION_ID, LORD_ID
from openabyss.rules.questions import QUESTION_NAMES, QUESTIONS
from openabyss.rules.sizes import LEVIATHANS, LOOT_VALUES, SEATS, SENTINELS, TOKENS
from openabyss.rules.state import BASE_TOKENS, State

THREATS = 6
MAX_INPUT = 127

Inputs = NDArray[np.int8]


class Slots:
    """Numbers the inputs of one area in the order of their declaration. Trained networks know inputs by their
    names, so an input whose meaning changes gets another name."""

    def __init__(self) -> None:
        self.names: list[str] = []

    def add(self, name: str, inputs: int = 1) -> int:
        """Add inputs of this name, numbered from 0; the place of the first."""
        first = len(self.names)
        self.names += [f"{name}:{number}" for number in range(inputs)]
        return first


# ------------------------------------------------------------------- facts of the whole table

_table = Slots()
THREAT = _table.add("threat", THREATS)
PRICE = _table.add("price")
TURN = _table.add("turn")
HAS_ACTED = _table.add("has_acted")
IS_LAST_ROUND = _table.add("is_last_round")
EXTRA_TURNS = _table.add("extra_turns")
LORDS_TO_COME = _table.add("lords_to_come")
TRACK_CARDS = _table.add("track_cards")
SHOWN_RACE = _table.add("shown_race", RACES)
SHOWN_VALUE = _table.add("shown_value")
SHOWN_MONSTER = _table.add("shown_monster")
TRACK_VALUE = _table.add("track_value", RACES)
COUNCIL_CARDS = _table.add("council_cards", RACES)
COUNCIL_VALUE = _table.add("council_value", RACES)
DECK_CARDS = _table.add("deck_cards")
DECK_MONSTERS = _table.add("deck_monsters")
DECK_VALUE = _table.add("deck_value")
DISCARDED_CARDS = _table.add("discarded_cards")
COURT_LORDS = _table.add("court_lords")
DECK_LORDS = _table.add("deck_lords")
OPEN_TILES = _table.add("open_tiles")
DECK_TILES = _table.add("deck_tiles")
TOKENS_LEFT = _table.add("tokens_left")

_kraken_table = Slots()
SHOWN_KRAKEN = _kraken_table.add("shown_kraken")
COUNCIL_KRAKENS = _kraken_table.add("council_krakens", RACES)
LOOT_LEFT = _kraken_table.add("loot_left", LOOT_VALUES)
NO_FIGURE = _kraken_table.add("no_figure")

_leviathan_table = Slots()
LEVELS_LEFT = _leviathan_table.add("levels_left", LEVIATHANS)
BORDER_SIZE = _leviathan_table.add("border_size")
LEVIATHANS_LEFT = _leviathan_table.add("leviathans_left")
EFFECT_TOKENS_LEFT = _leviathan_table.add("effect_tokens_left")
ATTACK_POWER = _leviathan_table.add("attack_power")

# ------------------------------------------------------------------------- facts of one seat

_seat = Slots()
PEARLS_HELD = _seat.add("pearls_held")
FEW_PEARLS = _seat.add("few_pearls")
KEY_TOKENS = _seat.add("key_tokens")
KEYS_HELD = _seat.add("keys_held", 3)
LORDS_HELD = _seat.add("lords_held")
LORDS_AT_LEAST = _seat.add("lords_at_least", 4)
FREE_LORDS = _seat.add("free_lords")
INFLUENCE_OF_LORDS = _seat.add("influence_of_lords")
WEAKEST_LORD = _seat.add("weakest_lord")
STRONGEST_LORD = _seat.add("strongest_lord")
LORDS_BY_GUILD = _seat.add("lords_by_guild", GUILDS)
INFLUENCE_OF_TILES = _seat.add("influence_of_tiles")
TILES_HELD = _seat.add("tiles_held")
BEST_OPEN_TILE = _seat.add("best_open_tile")
AFFILIATED = _seat.add("affiliated", RACES)
INFLUENCE_OF_ALLIES = _seat.add("influence_of_allies")
LAST_AFFILIATION = _seat.add("last_affiliation")
HAND_CARDS = _seat.add("hand_cards")
HAND_VALUE = _seat.add("hand_value")
CARDS_BY_RACE = _seat.add("cards_by_race", RACES)
VALUE_BY_RACE = _seat.add("value_by_race", RACES)
LOWEST_BY_RACE = _seat.add("lowest_by_race", RACES)
RACES_HELD = _seat.add("races_held")
VALUE_OF_RICHEST = _seat.add("value_of_richest", 3)
BASE_TOKENS_HELD = _seat.add("base_tokens_held")
TOKEN_POINTS = _seat.add("token_points")
SCORE = _seat.add("score")
LEAD = _seat.add("lead")
IS_ACTIVE = _seat.add("is_active")
IS_ASKED = _seat.add("is_asked")
IS_ENDING = _seat.add("is_ending")
PLAYS_AGAIN = _seat.add("plays_again")
HAS_BOUGHT = _seat.add("has_bought")
PENDING_INFLUENCE = _seat.add("pending_influence")
PENDING_KEY = _seat.add("pending_key")
PAYABLE_LORDS = _seat.add("payable_lords")
BEST_PAYABLE = _seat.add("best_payable")
NEAREST_LORD = _seat.add("nearest_lord")

_kraken_seat = Slots()
NEBULIS_HELD = _kraken_seat.add("nebulis_held")
HAS_FIGURE = _kraken_seat.add("has_figure")
KRAKENS_HELD = _kraken_seat.add("krakens_held", KRAKEN_KINDS)
SENTINELS_HELD = _kraken_seat.add("sentinels_held", SENTINELS)
SENTINELS_PLACED = _kraken_seat.add("sentinels_placed")

_leviathan_seat = Slots()
WOUNDS_SUFFERED = _leviathan_seat.add("wounds_suffered")
HAS_SCOURGE = _leviathan_seat.add("has_scourge")
TROPHIES = _leviathan_seat.add("trophies")
EFFECT_TOKENS_HELD = _leviathan_seat.add("effect_tokens_held")
KNOWN_EFFECT_TOKENS = _leviathan_seat.add("known_effect_tokens", TOKENS - BASE_TOKENS)
TARGETS = _leviathan_seat.add("targets")
EASIEST_TARGET = _leviathan_seat.add("easiest_target")
BEST_FIGHTER = _leviathan_seat.add("best_fighter")

# --------------------------------------------------------------------------------- the areas

(TABLE_FACTS, OPEN_QUESTION, IN_COURT, OPEN_TILE, KRAKEN_FACTS, LEVIATHAN_FACTS) = range(6)
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


_LORD_IDS, _TILE_IDS = LORD_ID.tolist(), LOCATION_ID.tolist()


def _named(area: str, columns: np.ndarray, ids: list[int]) -> list[str]:
    """The inputs of an area that has one for each card in play."""
    return [f"{area}:{number}" for number, column in zip(ids, columns.tolist(), strict=True) if column >= 0]


def table_areas(variant: int) -> list[list[str]]:
    """The names of the inputs of the table, area by area."""
    sets = SETS_IN[variant]
    return [
        _table.names,
        [f"open_question:{name}" for name in QUESTION_NAMES],
        _named("in_court", LORD_COLUMN[variant], _LORD_IDS),
        _named("open_tile", LOCATION_COLUMN[variant], _TILE_IDS),
        _kraken_table.names if KRAKEN in sets else [],
        _leviathan_table.names if LEVIATHAN in sets else [],
    ]


def seat_areas(variant: int) -> list[list[str]]:
    """The names of the inputs of a seat, area by area."""
    sets = SETS_IN[variant]
    lords = ("own_lord", "working_lord", "near_lord", "payable_lord")
    return [
        _seat.names,
        [f"pending_question:{name}" for name in QUESTION_NAMES],
        *(_named(area, LORD_COLUMN[variant], _LORD_IDS) for area in lords),
        _named("own_tile", LOCATION_COLUMN[variant], _TILE_IDS),
        _kraken_seat.names if KRAKEN in sets else [],
        _leviathan_seat.names if LEVIATHAN in sets else [],
    ]


def table_inputs(variant: int) -> list[str]:
    """The names of all inputs of the table, in order."""
    return [name for area in table_areas(variant) for name in area]


def seat_inputs(variant: int) -> list[str]:
    """The names of all inputs of a seat, in order."""
    return [name for area in seat_areas(variant) for name in area]


def places_among(trained: list[str], names: list[str]) -> np.ndarray:
    """The place of each name among the trained ones; -1 for those that are not there."""
    places = {name: place for place, name in enumerate(trained)}
    return np.array([places.get(name, -1) for name in names], np.int64)


def _starts(areas: Callable[[int], list[list[str]]]) -> np.ndarray:
    """For each variant where each area starts in its block; the last column is the block's length."""
    return np.array([[0, *np.cumsum([len(area) for area in areas(variant)])] for variant in range(VARIANTS)])


TABLE_AREA = _starts(table_areas)
SEAT_AREA = _starts(seat_areas)
TABLE_INPUTS = TABLE_AREA[:, -1].copy()
SEAT_INPUTS = SEAT_AREA[:, -1].copy()
# The same of a whole network: row by variant, column by number of players.
INPUTS = TABLE_INPUTS[:, None] + np.arange(SEATS + 1) * SEAT_INPUTS[:, None]
# Inputs are cleared and looked at eight at a time.
WORD = 8
MAX_INPUTS = -(-int(INPUTS[-1, SEATS]) // WORD) * WORD


@compiled
def variant_of(state: State) -> int:
    """Which sets are in play: 0 base, 1 Kraken, 2 Leviathan, 3 both."""
    return int(state.kraken) + 2 * int(state.leviathan)


@compiled
def seat_first(variant: int, place: int) -> int:
    """Where the block of a seat begins; place 0 is the viewer, then clockwise."""
    return int(TABLE_INPUTS[variant]) + place * int(SEAT_INPUTS[variant])


@compiled
def fit(number: int) -> int:
    """The number as far as an input can hold it."""
    return max(-MAX_INPUT, min(MAX_INPUT, number))


# ------------------------------------------------------------------------- rows of the policy

NO_ROW = -1
# What the actions of the catalogue after the first three point at, named so that it outlives a new catalogue.
_POINTED_AT = {
    "race": range(KIND - RACE),
    "ally": range(LORD - KIND),
    "lord": _LORD_IDS,
    "location": _TILE_IDS,
    "number": range(TOKEN - NUMBER),
    "token": range(PLAYER - TOKEN),
    "player": range(ZONE - PLAYER),
    "zone": range(ACTIONS - ZONE),
}


def _rows() -> tuple[NDArray[np.int64], list[str]]:
    """The row of each question and action, and the names of all rows in order."""
    pointing = [f"{kind}:{number}" for kind, numbers in _POINTED_AT.items() for number in numbers]
    actions = ["pass", "yes", "plot", *pointing]
    names = [f"any:{action}" for action in actions]
    rows = np.full((len(QUESTIONS), ACTIONS), NO_ROW)
    for question in QUESTIONS:
        if question.drawn_from is None:
            rows[question.number] = np.arange(ACTIONS)
            for action in range(*question.answers):
                rows[question.number, action] = len(names)
                names.append(f"{question.name}:{actions[action]}")
    return rows, names


ROW_OF, ROW_NAMES = _rows()
ROWS = len(ROW_NAMES)
