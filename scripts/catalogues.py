"""The catalogues of all languages (`.po`), compiled for gettext (`.mo`): `python -m scripts.catalogues`.

Building and installing the package does the same (`hatch_build.py`). A text that is not translated, or whose
translation cannot be shown, is left out and appears in English.
"""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from string import Formatter

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import PoFileError, read_po

LOCALE = Path(__file__).parent.parent / "src" / "openabyss" / "words" / "locale"
# Places of texts that argparse fills: "%(default)s", "%r".
PERCENT_PLACE = re.compile(r"%(\(\w+\)[a-z]|[sr]\b)")
# Compiled catalogues say when they were made; the same texts shall make the same bytes.
NO_DATE = datetime.fromtimestamp(0, UTC)
SHOWN_LETTERS = 60


class BrokenCatalogue(ValueError):  # noqa: N818  as a sentence says it
    """A catalogue cannot be read; the message begins with its file."""


def catalogues() -> list[Path]:
    """The catalogue of every language."""
    return sorted(LOCALE.glob("*/LC_MESSAGES/*.po"))


def read_catalogue(path: Path) -> Catalog:
    """The catalogue in a file. Raises BrokenCatalogue."""
    try:
        with path.open("rb") as lines:
            return read_po(lines, abort_invalid=True)
    except (PoFileError, UnicodeDecodeError) as error:
        raise BrokenCatalogue(f"{path}: {error}") from error


def problems_in(catalogue: Catalog) -> Iterator[tuple[Message, str]]:
    """The texts that cannot be shown translated, each with the reason."""
    for message in catalogue:
        if message.id and (problem := _problem_with(message)):
            yield message, problem


def compile_catalogue(path: Path) -> list[str]:
    """Write the `.mo` file beside a catalogue. Returns what is wrong with texts; raises BrokenCatalogue."""
    catalogue = read_catalogue(path)
    problems = list(problems_in(catalogue))
    for message, _problem in problems:
        catalogue.delete(_english(message)[0], message.context)
    catalogue.creation_date = NO_DATE
    made = BytesIO()
    write_mo(made, catalogue)
    path.with_suffix(".mo").write_bytes(made.getvalue())
    return [
        f"{path}:{one.lineno}: {problem}: {_english(one)[0][:SHOWN_LETTERS]}" for one, problem in problems
    ]


def compile_changed() -> None:
    """Compile the catalogues that are newer than what was made from them."""
    for path in catalogues():
        made = path.with_suffix(".mo")
        if not made.exists() or made.stat().st_mtime < path.stat().st_mtime:
            compile_catalogue(path)


def translations_of(message: Message) -> tuple[str, ...]:
    """The translations of a text, one for each plural form; empty where there is none."""
    return tuple(message.string) if isinstance(message.string, list | tuple) else (message.string or "",)


def places_of(text: str) -> frozenset[str]:
    """The {places} of a text, and those that argparse fills. Raises ValueError if they are not closed."""
    braces = (place for _before, place, _format, _conversion in Formatter().parse(text) if place is not None)
    return frozenset((*braces, *(f"%{name}" for name in PERCENT_PLACE.findall(text))))


def _problem_with(message: Message) -> str:
    """Why a translation cannot be shown; empty if it can."""
    translations = translations_of(message)
    if not any(translations):
        return "not translated"
    if message.fuzzy:
        return "fuzzy: to be looked at"
    if not all(translations):
        return f"{len(translations)} forms are needed"
    originals = [places_of(text) for text in _english(message)]
    for translation in translations:
        try:
            places = places_of(translation)
        except ValueError as error:
            return f"its places cannot be read: {error}"
        if places not in originals:
            return f"its places are {sorted(places)} in place of {sorted(originals[-1])}"
    return ""


def _english(message: Message) -> tuple[str, ...]:
    """The text in English, and its plural if it has one."""
    return (message.id,) if isinstance(message.id, str) else tuple(message.id)


if __name__ == "__main__":
    for catalogue in catalogues():
        for problem in compile_catalogue(catalogue):
            print(problem)
