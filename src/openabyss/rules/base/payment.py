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

from typing import NamedTuple

from openabyss.engine.compiling import compiled
from openabyss.rules.actions import KIND, PASS
from openabyss.rules.base.paying import means_of
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
from openabyss.rules.state import FORBID_SUPERFLUOUS, State

# Higher than any card: none could be left out.
NOT_SUPERFLUOUS = 100
IMPOSSIBLE = -1000
# A value and a race in one number: the value times this, and the race.
RACE_BASE = 8


class Demand(NamedTuple):
    """What a lord asks of `player`: `cost` in value, of which `money` can be paid in pearls and nebulis;
    cards of `races` races, among them `race` if it is not NO_RACE."""

    cost: int
    money: int
    races: int
    race: int


class Shortfall(NamedTuple):
    """What a hand lacks for a lord: different races, the one demanded among them, and value beyond the best
    cards of the right number of races and all other means; below 0 what is left over."""

    races: int
    value: int


class Named(NamedTuple):
    """The cards named so far: their value, how many races they are, Krakens aside, and the values of the
    lowest card and of the lowest whose race was named twice, or NOT_SUPERFLUOUS."""

    value: int
    races: int
    lowest: int
    lowest_twice: int


@compiled
def cost_for(state: State, player: int, lord: int) -> int:
    """What the lord costs `player` now, in points of value."""
    return int(COST[lord]) + price_change(state, player)


@compiled
def price_change(state: State, player: int) -> int:
    """By how much lords cost `player` more than is printed, or less."""
    return recruiter_surcharge(state, player) - treasurer_discount(state, player)


@compiled
def race_demanded(state: State, player: int, lord: int) -> int:
    """The race that must be among the cards, or NO_RACE."""
    if GUILD[lord] >= GUILDS_WITH_A_RACE or pays_with_any_race(state, player):
        return NO_RACE
    return int(GUILD[lord])


@compiled
def demand_of(state: State, player: int, lord: int) -> Demand:
    """All that a payment for the lord must fulfil."""
    cost, money = cost_for(state, player, lord), means_of(state, player)
    return Demand(cost, money, int(RACES_NEEDED[lord]), race_demanded(state, player, lord))


# ----------------------------------------------------------------------- which lords can be paid


@compiled
def sum_hand(state: State, player: int) -> None:
    """Note what `can_pay` needs: the value of each race in the hand, the sums of the richest races, the
    Krakens, and all that pays beside cards of races, with what lords cost less, as credit."""
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
    state.credit = means_of(state, player) + state.kraken_total - price_change(state, player)
    state.any_race_pays = pays_with_any_race(state, player)


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
def can_pay(state: State, lord: int) -> bool:
    """Some legal payment for the lord exists; needs the notes of `sum_hand`.

    With the richest races chosen, cards can be added until the money suffices (see above).
    """
    lack = shortfall(state, lord, state.credit)
    return bool(lack.races == 0 and lack.value <= 0)


@compiled
def shortfall(state: State, lord: int, credit: int) -> Shortfall:
    """What the hand summed by `sum_hand` lacks for the lord, with this `credit` (see there).

    The best that the right number of races is worth are the richest of them with the demanded one in the
    place of the poorest. A Kraken stands for a race that is missing; for one that is not it is no better.
    """
    races, missing = int(RACES_NEEDED[lord]), 0
    value, poorest = int(state.richest[races]), int(state.richest[races] - state.richest[races - 1])
    for rank in range(1, races + 1):
        missing += int(state.richest[rank] == state.richest[rank - 1])
    if GUILD[lord] < GUILDS_WITH_A_RACE and state.any_race_pays == 0:
        demanded = int(state.race_total[GUILD[lord]])
        value += min(0, demanded - poorest)
        missing = max(missing, int(demanded == 0))
    return Shortfall(max(0, missing - int(state.krakens_named)), int(COST[lord]) - credit - value)


# ------------------------------------------------------------------------ which cards can be named


@compiled
def offer_payment(state: State, player: int, lord: int) -> None:
    """Exactly the cards from which a legal payment can be completed, and *done* if it is one."""
    demand = demand_of(state, player, lord)
    named, last = sum_payment(state)
    if is_legal_payment(state, demand, named):
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
            if can_be_completed(state, demand, named, kind):
                state.mask[KIND + kind] = 1
            note_later(state, kind, 1)


