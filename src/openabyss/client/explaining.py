"""What comes of every answer that is open to a seat: told when somebody asks."""

from collections.abc import Sequence

from openabyss.client.protocol.messages import AnswerExplained
from openabyss.game import Game
from openabyss.rules.actions import PASS
from openabyss.table.questions import read_text
from openabyss.words.questions.prompts import label, meaning


def answers_explained(game: Game, seat: int, names: Sequence[str]) -> list[AnswerExplained]:
    """Every legal answer of the seat, passing last; none while somebody else is asked."""
    if game.is_over or game.player != seat:
        return []
    kind, state = game.question.kind, game.state
    return [
        AnswerExplained(
            action.text, label(kind, action.id, state, names), meaning(kind, action.id, state, names)
        )
        for action in sorted(game.legal_actions, key=lambda action: action.id == PASS)
    ]


def answer_explained(game: Game, text: str, names: Sequence[str]) -> AnswerExplained:
    """What comes of one answer of the seat that is asked; without a label, why it is not legal now.

    Raises UnreadableAction, GameOver.
    """
    why = game.explain_illegal(text)
    if why is not None:
        return AnswerExplained(text, "", why)
    kind, state, action = game.question.kind, game.state, read_text(game.state, text)
    return AnswerExplained(text, label(kind, action, state, names), meaning(kind, action, state, names))
