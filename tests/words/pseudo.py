"""A language that nobody speaks: every text in brackets, with accents and long; what has none shows."""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest
from babel.messages.mofile import write_mo

from openabyss import words
from scripts.catalogues import read_catalogue
from scripts.messages import catalogue_of

PSEUDO = "xx"
OPENING, CLOSING = "⟦", "⟧"
ACCENTS = str.maketrans("aeiouyAEIOU", "áéíóúýÁÉÍÓÚ")
# Places, and words that are typed or refer to something: they stay as they are.
KEPT = re.compile(r"(\{[^}]*\}|%\(\w+\)[a-z]|[(]?\w+_\w+|--?\w[\w-]*|\w+:\d+)")
INNERMOST = re.compile(f"{OPENING}[^{OPENING}{CLOSING}]*{CLOSING}")
LONGER = 0.3


def pseudo_text(text: str) -> str:
    """The text in brackets, with accents, a third longer."""
    parts = KEPT.split(text)
    accented = "".join(part if place % 2 else part.translate(ACCENTS) for place, part in enumerate(parts))
    return f"{OPENING}{accented}{'~' * int(len(text) * LONGER)}{CLOSING}"


def without_brackets(text: str) -> str:
    """What is left of a text when everything that came from the catalogue is taken out."""
    while (shorter := INNERMOST.sub("", text)) != text:
        text = shorter
    return text


@contextmanager
def pseudo_language(folder: Path) -> Iterator[None]:
    """As long as the block lasts there is one more language."""
    catalogue = read_catalogue(catalogue_of("de"))
    for message in catalogue:
        if message.id:
            message.string = _pseudo(message.id)
    place = folder / PSEUDO / "LC_MESSAGES"
    place.mkdir(parents=True)
    with (place / "openabyss.mo").open("wb") as file:
        write_mo(file, catalogue)
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(words.LANGUAGES, PSEUDO, "Pseudo")
        patch.setattr(words, "LOCALE", folder)
        words._reader_of.cache_clear()
        yield
    words._reader_of.cache_clear()


def _pseudo(texts: str | Sequence[str]) -> str | tuple[str, ...]:
    return pseudo_text(texts) if isinstance(texts, str) else tuple(map(pseudo_text, texts))
