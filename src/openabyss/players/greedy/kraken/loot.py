"""Searching sanctuaries: whether the next loot card promises more than it endangers."""

from openabyss.engine.compiling import compiled
from openabyss.players.greedy.notes import FUTURE, NEXT_KEY, PEARL_NOW, Notes, decides
from openabyss.players.greedy.weights import CARD_POINT, TOKEN_WORTH, Weights
from openabyss.rules.actions import PASS, YES
from openabyss.rules.cards.loot import (
    LOOT_OF_ALLY,
    LOOT_OF_KEY,
    LOOT_OF_PEARLS,
    LOOT_OF_TOKEN,
    LOWEST_LOOT,
    SANCTUARY,
    loot_left,
)
from openabyss.rules.holdings.stocks import base_tokens_left
from openabyss.rules.sizes import LOOT_VALUES
from openabyss.rules.state import DUPLICATE_LOOT_ENDS_SEARCH, State

# The pearls of a loot card of 4, and the value of an average ally in hundredths.
PEARLS_OF_LOOT = 2
AVERAGE_ALLY = 240


@compiled
def reward_worth(state: State, value: int, weights: Weights, notes: Notes) -> int:
    """What a loot card brings at once, whatever becomes of it."""
    if value == LOOT_OF_KEY:
        return int(notes[NEXT_KEY])
    if value == LOOT_OF_PEARLS:
        return PEARLS_OF_LOOT * int(notes[PEARL_NOW])
    if value == LOOT_OF_TOKEN:
        return int(weights[TOKEN_WORTH]) if base_tokens_left(state) > 0 else 0
    if value == LOOT_OF_ALLY:
        return AVERAGE_ALLY * int(weights[CARD_POINT]) * int(notes[FUTURE]) // 10_000
    return 0


@compiled
def draw_worth(state: State, sanctuary: int, place: int, weights: Weights, notes: Notes) -> int:
    """What one loot card changes: its reward, its own value, or the value of its double."""
    points = 100 * (LOWEST_LOOT + place)
    if state.loot[sanctuary, place] > 0:
        points = -points
    return points + reward_worth(state, LOWEST_LOOT + place, weights, notes)


@compiled
def one_search(state: State, sanctuary: int, weights: Weights, notes: Notes) -> int:
    """What one more card brings on average."""
    left, sum_ = loot_left(state), 0
    for place in range(LOOT_VALUES):
        copies = int(state.loot_deck[place])
        if copies > 0:
            sum_ += copies * draw_worth(state, sanctuary, place, weights, notes)
    return sum_ // max(1, left)


@compiled
def two_searches(state: State, sanctuary: int, weights: Weights, notes: Notes) -> int:
    """The same, with a second card where it then looks good."""
    left, sum_ = loot_left(state), 0
    for place in range(LOOT_VALUES):
        copies, lies = int(state.loot_deck[place]), int(state.loot[sanctuary, place])
        if copies > 0:
            sum_ += copies * draw_worth(state, sanctuary, place, weights, notes)
            if lies == 0 or state.options[DUPLICATE_LOOT_ENDS_SEARCH] == 0:
                state.loot_deck[place] -= 1
                state.loot[sanctuary, place] = 1 - lies
                sum_ += copies * max(0, one_search(state, sanctuary, weights, notes))
                state.loot_deck[place] += 1
                state.loot[sanctuary, place] = lies
    return sum_ // max(1, left)


@decides(SANCTUARY)
def search_or_stop(state: State, me: int, sanctuary: int, weights: Weights, notes: Notes) -> int:
    return YES if two_searches(state, sanctuary, weights, notes) > 0 else PASS
