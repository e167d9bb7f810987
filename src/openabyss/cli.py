"""The command `openabyss`. Nothing heavy is imported before a command needs it."""

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any, NamedTuple, NoReturn

from openabyss.errors import OpenAbyssError
from openabyss.position.version import VERSION
from openabyss.words import N_, _, capitalised, translate_usage
from openabyss.words.listing import titled

MISUSED = 2
INTERRUPTED = 130
NOBODY_READS = 141


class Command(NamedTuple):
    """A command: what `--help` says of it, and the module with its `add_arguments` and `run`."""

    summary: str
    module: str


COMMANDS = {
    "play": Command(N_("play a game in the terminal"), "openabyss.terminal.commands.play"),
    "serve": Command(N_("serve the table for browsers"), "openabyss.server.http.serve_command"),
    "admin": Command(
        N_("keep, check and copy the tables of a server"), "openabyss.server.http.admin_command"
    ),
    "simulate": Command(
        N_("let computer opponents play many games"),
        "openabyss.arena.simulations.simulate_command",
    ),
    "rate": Command(
        N_("find out which computer opponent is stronger"), "openabyss.arena.ratings.rate_command"
    ),
    "analyse": Command(
        N_("review a recorded game and its costly decisions"), "openabyss.arena.reviews.analyse_command"
    ),
    "statistics": Command(
        N_("find out which cards and openings win, as a page with plots"),
        "openabyss.arena.statistics.command",
    ),
    "replay": Command(
        N_("tell a recorded or saved game from its beginning"), "openabyss.terminal.commands.replay_command"
    ),
    "puzzle": Command(
        N_("find the best answer to a position of strong play"), "openabyss.terminal.commands.puzzle_command"
    ),
    "rules": Command(N_("tell what a lord or location does"), "openabyss.terminal.commands.rules_command"),
    "bench": Command(N_("measure how fast the game runs on this machine"), "openabyss.arena.bench.command"),
    "compile": Command(
        N_("prepare the rules now, so that no later command has to wait"),
        "openabyss.terminal.commands.compile_command",
    ),
    "signature": Command(
        N_("print the hash of fixed games, for commit messages"),
        "openabyss.arena.bench.signature_command",
    ),
}


class _CommandParser(argparse.ArgumentParser):
    """The parser of one command, which asks the command's module for its arguments when it is used."""

    def __init__(self, *arguments: Any, module: str = "", **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._module = module

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Only the command that was typed gets here."""
        if self._module:
            command = import_module(self._module)
            command.add_arguments(self)
            self.set_defaults(run=command.run)
            self._module = ""
        return super().parse_known_args(args, namespace)

    def error(self, message: str) -> NoReturn:
        """One clear line, without the list of all choices."""
        self.exit(MISUSED, titled(self.prog, message) + "\n")


def parser() -> argparse.ArgumentParser:
    """The whole command line."""
    whole = _CommandParser(
        prog="openabyss", description=_("The board game Abyss: play, simulate, look things up.")
    )
    whole.add_argument("-V", "--version", action="version", version=f"openabyss {VERSION}")
    commands = whole.add_subparsers(title=_("commands"), metavar=_("COMMAND"), required=True)
    for name, command in COMMANDS.items():
        summary = _(command.summary)
        commands.add_parser(name, help=summary, description=_sentence(summary), module=command.module)
    return whole


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit status."""
    translate_usage()
    chosen = parser().parse_args(arguments)
    try:
        status: int = chosen.run(chosen)
        sys.stdout.flush()
    except OpenAbyssError as error:
        print(titled("openabyss", str(error)), file=sys.stderr)
        return MISUSED
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # The reader has left; without this Python would complain when it flushes at the end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return NOBODY_READS
    return status


def _sentence(summary: str) -> str:
    return capitalised(summary) + "."
