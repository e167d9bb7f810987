"""The catalogues: complete, sound, in the words of the glossary; broken ones are named and do no harm."""

import gettext
import json
import re
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.plurals import get_plural

from openabyss import words
from scripts import messages
from scripts.catalogues import (
    BrokenCatalogue,
    compile_catalogue,
    problems_in,
    read_catalogue,
    translations_of,
)

TRANSLATED = sorted(words.LANGUAGES.keys() - {words.ENGLISH})
# Languages that need not be complete yet.
ON_THEIR_WAY: frozenset[str] = frozenset()
NOT_TRANSLATED = "not translated"

HEADER = 'msgid ""\nmsgstr "Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n<5 ? 1 : 2);\\n"\n'


def catalogue_of(language: str) -> Catalog:
    return read_catalogue(messages.catalogue_of(language))


def texts_of(catalogue: Catalog) -> set[tuple[str | tuple[str, ...], str | None]]:
    """Every text, as it is looked up: with its plural and its context."""
    return {
        (message.id if isinstance(message.id, str) else tuple(message.id), message.context)
        for message in catalogue
        if message.id
    }


def translated_in(language: str) -> list[tuple[str, tuple[str, ...]]]:
    """Every English text with its translations, one for each plural form."""
    return [
        (message.id if isinstance(message.id, str) else message.id[0], translations_of(message))
        for message in catalogue_of(language)
        if message.id and any(translations_of(message))
    ]


@pytest.fixture(scope="module")
def texts() -> set[tuple[str | tuple[str, ...], str | None]]:
    return texts_of(messages.template())


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_catalogue_holds_exactly_the_texts_of_the_sources(
    language: str, texts: set[tuple[str | tuple[str, ...], str | None]]
) -> None:
    assert texts_of(catalogue_of(language)) == texts, "run `make messages`"


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_catalogue_is_as_it_is_written(language: str) -> None:
    """Nothing in it is twice, or lost when it is read; where a text comes from may have changed since."""
    path = messages.catalogue_of(language)
    again = read_catalogue(path)
    assert lines_without_places(messages.written(again)) == lines_without_places(path.read_bytes())


def lines_without_places(written: bytes) -> list[str]:
    return sorted(line for line in written.decode().splitlines() if not line.startswith("#:"))


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_text_is_translated(language: str) -> None:
    problems = [
        message.id for message, problem in problems_in(catalogue_of(language)) if problem == NOT_TRANSLATED
    ]
    assert language in ON_THEIR_WAY or problems == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_what_is_translated_can_be_shown(language: str) -> None:
    """No fuzzy entry, no missing plural form, and the places of the English text."""
    found = [(message.id, problem) for message, problem in problems_in(catalogue_of(language))]
    assert [problem for problem in found if problem[1] != NOT_TRANSLATED] == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_the_plural_forms_are_those_of_the_language(language: str) -> None:
    assert catalogue_of(language).num_plurals == get_plural(language).num_plurals
    if language not in ON_THEIR_WAY:
        with words.reading_in(language):
            assert words.ngettext("{count} pearl", "{count} pearls", 5) != "{count} pearls"


@pytest.mark.parametrize("language", TRANSLATED)
def test_the_same_text_begins_and_ends_alike(language: str) -> None:
    """Blanks around a text are part of it, several lines stay several, and `**` comes in pairs."""
    for text, translations in translated_in(language):
        for translation in translations:
            assert translation.strip() == translation or text.strip() != text, text
            assert ("\n" in translation) == ("\n" in text), text
            assert ("**" in translation) == ("**" in text), text
            assert translation.count("**") % 2 == 0, text


# --------------------------------------------------------------------------------- the words

GLOSSARY = json.loads((Path(__file__).parent.parent / "data" / "glossary.json").read_text(encoding="utf-8"))
# Words that mean something else than the English sentence: what the sentence is about (nothing: any
# sentence), and what must not stand in its translation. The glossary says why.
FALSE_FRIENDS = {
    "de": [
        ("", r"\bRassen?\b|\bRentier|\bKrake\b|\bdas Erbe\b"),
        (r"^(?!.*free lord).*\bfor free\b", r"\bfrei\b"),
        (r"^(?!.*[Rr]ound).*\bturn", r"\bRunden?\b"),
        ("Scourge", r"Seuche|Plage"),
    ],
    "fr": [
        ("", r"\brace|\btribuna(l|ux)\b"),
        (r"\b[Hh]int\b", r"[Cc]onseil"),
        (r"^(?!.*free lord).*\bfor free\b", r"\blibre"),
        (r"^(?!.*[Rr]ound).*\bturn", r"\bmanche"),
        ("Scourge", r"[Pp]este"),
    ],
    "pl": [
        ("", r"\b[Dd]wór\b|\b[Dd]worze\b|\bPasterka\b"),
        (r"\b[Hh]int\b", r"\b[Rr]ad(a|y|ę|zie)\b"),
        (r"^(Jailer|Keeper|Watcher|Border Guard)$", r"[Ss]trażni"),
        (r"^(?!.*free lord).*\bfor free\b", r"\bwoln"),
        (r"^(?!.*[Rr]ound).*\bturn", r"\brund[aęyz]"),
        ("Scourge", r"[Pp]lag|[Zz]araz"),
    ],
    "it": [
        (r"[Ll]ord", r"\b[Ss]ignor[ei]\b"),
        (r"[Ll]ocation", r"\b[Ll]uog(o|hi)\b"),
        (r"^(?!.*free lord).*\bfor free\b", r"\bliber[oaie]\b"),
        (r"^(?!.*[Rr]ound).*\bturn", r"\bgir[oi]\b"),
        ("Scourge", r"[Pp]este|[Pp]iaga"),
    ],
    "cs": [
        (r"[Cc]ouncil", r"\b[Rr]ad(a|y|u|ou|ě)\b"),
        (r"^(Jailer|Keeper|Watcher|Border Guard)$", r"[Hh]lídk"),
        (r"^(?!.*free lord).*\bfor free\b", r"\bvoln"),
        (r"^(?!.*[Rr]ound).*\bturn", r"\bkol(o|a|e|em)\b"),
        ("Scourge", r"\b[Mm]or\b|[Nn]ákaz"),
    ],
}


