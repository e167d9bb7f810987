"""A catalogue of translations (`.po`): read, looked through, and compiled for gettext.

It needs nothing but the standard library, so that a build can use it before anything is installed.
"""

import ast
import re
import struct
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from string import Formatter

PLURAL_FORMS = re.compile(r"Plural-Forms:\s*nplurals\s*=\s*(\d+)\s*;\s*plural\s*=([n\s\d?:()<>=!&|%+*/-]+);?")
KEYWORD = re.compile(r'(msgctxt|msgid|msgid_plural|msgstr|msgstr\[(\d)\])\s+(".*")')
# Places of texts that argparse fills: "%(default)s", "%r".
PERCENT_PLACE = re.compile(r"%(\(\w+\)[a-z]|[sr]\b)")
PLACES_BEGIN = re.compile("[{}%]")
MAGIC = 0x950412DE
# What stands in a compiled catalogue between a context and its text.
END_OF_CONTEXT = "\x04"
NOT_TRANSLATED = "not translated"
# How many letters of a text are enough to know it.
SHOWN = 60


class BrokenCatalogue(ValueError):  # noqa: N818  as a sentence says it
    """A catalogue cannot be read; the message begins with file and line."""


@dataclass(slots=True)
class Entry:
    """A text and its translations, one for each plural form; `line` is where it begins.

    The same text may stand there several times, each time in another context.
    """

    line: int
    text: str = ""
    context: str | None = None
    plural: str | None = None
    translations: dict[int, str] = field(default_factory=dict)
    is_fuzzy: bool = False

    @property
    def key(self) -> str:
        """How it is looked up: by its text, and by the context if it has one."""
        return self.text if self.context is None else f"{self.context}{END_OF_CONTEXT}{self.text}"

    @property
    def is_translated(self) -> bool:
        """It has a translation that a person has looked at."""
        return not self.is_fuzzy and any(self.translations.values())


@dataclass(frozen=True, slots=True)
class Catalogue:
    """The entries of a file, and how many plural forms its language has."""

    path: Path
    header: str
    plural_forms: int
    entries: tuple[Entry, ...]

    def problems(self) -> Iterator[tuple[Entry, str]]:
        """What is wrong with entries, with the entry: not translated, to be looked at, other places."""
        for entry in self.entries:
            problem = _problem(entry, self.plural_forms)
            if problem:
                yield entry, problem

    def sound(self) -> list[Entry]:
        """The entries that can be shown to people."""
        return [entry for entry in self.entries if not _problem(entry, self.plural_forms)]


