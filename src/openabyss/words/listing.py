"""Things in a row and things about a thing: "2 pearls and 1 key", "Hand: 3 cards", "Slaver (disabled)".

Which signs stand between them, and whether a space comes before, is for a language to say. A comma is
the same in all of them.
"""

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


def in_a_row(things: Iterable[str]) -> str:
    """ "a, b, c": names and short facts."""
    return ", ".join(things)


def one_beside_another(things: Iterable[str]) -> str:
    """ "a; b; c": things that have commas of their own."""
    first, *others = [*things] or [""]
    return reduce(_beside, others, first)


def titled(title: str, text: str) -> str:
    """ "title: text"."""
    return _("{title}: {text}").format(title=title, text=text)


def with_facts(thing: str, facts: str) -> str:
    """ "thing (facts)"."""
    return _("{thing} ({facts})").format(thing=thing, facts=facts)


def one_after_another(things: Iterable[str]) -> str:
    """ "a", "a, then b", "a, then b, then c"."""
    return reduce(_then, things)


def _beside(before: str, after: str) -> str:
    return _("{before}; {after}").format(before=before, after=after)


def _then(before: str, after: str) -> str:
    return _("{before}, then {after}").format(before=before, after=after)
