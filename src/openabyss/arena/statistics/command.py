"""`openabyss statistics`: which lords, locations and openings win, as a page with plots."""

import argparse
from pathlib import Path

from openabyss.arena.arguments import add_ray, not_negative
from openabyss.words import _


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The plan, and where the games go."""
    parser.add_argument(
        "plan", type=Path, metavar="PLAN", help=_("a .toml file; the page is written beside it as .md")
    )
    parser.add_argument(
        "--data",
        type=Path,
        default=Path("build") / "statistics",
        metavar="FOLDER",
        help=_("where the games are kept; what is there already is not played again (%(default)s)"),
    )
    parser.add_argument(
        "--jobs",
        type=not_negative,
        default=0,
        metavar="N",
        help=_("how many processes, 0 for one per processor (%(default)s)"),
    )
    add_ray(parser)


def run(args: argparse.Namespace) -> int:
    """Play what is missing and write the page; 130 after Ctrl-C. Raises OpenAbyssError."""
    from openabyss.arena.statistics.session import play_and_write  # noqa: PLC0415  loads the rules

    return play_and_write(args)
