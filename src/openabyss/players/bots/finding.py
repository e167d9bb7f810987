"""Bots by what they are called, and those that are classes of Python, played in this process: `module:Class`,
`program:./bot.py`, `socket:localhost:7000`, or the name that an installed package gives one."""

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from contextvars import copy_context
from functools import partial
from importlib import import_module
from importlib.metadata import entry_points
from types import FrameType
from typing import Any

from openabyss.errors import InvalidOption
from openabyss.players.bots.bot import Answering, Bot
from openabyss.players.bots.lines import Connection, Program, address_of, words_of
from openabyss.players.bots.protocol import PlayerOfAProgram
from openabyss.players.perspective import Perspective
from openabyss.table.questions import Answer
from openabyss.words import _
from openabyss.words.arguments import instance_of, seed_of
from openabyss.words.listing import titled

# Packages that bring players name them under this group: `name = "module:Class"`.
ENTRY_POINTS = "openabyss.players"


class PlayerOfAClass:
    """An object with `choose(perspective)`, made of its class when it is first asked: with a seed, unless the
    class has nothing to make it with. A class may say that it is `reproducible`."""

    def __init__(self, made_of: type[Any], seed: int) -> None:
        self.reproducible = getattr(made_of, "reproducible", False) is True
        self._made_of, self._seed = made_of, seed
        self._player: Any = None

    def answer(self, perspective: Perspective, seconds: float) -> Answer:
        """What it chooses. Raises what it raises, and TimeoutError."""
        if sys.platform != "win32" and threading.current_thread() is threading.main_thread():
            with at_most(seconds):
                return self._chosen(perspective)
        return result_within(seconds, lambda: self._chosen(perspective))

    def _chosen(self, perspective: Perspective) -> Answer:
        if self._player is None:
            takes_no_seed = getattr(self._made_of, "__init__", None) is object.__init__
            self._player = self._made_of() if takes_no_seed else self._made_of(self._seed)
        chosen: Answer = self._player.choose(perspective)
        return chosen

    def close(self) -> None:
        """Nothing is left behind."""
        self._player = None


def class_named(text: str) -> type[Any]:
    """The class that `module:Class` names; modules are also looked for in the current folder. Raises
    InvalidOption."""
    module, _colon, name = instance_of("player", text, str).partition(":")
    if os.getcwd() not in sys.path:  # noqa: PTH109  as in sys.path
        sys.path.append(os.getcwd())  # noqa: PTH109
    try:
        found = getattr(import_module(module), name)
    except Exception as error:
        problem = _("the player {name} cannot be loaded: {error}")
        raise InvalidOption(
            problem.format(name=text, error=titled(type(error).__name__, str(error)))
        ) from error
    if not callable(getattr(found, "choose", None)):
        raise InvalidOption(_("the player {name} has no method choose(perspective)").format(name=text))
    made_of: type[Any] = found
    return made_of


if sys.platform != "win32":

    @contextmanager
    def at_most(seconds: float) -> Iterator[None]:
        """Raises TimeoutError in what takes longer; for the main thread, where there is a timer."""

        def stop(_number: int, _frame: FrameType | None) -> None:
            raise TimeoutError

        before = signal.signal(signal.SIGALRM, stop)
        signal.setitimer(signal.ITIMER_REAL, seconds)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)


def result_within(seconds: float, find: Callable[[], Answer]) -> Answer:
    """What is found in time, in a thread that is left to itself if it takes longer. Raises TimeoutError."""
    found: Future[Answer] = Future()

    def run() -> None:
        try:
            found.set_result(find())
        except BaseException as error:
            found.set_exception(error)

    threading.Thread(target=copy_context().run, args=(run,), daemon=True).start()
    return found.result(seconds)


def bot(spec: str, seed: int) -> Bot | None:
    """The bot that a text asks for, None where it asks for none. Raises InvalidOption."""
    answering = _answering(instance_of("player", spec, str), seed_of(seed))
    return None if answering is None else Bot(spec, answering)


def _answering(spec: str, seed: int) -> Answering | None:
    kind, colon, rest = spec.partition(":")
    if kind == "program":
        words = words_of(rest)
        return PlayerOfAProgram(lambda _seconds: Program(words), seed)
    if kind == "socket":
        return PlayerOfAProgram(partial(Connection, *address_of(rest)), seed)
    if colon:
        return PlayerOfAClass(class_named(spec), seed) if rest.isidentifier() else None
    installed = [point.value for point in entry_points(group=ENTRY_POINTS, name=kind)]
    return PlayerOfAClass(class_named(installed[-1]), seed) if installed else None
