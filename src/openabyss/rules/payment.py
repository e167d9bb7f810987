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

from openabyss.rules.cards.allies import ALLY_KINDS, NO_RACE, PAYMENT_ORDER, RACE_OF, RACES, VALUE_OF
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
def can_pay(state: State, player: int, lord: int) -> bool:
    """Some legal payment for the lord exists; needs the sums of `sum_hand`.

    With the richest races chosen, cards can be added until the pearls suffice (see above).
    """
    demanded = race_demanded(state, player, lord)
    needed = int(RACES_NEEDED[lord])
    value = int(state.pearls[player])
    if demanded != NO_RACE:
        if state.race_total[demanded] == 0:
            return False
        value += state.race_total[demanded]
        needed -= 1
    return value + richest_races(state, demanded, needed) >= cost_for(state, player, lord)


@compiled
def sum_hand(state: State, player: int) -> None:
    """Note the total value of each race in the hand."""
    for race in range(RACES):
        state.race_total[race] = 0
    for kind in range(ALLY_KINDS):
        if state.hand[player, kind] > 0 and RACE_OF[kind] != NO_RACE:
            state.race_total[RACE_OF[kind]] += state.hand[player, kind] * VALUE_OF[kind]


IMPOSSIBLE = -1000


@compiled
def richest_races(state: State, without: int, needed: int) -> int:
    """The sum of the `needed` largest totals but that of one race; IMPOSSIBLE if there are fewer."""
    total, below = 0, 1000
    last = NO_RACE
    for _ in range(needed):
        best, richest = 0, NO_RACE
        for race in range(RACES):
            size = state.race_total[race]
            is_next = size < below or (size == below and race > last)
            if race != without and is_next and size > best:
                best, richest = size, race
        if richest == NO_RACE:
            return IMPOSSIBLE
        total += best
        below, last = best, richest
    return total


@compiled
def offer_payment(state: State, player: int, lord: int, mask: Numbers) -> None:
    """Exactly the cards from which a legal payment can be completed, and *done* if it is one."""
    cost = cost_for(state, player, lord)
    demanded = race_demanded(state, player, lord)
    sum_payment(state)
    if is_legal_payment(state, player, lord, cost, demanded):
        mask[PASS] = 1
    for race in range(RACES):
        state.race_total[race] = 0
        state.race_lowest[race] = 0
    for place in range(ALLY_KINDS - 1, last_place_named(state) - 1, -1):
        kind = int(PAYMENT_ORDER[place])
        left = state.hand[player, kind] - state.payment[kind]
        if left > 0 and RACE_OF[kind] != NO_RACE:
            race = RACE_OF[kind]
            state.race_total[race] += (left - 1) * VALUE_OF[kind]
            if left > 1:
                state.race_lowest[race] = lowest(state.race_lowest[race], VALUE_OF[kind])
            if can_be_completed(state, player, lord, kind, cost, demanded):
                mask[KIND + kind] = 1
            state.race_total[race] += VALUE_OF[kind]
            state.race_lowest[race] = lowest(state.race_lowest[race], VALUE_OF[kind])


@compiled
def lowest(lowest_so_far: int, value: int) -> int:
    """The lower of two card values, where 0 means no card yet."""
    return value if lowest_so_far == 0 else min(lowest_so_far, value)


@compiled
def sum_payment(state: State) -> None:
    """Note how many cards of each race have been named."""
    for race in range(RACES):
        state.race_cards[race] = 0
    for kind in range(ALLY_KINDS):
        if state.payment[kind] > 0 and RACE_OF[kind] != NO_RACE:
            state.race_cards[RACE_OF[kind]] += state.payment[kind]


@compiled
def value_named(state: State) -> int:
    value = 0
    for kind in range(ALLY_KINDS):
        value += state.payment[kind] * VALUE_OF[kind]
    return value


@compiled
def last_place_named(state: State) -> int:
    """The place in PAYMENT_ORDER of the last card named, 0 if none is."""
    for place in range(ALLY_KINDS - 1, -1, -1):
        if state.payment[PAYMENT_ORDER[place]] > 0:
            return place
    return 0


