"""A series from the command line: who asks for what, what is shown, and Ctrl-C."""

import argparse
import json
import os
import shlex
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from rich.console import Console

from openabyss.arena.progress import progress
from openabyss.arena.series.report import print_report, quiet_line
from openabyss.arena.series.seating import seats_for, solo_seats, split_specs
from openabyss.arena.series.series import Series, compile_games
from openabyss.arena.simulations.outputs import check_output
from openabyss.arena.simulations.simulation import simulate
from openabyss.arena.simulations.trajectories import check_trajectories
from openabyss.compilation.precompile import compile_rules
from openabyss.compilation.readiness import is_ready
from openabyss.distribution.cluster import cluster_at
from openabyss.distribution.workers import Jobs
from openabyss.errors import InvalidOption
from openabyss.variants import read_options
from openabyss.words import _
from openabyss.words.numbers import Number

INTERRUPTED = 130


def simulate_and_tell(args: argparse.Namespace) -> int:
    """Play the series and print its summary; 130 after Ctrl-C. Raises OpenAbyssError."""
    series, jobs = _series(args), jobs_of(args)
    silent = args.quiet or args.json
    prepare(silent=silent)
    began = time.perf_counter()
    with interrupts() as received, progress(args.games, silent=silent) as shown:

        def watch(done: int) -> bool:
            shown.show(done)
            return not received

        summary = simulate(
            series,
            args.games,
            jobs=jobs,
            out=args.out,
            resume=args.resume,
            trajectories=args.trajectories,
            watch=watch,
        )
    summary["seconds"] = round(time.perf_counter() - began, 3)
    _print_summary(args, summary)
    if not summary["interrupted"]:
        return 0
    print(_how_to_go_on(args, summary["games"]), file=sys.stderr)
    return INTERRUPTED


def prepare(*, silent: bool) -> None:
    """Compile everything, and say so when that takes long."""
    if not is_ready() and not silent:
        print(_("Preparing the rules (only this once); this takes a minute or two."), file=sys.stderr)
    compile_rules()
    compile_games()


def _series(args: argparse.Namespace) -> Series:
    """The series that is asked for, when its files can be written. Raises InvalidOption, UnusableOutput."""
    if args.resume and args.out is None:
        raise InvalidOption(_("--resume goes on with a file; name it with --out"))
    if args.out is not None:
        check_output(args.out)
    if args.trajectories is not None:
        check_trajectories(args.trajectories)
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
    if args.out is not None and summary["games"] > 0:
        console.print(_("Results: {path}").format(path=args.out), highlight=False, soft_wrap=True)
    if args.trajectories is not None:
        console.print(_("Written: {path}").format(path=args.trajectories), highlight=False, soft_wrap=True)


def _how_to_go_on(args: argparse.Namespace, done: int) -> str:
    stopped = _("Stopped after {done} of {games} games.").format(done=done, games=args.games)
    if args.trajectories is not None:
        return stopped
    if args.out is None:
        return f"{stopped} " + _("With --out FILE, an interrupted series can be resumed.")
    return f"{stopped} " + _("Go on with: {command}").format(command=_command(args))


def _command(args: argparse.Namespace) -> str:
    """The command that goes on where this one stopped."""
    words = ["openabyss", "simulate", "--games", args.games, "--seed", args.seed, "--jobs", args.jobs]
    if args.players is not None:
        words += ["--players", args.players]
    if args.seats:
        words += ["--seats", args.seats]
    words += [f"--{flag}" for flag in ("kraken", "leviathan", "rotate") if getattr(args, flag)]
    if args.solo:
        words += ["--solo", args.solo]
    if args.ray is not None:
        words += ["--ray", args.ray]
    for setting in args.options:
        words += ["--option", setting]
    return shlex.join(str(word) for word in [*words, "--out", args.out, "--resume"])


@contextmanager
def interrupts() -> Iterator[list[int]]:
    """Collects the first Ctrl-C, so that the games at hand are finished; a second one stops at once."""
    received: list[int] = []

    def note(number: int, frame: object) -> None:
        received.append(number)
        signal.signal(signal.SIGINT, previous)

    previous = signal.signal(signal.SIGINT, note)
    try:
        yield received
    finally:
        signal.signal(signal.SIGINT, previous)


def jobs_of(args: argparse.Namespace) -> Jobs:
    """Where games are played: on the cluster that is named, or in processes. Raises InvalidOption."""
    if args.ray is None:
        return args.jobs or processors()
    return cluster_at(args.ray)


def processors() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
