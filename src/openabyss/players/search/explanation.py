"""Hints and reviews: what a search thinks of the answers to the open question, and how it goes on."""

from collections.abc import Sequence
from dataclasses import dataclass

from openabyss.errors import GameOver
from openabyss.play.game import Game
from openabyss.players.search.lines import Step, expected_line, steps_of
from openabyss.players.search.parameters import SearchSettings
from openabyss.players.search.searching import Searcher
from openabyss.words import _
from openabyss.words.questions.prompts import label


@dataclass(frozen=True, slots=True)
class Move:
    """A legal answer to the open question. `chance` is the win probability of the asked seat after it,
    `chances` that of every seat; of answers that were hardly visited they say little."""

    action: int
    text: str
    label: str
    visits: int
    chance: float
    chances: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Explanation:
    """What a search found: `moves`, the most visited first, and the expected line from the first of them.
    `chances` is the win probability of every seat now."""

    seat: int
    iterations: int
    chances: tuple[float, ...]
    moves: tuple[Move, ...]
    line: tuple[Step, ...]

    @property
    def best(self) -> Move:
        """What the search would answer."""
        return self.moves[0]


def explain(
    game: Game,
    seconds: float,
    seed: int = 0,
    settings: SearchSettings | None = None,
    names: Sequence[str] = (),
) -> Explanation:
    """What the seat that is asked could do, by what it may know. Raises GameOver, and WrongWeights
    where the networks are missing. `names` are those of the seats, for the labels.

    With settings of one's own, `seconds` is ignored: `SearchSettings(seconds=None, iterations=2000)` gives
    the same explanation each time.
    """
    if game.is_over:
        raise GameOver(_("the game is over; there is nothing left to decide"))
    searcher = Searcher(settings or SearchSettings(seconds=seconds))
    iterations = searcher.think(game.state, seed)
    actions, seat = {action.id: action for action in game.legal_actions}, game.player
    question = game.question.kind
    moves = (
        Move(
            one.action,
            actions[one.action].text,
            label(question, one.action, game.state, names),
            one.visits,
            one.chances[seat],
            one.chances,
        )
        for one in searcher.candidates()
    )
    line = steps_of(game.state, expected_line(searcher.trees[0], game.state, seed), names)
    return Explanation(seat, iterations, searcher.chances, tuple(moves), tuple(line))
