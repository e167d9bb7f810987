"""The fixed settings of the benchmark, its rows, and the check of a row.

Tables, opponents, cards and the test are fixed by BENCHMARK. What the opponents do is pinned by FROZEN:
rules, networks, and their first answers at all tables. Where one of them differs, nothing is played, and a
later version that changes them counts BENCHMARK up.
"""

import hashlib
import json
from collections.abc import Callable, Iterator
from functools import cache
from itertools import islice, product
from pathlib import Path
from typing import Any

import numpy as np

from openabyss.arena.bench.signature import TABLES, signature
from openabyss.arena.ratings.rating import Referee
from openabyss.arena.ratings.sprt import UNDECIDED, Bounds
from openabyss.arena.series.playing import MAX_DECISIONS, OUTCOME
from openabyss.arena.series.series import Series
from openabyss.arena.simulations.keeping import Keeper, Records
from openabyss.arena.simulations.simulation import Watch, play_series
from openabyss.arena.workers import Jobs
from openabyss.errors import OpenAbyssError
from openabyss.play.game import Game
from openabyss.players.network.weights import WEIGHTS_FILE
from openabyss.players.perspective import Perspective
from openabyss.players.search.player import visits_of
from openabyss.rules.scoring import standing
from openabyss.version import VERSION

BENCHMARK = 2
# By their names in files of results. The expert is limited by simulations, not by time.
HARD, EXPERT = "hard-2", "expert-2"
OPPONENTS = {
    "easy-1": "easy",
    "medium-1": "medium",
    HARD: "hard",
    EXPERT: "expert:iterations=2000",
}
# Where no policy leads it, a simulation goes on greedily and takes ten times as long. That is so in the
# benchmark, too, where policies have come since.
SIMULATIONS_WITHOUT_POLICY = {
    (3, False, False): 200,
    (4, False, False): 200,
    (3, False, True): 500,
    (4, False, True): 200,
    (5, False, True): 200,
}
GAMES, SEED = 400, 16
# Significantly better than the opponent, or significantly not better by this much.
BOUNDS = Bounds(0, 40)
FIRST_ANSWERS = 4
# Figures of a row may differ by this much, as they are rounded on another machine.
ROUNDED = 1e-4
# Takes the place of a bot that is not here: its answers are in the records.
ABSENT = "regent"

Row = dict[str, Any]
Table = tuple[int, bool, bool]


class WrongBenchmark(OpenAbyssError, ValueError):  # noqa: N818  named like the errors of the game
    """The installed version or a file belongs to another benchmark, or a row is false."""


@cache
def fingerprint() -> dict[str, str]:
    """The hashes of rules, networks and opponents."""
    answers = hashlib.sha256(" ".join(first_answers()).encode()).hexdigest()
    networks = hashlib.sha256(WEIGHTS_FILE.read_bytes()).hexdigest()
    return {"rules": signature(), "networks": networks[:12], "opponents": answers[:12]}


def first_answers() -> Iterator[str]:
    """The first decisions of every opponent at every table, against itself, and how often its search visited
    each answer."""
    for table, name in product(TABLES, OPPONENTS):
        series = series_of(ABSENT, name, table)
        game, spec = series.deal(0), spec_of(name, table)
        players = [series.player_of(spec, seat) for seat in range(table[0])]
        for _decision in range(FIRST_ANSWERS):
            answer = players[game.player].choose(Perspective(game))
            yield f"{answer.text} {sorted(visits_of(players[game.player]).items())}"
            game.apply(answer)


def spec_of(name: str, table: Table) -> str:
    """How an opponent of the benchmark plays at a table, by its name; a bot is its own specification."""
    if (simulations := SIMULATIONS_WITHOUT_POLICY.get(table)) is None or name not in {HARD, EXPERT}:
        return OPPONENTS.get(name, name)
    return "hard:leaf=learned" if name == HARD else f"expert:leaf=learned,iterations={simulations}"


def series_of(bot: str, opponent: str, table: Table) -> Series:
    """The bot alone against an opponent on all other seats, with the same cards from every seat."""
    players, kraken, leviathan = table
    specs = (spec_of(bot, table), spec_of(opponent, table))
    return Series(specs, players, SEED, kraken=kraken, leviathan=leviathan, paired=True)


def play_row(
    bot: str,
    opponent: str,
    table: Table,
    jobs: Jobs,
    folder: Path,
    write: Callable[[Row], None],
    watch: Watch = lambda done: True,
) -> None:
    """Play the games of one row and `write` it; the first of each seat of the bot are there as records.

    Until it is written, what was played is in the folder, and it goes on with that next time. Raises
    KeyboardInterrupt if `watch` stops it.
    """
    series, place = series_of(bot, opponent, table), place_of(bot, opponent, table)
    referee = Referee(series, BOUNDS)
    keeper = Keeper(folder / f"{place}.jsonl", Records())

    def finish(found: Row) -> None:
        with keeper.path.open() as file:
            records = [json.loads(line) for line in islice(file, series.players)]
        own = found["players"][spec_of(bot, table)]
        write(
            {
                "table": list(table),
                "opponent": opponent,
                **_figures(found, spec_of(bot, table)),
                "forfeits": own["forfeits"],
                "ms_per_decision": own["ms_per_decision"],
                "places": referee.outcomes["rank"][:, : series.players].tolist(),
                "records": records,
            }
        )

    wanted = series.rounded_up(GAMES)
    if play_series(referee, wanted, jobs, None, True, watch, [keeper], finish)["interrupted"]:
        raise KeyboardInterrupt
    forget_row(bot, opponent, table, folder)


