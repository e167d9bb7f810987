"""What the greedy player works out once for each answer, and the table of its decisions.

`notes` is one array of whole numbers: worth in hundredths of a point, indexed by the names below.
"""

import numpy as np
from numpy.typing import NDArray

from openabyss.engine.compiling import compiled
from openabyss.engine.dispatch import RuleTable
from openabyss.rules.cards.printed import LOCATIONS
from openabyss.rules.sizes import COURT_SPACES

Notes = NDArray[np.int64]

FUTURE = 0  # percent
PEARL_NOW = 1
NEXT_KEY = 2
LOCATIONS_NOW = 3  # the points of the own locations
LORDS_AHEAD = 4  # how many lords this seat will still recruit
ENDING = 5  # what it is worth that the next lord ends the game
PLENTY_SHARE = 6  # percent of their worth that further cards keep
PLAN_NOW = 7
LORD_NOW = 8  # the worth of the lord on each space of the court
PROFIT = LORD_NOW + COURT_SPACES  # the same less an average payment, at least 0
NEBULIS_NOW = PROFIT + COURT_SPACES  # what a nebulis costs
# Worked out only when they are needed: how many locations the deck holds, plus 1, and what they are
# worth, the best first.
DECK_VALUED = NEBULIS_NOW + 1
DECK_VALUES = DECK_VALUED + 1
NOTES = DECK_VALUES + LOCATIONS

# No decision is made for this question here: any legal answer will do.
UNDECIDED = -1

# How a question is answered, `(state, me, detail, weights, notes)`, by its number.
decides = RuleTable("greedy_decision", "state", "me", "detail", "weights", "notes", default=str(UNDECIDED))


@compiled
def blend(later: int, at_the_end: int, notes: Notes) -> int:
    """Worth in later turns and worth at the end, by how much future there is."""
    share = int(notes[FUTURE])
    return (later * share + at_the_end * (100 - share)) // 100
