"""Whether the decisions that reviews mark as costly are.

`python -m bench.reviews base2 --games 200 --out build/reviews` lets `hard` play against `medium`, reviews the
games as the server does, and then plays on from marked decisions, and from unmarked ones that the search
would have answered differently: with the answer that was played and with the better one, on the same imagined
tables, once with `hard` on all seats and often with `medium`, which knows neither search nor network. Where a
decision was really costly, the better answer wins more of these games. It also compares the win chances of
the reviews with who won, in tenths. An interrupted run goes on where its files end.
"""

import argparse
import csv
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import mean, stdev
from typing import NamedTuple

from bench.calibration import KRAKEN, LEVIATHAN, Z_95, Prediction, in_words, read
from openabyss.arena.review import Decision, Judge, Review, review
from openabyss.play.game import Game
from openabyss.players.network.weights import table_names
from openabyss.players.perspective import Perspective
from openabyss.players.playouts import play_out
from openabyss.players.registry import player
from openabyss.players.search.parameters import FEW_ITERATIONS, SearchSettings

WORST = 8
# How many decisions of each sort are played on from in a game, and on how many imagined tables each.
MAX_OF_GAME, WORLDS = 3, 2
# How often `medium` plays on from each of these.
PLAYOUTS = 100
# The tables that are imagined here are not those of the review.
SEED = 700_000
# One of so many decisions is a prediction.
EVERY = 8


class Comparison(NamedTuple):
    """In the game with this seed, a decision was marked or not. On one imagined table the better answer and
    the one played had the same winners (1) or others (0) when `hard` played on, and won these shares of the
    games when `medium` did."""

    seed: int
    marked: int
    same: int
    better: float
    played: float


def played_game(name: str, seed: int) -> Game:
    """`hard` has one seat, in turn; `medium` has the others."""
    variant, players = table_names()[name]
    game = Game.new(players, seed=seed, kraken=bool(variant & KRAKEN), leviathan=bool(variant & LEVIATHAN))
    return played_on(game, ["hard" if seat == seed % players else "medium" for seat in range(players)], seed)


def played_on(game: Game, levels: Sequence[str], seed: int) -> Game:
    """The game itself, at its end."""
    seats = [player(level, seed * len(levels) + seat) for seat, level in enumerate(levels)]
    while not game.is_over:
        game.apply(seats[game.player].choose(Perspective(game)))
    return game


def comparisons_of(game: Game, found: Review, seed: int) -> Iterator[Comparison]:
    """Marked decisions of a game, and as many others."""
    marked = {mistake.place for mistake in found.mistakes}
    chosen = random.Random(seed)
    for is_marked in (True, False):
        sort = [
            one for one in found.decisions if one.best != one.played and (one.place in marked) == is_marked
        ]
        for decision in chosen.sample(sort, min(MAX_OF_GAME, len(sort))):
            for world in range(WORLDS):
                yield compared(game, decision, is_marked, seed, SEED + world)


def compared(game: Game, decision: Decision, is_marked: bool, seed: int, world: int) -> Comparison:
    """Both answers on one imagined table, to the end."""
    ends, shares = list[list[int]](), list[float]()
    for answer in (decision.best, decision.played):
        imagined = game.at(decision.place).sample_hidden(decision.seat, world + decision.place)
        imagined.apply(answer)
        outcomes = play_out(imagined, PLAYOUTS, players="medium", seed=world).shares
        shares.append(float(outcomes[:, decision.seat].mean()))
        ends.append(played_on(imagined, ["hard"] * game.players, world).winners)
    better, played = shares
    return Comparison(seed, int(is_marked), int(ends[0] == ends[1]), better, played)


def predictions_of(game: Game, found: Review, seed: int) -> Iterator[Prediction]:
    """What the review expected for the seats that were asked."""
    for decision in found.decisions[::EVERY]:
        won = (decision.seat in game.winners) / len(game.winners)
        yield Prediction(seed, decision.chances[decision.seat], won)


def read_comparisons(file: Path) -> list[Comparison]:
    """What an earlier run has found."""
    if not file.exists():
        return []
    with file.open(newline="", encoding="utf-8") as rows:
        return [
            Comparison(int(seed), int(marked), int(same), float(better), float(played))
            for seed, marked, same, better, played in csv.reader(rows)
        ]


def compared_in_words(found: list[Comparison]) -> str:
    """The table of a page; for the intervals it is the imagined tables that count."""
    head = [
        "| decisions | tables | better wins | played wins | difference | 95 % | other winner |",
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    rows = []
    for marked, title in ((1, "marked"), (0, "unmarked")):
        ones = [one for one in found if one.marked == marked]
        if len(ones) > 1:
            gains = [one.better - one.played for one in ones]
            margin = Z_95 * stdev(gains) / len(gains) ** 0.5
            rows.append(
                f"| {title} | {len(ones)} | {mean(one.better for one in ones):.1%} | "
                f"{mean(one.played for one in ones):.1%} | {mean(gains):+.1%} | ± {margin:.1%} | "
                f"{1 - mean(one.same for one in ones):.1%} |"
            )
    return "\n".join([f"{len({one.seed for one in found})} games with such decisions", "", *head, *rows])


def main() -> None:
    """Play, review, play on, and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tables", nargs="+", choices=table_names())
    parser.add_argument("--games", type=int, default=200, help="at each table (%(default)s)")
    parser.add_argument("--out", type=Path, required=True, help="a folder for what was found")
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    judge = Judge(SearchSettings(seconds=None, iterations=FEW_ITERATIONS))
    for name in arguments.tables:
        chances, costs = (arguments.out / f"{name}-{kind}.csv" for kind in ("chances", "costs"))
        begun = max((one.seed for one in read(chances)), default=0) + 1
        for seed in range(begun, arguments.games + 1):
            game = played_game(name, seed)
            found = review(game, judge, worst=WORST, seed=seed)
            for file, rows in (
                (costs, [*comparisons_of(game, found, seed)]),
                (chances, [*predictions_of(game, found, seed)]),
            ):
                with file.open("a", newline="", encoding="utf-8") as lines:
                    csv.writer(lines).writerows(rows)
        calibration = in_words(read(chances), players=table_names()[name][1])
        print(f"## {name}\n\n{compared_in_words(read_comparisons(costs))}\n\n{calibration}\n")


if __name__ == "__main__":
    main()
