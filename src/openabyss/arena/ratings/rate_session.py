"""Ratings from the command line: who asks for what, what is shown, and Ctrl-C."""

import argparse
import json
import shlex
import sys
import time

from rich.console import Console

from openabyss.arena.matches.match import Match
from openabyss.arena.matches.match_file import check_file
from openabyss.arena.progress import progress
from openabyss.arena.ratings.contest import contest
from openabyss.arena.ratings.rate_report import elo_plot, print_ratings, quiet_line
from openabyss.arena.ratings.rating import Json
from openabyss.arena.ratings.sprt import read_bounds
from openabyss.arena.series.places import check_place, write_text
from openabyss.arena.series.seating import split_specs
from openabyss.arena.simulations.session import INTERRUPTED, interrupts, jobs_of
from openabyss.compilation.precompile import compile_rules
from openabyss.compilation.readiness import is_ready
from openabyss.errors import InvalidOption
from openabyss.variants import read_options
from openabyss.words import _
from openabyss.words.numbers import Number


def rate_and_tell(args: argparse.Namespace) -> int:
    """Play the match and print the ratings; 130 after Ctrl-C. Raises OpenAbyssError."""
    match, jobs = _match(args), jobs_of(args)
    silent = args.quiet or args.json
    prepare(silent=silent)
    began = time.perf_counter()
    wanted = match.games(args.games)
    with interrupts() as received, progress(wanted, silent=silent) as shown:
        found = contest(
            match,
            args.games,
            jobs=jobs,
            bounds=read_bounds(args.sprt) if args.sprt else None,
            out=args.out,
            resume=args.resume,
            stop=lambda: bool(received),
            show=shown.show,
        )
    found["seconds"] = round(time.perf_counter() - began, 3)
    _tell(args, found)
    if not found["interrupted"]:
        return 0
    print(_how_to_go_on(args, found["games"], wanted), file=sys.stderr)
    return INTERRUPTED


def prepare(*, silent: bool) -> None:
    """Compile the rules, and say so when that takes long."""
    if not is_ready() and not silent:
        print(_("Preparing the rules (only this once); this takes a minute or two."), file=sys.stderr)
    compile_rules()


def _match(args: argparse.Namespace) -> Match:
    """The match that is asked for, when everything else is right as well. Raises InvalidOption."""
    if args.check:
        raise InvalidOption(_("--check looks at a ladder; name it with --ladder"))
    if args.resume and args.out is None:
        raise InvalidOption(_("--resume goes on with a file; name it with --out"))
    if args.out is not None:
        check_file(args.out)
    if args.plot is not None:
        check_place("plot", args.plot, (".svg",))
    if args.sprt:
        read_bounds(args.sprt)
    return Match(
        tuple(spec for text in args.who for spec in split_specs(text)),
        seats=args.players,
        seed=args.seed,
        kraken=args.kraken,
        leviathan=args.leviathan,
        options=read_options(args.options),
    )


def _tell(args: argparse.Namespace, found: Json) -> None:
    if args.plot is not None and found["games"] > 0:
        write_text(args.plot, elo_plot(found))
    if args.json:
        print(json.dumps(found))
        return
    if args.quiet:
        print(quiet_line(found))
        return
    console = Console()
    print_ratings(console, found)
    console.print(_("{seconds:.1f} s").format(seconds=Number(found["seconds"])), highlight=False)
    for path in (args.out, args.plot):
        if path is not None and found["games"] > 0:
            console.print(_("Written: {path}").format(path=path), highlight=False, soft_wrap=True)


def _how_to_go_on(args: argparse.Namespace, done: int, wanted: int) -> str:
    stopped = _("Stopped after {done} of {games} games.").format(done=done, games=wanted)
    if args.out is None:
        return f"{stopped} " + _("With --out FILE, an interrupted match can be resumed.")
    return f"{stopped} " + _("Go on with: {command}").format(command=_command(args))


def _command(args: argparse.Namespace) -> str:
    """The command that goes on where this one stopped."""
    words = ["openabyss", "rate", *args.who, "--games", args.games, "--players", args.players]
    words += ["--seed", args.seed, "--jobs", args.jobs]
    words += [f"--{flag}" for flag in ("kraken", "leviathan") if getattr(args, flag)]
    if args.ray is not None:
        words += ["--ray", args.ray]
    for setting in args.options:
        words += ["--option", setting]
    for name in ("sprt", "plot"):
        if getattr(args, name) is not None:
            words += [f"--{name}", getattr(args, name)]
    return shlex.join(str(word) for word in [*words, "--out", args.out, "--resume"])
