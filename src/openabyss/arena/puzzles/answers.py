"""The answers to a puzzle: what each is worth, why others are worse than the best one, and who has solved it.

A puzzle of any position is made in steps, of which each takes a moment, and of what the seat that is asked
may know.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from openabyss.arena.puzzles import Puzzle, Reasons, check_answer, themes_of
from openabyss.play.game import Game
from openabyss.players.search.contrast import HAND, Deed, Reason, Stock, contrast, reasons_in_words
from openabyss.players.search.parameters import SearchSettings
from openabyss.players.search.searching import Searcher, with_only
from openabyss.rules.events import EVENT_NAMES
from openabyss.rules.state import NOBODY, State
from openabyss.words import _
from openabyss.words.cards.codes import LEVIATHAN_IDS, LOCATION_IDS, LORD_IDS, RACE_CODES

# How many simulations go on after an answer, at first, and once more where it may be the best one.
ITERATIONS, SURE_ITERATIONS = 1_000, 10_000
# How many answers are looked at a second time: the first ones that are worse by no more than this.
SURE_OF, NEAR = 4, 0.15
PLACES = 3  # of the decimals of probabilities
TREE_NODES = 200_000

# An answer that is worse by no more than this solves the puzzle as well: no search tells them apart.
EQUAL = 0.03
VALUE_PLACES = 2
# What a deed is about, by ids.
THINGS: dict[str, Sequence[int | str]] = {
    "LORD_RECRUITED": LORD_IDS,
    "LORD_OBTAINED": LORD_IDS,
    "LORD_DISABLED": LORD_IDS,
    "LOCATION_CONTROLLED": LOCATION_IDS,
    "LEVIATHAN_SLAIN": LEVIATHAN_IDS,
    "STACK_TAKEN": RACE_CODES,
}


class Comparison:
    """What answers to the open question are worth, each by a search of its own."""

    def __init__(self) -> None:
        self._searcher = Searcher(SearchSettings(seconds=None, iterations=ITERATIONS, nodes=TREE_NODES))

    def worth(self, state: State, answer: int, seat: int, iterations: int, seed: int) -> float:
        """The win probability of the seat after an answer: every one of the simulations begins with it."""
        self._searcher.settings = SearchSettings(seconds=None, iterations=iterations)
        self._searcher.think(with_only(state, answer), seed)
        return self._searcher.chances[seat]

    def favourite(self, state: State, iterations: int, seed: int) -> int:
        """What a search answers that is free to choose."""
        self._searcher.settings = SearchSettings(seconds=None, iterations=iterations)
        self._searcher.think(state, seed)
        return self._searcher.candidates()[0].action

    def worths(self, game: Game, answers: Iterable[str], iterations: int, seed: int = 0) -> dict[str, float]:
        """The same of answers by their texts, to the open question of a game."""
        numbers = {action.text: action.id for action in game.legal_actions}
        return {
            answer: round(self.worth(game.state, numbers[answer], game.player, iterations, seed), PLACES)
            for answer in answers
        }

    def reasons(self, game: Game, best: str, others: Iterable[str], seed: int = 0) -> Reasons:
        """Why the best answer is better than each of the others, as puzzles keep it."""
        self._searcher.settings = SearchSettings(seconds=None, iterations=ITERATIONS)
        numbers = {action.text: action.id for action in game.legal_actions}
        return {
            other: [
                written_reason(reason)
                for reason in contrast(game, numbers[best], numbers[other], self._searcher, seed).reasons
            ]
            for other in others
        }


def contenders(chances: Mapping[str, float]) -> list[str]:
    """The answers that may be the best, as far as is known at first sight: they are looked at once more."""
    most = max(chances.values())
    near = [answer for answer, chance in chances.items() if most - chance <= NEAR]
    return sorted(near, key=lambda answer: -chances[answer])[:SURE_OF]


def ranked(chances: Mapping[str, float], sure: Sequence[str]) -> dict[str, float]:
    """All answers, the best first, which is one of those that were looked at twice."""
    best = max(sure, key=lambda answer: chances[answer])
    others = sorted(chances.keys() - {best}, key=lambda answer: -chances[answer])
    return {answer: chances[answer] for answer in [best, *others]}


def puzzle_of(game: Game, comparison: Comparison) -> Puzzle:
    """The puzzle of a position, all steps at once."""
    chances = comparison.worths(game, [action.text for action in game.legal_actions], ITERATIONS)
    sure = contenders(chances)
    ordered = ranked(chances | comparison.worths(game, sure, SURE_ITERATIONS), sure)
    best, *others = ordered
    return concluded(game, ordered, comparison.reasons(game, best, others))


def concluded(game: Game, ordered: Mapping[str, float], reasons: Reasons) -> Puzzle:
    """Everything together."""
    return Puzzle(game.to_record(), game.player, dict(ordered), reasons, themes_of(game))


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
    value = round(reason.value, VALUE_PLACES)
    if isinstance(reason, Stock):
        race = RACE_CODES[reason.race] if reason.stock == HAND else ""
        first, second = round(reason.first, VALUE_PLACES), round(reason.second, PLACES)
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
