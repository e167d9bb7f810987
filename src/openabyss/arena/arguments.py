"""Arguments that several commands of the arena read in the same way."""

import argparse

from openabyss.words import _


def positive(text: str) -> int:
    """A whole number from 1."""
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(_("{number} is not positive").format(number=number))
    return number


def not_negative(text: str) -> int:
    """A whole number from 0."""
    number = int(text)
    if number < 0:
        raise argparse.ArgumentTypeError(_("{number} is negative").format(number=number))
    return number


def positive_seconds(text: str) -> float:
    """A number above 0."""
    number = float(text)
    if not 0 < number < float("inf"):
        raise argparse.ArgumentTypeError(_("{text} is no time").format(text=text))
    return number
