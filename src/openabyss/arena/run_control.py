"""Shared by the commands of the arena: what is played and where, progress, Ctrl-C, and what is printed."""

import argparse
import json
import os
import shlex
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from openabyss.arena.cluster import cluster_at
from openabyss.arena.simulations.simulation import Watch
from openabyss.arena.workers import Jobs
from openabyss.errors import InvalidOption
from openabyss.play.variants import read_options
from openabyss.players.compilation.background import interrupts
from openabyss.players.compilation.precompile import compile_rules
from openabyss.players.compilation.readiness import is_ready
from openabyss.words import _
from openabyss.words.numbers import Number

INTERRUPTED = 130

Json = dict[str, Any]

SECONDS_BETWEEN_LINES = 5.0
SECONDS_BETWEEN_FRAMES = 0.1
# Called with the number of finished games.
Show = Callable[[int], None]


def prepare(*, silent: bool) -> None:
    """Compile the rules, and say so when that takes long."""
    if not is_ready() and not silent:
        print(_("Preparing the rules (only this once); this takes a minute or two."), file=sys.stderr)
    compile_rules()


def compile_the_rest() -> None:
    """Compile also what no game at a table needs, but series, data sets, playouts and environments do."""
    from openabyss.arena.series.series import Series  # noqa: PLC0415  only `openabyss compile` needs all this
    from openabyss.arena.simulations.trajectory_writer import choices_of  # noqa: PLC0415
    from openabyss.envs.vector import VectorEnv  # noqa: PLC0415
    from openabyss.play.game import Game  # noqa: PLC0415
    from openabyss.players.playouts import play_out  # noqa: PLC0415

    Series(("hard", "random")).play_one(0)
    series = Series(("medium", "random"))
    choices_of(series, 0, series.play_one(0))
    game = Game.new(seed=1)
    game.observation(0)
    play_out(game)
    env = VectorEnv(1, opponents={1: "medium"})
    env.step(env.random_actions())


def jobs_of(args: argparse.Namespace) -> Jobs:
    """Where games are played: on the given cluster, or in processes. Raises MissingExtra."""
    if args.ray is None:
        return args.jobs or processors()
    return cluster_at(args.ray)


def processors() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def settings_of(args: argparse.Namespace) -> dict[str, Any]:
    """The seed, the expansions and the options, as `Series` takes them. Raises InvalidOption."""
    options = read_options(args.options)
    return {"seed": args.seed, "kraken": args.kraken, "leviathan": args.leviathan, "options": options}


def timed(args: argparse.Namespace, wanted: int, play: Callable[[Watch], Json]) -> Json:
    """What `play` finds in as many games, with their progress shown, and the `seconds` that it took."""
    began = time.perf_counter()
    with watching(wanted, silent=args.quiet or args.json) as watch:
        found = play(watch)
    return {**found, "seconds": round(time.perf_counter() - began, 3)}


@contextmanager
def watching(games: int, *, silent: bool) -> Iterator[Watch]:
    """Shows how many games are finished; after Ctrl-C those that have begun are still finished."""
    with interrupts() as received, progress(games, silent=silent) as show:

        def watch(done: int) -> bool:
            show(done)
            return not received

        yield watch


def _keeps_files(args: argparse.Namespace) -> bool:
    return any(getattr(args, name, None) for name in ("out", "trajectories", "records"))


def check_resumable(args: argparse.Namespace) -> None:
    """Raises InvalidOption without a file that can be resumed."""
    if args.resume and not _keeps_files(args):
        raise InvalidOption(_("--resume goes on with a file; name it with --out"))


class Output(Console):
    """What is printed for people; a pipe that nobody reads any more is the end of a command, as elsewhere."""

    def on_broken_pipe(self) -> None:
        """Instead of Rich's own end of the process, whose exit status says that something has failed."""
        raise BrokenPipeError


def tell(
    args: argparse.Namespace,
    found: Json,
    wanted: int,
    quiet_line: Callable[[Json], str],
    show: Callable[[Console, Json], None],
    hint: str = "",
) -> int:
    """Print what was found as JSON, as one line, or as `show` does. Returns 0; after Ctrl-C 130, once it has
    been printed how to go on, or without any files this hint."""
    if args.json:
        print(json.dumps(found))
    elif args.quiet:
        print(quiet_line(found))
    else:
        show(Output(), found)
    if not found["interrupted"]:
        return 0
    stopped = _("Stopped after {done} of {games} games.").format(done=found["games"], games=wanted)
    next_step = _how_to_go_on(args) if _keeps_files(args) else hint
    print(" ".join(filter(None, [stopped, next_step])), file=sys.stderr)
    return INTERRUPTED


def _how_to_go_on(args: argparse.Namespace) -> str:
    """The command that resumes this one."""
    words = [word for word in args.typed if word != "--resume"]
    return _("Go on with: {command}").format(command=shlex.join(["openabyss", *words, "--resume"]))


def print_seconds(console: Console, found: Json) -> None:
    """Print how long it took."""
    console.print(_("{seconds:.1f} s").format(seconds=Number(found["seconds"])), highlight=False)


def print_paths(console: Console, sentence: str, *paths: Path | None) -> None:
    """Print the paths of the files that were written."""
    for path in paths:
        if path is not None:
            console.print(sentence.format(path=path), highlight=False, soft_wrap=True)


@contextmanager
def progress(games: int, *, silent: bool) -> Iterator[Show]:
    """A bar on a terminal, lines elsewhere."""
    console = Console(stderr=True)
    if silent:
        yield lambda done: None
    elif sys.stdout.isatty() and console.is_terminal:
        with _bar(console) as bar:
            yield _frames(bar, games)
    else:
        yield _lines(games)


def _lines(games: int) -> Show:
    """A line every few seconds."""
    began = time.monotonic()

    def show(done: int) -> None:
        nonlocal began
        if time.monotonic() - began >= SECONDS_BETWEEN_LINES:
            began = time.monotonic()
            line = _("{done:,} of {games:,} games").format(done=Number(done), games=Number(games))
            print(line, file=sys.stderr, flush=True)

    return show


def _bar(console: Console) -> Progress:
    """It has no thread of its own, since processes are forked while it is shown."""
    return Progress(
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[speed]}"),
        TimeRemainingColumn(),
        console=console,
        auto_refresh=False,
        transient=True,
    )


def _frames(bar: Progress, games: int) -> Show:
    """The bar is redrawn as games come in; the first ones may have been played earlier."""
    task = bar.add_task("", total=games, speed="")
    began = drawn = 0.0
    first = -1

    def show(done: int) -> None:
        nonlocal began, drawn, first
        now = time.monotonic()
        if first < 0:
            first, began = done, now
        if now - drawn < SECONDS_BETWEEN_FRAMES:
            return
        drawn = now
        rate = (done - first) / max(now - began, 1e-6)
        speed = _("{rate:,.0f} games/s").format(rate=Number(rate)) if rate > 0 else ""
        bar.update(task, completed=done, speed=speed)
        bar.refresh()

    return show
