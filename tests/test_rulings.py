"""What the sources cite, `R-16` or "rules 5.6", is explained in docs/rulings.md, and nothing else is."""

import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from openabyss import Options

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "rulings.md"
MATERIAL = ROOT / "tests" / "data"
SUFFIXES = (".html", ".js", ".md", ".py")
RULING = re.compile(r"(?<![\w#%.-])(?:R-K?|A)\d{1,2}(?![\w.]*\d)")
NUMBER = r"(?:1[0-3]|[1-9])(?:\.\d{1,2})?\b"
SECTIONS = re.compile(rf"\b([Rr]ules|Leviathan) ({NUMBER}(?:(?:, | and |-){NUMBER})*)")
BARE_SECTION = re.compile(r"(?:\(|\bof )[4-9]\.\d{1,2}\b")
OPTION = re.compile(r"^\| (\S+) \| \*Option\* `(\w+)`: ", re.MULTILINE)
ROW = re.compile(r"^\| ((?:R-K?|A|rules |Leviathan )[\d.]+) \| \S.*\S \|$", re.MULTILINE)


def cited(text: str) -> Iterator[str]:
    """The rulings and sections that a text cites, as the page lists them."""
    yield from RULING.findall(text)
    for book, numbers in SECTIONS.findall(text):
        for number in numbers_between(numbers):
            yield f"{book.replace('Rules', 'rules')} {number}"


def numbers_between(numbers: str) -> list[str]:
    """`5.3, 7 and 8.3` one by one; of a range such as `8.2-8.4` all that it spans."""
    found = re.findall(r"[\d.]*\d", numbers)
    for first, last in pairwise(found):
        if f"{first}-{last}" in numbers:
            chapter, begin = first.split(".")
            found += [f"{chapter}.{number}" for number in range(int(begin) + 1, int(last.split(".")[1]))]
    return found


def texts() -> Iterator[tuple[str, str]]:
    """What is written for people in the sources, the tests and the documents, by file."""
    for folder in ("src", "tests", "docs"):
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in SUFFIXES and path not in (PAGE, Path(__file__)) and path.parent != MATERIAL:
                yield str(path.relative_to(ROOT)), path.read_text("utf-8")
    for path in sorted(ROOT.glob("*.md")):
        yield path.name, path.read_text("utf-8")


# Where a bare number would be taken for a section.
RULE_FILES = ("src/openabyss/rules/", "src/openabyss/table/", "tests/rules/")


@pytest.fixture(scope="module")
def citations() -> dict[str, str]:
    """Of all that is cited, a file that does."""
    return {code: file for file, text in texts() for code in cited(text)}


@pytest.fixture(scope="module")
def listed() -> list[str]:
    return ROW.findall(PAGE.read_text("utf-8"))


def test_everything_cited_is_explained(citations: dict[str, str], listed: list[str]) -> None:
    assert {code: file for code, file in citations.items() if code not in listed} == {}


def test_nothing_is_explained_that_nobody_cites(citations: dict[str, str], listed: list[str]) -> None:
    assert [code for code in listed if code not in citations] == []


def test_every_option_is_named_at_its_ruling() -> None:
    options = {name: RULING.findall(sentence) for name, sentence in Options.in_words().items()}
    assert {name: [code] for code, name in OPTION.findall(PAGE.read_text("utf-8"))} == options


def test_nothing_is_explained_twice_and_every_group_is_in_order(listed: list[str]) -> None:
    assert len(set(listed)) == len(listed)

    def place(code: str) -> tuple[str, list[int]]:
        letters, numbers = re.fullmatch(r"(\D+)([\d.]+)", code).groups()  # type: ignore[union-attr]
        return letters, [int(part) for part in numbers.split(".")]

    for one, next_one in pairwise(map(place, listed)):
        assert one[0] != next_one[0] or one < next_one


def test_a_section_is_cited_with_its_book() -> None:
    """`rules 9.4` or `Leviathan 8.1`: of a bare `(8.1)` nobody could tell which one is meant."""
    bare = {file: BARE_SECTION.findall(text) for file, text in texts() if file.startswith(RULE_FILES)}
    assert {file: found for file, found in bare.items() if found} == {}


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("The figure may move (R-K5, A14).", ["R-K5", "A14"]),
        ("Turn powers (rules 5.9, R-21)", ["R-21", "rules 5.9"]),
        ("Rules 8.3: locations", ["rules 8.3"]),
        ("the score (rules 8.2-8.4)", ["rules 8.2", "rules 8.4", "rules 8.3"]),
        ("a monster (Leviathan 5.3, 7 and 8.3)", ["Leviathan 5.3", "Leviathan 7", "Leviathan 8.3"]),
        ("step (rules 5.6, steps 3 and 4)", ["rules 5.6"]),
        ("the colour #A12, the path A4.5, %A0, Leviathan 19", []),
    ],
)
def test_what_counts_as_a_citation(text: str, codes: list[str]) -> None:
    assert list(cited(text)) == codes
