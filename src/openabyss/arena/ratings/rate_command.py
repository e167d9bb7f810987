"""`openabyss rate`: which computer player is stronger, and by how much."""

import argparse
from pathlib import Path

from openabyss.arena.arguments import (
    GAMES_OF_A_RATING,
    PLAYERS_OF_A_RATING,
    add_seed_and_jobs,
    positive,
    whole,
)
from openabyss.variants import add_variant_arguments
from openabyss.words import _


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    parser.add_argument(
        "who",
        nargs="*",
        metavar="PLAYER",
        help=_("who is compared: easy, medium, hard, expert, random, expert:seconds=2 …;"
               " with fewer than --players, the last one named takes the seats that are left"),
    )  # fmt: skip
    parser.add_argument(
        "--games",
        type=positive,
        default=GAMES_OF_A_RATING,
        metavar="N",
        help=_("how many games everybody plays with everybody, or at most with --sprt (%(default)s)"),
    )
    parser.add_argument(
        "--players",
        type=whole,
        default=PLAYERS_OF_A_RATING,
        metavar="N",
        help=_("how many sit at a table (%(default)s)"),
    )
    add_variant_arguments(parser)
    add_seed_and_jobs(parser, jobs=0)
    parser.add_argument(
        "--sprt",
        metavar="ELO0,ELO1",
        help=_("stop as soon as the first player is surely better than the second by more than ELO0,"
               " or surely by less than ELO1"),
    )  # fmt: skip
    _add_files(parser)


def _add_files(parser: argparse.ArgumentParser) -> None:
    """What is written and printed."""
    parser.add_argument("--out", type=Path, metavar="FILE", help=_("write every game to a .parquet file"))
    parser.add_argument("--plot", type=Path, metavar="FILE", help=_("draw the ratings to an .svg file"))
    parser.add_argument("--resume", action="store_true", help=_("go on with an unfinished --out or --ladder"))
    parser.add_argument(
        "--ladder",
        type=Path,
        metavar="FILE",
        help=_("play all matches of a .toml file, and write the tables beside it as .md and .json"),
    )
    parser.add_argument(
        "--check",
        action="store_true",
        help=_("with --ladder: play little of it again, and fail if a published row is not true"),
    )
    shown = parser.add_mutually_exclusive_group()
    shown.add_argument("--quiet", action="store_true", help=_("print one line of name=value, nothing else"))
    shown.add_argument("--json", action="store_true", help=_("print the ratings as one JSON object"))


def run(args: argparse.Namespace) -> int:
    """Play and print the ratings; 130 after Ctrl-C. Raises OpenAbyssError."""
    if args.ladder is not None:
        from openabyss.arena.ratings.ladder_session import climb_and_tell  # noqa: PLC0415  loads the rules

        return climb_and_tell(args)
    from openabyss.arena.ratings.rate_session import rate_and_tell  # noqa: PLC0415  loads the rules

    return rate_and_tell(args)
