"""Strength from victories: Bradley–Terry for tables of any size, by maximum likelihood.

A player of strength θ wins with chance exp θ / Σ exp θ over the seats of the table (Luce's choice
axiom, 1959), which for two players is the model of Bradley and Terry (1952) and of Elo. A shared
victory counts as shares, as if it had been won in parts. `places` makes such victories of all places.
"""

import math
from dataclasses import dataclass, field

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
