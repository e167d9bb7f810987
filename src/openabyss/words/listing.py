"""Things in a row, in words: "2 pearls and 1 key", "crab, squid or seahorse"."""

from collections.abc import Iterable
from functools import reduce

from openabyss.words import _


def all_of(things: Iterable[str]) -> str:
    """ "a", "a and b", "a, b and c"."""
    *others, last = things
    return _("{others} and {last}").format(others=", ".join(others), last=last) if others else last


def one_of(things: Iterable[str]) -> str:
    """ "a", "a or b", "a, b or c"."""
    *others, last = things
    return _("{others} or {last}").format(others=", ".join(others), last=last) if others else last


def one_after_another(things: Iterable[str]) -> str:
    """ "a", "a, then b", "a, then b, then c"."""
    return reduce(_then, things)


def _then(before: str, after: str) -> str:
    return _("{before}, then {after}").format(before=before, after=after)
