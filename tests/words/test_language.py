"""The reader's language: English from the sources, others from a catalogue."""

import os
import subprocess
import sys
from pathlib import Path

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
