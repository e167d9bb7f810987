"""Typography by rule: spaces that must not break, quotes, dashes and ellipses of each language."""

import re
from functools import cache

import pytest

from tests.words.test_catalogues import TRANSLATED, translated_in

NO_BREAK, NARROW = "\u00a0", "\u202f"
# A number, or what becomes one.
NUMBER = r"[\d}]"
# A line may not end after these words.
ONE_LETTER_WORDS = {"pl": "aiouwz", "cs": "aikosuvz"}
# The same letters as keys, as races and as Krakens.
LETTERS = re.compile(r"\b[iusv] (karta|cofnij|zpět|uložit|skóre)|S jen|K je Kraken")

QUOTES = {"de": "„“", "cs": "„“", "pl": "„”", "it": "“”", "fr": "«»"}

EVERYWHERE = {
    "three dots are one sign, …": r"\.\.\.",
    "a dash between words is –": r"\s-\s|—",
    "a range has –": r"\d-\d",
    "an apostrophe is ’": r"\w'\w",
    "% keeps to its number": rf"{NUMBER} %(?!\()",
}
# What is wrong in a language, and how it is written instead.
WRONG = {
    "de": {"quotes are „…“": "[”«»]|“[^\\W\\d_]", f"% stands after {NO_BREAK!r}": rf"\d%|\d{NARROW}%"},
    "fr": {
        f"; ! ? stand after {NARROW!r}": rf"(?<![{NARROW}.…!?])(?<!^)[;!?](?![\w./])",
        f": stands after {NO_BREAK!r}": rf"[^{NO_BREAK}/\d]:(?=\s|$)",
        f"quotes are «{NARROW!r}…{NARROW!r}»": f"«(?!{NARROW})|(?<!{NARROW})»|[“”„]",
        f"% stands after {NO_BREAK!r}": rf"\d%|\d{NARROW}%",
    },
    "pl": {"quotes are „…”": "[“«»]", "% stands at its number": rf"\d[{NO_BREAK}{NARROW}]%"},
    "it": {"quotes are “…”": "[„«»]", "% stands at its number": rf"\d[{NO_BREAK}{NARROW}]%"},
    "cs": {
        "quotes are „…“": "[”«»]|“[^\\W\\d_]",
        f"% that is a word stands after {NO_BREAK!r}": rf"\d{NARROW}%",
    },
}
# Formats of Python and of the shell, and what is shown as it is typed.
CODE = re.compile(r"\{[^{}]*\}|%\(\w+\)s|`[^`]*`|https?://\S+|--[\w-]+|\*\*|\{\{.*?\}\}")


def _prose(text: str) -> str:
    """The text with 0 in place of each piece of code, so that what stands beside it is still seen."""
    return CODE.sub("0", text)


@cache
def _translations(language: str) -> list[str]:
    return [text for _english, translations in translated_in(language) for text in translations]


def _breaking(pattern: str, language: str) -> list[str]:
    """The texts that break a rule."""
    return [text for text in _translations(language) if re.search(pattern, _prose(text))]


@pytest.mark.parametrize(
    ("language", "rule", "wrong"),
    [
        (language, rule, wrong)
        for language in TRANSLATED
        for rule, wrong in (EVERYWHERE | WRONG[language]).items()
    ],
)
def test_a_language_keeps_the_typography_of_all_and_its_own(language: str, rule: str, wrong: str) -> None:
    assert _breaking(wrong, language) == [], rule


@pytest.mark.parametrize("language", ONE_LETTER_WORDS)
def test_no_line_ends_after_a_word_of_one_letter(language: str) -> None:
    letters = ONE_LETTER_WORDS[language]
    word = rf"(?<![^\s(„*])[{letters}][ \n]|(^|[.:] )[{letters.upper()}][ \n]"
    assert [text for text in _translations(language) if re.search(word, LETTERS.sub("", _prose(text)))] == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_straight_quotes_are_those_of_code_alone(language: str) -> None:
    """The English text has straight quotes exactly where something is shown as it is typed."""
    other = [
        text
        for english, translations in translated_in(language)
        for text in translations
        if text.count('"') != english.count('"')
    ]
    assert other == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_quotes_and_brackets_are_closed(language: str) -> None:
    pairs = QUOTES.get(language, ""), "()", "[]"
    assert [
        text
        for text in _translations(language)
        for pair in filter(None, pairs)
        if text.count(pair[0]) != text.count(pair[1])
    ] == []
