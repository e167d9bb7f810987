"""What a table sends is in the language of the one who looks."""

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from openabyss import words
from openabyss.browser.page_words import table_words
from openabyss.client.card_dictionary import card_dictionary
from openabyss.client.protocol.from_server import Update
from openabyss.client.update import UpdateCache
from openabyss.words import reading_in
from tests.web.server.serving import Variant
from tests.web.server.test_presentation import history_with, played, shown
from tests.words.pseudo import PSEUDO, pseudo_language, without_brackets

WORD = re.compile(r"[A-Za-z]{3,}")
# Parts of the cards that screens compute with, and no person reads.
CODES = {"guild", "race", "fighters", "timing", "signs", "reward_signs", "symbol", "boost"}


def texts_of(update: Update) -> Iterator[str]:
    """Every text of an update that a person reads."""
    question = update.question
    if question is not None:
        yield question.prompt
        for action in question.actions:
            yield from (action.label, action.short, action.hint)
        for refused in question.refused:
            yield from (refused.why, refused.label)
    for offer in update.offers:
        yield from (*offer.why, offer.refusal or "")
    yield from (line.text for line in update.log)


def texts_in(found: Any) -> Iterator[str]:
    """Every text in data that is not a code."""
    if isinstance(found, str):
        yield found
    elif isinstance(found, list):
        for part in found:
            yield from texts_in(part)
    elif isinstance(found, dict):
        for name, part in found.items():
            if name not in CODES:
                yield from texts_in(part)


def english(texts: Iterator[str]) -> list[str]:
    return [text for text in texts if WORD.search(without_brackets(text).replace("Player", ""))]


def test_updates_of_a_whole_game_say_nothing_that_is_not_in_the_catalogue(
    variant: Variant, tmp_path: Path
) -> None:
    history, chooser = history_with(*variant), random.Random(1)
    with pseudo_language(tmp_path), reading_in(PSEUDO):
        for _history in played(history, 5000, chooser):
            if chooser.random() < 0.3:
                assert english(texts_of(shown(history, history.game.player, history.revision - 3))) == []
        assert english(texts_of(shown(history, 0))) == []


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_updates_of_a_whole_game_can_be_read_in_every_language(variant: Variant, language: str) -> None:
    history, chooser = history_with(*variant, seed=9), random.Random(language)
    with reading_in(language):
        for _history in played(history, 5000, chooser):
            if chooser.random() < 0.2:
                told = list(texts_of(shown(history, history.game.player, history.revision - 5)))
                assert not [text for text in told if "{" in text]


def test_cards_and_words_of_the_table_are_in_the_catalogue(tmp_path: Path) -> None:
    with pseudo_language(tmp_path), reading_in(PSEUDO):
        assert english(texts_in(msgspec.to_builtins(card_dictionary()))) == []
        assert english(texts_in(table_words())) == []


def test_cards_at_the_table_name_no_codes_of_rulings() -> None:
    texts = list(texts_in(msgspec.to_builtins(card_dictionary())))
    assert any("A Kraken never stays" in text for text in texts)
    assert [text for text in texts if re.search(r"\b(R-K?|A)\d", text)] == []


def test_two_who_look_from_one_seat_read_it_in_their_own_languages(tmp_path: Path) -> None:
    history, cache = history_with(True, True), UpdateCache()
    with pseudo_language(tmp_path):
        first = shown(history, 0, cache=cache)
        with reading_in(PSEUDO):
            other = shown(history, 0, cache=cache)
        again = shown(history, 0, cache=cache)
    assert first.question is not None
    assert other.question is not None
    assert other.question.prompt != first.question.prompt
    assert english(texts_of(other)) == []
    assert again.question == first.question
    assert again.offers == first.offers
