"""What is declared of a question holds whenever it is asked, and is written nowhere else."""

import ast
import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import openabyss
from openabyss import Game
from openabyss.rules.actions import ALLIES_OR_DONE, AN_ALLY
from openabyss.rules.cards.printed import KRAKEN, LEVIATHAN
from openabyss.rules.numbering import MAIN
from openabyss.rules.questions import (
    FIRST_STEP,
    QUESTION_NAMES,
    QUESTIONS,
    STEP_NAMES,
    STEPS,
    QuestionSpec,
    Source,
    StepSpec,
    Topic,
    Whole,
    pack,
    question,
    unpack,
)
from openabyss.rules.state import NOBODY
from openabyss.table.public_fields import FIELD_OF_TOPIC

SOURCES = Path(openabyss.__file__).parent
# Texts for people, the numbers, and names that stand in documents: what may wait on what.
BY_NAME = ("words", "rules/numbering.py", "play/position/frames.py")
VARIANTS = [(False, False), (True, False), (False, True), (True, True)]


def texts_in(source: Path) -> Iterator[tuple[int, str]]:
    """Every text of a source, with its line."""
    for node in ast.walk(ast.parse(source.read_text())):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value


def is_made_of_names(text: str) -> bool:
    """Nothing but names of questions."""
    return bool(text.split()) and set(text.split()) <= set(QUESTION_NAMES)


def test_no_source_knows_a_question_by_its_name() -> None:
    sources = [
        path for path in SOURCES.rglob("*.py") if not str(path.relative_to(SOURCES)).startswith(BY_NAME)
    ]
    assert len(sources) > 100
    found = [
        f"{path.relative_to(SOURCES)}:{line}: {text}"
        for path in sources
        for line, text in texts_in(path)
        if is_made_of_names(text)
    ]
    assert found == []


def test_no_script_or_page_knows_a_question_by_its_name() -> None:
    sources = [path for ending in ("js", "ts", "html") for path in SOURCES.rglob(f"*.{ending}")]
    assert len(sources) > 20
    quoted = re.compile(rf"""["'`]({"|".join(QUESTION_NAMES)})["'`]""")
    assert [(path.name, found) for path in sources for found in quoted.findall(path.read_text())] == []


@pytest.mark.parametrize("variant", VARIANTS)
def test_questions_are_put_to_those_who_are_declared(variant: tuple[bool, bool]) -> None:
    kraken, leviathan = variant
    game = Game.new(3, seed=7, kraken=kraken, leviathan=leviathan, ask_forced=True, ask_chance=True)
    absent = {expansion for expansion, played in ((KRAKEN, kraken), (LEVIATHAN, leviathan)) if not played}
    chooser = random.Random(7)
    for _ in range(400):
        if game.is_over:
            break
        spec, asked = game.question.spec, game.player
        assert (asked == NOBODY) == (spec.drawn_from is not None), spec.name
        assert asked in (NOBODY, game.state.active) or spec.of_anybody, spec.name
        assert spec.only_with not in absent, spec.name
        game.apply(chooser.choice(game.legal_actions))


def test_numbers_are_the_places_of_names_whatever_is_imported_first() -> None:
    assert tuple(spec.name for spec in QUESTIONS) == QUESTION_NAMES
    assert tuple(spec.name for spec in STEPS) == STEP_NAMES
    assert [spec.number for spec in QUESTIONS] == list(range(len(QUESTION_NAMES)))
    assert [spec.number for spec in STEPS] == list(range(FIRST_STEP, FIRST_STEP + len(STEP_NAMES)))


def test_a_question_is_declared_once() -> None:
    with pytest.raises(AssertionError, match="MAIN is declared twice"):
        question(MAIN, AN_ALLY)


def test_a_question_that_cards_answer_says_where_they_lie() -> None:
    by_cards = {spec.name for spec in QUESTIONS if spec.answers in (AN_ALLY, ALLIES_OR_DONE)}
    declared = {spec.name for spec in QUESTIONS if spec.asks_for is not None}
    drawn = {spec.name for spec in QUESTIONS if spec.drawn_from is Source.EXPLORATION_DECK}
    assert declared | drawn == by_cards


@pytest.mark.parametrize("spec", [*QUESTIONS, *STEPS], ids=lambda spec: spec.name)
def test_the_topics_of_a_detail_are_read_as_they_were_written(spec: QuestionSpec | StepSpec) -> None:
    topics = spec.topics
    details = range(500) if topics else [0]
    assert [pack(topics, unpack(topics, detail)) for detail in details] == list(details)


def test_every_topic_has_a_word_outside_the_rules() -> None:
    assert set(FIELD_OF_TOPIC) == set(Topic)


def test_every_larger_decision_has_parts() -> None:
    assert {spec.part_of for spec in QUESTIONS} - {None} == set(Whole)
