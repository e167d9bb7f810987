"""Arguments that several commands of the arena read in the same way."""

import argparse

from openabyss.words import _

# What `openabyss rate` plays if nothing is said.
GAMES_OF_A_RATING, PLAYERS_OF_A_RATING = 400, 2


def whole(text: str) -> int:
    """A whole number."""
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(_("{text!r} is not a whole number").format(text=text)) from None


def positive(text: str) -> int:
    """A whole number from 1."""
    number = whole(text)
    if number < 1:
        raise argparse.ArgumentTypeError(_("{number} is not positive").format(number=number))
    return number


def not_negative(text: str) -> int:
    """A whole number from 0."""
    number = whole(text)
    if number < 0:
        raise argparse.ArgumentTypeError(_("{number} is negative").format(number=number))
    return number


def add_seed_and_jobs(parser: argparse.ArgumentParser, jobs: int) -> None:
    """Where chance begins, and in how many processes games are played: `jobs` if nothing is said."""
    parser.add_argument(
        "--seed", type=whole, default=0, metavar="N", help=_("where chance begins (%(default)s)")
    )
    parser.add_argument(
        "--jobs",
        type=not_negative,
        default=jobs,
        metavar="N",
        help=_("how many processes, 0 for one per processor; the results are the same (%(default)s)"),
    )
    add_ray(parser)


def add_ray(parser: argparse.ArgumentParser) -> None:
    """On which cluster games are played, if on any."""
    parser.add_argument(
        "--ray",
        nargs="?",
        const="local",
        metavar="ADDRESS",
        help=_("play on a Ray cluster, or on one of this machine's processors; the results are the same"),
    )
