"""From the places of games to meetings: place by place, who came next among those who were left.

This is the model of Plackett (1975) and Luce (1959): a game is as many choices as it has places, and each
is a victory over those who are left. Those who share a place could have come in any order; all orders count
alike, so that for two a shared victory is half a victory each.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, groupby
from operator import itemgetter
from typing import NamedTuple

import numpy as np

from openabyss.arena.ratings.bradley_terry import Floats, Meetings

# The rank and the player of each seat of a game.
Places = tuple[tuple[int, int], ...]
# Those who were left, each as often as it had seats; who of them could come next; how much that counts.
Choice = tuple[tuple[int, ...], tuple[int, ...], float]


class Placed(NamedTuple):
    """All choices of a series, and by round how many there were of each row and who came next."""

    meetings: Meetings
    games: Floats
    wins: Floats


@cache
def choices(places: Places) -> tuple[Choice, ...]:
    """Who came next, place by place, until one is left."""
    return tuple(_choices(sorted(places)))


def _choices(ordered: Sequence[tuple[int, int]]) -> Iterator[Choice]:
    behind = [player for _rank, player in ordered]
    for _rank, group in groupby(ordered, itemgetter(0)):
        equals = [player for _rank, player in group]
        behind = behind[len(equals) :]
        for taken in range(len(equals)):
            orders = list(combinations(equals, len(equals) - taken))
            for left in orders if len(orders[0]) + len(behind) > 1 else ():
                yield tuple(sorted((*left, *behind))), left, 1 / len(orders)


def gathered(rounds: Sequence[Sequence[Places]], players: int) -> Placed:
    """The choices of games, which come by rounds. What `fit` imagines is of whole tables."""
    found = [[choice for places in games for choice in choices(places)] for games in rounds]
    rows = {left: row for row, left in enumerate(sorted({left for games in found for left, *_rest in games}))}
    games, wins = np.zeros((len(found), len(rows))), np.zeros((len(found), players))
    won = np.zeros((len(rows), players))
    for number, chosen in enumerate(found):
        for left, first, weight in chosen:
            games[number, rows[left]] += weight
            for who in first:
                wins[number, who] += weight / len(first)
                won[rows[left], who] += weight / len(first)
    copies = np.array([[left.count(who) for who in range(players)] for left in rows], float)
    seats = copies.sum(axis=1)
    imagined = (seats == seats.max()).astype(float)
    return Placed(Meetings(copies, won, games.sum(axis=0), imagined), games, wins)
