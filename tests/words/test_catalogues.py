"""The catalogues: complete, sound, in the words of the glossary; broken ones are named and do no harm."""

import gettext
import io
import json
import re
from pathlib import Path

import pytest

from openabyss import words
from openabyss.words.catalogue import (
    BrokenCatalogue,
    Catalogue,
    Entry,
    compiled,
    problems_in,
    read_catalogue,
)
from scripts import messages

TRANSLATED = sorted(words.LANGUAGES.keys() - {words.ENGLISH})
# Languages that need not be complete yet.
ON_THEIR_WAY: frozenset[str] = frozenset()

HEADER = 'msgid ""\nmsgstr "Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n<5 ? 1 : 2);\\n"\n'


def catalogue_of(language: str) -> Catalogue:
    return read_catalogue(messages.catalogue_of(language))


@pytest.fixture(scope="module")
def texts() -> dict[str, str | None]:
    """Every text of the sources, as it is looked up, with its plural."""
    return {
        Entry(0, texts[0], message.context).key: texts[1] if len(texts) > 1 else None
        for message in messages.template()
        if message.id
        for texts in ((message.id,) if isinstance(message.id, str) else message.id,)
    }


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_catalogue_holds_exactly_the_texts_of_the_sources(
    language: str, texts: dict[str, str | None]
) -> None:
    found = {entry.key: entry.plural for entry in catalogue_of(language).entries}
    assert found == texts, "run `make messages`"


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_text_is_translated(language: str) -> None:
    catalogue = catalogue_of(language)
    sound = catalogue.sound()
    print(f"{language}: {len(sound)} of {len(catalogue.entries)} texts are translated")
    assert language in ON_THEIR_WAY or len(sound) == len(catalogue.entries), problems_in(catalogue)


@pytest.mark.parametrize("language", TRANSLATED)
def test_what_is_translated_can_be_shown(language: str) -> None:
    """No fuzzy entry, no missing plural form, and the places of the English text."""
    assert [line for line in problems_in(catalogue_of(language)) if "are not translated" not in line] == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_the_plural_forms_are_those_of_the_language(language: str) -> None:
    catalogue = catalogue_of(language)
    with io.BytesIO(compiled(catalogue)) as file:
        assert gettext.GNUTranslations(file).ngettext("{count} pearl", "{count} pearls", 5)
    assert catalogue.plural_forms == {"pl": 3, "cs": 3}.get(language, 2)


@pytest.mark.parametrize("language", TRANSLATED)
def test_the_same_text_begins_and_ends_alike(language: str) -> None:
    """Blanks around a text are part of it, several lines stay several, and `**` comes in pairs."""
    for entry in catalogue_of(language).sound():
        for translation in entry.translations.values():
            assert translation.strip() == translation or entry.text.strip() != entry.text, entry.text
            assert ("\n" in translation) == ("\n" in entry.text), entry.text
            assert ("**" in translation) == ("**" in entry.text), entry.text
            assert translation.count("**") % 2 == 0, entry.text


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
        f"{language}: {entry.text!r}: {translation!r}"
        for entry in catalogue_of(language).sound()
        for about, wrong in FALSE_FRIENDS[language]
        if re.search(about, entry.text)
        for translation in entry.translations.values()
        if re.search(wrong, PLACE.sub("", translation))
    ]
    assert found == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_cards_have_the_names_of_the_glossary(language: str) -> None:
    translations = {entry.key: entry.translations[0] for entry in catalogue_of(language).sound()}
    names = {term["en"]: term[language] for term in GLOSSARY if term["group"] in ("lords", "locations")}
    wrong = {
        name: (translations[name], names[name])
        for name in names
        if name in translations and translations[name].casefold() != names[name].casefold()
    }
    assert wrong == {}


@pytest.mark.parametrize("language", TRANSLATED)
def test_what_does_different_things_has_different_names(language: str) -> None:
    translations = {entry.key: entry.translations[0] for entry in catalogue_of(language).sound()}
    for one, other in (("Undo", "Cancel"), ("Keys", "Keyboard"), ("Council", "Hint"), ("Lords", "Locations")):
        assert one not in translations or translations[one] != translations.get(other), (one, other)


# ------------------------------------------------------------------------------ broken ones

BROKEN = [
    ('msgid "Court"\nmsgstr "Hof\n', ":4: neither a comment nor a text"),
    ('msgid "Court"\n\nmsgid "Hand"\nmsgstr "Hand"\n', ":3: the text has no msgstr"),
    ('msgid "Court"\nmsgstr "Hof"\n\nmsgid "Court"\nmsgstr "Hof"\n', ":6: the text stands in line 3 already"),
    ("<<<<<<< HEAD\n", ":3: neither a comment nor a text"),
]


@pytest.mark.parametrize(("text", "where"), BROKEN)
def test_a_catalogue_that_cannot_be_read_is_named_with_file_and_line(
    tmp_path: Path, text: str, where: str
) -> None:
    path = tmp_path / "openabyss.po"
    path.write_text(HEADER + text, encoding="utf-8")
    with pytest.raises(BrokenCatalogue, match=re.escape(f"{path}{where}")):
        read_catalogue(path)


def test_a_file_that_is_no_text_is_named(tmp_path: Path) -> None:
    path = tmp_path / "openabyss.po"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BrokenCatalogue, match=re.escape(f"{path}:1: cannot be read")):
        read_catalogue(path)


UNSOUND = [
    ('msgid "Buy {card}"\nmsgstr "Kauf {karte}"\n', "its places are"),
    ('msgid "Buy {card}"\nmsgstr "Kauf {card"\n', "its places cannot be read"),
    ('#, fuzzy\nmsgid "Court"\nmsgstr "Hof"\n', "fuzzy"),
    ('msgid "{n} card"\nmsgid_plural "{n} cards"\nmsgstr[0] "{n} K"\nmsgstr[1] "{n} K"\n', "3 forms"),
    ('msgid "Court"\nmsgstr ""\n', "not translated"),
]


@pytest.mark.parametrize(("text", "problem"), UNSOUND)
def test_a_translation_that_cannot_be_shown_is_named_and_left_in_english(
    tmp_path: Path, text: str, problem: str
) -> None:
    path = tmp_path / "openabyss.po"
    path.write_text(f'{HEADER}\nmsgid "Hand"\nmsgstr "Blatt"\n\n{text}', encoding="utf-8")
    catalogue = read_catalogue(path)
    (told,) = problems_in(catalogue)
    line = 7 + text.startswith("#")
    assert told.startswith(f"{path}:{line}: ")
    assert problem in told
    with io.BytesIO(compiled(catalogue)) as file:
        shown = gettext.GNUTranslations(file)
    assert shown.gettext("Hand") == "Blatt"
    assert shown.gettext("Buy {card}") == "Buy {card}"
    assert shown.gettext("Court") == "Court"
    assert shown.ngettext("{n} card", "{n} cards", 2) == "{n} cards"


def test_a_broken_catalogue_is_english_for_those_who_play(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "de" / "LC_MESSAGES"
    place.mkdir(parents=True)
    (place / "openabyss.po").write_text("<<<<<<< HEAD\n", encoding="utf-8")
    monkeypatch.setattr(words, "LOCALE", tmp_path)
    words._reader_of.cache_clear()
    try:
        with words.reading_in("de"):
            assert words.language() == "de"
            assert words._("Court") == "Court"
            assert words.ngettext("{count} card", "{count} cards", 1) == "{count} card"
    finally:
        words._reader_of.cache_clear()
