"""`openabyss statistics`: play what is missing of a plan, then write page and plots."""

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

from openabyss.arena.findings_of_games import figures_of
from openabyss.arena.plan_file import NEEDED, Part, Plan, Planned, read_plan_file, read_player
from openabyss.arena.run_control import INTERRUPTED, jobs_of, prepare, watching
from openabyss.arena.series.files import check_place, journal_of, make_folder, other_settings, write_text
from openabyss.arena.simulations.outputs import check_output, has_all_columns, stored_summary
from openabyss.arena.simulations.simulation import simulate
from openabyss.arena.statistics_page import page, plots, plots_of
from openabyss.arena.workers import Jobs
from openabyss.play.position.fields import Field
from openabyss.words import _

KEYS = {"file": NEEDED, "player": NEEDED}


def statistics_command(args: argparse.Namespace) -> int:
    """Play, and write the page with its plots; 130 after Ctrl-C. Raises OpenAbyssError."""
    plan = read_plan(args.plan)
    written = args.plan.with_suffix(".md")
    check_place("plan", written, (".md",))
    make_folder(args.data)
    make_folder(args.plan.with_suffix(""))
    check_output(file_of(plan.items[0], args.data))
    for planned in plan.items:
        is_stale(file_of(planned, args.data), planned)  # Another series is refused before anything is played.
    jobs = jobs_of(args)
    prepare(silent=False)
    for planned in plan.items:
        print(planned.name, file=sys.stderr)
        with watching(planned.games, silent=False) as watch:
            is_complete = play(planned, args.data, jobs, watch)
        if not is_complete:
            print(_("Stopped; the same command resumes."), file=sys.stderr)
            return INTERRUPTED
    _write(plan, args, written)
    return 0


def _write(plan: Plan, args: argparse.Namespace, written: Path) -> None:
    """The page beside the plan, and the plots in a folder of that name."""
    folder = args.plan.with_suffix("")
    figures = [figures_of(file_of(planned, args.data)) for planned in plan.items]
    played = list(zip(plan.items, figures, strict=True))
    drawn = plots(played)
    for planned, found in played:
        drawn |= plots_of(planned, found)
    for name, plot in drawn.items():
        write_text(folder / name, plot)
    write_text(written, page(plan, figures, str(args.plan), folder.name))
    print(_("Written: {path}").format(path=written))


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
    """Play what is missing of a series; whether it is complete now. Raises OpenAbyssError."""
    path = file_of(planned, folder)
    if is_stale(path, planned):
        path.unlink()
    summary = simulate(planned.series, planned.games, jobs=jobs, out=path, resume=True, watch=watch)
    return not summary["interrupted"]


def file_of(planned: Planned, folder: Path) -> Path:
    """The file of the results of a series."""
    return folder / f"{planned.file}.parquet"


def is_stale(path: Path, planned: Planned) -> bool:
    """Whether a finished file is to be played again: it comes from another version, or has too few games.
    Raises UnusableOutput for results of another series."""
    if not path.exists() or journal_of(path).exists():
        return False
    found, own = stored_summary(path), planned.series.settings()
    if {**found["settings"], "version": own["version"]} != own:
        raise other_settings(path, found["settings"], own)
    return found["settings"] != own or found["games"] < planned.games or not has_all_columns(path)
