"""Which series the statistics page is made of, and the files that they are played into."""

from collections.abc import Callable
from pathlib import Path

from openabyss.arena.plan_file import NEEDED, Part, Plan, Planned, read_plan_file, read_player
from openabyss.arena.series.files import journal_of
from openabyss.arena.simulations.outputs import has_all_columns, stored_summary
from openabyss.arena.simulations.simulation import simulate
from openabyss.arena.workers import Jobs
from openabyss.play.position.fields import Field
from openabyss.words import _

KEYS = {"file": NEEDED, "player": NEEDED}


def read_plan(path: Path) -> Plan:
    """The plan in a TOML file. Raises BadPlan."""
    files: set[str] = set()

    def read(part: Part) -> Planned:
        file = _stem(part.keys["file"])
        if file in files:
            raise part.keys["file"].wrong(_("another series has this file already"))
        files.add(file)
        series = part.series((read_player(part.keys["player"]),), part.keys["players"])
        return Planned(part.name, series, part.games, file=file)

    return read_plan_file(path, _("Statistics"), "series", KEYS, read)


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
