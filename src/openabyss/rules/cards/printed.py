"""What is printed on lords and locations: the tables that `lord()` and `location()` fill.

Inside the rules a card is a small number counted from 0; the numbers known outside (the ids of
positions, records and texts) are in `LORD_ID` and `LOCATION_ID`.
"""

import numpy as np

MAGE, SOLDIER, FARMER, MERCHANT, POLITICIAN, AMBASSADOR, SMUGGLER = range(7)
GUILDS = 7
# The first five guilds have the number of the race that their lords demand.
GUILDS_WITH_A_RACE = 5

BASE, KRAKEN, LEVIATHAN = range(3)

# Ids of cards of the base game are below 100, those of Kraken begin with 1 and those of Leviathan with 2.
IDS_OF_A_SET = 100

# A new lord comes last, whatever its set, so that the others keep their numbers.
LORD_ID = np.array([*range(1, 36), *range(101, 119), *range(201, 211)])
LORDS = len(LORD_ID)
# The number of lords at first. Those added since take part where the beginning of a game names them, so
# that older games go on without them.
FIRST_LORDS = 63
ADDED_LORDS: list[int] = LORD_ID[FIRST_LORDS:].tolist()
LORD_SET = LORD_ID // IDS_OF_A_SET
GUILD = np.zeros(LORDS, np.int64)
COST = np.zeros(LORDS, np.int64)
RACES_NEEDED = np.zeros(LORDS, np.int64)
KEYS = np.zeros(LORDS, np.int64)
INFLUENCE = np.zeros(LORDS, np.int64)
# What a lord brings when it arrives.
PEARLS_ON_ARRIVAL = np.zeros(LORDS, np.int64)

LOCATION_ID = np.array([*range(1, 21), *range(101, 107)])
LOCATIONS = len(LOCATION_ID)
LOCATION_SET = LOCATION_ID // IDS_OF_A_SET


def lord(
    number: int, guild: int, *, cost: int, races: int, influence: int, keys: int = 0, pearls: int = 0
) -> int:
    """Enter what is printed on a lord; returns the number that the rules use for it."""
    index = int(np.flatnonzero(number == LORD_ID)[0])
    assert COST[index] == 0, f"lord {number} is declared twice"
    GUILD[index], COST[index], RACES_NEEDED[index] = guild, cost, races
    KEYS[index], INFLUENCE[index], PEARLS_ON_ARRIVAL[index] = keys, influence, pearls
    return index


def location(number: int) -> int:
    """The number that the rules use for a location."""
    return int(np.flatnonzero(number == LOCATION_ID)[0])
