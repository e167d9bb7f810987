"""How a computer's process finds an answer: it plays the game again, and lets the player choose."""

from typing import Any

from openabyss.errors import InvalidOption
from openabyss.play.game import Game
from openabyss.players.bots.bot import dismiss
from openabyss.players.kinds import KINDS, is_seatable
from openabyss.players.perspective import Perspective
from openabyss.players.registry import player
from openabyss.words import _

SHOWN_LETTERS = 40


def load(level: str) -> None:
    """Load what an answer of this level needs, before somebody waits for one."""
    player(level, 0).choose(Perspective(Game.new(players=2, seed=0)))


def choose(level: str, seed: int, record: dict[str, Any]) -> str:
    """What a player of this level answers in the game so far. Raises whatever goes wrong."""
    if not (is_seatable(level) or level.partition(":")[0] in KINDS):
        # Here a text could become a program that runs, so it is checked here, wherever it came from.
        problem = _("this server was not started with the computer {level!r}")
        raise InvalidOption(problem.format(level=level[:SHOWN_LETTERS]))
    game, chooser = Game.from_record(record), player(level, seed)
    try:
        return chooser.choose(Perspective(game)).text
    finally:
        dismiss([chooser])
