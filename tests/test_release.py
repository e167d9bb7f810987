"""The text of a release comes from the changelog, and nothing is released under a wrong name."""

import subprocess
import sys
from pathlib import Path

import pytest

from openabyss.position.version import VERSION
from scripts.release import CHANGELOG, section_of, text_of

ROOT = Path(__file__).parents[1]
LOG = """# Changelog

## 1.1.0 – unreleased

- Soon

## 1.0.0 – 2026-01-02

- First

## 0.9.0 – 2025-12-01

- Old
"""


def test_a_release_tells_what_is_new_in_it_alone() -> None:
    assert text_of("v1.0.0", "1.0.0", LOG) == "- First"


@pytest.mark.parametrize(
    ("tag", "version", "problem"),
    [
        ("v1.0.1", "1.0.0", "the tag is v1.0.1, but version.py says 1.0.0"),
        ("v1.1.0", "1.1.0", "unreleased"),
        ("v2.0.0", "2.0.0", "no section 2.0.0"),
    ],
)
def test_a_release_that_is_not_ready_is_refused(tag: str, version: str, problem: str) -> None:
    with pytest.raises(LookupError, match=problem):
        text_of(tag, version, LOG)


def test_the_changelog_has_a_section_of_this_version() -> None:
    text = CHANGELOG.read_text("utf-8").replace("– unreleased", "– 2026-01-01")
    assert len(section_of(VERSION, text)) > 100


def test_the_text_is_made_where_nothing_is_installed() -> None:
    """As in the workflow of a release: `-S` is Python without the packages of its environment."""
    command = [sys.executable, "-S", "-m", "scripts.release", "v0.0.0"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.stderr == f"the tag is v0.0.0, but version.py says {VERSION}\n"
