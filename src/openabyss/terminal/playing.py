"""From the arguments of `openabyss play` to a table."""

import argparse
import sys
from collections.abc import Callable
from contextlib import closing

from openabyss.terminal.local import LocalTable
from openabyss.terminal.plain import PlainTable
from openabyss.terminal.saving import load
from openabyss.terminal.session import Session
from openabyss.terminal.tables import Variant, lay_table, seat_kinds_for
from openabyss.terminal.thinking import Thinking
from openabyss.variants import read_options


def play_plain(arguments: argparse.Namespace, begin_thinking: Callable[[], Thinking]) -> int:
    """Play line by line on the standard streams; returns the exit status."""
    session = session_for(arguments)
    with closing(session), closing(begin_thinking()) as session.thinking:
        return PlainTable(LocalTable(session), sys.stdin, sys.stdout).play()


def session_for(arguments: argparse.Namespace) -> Session:
    """The game that the arguments ask for. Raises InvalidOption, UnreadableFile and InvalidRecord."""
    if arguments.resume is not None:
        return load(arguments.resume)
    variant = Variant(arguments.kraken, arguments.leviathan, read_options(arguments.options), arguments.solo)
    kinds = seat_kinds_for(arguments.players, arguments.opponents, arguments.seat, variant)
    return lay_table(kinds, arguments.seed, arguments.name, variant)


def names_a_game(arguments: argparse.Namespace) -> bool:
    """Something was said about the game, so nobody need be asked which one to play."""
    chosen = (arguments.players, arguments.opponents, arguments.seed, arguments.seat, arguments.resume)
    is_variant = bool(arguments.kraken or arguments.leviathan or arguments.options or arguments.solo)
    return is_variant or any(value is not None for value in chosen)
