"""Questions and their answers as a person reads them."""

import pytest

from openabyss.rules.cards.allies import ally
from openabyss.rules.table import (
    COURT,
    KIND,
    LORD,
    NUMBER,
    PASS,
    PLAYER,
    PLOT,
    QUESTION_NAMES,
    RACE,
    YES,
    ask,
)
from openabyss.words.prompts import PROMPTS, label, prompt, reward_in_words
from tests.words.playing import legal_actions, lord, new_table, open_question, random_game


def test_every_question_of_the_rules_has_a_prompt() -> None:
    assert set(PROMPTS) == set(QUESTION_NAMES)


@pytest.mark.parametrize("seed", [1, 2])
def test_in_a_whole_game_everything_has_words(seed: int) -> None:
    for state in random_game(3, seed):
        question_name = open_question(state)
        labels = [label(question_name, action, state) for action in legal_actions(state)]
        asked = prompt(question_name, state)
        assert asked.endswith("?") or asked.endswith(".")
        assert len(set(labels)) == len(labels)
        for text in (asked, *labels):
            assert text
            assert "{" not in text


def test_labels_of_the_main_choice() -> None:
    state = new_table(2)
    state.council[1, ally(1, 2)] = 3
    state.lord_place[lord(12)] = COURT
    ask(state, QUESTION_NAMES.index("MAIN"), 0, 0)
    assert label("MAIN", YES, state) == "Explore the depths"
    assert label("MAIN", RACE + 1, state) == "Ask the crab council for support (3 cards)"
    assert label("MAIN", LORD + lord(12), state) == "Recruit the Slaver"
    assert label("MAIN", PLOT, state).startswith("Plot")
    state.lord_place[lord(12)] = 0
    assert label("MAIN", LORD + lord(12), state) == "Use the Slaver"


def test_an_offer_tells_the_card_and_the_price() -> None:
    state = new_table(2)
    state.track[0] = ally(4, 5)
    state.price = 2
    ask(state, QUESTION_NAMES.index("OFFER"), 1, 0)
    assert prompt("OFFER", state) == "Squid 5 is for sale. Do you buy it for 2 pearls?"
    assert label("OFFER", YES, state) == "Buy Squid 5 for 2 pearls"
    assert label("OFFER", PASS, state) == "Do not buy"
    assert label("EXPLORE_ALLY", PASS, state) == "Leave it and go on"


def test_players_are_called_by_name_where_names_are_known() -> None:
    state = new_table(2)
    ask(state, QUESTION_NAMES.index("ASSASSINATE"), 0, 1)
    assert "Nemo" in prompt("ASSASSINATE", state, ["Ada", "Nemo"])
    assert "player 1" in prompt("ASSASSINATE", state)
    assert label("ROB_TOKENS", PLAYER + 1, state, ["Ada", "Nemo"]) == "Rob Nemo"


def test_rewards_are_spelt_out() -> None:
    assert reward_in_words(1, 1) == "1 pearl"
    assert reward_in_words(2, 2) == "1 pearl and 1 monster token"
    assert reward_in_words(5, 3) == "1 key and 2 monster tokens"
    assert reward_in_words(6, 1) == "2 keys"


def test_cards_and_numbers_under_their_questions() -> None:
    state = new_table(2)
    ask(state, QUESTION_NAMES.index("PAY"), 0, lord(12))
    state.payment[ally(3, 5)] = 1
    assert prompt("PAY", state) == ("The Slaver costs 8; you have named cards worth 5. What else do you pay?")
    assert label("PAY", PASS, state) == "That is all: pay 3 pearls"
    assert label("PAY", KIND + ally(0, 3), state) == "Pay with Jellyfish 3"
    assert label("CONTROL_SOURCE", NUMBER + 2, state) == "Draw 2 locations from the deck and keep one"
