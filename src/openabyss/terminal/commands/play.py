"""`openabyss play`: who sits at the table, and on which kind of screen."""

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

from openabyss.arena.commands import whole
from openabyss.play.variants import add_variant_arguments
from openabyss.words import _


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The choices of `openabyss play`."""
    parser.add_argument(
        "--players",
        type=whole,
        metavar="N",
        help=_("how many play: 2 to 4, or 5 with Leviathan (default: 2)"),
    )
    add_variant_arguments(parser)
    parser.add_argument(
        "--opponents",
        metavar="A,B",
        help=_("who plays against you, for example medium,random; human for a second person here"),
    )
    parser.add_argument(
        "--solo",
        type=whole,
        metavar="LEVEL",
        help=_("you alone against the Regent of this level, 1 to 5 (house rules)"),
    )
    parser.add_argument("--seed", type=whole, metavar="N", help=_("the same seed deals the same cards"))
    parser.add_argument(
        "--seat", type=whole, metavar="N", help=_("your seat, from 1 to the number of players (default: 1)")
    )
    parser.add_argument("--name", metavar="NAME", help=_("what you are called in the log"))
    parser.add_argument("--resume", type=Path, metavar="FILE", help=_("resume a saved game"))
    parser.add_argument(
        "--server", metavar="URL", help=_("play at a server: its address, or a link to a seat at a table")
    )
    parser.add_argument("--plain", action="store_true", help=_("line by line, for pipes and screen readers"))


def run(arguments: argparse.Namespace) -> int:
    """Play; returns the exit status. Without a terminal the game is played line by line."""
    from openabyss.terminal.preferences import use_kept_language  # noqa: PLC0415  needed by this command alone

    use_kept_language()
    if arguments.server is not None:
        from openabyss.terminal.remote import play_remote  # noqa: PLC0415  loads the client of sockets

        return play_remote(arguments.server, max(1, (arguments.players or 2) - 1))
    from openabyss.players.compilation.readiness import is_ready, run_uncompiled  # noqa: PLC0415  loads NumPy

    has_to_compile = not is_ready()
    if has_to_compile:
        run_uncompiled()
    from openabyss.terminal.thinking import Thinking, ThinkingElsewhere, ThinkingHere  # noqa: PLC0415  loads the rules

    begin_thinking: Callable[[], Thinking] = ThinkingElsewhere if has_to_compile else ThinkingHere
    if arguments.plain or not (sys.stdin.isatty() and sys.stdout.isatty()):
        from openabyss.terminal.local import play_plain  # noqa: PLC0415  loads the rules

        return play_plain(arguments, begin_thinking)
    from openabyss.terminal.screen.app import play_on_screen  # noqa: PLC0415  loads Textual as well

    return play_on_screen(arguments, begin_thinking)
