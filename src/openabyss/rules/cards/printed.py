"""What is printed on lords and locations: the tables that `lord()` and `location()` fill.

Inside the rules a card is a small number counted from 0; the numbers known outside (the ids of
positions, records and texts) stand in `LORD_ID` and `LOCATION_ID`.
"""

import numpy as np

MAGE, SOLDIER, FARMER, MERCHANT, POLITICIAN, AMBASSADOR, SMUGGLER = range(7)
GUILDS = 7
# The first five guilds have the number of the race that their lords demand.
GUILDS_WITH_A_RACE = 5

BASE, KRAKEN, LEVIATHAN = range(3)

LORDS_BY_SET = (35, 18, 10)
LOCATIONS_BY_SET = (20, 6, 0)
LORDS = sum(LORDS_BY_SET)
LOCATIONS = sum(LOCATIONS_BY_SET)

LORD_ID = np.array([1 + i for i in range(35)] + [101 + i for i in range(18)] + [201 + i for i in range(10)])
LORD_SET = np.repeat(np.array([BASE, KRAKEN, LEVIATHAN]), LORDS_BY_SET)
GUILD = np.zeros(LORDS, np.int64)
COST = np.zeros(LORDS, np.int64)
RACES_NEEDED = np.zeros(LORDS, np.int64)
KEYS = np.zeros(LORDS, np.int64)
INFLUENCE = np.zeros(LORDS, np.int64)

LOCATION_ID = np.array([1 + i for i in range(20)] + [101 + i for i in range(6)])
LOCATION_SET = np.repeat(np.array([BASE, KRAKEN, LEVIATHAN]), LOCATIONS_BY_SET)


def lord(number: int, guild: int, *, cost: int, races: int, influence: int, keys: int = 0) -> int:
    """Enter what is printed on a lord; returns the number that the rules use for it."""
    index = int(np.flatnonzero(number == LORD_ID)[0])
    assert COST[index] == 0, f"lord {number} is declared twice"
    GUILD[index], COST[index], RACES_NEEDED[index] = guild, cost, races
    KEYS[index], INFLUENCE[index] = keys, influence
    return index


def location(number: int) -> int:
    """The number that the rules use for a location."""
    return int(np.flatnonzero(number == LOCATION_ID)[0])