@compiled
def is_plain(state: State) -> bool:
    """Only the plain allies may be paid with: no Krakens, no fighters."""
    return bool(state.kraken == 0 and state.leviathan == 0)


@compiled
def sum_payment(state: State) -> tuple[Named, int]:
    """Note how many cards of each race, and how many Krakens, have been named; returns what they come
    to, and the last place in the order that was used."""
    state.race_cards[:] = 0
    state.krakens_named = 0
    named, last = Named(0, 0, NOT_SUPERFLUOUS, NOT_SUPERFLUOUS), 0
    order = PLAIN_PAYMENT_ORDER if is_plain(state) else PAYMENT_ORDER
    for place in range(len(order)):
        kind = order[place]
        for _copy in range(state.payment[kind]):
            named, last = with_one_more(state, named, kind), place
            count_named(state, kind, 1)
    return named, last


@compiled
def with_one_more(state: State, named: Named, kind: int) -> Named:
    """What the cards named come to with one more, which is worth no more than any of them."""
    value, race = int(VALUE_OF[kind]), int(RACE_OF[kind])
    if race == NO_RACE:
        return Named(named.value + value, named.races, value, named.lowest_twice)
    if state.race_cards[race] > 0:
        return Named(named.value + value, named.races, value, value)
    return Named(named.value + value, named.races + 1, value, named.lowest_twice)


@compiled
def count_named(state: State, kind: int, copies: int) -> None:
    if RACE_OF[kind] == NO_RACE:
        state.krakens_named += copies
    else:
        state.race_cards[RACE_OF[kind]] += copies


@compiled
def note_later(state: State, kind: int, copies: int) -> None:
    """This many cards of a kind may be named after the one looked at; kinds come in rising value."""
    if copies == 0:
        return
    race, value = RACE_OF[kind], VALUE_OF[kind]
    if race == NO_RACE:
        state.krakens_left[kind - FIRST_KRAKEN] += copies
        return
    state.race_total[race] += copies * value
    if state.race_lowest[race] == 0:
        state.race_lowest[race] = value


@compiled
def value_named(state: State) -> int:
    """The value of the cards named so far."""
    value = 0
    for kind in range(ALLY_KINDS):
        value += state.payment[kind] * VALUE_OF[kind]
    return value


@compiled
def is_legal_payment(state: State, demand: Demand, named: Named) -> bool:
    """The cards named so far, with money for what is missing, pay for the lord."""
    if named.value + demand.money < demand.cost:
        return False
    spare = named.races + int(state.krakens_named) - demand.races
    if named.races > demand.races or spare < 0:
        return False
    if named.races == demand.races and demand.race != NO_RACE and state.race_cards[demand.race] == 0:
        return False
    lowest = named.lowest if spare > 0 else named.lowest_twice
    return has_nothing_superfluous(state, named.value - demand.cost, lowest)


@compiled
def has_nothing_superfluous(state: State, excess: int, lowest: int) -> bool:
    """R-1: the lowest card that could be left out as far as the races go is needed for the cost."""
    return bool(excess < lowest or state.options[FORBID_SUPERFLUOUS] == 0)


@compiled
def can_be_completed(state: State, demand: Demand, named: Named, kind: int) -> bool:
    """After naming `kind`, some legal payment is left; the notes tell what may be named after it."""
    more = with_one_more(state, named, kind)
    count_named(state, kind, 1)
    possible = is_within_reach(state, demand, more)
    count_named(state, kind, -1)
    return possible


@compiled
def is_within_reach(state: State, demand: Demand, named: Named) -> bool:
    """The cards named can grow into a legal payment, with some choice of the Krakens that may still be
    named."""
    if state.kraken == 0:
        return reaches(state, demand, named, demand.races, False)
    for twos in range(state.krakens_left[0] + 1):
        for threes in range(state.krakens_left[1] + 1):
            for fours in range(state.krakens_left[2] + 1):
                if reaches_with_krakens(state, demand, named, twos, threes, fours):
                    return True
    return False


