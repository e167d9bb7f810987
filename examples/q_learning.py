"""Tabular Q-learning on the small game `last-lord`, next to its exact value: `python examples/q_learning.py`.

Two seats share a victory of 1, so one table serves both: how large a share the seat that is asked can expect
of each answer. Games are played at random, and what is learned is the best play (Watkins, 1989; for two
players Littman, 1994). It takes seconds; lines of JSON tell how far it has come.
"""

import argparse
import json
import random
from collections import defaultdict

from openabyss import CHANCE, Game
from openabyss.play.small_games import small_game
from openabyss.players.exact import exact_shares

# A step towards what was found is this power of how often an answer has been tried.
SLOWING = -0.6

Table = dict[str, dict[int, float]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=4_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--reports", type=int, default=4, help="how often to tell (%(default)s)")
    arguments = parser.parse_args()
    learner = Learner("last-lord", arguments.seed)
    exact, games = exact_shares(learner.begin()), arguments.games // arguments.reports
    for report in range(1, arguments.reports + 1):
        learner.learn(games)
        found = round(learner.value(learner.begin()), 3)
        print(json.dumps({"games": report * games, "first_seat": found, "exact": exact[0]}))


class Learner:
    """What is known of a small game: `table` has a row for each position that was seen, by its hash."""

    def __init__(self, name: str, seed: int) -> None:
        self.table: Table = {}
        self._tried = defaultdict[tuple[str, int], int](int)
        self._position = small_game(name)
        self._random = random.Random(seed)

    def begin(self) -> Game:
        """The small game; chance is asked for the cards."""
        return Game.from_position(self._position, ask_chance=True)

    def learn(self, games: int) -> None:
        """Play so many games at random, and learn from the answers of each, the last one first."""
        for _game in range(games):
            game, played = self.begin(), list[tuple[Game, int, Game]]()
            self._let_chance_answer(game)
            while not game.is_over:
                before, answer = game.clone(), self._random.choice(game.legal_actions).id
                game.apply(answer)
                self._let_chance_answer(game)
                played.append((before, answer, game.clone()))
            for before, answer, after in reversed(played):
                self._correct(before, answer, self._expected(after, before.player))

    def _let_chance_answer(self, game: Game) -> None:
        while not game.is_over and game.player == CHANCE:
            answers, chances = zip(*game.chance_outcomes(), strict=True)
            game.apply(self._random.choices(answers, chances)[0])

    def _correct(self, game: Game, answer: int, found: float) -> None:
        self._tried[game.hash, answer] += 1
        row, step = self._row(game), self._tried[game.hash, answer] ** SLOWING
        row[answer] += step * (found - row[answer])

    def _row(self, game: Game) -> dict[int, float]:
        """What is known of the answers here; of a new position that each is worth one half."""
        return self.table.setdefault(game.hash, {action.id: 0.5 for action in game.legal_actions})

    def _expected(self, game: Game, seat: int) -> float:
        """The share that a seat can expect from here on when both play their best answers."""
        if game.is_over:
            return float(seat in game.winners) / len(game.winners)
        best = max(self._row(game).values())
        return best if game.player == seat else 1 - best

    def best(self, game: Game) -> int:
        """The answer that is worth most, of equals the first."""
        row = self._row(game)
        return max(row, key=row.__getitem__)

    def value(self, game: Game) -> float:
        """What the first seat can expect; where chance is asked, the mean of what may come."""
        if game.is_over or game.player != CHANCE:
            return self._expected(game, 0)
        total = 0.0
        for action, chance in game.chance_outcomes():
            after = game.clone()
            after.apply(action)
            total += chance * self.value(after)
        return total


if __name__ == "__main__":
    main()
