"""`openabyss simulate`: many games between computer players, and what they tell."""

import argparse
from pathlib import Path

from openabyss.arena.arguments import add_seed_and_jobs, positive, whole
from openabyss.variants import add_variant_arguments
from openabyss.words import _

USUAL_GAMES = 1000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    parser.add_argument(
        "--games", type=positive, default=USUAL_GAMES, metavar="N", help=_("how many games (%(default)s)")
    )
    parser.add_argument(
        "--players",
        type=whole,
        metavar="N",
        help=_("how many play; the last of --seats takes the seats that are left (as many as --seats, or 4)"),
    )
    parser.add_argument(
        "--seats",
        default="",
        metavar="A,B,…",
        help=_("who plays, seat by seat: random, medium, medium:pearl=90,buy=0 … (random)"),
    )
    add_variant_arguments(parser)
    add_seed_and_jobs(parser, jobs=1)
    parser.add_argument(
        "--solo",
        type=whole,
        default=0,
        metavar="LEVEL",
        help=_(
            "solo (house rules): --seats names who plays against the Regent of this level, 1 to 5 (medium)"
        ),
    )
    parser.add_argument("--rotate", action="store_true", help=_("move everybody on by a seat game by game"))
    parser.add_argument(
        "--out",
        type=Path,
        metavar="FILE",
        help=_("write a row for each seat to a .parquet, .csv or .json file"),
    )
    parser.add_argument(
        "--trajectories",
        type=Path,
        metavar="FILE",
        help=_("write every choice, with what was known and what came of it, to a .parquet file"),
    )
    parser.add_argument("--resume", action="store_true", help=_("go on with an unfinished --out file"))
    parser.add_argument("--all", action="store_true", help=_("show all lords and locations, not only a few"))
    shown = parser.add_mutually_exclusive_group()
    shown.add_argument("--quiet", action="store_true", help=_("print one line of name=value, nothing else"))
    shown.add_argument("--json", action="store_true", help=_("print the summary as one JSON object"))


def run(args: argparse.Namespace) -> int:
    """Play the series and print its summary; 130 after Ctrl-C. Raises OpenAbyssError."""
    from openabyss.arena.simulations.session import simulate_and_tell  # noqa: PLC0415  loads the rules

    return simulate_and_tell(args)
