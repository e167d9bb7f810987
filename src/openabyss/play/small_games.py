"""Small games by name: positions with fewer lords and reduced decks, played by all the rules.

`ten-lords` is a whole game from its beginning, with ten lords, six locations and the allies up to 3.
`last-lord` is the end of a game, so small that `players.exact` knows its value.
"""

from collections.abc import Mapping

from openabyss.errors import InvalidOption
from openabyss.words import _
from openabyss.words.listing import with_suggestion

SMALL_GAMES: Mapping[str, Mapping[str, object]] = {
    "ten-lords": {
        "players": 2,
        "exploration_deck": [f"{race}{value}" for race in "JCHSQ" for value in (1, 1, 2, 2, 3)] + ["M"] * 3,
        "court": [2, 6, 8, 13, 14, 21],
        "lord_deck": [3, 16, 18, 27],
        "available_locations": [1],
        "location_deck": [2, 3, 4, 5, 6],
        "seats": [{}, {}],
    },
    "last-lord": {
        "players": 2,
        "exploration_deck": ["S4", "J1"],
        "court": [11, 21, None, None, None, None],
        "lord_deck": [],
        "available_locations": [],
        "location_deck": [],
        "seats": [
            {
                "pearls": 1,
                "hand": ["J4", "C2"],
                "lords": [{"id": lord} for lord in (10, 23, 22, 32, 2, 18)],
            },
            {
                "pearls": 2,
                "hand": ["C1", "H2"],
                "lords": [{"id": lord} for lord in (1, 19, 16, 30, 24, 25)],
            },
        ],
    },
}


def small_game(name: str) -> Mapping[str, object]:
    """The position of a small game, for `Game.from_position`. Raises InvalidOption."""
    if name not in SMALL_GAMES:
        problem = _("there is no small game {name!r}").format(name=name)
        raise InvalidOption(with_suggestion(problem, str(name), SMALL_GAMES))
    return SMALL_GAMES[name]
