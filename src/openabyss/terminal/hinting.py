"""What a computer would do in one's place, in words."""

from collections.abc import Sequence

from openabyss.game import Game
from openabyss.players.search.explanation import Explanation, Step, explain
from openabyss.words import _
from openabyss.words.listing import join_semicolons, titled

SECONDS = 0.5
MOVES_SHOWN = 3


def hint_lines(game: Game, names: Sequence[str]) -> list[str]:
    """The best answers to the open question with their chances, and how the game could go on.

    Takes half a second, and looks only at what the asked seat may know. Raises GameOver.
    """
    found = explain(game, SECONDS)
    chances = [
        _("{move} – you win {percent} of 100 games").format(move=move.label, percent=round(100 * move.chance))
        for move in found.moves[:MOVES_SHOWN]
        if move.visits > 0
    ]
    return [*chances, *_course(found, names)]


def _course(found: Explanation, names: Sequence[str]) -> list[str]:
    """The expected line after the best answer, if one was looked at often enough."""
    steps = [_told(step, names) for step in found.line[1:]]
    return [_("Then perhaps: {steps}.").format(steps=join_semicolons(steps))] if steps else []


def _told(step: Step, names: Sequence[str]) -> str:
    if step.seat is None:
        return step.label
    return titled(names[step.seat], step.label)
