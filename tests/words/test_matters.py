"""What a question is about, for everybody to read."""

from openabyss.rules.questions import QUESTION_NAMES
from openabyss.words.questions import chance, matters


def test_every_question_to_a_person_is_about_something() -> None:
    to_chance = {QUESTION_NAMES[question] for question in chance.WORDINGS}
    assert set(matters()) == set(QUESTION_NAMES) - to_chance
