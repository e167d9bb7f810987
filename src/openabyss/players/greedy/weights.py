"""The taste of the greedy player: every number that is a judgement and not a rule.

Worth is counted in hundredths of a point of influence, so that everything is whole numbers. Each
seat may have its own weights (`medium:pearl=90`); all functions take them as one array, indexed by
the names below. For some tables others were found by playing (`training/tuning.py`): `medium:tuned=base4`.
"""

import json
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from openabyss.rules.cards.printed import LOCATION_ID, LOCATIONS, LORD_ID, LORDS

Weights = NDArray[np.int64]

WEIGHT_NAMES: list[str] = []
_DEFAULTS: list[int] = []


def weight(name: str, default: int) -> int:
    """A new weight; returns its place in the array."""
    assert name not in WEIGHT_NAMES, f"two weights are called {name}"
    WEIGHT_NAMES.append(name)
    _DEFAULTS.append(default)
    return len(_DEFAULTS) - 1


# Stocks.
PEARL = weight("pearl", 105)
LAST_PEARL = weight("last_pearl", 5)  # when no turn is left: pearls break ties
TOKEN_WORTH = weight("token", 265)  # the average monster token
FIRST_KEY = weight("first_key", 280)
SECOND_KEY = weight("second_key", 350)
LOCATION_SHARE = weight("location_share", 100)  # percent of its worth for the third key

# How much of a future remains, in percent, by how many lords the foremost player still needs.
NO_TURN_LEFT = weight("no_turn_left", 0)
LAST_TURN_LEFT = weight("last_turn_left", 65)
ONE_LORD_LEFT = weight("one_lord_left", 50)
TWO_LORDS_LEFT = weight("two_lords_left", 100)
THREE_LORDS_LEFT = weight("three_lords_left", 100)
MANY_LORDS_LEFT = weight("many_lords_left", 100)

# Allies in hand: each card, each point of value, and what it does for lords of the court.
CARD = weight("card", 15)
NEW_RACE = weight("new_race", 20)  # the first card of a race
CARD_POINT = weight("card_point", 70)
PLENTY = weight("plenty", 14)  # a hand of this value has enough
PLENTY_LOSS = weight("plenty_loss", 1)  # percent that further cards lose for each point above
MISSING_RACE = weight("missing_race", 3)  # points of value by which a missing race sets back
REACH = weight("reach", 10)  # a lord further away than this many points is no plan yet
PLAN = weight("plan", 18)  # percent of its profit that a lord within reach makes cards worth
SECOND_PLAN = weight("second_plan", 30)  # percent for the second best lord
SPARE = weight("spare", 60)  # percent of that for cards that are spent on another lord
AFFILIATION = weight("affiliation", 24)  # percent of the points that an affiliated ally adds now

# Exploring.
EXPLORE = weight("explore", 30)
FEED = weight("feed", 0)  # a point of value left for the council
RAISED_THREAT = weight("raised_threat", 20)  # the threat rises for somebody else's fight
SOLD = weight("sold", 35)  # percent for each opponent who could buy a good card before it is taken
BUY = weight("buy", 40)  # what a purchase must bring beyond its price
GIVEN_PEARL = weight("given_pearl", 25)  # a pearl more in an opponent's hands
SUPPORT = weight("support", -60)
DENIED = weight("denied", 5)  # a point of value that no opponent finds in the council

# Recruiting.
RECRUIT = weight("recruit", 80)  # to have it now and not perhaps later
CONTESTED = weight("contested", 50)  # an opponent could have the lord before the next turn
REFILL = weight("refill", -40)  # six lords for the next player to choose from
PLOT_MARGIN = weight("plot", 20)  # what plotting must promise beyond its pearl
LEAD_AT_END = weight("lead_at_end", 34)  # for each point of lead when the seventh lord ends the game
LEAD_NEEDED = weight("lead_needed", 4)  # the lead at which ending is neither good nor bad
LEAD_LIMIT = weight("lead_limit", 13)

# Locations.
LEFT_OPEN = weight("left_open", 40)  # every tile more from which the opponents may choose
TOKEN_KEPT = weight("token_kept", 30)  # a key token rather than the key of a lord without power

