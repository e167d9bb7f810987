"""Compile everything at once: play a short game through every compiled function that a game needs.

The result stays in the cache, and a mark beside it says that it is complete. A process that comes while
another process compiles waits for it, but not for one in the background, whose priority is so low that on a
busy machine it may never end. Most of the time goes into large functions that need each other only to run:
while the rules are compiled here, other processes compile what the computer opponents use.
"""

import os
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from functools import partial
from pathlib import Path
from threading import Thread
from types import FunctionType

import numpy as np

from openabyss.chance.generator import generator
from openabyss.engine.compiling import compile_for, make_out_of_line_ready, watch_compiling
from openabyss.play.game import Game
from openabyss.players import matches
from openabyss.players.compilation import gc_paused, readiness
from openabyss.players.perspective import Perspective
from openabyss.players.playout import play_out
from openabyss.players.registry import player
from openabyss.players.search.mcts import search
from openabyss.players.search.searching import load_search, no_search
from openabyss.rules.setup import new_table
from openabyss.rules.sizes import SEATS
from openabyss.rules.state import copy_of
from openabyss.table.payments import payments_with
from openabyss.table.view import view

Report = Callable[[int, int], None]

LOCK = readiness.FOLDER / "compiling.lock"
BACKGROUND_LOCK = readiness.FOLDER / "compiling-in-background.lock"
LOOK_AGAIN_SECONDS = 0.5
# What other processes compile, each a command: as many as there are cores beside the first.
_COMPILE = (sys.executable, "-m", "openabyss.players.compilation.precompile")
OTHERS = (
    ((*_COMPILE, "greedy"), (*_COMPILE, "search"))
    if (os.cpu_count() or 1) > 2
    else ((*_COMPILE, "greedy", "search"),)
)


def compile_rules(report: Report | None = None, *, in_background: bool = False) -> None:
    """Compile what is not in the cache yet; `report` receives how many functions of how many are done. In the
    background it begins after everybody else, and nobody waits for it."""
    if readiness.is_ready():
        return
    with _turn(in_background):
        if readiness.is_ready():
            return
        progress = _Progress(report)
        with watch_compiling(progress.compiled), gc_paused():
            _compile_in_parallel(progress)
            load_rules()
        readiness.COMPLETE.touch()
        progress.finish()


class _Progress:
    """Counts compiled functions against those that the modules declare, a few of which are never used."""

    def __init__(self, report: Report | None) -> None:
        self._report = report or (lambda done, total: None)
        self._names: set[str] = set()
        self._total = len(_declared())

    def compiled(self, name: str) -> None:
        """One more function is ready."""
        self._names.add(name)
        self._report(min(len(self._names), self._total), self._total)

    def finish(self) -> None:
        self._report(self._total, self._total)


def _declared() -> set[str]:
    """The names of the compiled functions in all modules that are loaded."""
    modules = [module for name, module in sys.modules.items() if "openabyss" in name]
    things = [thing for module in modules for thing in vars(module).values()]
    rules = [rule for thing in things if isinstance(rule := getattr(thing, "py_func", None), FunctionType)]
    return {f"{rule.__module__}.{rule.__qualname__}" for rule in rules}


def _compile_in_parallel(progress: _Progress) -> None:
    """The rules here and what the computer opponents use in other processes, at the same time. Should one of
    these fail, nothing is lost but time: what it has left is compiled here afterwards."""
    with ExitStack() as others, ExitStack() as interrupted:
        for command in OTHERS:
            other = others.enter_context(subprocess.Popen(command, stdout=subprocess.PIPE, text=True))
            interrupted.callback(other.terminate)
            listener = Thread(target=_listen, args=(other, progress))
            listener.start()
            others.callback(listener.join)
        make_out_of_line_ready("openabyss.rules")
        interrupted.pop_all()


def _listen(other: "subprocess.Popen[str]", progress: _Progress) -> None:
    assert other.stdout is not None
    for line in other.stdout:
        progress.compiled(line.strip())


def compile_share(names: Sequence[str]) -> None:
    """What another process does: compile these shares, and print the name of each function that is ready."""
    with suppress(BrokenPipeError), watch_compiling(partial(print, flush=True)), gc_paused():
        for name in names:
            SHARES[name]()


def _compile_search() -> None:
    """The search, and whole games; what they use out of line is compiled with the other shares."""
    compile_for(search, *no_search())
    policies = np.zeros(SEATS, np.int64)
    compile_for(
        matches.play_weighted_game, new_table(2), policies, matches.DEFAULT_WEIGHTS_BY_SEAT, generator(1)
    )


SHARES: dict[str, Callable[[], None]] = {
    "greedy": partial(make_out_of_line_ready, "openabyss.players"),
    "search": _compile_search,
}


def load_rules() -> None:
    """Bring everything compiled into memory: a short game by hand and two whole ones use every function."""
    game = Game.new(players=3, seed=1)
    opponent = player("medium")
    for _decision in range(40):
        if game.is_over:
            break
        _look_at(game)
        game.apply(opponent.choose(Perspective(game)))
    if not game.is_over:
        for level in ("easy", "hard"):
            player(level).choose(Perspective(game))
    load_search()
    game.sample_hidden(0, seed=1)
    Game.from_record(game.to_record())
    policies = np.array([matches.RANDOM, matches.GREEDY] + [matches.RANDOM] * (SEATS - 2))
    matches.play_game(Game.new(players=2, seed=1).state, policies, generator(1))
    play_out(Game.new(players=2, seed=1).state, generator(1))


def _look_at(game: Game) -> None:
    """Everything that a client reads between two answers."""
    view(game.state, 0)
    for seat in range(game.players):
        game.score_sheet(seat)
    for lord in game.table.court:
        game.payments(lord)
        game.explain_illegal(f"lord:{lord}")
    payments_with(copy_of(game.state), game.player, 0, [])
    _ = game.ranking, game.hash, [action.label for action in game.legal_actions]


@contextmanager
def _turn(in_background: bool) -> Iterator[None]:
    """Wait until this process may compile; it lasts until it has."""
    if in_background:
        with _alone(BACKGROUND_LOCK):
            with _alone(LOCK):
                pass
            yield
    else:
        with _alone(LOCK):
            yield


@contextmanager
def _alone(lock: Path) -> Iterator[None]:
    """Hold a lock; wait while another process does. It is SQLite's lock of a file, which works on every
    system and ends with the process that holds it."""
    with closing(sqlite3.connect(lock, timeout=0, isolation_level=None)) as connection:
        while not _take(connection):
            time.sleep(LOOK_AGAIN_SECONDS)
        yield


def _take(connection: sqlite3.Connection) -> bool:
    try:
        connection.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError as error:
        if "locked" in str(error):
            return False
        raise
    return True


if __name__ == "__main__":
    compile_share(sys.argv[1:])
