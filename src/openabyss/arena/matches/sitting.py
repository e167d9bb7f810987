"""One game between players of any kind, compiled or not, and what is noted of it.

Everything goes through `Game`: the same seed deals the same cards whatever the players do.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from openabyss.arena.series.driving import play_game
from openabyss.arena.series.forfeits import note_forfeit
from openabyss.game import Game
from openabyss.players.registry import Player
from openabyss.rules.sizes import SEATS
from openabyss.rules.state import NOBODY

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


def play_and_note(game: Game, players: Sequence[Player], row: NDArray[np.void]) -> None:
    """Play to the end; `row` is one row of RESULT, in an array of length 1, to note it in.

    A bot that fails loses the game at once.
    """
    decisions, seconds = row["decisions"][0], row["seconds"][0]

    def note_decision(_player: Player, spent: float) -> None:
        seconds[game.player] += spent
        decisions[game.player] += 1

    loser = play_game(int(row["number"][0]), game, players, note_decision)
    note_end(game, row)
    if loser != NOBODY:
        note_forfeit(row, game.players, loser)


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
