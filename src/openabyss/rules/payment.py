"""What makes a legal payment for a lord, and which cards can still complete one (rules 5.6, 9.4).

Cards are named one at a time in falling value (`PAYMENT_ORDER`), into `state.payment`. That order
makes the question "can this still become a legal payment?" answerable by sums alone:

- Every race that is still missing adds at least its lowest card that may yet be named. If these
  lowest cards stay below the cost, then cards can be made larger or added one at a time until the
  money suffices, and whatever is named last is worth no more than any card named before; so it
  exceeds the cost by less than any of them, and none is superfluous.
- If they already reach the cost, adding more only makes it worse: then what they exceed it by
  must be less than the lowest card that could be left out.

A Kraken stands for any race. So with k Krakens a lord that needs N races takes N - k to N races of
other cards, and the demanded race may be one that a Kraken stands for. Each number of races, and
each choice of Krakens still to be named, is looked at in the same way. If there are more Krakens
than missing races, any card could be left out; otherwise only one whose race was named twice.
"""

from openabyss.rules.cards.allies import (
    ALLY_KINDS,
    FIRST_FIGHTER,
    FIRST_KRAKEN,
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
from openabyss.rules.paying import means_of
from openabyss.rules.record import compiled
from openabyss.rules.table import FORBID_SUPERFLUOUS, KIND, PASS, State

NOT_SUPERFLUOUS = 100
IMPOSSIBLE = -1000


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
    """Note the value of each race and of the Krakens in the hand, and the sums of the richest races."""
    for race in range(RACES):
        total = 0
        for value in range(1, HIGHEST_VALUE + 1):
            total += state.hand[player, race * HIGHEST_VALUE + value - 1] * value
        state.race_total[race] = total
    if state.leviathan == 1:
        for kind in range(FIRST_FIGHTER, ALLY_KINDS):
            state.race_total[RACE_OF[kind]] += state.hand[player, kind] * VALUE_OF[kind]
    sum_richest(state)
    sum_krakens(state, player)


@compiled
def sum_krakens(state: State, player: int) -> None:
    """Note how many Krakens the hand holds, and their value."""
    state.krakens_named = 0
    state.kraken_total = 0
    if state.kraken == 1:
        for kind in range(FIRST_KRAKEN, FIRST_FIGHTER):
            state.krakens_named += state.hand[player, kind]
            state.kraken_total += state.hand[player, kind] * VALUE_OF[kind]


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

    With the richest races chosen, cards can be added until the money suffices (see above).
    """
    demanded = race_demanded(state, player, lord)
    races = int(RACES_NEEDED[lord])
    poorest = state.richest[races] - state.richest[races - 1]
    if demanded == NO_RACE or state.race_total[demanded] >= poorest:
        value = state.richest[races]
    else:
        value = state.richest[races - 1] + state.race_total[demanded]
        poorest = state.race_total[demanded]
    short = cost_for(state, player, lord) - means_of(state, player) - state.kraken_total
    if poorest > 0 and value >= short:
        return True
    return bool(state.krakens_named > 0 and can_pay_with_krakens(state, races, short))


@compiled
def can_pay_with_krakens(state: State, races: int, short: int) -> bool:
    """With a Kraken for one race at least, the demanded one among them, the richest others do."""
    others = max(0, races - int(state.krakens_named))
    has_others = others == 0 or state.richest[others] > state.richest[others - 1]
    return bool(has_others and state.richest[races - 1] >= short)


@compiled
def offer_payment(state: State, player: int, lord: int) -> None:
    """Exactly the cards from which a legal payment can be completed, and *done* if it is one."""
    cost = cost_for(state, player, lord)
    demanded = race_demanded(state, player, lord)
    value, last = sum_payment(state)
    if is_legal_payment(state, player, lord, value, cost, demanded):
        state.mask[PASS] = 1
    state.race_total[:] = 0
    state.race_lowest[:] = 0
    state.krakens_left[:] = 0
    order = PLAIN_PAYMENT_ORDER if is_plain(state) else PAYMENT_ORDER
    for place in range(len(order) - 1, last - 1, -1):
        kind = order[place]
        left = state.hand[player, kind] - state.payment[kind]
        if left > 0:
            note_later(state, kind, left - 1)
            if can_be_completed(state, player, lord, kind, value, cost, demanded):
                state.mask[KIND + kind] = 1
            note_later(state, kind, 1)


@compiled
def is_plain(state: State) -> bool:
    """Only the plain allies may be paid with: no Krakens, no fighters."""
    return bool(state.kraken == 0 and state.leviathan == 0)


@compiled
def sum_payment(state: State) -> tuple[int, int]:
    """Note how many cards of each race, and how many Krakens, have been named; returns the value
    of all of them and the last place in the order that was used."""
    state.race_cards[:] = 0
    state.krakens_named = 0
    value, last = 0, 0
    order = PLAIN_PAYMENT_ORDER if is_plain(state) else PAYMENT_ORDER
    for place in range(len(order)):
        kind = order[place]
        if state.payment[kind] > 0:
            count_named(state, kind, int(state.payment[kind]))
            value += state.payment[kind] * VALUE_OF[kind]
            last = place
    return value, last


@compiled
def count_named(state: State, kind: int, copies: int) -> None:
    if RACE_OF[kind] == NO_RACE:
        state.krakens_named += copies
    else:
        state.race_cards[RACE_OF[kind]] += copies


@compiled
def note_later(state: State, kind: int, copies: int) -> None:
    """So many cards of a kind may be named after the one that is looked at."""
    if copies == 0:
        return
    race, value = RACE_OF[kind], VALUE_OF[kind]
    if race == NO_RACE:
        state.krakens_left[kind - FIRST_KRAKEN] += copies
        return
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
def races_named(state: State) -> int:
    """How many different races have been named, Krakens aside."""
    races = 0
    for race in range(RACES):
        if state.race_cards[race] > 0:
            races += 1
    return races


@compiled
def is_legal_payment(state: State, player: int, lord: int, value: int, cost: int, demanded: int) -> bool:
    """The cards named so far, with money for what is missing, pay for the lord."""
    if value + means_of(state, player) < cost:
        return False
    races, needed, krakens = races_named(state), int(RACES_NEEDED[lord]), int(state.krakens_named)
    if races > needed or races + krakens < needed:
        return False
    if demanded != NO_RACE and state.race_cards[demanded] == 0 and races == needed:
        return False
    excess = value - cost
    return has_nothing_superfluous(state, excess, races + krakens > needed, NOT_SUPERFLUOUS)


@compiled
def has_nothing_superfluous(state: State, excess: int, any_card: bool, lowest_new: int) -> bool:
    """R-1: no card could be left out without making the payment fail.

    `any_card`: every card could be left out as far as the races go, also those still to be named,
    of which `lowest_new` is the lowest; otherwise only a card whose race was named twice.
    """
    if state.options[FORBID_SUPERFLUOUS] == 0 or excess < 0:
        return True
    if any_card and excess >= lowest_new:
        return False
    return excess < lowest_dispensable(state, any_card)


@compiled
def lowest_dispensable(state: State, any_card: bool) -> int:
    """The lowest card named that could be left out as far as the races go."""
    order = PLAIN_PAYMENT_ORDER if is_plain(state) else PAYMENT_ORDER
    for place in range(len(order) - 1, -1, -1):
        kind = order[place]
        if state.payment[kind] > 0 and (
            any_card or (RACE_OF[kind] != NO_RACE and state.race_cards[RACE_OF[kind]] > 1)
        ):
            return int(VALUE_OF[kind])
    return NOT_SUPERFLUOUS


@compiled
def can_be_completed(
    state: State, player: int, lord: int, kind: int, value: int, cost: int, demanded: int
) -> bool:
    """After naming `kind`, some legal payment is left; the notes tell what may be named after it."""
    state.payment[kind] += 1
    count_named(state, kind, 1)
    possible = is_within_reach(state, player, lord, value + VALUE_OF[kind], cost, demanded)
    state.payment[kind] -= 1
    count_named(state, kind, -1)
    return possible


@compiled
def is_within_reach(state: State, player: int, lord: int, value: int, cost: int, demanded: int) -> bool:
    """The cards named, worth `value`, can grow into a legal payment, with some choice of the
    Krakens that may still be named."""
    money, needed = means_of(state, player), int(RACES_NEEDED[lord])
    if state.kraken == 0:
        return reaches(state, value, money, needed, cost, demanded, 0, NOT_SUPERFLUOUS)
    for twos in range(state.krakens_left[0] + 1):
        for threes in range(state.krakens_left[1] + 1):
            for fours in range(state.krakens_left[2] + 1):
                more = twos + threes + fours
                lowest = 2 if twos > 0 else 3 if threes > 0 else 4 if fours > 0 else NOT_SUPERFLUOUS
                worth = value + 2 * twos + 3 * threes + 4 * fours
                for races in range(max(0, needed - state.krakens_named - more), needed + 1):
                    spare = races + state.krakens_named + more - needed
                    wanted = demanded if races == needed else NO_RACE
                    if reaches(state, worth, money, races, cost, wanted, spare, lowest):
                        return True
    return False


@compiled
def reaches(
    state: State,
    value: int,
    money: int,
    races: int,
    cost: int,
    demanded: int,
    spare: int,
    lowest_new: int,
) -> bool:
    """Cards worth `value` can grow into a payment of exactly so many races; `spare` Krakens stand
    for no race that is missing."""
    missing = races
    least, most = value, value + money
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
        lowest_new = min(lowest_new, int(state.race_lowest[demanded]))
    if missing < 0:
        return False
    cheapest, richest, lowest = missing_races(state, without, missing)
    if cheapest == IMPOSSIBLE:
        return False
    if least + cheapest >= cost:
        excess = least + cheapest - cost
        return has_nothing_superfluous(state, excess, spare > 0, min(lowest_new, lowest))
    return bool(most + richest >= cost)


@compiled
def missing_races(state: State, without: int, missing: int) -> tuple[int, int, int]:
    """The least and the most that so many further races can add, and the lowest card among the
    least; IMPOSSIBLE if there are fewer."""
    cheapest, richest, lowest_card = 0, 0, NOT_SUPERFLUOUS
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
            return IMPOSSIBLE, IMPOSSIBLE, IMPOSSIBLE
        cheap |= 1 << lowest
        rich |= 1 << highest
        cheapest += state.race_lowest[lowest]
        richest += state.race_total[highest]
        lowest_card = min(lowest_card, int(state.race_lowest[lowest]))
    return cheapest, richest, lowest_card


@compiled
def offer_affiliation(state: State, player: int) -> None:
    """The lowest of the spent allies; any of them with the Master of Magic (5.6, step 2)."""
    free_choice = affiliates_any_ally(state, player)
    value = 0
    order = PLAIN_PAYMENT_ORDER if is_plain(state) else PAYMENT_ORDER
    for place in range(len(order) - 1, -1, -1):
        kind = order[place]
        if state.payment[kind] > 0 and RACE_OF[kind] != NO_RACE:
            value = VALUE_OF[kind] if value == 0 else value
            if free_choice or VALUE_OF[kind] == value:
                state.mask[KIND + kind] = 1
