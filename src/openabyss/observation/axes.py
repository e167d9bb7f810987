"""Along what the numbers of a piece are counted: seats, lords, races, and what each place means.

Only cards of the sets in play have a place.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from openabyss.observation.columns import ABSENT, LOCATION_COLUMN, LORD_COLUMN, SETS_IN, columns_of
from openabyss.rules.cards.allies import (
    FIGHTER_VALUES,
    HIGHEST_VALUE,
    KINDS,
    KRAKEN_KINDS,
    KRAKEN_VALUES,
    PLAIN_KINDS,
)
from openabyss.rules.cards.locations import FIRST_SANCTUARY
from openabyss.rules.cards.loot import LOWEST_LOOT
from openabyss.rules.cards.printed import (
    BASE,
    KRAKEN,
    LEVIATHAN,
    LOCATION_ID,
    LOCATION_SET,
    LORD_ID,
    LORD_SET,
)
from openabyss.rules.cards.smugglers import FIRST_SENTINEL
from openabyss.rules.questions import QUESTIONS, STEPS
from openabyss.rules.sizes import LOOT_VALUES, SANCTUARIES, SENTINELS, TOKENS, TRACK_SPACES, ZONES
from openabyss.rules.state import BASE_TOKENS
from openabyss.words.cards.codes import KIND_CODES, LEVIATHAN_IDS, RACE_CODES, TOKEN_CODES

Labels = list[str]


class Axis(NamedTuple):
    """`labels(variant, players)` names every place along it, in order."""

    name: str
    labels: Callable[[int, int], Labels]


def same(name: str, labels: Labels) -> Axis:
    """An axis that every table has alike."""
    return Axis(name, lambda _variant, _players: labels)


def _of_sets(name: str, ids: list[str], sets: NDArray[np.int64]) -> Axis:
    """An axis with a place for each card of the sets in play."""

    def labels(variant: int, _players: int) -> Labels:
        return [one for one, card_set in zip(ids, sets.tolist(), strict=True) if card_set in SETS_IN[variant]]

    return Axis(name, labels)


def stretches_of(columns: NDArray[np.int64]) -> NDArray[np.int64]:
    """For each variant the stretches of cards in play that stand in a row: the first card, the end, and the
    place of the first along the axis; stretches without a card fill up."""
    found = [
        [
            (int(stretch[0]), int(stretch[-1]) + 1, int(in_play[stretch[0]]))
            for stretch in np.split(cards, np.flatnonzero(np.diff(cards) != 1) + 1)
        ]
        for in_play in columns
        for cards in [np.flatnonzero(in_play != ABSENT)]
    ]
    most = max(len(stretches) for stretches in found)
    return np.array([stretches + [(0, 0, 0)] * (most - len(stretches)) for stretches in found])


# The plain allies and the Monster, then Krakens and fighters, so that plain cards keep their places.
_CARDS = [*range(PLAIN_KINDS), KINDS - 1, *range(PLAIN_KINDS, KINDS - 1)]
_FIGHTERS = KINDS - 1 - PLAIN_KINDS - KRAKEN_KINDS
_CARD_SET = np.array([BASE] * (PLAIN_KINDS + 1) + [KRAKEN] * KRAKEN_KINDS + [LEVIATHAN] * _FIGHTERS)
_TOKEN_SET = np.array([BASE] * BASE_TOKENS + [LEVIATHAN] * (TOKENS - BASE_TOKENS))
_QUESTION_SET = np.array([spec.only_with or BASE for spec in QUESTIONS])
_STEP_SET = np.array([spec.only_with or BASE for spec in STEPS])

LORD_STRETCHES, LOCATION_STRETCHES = stretches_of(LORD_COLUMN), stretches_of(LOCATION_COLUMN)
QUESTION_COLUMN, STEP_COLUMN = columns_of(_QUESTION_SET), columns_of(_STEP_SET)
LORDS_IN, LOCATIONS_IN = (LORD_COLUMN >= 0).sum(axis=1), (LOCATION_COLUMN >= 0).sum(axis=1)

SEAT = Axis("seat", lambda _variant, players: [f"seat+{place}" for place in range(players)])
OTHER_SEAT = Axis("other seat", lambda _variant, players: [f"seat+{place}" for place in range(1, players)])
LORD = _of_sets("lord", [str(number) for number in LORD_ID.tolist()], LORD_SET)
LOCATION = _of_sets("location", [str(number) for number in LOCATION_ID.tolist()], LOCATION_SET)
CARD = _of_sets("card", [KIND_CODES[kind] for kind in _CARDS], _CARD_SET)
TOKEN = _of_sets("token", [str(code) for code in TOKEN_CODES], _TOKEN_SET)
QUESTION = _of_sets("question", [spec.name for spec in QUESTIONS], _QUESTION_SET)
STEP = _of_sets("step", [spec.name for spec in STEPS], _STEP_SET)
# What is in a stack of the council, by value: its plain allies, then Krakens and fighters.
STACKED = _of_sets(
    "card of a stack",
    [*(str(value) for value in range(1, HIGHEST_VALUE + 1)), *(f"K{value}" for value in KRAKEN_VALUES)]
    + [f"*{value}" for value in FIGHTER_VALUES],
    np.array([BASE] * HIGHEST_VALUE + [KRAKEN] * KRAKEN_KINDS + [LEVIATHAN] * len(FIGHTER_VALUES)),
)
RACE = same("race", [*RACE_CODES])
SPACE = same("space", [str(space) for space in range(1, TRACK_SPACES + 1)])
FACT_OF_CARD = same("fact", [*RACE_CODES, "value", "monster", "kraken", "fighter"])
PILE = same("pile", ["base", "leviathan"])
PART = same("part", ["first", "second", "third"])
SENTINEL = same(
    "sentinel", [str(number) for number in LORD_ID[FIRST_SENTINEL : FIRST_SENTINEL + SENTINELS].tolist()]
)
SANCTUARY = same(
    "sanctuary", [str(LOCATION_ID[tile]) for tile in range(FIRST_SANCTUARY, FIRST_SANCTUARY + SANCTUARIES)]
)
LOOT = same("loot", [str(LOWEST_LOOT + value) for value in range(LOOT_VALUES)])
LEVIATHAN_CARD = same("leviathan", [str(number) for number in LEVIATHAN_IDS])
ZONE = same("zone", [str(zone) for zone in range(1, ZONES + 1)])
