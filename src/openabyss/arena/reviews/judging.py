"""The judge of positions for a review: how likely every seat is to win, and which answer is better."""

from statistics import mean, stdev

from msgspec import Struct

from openabyss.play.game import Game
from openabyss.players.bots.bot import dismiss
from openabyss.players.perspective import Perspective
from openabyss.players.registry import Player, player
from openabyss.players.search.contrast import Contrast, contrast
from openabyss.players.search.parameters import SearchSettings
from openabyss.players.search.searching import Searcher, with_only

# On how many imagined tables two answers are compared.
WORLDS = 6
# An answer with a smaller share of the visits is searched again on its own.
MIN_SHARE = 0.25
Z_95 = 1.96


class Verdict(Struct, frozen=True):
    """The verdict on a decision: the best answer, and the win probability of each seat after that answer and
    after the one that was given."""

    best: int
    chances: tuple[float, ...]
    after: tuple[float, ...]


class Difference(Struct, frozen=True):
    """By how much the first of two answers is better for the seat that is asked (win probability).

    `margin` is half the width of the interval (95 %); `first` and `second` are what they are worth.
    """

    first: float
    second: float
    margin: float

    @property
    def gain(self) -> float:
        """By how much the first is better; below 0 where it is worse."""
        return self.first - self.second


class Judge:
    """Judges by searching every position, as the expert plays, by what the seat that is asked may know. The
    best answer is that of the search, or of the player that `spec` asks for, who is called for every seat."""

    def __init__(self, settings: SearchSettings, spec: str | None = None, seed: int = 0) -> None:
        """Raises what `registry.player` raises, and WrongWeights."""
        self._searcher, self._spec, self._seed = Searcher(settings), spec, seed
        self._players: dict[int, Player] = {}
        if spec is not None:
            player(spec)

    def judge(self, game: Game, answer: int, seed: int) -> Verdict:
        """The open decision, to which `answer` has been given. Raises BotFailed."""
        done = self._searcher.think(game.state, seed)
        found = {
            candidate.action: candidate.chances
            for candidate in self._searcher.candidates()
            if candidate.visits >= MIN_SHARE * done
        }
        best = self._searcher.candidates()[0].action
        if self._spec is not None:
            best = self._player_of(self._spec, game.player).choose(Perspective(game)).id
        for one in {best, answer} - found.keys():
            self._searcher.think(with_only(game.state, one), seed)
            found[one] = self._searcher.chances
        return Verdict(best, found[best], found[answer])

    def compare(self, game: Game, first: int, second: int, seed: int) -> Difference:
        """Give each of two legal answers on the same imagined tables, and search the positions that follow.
        So an answer that only seemed best by luck in one search is found out.
        """
        seat = game.player
        values = [
            [self._value_after(game, answer, seat, seed + world) for answer in (first, second)]
            for world in range(WORLDS)
        ]
        firsts, seconds = zip(*values, strict=True)
        gains = [one - other for one, other in values]
        return Difference(mean(firsts), mean(seconds), Z_95 * stdev(gains) / WORLDS**0.5)

    def contrast(self, game: Game, first: int, second: int, seed: int) -> Contrast:
        """How the game might go on after each of two legal answers."""
        return contrast(game, first, second, self._searcher, seed)

    def close(self) -> None:
        """End the player that answered for every seat."""
        dismiss(self._players.values())

    def _value_after(self, game: Game, answer: int, seat: int, seed: int) -> float:
        """The win probability of a seat after an answer, on one of the tables that it may be at."""
        imagined = game.sample_hidden(seat, seed)
        imagined.apply(answer)
        if imagined.is_over:
            return (seat in imagined.winners) / len(imagined.winners)
        self._searcher.think(imagined.state, seed)
        return self._searcher.chances[seat]

    def _player_of(self, spec: str, seat: int) -> Player:
        if seat not in self._players:
            self._players[seat] = player(spec, self._seed + seat)
        return self._players[seat]
