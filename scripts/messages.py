"""The texts that are translated, collected and merged: `python -m scripts.messages`.

It collects every text that is marked in the sources into the template `openabyss.pot`, then merges them into
the catalogue of each language, and compiles those. A new text has no translation; one that resembles an old
text keeps its translation, marked fuzzy, until a person has looked at it; one that is gone is left out.
The words of the cards, of the questions, of the log, of the rules, of the guided game and of the browser's
scripts are Markdown, in which everything is translated.
"""

from collections.abc import Iterable, Iterator
from io import BytesIO
from itertools import chain
from pathlib import Path
from typing import IO, Any

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from openabyss.browser.rulebook import chapter_of, texts_of_chapter
from openabyss.client.guide import pages_of
from openabyss.words import ENGLISH, LANGUAGES, LOCALE
from openabyss.words.cards.printed import sections_of
from openabyss.words.markdown import keyed_texts
from openabyss.words.questions.wording import sections_of as wordings_of
from scripts.catalogues import compile_catalogue, translations_of

SOURCES = Path(__file__).parent.parent / "src"
TEMPLATE = LOCALE / "openabyss.pot"

METHODS = [
    ("**.py", "python"),
    ("**.html", "jinja2"),
    ("**/words/cards/*.md", "scripts.messages:texts_of_cards"),
    ("**/rulebook/chapters/*.md", "scripts.messages:texts_of_rules"),
    ("**/guide/lessons.md", "scripts.messages:texts_of_lessons"),
    ("**/questions/wordings/*.md", "scripts.messages:texts_of_questions"),
    ("**/browser/*_words.md", "scripts.messages:texts_of_lists"),
    ("**/words/log.md", "scripts.messages:texts_of_lists"),
]
MARKS = {
    "_": None,
    "N_": None,
    "ngettext": (1, 2),
    "counted": (1, 2),
    "counted_in": ((1, "c"), 2, 3),
    "pgettext": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
}
# Lines of the head that say nothing here, or would differ from every other version of a catalogue.
LEFT_OUT = tuple(
    b'"' + name + b":"
    for name in (
        b"POT-Creation-Date",
        b"PO-Revision-Date",
        b"Project-Id-Version",
        b"Report-Msgid-Bugs-To",
        b"Last-Translator",
        b"Language-Team",
        b"Generated-By",
    )
)


# What Babel is given of a text: its line, the function that marks it, the text, comments.
Found = tuple[int, None, str, list[str]]


def catalogue_of(language: str) -> Path:
    """Where the catalogue of a language lies, whether there is one or not."""
    return LOCALE / language / "LC_MESSAGES" / "openabyss.po"


def template() -> Catalog:
    """All texts that are marked in the sources, without translations."""
    found = Catalog(fuzzy=False)
    for name, line, text, comments, context in extract_from_dir(
        SOURCES, METHODS, keywords=MARKS, comment_tags=["Translators:"], strip_comment_tags=True
    ):
        found.add(text, None, [(f"src/{name}", line)], auto_comments=comments, context=context)
    return found


def texts_of_cards(file: IO[bytes], *_marks: Any, options: Any) -> Iterator[Found]:
    """The texts of lords or locations, for Babel."""
    cards = sections_of(file.read().decode())
    texts = ((card.name, card.text, card.formula, *card.rulings) for card in cards)
    yield from _as_found(filter(None, chain.from_iterable(texts)))


def texts_of_rules(file: IO[bytes], *_marks: Any, options: Any) -> Iterator[Found]:
    """The texts of a chapter of the rules, for Babel. Numbers are the same in every language."""
    texts = texts_of_chapter(chapter_of("", file.read().decode()))
    yield from _as_found(text for text in texts if not text.isdigit())


def texts_of_lessons(file: IO[bytes], *_marks: Any, options: Any) -> Iterator[Found]:
    """The texts of the guided game, for Babel."""
    yield from _as_found(page.text for pages in pages_of(file.read().decode()).values() for page in pages)


def texts_of_questions(file: IO[bytes], *_marks: Any, options: Any) -> Iterator[Found]:
    """The texts of questions and answers, for Babel."""
    yield from _as_found(text for section in wordings_of(file.read().decode()) for text in section.texts())


def texts_of_lists(file: IO[bytes], *_marks: Any, options: Any) -> Iterator[Found]:
    """The texts of the browser's scripts, or of the log, for Babel."""
    yield from _as_found(keyed_texts(file.read().decode()).values())


def _as_found(texts: Iterable[str]) -> Iterator[Found]:
    """Texts as Babel wants them, in their order: the numbers of lines only sort them."""
    return ((place, None, text, []) for place, text in enumerate(texts))


def merged(language: str, texts: Catalog) -> Catalog:
    """The catalogue of a language with exactly these texts."""
    catalogue = Catalog(locale=language, fuzzy=False)
    path = catalogue_of(language)
    if path.exists():
        with path.open("rb") as lines:
            catalogue = read_po(lines, locale=language, abort_invalid=True)
    catalogue.update(texts, update_header_comment=False)
    for message in catalogue:
        if not any(translations_of(message)):
            message.flags.discard("fuzzy")  # It resembles another one that has no translation either.
    return catalogue


def written(catalogue: Catalog) -> bytes:
    """The catalogue as a file: sorted by the sources, and without anything that changes by itself."""
    lines = BytesIO()
    write_po(lines, catalogue, width=0, sort_by_file=True, ignore_obsolete=True, include_lineno=False)
    return b"".join(line for line in lines.getvalue().splitlines(True) if not line.startswith(LEFT_OUT))


def main() -> None:
    """Write the template and the catalogue of each language, and say what is left to translate."""
    texts = template()
    texts.header_comment = "# The texts of OpenAbyss."
    TEMPLATE.write_bytes(written(texts))
    for language in sorted(LANGUAGES.keys() - {ENGLISH}):
        catalogue = merged(language, texts)
        catalogue.header_comment = f"# The texts of OpenAbyss in the language {language}."
        catalogue_of(language).parent.mkdir(parents=True, exist_ok=True)
        catalogue_of(language).write_bytes(written(catalogue))
        compile_catalogue(catalogue_of(language))
        missing = sum(not all(translations_of(message)) for message in catalogue if message.id)
        fuzzy = sum(message.fuzzy for message in catalogue if message.id)
        print(f"{language}: {len(catalogue)} texts, {missing} untranslated, {fuzzy} to be looked at")


if __name__ == "__main__":
    main()
