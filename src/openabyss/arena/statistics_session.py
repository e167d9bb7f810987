"""The statistics page from the command line: play what is missing, then write page and plots."""

import argparse
import sys

from openabyss.arena.outputs import check_output
from openabyss.arena.progress import progress
from openabyss.arena.rate_session import prepare
from openabyss.arena.session import INTERRUPTED, interrupts, processors
from openabyss.arena.statistics import figures_of
from openabyss.arena.statistics_page import page, plots
from openabyss.arena.statistics_plan import Plan, Planned, file_of, play, read_plan
from openabyss.words import _


def play_and_write(args: argparse.Namespace) -> int:
    """Play, and write the page with its plots; 130 after Ctrl-C. Raises OpenAbyssError."""
    plan = read_plan(args.plan)
    args.data.mkdir(parents=True, exist_ok=True)
    check_output(file_of(plan.series[0], args.data))
    prepare(silent=False)
    with interrupts() as received:
        for planned in plan.series:
            if not _play(planned, args, received):
                print(_("Stopped; the same command goes on."), file=sys.stderr)
                return INTERRUPTED
    _write(plan, args)
    return 0


def _play(planned: Planned, args: argparse.Namespace, received: list[int]) -> bool:
    print(planned.name, file=sys.stderr)
    with progress(planned.games, silent=False) as shown:

        def watch(done: int) -> bool:
            shown.show(done)
            return not received

        return play(planned, args.data, args.jobs or processors(), watch)


def _write(plan: Plan, args: argparse.Namespace) -> None:
    """The page beside the plan, and the plots in a folder of that name."""
    written = args.plan.with_suffix(".md")
    folder = args.plan.with_suffix("")
    folder.mkdir(exist_ok=True)
    figures = [figures_of(file_of(planned, args.data)) for planned in plan.series]
    for planned, found in zip(plan.series, figures, strict=True):
        for name, plot in plots(planned, found).items():
            (folder / name).write_text(plot, encoding="utf-8")
    written.write_text(page(plan, figures, str(args.plan), folder.name), encoding="utf-8")
    print(_("Written: {path}").format(path=written))
