"""Numbers are written as the reader's language writes them."""

import pytest

from openabyss.words import reading_in
from openabyss.words.numbers import Number, numbers, with_their_nouns

WRITTEN = {
    "en": ("12,345.6", "-0.50", "12.5%", "1,000"),
    "de": ("12.345,6", "-0,50", "12,5\xa0%", "1.000"),
    "fr": ("12\u202f345,6", "-0,50", "12,5\xa0%", "1\u202f000"),
    "pl": ("12\xa0345,6", "-0,50", "12,5%", "1\xa0000"),
    "it": ("12.345,6", "-0,50", "12,5%", "1.000"),
    "cs": ("12\xa0345,6", "-0,50", "12,5\xa0%", "1\xa0000"),
}  # fmt: skip


@pytest.mark.parametrize("language", WRITTEN)
def test_a_number_has_the_signs_of_the_language(language: str) -> None:
    with reading_in(language):
        shown = (
            f"{Number(12345.6):,.1f}",
            f"{Number(-0.5):.2f}",
            f"{Number(0.125):.1%}",
            f"{Number(1000):,}",
        )
    assert shown == WRITTEN[language]


def test_numbers_of_a_report_are_written_and_the_rest_stays() -> None:
    with reading_in("de"):
        found = numbers({"turns": 12.5, "name": "a.b", "seed": 1000, "is_over": True})
        assert "{turns:.1f} {name} {seed} {is_over}".format(**found) == "12,5 a.b 1000 True"


def test_no_line_ends_between_a_number_and_its_noun() -> None:
    assert with_their_nouns("Kosten 8 · 3 Völker · 1 Schlüssel") == "Kosten 8 · 3\xa0Völker · 1\xa0Schlüssel"
