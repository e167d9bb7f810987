"""`openabyss replay`: a recorded game as its log."""

import argparse
import sys
from pathlib import Path

from openabyss.words import _


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Which game, and how fast."""
    parser.add_argument("record", type=Path, metavar="RECORD", help=_("a record or saved game (JSON)"))
    parser.add_argument("--step", action="store_true", help=_("wait for Enter after every decision"))


def run(arguments: argparse.Namespace) -> int:
    """Print what everybody saw, decision by decision, then the outcome."""
    from openabyss.players.compilation.readiness import is_ready, run_uncompiled  # noqa: PLC0415  loads NumPy

    if not is_ready():
        run_uncompiled()  # A game is replayed faster than anything is compiled.
    from openabyss.terminal.saving import replay_file  # noqa: PLC0415  loads the rules

    replay_file(arguments.record, sys.stdout, sys.stdin if arguments.step else None)
    return 0
