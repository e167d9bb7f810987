"""Shared by the commands of the arena: where games are played, their progress, and Ctrl-C."""

import argparse
import os
import shlex
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console

from openabyss.arena.cluster import cluster_at
from openabyss.arena.progress import progress
from openabyss.arena.simulations.simulation import Watch
from openabyss.arena.workers import Jobs
from openabyss.errors import InvalidOption
from openabyss.players.compilation.precompile import compile_rules
from openabyss.players.compilation.readiness import is_ready
from openabyss.words import _

INTERRUPTED = 130


def prepare(*, silent: bool) -> None:
    """Compile the rules, and say so when that takes long."""
    if not is_ready() and not silent:
        print(_("Preparing the rules (only this once); this takes a minute or two."), file=sys.stderr)
    compile_rules()


def jobs_of(args: argparse.Namespace) -> Jobs:
    """Where games are played: on the given cluster, or in processes. Raises MissingExtra."""
    if args.ray is None:
        return args.jobs or processors()
    return cluster_at(args.ray)


def processors() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def watching(games: int, *, silent: bool) -> Iterator[Watch]:
    """Shows how many games are finished; after Ctrl-C those that have begun are still finished."""
    with interrupts() as received, progress(games, silent=silent) as show:

        def watch(done: int) -> bool:
            show(done)
            return not received

        yield watch


@contextmanager
def interrupts() -> Iterator[list[int]]:
    """Catches the first Ctrl-C, so that the games that have begun are finished; a second one stops at
    once."""
    received: list[int] = []

    def note(number: int, frame: object) -> None:
        received.append(number)
        signal.signal(signal.SIGINT, previous)

    previous = signal.signal(signal.SIGINT, note)
    try:
        yield received
    finally:
        signal.signal(signal.SIGINT, previous)


def check_resumable(args: argparse.Namespace) -> None:
    """Raises InvalidOption without a file that can be resumed."""
    kept = [getattr(args, name, None) for name in ("out", "trajectories", "records")]
    if args.resume and not any(kept):
        raise InvalidOption(_("--resume goes on with a file; name it with --out"))


def how_to_go_on(args: argparse.Namespace) -> str:
    """The command that resumes this one."""
    words = [word for word in args.typed if word != "--resume"]
    return _("Go on with: {command}").format(command=shlex.join(["openabyss", *words, "--resume"]))


def print_paths(console: Console, sentence: str, *paths: Path | None) -> None:
    """Print the paths of the files that were written."""
    for path in paths:
        if path is not None:
            console.print(sentence.format(path=path), highlight=False, soft_wrap=True)
