"""`openabyss puzzle`: find the best answer to a position."""

import argparse
import sys

from openabyss.arena.commands import whole
from openabyss.words import _


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Which one."""
    parser.add_argument(
        "number", nargs="?", type=whole, metavar="N", help=_("the number of the puzzle; without it, any")
    )


def run(arguments: argparse.Namespace) -> int:
    """Put the puzzle, and show the solution after an answer. Raises InvalidOption."""
    from openabyss.players.compilation.readiness import is_ready, run_uncompiled  # noqa: PLC0415  loads NumPy

    if not is_ready():
        run_uncompiled()  # A position is reached faster than anything is compiled.
    from openabyss.terminal.puzzling import pose_puzzle  # noqa: PLC0415  loads the rules

    pose_puzzle(arguments.number, sys.stdin, sys.stdout)
    return 0
