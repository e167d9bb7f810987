"""The page of the benchmark, made from the files that others have sent."""

import json
from collections.abc import Sequence
from pathlib import Path
from statistics import fmean

from openabyss.arena.benchmark.rows import OPPONENTS, TABLES, Row
from openabyss.arena.ratings.ladder_page import table

HEAD = """\
# Leaderboard of the benchmark

What bots have reached against the frozen opponents of the [benchmark](benchmark.md): their share of the
victories in units of what an equal would have, the mean of the tables that were played (1.00 is as good
as the opponent). There are {tables} tables. `python -m openabyss.arena.benchmark --page
docs/leaderboard` has written this from the files in `docs/leaderboard`, of each of which `--check FILE`
has played a sample again."""


def page_of(folder: Path) -> str:
    """The whole page."""
    found = [json.loads(path.read_text("utf-8")) for path in sorted(folder.glob("*.json"))]
    lines = sorted((_line(one) for one in found), key=lambda line: line[-2:1:-1], reverse=True)
    titles = ["bot", "version", *(f"`{name}`" for name in OPPONENTS), "tables"]
    return f"{HEAD.format(tables=len(TABLES))}\n\n{table(titles, lines)}\n"


def _line(found: Row) -> list[str]:
    rows: Sequence[Row] = found["rows"]
    shares = [
        [row["share"] / row["par"] for row in rows if row["opponent"] == opponent] for opponent in OPPONENTS
    ]
    tables = {tuple(row["table"]) for row in rows}
    name = f"`{found['bot']}`"
    return [
        name,
        found["version"],
        *(f"{fmean(one):.2f}" if one else "–" for one in shares),
        str(len(tables)),
    ]
