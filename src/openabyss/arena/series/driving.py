"""One game through `Game`, with players of every kind; each is given only what its seat knows."""

import sys
import time
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from openabyss.arena.series.playing import MAX_DECISIONS
from openabyss.play.game import Game
from openabyss.players.bot import FAILURES, BotFailed, dismiss
from openabyss.players.perspective import Perspective
from openabyss.players.registry import Player
from openabyss.players.search.player import visits_of
from openabyss.rules.ending import CAUSES
from openabyss.rules.state import NOBODY
from openabyss.words import _

# How games end that are not over by the rules: given up as endless, or lost by a bot that has failed, from
# this number on in each of the ways of FAILURES.
GIVEN_UP, FORFEITED = CAUSES, CAUSES + 1

# How often a search has visited each answer, by number.
Visits = Mapping[int, int]


class PlayedGame(NamedTuple):
    """A game as far as it was played, the seat that lost it by failing, or NOBODY, and how it failed.

    `seconds` is how long the player of each seat has thought; `visits` are those of the searches, by the
    place of the answer that was given then among all answers of the game.
    """

    game: Game
    loser: int
    seconds: list[float]
    visits: dict[int, Visits]
    how: str = ""

    @property
    def answers(self) -> NDArray[np.int64]:
        """All of them by number, those of chance included."""
        return np.array(self.game.history.answers, np.int64)


def play_game(number: int, game: Game, players: Sequence[Player]) -> PlayedGame:
    """Play to the end. An endless game is abandoned, and a bot that fails loses at once."""
    played = PlayedGame(game, NOBODY, [0.0] * len(players), {})
    try:
        for _decision in range(MAX_DECISIONS):
            if game.is_over:
                break
            seat = game.player
            began = time.perf_counter()
            action = players[seat].choose(Perspective(game))
            played.seconds[seat] += time.perf_counter() - began
            played.visits[game.history.answer_count] = visits_of(players[seat])
            game.apply(action)
    except BotFailed as failed:
        line = _("Game {number}: seat {seat} has lost: {failed}")
        line = line.format(number=number + 1, seat=game.player + 1, failed=failed)
        print(line, file=sys.stderr, flush=True)
        return played._replace(loser=game.player, how=failed.how)
    finally:
        dismiss(players)
    return played


def note_forfeit(row: NDArray[np.void], players: int, loser: int, how: str) -> None:
    """The loser comes last, and the others share the victory; `row` is an array of one `Outcome`."""
    row["rank"][0, :players] = 1
    row["rank"][0, loser] = players
    row["winners"] = players - 1
    row["end_cause"], row["given_up"] = FORFEITED + FAILURES.index(how), 0


def forfeits(outcomes: NDArray[np.void], players: int) -> NDArray[np.bool_]:
    """Which seat lost which game by failing; games by seats."""
    is_last: NDArray[np.bool_] = outcomes["rank"][:, :players] == players
    is_last[outcomes["end_cause"] < FORFEITED] = False
    return is_last


def end_causes(outcomes: NDArray[np.void]) -> NDArray[np.int16]:
    """How each game has ended: a number of rules/ending.py, GIVEN_UP, or one from FORFEITED on."""
    return np.where(outcomes["given_up"] > 0, GIVEN_UP, outcomes["end_cause"]).astype(np.int16)
