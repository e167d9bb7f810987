"""What may have been meant, where somebody names what there is not."""

from collections.abc import Iterable
from difflib import get_close_matches

from openabyss.words import _
from openabyss.words.listing import in_a_row


def with_nearest(problem: str, text: str, known: Iterable[str]) -> str:
    """The problem, and the known name that is most like the text, if one is alike enough."""
    nearest = _nearest(text, known)
    return _did_you_mean(problem, nearest) if nearest else problem


def with_suggestion(problem: str, text: str, known: Iterable[str]) -> str:
    """The problem, and what may have been meant, in quotes, or else everything that there is."""
    names = list(known)
    nearest = _nearest(text, names)
    if nearest:
        return _did_you_mean(problem, repr(nearest))
    return (
        _("{problem}; there are {names}").format(problem=problem, names=in_a_row(names)) if names else problem
    )


def _nearest(text: str, known: Iterable[str]) -> str:
    return next(iter(get_close_matches(text, list(known), n=1)), "")


def _did_you_mean(problem: str, nearest: str) -> str:
    return _("{problem}; did you mean {nearest}?").format(problem=problem, nearest=nearest)
