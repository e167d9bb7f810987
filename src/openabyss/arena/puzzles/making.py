"""A puzzle of any position: what each answer to it is worth, and why others are worse than the best one.

It is made in steps, of which each takes a moment, and of what the seat that is asked may know.
"""

from collections.abc import Iterable, Mapping, Sequence

from openabyss.arena.puzzles import Puzzle, Reasons, themes_of
from openabyss.arena.puzzles.verdicts import written_reason
from openabyss.play.game import Game
from openabyss.players.search.contrast import contrast
from openabyss.players.search.parameters import SearchSettings
from openabyss.players.search.searching import Searcher, with_only
from openabyss.rules.state import State

# How many simulations go on after an answer, at first, and once more where it may be the best one.
ITERATIONS, SURE_ITERATIONS = 1_000, 10_000
# How many answers are looked at a second time: the first ones that are worse by no more than this.
SURE_OF, NEAR = 4, 0.15
PLACES = 3  # of the decimals of probabilities
TREE_NODES = 200_000


class Comparison:
    """What answers to the open question are worth, each by a search of its own."""

    def __init__(self) -> None:
        self._searcher = Searcher(SearchSettings(seconds=None, nodes=TREE_NODES))

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
