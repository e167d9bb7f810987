"""Why something is not allowed: the sentence names what is missing."""

import pytest

from openabyss.rules.cards.allies import ally
from openabyss.rules.table import (
    ACTIONS,
    AVAILABLE,
    COURT,
    DECK,
    GONE,
    KIND,
    LOCATION,
    LORD,
    NUMBER,
    PASS,
    PLOT,
    QUESTION_NAMES,
    RACE,
    YES,
    State,
    ask,
)
from openabyss.words.reasons import REASONS, reason
from tests.words.playing import legal_actions, lord, new_table, open_question, random_game


def table(question_name: str, detail: int = 0) -> State:
    """A table of two on which player 0 is asked."""
    state = new_table(2)
    ask(state, QUESTION_NAMES.index(question_name), 0, detail)
    return state


def test_reasons_are_given_for_questions_that_exist() -> None:
    assert set(REASONS) <= set(QUESTION_NAMES)


def test_every_refusal_of_a_game_has_a_reason() -> None:
    for turn, state in enumerate(random_game(3, 4)):
        legal = legal_actions(state)
        player = int(state.stack[state.depth - 1, 1])
        if turn % 8 == 0 and player >= 0:
            for action in set(range(ACTIONS)).difference(legal):
                text = reason(state, player, open_question(state), action)
                assert text.endswith(".")
                assert "{" not in text


def test_plotting_needs_a_pearl_a_space_and_a_lord() -> None:
    state = table("MAIN")
    state.pearls[0] = 0
    assert "1 pearl" in reason(state, 0, "MAIN", PLOT)
    state.pearls[0] = 1
    state.court[:] = range(6)
    assert "court is full" in reason(state, 0, "MAIN", PLOT)
    state.court[5] = -1
    state.lord_place[:] = GONE
    assert "lord deck is empty" in reason(state, 0, "MAIN", PLOT)


def test_an_empty_stack_cannot_be_asked_for() -> None:
    assert reason(table("MAIN"), 0, "MAIN", RACE + 1) == "The crab stack of the council is empty."


def test_recruiting_names_the_first_thing_that_is_missing() -> None:
    state = table("MAIN")
    seeker = lord(3)  # 7 points, two races, crab
    assert "not in the court" in reason(state, 0, "MAIN", LORD + seeker)
    state.lord_place[seeker] = COURT
    state.hand[0, ally(4, 2)] = 1
    assert reason(state, 0, "MAIN", LORD + seeker) == "The Seeker demands crabs, and you have none."
    state.hand[0, ally(4, 2)] = 0
    state.hand[0, ally(1, 2)] = 1
    assert "needs 2 different races; you hold only 1" in reason(state, 0, "MAIN", LORD + seeker)
    state.hand[0, ally(4, 2)] = 1
    text = reason(state, 0, "MAIN", LORD + seeker)
    assert "costs 7" in text
    assert "4 and 1 pearl: 2 too little" in text


def test_a_power_is_refused_for_what_is_wrong_with_the_lord() -> None:
    state = table("END_POWERS")
    slaver = lord(12)
    assert "not one of your lords" in reason(state, 0, "END_POWERS", LORD + slaver)
    state.lord_place[slaver] = 0
    assert "nothing now" in reason(state, 0, "END_POWERS", LORD + slaver)
    state.lord_used[slaver] = 1
    assert "already used" in reason(state, 0, "END_POWERS", LORD + slaver)
    state.lord_location[slaver] = 3
    assert "under a location" in reason(state, 0, "END_POWERS", LORD + slaver)
    state.lord_disabled[slaver] = 1
    assert "disabled" in reason(state, 0, "END_POWERS", LORD + slaver)


def test_buying_twice_or_without_pearls() -> None:
    state = table("OFFER")
    state.price = 3
    assert reason(state, 0, "OFFER", YES) == "It costs 3 pearls, and you have 1."
    state.bought[0] = 1
    assert "already bought" in reason(state, 0, "OFFER", YES)


@pytest.mark.parametrize(("space", "word"), [(4, "last space"), (2, "No card is left")])
def test_going_on_is_refused_on_the_last_space_or_without_cards(space: int, word: str) -> None:
    for question_name in ("EXPLORE_ALLY", "EXPLORE_MONSTER"):
        assert word in reason(table(question_name, space), 0, question_name, PASS)


def test_rewards_beyond_the_level_or_the_pool() -> None:
    state = table("REWARD", 2)
    state.pool[:] = 0
    assert "monster tokens" in reason(state, 0, "REWARD", NUMBER + 3)
    assert "fewer rewards" in reason(table("REWARD", 3), 0, "REWARD", NUMBER + 2)


def test_control_of_a_location() -> None:
    state = table("CONTROL_SOURCE")
    assert "not available" in reason(state, 0, "CONTROL_SOURCE", LOCATION)
    assert "1 to 4" in reason(state, 0, "CONTROL_SOURCE", NUMBER + 5)
    state.location_place[:] = AVAILABLE
    assert "deck is empty" in reason(state, 0, "CONTROL_SOURCE", NUMBER + 1)
    state.location_place[0] = DECK
    assert "draw 1 location" in reason(state, 0, "CONTROL_SOURCE", NUMBER + 2)
    assert "has no key" in reason(state, 0, "CONTROL_KEYS", LORD + lord(2))


def test_paying_and_affiliating() -> None:
    state = table("PAY", lord(12))
    assert "does not pay for the Slaver" in reason(state, 0, "PAY", PASS)
    assert reason(state, 0, "PAY", KIND + ally(0, 5)) == "You have no Jellyfish 5 left."
    state.payment[ally(0, 3)] = 1
    assert "was not spent" in reason(state, 0, "AFFILIATE", KIND + ally(0, 5))
    assert "weakest" in reason(state, 0, "AFFILIATE", KIND + ally(0, 3))


def test_anything_else_is_no_answer() -> None:
    assert reason(table("OFFER"), 0, "OFFER", PLOT) == "That is no answer to this question."
