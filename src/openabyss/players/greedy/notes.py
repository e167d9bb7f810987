"""What the greedy player works out once for each answer, and the tables of its decisions.

`notes` is one array of whole numbers: worth in hundredths of a point, indexed by the names below.
"""

import numpy as np
from numpy.typing import NDArray

from openabyss.engine.compiling import compiled
from openabyss.engine.dispatch import RuleTable
from openabyss.players.greedy import weights as at
from openabyss.players.greedy.weights import Weights
from openabyss.rules import scoring
from openabyss.rules.cards.printed import LOCATIONS
from openabyss.rules.chapters import lords_influence, lords_of, strongest_affiliated, tokens_held
from openabyss.rules.ending import LORDS_TO_END
from openabyss.rules.sizes import COURT_SPACES
from openabyss.rules.state import NOBODY, State

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
# Less than anything is worth, also a lord whose payment is out of reach.
NOTHING = -1_000_000_000
MANY_LORDS = 4

# How a question is answered, `(state, me, detail, weights, notes)`, by its number.
decides = RuleTable("greedy_decision", "state", "me", "detail", "weights", "notes", default=str(UNDECIDED))
# Or what each of its own answers is worth that points at something: the best one is given, of equals the
# first, and PASS where all are worth NOTHING.
rates = RuleTable(
    "greedy_rating", "state", "me", "detail", "action", "weights", "notes", default=str(NOTHING)
)


@compiled
def blend(later: int, at_the_end: int, notes: Notes) -> int:
    """Worth in later turns and worth at the end, by how much future there is."""
    share = int(notes[FUTURE])
    return (later * share + at_the_end * (100 - share)) // 100


@compiled
def lords_to_come(state: State) -> int:
    """How many lords the foremost player still needs."""
    most = 0
    for player in range(state.players):
        most = max(most, lords_of(state, player))
    return max(0, LORDS_TO_END - most)


@compiled
def plays_again(state: State, me: int) -> bool:
    """In the last round: whether a turn of `me` is still to begin."""
    players = int(state.players)
    if me == state.active:
        return bool(state.extra_turns > 0)
    to_the_end = (int(state.ending_player) - int(state.active)) % players
    return to_the_end == 0 or (me - int(state.active)) % players < to_the_end


@compiled
def future(state: State, me: int, weights: Weights) -> int:
    """What percentage of its worth something keeps that is put by for later turns."""
    if state.ending_player != NOBODY:
        stage = at.LAST_TURN_LEFT if plays_again(state, me) else at.NO_TURN_LEFT
        return int(weights[stage])
    return int(weights[at.ONE_LORD_LEFT + min(MANY_LORDS, lords_to_come(state)) - 1])


@compiled
def public_score(state: State, player: int, weights: Weights) -> int:
    """The score in points as everybody can see it: monster tokens count as average ones."""
    tokens = tokens_held(state, player) * int(weights[at.TOKEN_WORTH]) // 100
    score = scoring.locations_influence(state, player) + lords_influence(state, player)
    return int(score) + strongest_affiliated(state, player) + tokens + expansions_score(state, player)


@compiled
def expansions_score(state: State, player: int) -> int:
    """Nebulis and the figure, wounds and the Scourge."""
    kraken = scoring.nebulis_influence(state, player) + scoring.figure_influence(state, player)
    return int(kraken + scoring.wounds_influence(state, player) + scoring.scourge_influence(state, player))


@compiled
def lead(state: State, me: int, weights: Weights) -> int:
    """By how many points `me` is ahead of the best other player; negative when behind."""
    best = -1000
    for player in range(state.players):
        if player != me:
            best = max(best, public_score(state, player, weights))
    return public_score(state, me, weights) - best


@compiled
def worth_of_ending(state: State, me: int, weights: Weights) -> int:
    """What it is worth that the next lord of `me` is the last: much when ahead, less than nothing behind."""
    if state.ending_player != NOBODY or lords_of(state, me) < LORDS_TO_END - 1:
        return 0
    limit = int(weights[at.LEAD_LIMIT])
    margin = lead(state, me, weights) - int(weights[at.LEAD_NEEDED])
    return max(-limit, min(limit, margin)) * int(weights[at.LEAD_AT_END])
