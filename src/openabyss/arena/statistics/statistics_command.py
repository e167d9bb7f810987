"""`openabyss statistics`: play what is missing, then write page and plots."""

import argparse
import sys
from pathlib import Path

from openabyss.arena.plan_file import Plan
from openabyss.arena.run_control import INTERRUPTED, jobs_of, prepare, watching
from openabyss.arena.series.files import check_place, make_folder, write_text
from openabyss.arena.simulations.outputs import check_output
from openabyss.arena.statistics.findings_of_games import figures_of
from openabyss.arena.statistics.page import page, plots, plots_of
from openabyss.arena.statistics.plan import file_of, play, read_plan
from openabyss.words import _


def statistics_command(args: argparse.Namespace) -> int:
    """Play, and write the page with its plots; 130 after Ctrl-C. Raises OpenAbyssError."""
    plan = read_plan(args.plan)
    written = args.plan.with_suffix(".md")
    check_place("plan", written, (".md",))
    make_folder(args.data)
    make_folder(args.plan.with_suffix(""))
    check_output(file_of(plan.items[0], args.data))
    jobs = jobs_of(args)
    prepare(silent=False)
    for planned in plan.items:
        print(planned.name, file=sys.stderr)
        with watching(planned.games, silent=False) as watch:
            is_complete = play(planned, args.data, jobs, watch)
        if not is_complete:
            print(_("Stopped; the same command goes on."), file=sys.stderr)
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
