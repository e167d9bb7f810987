"""The cheapest payment for a lord, by what each card, each missing point and each point too much costs.

Payments are built in the order in which the rules name cards, falling in value, so that the last card is
the one to affiliate. `paths[krakens, races, value]` is the least that this number of Krakens and other cards
of exactly these races (a set of bits), of this value together, cost; `closed` is the same less the gain of
affiliating the last. A Kraken replaces a race that is missing.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from openabyss.engine.compiling import compiled
from openabyss.engine.layout import Numbers
from openabyss.rules.cards import allies
from openabyss.rules.cards.printed import RACES_NEEDED
from openabyss.rules.chapters import race_demanded
from openabyss.rules.state import State

Paths = NDArray[np.int64]

ALL_RACES = 1 << allies.RACES
# What is not possible costs about this much.
OUT_OF_REACH = 1_000_000_000

# By the number of races, and by a race that is among them or NO_RACE: all such sets, and how many they are.
SETS_OF = np.zeros((allies.RACES + 1, allies.RACES + 1, ALL_RACES), np.int64)
SETS = np.zeros((allies.RACES + 1, allies.RACES + 1), np.int64)
for _races in range(ALL_RACES):
    for _race in [allies.NO_RACE, *(race for race in range(allies.RACES) if _races >> race & 1)]:
        _count = _races.bit_count()
        SETS_OF[_count, _race, SETS[_count, _race]] = _races
        SETS[_count, _race] += 1


class CardCosts(NamedTuple):
    """By kind of ally: what it costs to spend a card, and what affiliating it gains."""

    losses: Paths
    gains: Paths


@compiled
def find_payments(
    state: State, player: int, named: Numbers, costs: CardCosts, paths: Paths, closed: Paths
) -> None:
    """The cheapest ways to go on from the cards already named. Where affiliating gains nothing, `paths` and
    `closed` may be the same."""
    paths[:] = OUT_OF_REACH
    closed[:] = OUT_OF_REACH
    reached, seen = start_from(named, costs, paths, closed)
    # The set of all values that there is room for.
    all_values = (1 << int(paths.shape[2])) - 1
    for place in range(last_named(named), allies.ALLY_KINDS):
        kind = int(allies.PAYMENT_ORDER[place])
        for _ in range(int(state.hand[player, kind]) - int(named[kind])):
            if allies.RACE_OF[kind] == allies.NO_RACE:
                add_kraken(paths, closed, kind, reached, int(costs.losses[kind]))
            else:
                add_card(paths, closed, kind, reached, seen, int(costs.losses[kind]), int(costs.gains[kind]))
                seen |= 1 << int(allies.RACE_OF[kind])
            reached |= reached << int(allies.VALUE_OF[kind]) & all_values


@compiled
def krakens_in(cards: Numbers) -> int:
    count = 0
    for kind in range(allies.FIRST_KRAKEN, allies.FIRST_FIGHTER):
        count += int(cards[kind])
    return count


@compiled
def value_of(cards: Numbers) -> int:
    """The value of all allies together."""
    value = 0
    for kind in range(allies.ALLY_KINDS):
        value += int(cards[kind]) * int(allies.VALUE_OF[kind])
    return value


@compiled
def last_named(named: Numbers) -> int:
    """The place in PAYMENT_ORDER of the last card named, 0 if none is."""
    for place in range(allies.ALLY_KINDS - 1, -1, -1):
        if named[allies.PAYMENT_ORDER[place]] > 0:
            return place
    return 0


@compiled
def start_from(named: Numbers, costs: CardCosts, paths: Paths, closed: Paths) -> tuple[int, int]:
    """Enter the cards named so far; returns the values reached, and the races, as sets of bits."""
    races, krakens = 0, krakens_in(named)
    for kind in range(allies.ALLY_KINDS):
        if named[kind] > 0 and allies.RACE_OF[kind] != allies.NO_RACE:
            races |= 1 << int(allies.RACE_OF[kind])
    value = min(value_of(named), paths.shape[2] - 1)
    paths[krakens, races, value] = 0
    closed[krakens, races, value] = -affiliated_of(named, costs)
    return 1 << value, races


@compiled
def affiliated_of(named: Numbers, costs: CardCosts) -> int:
    """The gain of affiliating the last card named that is no Kraken, 0 without any."""
    for place in range(allies.ALLY_KINDS - 1, -1, -1):
        kind = int(allies.PAYMENT_ORDER[place])
        if named[kind] > 0 and allies.RACE_OF[kind] != allies.NO_RACE:
            return int(costs.gains[kind])
    return 0


@compiled
def add_card(paths: Paths, closed: Paths, kind: int, reached: int, seen: int, loss: int, gain: int) -> None:
    """Every payment so far may have one more card; from high to low, so that it is added once."""
    value, race = int(allies.VALUE_OF[kind]), 1 << int(allies.RACE_OF[kind])
    other_races = seen & ~race
    for total in range(paths.shape[2] - 1, value - 1, -1):
        before = total - value
        if reached >> before & 1 == 1:
            for krakens in range(len(paths)):
                others = other_races
                while others >= 0:
                    races = others | race
                    cost = loss + min(paths[krakens, races, before], paths[krakens, others, before])
                    paths[krakens, races, total] = min(paths[krakens, races, total], cost)
                    closed[krakens, races, total] = min(closed[krakens, races, total], cost - gain)
                    others = next_subset(others, other_races)


@compiled
def next_subset(part: int, whole: int) -> int:
    """The next smaller subset of a set of bits; -1 after the empty one."""
    return (part - 1) & whole if part > 0 else -1


@compiled
def add_kraken(paths: Paths, closed: Paths, kind: int, reached: int, loss: int) -> None:
    """Every payment so far may have one more Kraken; what is affiliated stays the same."""
    value = int(allies.VALUE_OF[kind])
    for krakens in range(len(paths) - 1, 0, -1):
        for total in range(paths.shape[2] - 1, value - 1, -1):
            before = total - value
            if reached >> before & 1 == 1:
                for races in range(ALL_RACES):
                    cost = paths[krakens - 1, races, before] + loss
                    paths[krakens, races, total] = min(paths[krakens, races, total], cost)
                    cost = closed[krakens - 1, races, before] + loss
                    closed[krakens, races, total] = min(closed[krakens, races, total], cost)


@compiled
def cheapest(state: State, player: int, lord: int, closed: Paths, rest: Paths) -> int:
    """What the best of these payments costs for a lord, about OUT_OF_REACH if none pays for it.

    `rest[value]` is what cards of this value still leave to pay, or what paying too much costs;
    OUT_OF_REACH up to where money suffices. Krakens replace any races that the others do not show, also the
    one demanded.
    """
    needed, best, first = int(RACES_NEEDED[lord]), OUT_OF_REACH, 0
    while first < len(rest) and rest[first] == OUT_OF_REACH:
        first += 1
    for krakens in range(len(closed)):
        for count in range(max(0, needed - krakens), needed + 1):
            among = int(race_demanded(state, player, lord)) if count == needed else allies.NO_RACE
            for place in range(SETS[count, among]):
                races = SETS_OF[count, among, place]
                for value in range(first, len(rest)):
                    best = min(best, int(closed[krakens, races, value]) + int(rest[value]))
    return best