PLACE = re.compile(r"\{[^}]*\}")


@pytest.mark.parametrize("language", TRANSLATED)
def test_no_false_friend_stands_in_a_sentence(language: str) -> None:
    found = [
        f"{language}: {text!r}: {translation!r}"
        for text, translations in translated_in(language)
        for about, wrong in FALSE_FRIENDS[language]
        if re.search(about, text)
        for translation in translations
        if re.search(wrong, PLACE.sub("", translation))
    ]
    assert found == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_cards_have_the_names_of_the_glossary(language: str) -> None:
    translations = {text: forms[0] for text, forms in translated_in(language)}
    terms = [term for term in GLOSSARY if term["group"] in ("lords", "locations")]
    names = {term["en"]: term[language] for term in terms if language in term or language not in ON_THEIR_WAY}
    wrong = {
        name: (translations[name], names[name])
        for name in names
        if name in translations and translations[name].casefold() != names[name].casefold()
    }
    assert wrong == {}


@pytest.mark.parametrize("language", TRANSLATED)
def test_what_does_different_things_has_different_names(language: str) -> None:
    translations = {text: forms[0] for text, forms in translated_in(language)}
    for one, other in (("Undo", "Cancel"), ("Keys", "Keyboard"), ("Council", "Hint"), ("Lords", "Locations")):
        assert one not in translations or translations[one] != translations.get(other), (one, other)


# ------------------------------------------------------------------------------ broken ones

BROKEN = [b'msgid "Court"\n\nmsgid "Hand"\nmsgstr "Hand"\n', b"<<<<<<< HEAD\n", b"\xff\xfe\x00"]


@pytest.mark.parametrize("text", BROKEN)
def test_a_catalogue_that_cannot_be_read_is_named_and_ends_the_build(tmp_path: Path, text: bytes) -> None:
    path = tmp_path / "openabyss.po"
    path.write_bytes(HEADER.encode() + text)
    with pytest.raises(BrokenCatalogue, match=re.escape(f"{path}: ")):
        compile_catalogue(path)


UNSOUND = [
    ('msgid "Buy {card}"\nmsgstr "Kauf {karte}"\n', "its places are"),
    ('msgid "Buy {card}"\nmsgstr "Kauf {card"\n', "its places cannot be read"),
    ('#, fuzzy\nmsgid "Court"\nmsgstr "Hof"\n', "fuzzy"),
    ('msgid "{n} card"\nmsgid_plural "{n} cards"\nmsgstr[0] "{n} K"\nmsgstr[1] "{n} K"\n', "3 forms"),
    ('msgctxt "a place"\nmsgid "Court"\nmsgstr ""\n', NOT_TRANSLATED),
]


@pytest.mark.parametrize(("text", "problem"), UNSOUND)
def test_a_translation_that_cannot_be_shown_is_named_and_left_in_english(
    tmp_path: Path, text: str, problem: str
) -> None:
    path = tmp_path / "openabyss.po"
    path.write_text(f'{HEADER}\nmsgid "Hand"\nmsgstr "Blatt"\n\n{text}', encoding="utf-8")
    (line,) = compile_catalogue(path)
    assert re.match(rf"{path}:\d+: {problem}", line)
    with path.with_suffix(".mo").open("rb") as file:
        shown = gettext.GNUTranslations(file)
    assert shown.gettext("Hand") == "Blatt"
    assert shown.gettext("Buy {card}") == "Buy {card}"
    assert shown.gettext("Court") == "Court"
    assert shown.ngettext("{n} card", "{n} cards", 2) == "{n} cards"


def test_the_same_catalogue_makes_the_same_bytes_whenever_it_is_compiled(tmp_path: Path) -> None:
    path = tmp_path / "openabyss.po"
    path.write_text(f'{HEADER}\nmsgid "Hand"\nmsgstr "Blatt"\n', encoding="utf-8")
    compile_catalogue(path)
    assert b"POT-Creation-Date: 1970-01-01" in path.with_suffix(".mo").read_bytes()


def test_a_language_without_a_catalogue_is_english_for_those_who_play(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(words, "LOCALE", tmp_path)
    words._reader_of.cache_clear()
    try:
        with words.reading_in("de"):
            assert words.language() == "de"
            assert words._("Court") == "Court"
            assert words.ngettext("{count} card", "{count} cards", 1) == "{count} card"
        assert caplog.messages == [words.NOT_COMPILED % "de"]
    finally:
        words._reader_of.cache_clear()
