"""How a process answers a question: it plays the game again, and lets the player choose."""

from openabyss.errors import InvalidOption
from openabyss.game import Game
from openabyss.players.bots.bot import dismiss
from openabyss.players.kinds import KINDS, is_seatable
from openabyss.players.perspective import Perspective
from openabyss.players.registry import Player, player
from openabyss.server.computers.process import Answered, Asked
from openabyss.words import _
from openabyss.words.listing import titled

SHOWN_LETTERS = 40


def load(level: str) -> None:
    """Load what an answer of this level needs, before somebody waits for one."""
    player(level, 0).choose(Perspective(Game.new(players=2, seed=0)))


def answer_question(asked: Asked) -> Answered:
    """The answer of the computer; errors are reported to the server, which then asks the stand-in."""
    computers: list[Player] = []
    try:
        game = Game.from_record(asked.record)
        computers.append(_seated(asked.level, asked.seed))
        return Answered(computers[0].choose(Perspective(game)).text)
    except Exception as error:
        return Answered("", titled(type(error).__name__, str(error)))
    finally:
        dismiss(computers)


def _seated(level: str, seed: int) -> Player:
    """The player of a level, which this server must have been started with. Raises InvalidOption.

    Here a text could become a program that runs, so it is checked here, wherever it came from.
    """
    if not (is_seatable(level) or level.partition(":")[0] in KINDS):
        problem = _("this server was not started with the computer {level!r}")
        raise InvalidOption(problem.format(level=level[:SHOWN_LETTERS]))
    return player(level, seed)
