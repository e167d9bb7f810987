"""Bots by what they are called, and how they answer: classes of Python in this process, and programs.

`module:Class`, `program:./bot.py`, `socket:localhost:7000`, or the name that an installed package gives one.
"""

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, wait
from contextlib import contextmanager
from contextvars import copy_context
from functools import partial
from importlib import import_module
from importlib.metadata import entry_points
from types import FrameType
from typing import Any

from msgspec import DecodeError, Struct, json

from openabyss.errors import InvalidOption
from openabyss.observation.layout import OBSERVATION_VERSION
from openabyss.players.bot import Answering, Bot
from openabyss.players.bot_lines import Connection, NoAnswer, Program, TooSlow, address_of, words_of
from openabyss.players.perspective import Perspective
from openabyss.table.questions import Answer
from openabyss.words import _
from openabyss.words.arguments import instance_of, seed_of
from openabyss.words.listing import titled

PROTOCOL = 1
MAX_SHOWN = 200
# What a class has that says nothing about how it is made, and one of a protocol such as `registry.Player`.
NO_INIT = (object.__init__, Answering.__init__)

# Packages that bring players name them under this group: `name = "module:Class"`.
ENTRY_POINTS = "openabyss.players"


class Reply(Struct):
    """What a program answers: an action by its text or its number."""

    action: str | int


class PlayerOfAProgram:
    """A program that is asked in the bot protocol; `opens` starts it, or connects to it, when it is first
    asked, and is given the seconds that it may take."""

    reproducible = False

    def __init__(self, opens: Callable[[float], Program | Connection], seed: int) -> None:
        self._opens, self._seed = opens, seed
        self._channel: Program | Connection | None = None

    def answer(self, perspective: Perspective, seconds: float) -> Answer:
        """What it answers. Raises NoAnswer, OSError, TooSlow."""
        if self._channel is None:
            self._channel = self._opens(seconds)
            self._channel.lines.send(json.encode(about_game(perspective, self._seed, seconds)))
        self._channel.lines.send(json.encode(question_for(perspective)))
        return read_answer(self._channel.lines.receive(seconds))

    def close(self) -> None:
        """The game is over for it."""
        channel, self._channel = self._channel, None
        if channel is not None:
            channel.close()


def about_game(perspective: Perspective, seed: int, seconds: float) -> dict[str, Any]:
    """The first line: which game is played, and from which seat."""
    state = perspective.state
    return {
        "type": "game",
        "protocol": PROTOCOL,
        "observation_version": OBSERVATION_VERSION,
        "players": perspective.players,
        "seat": perspective.seat,
        "kraken": bool(state.kraken),
        "leviathan": bool(state.leviathan),
        "seed": seed,
        "seconds": seconds,
    }


def question_for(perspective: Perspective) -> dict[str, Any]:
    """A question, its legal answers, and all that the seat may know."""
    question, actions = perspective.question, perspective.legal_actions
    return {
        "type": "question",
        "kind": question.kind,
        "prompt": question.prompt,
        "actions": [action.text for action in actions],
        "ids": [action.id for action in actions],
        "view": perspective.view,
        "observation": perspective.observation().tolist(),
        "position": perspective.imagine(0).to_position(),
    }


def read_answer(line: bytes) -> str | int:
    """The action that a line names, by its text or its number. Raises NoAnswer."""
    try:
        return json.decode(line, type=Reply).action
    except DecodeError:
        shown = line[:MAX_SHOWN].decode(errors="replace").strip()
        problem = _('it wrote {line!r}; an answer is a line such as {{"action": "explore"}}')
        raise NoAnswer(problem.format(line=shown)) from None


class PlayerOfAClass:
    """An object with `choose(perspective)`, made of its class when it is first asked: with a seed, unless the
    class has nothing to make it with. A class may say that it is `reproducible`."""

    def __init__(self, made_of: type[Any], seed: int) -> None:
        self.reproducible = getattr(made_of, "reproducible", False) is True
        self._made_of, self._seed = made_of, seed
        self._player: Any = None

    def answer(self, perspective: Perspective, seconds: float) -> Answer:
        """What it chooses. Raises what it raises, and TooSlow."""
        if sys.platform != "win32" and threading.current_thread() is threading.main_thread():
            with at_most(seconds):
                return self._chosen(perspective)
        return result_within(seconds, lambda: self._chosen(perspective))

    def _chosen(self, perspective: Perspective) -> Answer:
        if self._player is None:
            takes_seed = getattr(self._made_of, "__init__", None) not in NO_INIT
            self._player = self._made_of(self._seed) if takes_seed else self._made_of()
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
        """Raises TooSlow in what takes longer; for the main thread, where there is a timer."""

        def stop(_number: int, _frame: FrameType | None) -> None:
            raise TooSlow

        before = signal.signal(signal.SIGALRM, stop)
        signal.setitimer(signal.ITIMER_REAL, seconds)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)


def result_within(seconds: float, find: Callable[[], Answer]) -> Answer:
    """What is found in time, in a thread that is left to itself if it takes longer. Raises TooSlow."""
    found: Future[Answer] = Future()

    def run() -> None:
        try:
            found.set_result(find())
        except BaseException as error:
            found.set_exception(error)

    threading.Thread(target=copy_context().run, args=(run,), daemon=True).start()
    if not wait([found], seconds).done:
        raise TooSlow
    return found.result()


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
