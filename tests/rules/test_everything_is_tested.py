"""Every card, scenario and ruling of the reference has a test; names and marks of the tests say which."""

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from openabyss.rules.cards.printed import LOCATION_ID, LORD_ID
from tests.rules.printed import leviathan_table, printed_table

HERE = Path(__file__).parent
# The numbers of the scenarios and rulings in the rules reference; some numbers are not in use.
UNUSED_SCENARIOS = {13, 18, 24, 28, 33, 37, 41, 51, 55, 66, 70, 76, 82, 84}
SCENARIOS = set(range(1, 88)) - UNUSED_SCENARIOS
RULINGS = set(range(1, 38))
UNUSED_KRAKEN_SCENARIOS = {3, 6, 13, 15, 22, 29, 31, 40, 45}
KRAKEN_SCENARIOS = set(range(1, 47)) - UNUSED_KRAKEN_SCENARIOS
KRAKEN_RULINGS = set(range(1, 26))
UNUSED_LEVIATHAN_SCENARIOS = {7, 11, 13, 15, 25, 29, 33, 34, 41, 45, 49, 50, 59, 61}
# Those from 65 on are about playing alone.
LEVIATHAN_SCENARIOS = set(range(1, 65)) - UNUSED_LEVIATHAN_SCENARIOS
LEVIATHAN_RULINGS = set(range(1, 42))
LOOT = set(range(3, 8))


def nodes() -> Iterator[ast.AST]:
    """Every piece of syntax of the tests in this folder and below."""
    for file in sorted(HERE.rglob("test_*.py")):
        yield from ast.walk(ast.parse(file.read_text()))


def marked(name: str) -> set[int]:
    """The numbers in every `pytest.mark.<name>(number)`."""
    calls = [node for node in nodes() if isinstance(node, ast.Call)]
    return {
        ast.literal_eval(call.args[0]) for call in calls if ast.unparse(call.func) == f"pytest.mark.{name}"
    }


def names_of_tests() -> list[str]:
    """The names of all tests, and those of the rows of their tables of sentences."""
    functions = (node.name for node in nodes() if isinstance(node, ast.FunctionDef))
    calls = [node for node in nodes() if isinstance(node, ast.Call)]
    tables = [call for call in calls if ast.unparse(call.func) in ("sentences", "shown", "shown_by_each")]
    rows = (f"test_{row.arg}" for table in tables for row in table.keywords)
    return [name for name in (*functions, *rows) if name.startswith("test_")]


def named(letters: str) -> set[int]:
    """The numbers that follow the letters in the names of tests, such as 5 in `test_…_r5`."""
    return {
        int(number) for test in names_of_tests() for number in re.findall(rf"_{letters}(\d+)(?=_|$)", test)
    }


def called_by_name(cards: Iterable[dict[str, Any]]) -> set[int]:
    """The cards whose names occur in the names of tests, as the Jailer's in `test_the_jailer_…`."""
    slugs = {card["id"]: re.sub(r"\W+", "_", card["name"].lower().replace("'", "")) for card in cards}
    named_in = "\n".join(names_of_tests())
    return {
        number
        for number, slug in slugs.items()
        if re.search(rf"_{slug.removeprefix('the_')}s?(_|$)", named_in, re.MULTILINE)
    }


def test_every_lord_has_a_test() -> None:
    lords = [*printed_table("lords"), *leviathan_table("lords")]
    assert set(LORD_ID.tolist()) - called_by_name(lords) - marked("lord") == set()


def test_every_location_has_a_test() -> None:
    assert (
        set(LOCATION_ID.tolist()) - called_by_name(printed_table("locations")) - marked("location") == set()
    )


def test_every_loot_card_has_a_test() -> None:
    assert LOOT - named("loot_") == set()


@pytest.mark.parametrize(
    ("letter", "numbers"), [("t", SCENARIOS), ("k", KRAKEN_SCENARIOS), ("l", LEVIATHAN_SCENARIOS)]
)
def test_every_scenario_of_the_reference_has_a_test(letter: str, numbers: set[int]) -> None:
    assert numbers - named(letter) == set()


@pytest.mark.parametrize(
    ("letters", "numbers"), [("r", RULINGS), ("rk", KRAKEN_RULINGS), ("a", LEVIATHAN_RULINGS)]
)
def test_every_ruling_has_a_test(letters: str, numbers: set[int]) -> None:
    assert numbers - named(letters) == set()
