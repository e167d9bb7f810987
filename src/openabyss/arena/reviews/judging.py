"""Who judges positions for a review: how likely every seat is to win, and which answer is better."""

from dataclasses import dataclass
from statistics import mean, stdev

from openabyss.play.game import Game
from openabyss.players.bots.bot import dismiss
from openabyss.players.perspective import Perspective
from openabyss.players.registry import Player, player
from openabyss.players.search.explanation import Explanation, explain
from openabyss.players.search.parameters import SearchSettings
from openabyss.players.search.searching import Searcher

# How often two answers are played out from the same imagined table.
WORLDS = 6
MIN_VISITS = 4
Z_95 = 1.96


@dataclass(frozen=True)
class Verdict:
    """What a judge thinks of a decision: the win probability of each seat, and the best answer.

    `loss` is what the answer that was given seems to be worth less than the best one.
    """

    chances: tuple[float, ...]
    best: int
    loss: float
    line: tuple[str, ...]  # how the game might go on after the best answer, in words


@dataclass(frozen=True)
class Difference:
    """By how much the first of two answers is better for the seat that is asked (win probability).

    `margin` is half the width of the interval (95 %); `first` and `second` are what they are worth.
    """

    first: float
    second: float
    margin: float

    @property
    def gain(self) -> float:
        return self.first - self.second


class Judge:
    """Judges by searching every position, as the expert plays, by what the seat that is asked may know. The
    best answer is that of the search, or of the player that `spec` asks for, who is called for every seat."""

    def __init__(self, settings: SearchSettings, spec: str | None = None, seed: int = 0) -> None:
        """Raises what `registry.player` raises."""
        self._settings, self._spec, self._seed = settings, spec, seed
        self._players: dict[int, Player] = {}
        if spec is not None:
            player(spec)

    def judge(self, game: Game, answer: int, seed: int) -> Verdict:
        """The open decision, to which `answer` has been given: one search. What it hardly looked at counts as
        bad. Raises BotFailed."""
        found = explain(game, 0, seed, self._settings)
        if self._spec is not None:
            best = self._player_of(self._spec, game.player).choose(Perspective(game)).id
            return Verdict(found.chances, best, _worth(found, best) - _worth(found, answer), ())
        line = tuple(step.label for step in found.line if step.seat is not None)
        return Verdict(found.chances, found.best.action, found.best.chance - _worth(found, answer), line)

    def compare(self, game: Game, first: int, second: int, seed: int) -> Difference:
        """Each of two legal answers is given on the same imagined tables, and what follows is searched again.

        So the answer that was taken for the best because of luck in one search does not stay it.
        """
        seat = game.player
        values = [
            [self._value_after(game, answer, seat, seed + world) for answer in (first, second)]
            for world in range(WORLDS)
        ]
        firsts, seconds = zip(*values, strict=True)
        gains = [one - other for one, other in values]
        return Difference(mean(firsts), mean(seconds), Z_95 * stdev(gains) / WORLDS**0.5)

    def close(self) -> None:
        """The player has answered for every seat."""
        dismiss(self._players.values())

    def _value_after(self, game: Game, answer: int, seat: int, seed: int) -> float:
        """The win probability of a seat after an answer, on one of the tables that it may be at."""
        imagined = game.sample_hidden(seat, seed)
        imagined.apply(answer)
        if imagined.is_over:
            return (seat in imagined.winners) / len(imagined.winners)
        searcher = Searcher(self._settings)
        searcher.think(imagined.state, seed)
        return searcher.chances[seat]

    def _player_of(self, spec: str, seat: int) -> Player:
        if seat not in self._players:
            self._players[seat] = player(spec, self._seed + seat)
        return self._players[seat]


def _worth(found: Explanation, answer: int) -> float:
    """What a search thinks that an answer is worth, nothing where it hardly looked at it."""
    given = next((move for move in found.moves if move.action == answer), None)
    return 0.0 if given is None or given.visits < MIN_VISITS else given.chance
