"""How the entrants of a league stand: points by place, then the points of their opponents, then what they
scored."""

from collections.abc import Sequence
from typing import NamedTuple


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
