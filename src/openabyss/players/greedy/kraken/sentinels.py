"""Sentinels: what to keep from the opponents."""

from openabyss.engine.compiling import compiled
from openabyss.players.greedy.cards import nearness
from openabyss.players.greedy.lords import chances_of_opponents
from openabyss.players.greedy.notes import PROFIT, UNDECIDED, Notes, decides
from openabyss.players.greedy.stacks import NOTHING, stack_gain
from openabyss.players.greedy.tiles import tile_worth
from openabyss.players.greedy.weights import CONTESTED, Weights
from openabyss.rules.actions import LOCATION, LORD, RACE
from openabyss.rules.base.controlling import KEYS_PER_LOCATION
from openabyss.rules.cards.allies import RACES
from openabyss.rules.cards.printed import LOCATIONS
from openabyss.rules.cards.smugglers import FIRST_SENTINEL
from openabyss.rules.holdings.hands import stack_size
from openabyss.rules.kraken.sentinels import PLACE_SENTINEL, is_waiting
from openabyss.rules.powers import keys_of
from openabyss.rules.sizes import COURT_SPACES, SENTINELS
from openabyss.rules.state import EMPTY, State


@compiled
def best_lord_to_guard(state: State, me: int, weights: Weights, notes: Notes) -> tuple[int, int]:
    """A lord that is within reach, the more so if opponents could have it."""
    best, choice = NOTHING, UNDECIDED
    for space in range(COURT_SPACES):
        lord = int(state.court[space])
        if lord != EMPTY and state.mask[LORD + lord] > 0:
            worth = int(notes[PROFIT + space]) * nearness(state, me, lord, weights) // 100
            if chances_of_opponents(state, me, lord) > 0:
                worth += int(weights[CONTESTED])
            if worth > best:
                best, choice = worth, LORD + lord
    return best, choice


@compiled
def best_stack_to_guard(state: State, me: int, weights: Weights, notes: Notes) -> tuple[int, int]:
    best, choice = NOTHING, UNDECIDED
    for race in range(RACES):
        if state.mask[RACE + race] > 0:
            worth = stack_gain(state, me, race, weights, notes) if stack_size(state, race) > 0 else 0
            if worth > best:
                best, choice = worth, RACE + race
    return best, choice


@compiled
def best_tile_to_guard(state: State, me: int, weights: Weights, notes: Notes) -> tuple[int, int]:
    """What the best tile is better than the next, by how near its third key is."""
    best, second, choice = 0, 0, UNDECIDED
    for tile in range(LOCATIONS):
        if state.mask[LOCATION + tile] > 0:
            worth = tile_worth(state, me, tile, weights, notes)
            if choice == UNDECIDED or worth > best:
                best, second, choice = worth, best, LOCATION + tile
            else:
                second = max(second, worth)
    share = min(keys_of(state, me), KEYS_PER_LOCATION - 1)
    return (best - second) * share // KEYS_PER_LOCATION, choice


@decides(PLACE_SENTINEL)
def choose_guarded(state: State, me: int, sentinel: int, weights: Weights, notes: Notes) -> int:
    worth, choice = best_lord_to_guard(state, me, weights, notes)
    for other, target in (
        best_stack_to_guard(state, me, weights, notes),
        best_tile_to_guard(state, me, weights, notes),
    ):
        if target != UNDECIDED and (choice == UNDECIDED or other > worth):
            worth, choice = other, target
    return choice


@compiled
def sentinel_to_place(state: State, me: int) -> int:
    """The answer that places a waiting sentinel; to guard something is better than nothing."""
    if state.kraken == 1:
        for sentinel in range(SENTINELS):
            action = LORD + FIRST_SENTINEL + sentinel
            if is_waiting(state, me, sentinel) and state.mask[action] > 0:
                return action
    return UNDECIDED
