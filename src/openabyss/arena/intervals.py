"""95 % intervals, which contain the true value nineteen times in twenty: of means, and of win rates, also of
paired games with shared victories."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

# The normal distribution has 95 % of its mass between minus and plus this many standard deviations.
Z_95 = 1.959963984540054
# A variance measured in few rounds is uncertain: it is averaged with the usual one, weighted as this many
# rounds.
ROUNDS_OF_DOUBT = 10.0

Numbers = NDArray[np.int64]
Floats = NDArray[np.float64]


def wilson(wins: float, games: float) -> tuple[float, float]:
    """The Wilson score interval of a win rate; (0, 1) when there are no games.

    Both may be fractions: a shared victory counts as a share, and dependent games count as fewer.
    E. B. Wilson, Probable inference, the law of succession, and statistical inference (1927).
    """
    if games == 0:
        return 0.0, 1.0
    rate = wins / games
    spread = Z_95 * Z_95 / games
    centre = (rate + spread / 2) / (1 + spread)
    margin = Z_95 * math.sqrt(rate * (1 - rate) / games + spread / (4 * games)) / (1 + spread)
    return max(0.0, centre - margin), min(1.0, centre + margin)


def margin_of_mean(total: int, total_of_squares: int, count: int) -> float:
    """Half the width of the interval of a mean, from the sums of whole numbers and their squares.

    Infinite with fewer than two values.
    """
    if count < 2:
        return math.inf
    variance = (total_of_squares - total * total / count) / (count - 1)
    return Z_95 * math.sqrt(max(0.0, variance) / count)


@dataclass(frozen=True)
class WinRate:
    """A win rate: victories in shares, and the ends of its interval (95 %)."""

    games: int
    wins: float
    low: float
    high: float

    @property
    def rate(self) -> float:
        return self.wins / self.games if self.games else 0.0


def win_rate(rounds: Floats, lineups: Numbers) -> WinRate:
    """From the shares of one player, rounds by games, and the lineup that played each round.

    The interval is Wilson's for as many independent games without shared victories as would give
    the rate as exactly as these do.
    """
    games, wins = rounds.size, float(rounds.sum())
    low, high = wilson(wins, games)
    if 0 < wins < games:
        worth = games / deviation(rounds, lineups)
        low, high = wilson(wins / games * worth, worth)
    return WinRate(games, wins, low, high)


def deviation(rounds: Floats, lineups: Numbers) -> float:
    """The variance of rounds of the same lineup over that of games which are independent and won or lost.

    Above 0 wherever not everything is won or lost.
    """
    count, games = rounds.shape
    rate = float(rounds.mean())
    usual = rate * (1 - rate) / games
    means = rounds.mean(axis=1)
    met = np.unique(lineups)
    found = sum(float(np.square(own - own.mean()).sum()) for own in (means[lineups == one] for one in met))
    known = max(count - len(met), 0)
    return float((found + ROUNDS_OF_DOUBT * usual) / (known + ROUNDS_OF_DOUBT) / usual)


@dataclass(frozen=True)
class Pairing:
    """How playing the same cards from every seat changes the variance of a result.

    Below 1, rounds say more than as many games with cards and seats of their own; `margin` is half
    the width of the interval of the factor.
    """

    factor: float
    margin: float


def pairing(rounds: Floats) -> Pairing | None:
    """Measured in rounds (rounds by games of the round); None when there are too few to say."""
    count, games = rounds.shape
    alone = float(rounds.var(ddof=1)) if rounds.size > 1 else 0.0
    if count < 2 or games < 2 or alone == 0.0:
        return None
    together = float(np.var(rounds.mean(axis=1), ddof=1))
    factor = together * games / alone
    return Pairing(factor, 1.96 * factor * math.sqrt(2 / (count - 1)))
