"""95 % intervals: between which values the truth lies, nineteen times in twenty."""

import math

# The normal distribution has 95 % of its mass between minus and plus this many standard deviations.
Z_95 = 1.959963984540054


def wilson(wins: float, games: float) -> tuple[float, float]:
    """The Wilson score interval of a win rate; (0, 1) when there are no games.

    Both may be fractions: a shared victory counts as a share, and games that hang together count as fewer.
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
