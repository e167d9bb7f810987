"""The commands of the terminal. This module imports nothing heavy; each command imports only what it
needs."""

import argparse
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from openabyss.arena.commands import whole
from openabyss.errors import InvalidOption
from openabyss.play.variants import add_variant_arguments
from openabyss.words import _


def add_play_arguments(parser: argparse.ArgumentParser) -> None:
    """`openabyss play`: who sits at the table, and on which kind of screen."""
    add = partial(_add, parser)
    add("--players", whole, "N", _("how many play: 2 to 4, or 5 with Leviathan (default: 2)"))
    add_variant_arguments(parser)
    add(
        "--opponents",
        str,
        "A,B",
        _("who plays against you, for example medium,random; human for a second person here"),
    )
    add("--solo", whole, "LEVEL", _("you alone against the Regent of this level, 1 to 5 (house rules)"))
    add("--seed", whole, "N", _("the same seed deals the same cards"))
    add("--seat", whole, "N", _("your seat, from 1 to the number of players (default: 1)"))
    add("--name", str, "NAME", _("what you are called in the log"))
    add("--resume", Path, "FILE", _("resume a saved game"))
    add("--server", str, "URL", _("play on a server: its address, or a link to a seat at a table"))
    parser.add_argument("--plain", action="store_true", help=_("line by line, for pipes and screen readers"))


def _add(
    parser: argparse.ArgumentParser, name: str, kind: Callable[[str], object], value: str, described: str
) -> None:
    """Add an argument with a value, which `--help` calls `value`."""
    parser.add_argument(name, type=kind, metavar=value, help=described)


def play_command(arguments: argparse.Namespace) -> int:
    """Play; returns the exit status. Without a terminal the game is played line by line."""
    from openabyss.terminal.preferences import use_kept_language  # noqa: PLC0415  needed by this command alone

    use_kept_language()
    if arguments.server is not None:
        from openabyss.terminal.remote import play_remote  # noqa: PLC0415  loads the client of sockets

        return play_remote(arguments)
    has_to_compile = _runs_uncompiled()
    from openabyss.terminal.opponents import Thinking, ThinkingElsewhere, ThinkingHere  # noqa: PLC0415  loads the rules

    begin_thinking: Callable[[], Thinking] = ThinkingElsewhere if has_to_compile else ThinkingHere
    if arguments.plain or not (sys.stdin.isatty() and sys.stdout.isatty()):
        from openabyss.terminal.local import play_plain  # noqa: PLC0415  loads the rules

        return play_plain(arguments, begin_thinking)
    from openabyss.terminal.screen.app import play_on_screen  # noqa: PLC0415  loads Textual as well

    return play_on_screen(arguments, begin_thinking)


def _runs_uncompiled() -> bool:
    """Whether to run the rules uncompiled: if nothing is compiled yet, that takes less time than compiling
    them."""
    from openabyss.players.compilation.readiness import is_ready, run_uncompiled  # noqa: PLC0415  loads NumPy

    if is_ready():
        return False
    run_uncompiled()
    return True


def add_replay_arguments(parser: argparse.ArgumentParser) -> None:
    """`openabyss replay`: which game, and how fast."""
    _add(parser, "record", Path, "RECORD", _("a record or saved game (JSON)"))
    parser.add_argument("--step", action="store_true", help=_("wait for Enter after every decision"))
    parser.add_argument("--plain", action="store_true", help=_("line by line, for pipes and screen readers"))


def replay_command(arguments: argparse.Namespace) -> int:
    """Look at a record on the whole screen. Without a terminal, or step by step, what happened is printed
    moment by moment with all that was hidden, then the outcome."""
    _runs_uncompiled()
    from openabyss.terminal.replaying import print_recorded, read_recorded  # noqa: PLC0415  loads the rules

    recorded = read_recorded(arguments.record)
    if arguments.step or arguments.plain or not (sys.stdin.isatty() and sys.stdout.isatty()):
        print_recorded(recorded, sys.stdout, sys.stdin if arguments.step else None)
        return 0
    from openabyss.terminal.screen.replay import ReplayApp  # noqa: PLC0415  loads Textual as well

    app = ReplayApp(recorded)
    app.run()
    return app.return_code or 0


