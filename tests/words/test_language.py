"""The reader's language: English from the sources, others from a catalogue."""

import ast
import os
import subprocess
import sys
from pathlib import Path
from string import Formatter

import pytest

from openabyss import words


def test_english_stands_in_the_sources() -> None:
    assert words._("Gain 3 pearls.") == "Gain 3 pearls."
    assert words.ngettext("{count} pearl", "{count} pearls", 2) == "{count} pearls"
    assert words.N_("Peddler") == "Peddler"


def test_openabyss_language_names_one_or_more_languages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENABYSS_LANGUAGE", "pt_BR:pt")
    assert words.wanted_languages() == ["pt_BR", "pt"]
    monkeypatch.delenv("OPENABYSS_LANGUAGE")
    assert words.wanted_languages() is None


def test_a_language_without_a_catalogue_falls_back_to_english() -> None:
    environment = {**os.environ, "OPENABYSS_LANGUAGE": "tlh"}
    source = "from openabyss.words.cards.lords import lord_name; print(lord_name(12))"
    shown = subprocess.run(
        [sys.executable, "-c", source], env=environment, capture_output=True, text=True, check=True
    )
    assert shown.stdout.strip() == "Slaver"


def test_catalogues_are_looked_for_inside_the_package() -> None:
    assert Path(words.__file__).parent in words.LOCALE.parents


def marked_texts() -> list[tuple[str, ast.Call]]:
    """Every call that marks a text for translation, with where it stands."""
    sources = Path(words.__file__).parent.rglob("*.py")
    return [
        (f"{source.name}:{node.lineno}", node)
        for source in sources
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in ("_", "N_", "ngettext")
    ]


def places_of(text: str) -> set[str | None]:
    return {place for _before, place, _format, _conversion in Formatter().parse(text) if place is not None}


def test_places_of_texts_have_names_and_are_the_same_in_singular_and_plural() -> None:
    for where, call in marked_texts():
        texts = [argument.value for argument in call.args if isinstance(argument, ast.Constant)]
        assert all(str(place).isidentifier() for text in texts for place in places_of(str(text))), where
        assert len({frozenset(places_of(str(text))) for text in texts}) <= 1, where


def test_a_text_is_translated_whole() -> None:
    """A text that begins or ends with a blank is a piece of a sentence."""
    for where, call in marked_texts():
        texts = [str(argument.value) for argument in call.args if isinstance(argument, ast.Constant)]
        assert texts == [text.strip() for text in texts], where
