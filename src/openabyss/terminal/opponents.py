"""Who may sit at a table: people, and the computer opponents by name."""

import re

from openabyss.errors import InvalidOption
from openabyss.players.kinds import player_kinds
from openabyss.players.registry import Player, names_a_player, player
from openabyss.words import _
from openabyss.words.suggesting import with_suggestion

HUMAN = "human"
# The rival of solo play, who sits only there.
REGENT = "regent"
# A comma between opponents, not one between the settings of an opponent.
BETWEEN_OPPONENTS = r",(?!\s*\w+=)"


def opponent_names() -> list[str]:
    """The computer opponents that can be asked to play."""
    return [kind.name for kind in player_kinds() if kind.name != REGENT]


def seat_kinds() -> list[str]:
    """Everything that may sit at a table."""
    return [HUMAN, *opponent_names()]


def default_opponent() -> str:
    """Who plays if nobody was named."""
    names = opponent_names()
    return "greedy" if "greedy" in names else names[-1]


def read_kinds(text: str) -> list[str]:
    """The kinds in a list such as "human,greedy:pearl=90,random". Raises InvalidOption with a suggestion."""
    return [check_kind(kind.strip()) for kind in re.split(BETWEEN_OPPONENTS, text)]


def check_kind(kind: str) -> str:
    """The kind itself if it may sit at a table; bots may. Raises InvalidOption with a suggestion."""
    if kind == HUMAN:
        return kind
    if not names_a_player(kind):
        problem = _("there is no opponent {name!r}").format(name=kind)
        raise InvalidOption(with_suggestion(problem, kind, seat_kinds()))
    player(kind)
    return kind


def computer_player(kind: str, seed: int) -> Player:
    """A computer opponent, ready to choose; the same seed chooses the same."""
    return player(kind, seed)
