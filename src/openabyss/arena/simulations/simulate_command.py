"""`openabyss simulate`: plays a series and prints its summary."""

import argparse
from functools import partial
from pathlib import Path

from rich.console import Console

from openabyss.arena.run_control import (
    Json,
    check_resumable,
    jobs_of,
    prepare,
    print_paths,
    print_seconds,
    settings_of,
    tell,
    timed,
)
from openabyss.arena.series.files import not_over, unfinished_of
from openabyss.arena.series.report import print_report, quiet_line
from openabyss.arena.series.series import Series, compile_games, seats_for, solo_seats, split_specs
from openabyss.arena.simulations.keeping import Keeper, Records
from openabyss.arena.simulations.outputs import check_output
from openabyss.arena.simulations.simulation import are_finished, check_distinct, simulate
from openabyss.arena.simulations.trajectory_writer import Trajectories, card_beside, write_card
from openabyss.play.position.options import check_solo
from openabyss.words import _


def simulate_command(args: argparse.Namespace) -> int:
    """Play the series and print its summary; 130 after Ctrl-C. Raises OpenAbyssError."""
    keepers = _keepers(args)
    series, jobs = _series(args), jobs_of(args)
    prepare(silent=args.quiet or args.json)
    compile_games()

    def finish(_summary: Json) -> None:
        if args.trajectories is not None:
            write_card(args.trajectories)

    files = {"out": args.out, "resume": args.resume, "keepers": keepers, "finish": finish}
    summary = timed(
        args, args.games, lambda watch: simulate(series, args.games, jobs=jobs, watch=watch, **files)
    )
    summary["out"] = str(args.out) if args.out else None
    hint = _("With --out FILE, an interrupted series can be resumed.")
    return tell(args, summary, args.games, quiet_line, partial(_print_summary, args), hint)


def _keepers(args: argparse.Namespace) -> list[Keeper]:
    """The files to which every game is written. Raises InvalidOption, MissingExtra, UnusableOutput."""
    forms = ((args.trajectories, Trajectories()), (args.records, Records()))
    keepers = [Keeper(path, form) for path, form in forms if path is not None]
    if args.resume and are_finished(args.out, keepers):
        return keepers
    for keeper in keepers:
        keeper.check()
    if args.trajectories is not None:
        card = card_beside(args.trajectories)
        check_distinct([card, *([] if args.out is None else [args.out])])
        if card.exists() and not keepers[0].has_begun:
            raise not_over(card)
    return keepers


def _series(args: argparse.Namespace) -> Series:
    """The series that the arguments describe, once its files are known to be writable. Raises InvalidOption,
    UnusableOutput."""
    check_resumable(args)
    if args.out is not None:
        check_output(args.out)
    if args.solo and args.players is not None:
        check_solo(args.players, args.solo)
    named = () if args.seats is None else split_specs(args.seats)
    return Series(
        solo_seats(named) if args.solo else seats_for(args.players, named),
        rotate=args.rotate,
        solo=args.solo,
        **settings_of(args),
    )


def _print_summary(args: argparse.Namespace, console: Console, summary: Json) -> None:
    print_report(console, summary, everything=args.all)
    print_seconds(console, summary)
    named = unfinished_of if summary["interrupted"] else Path
    if summary["games"] > 0:
        print_paths(console, _("Results: {path}"), args.out and named(args.out))
    written = [named(path) for path in (args.trajectories, args.records) if path is not None]
    print_paths(console, _("Written: {path}"), *written)
