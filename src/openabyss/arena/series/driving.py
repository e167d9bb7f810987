"""One game through `Game`, in which players of every kind can sit; each is given what its seat knows."""

import time
from collections.abc import Callable, Sequence

from openabyss.arena.series.forfeits import report_forfeit
from openabyss.arena.series.playing import MOST_DECISIONS
from openabyss.game import Game
from openabyss.players.bots.bot import BotFailed, dismiss
from openabyss.players.perspective import Perspective
from openabyss.players.registry import Player
from openabyss.rules.state import NOBODY

# Who has answered in how many seconds; the answer has not been given yet.
Watch = Callable[[Player, float], None]


def play_game(number: int, game: Game, players: Sequence[Player], watch: Watch) -> int:
    """Play to the end; an endless game is given up, and lost for a bot that fails at once. Returns the seat
    that has lost so, or NOBODY."""
    try:
        for _decision in range(MOST_DECISIONS):
            if game.is_over:
                break
            player = players[game.player]
            began = time.perf_counter()
            action = player.choose(Perspective(game))
            watch(player, time.perf_counter() - began)
            game.apply(action)
    except BotFailed as failed:
        report_forfeit(number, game.player, failed)
        return game.player
    finally:
        dismiss(players)
    return NOBODY
