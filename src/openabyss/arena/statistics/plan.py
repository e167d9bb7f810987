"""Which series the statistics page is made of, and the files that they are played into."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from openabyss.arena.plan_file import (
    MAX_GAMES,
    NEEDED,
    Part,
    errors_at,
    read_plan_file,
    read_player,
)
from openabyss.arena.series.files import journal_of
from openabyss.arena.series.seating import seats_for
from openabyss.arena.series.series import Series
from openabyss.arena.simulations.outputs import has_all_columns, stored_summary
from openabyss.arena.simulations.simulation import simulate
from openabyss.arena.workers import Jobs
from openabyss.position.fields import Field
from openabyss.position.options import FEWEST_PLAYERS, MOST_WITH_LEVIATHAN
from openabyss.words import _

KEYS = {
    "name": NEEDED,
    "file": NEEDED,
    "player": NEEDED,
    "players": NEEDED,
    "games": NEEDED,
    "seed": 0,
    "kraken": False,
    "leviathan": False,
}


@dataclass(frozen=True)
class Planned:
    """One series; `file` is the stem of its file of results and of its plots."""

    name: str
    file: str
    series: Series
    games: int


@dataclass(frozen=True)
class Plan:
    """A title, an introduction, and the series."""

    title: str
    introduction: str
    series: tuple[Planned, ...]


def read_plan(path: Path) -> Plan:
    """The plan in a TOML file. Raises BadPlan."""
    plan = read_plan_file(path, _("Statistics"), "series", KEYS)
    series = tuple(_planned(part) for part in plan.parts)
    files = [planned.file for planned in series]
    for place, part in enumerate(plan.parts):
        if files[place] in files[:place]:
            raise part.keys["file"].wrong(_("another series has this file already"))
    return Plan(plan.title, plan.introduction, series)


def _planned(part: Part) -> Planned:
    keys = part.keys
    seats = seats_for(
        keys["players"].number(FEWEST_PLAYERS, MOST_WITH_LEVIATHAN), (read_player(keys["player"]),)
    )
    with errors_at(part.whole):
        series = Series(
            seats,
            seed=keys["seed"].number(),
            kraken=keys["kraken"].flag(),
            leviathan=keys["leviathan"].flag(),
        )
    return Planned(keys["name"].text(), _stem(keys["file"]), series, keys["games"].number(1, MAX_GAMES))


def _stem(file: Field) -> str:
    """The name of a file without folder and ending."""
    name = file.text()
    if not name or name != Path(name).name:
        raise file.no_such(_("the name of a file"))
    return name


def play(planned: Planned, folder: Path, jobs: Jobs, watch: Callable[[int], bool]) -> bool:
    """Play what is missing of a series; whether it is complete now. Raises OpenAbyssError.

    A file of other settings, from an older version for instance, is played again.
    """
    path = file_of(planned, folder)
    stale = path.exists() and not journal_of(path).exists() and not _is_of(path, planned)
    if stale:
        path.unlink()
    summary = simulate(planned.series, planned.games, jobs=jobs, out=path, resume=True, watch=watch)
    return not summary["interrupted"]


def file_of(planned: Planned, folder: Path) -> Path:
    """The file of the results of a series."""
    return folder / f"{planned.file}.parquet"


def _is_of(path: Path, planned: Planned) -> bool:
    summary = stored_summary(path)
    is_long_enough = bool(summary["games"] >= planned.games)
    return is_long_enough and summary["settings"] == planned.series.settings() and has_all_columns(path)
