"""What the documents show is true: their examples are executed."""

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import openabyss
from scripts.packages import dependencies, with_drawing, without_cycles, without_shortcuts
from scripts.rule_tables import PAGES, with_tables

ROOT = Path(__file__).parent.parent
DOCUMENTS = sorted([ROOT / "README.md", *(ROOT / "docs").glob("*.md"), ROOT / "docs" / "training" / "log.md"])
REFERENCE = sorted((ROOT / "docs" / "reference").glob("*.md"))
READMES = sorted(
    path for folder in ("src", "tests", "art", "bench") for path in (ROOT / folder).rglob("README.md")
)
FILE = re.compile(r"`([\w./]+\.(?:py|css|toml|txt|npz|sha256)|[\w/]+/)`")
NAMED_IN_FILE = re.compile(r"`([\w/]+\.(?:py|js))`:\s+(`[\w.]+`(?:,\s+`[\w.]+`)*)")
LINK = re.compile(r"\]\((?!https?:)([^)#]+)")


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_the_examples_of_a_document_run(document: Path) -> None:
    if "openabyss.envs.pettingzoo" in document.read_text():
        pytest.importorskip("pettingzoo")
    assert doctest.testfile(str(document), module_relative=False).failed == 0


@pytest.mark.parametrize("readme", READMES, ids=lambda path: str(path.relative_to(ROOT)))
def test_the_files_that_a_readme_names_exist(readme: Path) -> None:
    """They are named from its own folder, from one below, or from the package."""
    below = [readme.parent, *(path for path in readme.parent.rglob("*") if path.is_dir())]
    places = [*below, ROOT, ROOT / "src" / "openabyss"]
    named = FILE.findall(readme.read_text())
    assert [file for file in named if not any((place / file).exists() for place in places)] == []


@pytest.mark.parametrize(
    "document",
    sorted({*DOCUMENTS, *READMES, *ROOT.glob("*.md")}),
    ids=lambda path: str(path.relative_to(ROOT)),
)
def test_the_links_of_a_document_lead_somewhere(document: Path) -> None:
    links = LINK.findall(document.read_text())
    assert [link for link in links if not (document.parent / link).exists()] == []


def test_every_public_name_stands_in_the_reference() -> None:
    pages = "\n".join(page.read_text("utf-8") for page in REFERENCE)
    named = set(re.findall(r"^\.\. (?:auto\w+|py:data):: (\w+)$", pages, re.M))
    assert named == set(openabyss.__all__)


@pytest.mark.parametrize("name", sorted(set(openabyss.__all__) - {"CHANCE", "SPECTATOR", "__version__"}))
def test_every_public_name_and_all_that_it_offers_says_what_it_is(name: str) -> None:
    public = getattr(openabyss, name)
    own = vars(public).items() if isinstance(public, type) else ()
    offered = [
        key
        for key, value in own
        if not key.startswith("_") and (callable(value) or isinstance(value, property))
    ]
    assert public.__doc__
    undescribed = {key for key in offered if not getattr(public, key).__doc__}
    assert undescribed == set()


def test_every_package_has_a_readme() -> None:
    packages = [path.parent for path in (ROOT / "src" / "openabyss").glob("*/__init__.py")]
    assert [package.name for package in packages if not (package / "README.md").exists()] == []


def test_the_drawing_of_the_packages_is_that_of_their_imports() -> None:
    """If not: `make packages`."""
    page = (ROOT / "docs" / "architecture.md").read_text()
    assert with_drawing(page) == page


def test_packages_that_depend_on_each_other_share_a_box_and_arrows_that_follow_from_others_are_left_out() -> (
    None
):
    graph = {name: frozenset(uses) for name, uses in {"a": "bcd", "b": "cd", "c": "bd", "d": ""}.items()}
    assert without_shortcuts(without_cycles(graph)) == {"a": {"b, c"}, "b, c": {"d"}, "d": set()}


def test_the_rules_depend_on_the_engine_alone_and_the_command_line_on_the_commands_that_it_names() -> None:
    graph = dependencies()
    assert graph["engine"] == set()
    assert graph["rules"] == {"engine"}
    assert graph["cli"] >= {"arena", "server", "terminal"}


def test_what_the_architecture_names_is_there() -> None:
    """Functions, classes and constants stand in the files that it gives for them."""
    page = (ROOT / "docs" / "architecture.md").read_text()
    named = NAMED_IN_FILE.findall(page)
    assert len(named) > 40
    missing = [
        (file, name)
        for file, names in named
        for name in re.findall(r"`([\w.]+)`", names)
        if not _declares((ROOT / "src" / "openabyss" / file).read_text(), name.rpartition(".")[2])
    ]
    assert missing == []


def _declares(source: str, name: str) -> bool:
    """Whether a name is given to something in a file, of Python or JavaScript."""
    return (
        re.search(rf"^(?:    |  )?(?:(?:async )?def |class )?{name}(?:[(:\[]| =)", source, re.MULTILINE)
        is not None
    )


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


def test_tables_of_the_documents_are_those_of_the_rules() -> None:
    """If not: `make derived`."""
    for page, tables in PAGES.items():
        text = page.read_text("utf-8")
        assert with_tables(text, tables()) == text
