"""`openabyss analyse`: the review of a recorded game."""

import argparse
from pathlib import Path

from openabyss.arena.arguments import positive, whole
from openabyss.words import _

USUAL_SECONDS = "0.2"
USUAL_WORST = 8


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Which game, how thoroughly, and where to."""
    parser.add_argument("record", type=Path, metavar="RECORD", help=_("a record or saved game (JSON)"))
    parser.add_argument(
        "--seconds",
        default=USUAL_SECONDS,
        metavar="S",
        help=_("how long to think about each decision (%(default)s)"),
    )
    parser.add_argument(
        "--iterations",
        metavar="N",
        help=_("think for N iterations instead: the review is then the same every time"),
    )
    parser.add_argument(
        "--player",
        metavar="PLAYER",
        help=_("compare with what this player would answer, instead of the best that the search finds"),
    )
    parser.add_argument(
        "--worst",
        type=positive,
        default=USUAL_WORST,
        metavar="N",
        help=_("how many costly decisions to tell (%(default)s)"),
    )
    parser.add_argument(
        "--seed", type=whole, default=0, metavar="N", help=_("where chance begins (%(default)s)")
    )
    parser.add_argument(
        "--out",
        type=Path,
        metavar="FILE",
        help=_("write the review to an .html file, or to .md with an .svg"),
    )
    parser.add_argument("--json", action="store_true", help=_("print the review as one JSON object"))


def run(args: argparse.Namespace) -> int:
    """Review the game and tell. Raises OpenAbyssError."""
    from openabyss.arena.reviews.analyse_session import analyse_and_tell  # noqa: PLC0415  loads the rules

    return analyse_and_tell(args)
