"""The arguments of the commands of the arena. This module imports nothing heavy."""

import argparse
from collections.abc import Callable
from pathlib import Path

from openabyss.play.variants import add_variant_arguments
from openabyss.words import _


def whole(text: str) -> int:
    """A whole number."""
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(_("{text!r} is not a whole number").format(text=text)) from None


def positive(text: str) -> int:
    """A whole number from 1."""
    if (number := whole(text)) < 1:
        raise argparse.ArgumentTypeError(_("{number} is not positive").format(number=number))
    return number


def not_negative(text: str) -> int:
    """A whole number from 0."""
    if (number := whole(text)) < 0:
        raise argparse.ArgumentTypeError(_("{number} is negative").format(number=number))
    return number


def add_simulate_arguments(parser: argparse.ArgumentParser) -> None:
    """`openabyss simulate`: many games between computer players."""
    _add_number(parser, "--games", positive, 1000, _("how many games (%(default)s)"))
    _add_number(
        parser,
        "--players",
        whole,
        None,
        _("how many play; the last of --seats takes the seats that are left (as many as --seats, or 4)"),
    )
    parser.add_argument(
        "--seats",
        metavar="A,B,…",
        help=_("who plays, seat by seat: random, medium, medium:pearl=90,buy=0 … (random)"),
    )
    add_variant_arguments(parser)
    _add_seed_and_jobs(parser, jobs=1)
    parser.add_argument(
        "--solo",
        type=whole,
        default=0,
        metavar="LEVEL",
        help=_(
            "solo (house rules): --seats names who plays against the Regent of this level, 1 to 5 (medium)"
        ),
    )
    _add_flag(parser, "--rotate", _("move everybody on by a seat after each game"))
    _add_file(parser, "--out", _("write a row for each seat to a .parquet, .csv or .json file"))
    _add_file(
        parser,
        "--trajectories",
        _("write every choice, with what was known and what came of it, to a .parquet file"),
    )
    _add_file(parser, "--records", _("write the record of every game to a .jsonl file, a line for each"))
    _add_flag(parser, "--resume", _("go on with an unfinished series"))
    _add_flag(parser, "--all", _("show all lords and locations, not only a few"))
    _add_quiet_and_json(parser, _("print the summary as one JSON object"))


def add_rate_arguments(parser: argparse.ArgumentParser) -> None:
    """`openabyss rate`: which computer player is stronger, and by how much."""
    parser.add_argument(
        "who",
        nargs="*",
        metavar="PLAYER",
        help=_(
            "which players to compare: easy, casual, medium, skilled, hard, expert, random,"
            " expert:seconds=2 …; with fewer than --players, the last one named takes the seats that"
            " are left"
        ),
    )
    _add_number(
        parser,
        "--games",
        positive,
        400,
        _("how many games everybody plays with everybody, or at most with --sprt (%(default)s)"),
    )
    _add_number(parser, "--players", positive, 2, _("how many sit at a table (%(default)s)"))
    add_variant_arguments(parser)
    _add_seed_and_jobs(parser, jobs=0)
    parser.add_argument(
        "--sprt",
        metavar="ELO0,ELO1",
        help=_("stop as soon as the first player is surely better than the second by more than ELO0,"
               " or surely by less than ELO1"),
    )  # fmt: skip
    _add_number(
        parser,
        "--swiss",
        positive,
        None,
        _(
            "play a Swiss tournament of N rounds: in each, players with similar standings play a match"
            " of --games"
        ),
    )
    _add_file(parser, "--out", _("write every game to a .parquet file"))
    _add_file(parser, "--plot", _("draw the ratings to an .svg file"))
    _add_flag(parser, "--resume", _("go on with an unfinished --out or --ladder"))
    _add_file(
        parser,
        "--ladder",
        _("play all matches of a .toml file, and write the tables beside it as .md and .json"),
    )
    _add_flag(
        parser,
        "--check",
        _("with --ladder: play a small part again, and fail if a published row is not true"),
    )
    _add_quiet_and_json(parser, _("print the ratings as one JSON object"))


def add_analyse_arguments(parser: argparse.ArgumentParser) -> None:
    """`openabyss analyse`: the review of a recorded game."""
    parser.add_argument("record", type=Path, metavar="RECORD", help=_("a record or saved game (JSON)"))
    parser.add_argument(
        "--seconds", default="0.2", metavar="S", help=_("how long to think about each decision (%(default)s)")
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
    _add_number(parser, "--worst", positive, 8, _("how many costly decisions to list (%(default)s)"))
    _add_seed(parser)
    _add_file(parser, "--out", _("write the review to an .html file, or to .md with an .svg"))
    _add_flag(parser, "--json", _("print the review as one JSON object"))


def add_statistics_arguments(parser: argparse.ArgumentParser) -> None:
    """`openabyss statistics`: which lords, locations and openings win, as a page with plots."""
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
    _add_jobs(parser, 0, _("how many processes, 0 for one per processor (%(default)s)"))


def add_bench_arguments(parser: argparse.ArgumentParser) -> None:
    """`openabyss bench`: how fast the game runs on this machine."""
    _add_flag(parser, "--quick", _("half a minute instead of two, but less exact"))
    _add_flag(parser, "--cold", _("also compile everything from scratch, which takes minutes"))
    _add_flag(parser, "--json", _("print the figures as one JSON object"))


def _add_seed_and_jobs(parser: argparse.ArgumentParser, jobs: int) -> None:
    _add_seed(parser)
    _add_jobs(
        parser, jobs, _("how many processes, 0 for one per processor; the results are the same (%(default)s)")
    )


def _add_seed(parser: argparse.ArgumentParser) -> None:
    _add_number(parser, "--seed", whole, 0, _("the random seed (%(default)s)"))


def _add_jobs(parser: argparse.ArgumentParser, jobs: int, described: str) -> None:
    """In how many processes games are played, `jobs` by default, or on which cluster."""
    _add_number(parser, "--jobs", not_negative, jobs, described)
    add_ray_argument(parser)


def add_ray_argument(parser: argparse.ArgumentParser) -> None:
    """Where to compute instead of in processes of this machine: see `arena.cluster.Cluster`."""
    parser.add_argument(
        "--ray",
        nargs="?",
        const="local",
        metavar="ADDRESS",
        help=_("compute on this Ray cluster, by default one started on this machine; results are the same"),
    )


def _add_number(
    parser: argparse.ArgumentParser,
    name: str,
    kind: Callable[[str], int],
    default: int | None,
    described: str,
) -> None:
    parser.add_argument(name, type=kind, default=default, metavar="N", help=described)


def _add_flag(parser: argparse.ArgumentParser, name: str, described: str) -> None:
    parser.add_argument(name, action="store_true", help=described)


def _add_file(parser: argparse.ArgumentParser, name: str, described: str) -> None:
    parser.add_argument(name, type=Path, metavar="FILE", help=described)


def _add_quiet_and_json(parser: argparse.ArgumentParser, described: str) -> None:
    shown = parser.add_mutually_exclusive_group()
    shown.add_argument("--quiet", action="store_true", help=_("print one line of name=value, nothing else"))
    shown.add_argument("--json", action="store_true", help=described)
