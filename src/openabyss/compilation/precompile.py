"""Compile everything at once: play a short game through every compiled function that a game needs.

The result stays in the cache, and a mark beside it says that it is complete. A process that comes while
another process compiles waits for it. Most of the time goes into the large functions that stand apart,
which need each other only to run: those of the computer opponents are compiled by a second process.
"""

import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from threading import Thread
from types import FunctionType

import numpy as np

from openabyss.chance.generator import generator
from openabyss.compilation import readiness
from openabyss.engine.compiling import make_out_of_line_ready
from openabyss.engine.progress import watch_compiling
from openabyss.game import Game
from openabyss.players.matches import GREEDY, RANDOM, play_game
from openabyss.players.perspective import Perspective
from openabyss.players.playout import play_out
from openabyss.players.registry import player
from openabyss.players.search.searching import load_search
from openabyss.rules.play import resolve
from openabyss.rules.setup import deal, new_table
from openabyss.rules.sizes import SEATS
from openabyss.rules.state import State
from openabyss.table.view import view

Report = Callable[[int, int], None]

LOCK = readiness.FOLDER / "compiling.lock"
LOOK_AGAIN_SECONDS = 0.5
COMPILE_OPPONENTS = (sys.executable, "-m", "openabyss.compilation.precompile")


def compile_rules(report: Report | None = None) -> None:
    """Compile what is not in the cache yet; `report` receives how many functions of how many are done."""
    with _alone():
        if readiness.is_ready():
            return
        progress = _Progress(report)
        with watch_compiling(progress.compiled):
            _compile_those_apart(progress)
            load_rules()
        readiness.COMPLETE.touch()
        progress.finish()


class _Progress:
    """Counts compiled functions against those that the modules declare, a few of which are never used."""

    def __init__(self, report: Report | None) -> None:
        self._report = report
        self._names: set[str] = set()
        self._total = len(_declared())

    def compiled(self, name: str) -> None:
        """One more function is ready."""
        self._names.add(name)
        self._tell(len(self._names))

    def finish(self) -> None:
        self._tell(self._total)

    def _tell(self, done: int) -> None:
        if self._report is not None:
            self._report(min(done, self._total), self._total)


def _declared() -> set[str]:
    """The names of the compiled functions in all modules that are loaded."""
    modules = [module for name, module in sys.modules.items() if "openabyss" in name]
    things = [thing for module in modules for thing in vars(module).values()]
    rules = [rule for thing in things if isinstance(rule := getattr(thing, "py_func", None), FunctionType)]
    return {f"{rule.__module__}.{rule.__qualname__}" for rule in rules}


def _compile_those_apart(progress: _Progress) -> None:
    """The rules here and the computer opponents in another process, at the same time.

    Should that process fail, nothing is lost but time: what it has left is compiled here afterwards.
    """
    with subprocess.Popen(COMPILE_OPPONENTS, stdout=subprocess.PIPE, text=True) as other:
        listener = Thread(target=_listen, args=(other, progress))
        listener.start()
        try:
            make_out_of_line_ready("openabyss.rules")
        except BaseException:
            other.terminate()
            raise
        finally:
            listener.join()


def _listen(other: "subprocess.Popen[str]", progress: _Progress) -> None:
    assert other.stdout is not None
    for line in other.stdout:
        progress.compiled(line.strip())


def _compile_opponents() -> None:
    """What the other process does: tell the name of each function that is ready."""
    with suppress(BrokenPipeError), watch_compiling(lambda name: print(name, flush=True)):
        make_out_of_line_ready("openabyss.players")


def load_rules() -> None:
    """Bring everything compiled into memory: a short game by hand and two whole ones use every function."""
    game = Game.new(players=3, seed=1)
    opponent = player("greedy")
    for _decision in range(40):
        if game.is_over:
            break
        _look_at(game)
        game.apply(opponent.choose(Perspective(game)))
    if not game.is_over:
        for level in ("easy", "hard"):
            player(level).choose(Perspective(game))
    load_search()
    game.imagine(0, seed=1)
    Game.from_record(game.to_record())
    play_game(_dealt_table(), np.array([RANDOM, GREEDY] + [RANDOM] * (SEATS - 2)), generator(1))
    play_out(_dealt_table(), generator(1))


def _look_at(game: Game) -> None:
    """Everything that a client reads between two answers."""
    view(game.state, 0)
    for seat in range(game.players):
        game.score_sheet(seat)
    for lord in game.table.court:
        game.payments(lord)
        game.explain_illegal(f"lord:{lord}")
    _ = game.ranking, game.hash, [action.label for action in game.legal_actions]


def _dealt_table() -> State:
    state = new_table(2)
    deal(state)
    resolve(state)
    return state


@contextmanager
def _alone() -> Iterator[None]:
    """Hold the lock; wait while another process does.

    It is SQLite's lock of a file, which works on every system and ends with the process that holds it.
    """
    with closing(sqlite3.connect(LOCK, timeout=0, isolation_level=None)) as connection:
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
    _compile_opponents()
