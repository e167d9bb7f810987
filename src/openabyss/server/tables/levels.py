"""Which computers may play at the tables of this server: the levels, and the bots that it was started with. A
level comes from a request, a row of the database or an archive, and some texts name a program to run: so only
those in this list are ever passed to `player`."""

from collections.abc import Sequence

from openabyss.errors import InvalidOption
from openabyss.players.kinds import is_seatable, player_kinds
from openabyss.words import _
from openabyss.words.levels import FORMER

REGENT = "regent"
# The level that plays if none was named: it answers at once and is not easy to beat.
DEFAULT_LEVEL = "medium"
SHOWN_LETTERS = 40


def levels() -> list[str]:
    """The levels of computers that people can choose, the easiest first."""
    return [kind.name for kind in player_kinds() if kind.is_level]


def playing_level(level: str) -> str:
    """The level that plays a seat stored with this one: the default level in place of a bot that this server
    was not started with."""
    return level if is_seatable(level) else FORMER.get(level, DEFAULT_LEVEL)


def is_known(level: str) -> bool:
    """Whether seats may be stored with this level."""
    return is_seatable(level) or level in FORMER


def seats_of_strangers(levels: Sequence[str | None]) -> list[int]:
    """The seats that the default level plays because this server was not started with their bots."""
    return [seat for seat, level in enumerate(levels) if level is not None and not is_known(level)]


def check_level(level: str) -> str:
    """Raises InvalidOption unless it is a level or another player that may have a seat, but not the
    Regent."""
    if level == REGENT or not is_seatable(level):
        problem = _("there is no computer {level!r}; the levels are {levels}")
        raise InvalidOption(problem.format(level=level[:SHOWN_LETTERS], levels=", ".join(levels())))
    from openabyss.players.registry import player  # noqa: PLC0415  loads the players

    player(level)
    return level
