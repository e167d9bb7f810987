"""A release is one command; its text comes from the changelog, and nothing is released under a wrong name."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from openabyss.version import VERSION
from scripts.release import (
    CHANGELOG,
    CITATION,
    ROOT,
    UNRELEASED,
    VERSION_FILE,
    ReleaseError,
    make_release,
    section_of,
    text_of,
    version,
)

LOG = """# Changelog

## Unreleased

- Soon

## 1.0.0 – 2026-01-02

- First

## 0.9.0 – 2025-12-01

- Old
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A repository with the files of this one that name the version."""
    for name in (VERSION_FILE, CITATION):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    (tmp_path / CHANGELOG).write_text(LOG, "utf-8")
    _git(tmp_path, "init", "--quiet")
    _git(tmp_path, "config", "user.name", "Ann")
    _git(tmp_path, "config", "user.email", "ann@example.org")
    _git(tmp_path, "add", "--all")
    _git(tmp_path, "commit", "--quiet", "--message", "begin")
    return tmp_path


def _git(root: Path, *arguments: str) -> str:
    return subprocess.run(["git", *arguments], cwd=root, capture_output=True, text=True, check=True).stdout


def test_a_release_names_its_version_everywhere_in_one_tagged_commit(checkout: Path) -> None:
    make_release(checkout, "1.1.0", "2026-03-04")
    assert version(checkout) == "1.2.0.dev0", "nothing made between two releases bears the name of one"
    assert _git(checkout, "rev-parse", "v1.1.0^{commit}") == _git(checkout, "rev-parse", "HEAD~1")
    _git(checkout, "checkout", "--quiet", "v1.1.0")
    assert version(checkout) == "1.1.0"
    assert "version: 1.1.0\ndate-released: 2026-03-04\n" in (checkout / CITATION).read_text("utf-8")
    changelog = (checkout / CHANGELOG).read_text("utf-8")
    assert UNRELEASED + "\n## 1.1.0 – 2026-03-04\n" in changelog
    assert text_of("v1.1.0", "1.1.0", changelog) == "- Soon"
    assert _git(checkout, "status", "--porcelain") == ""
    assert _git(checkout, "for-each-ref", "--format=%(contents)", "refs/tags/v1.1.0").strip() == "- Soon"


@pytest.mark.parametrize(
    ("version", "change", "problem"),
    [
        ("1.1", "", "three numbers such as 0.2.0"),
        ("1.1.0", "README.md", "not committed"),
        ("1.0.0", "", "v1.0.0 is released already"),
        ("1.1.0", CHANGELOG, "write what is new"),
    ],
)
def test_a_release_that_is_not_ready_changes_nothing(
    checkout: Path, version: str, change: str, problem: str
) -> None:
    _git(checkout, "tag", "v1.0.0")
    if change:
        (checkout / change).write_text(LOG.replace("- Soon\n", ""), "utf-8")
    if change == CHANGELOG:
        _git(checkout, "commit", "--all", "--message", "nothing is new")
    before = _git(checkout, "status", "--porcelain"), _git(checkout, "log", "--all", "--format=%H")
    with pytest.raises(ReleaseError, match=problem):
        make_release(checkout, version, "2026-03-04")
    assert (_git(checkout, "status", "--porcelain"), _git(checkout, "log", "--all", "--format=%H")) == before


def test_the_text_of_a_release_is_its_section_alone() -> None:
    assert text_of("v1.0.0", "1.0.0", LOG) == "- First"


@pytest.mark.parametrize(
    ("tag", "version", "problem"),
    [
        ("v1.0.1", "1.0.0", "the tag is v1.0.1, but version.py says 1.0.0"),
        ("v2.0.0", "2.0.0", "no section 2.0.0"),
    ],
)
def test_a_wrong_tag_has_no_text(tag: str, version: str, problem: str) -> None:
    with pytest.raises(ReleaseError, match=problem):
        text_of(tag, version, LOG)


def test_the_changelog_has_a_section_of_the_last_release() -> None:
    released = re.search(r"^version: (.*)$", (ROOT / CITATION).read_text("utf-8"), re.M)
    assert released is not None
    assert len(section_of(released[1], (ROOT / CHANGELOG).read_text("utf-8"))) > 100


def test_the_text_is_made_where_nothing_is_installed() -> None:
    """As in the workflow of a release: `-S` is Python without the packages of its environment."""
    command = [sys.executable, "-S", "-m", "scripts.release", "text", "v0.0.0"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.stderr == f"the tag is v0.0.0, but version.py says {VERSION}\n"
