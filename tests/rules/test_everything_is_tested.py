"""Every card, scenario and ruling of the base game has a test; the marks and names of the tests say which."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

HERE = Path(__file__).parent
# The numbers of the scenarios and rulings in the rules reference; some numbers are not in use.
UNUSED_SCENARIOS = {13, 18, 24, 28, 33, 37, 41, 51, 55, 66, 70, 76, 82, 84}
SCENARIOS = set(range(1, 88)) - UNUSED_SCENARIOS
RULINGS = set(range(1, 38))


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


def named(letter: str) -> set[int]:
    """The numbers that follow the letter in the names of tests, such as 5 in `test_…_r5`."""
    tests = [
        node.name for node in nodes() if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    ]
    return {int(number) for test in tests for number in re.findall(rf"_{letter}(\d+)(?=_|$)", test)}


@pytest.mark.parametrize(("mark", "numbers"), [("lord", range(1, 36)), ("location", range(1, 21))])
def test_every_card_of_the_base_game_has_a_test(mark: str, numbers: range) -> None:
    assert set(numbers) - marked(mark) == set()


def test_every_scenario_of_the_reference_has_a_test() -> None:
    assert SCENARIOS - named("t") == set()


def test_every_ruling_has_a_test() -> None:
    assert RULINGS - named("r") == set()
