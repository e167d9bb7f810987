"""Strengths from the winners of games at tables of any size, or from all places, by maximum likelihood:
Plackett–Luce.

Place by place, somebody came next among those who were left: a game is as many choices as it has places
(Plackett, 1975), and each is a victory over those who are left; the first of them is who won. A player of
strength θ wins with chance exp θ / Σ exp θ over them (Luce's choice axiom, 1959), which for two players is
the model of Bradley and Terry (1952) and of Elo. Those who share a place could have come in any order; all
orders count alike, so that for two a shared victory is half a victory each.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations, groupby
from operator import itemgetter
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

ELO_PER_UNIT = 400 / math.log(10)
# A prior of this many imagined games of each lineup, all shared by everybody, so that a player who lost every
# game still has a finite rating. It changes a rating from 1,000 games by a thousandth.
IMAGINED_GAMES = 1.0
MAX_STEPS = 100
MAX_STEP = 2.0
CLOSE_ENOUGH = 1e-10

# The rank and the player of each seat of a game.
Places = tuple[tuple[int, int], ...]
# Those who were left, each as often as it had seats; who of them could come next; how much that counts.
Choice = tuple[tuple[int, ...], tuple[int, ...], float]


@dataclass(frozen=True)
class Meetings:
    """What the fit needs of the games: rows are lineups, columns are players.

    `copies` says how many seats of the lineup a player has, `wins` how many victories (in shares),
    `games` how many games were played by the lineup, `imagined` how often IMAGINED_GAMES of it are added.
    """

    copies: Floats
    wins: Floats
    games: Floats
    imagined: Floats = field(default_factory=lambda: np.ones(1))

    @property
    def weighted_games(self) -> Floats:
        """The games of each lineup, imagined ones included."""
        return np.asarray(self.games + IMAGINED_GAMES * self.imagined)


def chances(copies: Floats, strengths: Floats) -> Floats:
    """The chance of each player to win at each lineup, all of its copies together."""
    weights = copies * np.exp(strengths - strengths.max())
    return np.asarray(weights / weights.sum(axis=1, keepdims=True))


def fit(meetings: Meetings) -> Floats:
    """The strengths that make the results most likely; their mean is 0.

    Newton's method, with steps that are cut short; the logarithm of the likelihood is concave.
    """
    seats = meetings.copies.sum(axis=1, keepdims=True)
    imagined = IMAGINED_GAMES * meetings.imagined[:, None]
    wins = (meetings.wins + imagined * meetings.copies / seats).sum(axis=0)
    games = meetings.weighted_games
    strengths = np.zeros(meetings.copies.shape[1])
    for _step in range(MAX_STEPS):
        expected = chances(meetings.copies, strengths)
        slope = wins - games @ expected
        step = inverse(information(expected, games)) @ slope
        step *= min(1.0, MAX_STEP / max(float(np.abs(step).max()), CLOSE_ENOUGH))
        strengths += step
        if np.abs(step).max() < CLOSE_ENOUGH:
            break
    return np.asarray(strengths - strengths.mean())


def information(expected: Floats, games: Floats) -> Floats:
    """Fisher's information about the strengths: players by players."""
    total: Floats = np.diag(games @ expected) - (expected * games[:, None]).T @ expected
    return total


def inverse(known: Floats) -> Floats:
    """The inverse among strengths whose mean is 0: of their mean itself, games say nothing."""
    count = len(known)
    mean = np.full((count, count), 1 / count)
    return np.asarray(np.linalg.inv(known + mean) - mean)


def standard_errors(meetings: Meetings, strengths: Floats, surprises: Floats) -> Floats:
    """The standard error of each strength (against the mean of all).

    `surprises` has a row for each round of a lineup: victories less those expected, by player.
    Games of a round have the same cards and may hang together, so the spread of the rounds is
    looked at (the sandwich of Huber and White) next to what the model says, and the larger counts:
    in few rounds, or after a clean sweep, the spread alone would be too sure.
    """
    expected = chances(meetings.copies, strengths)
    known = inverse(information(expected, meetings.weighted_games))
    spread = known @ (surprises.T @ surprises) @ known
    variances: Floats = np.maximum(np.diag(known), np.diag(spread))
    return np.sqrt(variances)


def elo(strength: float) -> float:
    """A strength, or a difference of strengths, in points of Elo."""
    return strength * ELO_PER_UNIT


def expected_share(elo_difference: float, seats: int) -> float:
    """The expected share of victories at a table of others who are all weaker by this difference."""
    weight = math.exp(elo_difference / ELO_PER_UNIT)
    return weight / (weight + seats - 1)


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


def gathered(rounds: Sequence[Sequence[Places]], players: int, most: int | None = None) -> Placed:
    """The choices of games, which come by rounds, or the first `most` of each game: 1 for who won. What
    `fit` imagines is of whole tables."""
    found = [[choice for places in games for choice in choices(places)[:most]] for games in rounds]
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
    if not are_linked(copies):
        # A series has just begun. Who has not met the others is imagined to have met all at one table.
        copies, imagined = np.vstack((copies, np.ones(players))), np.append(imagined, 1.0)
        won, games = np.vstack((won, np.zeros(players))), np.pad(games, ((0, 0), (0, 1)))
    return Placed(Meetings(copies, won, games.sum(axis=0), imagined), games, wins)


def are_linked(copies: Floats) -> bool:
    """Whether everybody has met everybody, or somebody who has, and so on: else nothing can be compared."""
    met = (copies > 0).astype(float)
    return bool((np.linalg.matrix_power(met.T @ met, len(met.T)) > 0).all())