@compiled
def reaches_with_krakens(
    state: State, demand: Demand, named: Named, twos: int, threes: int, fours: int
) -> bool:
    """The same with exactly these further Krakens, each of which stands for a race or not.

    Whether one of these could be left out is not asked: then fewer of them do as well.
    """
    value = named.value + 2 * twos + 3 * threes + 4 * fours
    more = Named(value, named.races, named.lowest, named.lowest_twice)
    krakens = int(state.krakens_named) + twos + threes + fours
    for races in range(demand.races - krakens, demand.races + 1):
        if reaches(state, demand, more, races, races + krakens > demand.races):
            return True
    return False


@compiled
def reaches(state: State, demand: Demand, named: Named, races: int, any_card: bool) -> bool:
    """The cards named can grow into a payment of exactly `races` races, Krakens aside.

    `any_card`: there is a Kraken more than are needed, so that every card could be left out as far as the
    races go, also those still to be named; otherwise only a card whose race was named twice.
    """
    missing, without = races - named.races, NO_RACE
    least, most, lowest_new = named.value, named.value + demand.money, NOT_SUPERFLUOUS
    if demand.race != NO_RACE and races == demand.races and state.race_cards[demand.race] == 0:
        missing, without = missing - 1, demand.race
        lowest_new = int(state.race_lowest[without])
        least += lowest_new
        most += state.race_total[without]
    if missing < 0 or lowest_new == 0:
        return False
    if missing > 0:
        cheapest, richest, lowest = missing_races(state, without, missing)
        if cheapest == IMPOSSIBLE:
            return False
        least, most, lowest_new = least + cheapest, most + richest, min(lowest_new, lowest)
    if least >= demand.cost:
        lowest = min(named.lowest, lowest_new) if any_card else named.lowest_twice
        return has_nothing_superfluous(state, least - demand.cost, lowest)
    return bool(most + more_of_named_races(state) >= demand.cost)


@compiled
def more_of_named_races(state: State) -> int:
    """What all later cards of the races named are worth."""
    value = 0
    for race in range(RACES):
        if state.race_cards[race] > 0:
            value += state.race_total[race]
    return value


@compiled
def missing_races(state: State, without: int, missing: int) -> tuple[int, int, int]:
    """The least and the most that `missing` further races can add, and the lowest card among the
    least; IMPOSSIBLE if there are fewer."""
    cheapest, richest, lowest_card = 0, 0, NOT_SUPERFLUOUS
    cheap, rich = 0, 0
    for _ in range(missing):
        # Values with their race in the last digit: least and greatest need no unpredictable jumps.
        lowest, highest = NOT_SUPERFLUOUS * RACE_BASE, IMPOSSIBLE
        for race in range(RACES):
            if (state.race_cards[race] == 0) & (race != without) & (state.race_lowest[race] > 0):
                if cheap >> race & 1 == 0:
                    lowest = min(lowest, state.race_lowest[race] * RACE_BASE + race)
                if rich >> race & 1 == 0:
                    highest = max(highest, state.race_total[race] * RACE_BASE + race)
        if highest == IMPOSSIBLE:
            return IMPOSSIBLE, IMPOSSIBLE, IMPOSSIBLE
        cheap |= 1 << lowest % RACE_BASE
        rich |= 1 << highest % RACE_BASE
        cheapest += lowest // RACE_BASE
        richest += highest // RACE_BASE
        lowest_card = min(lowest_card, lowest // RACE_BASE)
    return cheapest, richest, lowest_card


@compiled
def offer_affiliation(state: State, player: int) -> None:
    """The lowest of the spent allies; any of them with the Master of Magic (rules 5.6, step 2)."""
    free_choice = affiliates_any_ally(state, player)
    value = 0
    order = PLAIN_PAYMENT_ORDER if is_plain(state) else PAYMENT_ORDER
    for place in range(len(order) - 1, -1, -1):
        kind = order[place]
        if state.payment[kind] > 0 and RACE_OF[kind] != NO_RACE:
            value = VALUE_OF[kind] if value == 0 else value
            if free_choice or VALUE_OF[kind] == value:
                state.mask[KIND + kind] = 1