def forget_row(bot: str, opponent: str, table: Table, folder: Path) -> None:
    """Remove what was kept of the games of a row that is written."""
    for file in folder.glob(f"{place_of(bot, opponent, table)}.*"):
        file.unlink()


def place_of(bot: str, opponent: str, table: Table) -> str:
    """What the files of a row are called until it is written."""
    return f"{name_of({'table': table, 'opponent': opponent})} {code_of(bot)}".strip()


def _figures(found: Row, bot: str) -> Row:
    """What follows from the places of the games."""
    own = found["players"][bot]
    return {
        "games": found["games"],
        "share": own["win_rate"],
        "interval": own["interval"],
        "par": found["par"],
        "verdict": found["sprt"]["verdict"],
    }


# ---------------------------------------------------------------------------------- is it true?


def check_row(row: Row) -> None:
    """Raises WrongBenchmark unless the places make the figures of the row, and a game for each seat is
    recorded, with the cards and the answers of the opponents that this benchmark gives them, and ends as the
    places say."""
    if tuple(row["table"]) not in TABLES or row["opponent"] not in OPPONENTS:
        raise WrongBenchmark(f"{name_of(row)}: the benchmark has no such row")
    series = series_of(ABSENT, row["opponent"], tuple(row["table"]))
    _check_figures(series, row)
    if len(row["records"]) != series.players:
        raise WrongBenchmark(f"{name_of(row)}: {series.players} records belong to it")
    for number, record in enumerate(row["records"]):
        _check_game(series, number, record, row)


def _check_figures(series: Series, row: Row) -> None:
    ranks, seats = np.array(row["places"]), series.seating(0, len(row["places"]))
    if ranks.shape != seats.shape:
        raise WrongBenchmark(f"{name_of(row)}: a game has the places of {series.players} seats")
    outcomes = np.zeros(len(ranks), OUTCOME)
    outcomes["player"][:, : series.players] = seats
    outcomes["rank"][:, : series.players] = ranks
    outcomes["winners"] = (ranks == 1).sum(axis=1)
    referee = Referee(series, BOUNDS)
    referee.add(outcomes)
    for name, due in _figures(referee.result(), ABSENT).items():
        is_true = row[name] == due if isinstance(due, str) else np.allclose(row[name], due, atol=ROUNDED)
        if not is_true:
            raise WrongBenchmark(f"{name_of(row)}: the places make {name} {due}, not {row[name]}")
    if row["verdict"] == UNDECIDED and row["games"] != series.rounded_up(GAMES):
        raise WrongBenchmark(
            f"{name_of(row)}: {row['games']} games decide nothing, and more are to be played"
        )
    lost = int(((seats == 0) & (ranks == series.players)).sum())
    if not 0 <= row["forfeits"] <= lost:
        raise WrongBenchmark(f"{name_of(row)}: {lost} games lost, and forfeits {row['forfeits']}")


def _check_game(series: Series, number: int, record: Row, row: Row) -> None:
    where, spec = f"{name_of(row)}, game {number}", spec_of(row["opponent"], tuple(row["table"]))
    seating, seeds = series.seating(number, 1)[0].tolist(), series.seeds(number)[1]
    opponents = {seat: series.player_of(spec, seeds[seat]) for seat, who in enumerate(seating) if who == 1}
    played = Game.from_record(record)
    dealt = series.deal(number)
    for before, answer in played.decisions():
        if before.hash != dealt.hash:
            raise WrongBenchmark(f"{where}: other cards were dealt")
        if before.player in opponents:
            due = opponents[before.player].choose(Perspective(dealt))
            if due.id != answer.id:
                raise WrongBenchmark(f"{where}: the opponent answers {due.text}, not {answer.text}")
        dealt.apply(answer.id)
    merits = [int(standing(played.state, seat)) for seat in range(played.players)]
    ranks = [1 + sum(other > own for other in merits) for own in merits]
    is_whole = played.is_over or played.history.answer_count >= MAX_DECISIONS
    has_failed = not is_whole and row["places"][number][seating.index(0)] == played.players
    if not has_failed and (not is_whole or ranks != row["places"][number]):
        raise WrongBenchmark(f"{where}: the places are {ranks}, not {row['places'][number]}")


def name_of(row: Row) -> str:
    """The name of the row."""
    players, kraken, leviathan = row["table"]
    sets = " and ".join(name for name, has in (("Kraken", kraken), ("Leviathan", leviathan)) if has) or "base"
    return f"{sets}, {players} players, {row['opponent']}"


def about(bot: str) -> Row:
    """What rows of one file have in common."""
    return {
        "benchmark": BENCHMARK,
        "version": VERSION,
        **fingerprint(),
        "bot": bot,
        "code": code_of(bot),
        "games": GAMES,
    }


def code_of(bot: str) -> str:
    """A hash of the files that a bot names, so that rows of two of its states do not mix."""
    kind, _colon, rest = bot.partition(":")
    named = rest.split() if kind == "program" else [f"{kind.replace('.', '/')}.py"]
    files = [Path(word) for word in named if Path(word).is_file()]
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:12] if files else ""
