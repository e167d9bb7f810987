"""A position played to its end many times, at native speed, by computer players."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from openabyss.chance.generator import Generator, generator
from openabyss.engine.compiling import compiled_unlocked
from openabyss.errors import InvalidArgument
from openabyss.play.game import Game
from openabyss.players.matches import Policies, play_weighted_game
from openabyss.players.playout import share_victory
from openabyss.players.registry import native_player
from openabyss.rules.scoring import score
from openabyss.rules.sizes import SEATS
from openabyss.rules.state import STATE
from openabyss.words import _
from openabyss.words.arguments import Whole, instance_of, seed_of, whole_number

MAX_PLAYOUTS = 1_000_000
# Between as many games an interrupt is heard.
AT_ONCE = 200


class Playouts(NamedTuple):
    """How games ended: for each a row with a number for each seat, the share of the victory and the score."""

    shares: NDArray[np.float64]
    scores: NDArray[np.int64]


def play_out(
    game: Game, count: Whole = 1, *, players: str | Sequence[str] = "random", seed: Whole = 0
) -> Playouts:
    """Play `count` times from here to the end; the game itself stays as it is.

    `players` play at native speed: one for all seats, or one for each. What is hidden is as it is in this
    game, what is still to come is drawn anew; `Perspective.imagine` makes a game of what a seat knows. The
    same seed gives the same. The interpreter's lock is released. Raises InvalidOption, InvalidArgument.
    """
    state = instance_of("game", game, Game).state
    seats, count = int(state.players), whole_number("count", count, 0, MAX_PLAYOUTS)
    specs = [players] * seats if isinstance(players, str) else [*instance_of("players", players, Sequence)]
    if len(specs) != seats:
        problem = _("players: one is expected, or one for each of {seats} seats, not {count}")
        raise InvalidArgument(problem.format(seats=seats, count=len(specs)))
    found = [native_player(spec) for spec in specs]
    policies = np.zeros(SEATS, np.int64)
    policies[:seats] = [one.policy for one in found]
    tables = np.zeros(2, STATE)
    tables[0] = state
    shares, scores = np.zeros((count, seats)), np.zeros((count, seats), np.int64)
    weights = np.array([[one.weights for one in found]], np.int64)
    random = generator(seed_of(seed))
    for start in range(0, count, AT_ONCE):
        now = slice(start, start + AT_ONCE)
        play_many(tables, policies, weights, random, shares[now], scores[now])
    return Playouts(shares, scores)


@compiled_unlocked
def play_many(
    tables: Any,
    policies: Policies,
    weights: Policies,
    random: Generator,
    shares: NDArray[np.float64],
    scores: NDArray[np.int64],
) -> None:
    """Play from the first table on the second one, and note who won, and the scores. `weights` are by game
    and seat; where they are fewer than the games, they begin again."""
    for number in range(len(shares)):
        tables[1] = tables[0]
        play_weighted_game(tables[1], policies, weights[number % len(weights)], random)
        share_victory(tables[1], shares[number])
        for seat in range(shares.shape[1]):
            scores[number, seat] = score(tables[1], seat)
