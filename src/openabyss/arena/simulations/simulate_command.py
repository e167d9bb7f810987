"""`openabyss simulate`: plays a series and prints its summary."""

import argparse
import json
import sys
import time
from pathlib import Path
from typing import Any

from rich.console import Console

from openabyss.arena.run_control import (
    INTERRUPTED,
    check_resumable,
    how_to_go_on,
    jobs_of,
    prepare,
    print_paths,
    watching,
)
from openabyss.arena.series.files import unfinished_of
from openabyss.arena.series.report import print_report, quiet_line
from openabyss.arena.series.seating import seats_for, solo_seats, split_specs
from openabyss.arena.series.series import Series, compile_games
from openabyss.arena.simulations.keeping import Keeper
from openabyss.arena.simulations.outputs import check_output
from openabyss.arena.simulations.records import Records
from openabyss.arena.simulations.simulation import simulate
from openabyss.arena.simulations.trajectory_writer import Trajectories, write_card
from openabyss.play.variants import read_options
from openabyss.words import _
from openabyss.words.numbers import Number


def simulate_command(args: argparse.Namespace) -> int:
    """Play the series and print its summary; 130 after Ctrl-C. Raises OpenAbyssError."""
    keepers = _keepers(args)
    series, jobs = _series(args), jobs_of(args)
    silent = args.quiet or args.json
    prepare(silent=silent)
    compile_games()
    began = time.perf_counter()
    with watching(args.games, silent=silent) as watch:
        summary = simulate(
            series,
            args.games,
            jobs=jobs,
            out=args.out,
            resume=args.resume,
            keepers=keepers,
            watch=watch,
        )
    summary["seconds"] = round(time.perf_counter() - began, 3)
    if args.trajectories is not None and not summary["interrupted"]:
        write_card(args.trajectories)
    _print_summary(args, summary)
    if not summary["interrupted"]:
        return 0
    print(_what_was_stopped(args, summary["games"]), file=sys.stderr)
    return INTERRUPTED


def _keepers(args: argparse.Namespace) -> list[Keeper]:
    """The files to which every game is written. Raises InvalidOption, MissingExtra, UnusableOutput."""
    forms = ((args.trajectories, Trajectories()), (args.records, Records()))
    keepers = [Keeper(path, form) for path, form in forms if path is not None]
    for keeper in keepers:
        keeper.check()
    return keepers


def _series(args: argparse.Namespace) -> Series:
    """The series that the arguments describe, once its files are known to be writable. Raises InvalidOption,
    UnusableOutput."""
    check_resumable(args)
    if args.out is not None:
        check_output(args.out)
    named = split_specs(args.seats) if args.seats else ()
    return Series(
        solo_seats(named) if args.solo else seats_for(args.players, named),
        seed=args.seed,
        rotate=args.rotate,
        kraken=args.kraken,
        leviathan=args.leviathan,
        options=read_options(args.options),
        solo=args.solo,
    )


def _print_summary(args: argparse.Namespace, summary: dict[str, Any]) -> None:
    if args.json:
        print(json.dumps({**summary, "out": str(args.out) if args.out else None}))
        return
    if args.quiet:
        print(quiet_line(summary))
        return
    console = Console()
    print_report(console, summary, everything=args.all)
    console.print(_("{seconds:.1f} s").format(seconds=Number(summary["seconds"])), highlight=False)
    named = unfinished_of if summary["interrupted"] else Path
    if summary["games"] > 0:
        print_paths(console, _("Results: {path}"), args.out and named(args.out))
    written = [named(path) for path in (args.trajectories, args.records) if path is not None]
    print_paths(console, _("Written: {path}"), *written)


def _what_was_stopped(args: argparse.Namespace, done: int) -> str:
    stopped = _("Stopped after {done} of {games} games.").format(done=done, games=args.games)
    if args.out is args.trajectories is args.records is None:
        return f"{stopped} " + _("With --out FILE, an interrupted series can be resumed.")
    return f"{stopped} {how_to_go_on(args)}"
