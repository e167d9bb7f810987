"""Small games by name: positions with fewer lords and reduced decks, played by all the rules.

They are in `small_games.json`. `ten-lords` is a whole game from its beginning, with ten lords, six locations
and the allies up to 3. `last-lord` is the end of a game, so small that `players.exact` knows its value.
"""

import json
from collections.abc import Mapping
from copy import deepcopy
from pathlib import Path

from openabyss.errors import InvalidOption
from openabyss.words import _
from openabyss.words.arguments import instance_of
from openabyss.words.listing import with_suggestion

SMALL_GAMES: Mapping[str, Mapping[str, object]] = json.loads(
    Path(__file__).with_suffix(".json").read_text("utf-8")
)


def small_game(name: str) -> Mapping[str, object]:
    """A copy of the position of a small game, for `Game.from_position`. Raises InvalidOption,
    InvalidArgument."""
    if instance_of("name", name, str) not in SMALL_GAMES:
        problem = _("there is no small game {name!r}").format(name=name)
        raise InvalidOption(with_suggestion(problem, name, SMALL_GAMES))
    return deepcopy(SMALL_GAMES[name])
