"""What is one word in English and several elsewhere: which of them is said where."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from gettext import NullTranslations
from types import SimpleNamespace
from typing import cast

import pytest

from openabyss import words
from openabyss.arena.svg import curves
from openabyss.browser.page_words import table_words
from openabyss.client.card_dictionary import card_dictionary
from openabyss.client.narration import log_lines
from openabyss.client.table_history import Log
from openabyss.players.compilation.background import Preparation
from openabyss.players.search.lines import step_of
from openabyss.rules.actions import KIND, LORD, NUMBER, PLAYER, RACE
from openabyss.rules.cards.allies import NO_RACE, RACES, ally
from openabyss.rules.questions import QUESTION_NAMES, ask
from openabyss.rules.state import EMPTY, State
from openabyss.server.pages.setup_form import NOBODY, sitters
from openabyss.server.tables.names import check_name, is_like_one_of
from openabyss.server.tables.seating import HERE, ME, SeatWanted, TableWanted, seated
from openabyss.terminal.session import sit_around
from openabyss.words import reading_in
from openabyss.words.cards import codes
from openabyss.words.cards.printed import location_worth_in_words, races_in_short
from openabyss.words.levels import computer_names, level_name
from openabyss.words.listing import all_of
from openabyss.words.log import EventRow as Event
from openabyss.words.log import sentence
from openabyss.words.questions.actions import text_of
from openabyss.words.questions.exploring import reward_in_words, rewards_at
from openabyss.words.questions.prompts import label, why_not
from openabyss.words.questions.wording import asked_of
from tests.words.playing import asked_table, new_table

GERMAN = {"J": "Q", "C": "R", "H": "P", "S": "S", "Q": "T", "M": "M"}
OF_STACK = "whose stack of the council it is"
OWNED = "what somebody has"


@contextmanager
def english_with(one: Callable[[str, str], str]) -> Iterator[None]:
    """As long as the block lasts, this says English texts that have a context."""

    def counted(context: str, singular: str, plural: str, count: int) -> str:
        return one(context, singular if count == 1 else plural)

    texts = NullTranslations()
    vars(texts).update(pgettext=one, npgettext=counted)
    before = words._reader.set(words.Reader(words.ENGLISH, texts))
    try:
        yield
    finally:
        words._reader.reset(before)


contexts_in_brackets = partial(english_with, lambda context, text: f"{text} [{context}]")
letters_of_german = partial(
    english_with, lambda context, text: GERMAN.get(text, text) if context.startswith("letter") else text
)


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
    "question", ["MAIN", "SECOND_STACK", "PLACE_KRAKEN", "PLACE_SENTINEL", "CLEAR_STACK", "APPRENTICE_STACK"]
)
def test_answers_name_a_stack_with_the_case_of_stacks(question: str, state: State) -> None:
    with contexts_in_brackets():
        assert f"crab [{OF_STACK}] stack" in label(question, RACE + 1, state)


def test_a_stack_that_is_empty_is_named_with_the_case_of_stacks(state: State) -> None:
    with contexts_in_brackets():
        why = why_not(asked_of(state, 0), "MAIN", RACE + 2)
        assert why == f"The seahorse [{OF_STACK}] stack of the council is empty."


def test_a_race_that_is_named_has_its_plain_name(state: State) -> None:
    with contexts_in_brackets():
        assert label("NAME_RACE", RACE + 1, state) == "Name the race: crabs"
        assert sentence(Event("RACE_NAMED", 0, 0, 1), ["Ada"], None) == "Ada names a race: crabs."


def test_the_cards_of_a_screen_have_both_names_of_a_race() -> None:
    with contexts_in_brackets():
        crab = card_dictionary().races["crab"]
    assert (crab.name, crab.stack) == ("crab", f"crab [{OF_STACK}]")


def test_a_whole_payment_on_a_button_names_its_money_as_what_somebody_has() -> None:
    with contexts_in_brackets():
        assert codes.payment_in_words("J3", 1, 2) == f"J3, 1 pearl [{OWNED}] and 2 nebulis [{OWNED}]"
    with reading_in("pl"):
        assert codes.payment_in_words("Skorupiak 4", 1, 1) == "Skorupiak 4, 1 perła i\u00a01 nebulis"
    with reading_in("cs"):
        assert codes.payment_in_words("Měkkýš 4", 1, 0) == "Měkkýš 4 a\u00a01 perla"


def test_a_reward_on_a_button_names_its_pearls_as_what_somebody_has() -> None:
    with contexts_in_brackets():
        assert reward_in_words(4, 1, is_alone=True) == f"1 key and 1 pearl [{OWNED}]"
        assert reward_in_words(4, 1) == "1 key and 1 pearl"
        assert label("REWARD", NUMBER + 1, asked_table("REWARD", 4)) == f"1 key and 1 pearl [{OWNED}]"


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


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_no_two_letters_on_cards_are_alike(language: str) -> None:
    with reading_in(language):
        letters = [*map(codes.race_letter, range(RACES)), codes.race_letter(NO_RACE), codes.code_shown("M")]
        names = [codes.race_name(race).upper() for race in range(RACES)]
    assert len(set(letters)) == len(letters)
    assert {len(letter) for letter in letters} == {1}
    if language != words.ENGLISH:
        assert all(letter in name for letter, name in zip(letters, names, strict=False))


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_the_rules_have_the_letters_that_are_on_the_cards(language: str) -> None:
    texts = ("jellyfish (J)", "crabs (C)", "seahorses (H)", "shellfish (S)", "squids (Q)")
    with reading_in(language):
        for race, text in enumerate(texts):
            assert words._(text) == f"{codes.race_name(race, 2)} ({codes.race_letter(race)})"


def test_what_is_shown_of_a_card_is_not_what_is_typed() -> None:
    with letters_of_german():
        assert (codes.code_shown("C3*"), codes.code_shown("K2"), codes.code_shown("J1")) == (
            "R3*",
            "K2",
            "Q1",
        )
        assert [*map(codes.race_letter, codes.hand_by_race(["J3", "C1", "K2"]))] == ["Q", "R", "K"]
        assert races_in_short(1, 3) == "R+2"
        ally = card_dictionary().allies["C3"]
        assert (ally.letter, ally.symbol) == ("R", "race-c")
        assert codes.kind_of_code("C3") == codes.KIND_CODES.index("C3")
        assert text_of("SELL_ALLY", KIND + codes.kind_of_code("C3"), new_table(2)) == "card:C3"


@pytest.mark.parametrize(("level", "name"), [("hard", "hard"), ("hard-1", "hard"), ("greedy", "medium")])
def test_a_level_of_an_old_table_has_the_name_of_the_one_that_plays_it_now(level: str, name: str) -> None:
    assert level_name(level) == name


def test_a_bot_is_called_as_it_was_given() -> None:
    assert level_name("./my-bot.py") == "./my-bot.py"


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_computers_have_names_of_their_language_that_nobody_takes_for_each_other(language: str) -> None:
    with reading_in(language):
        names = computer_names()
    assert [check_name(name) for name in names] == list(names)
    assert not any(is_like_one_of(name, names[:place]) for place, name in enumerate(names))
    assert language == words.ENGLISH or "Coral" not in names


def test_the_seats_of_a_new_table_have_names_of_the_language_of_its_founder() -> None:
    with reading_in("it"):
        assert [sitting.name for sitting in sit_around(["human", "medium"])][1] == computer_names()[1]


INSIDE_SENTENCES = [
    (Event("LORD_RECRUITED", 0, 1, 11), "Ada recrute l’Esclavagiste."),
    (Event("LORD_ASSIGNED", 0, 9, 28), "Ada place la Bergère sous les Fumeurs noirs."),
    (Event("LORD_REVEALED", 0, EMPTY, 8), "Seigneur pioché\u00a0: La Négociante."),
    (Event("SENTINEL_PLACED", 0, 0, LORD + 11), "Ada réserve l’Esclavagiste (sentinelle\xa0: Le Veilleur)."),
]


@pytest.mark.parametrize(("event", "text"), INSIDE_SENTENCES, ids=lambda case: getattr(case, "kind", ""))
def test_the_article_of_a_card_is_small_inside_a_french_sentence(event: Event, text: str) -> None:
    with reading_in("fr"):
        assert sentence(event, ["Ada"], None) == text


def test_an_article_is_large_at_the_beginning_of_a_french_sentence_and_in_names_of_people(
    state: State,
) -> None:
    with reading_in("fr"):
        why = why_not(asked_of(state, 0), "MAIN", LORD + 11)
        assert (why, label("CORRUPT", LORD + 11, state)) == (
            "L’Esclavagiste n’est pas à la cour.",
            "Recruter l’Esclavagiste pour 5 perles",
        )
        said = sentence(Event("TOKEN_STOLEN", 0, 1, seen_by=0), ["Ada", "Le Roi", "Bo"], 2)
        assert said == "Ada prend un pion Monstre à Le Roi."


def test_a_card_is_linked_as_the_sentence_writes_it() -> None:
    recruited = SimpleNamespace(kind="LORD_RECRUITED", row=Event("LORD_RECRUITED", 0, 1, 11))
    with reading_in("fr"):
        (line,) = log_lines(cast("Log", [recruited]), 0, ["Ada"], None)
    assert (line.text, line.links[0].name) == ("Ada recrute l’Esclavagiste.", "l’Esclavagiste")


LISTED = [
    ("it", ["difficile", "esperto"], "difficile ed esperto"),
    ("it", ["Elena", "Andrea"], "Elena e Andrea"),
    ("de", ["Anna", "Elena"], "Anna und Elena"),
    ("pl", ["Anna", "Elena"], "Anna i\u00a0Elena"),
]


@pytest.mark.parametrize(("language", "things", "text"), LISTED)
def test_the_word_between_two_things_suits_the_second(language: str, things: list[str], text: str) -> None:
    with reading_in(language):
        assert all_of(things) == text


def test_choices_with_an_and_of_their_own_are_separated_by_semicolons() -> None:
    assert rewards_at(1) == "1 pearl or 1 monster token"
    assert rewards_at(2) == "2 pearls; 1 pearl and 1 monster token; or 2 monster tokens"


def test_one_location_is_drawn_and_of_several_one_is_kept() -> None:
    state = asked_table("CONTROL_SOURCE")
    assert label("CONTROL_SOURCE", NUMBER + 1, state) == "Draw one location from the deck"
    assert label("CONTROL_SOURCE", NUMBER + 2, state) == "Draw 2 locations from the deck and keep one"


def test_a_location_that_scores_what_it_says_is_not_counted_out() -> None:
    assert location_worth_in_words(10, 0) == "0"
    assert location_worth_in_words(4, 8) == "now 8: 6 + 2 per politician"


def test_an_empty_seat_is_not_a_person_in_french() -> None:
    with reading_in("fr"):
        assert sitters()[NOBODY] == "aucun joueur"


def test_places_and_percentages_of_a_screen_are_those_of_the_language() -> None:
    with reading_in("fr"):
        shown = table_words()
    assert [shown[f"place_{place}"] for place in range(1, 4)] == ["1er", "2e", "3e"]
    assert shown["percent"] == "{percent}\u00a0%"
    with reading_in("de"):
        assert ">40\u00a0%<" in curves("", ["a"], [[0, 1]], "")


def test_a_long_wait_is_told_in_minutes() -> None:
    assert Preparation(done=1, total=2, seconds=60).text.startswith("Skilled, hard and expert are ready")
    assert "ready in about 60 s;" in Preparation(done=1, total=2, seconds=60).text
    assert "ready in about 16 min;" in Preparation(done=1, total=10, seconds=104).text


def test_the_number_of_a_guest_does_not_begin_a_line() -> None:
    wanted = TableWanted((SeatWanted(ME, ""), SeatWanted(HERE, ""), SeatWanted(HERE, "")))
    assert [seat.name for seat in seated(wanted)] == ["Captain", "Guest", "Guest\u00a02"]


def test_a_hint_names_people() -> None:
    state = asked_table("ROB_TOKENS")
    assert step_of(state, PLAYER + 1, ["Ada", "Nemo"]).label == "Rob Nemo"
