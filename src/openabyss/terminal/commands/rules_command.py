"""`openabyss rules`: what every lord, location and leviathan does."""

import argparse

from openabyss.words import _


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Which card."""
    parser.add_argument(
        "card",
        nargs="*",
        metavar="CARD",
        help=_("a lord, a location, or for example leviathan 7; without it, all of them"),
    )


def run(arguments: argparse.Namespace) -> int:
    """Print one card whole, or every card in short. Raises UnknownCard."""
    from openabyss.words.cards.text import all_cards, card_text, known_card  # noqa: PLC0415  heavy

    if arguments.card:
        print("\n".join(card_text(known_card(" ".join(arguments.card))).lines()))
        return 0
    for card in all_cards():
        print("\n".join(card_text(card).lines()[:3]) + "\n")
    return 0
