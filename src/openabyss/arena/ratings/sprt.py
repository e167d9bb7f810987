"""Is B better than A? A sequential test that stops as soon as the games say so.

The generalised sequential probability ratio test on the shares of whole rounds. For two players a
round is a pair of games with the same cards and seats exchanged, so that its share has five usual
values (the pentanomial model of chess engine testing); nothing here depends on their number. For
each hypothesis about the mean share, the likeliest distribution with that mean is taken (M. Van den
Bergh, The generalized maximum likelihood ratio for the expectation value of a distribution, 2019).
"""

import math
from dataclasses import dataclass

import numpy as np

from openabyss.arena.ratings.plackett_luce import Floats, expected_share
from openabyss.errors import InvalidOption
from openabyss.words import _

# The probability of a wrong answer, in either direction.
ERROR = 0.05
LIMIT = math.log((1 - ERROR) / ERROR)
# Beyond it, an expected share is nearly 0 or 1.
MAX_ELO = 4_000
# Outcomes that have not occurred count as this many.
UNSEEN = 1e-3
BISECTIONS = 60

BETTER, NOT_BETTER, UNDECIDED = "better", "not_better", "undecided"


@dataclass(frozen=True)
class Bounds:
    """The two hypotheses, in points of Elo: no more than `elo0`, or at least `elo1`."""

    elo0: float
    elo1: float

    def __post_init__(self) -> None:
        if not self.elo0 < self.elo1:
            raise InvalidOption(
                _("sprt: {elo0:g},{elo1:g}: the first must be less than the second").format(
                    elo0=self.elo0, elo1=self.elo1
                )
            )
        if max(abs(self.elo0), abs(self.elo1)) > MAX_ELO:
            problem = _("sprt: {elo0:g},{elo1:g}: numbers from -{most} to {most} are needed")
            raise InvalidOption(problem.format(elo0=self.elo0, elo1=self.elo1, most=MAX_ELO))


def read_bounds(text: str) -> Bounds:
    """The bounds in "0,20". Raises InvalidOption."""
    try:
        elo0, elo1 = (float(number) for number in text.split(","))
    except ValueError:
        raise InvalidOption(
            _("sprt: {text!r}: two numbers are needed, such as 0,20").format(text=text)
        ) from None
    return Bounds(elo0, elo1)


class SequentialTest:
    """The state of the test after some rounds."""

    def __init__(self, bounds: Bounds, seats: int) -> None:
        self.shares = tuple(expected_share(elo, seats) for elo in (bounds.elo0, bounds.elo1))
        self.counts: dict[float, float] = dict.fromkeys((0.0, 1.0 / seats, 1.0), 0.0)
        self.rounds = 0
        self.ratio = 0.0

    def add(self, share: float) -> str:
        """Count one more round, after which the answer is BETTER, NOT_BETTER or UNDECIDED."""
        value = round(share, 6)
        self.counts[value] = self.counts.get(value, 0.0) + 1
        self.rounds += 1
        self.ratio = log_likelihood_ratio(self.counts, *self.shares)
        return self.verdict

    @property
    def verdict(self) -> str:
        if self.ratio >= LIMIT:
            return BETTER
        return NOT_BETTER if self.ratio <= -LIMIT else UNDECIDED


def log_likelihood_ratio(counts: dict[float, float], share0: float, share1: float) -> float:
    """The logarithm of how much likelier the rounds are if the mean share is `share1` than if it is
    `share0`."""
    values = np.array(sorted(counts))
    seen = np.array([max(counts[value], UNSEEN) for value in values.tolist()])
    frequencies = seen / seen.sum()
    likely0, likely1 = (likeliest(values, frequencies, share) for share in (share0, share1))
    return float(seen @ np.log(likely1 / likely0))


def likeliest(values: Floats, frequencies: Floats, mean: float) -> Floats:
    """Of all distributions over `values` with that mean, the one that explains the frequencies best.

    It is frequency / (1 + x (value - mean)) for the one x that gives the mean, found by halving.
    The mean is strictly between the least and the greatest value.
    """
    distances = values - mean
    low, high = -1.0 / distances.max(), -1.0 / distances.min()
    for _step in range(BISECTIONS):
        middle = (low + high) / 2
        if frequencies @ (distances / (1 + middle * distances)) > 0:
            low = middle
        else:
            high = middle
    return np.asarray(frequencies / (1 + (low + high) / 2 * distances))
