"""How many there are of everything that a table has room for."""

SEATS = 5
COURT_SPACES = 6
TRACK_SPACES = 5
ZONES = 9
LEVIATHANS = 20
LOOT_VALUES = 5
SANCTUARIES = 4
SENTINELS = 3
STACK = 32
EVENTS = 64
TOKENS = 7
