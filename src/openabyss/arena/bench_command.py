"""`openabyss bench`: how fast the game runs on this machine."""

import argparse

from openabyss.words import _


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    parser.add_argument(
        "--quick", action="store_true", help=_("measure for seconds, not minutes, and compile nothing anew")
    )
    parser.add_argument("--json", action="store_true", help=_("print the figures as one JSON object"))


def run(args: argparse.Namespace) -> int:
    """Measure and print."""
    from openabyss.arena.bench_report import measure_and_tell  # noqa: PLC0415  loads the rules

    return measure_and_tell(quick=args.quick, as_json=args.json)
