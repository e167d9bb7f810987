"""The words of the game: names, rules texts, questions, log sentences, in the reader's language.

The sources are in English, which is what a reader gets where a translation is missing. Each reader has a
language of their own: a request of a browser says which with `read_in`, everything else that runs in the
process reads in the one of OPENABYSS_LANGUAGE ("fr", "pl:de") or of the usual LANGUAGE, LC_ALL, LC_MESSAGES
and LANG. A language is loaded when somebody reads in it, from a catalogue that was compiled when OpenAbyss
was installed; without one it is English.
"""

import json
import logging
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from gettext import GNUTranslations, NullTranslations, translation
from pathlib import Path
from typing import NamedTuple

DOMAIN = "openabyss"
LOCALE = Path(__file__).parent / "locale"
ENGLISH = "en"
# Every language that there is, by its own name.
LANGUAGES: dict[str, str] = json.loads((LOCALE / "languages.json").read_text("utf-8"))
VARIABLES = ("OPENABYSS_LANGUAGE", "LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")


# For those who run a checkout, in English.
NOT_COMPILED = "the catalogue of %r has not been compiled, so texts are English: python -m scripts.catalogues"


class Reader(NamedTuple):
    """Somebody who reads in a language, a key of `LANGUAGES`, and the texts in it."""

    language: str
    texts: NullTranslations


_reader: ContextVar[Reader | None] = ContextVar("reader", default=None)


def language() -> str:
    """The language of the one who reads: a key of `LANGUAGES`."""
    return (_reader.get() or _of_process()).language


def read_in(wanted: str) -> None:
    """From here on, in this task or thread, texts are in this language."""
    _reader.set(_reader_of(known_language([wanted])))


@contextmanager
def reading_in(wanted: str) -> Iterator[None]:
    """Texts are in this language as long as the block lasts."""
    before = _reader.set(_reader_of(known_language([wanted])))
    try:
        yield
    finally:
        _reader.reset(before)


def known_language(wanted: Iterable[str]) -> str:
    """The first of the languages that there is, English if none of them: "de" for "de_AT.UTF-8"."""
    for name in wanted:
        code = name.replace("-", "_").partition(".")[0].partition("@")[0].partition("_")[0].lower()
        if code in LANGUAGES:
            return code
    return ENGLISH


def _(text: str) -> str:
    """The text in the reader's language."""
    return (_reader.get() or _of_process()).texts.gettext(text)


def ngettext(one: str, many: str, count: int) -> str:
    """The text in the reader's language, in the form for this count."""
    return (_reader.get() or _of_process()).texts.ngettext(one, many, count)


def pgettext(context: str, text: str) -> str:
    """The text in the reader's language, as it is said here: what is one in English may be two elsewhere."""
    return (_reader.get() or _of_process()).texts.pgettext(context, text)


def npgettext(context: str, one: str, many: str, count: int) -> str:
    """The text in the reader's language as it is said here, in the form for this count."""
    return (_reader.get() or _of_process()).texts.npgettext(context, one, many, count)


def N_(text: str) -> str:
    """Mark a constant for translation; `_` translates it where it is shown."""
    return text


def counted(one: str, many: str) -> Callable[[int], str]:
    """What names a number of things in the reader's language: "1 pearl", "3 pearls"."""
    return lambda count: ngettext(one, many, count).format(count=count)


def counted_in(context: str, one: str, many: str) -> Callable[[int], str]:
    """The same, as it is said here."""
    return lambda count: npgettext(context, one, many, count).format(count=count)


def capitalised(text: str) -> str:
    """The text with a capital at its beginning; the rest stays as it is."""
    return text[:1].upper() + text[1:]


def read_everywhere_in(wanted: str) -> None:
    """From here on this process, and those that it starts, read in this language where nobody has one of
    their own: for the one person at a terminal."""
    os.environ[VARIABLES[0]] = wanted
    _of_process.cache_clear()


@cache
def _of_process() -> Reader:
    """The process's default reader: the first variable that is set says in which language."""
    found = next((value for name in VARIABLES if (value := os.environ.get(name))), "")
    return _reader_of(known_language(found.split(":")))


@cache
def _reader_of(code: str) -> Reader:
    if code == ENGLISH:
        return Reader(code, NullTranslations())
    found = translation(DOMAIN, LOCALE, [code], fallback=True)
    if not isinstance(found, GNUTranslations):
        logging.getLogger(__name__).warning(NOT_COMPILED, code)
    return Reader(code, found)


# The texts of `argparse`, as they are in its source, so that they are collected with all others.
TEXTS_OF_ARGPARSE = (
    N_("usage: "),
    N_("options"),
    N_("positional arguments"),
    N_("show this help message and exit"),
    N_("show program's version number and exit"),
    N_("argument %(argument_name)s: %(message)s"),
    N_("expected one argument"),
    N_("expected at most one argument"),
    N_("expected at least one argument"),
    N_("not allowed with argument %s"),
    N_("ignored explicit argument %r"),
    N_("the following arguments are required: %s"),
    N_("one of the arguments %s is required"),
    N_("unrecognized arguments: %s"),
    N_("ambiguous option: %(option)s could match %(matches)s"),
    N_("invalid choice: %(value)r (choose from %(choices)s)"),
    N_("invalid %(type)s value: %(value)r"),
)


def translate_usage() -> None:
    """From here on argparse speaks the reader's language: its texts go through the same catalogue."""
    import argparse  # noqa: PLC0415  only command lines need it

    vars(argparse).update(_=_, ngettext=ngettext)
