"""Whether an answer solves a puzzle, how often each answer wins, and why in words, for every screen."""

from msgspec import Struct

from openabyss.arena.puzzles import Outlook, Puzzle
from openabyss.errors import IllegalAction
from openabyss.play.game import Game
from openabyss.words import N_, _

# From this difference on, influence and turns are worth a sentence.
CLEAR_POINTS, CLEAR_TURNS = 1.0, 2.0
# An answer that wins no more often than this has lost.
LOST = 0.02

# What the better answer brings more of.
GAINS = {
    "lords": N_("Most of the difference comes from your lords: {points} more influence."),
    "locations": N_("Most of the difference comes from your locations: {points} more influence."),
    "allies": N_("Most of the difference comes from your affiliated allies: {points} more influence."),
    "monster_tokens": N_("Most of the difference comes from your monster tokens: {points} more influence."),
    "rival": N_("Above all, the strongest opponent ends with {points} less influence."),
}


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


def verdict_on(puzzle: Puzzle, game: Game, answer: str | None) -> Verdict:
    """Judge an answer at the position, or show the solution. Raises IllegalAction."""
    labels = {action.text: action.label for action in game.legal_actions}
    if answer is not None and answer not in labels:
        raise IllegalAction(_("{answer!r} is no answer to this puzzle").format(answer=answer))
    answers = [
        JudgedAnswer(text, labels[text], round(100 * chance)) for text, chance in puzzle.chances.items()
    ]
    is_right = None if answer is None else answer == puzzle.best
    text = "" if is_right is None else _("Right!") if is_right else _("Another answer is better.")
    other = answers[1].action if answer is None or is_right else answer
    return Verdict(is_right, text, answers, _reasons(puzzle, labels, other))


def _reasons(puzzle: Puzzle, labels: dict[str, str], other: str) -> list[str]:
    """Why the best answer is better than another one, as far as it shows in the points."""
    better, worse = puzzle.outlooks[puzzle.best], puzzle.outlooks[other]
    is_last_turn = max(better.turns, worse.turns) < 1
    sentences = [_("This turn is the last one.")] if is_last_turn else []
    if _lead(better) - _lead(worse) >= CLEAR_POINTS:
        return [*sentences, _scores(labels, puzzle.best, other, better, worse), *_differences(better, worse)]
    if is_last_turn and puzzle.chances[other] <= LOST:
        return [
            *sentences,
            _("“{answer}” loses for certain; the best answer leaves a chance.").format(answer=labels[other]),
        ]
    hidden = _("The points do not show it at once: it takes a search that looks further ahead.")
    return [*sentences, *(_tempo(better, worse) or [hidden])]


def _lead(outlook: Outlook) -> float:
    return outlook.own - outlook.rival


def _scores(labels: dict[str, str], best: str, other: str, better: Outlook, worse: Outlook) -> str:
    return _(
        "With ordinary play from here, “{best}” leads on average to {own} influence for you and {rival} for"
        " the strongest opponent, “{other}” to {own_other} and {rival_other}."
    ).format(
        best=labels[best],
        other=labels[other],
        own=round(better.own),
        rival=round(better.rival),
        own_other=round(worse.own),
        rival_other=round(worse.rival),
    )


def _differences(better: Outlook, worse: Outlook) -> list[str]:
    gains = {name: getattr(better, name) - getattr(worse, name) for name in GAINS}
    gains["rival"] = -gains["rival"]
    most = max(gains, key=lambda name: gains[name])
    points = round(gains[most])
    return [*([_(GAINS[most]).format(points=points)] if points else []), *_tempo(better, worse)]


def _tempo(better: Outlook, worse: Outlook) -> list[str]:
    """Whether the game ends sooner or later for it."""
    turns = better.turns - worse.turns
    if abs(turns) < CLEAR_TURNS:
        return []
    return [_("The game ends sooner with it.") if turns < 0 else _("The game goes on for longer with it.")]