def add_puzzle_arguments(parser: argparse.ArgumentParser) -> None:
    """`openabyss puzzle`: which one."""
    parser.add_argument(
        "number", nargs="?", type=whole, metavar="N", help=_("the number of the puzzle; without it, any")
    )
    parser.add_argument(
        "--from", dest="record", type=Path, metavar="RECORD",
        help=_("make a puzzle from a recorded or saved game instead, with --at"),
    )  # fmt: skip
    parser.add_argument(
        "--at", type=whole, metavar="MOMENT", help=_("which moment of it, as `openabyss replay` counts them")
    )


def puzzle_command(arguments: argparse.Namespace) -> int:
    """Show the puzzle, and after an answer its solution. Raises InvalidOption."""
    if (arguments.record is None) != (arguments.at is None) or (arguments.record and arguments.number):
        raise InvalidOption(_("Give the number of a puzzle, or make one with --from and --at."))
    if arguments.record is None:
        _runs_uncompiled()
    else:
        from openabyss.arena.run_control import prepare  # noqa: PLC0415  loads NumPy

        prepare(silent=False)
    from openabyss.terminal.puzzling import pose_moment, pose_puzzle  # noqa: PLC0415  loads the rules

    if arguments.record is None:
        pose_puzzle(arguments.number, sys.stdin, sys.stdout)
    else:
        pose_moment(arguments.record, arguments.at, sys.stdin, sys.stdout)
    return 0


def add_rules_arguments(parser: argparse.ArgumentParser) -> None:
    """`openabyss rules`: which card."""
    parser.add_argument(
        "card",
        nargs="*",
        metavar="CARD",
        help=_("a lord, a location, or for example leviathan 7; without it, all of them"),
    )


def rules_command(arguments: argparse.Namespace) -> int:
    """Print one card in full, or a line for every card. Raises UnknownName."""
    from openabyss.words.cards.printed import all_cards, card_text, known_card  # noqa: PLC0415  heavy

    if arguments.card:
        print("\n".join(card_text(known_card(" ".join(arguments.card))).lines()))
        return 0
    for card in all_cards():
        print("\n".join(card_text(card).lines()[:3]) + "\n")
    return 0


def compile_command(_arguments: argparse.Namespace) -> int:
    """Compile what is missing, and remove what other versions have left behind."""
    from rich.console import Console  # noqa: PLC0415  only this command needs it
    from rich.progress import Progress  # noqa: PLC0415  likewise

    from openabyss.arena.run_control import compile_the_rest  # noqa: PLC0415  heavy
    from openabyss.engine.cache import remove_stale_folders  # noqa: PLC0415  heavy
    from openabyss.engine.mode import INTERPRETED  # noqa: PLC0415  heavy
    from openabyss.players.compilation.precompile import compile_rules  # noqa: PLC0415  heavy
    from openabyss.players.compilation.readiness import is_ready  # noqa: PLC0415  heavy

    if not is_ready():
        begun, console = time.perf_counter(), Console(stderr=True)
        if not console.is_terminal:  # There the bar is shown only when it is full.
            print(_("Preparing the rules (only this once); this takes a minute or two."), file=sys.stderr)
        # Without a thread of its own, since processes are forked while it is shown.
        with Progress(console=console, auto_refresh=False) as bar:
            task = bar.add_task(_("Preparing the rules (only this once)"))
            compile_rules(lambda done, total: bar.update(task, completed=done, total=total, refresh=True))
        compile_the_rest()
        print(_("The rules are ready after {seconds:.0f} s.").format(seconds=time.perf_counter() - begun))
    elif INTERPRETED:
        print(_("The rules run interpreted here; there is nothing to compile."))
    else:
        compile_the_rest()
        print(_("The rules are ready."))
    remove_stale_folders()
    return 0
