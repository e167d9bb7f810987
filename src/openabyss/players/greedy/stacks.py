"""What council stacks are worth."""

from openabyss.engine.compiling import compiled
from openabyss.players.greedy.cards import bare_worth, end_gain, kraken_gain, worth_of_plans
from openabyss.players.greedy.notes import PLAN_NOW, UNDECIDED, Notes, blend
from openabyss.players.greedy.weights import DENIED, NEW_RACE, PLAN, SUPPORT, Weights
from openabyss.players.payments import OUT_OF_REACH
from openabyss.rules.actions import RACE
from openabyss.rules.cards.allies import ALLY_KINDS, NO_RACE, RACE_OF, RACES, VALUE_OF
from openabyss.rules.cards.mages import takes_two_stacks
from openabyss.rules.state import State

# Less than anything is worth, also a lord whose payment is out of reach.
NOTHING = -OUT_OF_REACH


@compiled
def best_support(state: State, me: int, weights: Weights, notes: Notes) -> tuple[int, int]:
    """The best stack of the council; with the Alchemist, with the second best on top."""
    best, second, choice = NOTHING, 0, UNDECIDED
    for race in range(RACES):
        if state.mask[RACE + race] > 0:
            worth = stack_gain(state, me, race, weights, notes)
            if worth > best:
                best, second, choice = worth, max(0, best), RACE + race
            elif worth > second:
                second = worth
    if takes_two_stacks(state, me):
        best += second
    return best + int(weights[SUPPORT]), choice


@compiled
def stack_gain(state: State, me: int, race: int, weights: Weights, notes: Notes) -> int:
    """What the cards of a stack are worth together in the hand, and to nobody else."""
    value, bare, krakens, lowest = 0, 0, 0, NO_RACE
    for kind in range(ALLY_KINDS):
        copies = int(state.council[race, kind])
        if copies > 0 and RACE_OF[kind] == NO_RACE:
            krakens += copies * kraken_gain(state, me, kind, weights, notes)
        elif copies > 0:
            value += copies * int(VALUE_OF[kind])
            bare += copies * bare_worth(kind, weights, notes)
            if lowest == NO_RACE or VALUE_OF[kind] < VALUE_OF[lowest]:
                lowest = kind
    state.race_total[race] += value
    plan = worth_of_plans(state, me, weights, notes) - int(notes[PLAN_NOW])
    state.race_total[race] -= value
    if state.race_total[race] == 0:
        bare += int(weights[NEW_RACE])
    later = bare + plan * int(weights[PLAN]) // 100 + value * int(weights[DENIED])
    at_the_end = 0 if lowest == NO_RACE else end_gain(state, me, lowest)
    return blend(later, at_the_end, notes) + krakens