def read_catalogue(path: Path) -> Catalogue:
    """The catalogue in a file. Raises BrokenCatalogue with file and line."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise BrokenCatalogue(f"{path}:1: cannot be read: {error}") from error
    entries = list(_entries(path, lines))
    headers = [entry.translations.get(0, "") for entry in entries if not entry.text]
    if len(headers) != 1:
        raise BrokenCatalogue(f"{path}:1: there must be one header, an entry with an empty msgid")
    forms = PLURAL_FORMS.search(headers[0])
    if forms is None:
        raise BrokenCatalogue(f"{path}:1: the header needs Plural-Forms: nplurals=…; plural=…;")
    seen: dict[str, int] = {}
    for entry in entries:
        if entry.key in seen:
            raise BrokenCatalogue(f"{path}:{entry.line}: the text stands in line {seen[entry.key]} already")
        seen[entry.key] = entry.line
    return Catalogue(path, headers[0], int(forms[1]), tuple(entry for entry in entries if entry.text))


def problems_in(catalogue: Catalogue) -> list[str]:
    """What is wrong with a catalogue, a line for each text, which begins with file and line.

    Texts that are not translated are counted in the line of the first one.
    """
    found, untranslated = [], []
    for entry, problem in catalogue.problems():
        if problem == NOT_TRANSLATED:
            untranslated.append(entry)
        else:
            found.append(f"{catalogue.path}:{entry.line}: {problem}: {entry.text[:SHOWN]}")
    if untranslated:
        first = untranslated[0]
        count = f"{len(untranslated)} of {len(catalogue.entries)} texts are {NOT_TRANSLATED}"
        found.insert(0, f"{catalogue.path}:{first.line}: {count}, first: {first.text[:SHOWN]}")
    return found


def compiled(catalogue: Catalogue) -> bytes:
    """The sound entries as gettext reads them (`.mo`); the others are shown in English."""
    texts = {"": catalogue.header}
    for entry in catalogue.sound():
        key = entry.key if entry.plural is None else f"{entry.key}\0{entry.plural}"
        texts[key] = "\0".join(translation for _form, translation in sorted(entry.translations.items()))
    return _as_mo(texts)


def _problem(entry: Entry, plural_forms: int) -> str:
    """What is wrong with an entry; empty if nothing is."""
    if not any(entry.translations.values()):
        return NOT_TRANSLATED
    if entry.is_fuzzy:
        return "fuzzy: to be looked at"
    wanted = set(range(1 if entry.plural is None else plural_forms))
    if set(entry.translations) != wanted or not all(entry.translations.values()):
        return f"{len(wanted)} forms are needed"
    originals = [places_of(text) for text in (entry.text, entry.plural) if text is not None]
    for translation in entry.translations.values():
        try:
            places = places_of(translation)
        except ValueError as error:
            return f"its places cannot be read: {error}"
        if places not in originals:
            return f"its places are {sorted(places)} in place of {sorted(originals[-1])}"
    return ""


def places_of(text: str) -> frozenset[str]:
    """The {places} of a text, and those that argparse fills. Raises ValueError if they are not closed."""
    if not PLACES_BEGIN.search(text):
        return frozenset()
    braces = (place for _before, place, _format, _conversion in Formatter().parse(text) if place is not None)
    return frozenset((*braces, *(f"%{name}" for name in PERCENT_PLACE.findall(text))))


def _entries(path: Path, lines: Iterable[str]) -> Iterator[Entry]:
    """The entries of a file in their order, the header among them."""
    entry, place, is_fuzzy = Entry(1), "", False
    for number, line in enumerate(map(str.strip, lines), 1):
        if line.startswith("#"):
            is_fuzzy |= line.startswith("#,") and "fuzzy" in line
            continue
        keyword = KEYWORD.fullmatch(line)
        if keyword is not None and _begins_an_entry(keyword[1], place):
            if place:
                yield _whole(path, entry)
            entry, is_fuzzy = Entry(number, is_fuzzy=is_fuzzy), False
        if keyword is None and not line:
            continue
        if keyword is None and not (place and line.startswith('"')):
            raise BrokenCatalogue(f"{path}:{number}: neither a comment nor a text: {line[:40]}")
        if keyword is not None:
            place = keyword[1]
        _append(entry, place, _unquoted(path, number, line if keyword is None else keyword[3]))
    if place:
        yield _whole(path, entry)


def _begins_an_entry(keyword: str, place: str) -> bool:
    """A context stands before its text; a text without one is the beginning itself."""
    return keyword == "msgctxt" or (keyword == "msgid" and place != "msgctxt")


def _append(entry: Entry, place: str, text: str) -> None:
    if place == "msgctxt":
        entry.context = (entry.context or "") + text
    elif place == "msgid":
        entry.text += text
    elif place == "msgid_plural":
        entry.plural = (entry.plural or "") + text
    else:
        form = int(place[7]) if "[" in place else 0
        entry.translations[form] = entry.translations.get(form, "") + text


def _whole(path: Path, entry: Entry) -> Entry:
    if not entry.translations:
        raise BrokenCatalogue(f"{path}:{entry.line}: the text has no msgstr")
    return entry


def _unquoted(path: Path, number: int, quoted: str) -> str:
    inside = quoted[1:-1]
    if '"' not in inside and "\\" not in inside:
        return inside
    try:
        text = ast.literal_eval(quoted)
    except (SyntaxError, ValueError) as error:
        raise BrokenCatalogue(f"{path}:{number}: not a text in quotes: {quoted[:40]}") from error
    return str(text)


def _as_mo(texts: Mapping[str, str]) -> bytes:
    """A file as GNU gettext describes it: two tables of lengths and places, then the texts."""
    keys = sorted(key.encode() for key in texts)
    values = [texts[key.decode()].encode() for key in keys]
    head = 7 * 4
    begin = head + 2 * 8 * len(keys)
    tables, body = b"", b""
    for column in (keys, values):
        for text in column:
            tables += struct.pack("<II", len(text), begin + len(body))
            body += text + b"\0"
    head_words = (MAGIC, 0, len(keys), head, head + 8 * len(keys), 0, head + 16 * len(keys))
    return struct.pack("<7I", *head_words) + tables + body
