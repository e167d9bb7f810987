"""How often levels answer as a deep search does, and what their other answers cost them.

`python -m bench.positions FILE --make 500` adds positions to a file until there are so many, one of a game of
`hard` against itself, table by table in turn; every answer to each is judged by a search of its own.
`python -m bench.positions FILE hard expert:iterations=1000` asks players at them. It takes seconds, where
matches take hours, and tells which of two networks is worth a match.
"""

import argparse
from collections import defaultdict
from collections.abc import Iterator, Sequence
from math import sqrt
from pathlib import Path
from typing import NamedTuple

from openabyss.arena.puzzles import Puzzle, read_puzzles, themes_of, write_puzzles
from openabyss.arena.puzzles.answers import ITERATIONS, SURE_ITERATIONS, Comparison, contenders, ranked
from openabyss.chance.generator import below, generator
from openabyss.play.game import Game
from openabyss.players.network.weights import name_of, table_names, table_of
from openabyss.players.perspective import Perspective
from openabyss.players.registry import player
from openabyss.players.search.mcts import IS_FILLED_IN
from openabyss.rules.questions import open_question

KRAKEN, LEVIATHAN = 1, 2
Z_95 = 1.96


class Judged(NamedTuple):
    """An answer at a position: whether it is the best one, and what it costs in win probability."""

    is_best: bool
    loss: float


def judged(positions: Sequence[Puzzle], spec: str) -> Iterator[tuple[str, Judged]]:
    """What a player answers at each position, and at which table."""
    for number, position in enumerate(positions):
        game = position.game()
        answer = player(spec, number).choose(Perspective(game)).text
        loss = position.chances[position.best] - position.chances[answer]
        yield name_of(table_of(game.state)), Judged(answer == position.best, loss)


def in_words(answers: Sequence[Judged]) -> str:
    """How often the best answer was given, and the mean loss with its interval (95 %)."""
    count = len(answers)
    mean = sum(one.loss for one in answers) / count
    spread = sqrt(sum((one.loss - mean) ** 2 for one in answers) / count)
    agreement = sum(one.is_best for one in answers) / count
    return f"{count} | {agreement:.0%} | {mean:.1%} ± {Z_95 * spread / sqrt(count):.1%}"


def report(positions: Sequence[Puzzle], specs: Sequence[str]) -> Iterator[str]:
    """The rows of a table: each player at all positions, then table by table."""
    yield from ("| table | player | positions | best answer | loss |", "| --- | --- | ---: | ---: | ---: |")
    by_table = defaultdict[tuple[str, str], list[Judged]](list)
    for spec in specs:
        for table, answer in judged(positions, spec):
            by_table["all", spec].append(answer)
            by_table[table, spec].append(answer)
    for table in ("all", *table_names()):
        for spec in specs:
            if answers := by_table[table, spec]:
                yield f"| {table} | `{spec}` | {in_words(answers)} |"


def position_of(name: str, seed: int) -> Puzzle:
    """One decision of a game of `hard` against itself, with what each answer is worth."""
    variant, players = table_names()[name]
    game = Game.new(players, seed=seed, kraken=bool(variant & KRAKEN), leviathan=bool(variant & LEVIATHAN))
    seats = [player("hard", seed * players + seat) for seat in range(players)]
    decisions = list[Game]()
    while not game.is_over:
        is_small = IS_FILLED_IN[open_question(game.state).what] == 1
        if len(game.legal_actions) > 1 and not is_small:
            decisions.append(game.clone())
        game.apply(seats[game.player].choose(Perspective(game)))
    chosen = decisions[below(generator(seed), len(decisions))]
    return judged_position(chosen, seed)


def judged_position(game: Game, seed: int) -> Puzzle:
    """The open question of a game, with what each answer is worth by what the seat that is asked may know."""
    imagined, comparison = game.sample_hidden(game.player, seed), Comparison()
    chances = comparison.worths(imagined, [action.text for action in game.legal_actions], ITERATIONS, seed)
    sure = contenders(chances)
    chances |= comparison.worths(imagined, sure, SURE_ITERATIONS, seed)
    return Puzzle(game.to_record(), game.player, ranked(chances, sure), {}, themes_of(game))


def make(file: Path, wanted: int, seed: int) -> None:
    """Add positions to a file until it has as many as are wanted; their number says which game is next."""
    positions = list(read_puzzles(file)) if file.exists() else []
    names = [*table_names()]
    while (number := len(positions)) < wanted:
        positions.append(position_of(names[number % len(names)], seed + number))
        write_puzzles(file, positions)
        print(f"{number + 1} of {wanted} positions", flush=True)


def main() -> None:
    """Make positions, or ask players at them."""
    parser = argparse.ArgumentParser(prog="python -m bench.positions", description=__doc__)
    parser.add_argument("file", type=Path, help="where the positions are")
    parser.add_argument("players", nargs="*", help="as `openabyss rate` reads them")
    parser.add_argument("--make", type=int, default=0, metavar="N", help="until there are so many positions")
    parser.add_argument("--seed", type=int, default=40_000, help="of the first game (%(default)s)")
    arguments = parser.parse_args()
    make(arguments.file, arguments.make, arguments.seed)
    for row in report(read_puzzles(arguments.file), arguments.players):
        print(row, flush=True)


if __name__ == "__main__":
    main()
