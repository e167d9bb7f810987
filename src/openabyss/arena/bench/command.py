"""`openabyss bench`: how fast the game runs on this machine."""

import argparse

from openabyss.words import _


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    parser.add_argument(
        "--quick", action="store_true", help=_("half a minute in place of two, and less exact")
    )
    parser.add_argument(
        "--cold", action="store_true", help=_("also compile everything from nothing, which takes minutes")
    )
    parser.add_argument("--json", action="store_true", help=_("print the figures as one JSON object"))


def run(args: argparse.Namespace) -> int:
    """Measure and print; progress goes to stderr."""
    from openabyss.arena.bench.report import measure_and_tell  # noqa: PLC0415  loads the rules

    return measure_and_tell(quick=args.quick, cold=args.cold, as_json=args.json)
