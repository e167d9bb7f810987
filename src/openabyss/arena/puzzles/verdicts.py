"""Whether an answer solves a puzzle, how often each answer wins, and why in words, for every screen."""

from collections.abc import Sequence

from msgspec import Struct

from openabyss.arena.puzzles import Puzzle, check_answer
from openabyss.arena.puzzles.written_reasons import read_reason
from openabyss.play.game import Game
from openabyss.players.search.reasons import reasons_in_words
from openabyss.words import _

# An answer that is worse by no more than this solves the puzzle as well: no search tells them apart.
EQUAL = 0.03


class JudgedAnswer(Struct):
    """A legal answer, and in how many of a hundred games it wins."""

    action: str
    label: str
    percent: int


class Verdict(Struct):
    """What becomes of an answer to a puzzle.

    is_right: null where none was given; answers: the best one first.
    """

    is_right: bool | None
    text: str
    answers: list[JudgedAnswer]
    reasons: list[str]


def verdict_on(puzzle: Puzzle, game: Game, names: Sequence[str], answer: str | None) -> Verdict:
    """Judge an answer at the position, or show the solution. Raises IllegalAction."""
    labels = {action.text: action.label for action in game.legal_actions}
    check_answer(game, answer)
    answers = [
        JudgedAnswer(text, labels[text], round(100 * chance)) for text, chance in puzzle.chances.items()
    ]
    worse = [text for text, chance in puzzle.chances.items() if puzzle.chances[puzzle.best] - chance > EQUAL]
    is_right = None if answer is None else answer not in worse
    text = "" if is_right is None else _("Right!") if is_right else _("Another answer is better.")
    return Verdict(is_right, text, answers, _reasons(puzzle, labels, names, answer, worse))


def _reasons(
    puzzle: Puzzle, labels: dict[str, str], names: Sequence[str], answer: str | None, worse: list[str]
) -> list[str]:
    """Why the best answer is better than the one given, or than the best of those that are wrong."""
    if not worse:
        return [_("All the answers win about equally often: it hardly matters which one you give.")]
    other = answer if answer in worse else worse[0]
    found = [read_reason(written) for written in puzzle.reasons[other]]
    heading = _("Why not “{move}”?").format(move=labels[other])
    return [heading, *reasons_in_words(found, names, puzzle.seat)]
