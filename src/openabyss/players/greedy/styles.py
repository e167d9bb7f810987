"""Styles: how the weights of a computer differ that is fond of something."""

from collections.abc import Mapping

from openabyss.errors import InvalidOption
from openabyss.players.greedy.weights import DEFAULT_WEIGHTS, WEIGHT_NAMES, Weights
from openabyss.words import _
from openabyss.words.levels import STYLES

STYLE = "style"
# By what each style values something more, or less. docs/training/log.md says what comes of it.
INCLINATIONS = {
    "collector": {"recruit": 100, "first_key": 300, "second_key": 300, "location_share": 100},
    "hunter": {
        **{"token": 155, "raised_threat": 60, "explore": 60},
        **{"leviathan_token": 165, "scourge": 200, "trophy": 200},
    },
    "banker": {"pearl": 45, "buy": 210},
    "spoiler": {"denied": 35, "contested": 200, "given_pearl": 55, "left_open": 80, "refill": -80},
}


def weights_of_style(texts: Mapping[str, str], percent: int) -> Weights:
    """The weights of the style that is named among the settings of a player, by so much of its inclination;
    the default ones where none is. Raises InvalidOption."""
    weights = DEFAULT_WEIGHTS.copy()
    if STYLE in texts:
        if texts[STYLE] not in INCLINATIONS:
            problem = _("style={value}: possible are {choices}")
            raise InvalidOption(problem.format(value=texts[STYLE], choices=", ".join(STYLES)))
        for name, more in INCLINATIONS[texts[STYLE]].items():
            weights[WEIGHT_NAMES.index(name)] += more * percent // 100
    return weights
