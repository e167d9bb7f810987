"""`openabyss signature`: a hash of fixed seeded games, which changes when the rules play differently."""

import argparse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """There is nothing to choose: the games are fixed."""


def run(_arguments: argparse.Namespace) -> int:
    """Print the signature of these rules."""
    from openabyss.arena.bench.signature import signature  # noqa: PLC0415  loads the rules

    print(signature())
    return 0
