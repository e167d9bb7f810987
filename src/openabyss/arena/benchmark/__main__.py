"""How well a bot does against the levels at every table.

`python -m openabyss.arena.benchmark BOT --out FILE` plays and writes a row for each table and opponent. One
that was interrupted goes on with the game after its last. `--check FILE` plays the recorded games of a file
again, and `--page FOLDER` makes the page of all files in it, `FOLDER.md`.
"""

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import product
from pathlib import Path
from statistics import fmean

from openabyss.arena.bench.signature import TABLES
from openabyss.arena.benchmark import (
    OPPONENTS,
    Row,
    WrongBenchmark,
    about,
    check_row,
    fingerprint,
    forget_row,
    name_of,
    play_row,
    spec_of,
)
from openabyss.arena.commands import not_negative
from openabyss.arena.ratings.ladder_page import table
from openabyss.arena.run_control import INTERRUPTED, processors
from openabyss.arena.series.files import make_folder, write_text
from openabyss.arena.simulations.outputs import check_output
from openabyss.arena.workers import Jobs
from openabyss.errors import OpenAbyssError
from openabyss.players.compilation.background import interrupts
from openabyss.players.compilation.precompile import compile_rules
from openabyss.players.network.weights import table_names

FORMATS = {".json"}
# The hashes of the rules, networks and opponents of benchmark 2.
FROZEN = {"rules": "057531f12b60", "networks": "dbcfe7ae55ba", "opponents": "f9235cec28fe"}

HEAD = """\
# Leaderboard of the benchmark

How well bots play against the frozen opponents of the [benchmark](benchmark.md): their share of the victories
relative to that of an equal player (1.00 is as good as the opponent), averaged over all {tables} tables, or
over the number of tables in brackets. Bots are ordered by their result against the hardest opponent; a level
does not meet itself. `python -m openabyss.arena.benchmark --page docs/leaderboard` wrote this page from the
files in `docs/leaderboard`; `--check FILE` has replayed a sample of each."""


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m openabyss.arena.benchmark", description=__doc__)
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument(
        "bot",
        nargs="?",
        help="as for `openabyss rate`: program:./mybot, module:Class; or an opponent, expert-2",
    )
    what.add_argument("--check", type=Path, metavar="FILE", help="whether a file of results is true")
    what.add_argument("--page", type=Path, metavar="FOLDER", help="write FOLDER.md from the files there")
    parser.add_argument("--out", type=Path, help="the file of results, JSON")
    parser.add_argument("--opponents", nargs="+", choices=[*OPPONENTS], default=(), help="only these for now")
    parser.add_argument(
        "--tables", nargs="+", choices=[*table_names()], default=(), help="only these for now"
    )
    parser.add_argument("--jobs", type=not_negative, default=0, help="processes, 0 for one per processor")
    arguments = parser.parse_args()
    try:
        if arguments.page is not None:
            write_text(arguments.page.with_suffix(".md"), page_of(arguments.page))
            return
        compile_rules()
        if arguments.check is not None:
            check(arguments.check)
        elif arguments.out is None:
            parser.error("--out: where are the results to be written?")
        else:
            jobs = arguments.jobs or processors()
            benchmark(arguments.bot, arguments.out, jobs, arguments.opponents, arguments.tables)
    except OpenAbyssError as error:
        sys.exit(str(error))
    except KeyboardInterrupt:
        print("Stopped. The same command goes on with the next game.", file=sys.stderr)
        sys.exit(INTERRUPTED)


def benchmark(
    bot: str, out: Path, jobs: Jobs = 1, opponents: Sequence[str] = (), tables: Sequence[str] = ()
) -> None:
    """Play all rows that the file does not have yet, or those of some `opponents` and `tables`, and write it
    after each; the games of a row that is interrupted are beside it in a folder. An opponent of the benchmark
    does not meet itself. Raises OpenAbyssError, KeyboardInterrupt."""
    check_output(out, FORMATS)
    check_installed()
    common = about(bot)
    rows = rows_in(out, common)
    played = {(*row["table"], row["opponent"]) for row in rows}
    folder = out.with_name(f"{out.name}.unfinished")
    make_folder(folder)

    def write(row: Row) -> None:
        rows.append(row)
        lines = ",\n".join(json.dumps(row) for row in rows)
        write_text(out, f'{json.dumps(common)[:-1]}, "rows": [\n{lines}\n]}}\n')

    with interrupts() as received:
        for table, opponent in product(tables_named(tables), opponents or OPPONENTS):
            if (*table, opponent) in played:
                forget_row(bot, opponent, table, folder)  # it may have been killed once the row was written
                continue
            if spec_of(opponent, table) == spec_of(bot, table):
                continue
            play_row(bot, opponent, table, jobs, folder, write, lambda _done: not received)
            print(in_words(rows[-1]), flush=True)
            if received:
                raise KeyboardInterrupt
    with suppress(OSError):  # it holds rows of other opponents that were interrupted
        folder.rmdir()


