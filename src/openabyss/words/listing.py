"""Sentences made of things: "2 pearls and 1 key", "Hand: 3 cards", "Slaver (disabled)", "did you mean …".

Which signs stand between things, and whether a space comes before, is for a language to say. A comma is
the same in all of them.
"""

import re
from collections.abc import Iterable
from functools import reduce

from openabyss.words import _, language, pgettext

# The articles with which cards are named, where these are small inside a sentence: "Léa recrute l’Ancien".
ARTICLES = {"fr": ("Le ", "La ", "Les ", "L’")}
# Letters that are written from the right to the left, and the digits of Arabic.
FROM_THE_RIGHT = re.compile(
    "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
# Not at the beginning of a sentence, after a colon or in brackets.
INSIDE_A_SENTENCE = re.compile(r"(?<=[\w},;] )\{(lord|location|new_location|sentinel)\}")


def filled(text: str, /, **places: object) -> str:
    """The text with its {places} filled, and with the names of cards as they are inside sentences."""
    if language() not in ARTICLES:
        return text.format(**places)
    inside = {
        f"{place}_inside": inside_a_sentence(str(places[place])) for place in INSIDE_A_SENTENCE.findall(text)
    }
    return INSIDE_A_SENTENCE.sub(r"{\1_inside}", text).format(**places, **inside)


def inside_a_sentence(name: str) -> str:
    """The name of a card as it is there: "la Bergère" for "La Bergère"."""
    return name[0].lower() + name[1:] if name.startswith(ARTICLES.get(language(), ())) else name


def isolated(name: str) -> str:
    """The name of a person as it is in a text: numbers and other names beside one in Hebrew or Arabic keep
    their places."""
    return f"\u2068{name}\u2069" if FROM_THE_RIGHT.search(name) else name


def all_of(things: Iterable[str]) -> str:
    """ "a", "a and b", "a, b and c"."""
    *others, last = things
    if not others:
        return last
    text = _("{others} and {last}")
    if last[:1].lower() in "eéè":
        text = pgettext("before a word that begins with e", "{others} and {last}")
    return text.format(others=", ".join(others), last=last)


def one_of(things: Iterable[str]) -> str:
    """ "a", "a or b", "a, b or c"."""
    *others, last = things
    return _("{others} or {last}").format(others=", ".join(others), last=last) if others else last


def one_of_groups(groups: Iterable[str]) -> str:
    """ "a; b and c; or d": choices of which some have an "and" of their own."""
    *others, last = groups
    return _("{others}; or {last}").format(others=join_semicolons(others), last=last) if others else last


def join_semicolons(things: Iterable[str]) -> str:
    """ "a; b; c": things that have commas of their own."""
    text = _("{before}; {after}")
    return reduce(lambda before, after: text.format(before=before, after=after), [*things] or [""])


def join_then(things: Iterable[str]) -> str:
    """ "a", "a, then b", "a, then b, then c"."""
    text = _("{before}, then {after}")
    return reduce(lambda before, after: text.format(before=before, after=after), things)


def titled(title: str, text: str) -> str:
    """ "title: text"."""
    return _("{title}: {text}").format(title=title, text=text)


def with_meaning(thing: str, meaning: str) -> str:
    """ "thing – meaning", where either may have a colon or brackets."""
    return _("{thing} – {meaning}").format(thing=thing, meaning=meaning)


def with_facts(thing: str, facts: str) -> str:
    """ "thing (facts)"."""
    return _("{thing} ({facts})").format(thing=thing, facts=facts)


def with_nearest(problem: str, text: str, known: Iterable[str]) -> str:
    """The problem, and the known name that is most like the text, if one is alike enough."""
    meant = nearest(text, known)
    return did_you_mean(problem, meant) if meant else problem


def with_suggestion(problem: str, text: str, known: Iterable[str]) -> str:
    """The problem, and what may have been meant, in quotes, or else everything that there is."""
    names = list(known)
    meant = nearest(text, names)
    if meant or not names:
        return did_you_mean(problem, repr(meant)) if meant else problem
    return _("{problem}; there are {names}").format(problem=problem, names=", ".join(names))


def nearest(text: str, known: Iterable[str]) -> str | None:
    """The known name that is most like the text, if one is alike enough to be meant."""
    from difflib import get_close_matches  # noqa: PLC0415  only errors need it

    return next(iter(get_close_matches(text, list(known), n=1)), None)


def did_you_mean(problem: str, nearest: str) -> str:
    """The problem, and what may have been meant."""
    return _("{problem}; did you mean {nearest}?").format(problem=problem, nearest=nearest)