@compiled
def lowest_dispensable(state: State) -> int:
    """The lowest card named whose race was named more than once."""
    for place in range(ALLY_KINDS - 1, -1, -1):
        kind = PAYMENT_ORDER[place]
        if state.payment[kind] > 0 and state.race_cards[RACE_OF[kind]] > 1:
            return int(VALUE_OF[kind])
    return NOT_SUPERFLUOUS


@compiled
def is_legal_payment(state: State, player: int, lord: int, cost: int, demanded: int) -> bool:
    """The cards named so far, with the pearls for what is missing, pay for the lord."""
    races = 0
    for race in range(RACES):
        if state.race_cards[race] > 0:
            races += 1
    if races != RACES_NEEDED[lord]:
        return False
    if demanded != NO_RACE and state.race_cards[demanded] == 0:
        return False
    value = value_named(state)
    if value + state.pearls[player] < cost:
        return False
    return has_nothing_superfluous(state, value - cost)


@compiled
def has_nothing_superfluous(state: State, excess: int) -> bool:
    """R-1: no card could be left out without making the payment fail."""
    if state.options[FORBID_SUPERFLUOUS] == 0 or excess < 0:
        return True
    return bool(excess < lowest_dispensable(state))


@compiled
def can_be_completed(state: State, player: int, lord: int, kind: int, cost: int, demanded: int) -> bool:
    """After naming `kind`, some legal payment is left; `race_total` and `race_lowest` tell what
    could still be named after it."""
    race = RACE_OF[kind]
    state.payment[kind] += 1
    state.race_cards[race] += 1
    possible = is_within_reach(state, player, lord, cost, demanded)
    state.payment[kind] -= 1
    state.race_cards[race] -= 1
    return possible


@compiled
def is_within_reach(state: State, player: int, lord: int, cost: int, demanded: int) -> bool:
    missing = int(RACES_NEEDED[lord])
    value = value_named(state)
    reachable = value + state.pearls[player]
    for race in range(RACES):
        if state.race_cards[race] > 0:
            missing -= 1
            reachable += state.race_total[race]
    least = value
    required = NO_RACE
    if demanded != NO_RACE and state.race_cards[demanded] == 0:
        if state.race_lowest[demanded] == 0:
            return False
        required = demanded
        missing -= 1
        least += state.race_lowest[demanded]
        reachable += state.race_total[demanded]
    if missing < 0:
        return False
    least += cheapest_missing(state, required, missing)
    if least >= NOT_SUPERFLUOUS * RACES:
        return False
    if least >= cost:
        return has_nothing_superfluous(state, least - cost)
    return reachable + richest_missing(state, required, missing) >= cost


@compiled
def cheapest_missing(state: State, without: int, missing: int) -> int:
    """The least that so many further races add; very large if there are not enough."""
    total, taken = 0, 0
    for value in range(1, 6):
        for race in range(RACES):
            is_new = state.race_cards[race] == 0 and race != without
            if taken < missing and is_new and state.race_lowest[race] == value:
                total += value
                taken += 1
    return total if taken == missing else NOT_SUPERFLUOUS * RACES


@compiled
def richest_missing(state: State, without: int, missing: int) -> int:
    """The most that so many further races can add."""
    total, below = 0, 1000
    last = NO_RACE
    for _ in range(missing):
        best, richest = 0, NO_RACE
        for race in range(RACES):
            size = state.race_total[race]
            is_next = size < below or (size == below and race > last)
            is_new = state.race_cards[race] == 0 and race != without
            if is_new and is_next and size > best:
                best, richest = size, race
        total += best
        below, last = best, richest
    return total


@compiled
def offer_affiliation(state: State, player: int, mask: Numbers) -> None:
    """The lowest of the spent allies; any of them with the Master of Magic (5.6, step 2)."""
    free_choice = affiliates_any_ally(state, player)
    value = 0
    for place in range(ALLY_KINDS - 1, -1, -1):
        kind = PAYMENT_ORDER[place]
        if state.payment[kind] > 0 and RACE_OF[kind] != NO_RACE:
            value = VALUE_OF[kind] if value == 0 else value
            if free_choice or VALUE_OF[kind] == value:
                mask[KIND + kind] = 1
