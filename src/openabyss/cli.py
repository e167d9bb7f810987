"""The command `openabyss`. Nothing heavy is imported before a command needs it."""

import argparse
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from errno import ENOSPC
from importlib import import_module
from io import TextIOWrapper, UnsupportedOperation
from typing import Any, NamedTuple, NoReturn

from openabyss.errors import OpenAbyssError, UnusableCache
from openabyss.version import VERSION
from openabyss.words import N_, _, capitalised, translate_usage
from openabyss.words.listing import titled

# Exit statuses: the disk is full, the command line cannot be used, Ctrl-C, the reader of a pipe has left.
EXIT_FULL, EXIT_USAGE, EXIT_INTERRUPTED, EXIT_SIGPIPE = 1, 2, 130, 141


class Command(NamedTuple):
    """A command: what `--help` says of it, and where its two functions are; one without arguments has one.

    `add_NAME_arguments` is imported when the command is typed, and `NAME_command` only when it can be used.
    """

    summary: str
    arguments: str
    run: str


TERMINAL, ARENA = "openabyss.terminal.commands", "openabyss.arena.commands"
SERVE, ADMIN = "openabyss.server.http.serve_command", "openabyss.server.http.admin_command"
WORKER = "openabyss.server.http.worker_command"
COMMANDS = {
    "play": Command(N_("play a game in the terminal"), TERMINAL, TERMINAL),
    "serve": Command(N_("serve the table for browsers"), SERVE, SERVE),
    "worker": Command(N_("let the computer opponents of servers think in this process"), WORKER, WORKER),
    "admin": Command(N_("keep, check and copy the tables of a server"), ADMIN, ADMIN),
    "simulate": Command(
        N_("let computer opponents play many games"), ARENA, "openabyss.arena.simulations.simulate_command"
    ),
    "rate": Command(
        N_("find out which computer opponent is stronger"), ARENA, "openabyss.arena.ratings.rate_command"
    ),
    "analyse": Command(
        N_("review a recorded game and its costly decisions"),
        ARENA,
        "openabyss.arena.analyse_command",
    ),
    "statistics": Command(
        N_("find out which cards and openings win, as a page with plots"),
        ARENA,
        "openabyss.arena.statistics_command",
    ),
    "replay": Command(N_("replay a recorded or saved game from the beginning"), TERMINAL, TERMINAL),
    "puzzle": Command(N_("find the best answer in a position from strong play"), TERMINAL, TERMINAL),
    "rules": Command(N_("explain what a lord or location does"), TERMINAL, TERMINAL),
    "bench": Command(
        N_("measure how fast the game runs on this machine"), ARENA, "openabyss.arena.bench.report"
    ),
    "compile": Command(N_("prepare the rules now, so that no later command has to wait"), "", TERMINAL),
    "signature": Command(
        N_("print the hash of fixed games, for commit messages"), "", "openabyss.arena.bench.signature"
    ),
}


class _CommandParser(argparse.ArgumentParser):
    """The parser of one command, which gets its arguments when it is used."""

    def __init__(self, *arguments: Any, command: str = "", **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._command = command

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Only the command that was typed gets here."""
        if self._command:
            if module := COMMANDS[self._command].arguments:
                _imported(module, f"add_{self._command}_arguments")(self)
            self.set_defaults(command=self._command)
            self._command = ""
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
        commands.add_parser(name, help=summary, description=_sentence(summary), command=name)
    return whole


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit status."""
    translate_usage()
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper) and stream.errors != "replace":
            with suppress(UnsupportedOperation):  # of a program that has read from it before
                stream.reconfigure(errors="replace")  # for a terminal of ASCII, and half a letter
    typed = sys.argv[1:] if arguments is None else [*arguments]
    try:
        chosen = parser().parse_args(typed, argparse.Namespace(typed=typed))
        status: int = _imported(COMMANDS[chosen.command].run, f"{chosen.command}_command")(chosen)
        if sys.stdout is not None:  # as with `>&-`
            sys.stdout.flush()
    except UnusableCache as error:
        problem = _("{path}: compiled rules cannot be kept here: {why}; OPENABYSS_CACHE names another folder")
        print(titled("openabyss", problem.format(path=error.filename, why=error.strerror)), file=sys.stderr)
        return EXIT_USAGE
    except OpenAbyssError as error:
        print(titled("openabyss", str(error)), file=sys.stderr)
        return EXIT_USAGE
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    except BrokenPipeError:
        _drop_output()
        return EXIT_SIGPIPE
    except OSError as error:
        if error.errno != ENOSPC:
            raise
        print(titled("openabyss", str(error.strerror)), file=sys.stderr)
        _drop_output()
        return EXIT_FULL
    return status


def _drop_output() -> None:
    """Nobody takes what is still unwritten: otherwise Python would complain when it flushes at the end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _imported(module: str, function: str) -> Any:
    return getattr(import_module(module), function)


def _sentence(summary: str) -> str:
    return capitalised(summary) + "."
