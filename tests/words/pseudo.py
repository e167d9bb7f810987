"""A language that nobody speaks: every text in brackets, with accents and long; what has none shows."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from openabyss import words
from openabyss.words.catalogue import Entry, read_catalogue

PSEUDO = "xx"
OPENING, CLOSING = "⟦", "⟧"
HEADER = r"""msgid ""
msgstr "Content-Type: text/plain; charset=utf-8\nPlural-Forms: nplurals=2; plural=(n != 1);\n"
"""
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
    german = read_catalogue(words.LOCALE / "de" / "LC_MESSAGES" / "openabyss.po")
    place = folder / PSEUDO / "LC_MESSAGES"
    place.mkdir(parents=True)
    text = "\n".join([HEADER, *map(_translated, german.entries)])
    (place / "openabyss.po").write_text(text, encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(words.LANGUAGES, PSEUDO, "Pseudo")
        patch.setattr(words, "LOCALE", folder)
        words._reader_of.cache_clear()
        yield
    words._reader_of.cache_clear()


def _translated(entry: Entry) -> str:
    lines = [] if entry.context is None else [f"msgctxt {_quoted(entry.context)}"]
    lines.append(f"msgid {_quoted(entry.text)}")
    if entry.plural is None:
        return "\n".join([*lines, f"msgstr {_quoted(pseudo_text(entry.text))}\n"])
    lines.append(f"msgid_plural {_quoted(entry.plural)}")
    for form, text in enumerate((entry.text, entry.plural)):
        lines.append(f"msgstr[{form}] {_quoted(pseudo_text(text))}")
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