def tables_named(names: Sequence[str]) -> list[tuple[int, bool, bool]]:
    """The tables of the benchmark of these names, as `base2`; all if there are none."""
    named = [table_names()[name] for name in names]
    wanted = [(players, bool(variant & 1), bool(variant & 2)) for variant, players in named]
    return [table for table in TABLES if not names or table in wanted]


def check_installed() -> None:
    """Raises WrongBenchmark if rules, networks or opponents are not those of the benchmark."""
    if fingerprint() != FROZEN:
        raise WrongBenchmark(f"this version plays another benchmark: {fingerprint()}, not {FROZEN}")


def rows_in(out: Path, common: Row) -> list[Row]:
    """The rows of an earlier run. Raises WrongBenchmark if that was another benchmark, or another bot."""
    if not out.exists():
        return []
    found = read_results(out)
    other = [name for name in common if found.get(name) != common[name]]
    if other:
        raise WrongBenchmark(f"{out} differs in {', '.join(other)}; choose another name")
    rows: list[Row] = found["rows"]
    return rows


def read_results(path: Path) -> Row:
    """What a file of results says. Raises WrongBenchmark if it is none."""
    with reading(path):
        found: Row = json.loads(path.read_text("utf-8"))
        found["rows"]
    return found


@contextmanager
def reading(path: Path) -> Iterator[None]:
    """Raises WrongBenchmark, which names the file, where what it holds has another form."""
    try:
        yield
    except OpenAbyssError:
        raise
    except OSError as error:
        raise WrongBenchmark(f"{path}: {error.strerror}") from error
    except (ArithmeticError, LookupError, RecursionError, TypeError, ValueError) as error:
        raise WrongBenchmark(f"{path} holds no results of a benchmark") from error


def check(path: Path) -> None:
    """Play the recorded games of a file again. Raises WrongBenchmark."""
    check_installed()
    rows = comparable_results(path)["rows"]
    with reading(path):
        for row in rows:
            check_row(row)
    print(f"{path}: {len(rows)} rows hold.")


def comparable_results(path: Path) -> Row:
    """What a file of this benchmark says. Raises WrongBenchmark if it is none, or one of another."""
    found = read_results(path)
    if {name: found.get(name) for name in FROZEN} != FROZEN:
        raise WrongBenchmark(f"{path} comes from other rules, networks or opponents")
    return found


def in_words(row: Row) -> str:
    """A row as a sentence."""
    low, high = row["interval"]
    return (
        f"{name_of(row)}: {row['share']:.0%} ({low:.0%} to {high:.0%}) of {row['games']} games, "
        f"par {row['par']:.0%}: {row['verdict']}"
    )


def page_of(folder: Path) -> str:
    """The whole page. Raises WrongBenchmark if there is no file, or one that is not of this benchmark."""
    found = sorted(map(_line_of, sorted(folder.glob("*.json"))), reverse=True)
    if not found:
        raise WrongBenchmark(f"{folder} holds no results of a benchmark")
    titles = ["bot", "version", *(f"`{name}`" for name in OPPONENTS)]
    return f"{HEAD.format(tables=len(TABLES))}\n\n{table(titles, [cells for _merits, cells in found])}\n"


def _line_of(path: Path) -> tuple[list[float], list[str]]:
    """What a bot is compared by, the hardest opponent first, and the cells of its line."""
    merits, cells = [], []
    with reading(path):
        found = comparable_results(path)
        for opponent in OPPONENTS:
            its_own = [row["share"] / row["par"] for row in found["rows"] if row["opponent"] == opponent]
            is_itself = all(spec_of(opponent, table) == spec_of(found["bot"], table) for table in TABLES)
            merits.append(fmean(its_own) if its_own else float(is_itself))
            of_some = f" ({len(its_own)})" if len(its_own) < len(TABLES) else ""
            cells.append(f"{merits[-1]:.2f}{of_some}" if its_own else "–")
        return merits[::-1], [f"`{found['bot']}`", found["version"], *cells]


if __name__ == "__main__":
    main()
