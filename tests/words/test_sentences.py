"""Sentences with names: whatever somebody is called, they read well."""

import re

import pytest

from openabyss.words import LANGUAGES
from scripts.sentences import NAMES, names_of, sentences_with_names
from tests.words.test_typography import NO_BREAK

# After these words a name would have to change its ending, which a program cannot do for every name.
PREPOSITIONS = {
    "pl": "bez|dla|do|ku|na|nad|o|od|po|pod|przed|przez|przy|u|w|wobec|z|za|ze",
    "cs": "bez|do|k|ke|na|nad|o|od|po|pod|pro|proti|před|při|s|se|u|v|z|za|ze",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_reads_with_every_name(language: str) -> None:
    found = list(sentences_with_names(language))
    assert len(found) > 60
    for english, sentences in found:
        if sentences:
            assert all(any(name in text for text in sentences) for name in names_of(language)), english
        assert not [text for text in sentences if "{" in text or "}" in text], english


@pytest.mark.parametrize("language", PREPOSITIONS)
def test_names_stay_in_the_nominative_where_they_would_be_declined(language: str) -> None:
    names = "|".join(map(re.escape, NAMES[language]))
    declined = re.compile(rf"\b({PREPOSITIONS[language]})[ {NO_BREAK}]({names})\b", re.IGNORECASE)
    assert [
        text
        for _english, sentences in sentences_with_names(language)
        for text in sentences
        if declined.search(text)
    ] == []


@pytest.mark.parametrize(("language", "words"), [("fr", "de|du|que|le|la"), ("it", "il|la|del|della|dal|al")])
def test_no_word_stands_before_a_name_that_depends_on_the_name(language: str, words: str) -> None:
    """Of “d’Agnès” and “de Paul” a program would have to choose one for every name."""
    names = "|".join(map(re.escape, NAMES[language]))
    depends = re.compile(rf"\w’({names})\b|\b({words})[ {NO_BREAK}]({names})\b", re.IGNORECASE)
    assert [
        text
        for _english, sentences in sentences_with_names(language)
        for text in sentences
        if depends.search(text)
    ] == []
