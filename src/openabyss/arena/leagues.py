"""Leagues: who meets whom, and how they stand.

Everybody meets everybody (round robin), or those who stand alike meet (Swiss). Entrants are numbers from 0,
and fill whole tables. Nothing here is left to chance.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import chain, combinations, permutations
from random import Random
from typing import NamedTuple

# Who sits at a table, and the tables of a round.
Table = tuple[int, ...]
Round = tuple[Table, ...]
# What it costs that two sit at the same table.
Costs = Sequence[Sequence[float]]

# From how many orders the search for the best tables starts.
STARTS = 12


@cache
def round_robin(entrants: int, seats: int) -> tuple[Round, ...]:
    """Rounds in which everybody meets everybody: at tables of two once; at larger ones at least once, in few
    rounds and nearly evenly."""
    if seats == 2:
        return tuple(_circle(entrants))
    rounds: list[Round] = []
    while len(met := meetings(rounds)) < entrants * (entrants - 1):
        costs: Costs = [[met[one, other] for other in range(entrants)] for one in range(entrants)]
        rounds.append(_best_tables(costs, list(range(entrants)), seats))
    return tuple(rounds)


def _circle(entrants: int) -> Iterator[Round]:
    """The first stays, the others move on by one around the table (Schurig, 1886)."""
    others = list(range(1, entrants))
    for turn in range(entrants - 1):
        circle = [0, *others[turn:], *others[:turn]]
        yield tuple((circle[place], circle[-1 - place]) for place in range(entrants // 2))


def swiss_round(points: Sequence[float], earlier: Sequence[Round], seats: int) -> Round:
    """The next round: nobody meets the same people again where that can be avoided, and then those sit
    together who have nearly the same points. The best are at the first table."""
    met = meetings(earlier)
    # One meeting too many weighs more than all differences in points.
    weight = 1 + seats * len(points) * (max(points) - min(points)) ** 2
    costs: Costs = [
        [weight * met[one, other] + (mine - theirs) ** 2 for other, theirs in enumerate(points)]
        for one, mine in enumerate(points)
    ]
    in_order = sorted(range(len(points)), key=lambda who: -points[who])
    tables = _best_tables(costs, in_order, seats)
    return tuple(sorted(tables, key=lambda table: sorted(map(in_order.index, table))))


def meetings(rounds: Iterable[Round]) -> Counter[tuple[int, int]]:
    """How often each two have met, in both orders; those who have not are not in it."""
    return Counter(pair for table in chain.from_iterable(rounds) for pair in permutations(table, 2))


def _best_tables(costs: Costs, order: list[int], seats: int) -> Round:
    """The cheapest tables that exchanging people finds, from this order and from some others."""
    found: list[tuple[float, Round]] = []
    shuffled = Random(0)  # The same orders every time.
    for _start in range(STARTS):
        tables = [order[first : first + seats] for first in range(0, len(order), seats)]
        while _exchange(costs, tables):
            pass
        cost = sum(costs[one][other] for table in tables for one, other in combinations(table, 2))
        found.append((cost, tuple(map(tuple, tables))))
        if cost == 0:
            break
        order = shuffled.sample(order, len(order))
    return min(found, key=lambda one: one[0])[1]


def _exchange(costs: Costs, tables: list[list[int]]) -> bool:
    """Let people change places where that is cheaper; whether it was anywhere."""
    has_changed = False
    for here, there in combinations(tables, 2):
        for place in range(len(here)):
            for seat in range(len(there)):
                one, other = costs[here[place]], costs[there[seat]]
                mine = sum(one[who] - other[who] for who in here if who != here[place])
                theirs = sum(other[who] - one[who] for who in there if who != there[seat])
                if mine + theirs > 0:
                    here[place], there[seat] = there[seat], here[place]
                    has_changed = True
    return has_changed


class Played(NamedTuple):
    """How a table has ended: who sat there, their places from 1, and what they scored."""

    entrants: tuple[int, ...]
    places: tuple[int, ...]
    scores: tuple[float, ...]

    def points(self) -> list[float]:
        """Each gets a point for everybody who is behind, and half a point for those on the same place."""
        return [
            sum((place < other) + (place == other) / 2 for other in self.places) - 0.5
            for place in self.places
        ]


class Standing(NamedTuple):
    """An entrant: the rank from 1, which several may have; points; Buchholz, all points of those who were
    met, as often as they were; the scores of all tables; and how many these are."""

    entrant: int
    rank: int
    points: float
    buchholz: float
    score: float
    tables: int


def points_of(entrants: int, played: Sequence[Played]) -> list[float]:
    """The points of each entrant."""
    points = [0.0] * entrants
    for table in played:
        for entrant, more in zip(table.entrants, table.points(), strict=True):
            points[entrant] += more
    return points


def standings(entrants: int, played: Sequence[Played]) -> list[Standing]:
    """All entrants, the best first."""
    points = points_of(entrants, played)
    buchholz, score, tables = [0.0] * entrants, [0.0] * entrants, [0] * entrants
    for table in played:
        together = sum(points[entrant] for entrant in table.entrants)
        for entrant, scored in zip(table.entrants, table.scores, strict=True):
            buchholz[entrant] += together - points[entrant]
            score[entrant] += scored
            tables[entrant] += 1
    counted = [(points[who], buchholz[who], score[who]) for who in range(entrants)]
    in_order = sorted(range(entrants), key=lambda who: [-one for one in counted[who]])
    return [
        Standing(who, 1 + sum(other > counted[who] for other in counted), *counted[who], tables[who])
        for who in in_order
    ]