# Kraken.
NEBULIS = weight("nebulis", 60)  # what each costs while it may still be spent; at the end a point
FIGURE = weight("figure", 250)  # the risk of the figure while it may still move on
JOKER = weight("joker", 60)  # that a Kraken is of any race
SANCTUARY_PROMISE = weight("sanctuary", 900)  # what searching an empty sanctuary brings
OLD_SANCTUARY_PROMISE = weight("old_sanctuary", 300)  # one with loot
RECEIVE = weight("receive", 7)  # the means from which on one more lord in the court is welcome

# Leviathan.
LEVIATHAN_TOKEN = weight("leviathan_token", 255)  # the average token with an effect
STACK_TOKEN = weight("stack_token", 300)  # what a stack must be worth for a token
PEARLS_ENOUGH = weight("pearls_enough", 6)  # with this many pearls no token is used for more
ALLY_LOST = weight("ally_lost", 90)  # an ally lost to an attack
LORD_LOST = weight("lord_lost", 500)  # the weakest free lord lost to an attack
SCOURGE = weight("scourge", 250)  # the Scourge while it may still move on
TROPHY = weight("trophy", 50)  # a leviathan slain for the Scourge already held, or still far away

# What the power of a lord is worth, whole game ahead, beyond what can be counted on the spot.
_POWERS = {
    1: 200,  # Recruiter
    2: 100,  # Jailer
    3: 30,  # Seeker
    4: 150,  # Assassin
    5: 100,  # Commander
    6: 60,  # Tamer
    7: 0,  # Hunter, counted
    8: 90,  # Ship Master
    11: 200,  # Landlord
    12: 150,  # Slaver
    14: 100,  # Shaman
    15: 450,  # Invoker
    17: 40,  # Oracle
    18: 150,  # Alchemist
    20: 150,  # Master of Magic
    21: 50,  # Opportunist
    24: 200,  # Diplomat
    25: 250,  # Treasurer
    26: 0,  # Schemer, counted
    101: 80,  # Ferryman
    102: 30,  # Outlaw
    103: 60,  # Counterfeiter
    105: 30,  # Cleaner
    106: 120,  # Watcher
    107: 120,  # Vigil
    108: 120,  # Lookout
    109: 300,  # Shareholder
    111: 120,  # Hypnotist
    113: 200,  # Highwayman
    115: 60,  # Recipient
    201: 60,  # Intrepid
    203: 200,  # Taxidermist
    205: 120,  # Metamorph
    206: 150,  # Sorcerer
    207: 250,  # Altruist
    209: 80,  # Coward
}
POWER = len(_DEFAULTS)
for _index in range(LORDS):
    weight(f"power_{LORD_ID[_index]}", _POWERS.get(int(LORD_ID[_index]), 0))

# What a location gains with each lord that its owner is still to recruit.
_GROWTH = {
    1: 35,  # farmers
    2: 35,  # mages
    3: 75,  # affiliated jellyfish
    4: 35,  # politicians
    5: 35,  # soldiers
    6: 35,  # merchants
    7: 75,  # affiliated seahorses
    8: 90,  # different guilds
    9: 90,  # whatever the opponents have
    11: 75,  # affiliated squids
    12: -40,  # the weakest lord
    13: 40,  # the strongest lord
    14: -100,  # all lords
    15: 75,  # affiliated crabs
    16: 135,  # lords with a key
    17: 150,  # lords without one
    18: 60,  # the weakest allies
    19: 75,  # affiliated shellfish
    20: -150,  # affiliated allies, also those of the end
    101: 35,  # smugglers
    102: -100,  # own nebulis
}
GROWTH = len(_DEFAULTS)
for _index in range(LOCATIONS):
    weight(f"growth_{LOCATION_ID[_index]}", _GROWTH.get(int(LOCATION_ID[_index]), 0))

DEFAULT_WEIGHTS = np.array(_DEFAULTS, np.int64)
TUNED_FILE = Path(__file__).with_name("tuned.json")


@cache
def tuned_tables() -> dict[str, dict[str, int]]:
    """By the name of a table, as `base4`, the weights by name that suit it."""
    return dict(json.loads(TUNED_FILE.read_text("utf-8")))


def tuned_weights(table: str) -> Weights:
    """The weights that suit a table: one of `tuned_tables`."""
    weights = DEFAULT_WEIGHTS.copy()
    for name, value in tuned_tables()[table].items():
        weights[WEIGHT_NAMES.index(name)] = value
    return weights


def weights_for(table: str) -> Weights:
    """The weights that suit a table, if they were found, or else the usual ones."""
    return tuned_weights(table) if table in tuned_tables() else DEFAULT_WEIGHTS
