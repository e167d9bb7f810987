"""What allies and stacks are worth to a seat: for themselves, for the lords of the court, and at the end."""

from openabyss.engine.compiling import compiled, compiled_out_of_line
from openabyss.players.greedy import notes as noted
from openabyss.players.greedy import weights as at
from openabyss.players.greedy.lords import lord_worth
from openabyss.players.greedy.notes import NOTHING, UNDECIDED, Notes, blend
from openabyss.players.greedy.weights import Weights
from openabyss.rules.actions import RACE
from openabyss.rules.cards.allies import ALLY_KINDS, KINDS_OF_RACE, NO_RACE, RACE_OF, RACES, VALUE_OF
from openabyss.rules.cards.locations import locations_in
from openabyss.rules.cards.mages import takes_two_stacks
from openabyss.rules.cards.printed import COST
from openabyss.rules.cards.smugglers import hides_krakens
from openabyss.rules.chapters import nebulis_of, price_change, shortfall, sum_hand, sum_richest
from openabyss.rules.scoring import locations_influence
from openabyss.rules.sizes import COURT_SPACES
from openabyss.rules.state import EMPTY, State

MIN_SHARE = 25


@compiled
def make_plans(state: State, me: int, weights: Weights, notes: Notes) -> None:
    """Note what the lords of the court are worth and how far the hand is on the way to them."""
    for space in range(COURT_SPACES):
        notes[noted.PROFIT + space] = 0
        lord = int(state.court[space])
        if lord != EMPTY:
            worth = lord_worth(state, me, lord, weights, notes)
            notes[noted.LORD_NOW + space] = worth
            notes[noted.PROFIT + space] = max(0, worth - int(COST[lord]) * int(weights[at.CARD_POINT]))
    sum_hand(state, me)
    value = 0
    for race in range(RACES):
        value += int(state.race_total[race])
    loss = max(0, value - int(weights[at.PLENTY])) * int(weights[at.PLENTY_LOSS])
    notes[noted.PLENTY_SHARE] = max(MIN_SHARE, 100 - loss)
    notes[noted.PLAN_NOW] = worth_of_plans(state, me, weights, notes)


@compiled_out_of_line
def worth_of_plans(state: State, me: int, weights: Weights, notes: Notes) -> int:
    """The profit of the lords within reach of the hand summed in `race_total`: the best two."""
    best, second = 0, 0
    credit = credit_for_plans(state, me)
    sum_richest(state)
    for space in range(COURT_SPACES):
        profit = int(notes[noted.PROFIT + space])
        if profit > 0:
            worth = profit * nearness(state, int(state.court[space]), credit, weights) // 100
            if worth > best:
                best, second = worth, best
            elif worth > second:
                second = worth
    return best + second * int(weights[at.SECOND_PLAN]) // 100


@compiled
def credit_for_plans(state: State, me: int) -> int:
    """What pays beside cards of races in the hand that was summed; nebulis are not counted."""
    return int(state.pearls[me]) + int(state.kraken_total) - int(price_change(state, me))


@compiled
def nearness(state: State, lord: int, credit: int, weights: Weights) -> int:
    """100 when the hand and this credit can pay for the lord, 0 when it is out of reach; by the points of
    value that are missing, with a charge for each missing race."""
    reach, lack = int(weights[at.REACH]), shortfall(state, lord, credit)
    left = reach - max(0, lack.value) - lack.races * int(weights[at.MISSING_RACE])
    return left * 100 // reach if left > 0 else 0


@compiled
def bare_worth(kind: int, weights: Weights, notes: Notes) -> int:
    """A card for itself, in a hand that may already have plenty."""
    worth = int(weights[at.CARD]) + int(weights[at.CARD_POINT]) * int(VALUE_OF[kind])
    return worth * int(notes[noted.PLENTY_SHARE]) // 100


@compiled
def change_of_plans(state: State, me: int, race: int, value: int, weights: Weights, notes: Notes) -> int:
    """By how much plans would be worth more with this value more of a race."""
    state.race_total[race] += value
    change = worth_of_plans(state, me, weights, notes) - int(notes[noted.PLAN_NOW])
    state.race_total[race] -= value
    return change


@compiled
def card_gain(state: State, me: int, kind: int, weights: Weights, notes: Notes) -> int:
    """What one more card is worth."""
    race, value = int(RACE_OF[kind]), int(VALUE_OF[kind])
    if race == NO_RACE:
        return kraken_worth(state, me, kind, 1, weights, notes)
    plan = change_of_plans(state, me, race, value, weights, notes)
    later = bare_worth(kind, weights, notes) + plan * int(weights[at.PLAN]) // 100
    if state.race_total[race] == 0:
        later += int(weights[at.NEW_RACE])
    if notes[noted.FUTURE] == 100:
        return later
    return blend(later, end_gain(state, me, kind, notes), notes)


