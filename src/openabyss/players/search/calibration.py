"""From the shares of a search to win probabilities: at some tables searches are too careful."""

from openabyss.players.network.network import Floats

# By table: the exponent with which the winners were likeliest (temperature scaling: Guo et al., 2017, "On
# Calibration of Modern Neural Networks"), where games of `hard` and of `medium` ask for one, and half of
# what those of `hard` ask for where those of `medium` do not. The figures are in docs/training/log.md.
SHARPNESS = {
    "base3": 1.1,
    "base4": 1.15,
    "leviathan3": 1.1,
    "leviathan4": 1.3,
    "leviathan5": 3.2,
    "both2": 1.2,
    "both5": 3.25,
}


def calibrated(shares: Floats, table: str) -> tuple[float, ...]:
    """The win probability of each seat at this table, as `both5`; all are 0 where nothing was searched."""
    sharp = shares ** SHARPNESS.get(table, 1.0)
    return tuple((sharp / (sharp.sum() or 1.0)).tolist())
