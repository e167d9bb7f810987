"""What makes a legal payment for a lord, and which cards can still complete one (rules 5.6).

Cards are named one at a time in falling value (`PAYMENT_ORDER`), into `state.payment`. That order
makes the question "can this still become a legal payment?" answerable by sums alone:

- Every race that is still missing adds at least its lowest card that may yet be named. If these
  lowest cards stay below the cost, then cards can be made larger or added one at a time until the
  pearls suffice, and whatever is named last is worth no more than any card named before; so it
  exceeds the cost by less than any of them, and none is superfluous.
- If they already reach the cost, adding more only makes it worse: then what they exceed it by
  must be less than the lowest card of a race that was named twice.
"""

import numpy as np
from numpy.typing import NDArray

from openabyss.rules.cards.allies import (
    ALLY_KINDS,
    FIRST_FIGHTER,
    HIGHEST_VALUE,
    NO_RACE,
    PAYMENT_ORDER,
    PLAIN_PAYMENT_ORDER,
    RACE_OF,
    RACES,
    VALUE_OF,
)
from openabyss.rules.cards.mages import affiliates_any_ally
from openabyss.rules.cards.politicians import pays_with_any_race, treasurer_discount
from openabyss.rules.cards.printed import COST, GUILD, GUILDS_WITH_A_RACE, RACES_NEEDED
from openabyss.rules.cards.soldiers import recruiter_surcharge
from openabyss.rules.record import Numbers, compiled
from openabyss.rules.table import FORBID_SUPERFLUOUS, KIND, PASS, State

NOT_SUPERFLUOUS = 100


@compiled
def cost_for(state: State, player: int, lord: int) -> int:
    """What the lord costs `player` now, in points of value."""
    cost = COST[lord] - treasurer_discount(state, player) + recruiter_surcharge(state, player)
    return max(0, int(cost))


@compiled
def race_demanded(state: State, player: int, lord: int) -> int:
    """The race that must be among the cards, or NO_RACE."""
    if GUILD[lord] >= GUILDS_WITH_A_RACE or pays_with_any_race(state, player):
        return NO_RACE
    return int(GUILD[lord])


@compiled
def sum_hand(state: State, player: int) -> None:
    """Note the total value of each race in the hand, and the sums of the richest races."""
    for race in range(RACES):
        total = 0
        for value in range(1, HIGHEST_VALUE + 1):
            total += state.hand[player, race * HIGHEST_VALUE + value - 1] * value
        state.race_total[race] = total
    if state.leviathan == 1:
        for kind in range(FIRST_FIGHTER, ALLY_KINDS):
            state.race_total[RACE_OF[kind]] += state.hand[player, kind] * VALUE_OF[kind]
    sum_richest(state)


@compiled
def sum_richest(state: State) -> None:
    """`richest[n]` becomes the sum of the n largest totals. Ranks need no unpredictable jumps."""
    for race in range(RACES):
        total, rank = state.race_total[race], 1
        for other in range(RACES):
            size = state.race_total[other]
            rank += int((size > total) | ((size == total) & (other < race)))
        state.richest[rank] = total
    for rank in range(1, RACES + 1):
        state.richest[rank] += state.richest[rank - 1]


@compiled
def can_pay(state: State, player: int, lord: int) -> bool:
    """Some legal payment for the lord exists; needs the notes of `sum_hand`.

    With the richest races chosen, cards can be added until the pearls suffice (see above).
    """
    demanded = race_demanded(state, player, lord)
    races = int(RACES_NEEDED[lord])
    poorest = state.richest[races] - state.richest[races - 1]
    if demanded == NO_RACE or state.race_total[demanded] >= poorest:
        value = state.richest[races]
    else:
        value = state.richest[races - 1] + state.race_total[demanded]
        poorest = state.race_total[demanded]
    return bool(poorest > 0 and value + state.pearls[player] >= cost_for(state, player, lord))


IMPOSSIBLE = -1000


@compiled
def offer_payment(state: State, player: int, lord: int, mask: Numbers) -> None:
    """Exactly the cards from which a legal payment can be completed, and *done* if it is one."""
    cost = cost_for(state, player, lord)
    demanded = race_demanded(state, player, lord)
    value, last = sum_payment(state)
    if is_legal_payment(state, player, lord, value, cost, demanded):
        mask[PASS] = 1
    for race in range(RACES):
        state.race_total[race] = 0
        state.race_lowest[race] = 0
    order = payment_order(state)
    for place in range(len(order) - 1, last - 1, -1):
        kind = order[place]
        left = state.hand[player, kind] - state.payment[kind]
        if left > 0 and RACE_OF[kind] != NO_RACE:
            note_later(state, kind, left - 1)
            if can_be_completed(state, player, lord, kind, value, cost, demanded):
                mask[KIND + kind] = 1
            note_later(state, kind, 1)


@compiled
def payment_order(state: State) -> NDArray[np.int64]:
    """The kinds that this game has, in the order in which a payment names them."""
    if state.kraken == 1 or state.leviathan == 1:
        return PAYMENT_ORDER
    return PLAIN_PAYMENT_ORDER


