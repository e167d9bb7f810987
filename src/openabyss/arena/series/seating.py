"""The players of a series: their specs as they are typed, and the lineups that meet at a table."""

from collections.abc import Sequence
from itertools import combinations

from openabyss.errors import InvalidOption
from openabyss.play.position.options import MAX_PLAYERS
from openabyss.players.kinds import KINDS
from openabyss.words import _

USUAL_PLAYER = "random"
# The default player against the Regent in solo series.
USUAL_PERSON, REGENT = "medium", "regent"

# Players of a table by their places among all players of a series, in seating order.
Lineup = tuple[int, ...]


def split_specs(text: str) -> tuple[str, ...]:
    """The specs in "medium:pearl=90,buy=0,random": what has a `=` but no name goes with the one before."""
    specs: list[str] = []
    for piece in text.split(","):
        if specs and "=" in piece and ":" not in piece:
            specs[-1] += f",{piece.strip()}"
        else:
            specs.append(piece.strip())
    return tuple(specs)


def seats_for(players: int | None, specs: Sequence[str]) -> tuple[str, ...]:
    """The specs of all seats: the last one named takes the seats that are left. Raises InvalidOption."""
    named = tuple(specs) or (USUAL_PLAYER,)
    if players is None:
        return named if specs else named * MAX_PLAYERS
    if len(named) > players:
        raise InvalidOption(
            _("seats: {named} are named, but {players} play").format(named=len(named), players=players)
        )
    return named + named[-1:] * (players - len(named))


def solo_seats(specs: Sequence[str]) -> tuple[str, ...]:
    """The specs of a solo series: who plays in the place of the person, then the Regent."""
    return (*(specs or (USUAL_PERSON,)), REGENT)


def check_compared(specs: Sequence[str]) -> None:
    """Raises InvalidOption where the players cannot be compared."""
    if len(specs) < 2:
        names = ", ".join(KINDS)
        raise InvalidOption(
            _("players: at least two are needed to compare them; there are {names}").format(names=names)
        )
    for place, spec in enumerate(specs):
        if spec in specs[:place]:
            raise InvalidOption(_("players: {spec} is named twice").format(spec=spec))


def lineups(specs: int, players: int) -> tuple[Lineup, ...]:
    """Who may meet at a table of `players`: each choice of them, or one table where the last fills up."""
    if specs >= players:
        return tuple(combinations(range(specs), players))
    return (tuple(range(specs)) + (specs - 1,) * (players - specs),)
