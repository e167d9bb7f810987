"""What a computer's process does with a question: play the game again, and let the player choose."""

from openabyss.game import Game
from openabyss.players.perspective import Perspective
from openabyss.players.registry import player
from openabyss.web.computers.pipe import Answered, Asked


def answer_question(asked: Asked) -> Answered:
    """The answer of the computer; errors are reported to the server, which has a stand-in."""
    try:
        game = Game.from_record(asked.record)
        return Answered(player(asked.level, asked.seed).choose(Perspective(game)).text)
    except Exception as error:
        return Answered("", f"{type(error).__name__}: {error}")
