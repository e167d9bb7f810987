"""What is one word in English and several elsewhere: which of them is said where."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from openabyss import words
from openabyss.client.card_dictionary import card_dictionary
from openabyss.rules.actions import RACE
from openabyss.rules.cards.allies import ally
from openabyss.rules.questions import QUESTION_NAMES, ask
from openabyss.rules.state import State
from openabyss.words import Reader, reading_in
from openabyss.words.cards.codes import payment_in_words
from openabyss.words.levels import level_name
from openabyss.words.log import sentence
from openabyss.words.questions.prompts import label, why_not
from tests.words.playing import Event, new_table

OF_STACK = "whose stack of the council it is"
OWNED = "what somebody has"


@contextmanager
def contexts_in_brackets() -> Iterator[None]:
    """As long as the block lasts, English texts show their contexts."""

    def one(context: str, text: str) -> str:
        return f"{text} [{context}]"

    def counted(context: str, singular: str, plural: str, count: int) -> str:
        return one(context, singular if count == 1 else plural)

    english = words._reader_of(words.ENGLISH)
    before = words._reader.set(Reader("en", english.gettext, english.ngettext, one, counted))
    try:
        yield
    finally:
        words._reader.reset(before)


@pytest.fixture
def state() -> State:
    """A stack of two crabs in the council, and the main choice of the first player."""
    state = new_table(2)
    state.council[1, ally(1, 2)] = 2
    ask(state, QUESTION_NAMES.index("MAIN"), 0, 0)
    return state


STACK_EVENTS = [
    Event("STACK_TAKEN", 0, 3, 1),
    Event("STACK_CLEARED", 0, 3, 1),
    Event("SENT_TO_COUNCIL", 0, 1, ally(1, 2)),
    Event("SENTINEL_PLACED", 0, 1, RACE + 1),
]


@pytest.mark.parametrize("event", STACK_EVENTS, ids=lambda event: event.kind)
def test_the_log_names_a_stack_with_the_case_of_stacks(event: Event) -> None:
    with contexts_in_brackets():
        assert f"crab [{OF_STACK}] stack of the council" in str(sentence(event, ["Ada", "Nemo"], None))


@pytest.mark.parametrize(
    "question",
    ["MAIN", "SECOND_STACK", "PLACE_KRAKEN", "PLACE_SENTINEL", "CLEAR_STACK", "APPRENTICE_STACK"],
)
def test_answers_name_a_stack_with_the_case_of_stacks(question: str, state: State) -> None:
    with contexts_in_brackets():
        assert f"crab [{OF_STACK}] stack" in label(question, RACE + 1, state)


def test_a_stack_that_is_empty_is_named_with_the_case_of_stacks(state: State) -> None:
    with contexts_in_brackets():
        why = why_not(state, 0, "MAIN", RACE + 2)
        assert why == f"The seahorse [{OF_STACK}] stack of the council is empty."


def test_a_race_that_is_named_has_its_plain_name(state: State) -> None:
    with contexts_in_brackets():
        assert label("NAME_RACE", RACE + 1, state) == "Name the race: crab"
        assert sentence(Event("RACE_NAMED", 0, 0, 1), ["Ada"], None) == "Ada names a race: crab."


def test_the_cards_of_a_screen_have_both_names_of_a_race() -> None:
    with contexts_in_brackets():
        crab = card_dictionary().races["crab"]
    assert (crab.name, crab.stack) == ("crab", f"crab [{OF_STACK}]")


def test_a_whole_payment_on_a_button_names_its_money_as_what_somebody_has() -> None:
    with contexts_in_brackets():
        assert payment_in_words("J3", 1, 2) == f"J3, 1 pearl [{OWNED}] and 2 nebulis [{OWNED}]"
    with reading_in("pl"):
        assert payment_in_words("Skorupiak 4", 1, 1) == "Skorupiak 4, 1 perła i\u00a01 nebulis"
    with reading_in("cs"):
        assert payment_in_words("Měkkýš 4", 1, 0) == "Měkkýš 4 a\u00a01 perla"


TAKEN = {
    "en": "Ada takes the crab stack of the council: 3 cards.",
    "de": "Ada nimmt den Ratsstapel der Krebse: 3 Karten.",
    "fr": "Ada prend la pile des crabes du conseil\u00a0: 3 cartes.",
    "pl": "Ada bierze z\u00a0rady stos krabów: 3 karty.",
    "it": "Ada prende dal consiglio il mazzo dei granchi: 3 carte.",
    "cs": "Ada si bere ze sněmu hromádku krabů: 3 karty.",
}


@pytest.mark.parametrize("language", TAKEN)
def test_a_stack_is_named_in_the_grammar_of_each_language(language: str) -> None:
    with reading_in(language):
        assert sentence(STACK_EVENTS[0], ["Ada"], None) == TAKEN[language]


@pytest.mark.parametrize(("level", "name"), [("hard", "hard"), ("hard-1", "hard"), ("greedy", "medium")])
def test_a_level_of_an_old_table_has_the_name_of_the_one_that_plays_it_now(level: str, name: str) -> None:
    assert level_name(level) == name


def test_a_bot_is_called_as_it_was_given() -> None:
    assert level_name("./my-bot.py") == "./my-bot.py"
