"""What the documents show is true: their examples are executed."""

import doctest
import os
import subprocess
import sys
from pathlib import Path

import pytest

import openabyss

ROOT = Path(__file__).parent.parent
DOCUMENTS = sorted(path for path in [ROOT / "README.md", *(ROOT / "docs").glob("*.md")])


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_the_examples_of_a_document_run(document: Path) -> None:
    assert doctest.testfile(str(document), module_relative=False).failed == 0


def test_the_example_of_the_package_runs() -> None:
    assert doctest.testmod(openabyss).failed == 0


def test_the_commands_that_the_readme_names_exist() -> None:
    text = (ROOT / "README.md").read_text()
    named = {line.split("`")[1].split()[1] for line in text.splitlines() if line.startswith("| `openabyss ")}
    shown = subprocess.run(
        [sys.executable, "-m", "openabyss", "--help"], capture_output=True, text=True, check=True
    ).stdout
    assert named
    assert all(command in shown for command in named)


def test_rules_without_bounds_checks_play_the_same_games() -> None:
    """The tests run with checks; people play without, because that is a fifth faster."""
    signatures = {
        checked: subprocess.run(
            [sys.executable, "-m", "openabyss", "signature"],
            capture_output=True,
            text=True,
            check=True,
            env=os.environ | {"OPENABYSS_CHECKED": checked},
        ).stdout
        for checked in "01"
    }
    assert signatures["0"] == signatures["1"] != ""
