"""The command `openabyss`. Nothing heavy is imported before a command needs it."""

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any, NamedTuple, NoReturn

from openabyss.errors import OpenAbyssError
from openabyss.version import VERSION
from openabyss.words import N_, _, capitalised, translate_usage
from openabyss.words.listing import titled

# Exit statuses: the command line cannot be used, Ctrl-C, the reader of a pipe has left.
EXIT_USAGE, EXIT_INTERRUPTED, EXIT_SIGPIPE = 2, 130, 141


class Command(NamedTuple):
    """A command: what `--help` says of it, and two functions, each as `module:name`.

    `add_arguments` is imported when the command is typed, and `run` only when it can be used.
    """

    summary: str
    add_arguments: str
    run: str


def _of_server(summary: str, module: str) -> Command:
    return Command(summary, f"{module}:add_arguments", f"{module}:run")


def _of_terminal(summary: str, name: str) -> Command:
    module = "openabyss.terminal.commands"
    return Command(summary, f"{module}:add_{name}_arguments", f"{module}:{name}_command")


def _of_arena(summary: str, name: str, module: str) -> Command:
    return Command(summary, f"openabyss.arena.commands:add_{name}_arguments", f"{module}:{name}_command")


COMMANDS = {
    "play": _of_terminal(N_("play a game in the terminal"), "play"),
    "serve": _of_server(N_("serve the table for browsers"), "openabyss.server.http.serve_command"),
    "admin": _of_server(
        N_("keep, check and copy the tables of a server"), "openabyss.server.http.admin_command"
    ),
    "simulate": _of_arena(
        N_("let computer opponents play many games"), "simulate", "openabyss.arena.simulations.session"
    ),
    "rate": _of_arena(
        N_("find out which computer opponent is stronger"), "rate", "openabyss.arena.ratings.session"
    ),
    "analyse": _of_arena(
        N_("review a recorded game and its costly decisions"), "analyse", "openabyss.arena.reviews.session"
    ),
    "statistics": _of_arena(
        N_("find out which cards and openings win, as a page with plots"),
        "statistics",
        "openabyss.arena.statistics.session",
    ),
    "replay": _of_terminal(N_("tell a recorded or saved game from its beginning"), "replay"),
    "puzzle": _of_terminal(N_("find the best answer to a position of strong play"), "puzzle"),
    "rules": _of_terminal(N_("tell what a lord or location does"), "rules"),
    "bench": _of_arena(
        N_("measure how fast the game runs on this machine"), "bench", "openabyss.arena.bench.report"
    ),
    "compile": _of_terminal(N_("prepare the rules now, so that no later command has to wait"), "compile"),
    "signature": _of_arena(
        N_("print the hash of fixed games, for commit messages"),
        "signature",
        "openabyss.arena.bench.signature",
    ),
}


class _CommandParser(argparse.ArgumentParser):
    """The parser of one command, which gets its arguments when it is used."""

    def __init__(self, *arguments: Any, command: Command | None = None, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._command = command

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Only the command that was typed gets here."""
        if self._command is not None:
            _imported(self._command.add_arguments)(self)
            self.set_defaults(run=self._command.run)
            self._command = None
        return super().parse_known_args(args, namespace)

    def error(self, message: str) -> NoReturn:
        """One clear line, without the list of all choices."""
        self.exit(EXIT_USAGE, titled(self.prog, message) + "\n")


def parser() -> argparse.ArgumentParser:
    """The whole command line."""
    whole = _CommandParser(
        prog="openabyss", description=_("The board game Abyss: play, simulate, look things up.")
    )
    whole.add_argument(
        "-V",
        "--version",
        action="version",
        version=f"openabyss {VERSION}",
        help=_("show program's version number and exit"),
    )
    commands = whole.add_subparsers(title=_("commands"), metavar=_("COMMAND"), required=True)
    for name, command in COMMANDS.items():
        summary = _(command.summary)
        commands.add_parser(name, help=summary, description=_sentence(summary), command=command)
    return whole


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit status."""
    translate_usage()
    typed = sys.argv[1:] if arguments is None else [*arguments]
    chosen = parser().parse_args(typed, argparse.Namespace(typed=typed))
    try:
        status: int = _imported(chosen.run)(chosen)
        sys.stdout.flush()
    except OpenAbyssError as error:
        print(titled("openabyss", str(error)), file=sys.stderr)
        return EXIT_USAGE
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    except BrokenPipeError:
        # The reader has left; without this Python would complain when it flushes at the end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return EXIT_SIGPIPE
    return status


def _imported(function: str) -> Any:
    module, _colon, name = function.partition(":")
    return getattr(import_module(module), name)


def _sentence(summary: str) -> str:
    return capitalised(summary) + "."
