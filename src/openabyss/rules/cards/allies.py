"""The exploration cards: five races, the Krakens, the fighters of Leviathan, and the Monster.

Cards that cannot be told apart are one *kind*; zones count how many of each kind they hold.
"""

import numpy as np

JELLYFISH, CRAB, SEAHORSE, SHELLFISH, SQUID = range(5)
RACES = 5
NO_RACE = -1

HIGHEST_VALUE = 5
PLAIN_KINDS = RACES * HIGHEST_VALUE

FIRST_KRAKEN = PLAIN_KINDS
KRAKEN_VALUES = (2, 3, 4)
KRAKEN_KINDS = len(KRAKEN_VALUES)
FIRST_FIGHTER = FIRST_KRAKEN + len(KRAKEN_VALUES)
FIGHTER_VALUES = (1, 2, 3, 4)
MONSTER = FIRST_FIGHTER + RACES * len(FIGHTER_VALUES)
ALLY_KINDS = MONSTER
KINDS = MONSTER + 1

NO_EFFECT, PEARL_BOOST, DOUBLE_DIE = range(3)


def ally(race: int, value: int) -> int:
    """The kind of a plain Ally. `race` 0-4, `value` 1-5."""
    return race * HIGHEST_VALUE + value - 1


def kraken(value: int) -> int:
    """The kind of a Kraken. `value` 2-4."""
    return FIRST_KRAKEN + value - KRAKEN_VALUES[0]


def fighter(race: int, value: int) -> int:
    """The kind of an Ally with a fight effect. `race` 0-4, `value` 1-4."""
    return FIRST_FIGHTER + race * len(FIGHTER_VALUES) + value - 1


RACE_OF = np.full(KINDS, NO_RACE, np.int64)
VALUE_OF = np.zeros(KINDS, np.int64)
FIGHT_EFFECT_OF = np.full(KINDS, NO_EFFECT, np.int64)

BASE_DECK = np.zeros(KINDS, np.int64)
KRAKEN_DECK = np.zeros(KINDS, np.int64)
LEVIATHAN_DECK = np.zeros(KINDS, np.int64)

for _race in range(RACES):
    for _value, _copies in zip((1, 2, 3, 4, 5), (4, 3, 3, 2, 1), strict=True):
        RACE_OF[ally(_race, _value)] = _race
        VALUE_OF[ally(_race, _value)] = _value
        BASE_DECK[ally(_race, _value)] = _copies
    for _value in FIGHTER_VALUES:
        RACE_OF[fighter(_race, _value)] = _race
        VALUE_OF[fighter(_race, _value)] = _value
        FIGHT_EFFECT_OF[fighter(_race, _value)] = PEARL_BOOST if _value <= 2 else DOUBLE_DIE
        LEVIATHAN_DECK[fighter(_race, _value)] = 1
for _value, _copies in zip(KRAKEN_VALUES, (2, 3, 2), strict=True):
    VALUE_OF[kraken(_value)] = _value
    KRAKEN_DECK[kraken(_value)] = _copies
BASE_DECK[MONSTER] = 6
LEVIATHAN_DECK[MONSTER] = 3
LEVIATHAN_DECK[ally(CRAB, 1)] = 1

# The kinds of each race, plain cards before fighters.
KINDS_OF_RACE = np.array([np.flatnonzero(race == RACE_OF) for race in range(RACES)])

# The order in which the cards of a payment are named: falling value, then race, so that every
# payment is reached in one way only and what is still to come is never worth more (payment.py).
# Unsigned, so that compiled rules need not ask whether a kind counts from the end of an array.
PAYMENT_ORDER = np.array(sorted(range(ALLY_KINDS), key=lambda kind: (-VALUE_OF[kind], kind)), np.uint16)
PLAIN_PAYMENT_ORDER = PAYMENT_ORDER[PAYMENT_ORDER < PLAIN_KINDS]
PAYMENT_RANK = np.argsort(PAYMENT_ORDER)