@compiled
def sum_payment(state: State) -> tuple[int, int]:
    """Note how many cards of each race have been named; returns their value and the last place in
    the order that was used."""
    for race in range(RACES):
        state.race_cards[race] = 0
    value, last = 0, 0
    order = payment_order(state)
    for place in range(len(order)):
        kind = order[place]
        if state.payment[kind] > 0 and RACE_OF[kind] != NO_RACE:
            state.race_cards[RACE_OF[kind]] += state.payment[kind]
            value += state.payment[kind] * VALUE_OF[kind]
            last = place
    return value, last


@compiled
def note_later(state: State, kind: int, copies: int) -> None:
    """So many cards of a kind may be named after the one that is looked at."""
    if copies > 0:
        race, value = RACE_OF[kind], VALUE_OF[kind]
        state.race_total[race] += copies * value
        if state.race_lowest[race] == 0 or value < state.race_lowest[race]:
            state.race_lowest[race] = value


@compiled
def value_named(state: State) -> int:
    """The value of the cards named so far."""
    value = 0
    for kind in range(ALLY_KINDS):
        value += state.payment[kind] * VALUE_OF[kind]
    return value


@compiled
def is_legal_payment(state: State, player: int, lord: int, value: int, cost: int, demanded: int) -> bool:
    """The cards named so far, with the pearls for what is missing, pay for the lord."""
    if value + state.pearls[player] < cost:
        return False
    races = 0
    for race in range(RACES):
        if state.race_cards[race] > 0:
            races += 1
    if races != RACES_NEEDED[lord]:
        return False
    if demanded != NO_RACE and state.race_cards[demanded] == 0:
        return False
    return has_nothing_superfluous(state, value - cost)


@compiled
def has_nothing_superfluous(state: State, excess: int) -> bool:
    """R-1: no card could be left out without making the payment fail."""
    if state.options[FORBID_SUPERFLUOUS] == 0 or excess < 0:
        return True
    return bool(excess < lowest_dispensable(state))


@compiled
def lowest_dispensable(state: State) -> int:
    """The lowest card named whose race was named more than once."""
    order = payment_order(state)
    for place in range(len(order) - 1, -1, -1):
        kind = order[place]
        if state.payment[kind] > 0 and state.race_cards[RACE_OF[kind]] > 1:
            return int(VALUE_OF[kind])
    return NOT_SUPERFLUOUS


@compiled
def can_be_completed(
    state: State, player: int, lord: int, kind: int, value: int, cost: int, demanded: int
) -> bool:
    """After naming `kind`, some legal payment is left; `race_total` and `race_lowest` tell what
    could still be named after it."""
    race = RACE_OF[kind]
    state.payment[kind] += 1
    state.race_cards[race] += 1
    possible = is_within_reach(state, player, lord, value + VALUE_OF[kind], cost, demanded)
    state.payment[kind] -= 1
    state.race_cards[race] -= 1
    return possible


@compiled
def is_within_reach(state: State, player: int, lord: int, value: int, cost: int, demanded: int) -> bool:
    """The cards named, worth `value`, can grow into a legal payment (see above)."""
    missing = int(RACES_NEEDED[lord])
    least, most = value, value + int(state.pearls[player])
    for race in range(RACES):
        if state.race_cards[race] > 0:
            missing -= 1
            most += state.race_total[race]
    without = NO_RACE
    if demanded != NO_RACE and state.race_cards[demanded] == 0:
        if state.race_lowest[demanded] == 0:
            return False
        without = demanded
        missing -= 1
        least += state.race_lowest[demanded]
        most += state.race_total[demanded]
    if missing < 0:
        return False
    cheapest, richest = missing_races(state, without, missing)
    if cheapest == IMPOSSIBLE:
        return False
    if least + cheapest >= cost:
        return has_nothing_superfluous(state, least + cheapest - cost)
    return bool(most + richest >= cost)


@compiled
def missing_races(state: State, without: int, missing: int) -> tuple[int, int]:
    """The least and the most that so many further races can add; IMPOSSIBLE twice if there are
    fewer."""
    cheapest, richest = 0, 0
    cheap, rich = 0, 0
    for _ in range(missing):
        lowest, highest = NO_RACE, NO_RACE
        for race in range(RACES):
            if state.race_cards[race] == 0 and race != without and state.race_lowest[race] > 0:
                if not cheap >> race & 1 and (
                    lowest == NO_RACE or state.race_lowest[race] < state.race_lowest[lowest]
                ):
                    lowest = race
                if not rich >> race & 1 and (
                    highest == NO_RACE or state.race_total[race] > state.race_total[highest]
                ):
                    highest = race
        if lowest == NO_RACE:
            return IMPOSSIBLE, IMPOSSIBLE
        cheap |= 1 << lowest
        rich |= 1 << highest
        cheapest += state.race_lowest[lowest]
        richest += state.race_total[highest]
    return cheapest, richest


@compiled
def offer_affiliation(state: State, player: int, mask: Numbers) -> None:
    """The lowest of the spent allies; any of them with the Master of Magic (5.6, step 2)."""
    free_choice = affiliates_any_ally(state, player)
    value = 0
    order = payment_order(state)
    for place in range(len(order) - 1, -1, -1):
        kind = order[place]
        if state.payment[kind] > 0 and RACE_OF[kind] != NO_RACE:
            value = VALUE_OF[kind] if value == 0 else value
            if free_choice or VALUE_OF[kind] == value:
                mask[KIND + kind] = 1
