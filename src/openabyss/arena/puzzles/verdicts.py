"""Whether an answer solves a puzzle, how often each answer wins, and why in words, for every screen."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from openabyss.arena.puzzles import Puzzle, check_answer
from openabyss.play.game import Game
from openabyss.players.search.contrast import HAND, Deed, Reason, Stock, reasons_in_words
from openabyss.rules.events import EVENT_NAMES
from openabyss.rules.state import NOBODY
from openabyss.words import _
from openabyss.words.cards.codes import LEVIATHAN_IDS, LOCATION_IDS, LORD_IDS, RACE_CODES

# An answer that is worse by no more than this solves the puzzle as well: no search tells them apart.
EQUAL = 0.03

PLACES = 2  # of decimals
# What a deed is about, by ids.
THINGS: dict[str, Sequence[int | str]] = {
    "LORD_RECRUITED": LORD_IDS,
    "LORD_OBTAINED": LORD_IDS,
    "LORD_DISABLED": LORD_IDS,
    "LOCATION_CONTROLLED": LOCATION_IDS,
    "LEVIATHAN_SLAIN": LEVIATHAN_IDS,
    "STACK_TAKEN": RACE_CODES,
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


def written_reason(reason: Reason) -> list[Any]:
    """A reason of a contrast as puzzles keep it: in words and ids that stay the same when cards are added.

    `["LORD_RECRUITED", 1, 3, 25, 20, 3, 6.0]` is a deed: its kind, seat, amount and thing, how often it
    happens after either answer, and its value. `["pearls", 0, "", 1.0, 4.5, 1.8]` is what a seat has, of
    which race, on average after either, and its value.
    """
    value = round(reason.value, PLACES)
    if isinstance(reason, Stock):
        race = RACE_CODES[reason.race] if reason.stock == HAND else ""
        first, second = round(reason.first, PLACES), round(reason.second, PLACES)
        return [reason.stock, reason.seat, race, first, second, value]
    number, seat, amount, what, _seen_by = reason.row
    kind = EVENT_NAMES[number]
    thing = THINGS[kind][what] if kind in THINGS else what
    return [kind, seat, amount, thing, reason.first, reason.second, value]


def read_reason(written: Sequence[Any]) -> Reason:
    """The reason that was written."""
    if written[0] not in EVENT_NAMES:
        stock, seat, race, first, second, value = written
        return Stock(seat, stock, RACE_CODES.index(race) if race else 0, first, second, value)
    kind, seat, amount, thing, first, second, value = written
    what = THINGS[kind].index(thing) if kind in THINGS else thing
    return Deed((EVENT_NAMES.index(kind), seat, amount, what, NOBODY), first, second, value)
