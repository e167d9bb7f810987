"""One game between players of any kind, compiled or not, and what is noted of it.

Everything goes through `Game`: the same seed deals the same cards whatever the players do. A player is
given what its seat knows, as everywhere.
"""

import time
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from openabyss.arena.series.forfeits import note_forfeit, tell_of_forfeit
from openabyss.game import Game
from openabyss.players.bots.bot import BotFailed
from openabyss.players.perspective import Perspective
from openabyss.players.registry import Player
from openabyss.rules.sizes import SEATS

# A game that goes on for so long is given up: players with odd weights may never end one.
MOST_DECISIONS = 30_000

RESULT = np.dtype(
    [
        ("number", np.int64),  # of the game in its match
        ("player", np.int16, SEATS),  # who sits there; -1 where nobody does
        ("rank", np.int16, SEATS),  # 1 for winners; equals share a rank
        ("score", np.int16, SEATS),
        ("winners", np.int16),  # 1, or how many share the victory
        ("turns", np.int16),
        ("end_cause", np.int16),  # of rules/ending.py
        ("given_up", np.int16),
        ("decisions", np.int32, SEATS),  # answers with a choice
        ("seconds", np.float32, SEATS),  # thinking time; the only column that differs from run to run
    ]
)


def play_game(game: Game, players: Sequence[Player], row: NDArray[np.void]) -> None:
    """Play to the end; `row` is one row of RESULT, in an array of length 1, to note it in.

    A bot that fails loses the game at once.
    """
    decisions, seconds = row["decisions"][0], row["seconds"][0]
    for _decision in range(MOST_DECISIONS):
        if game.is_over:
            break
        seat = game.player
        began = time.perf_counter()
        try:
            action = players[seat].choose(Perspective(game))
        except BotFailed as failed:
            tell_of_forfeit(int(row["number"][0]), seat, failed)
            note_end(game, row)
            note_forfeit(row, game.players, seat)
            return
        seconds[seat] += time.perf_counter() - began
        decisions[seat] += 1
        game.apply(action)
    note_end(game, row)


def note_end(game: Game, row: NDArray[np.void]) -> None:
    """Who won, and how the game ended."""
    row["turns"], row["end_cause"] = game.table.turn, game.state.end_cause
    row["given_up"] = not game.is_over
    row["winners"] = len(game.winners)
    row["score"][0, : game.players] = game.scores
    rank = 1
    for group in game.ranking:
        row["rank"][0, group] = rank
        rank += len(group)


def shares(results: NDArray[np.void]) -> NDArray[np.float64]:
    """The share of the victory of each seat; games by seats."""
    return np.where(results["rank"] == 1, 1.0 / np.maximum(results["winners"], 1)[:, None], 0.0)
