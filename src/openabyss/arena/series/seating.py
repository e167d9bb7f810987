"""Who sits down: the specs of `--seats`, and the compiled players that they ask for."""

from collections.abc import Sequence

import numpy as np

from openabyss.errors import InvalidOption
from openabyss.players.greedy.weights import Weights
from openabyss.players.matches import Policies
from openabyss.players.registry import native_player
from openabyss.position.options import MOST_PLAYERS
from openabyss.words import _

USUAL_PLAYER = "random"
# Who plays against the Regent in solo series if nobody is named.
USUAL_PERSON, REGENT = "medium", "regent"


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
        return named if specs else named * MOST_PLAYERS
    if len(named) > players:
        raise InvalidOption(
            _("seats: {named} are named, but {players} play").format(named=len(named), players=players)
        )
    return named + named[-1:] * (players - len(named))


def solo_seats(specs: Sequence[str]) -> tuple[str, ...]:
    """The specs of a solo series: who plays in the place of the person, then the Regent."""
    return (*(specs or (USUAL_PERSON,)), REGENT)


def native_players(specs: Sequence[str]) -> tuple[Policies, Weights]:
    """The policy and the weights of each player, row by row. Raises InvalidOption."""
    players = [native_player(spec) for spec in specs]
    policies = np.array([native.policy for native in players], np.int64)
    return policies, np.array([native.weights for native in players], np.int64)
