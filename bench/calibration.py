"""How well the win chances that reviews and hints show agree with what happens.

`python -m bench.calibration base2 both4 --games 400 --out build/calibration` plays games between the same
level on all seats, one of each level at each table in turn, asks at some decisions how likely every seat is
to win, as a review does, and compares with who won, in tenths of the prediction. An interrupted run goes on
where its files end; `--games 0` plays nothing and prints what is there.
"""

import argparse
import csv
from collections import defaultdict
from collections.abc import Sequence
from math import sqrt
from pathlib import Path
from typing import NamedTuple

import numpy as np

from openabyss.arena.review import Judge
from openabyss.play.game import Game
from openabyss.players.network.weights import table_names
from openabyss.players.perspective import Perspective
from openabyss.players.registry import player
from openabyss.players.search.parameters import FEW_ITERATIONS, SearchSettings

KRAKEN, LEVIATHAN = 1, 2
TENTHS = 10
Z_95 = 1.96
# The searches that judge do not begin where those of the players begin.
JUDGING = 500_000
# A review of the server searches little, and where a network has a policy it leads such searches alone.
# Hints, `openabyss analyse` and puzzles search longer.
JUDGES = {FEW_ITERATIONS: 8, 2000: 40}
EXPONENTS = np.arange(0.5, 5.0, 0.05)
IMPOSSIBLE = 0.001


class Prediction(NamedTuple):
    """In the game with this seed a seat was expected to win with this chance, and won this share."""

    seed: int
    chance: float
    won: float


class Tenth(NamedTuple):
    """All predictions of a tenth: on average, what happened, and half the width of its interval (95 %)."""

    predictions: int
    chance: float
    won: float
    margin: float


def predictions_of(
    name: str, seed: int, level: str, judges: Sequence[tuple[Judge, int]]
) -> list[list[Prediction]]:
    """A game, and what each of the judges expected for every seat; each judges every so-many-th decision with
    a choice."""
    variant, players = table_names()[name]
    game = Game.new(players, seed=seed, kraken=bool(variant & KRAKEN), leviathan=bool(variant & LEVIATHAN))
    seats = [player(level, seed * players + seat) for seat in range(players)]
    expected = [list[tuple[int, float]]() for _ in judges]
    decisions = seed
    while not game.is_over:
        perspective = Perspective(game)
        played = seats[game.player].choose(perspective)
        if len(perspective.legal_actions) > 1:
            decisions += 1
            for (judge, every), chances in zip(judges, expected, strict=True):
                if decisions % every == 0:
                    verdict = judge.judge(game, played.id, JUDGING + decisions)
                    chances.extend(enumerate(verdict.chances))
        game.apply(played)
    won = [(seat in game.winners) / len(game.winners) for seat in range(game.players)]
    return [[Prediction(seed, chance, won[seat]) for seat, chance in chances] for chances in expected]


def by_tenth(predictions: list[Prediction]) -> dict[int, Tenth]:
    """Predictions of one game are right or wrong together: for the interval it is the games that count."""
    grouped = defaultdict[int, list[Prediction]](list)
    for one in predictions:
        grouped[min(TENTHS - 1, int(TENTHS * one.chance))].append(one)
    return {tenth: summed_up(grouped[tenth]) for tenth in sorted(grouped)}


def summed_up(predictions: list[Prediction]) -> Tenth:
    """What a tenth comes to."""
    count = len(predictions)
    chance, won = (sum(values) / count for values in list(zip(*predictions, strict=True))[1:])
    errors = defaultdict[int, float](float)
    for one in predictions:
        errors[one.seed] += one.won - one.chance - (won - chance)
    return Tenth(count, chance, won, Z_95 * sqrt(sum(error**2 for error in errors.values())) / count)


def likeliest_exponent(predictions: list[Prediction], players: int) -> float:
    """The exponent of the chances with which the winners were likeliest; that of the table in
    `openabyss.players.search.searching` has to be multiplied by it."""
    chances = np.array([one.chance for one in predictions]).reshape(-1, players)
    won = np.array([one.won for one in predictions]).reshape(-1, players)

    def likelihood(exponent: float) -> float:
        sharp = np.maximum(chances, IMPOSSIBLE) ** exponent
        return float((won * np.log(sharp / sharp.sum(1, keepdims=True))).sum())

    return float(max(EXPONENTS, key=likelihood))


def read(file: Path) -> list[Prediction]:
    """What an earlier run has found."""
    if not file.exists():
        return []
    with file.open(newline="", encoding="utf-8") as rows:
        return [Prediction(int(seed), float(chance), float(won)) for seed, chance, won in csv.reader(rows)]


def in_words(predictions: list[Prediction], players: int) -> str:
    """The table of a page."""
    games = len({one.seed for one in predictions})
    rows = [
        f"| {10 * tenth}–{10 * tenth + 10} % | {found.predictions} | {found.chance:.1%} | "
        f"{found.won:.1%} | ± {found.margin:.1%} |"
        for tenth, found in by_tenth(predictions).items()
    ]
    head = ["| predicted | predictions | mean | happened | 95 % |", "| --- | ---: | ---: | ---: | ---: |"]
    exponent = f"exponent {likeliest_exponent(predictions, players):.2f}" if games else ""
    return "\n".join([f"{games} games {exponent}".rstrip(), "", *head, *rows])


def main() -> None:
    """Play, judge, and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tables", nargs="+", choices=table_names())
    parser.add_argument("--games", type=int, default=400, help="of each level at each table (%(default)s)")
    parser.add_argument("--level", nargs="+", default=["hard", "medium"], help="who plays, on all seats")
    parser.add_argument("--iterations", type=int, nargs="+", default=[*JUDGES], help="who judges: searches")
    parser.add_argument(
        "--every", type=int, nargs="+", default=[*JUDGES.values()], help="each judges every N-th decision"
    )
    parser.add_argument("--out", type=Path, required=True, help="a folder for the predictions")
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    judges = [
        (Judge(SearchSettings(seconds=None, iterations=many)), every)
        for many, every in zip(arguments.iterations, arguments.every, strict=True)
    ]
    files = {
        (name, level): [arguments.out / f"{name}-{level}-{many}.csv" for many in arguments.iterations]
        for name in arguments.tables
        for level in arguments.level
    }
    played = {
        series: max((one.seed for file in files[series] for one in read(file)), default=0) for series in files
    }
    for seed in range(1, arguments.games + 1):
        for (name, level), of_judges in files.items():
            if seed > played[name, level]:
                found = predictions_of(name, seed, level, judges)
                for file, predictions in zip(of_judges, found, strict=True):
                    with file.open("a", newline="", encoding="utf-8") as rows:
                        csv.writer(rows).writerows(predictions)
    for (name, level), of_judges in files.items():
        for many, file in zip(arguments.iterations, of_judges, strict=True):
            table = in_words(read(file), players=table_names()[name][1])
            print(f"## {name}, {level}, {many} iterations\n\n{table}\n", flush=True)


if __name__ == "__main__":
    main()
