"""The reader's language: English from the sources, others from a catalogue; numbers as it writes them."""

import ast
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from string import Formatter
from threading import Barrier

import pytest

import openabyss
from openabyss import cli, words
from openabyss.words import reading_in
from openabyss.words.numbers import Number, numbers, short_duration, with_their_nouns
from tests.words.pseudo import ACCENTS, PSEUDO, pseudo_language, pseudo_text, without_brackets


def test_english_stands_in_the_sources() -> None:
    assert words._("Gain 3 pearls.") == "Gain 3 pearls."
    assert words.ngettext("{count} pearl", "{count} pearls", 2) == "{count} pearls"
    assert words.N_("Peddler") == "Peddler"


LANGUAGES_OF_PROCESSES = [
    ({"OPENABYSS_LANGUAGE": "de"}, "de"),
    ({"OPENABYSS_LANGUAGE": "tlh:pl:de"}, "pl"),
    ({"OPENABYSS_LANGUAGE": "tlh", "LANG": "de_DE.UTF-8"}, "en"),
    ({"LANGUAGE": "it:fr", "LANG": "de_DE.UTF-8"}, "it"),
    ({"LC_ALL": "cs_CZ.UTF-8", "LANG": "de_DE.UTF-8"}, "cs"),
    ({"LC_MESSAGES": "fr_CA@euro", "LANG": "de_DE.UTF-8"}, "fr"),
    ({"LANG": "de_AT.UTF-8"}, "de"),
    ({"LANG": "C.UTF-8"}, "en"),
    ({"LANG": "tlh_QO.UTF-8"}, "en"),
    ({"LANG": "../../etc/passwd"}, "en"),
    ({}, "en"),
]


@pytest.mark.parametrize(("variables", "language"), LANGUAGES_OF_PROCESSES)
def test_a_process_reads_in_the_language_of_its_environment_or_in_english(
    variables: dict[str, str], language: str
) -> None:
    environment = {name: value for name, value in os.environ.items() if name not in words.VARIABLES}
    source = "from openabyss import words; print(words.language())"
    shown = subprocess.run(
        [sys.executable, "-c", source],
        env=environment | variables,
        capture_output=True,
        text=True,
        check=True,
    )
    assert shown.stdout.strip() == language


def test_a_command_in_a_language_that_nobody_knows_is_english() -> None:
    environment = {name: value for name, value in os.environ.items() if name not in words.VARIABLES}
    shown = subprocess.run(
        [sys.executable, "-m", "openabyss", "--help"],
        env=environment | {"LANG": "tlh_QO.UTF-8"},
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    assert shown.stdout.startswith("usage: openabyss")
    assert shown.stderr == ""


def test_two_who_read_at_the_same_time_read_in_their_own_languages(tmp_path: Path) -> None:
    with pseudo_language(tmp_path), ThreadPoolExecutor(2) as threads:
        both = Barrier(2)

        def read(language: str) -> str:
            words.read_in(language)
            both.wait()
            return words._("Gain 3 pearls.")

        shown = list(threads.map(read, (PSEUDO, "en")))
    assert shown == [pseudo_text("Gain 3 pearls."), "Gain 3 pearls."]


def test_a_language_is_loaded_when_somebody_reads_in_it_and_not_before() -> None:
    source = (
        "import sys; from openabyss import words; words._('Pearls');"
        " assert 'babel' not in sys.modules;"
        " assert words._reader_of.cache_info().currsize == 1"
    )
    subprocess.run([sys.executable, "-c", source], check=True)


def test_catalogues_are_looked_for_inside_the_package() -> None:
    assert Path(words.__file__).parent in words.LOCALE.parents


def marked_texts() -> list[tuple[str, ast.Call]]:
    """Every call that marks a text for translation, with where it stands."""
    # Those of argparse are its own.
    sources = set(Path(openabyss.__file__).parent.rglob("*.py")) - {Path(words.__file__)}
    return [
        (f"{source.name}:{node.lineno}", node)
        for source in sources
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in ("_", "N_", "ngettext", "counted")
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


def test_no_text_is_marked_inside_a_formatted_string() -> None:
    """What collects the texts does not find it there."""
    for source in Path(openabyss.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
            if isinstance(node, ast.JoinedStr):
                texts = [text for part in ast.walk(node) for text in literal_texts(part)]
                assert texts == [], f"{source.name}:{node.lineno}"


def literal_texts(part: ast.AST) -> list[str]:
    """What a call marks that stands in the source as it is."""
    if not isinstance(part, ast.Call) or not isinstance(part.func, ast.Name):
        return []
    if part.func.id not in ("_", "ngettext", "counted"):
        return []
    return [str(argument.value) for argument in part.args if isinstance(argument, ast.Constant)]


def test_what_is_said_about_a_command_line_is_in_the_readers_language(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pseudo_language(tmp_path), reading_in(PSEUDO):
        for arguments in (["--help"], ["rules", "--help"], ["rate", "--jobs", "many"], ["nonsense"], []):
            with pytest.raises(SystemExit):
                cli.main(arguments)
    shown = capsys.readouterr()
    for english in (
        "usage: ",
        "options",
        "positional arguments",
        "show this help",
        "show program's version",
        "required:",
        "choose from",
    ):
        assert english.translate(ACCENTS) in shown.out + shown.err
    assert not re.search(r"\w", without_brackets(shown.err).replace("openabyss", ""))


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
    assert with_their_nouns("Ada zagrywa: 2 × Nebulis.") == "Ada zagrywa: 2\xa0× Nebulis."
    assert with_their_nouns("Kosten 8 · 3 Völker · 1 Schlüssel") == "Kosten 8 · 3\xa0Völker · 1\xa0Schlüssel"


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (3 * 86_400, "3 days"),
        (3 * 86_400 - 30, "3 days"),
        (2 * 86_400 - 1, "2 days"),
        (36 * 3600, "36 hours"),
        (600 - 29, "10 minutes"),
        (600 - 31, "9 minutes"),
        (119, "119 seconds"),
        (0, "0 seconds"),
    ],
)
def test_a_short_duration_is_the_nearest_whole_one(seconds: int, text: str) -> None:
    """Three days that have just begun to run are three days."""
    assert short_duration(seconds) == text
