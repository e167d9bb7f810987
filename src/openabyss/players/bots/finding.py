"""Bots by what they are called: `module:Class`, `program:./bot.py`, `socket:localhost:7000`, or the name that
an installed package gives one."""

from collections.abc import Callable

from openabyss.players.bots.bot import Answering, Bot
from openabyss.players.bots.classes import PlayerOfAClass, class_named, installed_names
from openabyss.players.bots.lines import Connection, Program, address_of, words_of
from openabyss.players.bots.protocol import PlayerOfAProgram

PROGRAM, SOCKET = "program", "socket"


def bot(spec: str, seed: int) -> Bot | None:
    """The bot that a text asks for, None where it asks for none. Raises InvalidOption."""
    answering = _answering(spec, seed)
    return None if answering is None else Bot(spec, answering)


def _answering(spec: str, seed: int) -> Answering | None:
    kind, colon, rest = spec.partition(":")
    if kind == PROGRAM:
        words = words_of(rest)
        return PlayerOfAProgram(lambda _seconds: Program(words), seed)
    if kind == SOCKET:
        return PlayerOfAProgram(_connecting(*address_of(rest)), seed)
    if colon and rest.isidentifier():
        return PlayerOfAClass(class_named(spec), seed)
    installed = {} if colon else installed_names()
    return PlayerOfAClass(class_named(installed[kind]), seed) if kind in installed else None


def _connecting(host: str, port: int) -> Callable[[float], Connection]:
    return lambda seconds: Connection(host, port, seconds)
