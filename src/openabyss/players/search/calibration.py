"""From the shares of a search to win probabilities: at some tables searches are too careful, or too sure."""

import numpy as np

from openabyss.players.network.network import Floats

# By table: the exponent with which the winners were likeliest (temperature scaling: Guo et al., 2017, "On
# Calibration of Modern Neural Networks"), and by how much more leads count than that, or less where it is
# negative. Fitted to games of `hard`, together with those of `medium` where these agree or `hard` had few
# (Leviathan, 5). The figures are in docs/training/log.md.
SHARPNESS = {
    "base3": (1.1, 0.0),
    "base4": (1.15, 0.0),
    "kraken3": (2.4, -3.2),
    "leviathan3": (1.1, 0.0),
    "leviathan4": (1.3, 0.0),
    "leviathan5": (3.55, -6.3),
    "both2": (1.2, 0.0),
    "both4": (0.9, 1.5),
    "both5": (4.4, -3.0),
}


def calibrated(shares: Floats, table: str) -> tuple[float, ...]:
    """The win probability of each seat at this table, as `both5`; all are 0 where nothing was searched."""
    exponent, lead = SHARPNESS.get(table, (1.0, 0.0))
    chances = shares / (shares.sum() or 1.0)
    sharp = chances**exponent * np.exp(lead * chances)
    return tuple((sharp / (sharp.sum() or 1.0)).tolist())