@compiled
def card_loss(state: State, me: int, kind: int, weights: Weights, notes: Notes) -> int:
    """What a card of the hand is worth when it goes."""
    race, value = int(RACE_OF[kind]), int(VALUE_OF[kind])
    if race == NO_RACE:
        return kraken_worth(state, me, kind, -1, weights, notes)
    plan = -change_of_plans(state, me, race, -value, weights, notes)
    later = bare_worth(kind, weights, notes) + plan * int(weights[at.SPARE]) // 100
    if state.race_total[race] == value:
        later += int(weights[at.NEW_RACE])
    if notes[noted.FUTURE] == 100:
        return later
    state.hand[me, kind] -= 1
    at_the_end = end_gain(state, me, kind, notes)
    state.hand[me, kind] += 1
    return blend(later, at_the_end, notes)


@compiled
def kraken_worth(state: State, me: int, kind: int, more: int, weights: Weights, notes: Notes) -> int:
    """What one more Kraken is worth (`more` is 1), a joker that will bring nebulis, or one of the hand that
    goes without them (-1); at the end only its nebulis are left."""
    value, nebulis = more * int(VALUE_OF[kind]), nebulis_of(kind)
    state.krakens_named += more
    state.kraken_total += value
    plan = more * (worth_of_plans(state, me, weights, notes) - int(notes[noted.PLAN_NOW]))
    state.krakens_named -= more
    state.kraken_total -= value
    later = bare_worth(kind, weights, notes) + int(weights[at.JOKER]) - nebulis * int(weights[at.NEBULIS])
    later += plan * int(weights[at.PLAN if more > 0 else at.SPARE]) // 100
    return blend(later, 0 if hides_krakens(state, me) else -100 * nebulis, notes)


@compiled
def end_gain(state: State, me: int, kind: int, notes: Notes) -> int:
    """What one more card adds when the lowest of each race is affiliated at the end."""
    lowest = lowest_in_hand(state, me, int(RACE_OF[kind]))
    if lowest == NO_RACE:
        return affiliation_gain(state, me, kind, int(notes[noted.LOCATIONS_NOW]))
    if VALUE_OF[kind] >= VALUE_OF[lowest]:
        return 0
    before = int(notes[noted.LOCATIONS_NOW])
    return affiliation_gain(state, me, kind, before) - affiliation_gain(state, me, lowest, before)


@compiled
def lowest_in_hand(state: State, me: int, race: int) -> int:
    """The kind of the lowest card of a race, NO_RACE without any."""
    lowest = NO_RACE
    for place in range(KINDS_OF_RACE.shape[1]):
        kind = int(KINDS_OF_RACE[race, place])
        is_lower = lowest == NO_RACE or VALUE_OF[kind] < VALUE_OF[lowest]
        if state.hand[me, kind] > 0 and is_lower:
            lowest = kind
    return lowest


@compiled
def affiliation_gain(state: State, me: int, kind: int, before: int) -> int:
    """What the score would gain by affiliating a card, where own locations are worth `before` without it."""
    gain = max(0, int(VALUE_OF[kind]) - strongest_of_race(state, me, int(RACE_OF[kind])))
    if locations_in(state, me) > 0:
        gain -= before
        state.affiliated[me, kind] += 1
        gain += int(locations_influence(state, me))
        state.affiliated[me, kind] -= 1
    return 100 * gain


@compiled
def strongest_of_race(state: State, me: int, race: int) -> int:
    """The value of the strongest affiliated ally of a race, 0 without any."""
    strongest = 0
    for place in range(KINDS_OF_RACE.shape[1]):
        kind = KINDS_OF_RACE[race, place]
        if state.affiliated[me, kind] > 0:
            strongest = max(strongest, int(VALUE_OF[kind]))
    return strongest


@compiled
def affiliation_worth(state: State, me: int, kind: int, weights: Weights, notes: Notes) -> int:
    """The same in the middle of the game, when a stronger ally may still follow."""
    gain = affiliation_gain(state, me, kind, int(notes[noted.LOCATIONS_NOW]))
    return blend(gain * int(weights[at.AFFILIATION]) // 100, gain, notes)


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
    return best + int(weights[at.SUPPORT]), choice


@compiled
def stack_gain(state: State, me: int, race: int, weights: Weights, notes: Notes) -> int:
    """What the cards of a stack are worth together in the hand, and to nobody else."""
    value, bare, krakens, lowest = 0, 0, 0, NO_RACE
    for kind in range(ALLY_KINDS):
        copies = int(state.council[race, kind])
        if copies > 0 and RACE_OF[kind] == NO_RACE:
            krakens += copies * kraken_worth(state, me, kind, 1, weights, notes)
        elif copies > 0:
            value += copies * int(VALUE_OF[kind])
            bare += copies * bare_worth(kind, weights, notes)
            if lowest == NO_RACE or VALUE_OF[kind] < VALUE_OF[lowest]:
                lowest = kind
    plan = change_of_plans(state, me, race, value, weights, notes)
    if state.race_total[race] == 0:
        bare += int(weights[at.NEW_RACE])
    later = bare + plan * int(weights[at.PLAN]) // 100 + value * int(weights[at.DENIED])
    at_the_end = 0 if lowest == NO_RACE else end_gain(state, me, lowest, notes)
    return blend(later, at_the_end, notes) + krakens
