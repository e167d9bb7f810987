"""How well a bot does against the four levels at every table: a frozen benchmark.

`python -m bench.against_levels program:./mybot --out mybot.json`. Tables, levels, cards and the test are
fixed by BENCHMARK; a higher number makes results that cannot be compared. An interrupted benchmark goes on
where the file ends.
"""

import argparse
import json
from itertools import product
from pathlib import Path
from typing import Any

from openabyss.arena.ratings.contest import contest
from openabyss.arena.ratings.sprt import Bounds
from openabyss.arena.series.files import write_text
from openabyss.arena.series.series import Series
from openabyss.arena.session import processors
from openabyss.players.compilation.precompile import compile_rules
from openabyss.version import VERSION

BENCHMARK = 1
# The expert with a number of simulations, not by the clock, so that its games can be played again.
LEVELS = ("easy", "medium", "hard", "expert:iterations=2000")
TABLES = [
    (players, kraken, leviathan)
    for kraken, leviathan in product((False, True), repeat=2)
    for players in range(2, 6 if leviathan else 5)
]
GAMES, SEED = 400, 16
# Surely better than the level, or surely not by so much.
BOUNDS = Bounds(0, 40)

Row = dict[str, Any]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("bot", metavar="BOT", help="as for `openabyss rate`: program:./mybot, module:Class")
    parser.add_argument("--out", type=Path, required=True, help="the file of results, JSON")
    parser.add_argument("--jobs", type=int, default=0, help="processes, 0 for one per processor")
    arguments = parser.parse_args()
    compile_rules()
    benchmark(arguments.bot, arguments.out, arguments.jobs or processors())


def benchmark(bot: str, out: Path, jobs: int = 1) -> None:
    """Play all rows that the file does not have yet, and write it after each. Raises OpenAbyssError."""
    about = {"benchmark": BENCHMARK, "version": VERSION, "bot": bot, "games": GAMES}
    rows = rows_in(out, about)
    for table, level in product(TABLES, LEVELS):
        if not any(row["table"] == list(table) and row["level"] == level for row in rows):
            rows.append(row_of(bot, level, table, jobs))
            write_text(out, json.dumps({**about, "rows": rows}, indent=1) + "\n")
            print(in_words(rows[-1]), flush=True)


def rows_in(out: Path, about: Row) -> list[Row]:
    """The rows of an earlier run. Raises SystemExit if that was another benchmark."""
    if not out.exists():
        return []
    found = json.loads(out.read_text("utf-8"))
    if {name: found.get(name) for name in about} != about:
        raise SystemExit(f"{out} holds another benchmark; choose another name")
    rows: list[Row] = found["rows"]
    return rows


def row_of(bot: str, level: str, table: tuple[int, bool, bool], jobs: int) -> Row:
    """The bot alone against a level on all other seats, with the same cards from every seat."""
    players, kraken, leviathan = table
    series = Series((bot, level), players, SEED, kraken=kraken, leviathan=leviathan, paired=True)
    found = contest(series, GAMES, jobs=jobs, bounds=BOUNDS)
    own = found["players"][bot]
    return {
        "table": list(table),
        "level": level,
        "games": found["games"],
        "share": own["win_rate"],
        "interval": own["interval"],
        "par": found["par"],
        "verdict": found["sprt"]["verdict"],
        "ms_per_decision": own["ms_per_decision"],
    }


def in_words(row: Row) -> str:
    players, kraken, leviathan = row["table"]
    sets = " and ".join(name for name, has in (("Kraken", kraken), ("Leviathan", leviathan)) if has) or "base"
    low, high = row["interval"]
    return (
        f"{sets}, {players} players, {row['level']}: {row['share']:.0%} ({low:.0%} to {high:.0%}) "
        f"of {row['games']} games, par {row['par']:.0%}: {row['verdict']}"
    )


if __name__ == "__main__":
    main()
