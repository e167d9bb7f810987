"""Questions and their answers as a person reads them."""

import pytest

from openabyss.rules.actions import ACTIONS, KIND, LORD, NUMBER, PASS, PLAYER, PLOT, RACE, TOKEN, YES, ZONE
from openabyss.rules.cards.allies import CRAB, MONSTER, ally, kraken
from openabyss.rules.chapters import SLAIN
from openabyss.rules.questions import FIRST_ANSWER, QUESTION_NAMES, ask
from openabyss.rules.sizes import SEATS
from openabyss.rules.state import COURT, GONE, TOKEN_KEY, State
from openabyss.words.questions import CHANCE_WORDINGS, WORDINGS, matters
from openabyss.words.questions.actions import sort_and_thing
from openabyss.words.questions.exploring import reward_in_words
from openabyss.words.questions.prompts import label, meaning, prompt, short_label
from tests.words.playing import (
    SETS,
    asked_table,
    legal_actions,
    lord,
    new_table,
    question_name_of,
    random_game,
)


def test_every_question_has_one_wording() -> None:
    assert set(WORDINGS) == set(QUESTION_NAMES)


def test_every_question_to_a_person_is_about_something() -> None:
    assert set(matters()) == set(QUESTION_NAMES) - set(CHANCE_WORDINGS)


@pytest.mark.parametrize("what", range(len(QUESTION_NAMES)), ids=QUESTION_NAMES)
def test_a_wording_has_a_prompt_and_words_for_the_answers_that_its_question_offers(what: int) -> None:
    wording = WORDINGS[QUESTION_NAMES[what]]
    asked_for, _thing = sort_and_thing(int(FIRST_ANSWER[what]))
    assert wording.prompt
    assert asked_for in wording.answers
    assert set(wording.answers) <= {sort_and_thing(action)[0] for action in range(ACTIONS)}


@pytest.mark.parametrize("sets", SETS)
@pytest.mark.parametrize("seed", [1, 2])
def test_in_a_whole_game_everything_has_words(seed: int, sets: tuple[bool, bool]) -> None:
    for state in random_game(3, seed, *sets):
        question_name = question_name_of(state)
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
    assert label("MAIN", RACE + 1, state) == "Ask the council for support: crab stack (3 cards)"
    assert label("MAIN", LORD + lord(12), state) == "Recruit the Slaver for 8"
    assert label("MAIN", PLOT, state).startswith("Plot")
    assert short_label("MAIN", PLOT, state) == "Plot for 1 pearl"
    assert short_label("MAIN", RACE + 1, state) == "Support ×3"
    assert short_label("MAIN", LORD + lord(12), state) == "Slaver for 8"
    assert not short_label("MAIN", YES, state)
    state.lord_place[lord(12)] = 0
    assert label("MAIN", LORD + lord(12), state) == "Use the Slaver"
    assert not short_label("MAIN", LORD + lord(12), state)


@pytest.mark.parametrize(
    ("extras", "asked"),
    [
        ([], "Choose your action."),
        ([PLOT], "Plot if you like, then choose your action."),
        ([LORD + lord(12)], "Use a power if you like, then choose your action."),
        ([TOKEN + TOKEN_KEY], "Use a power if you like, then choose your action."),
        ([PLOT, LORD + lord(12)], "Plot or use a power if you like, then choose your action."),
        ([LORD + lord(107)], "Place a sentinel if you like, then choose your action."),
        ([PLOT, LORD + lord(107)], "Plot or place a sentinel if you like, then choose your action."),
        ([LORD + lord(12), LORD + lord(107)], "Use a power if you like, then choose your action."),
    ],
)
def test_a_turn_begins_with_what_is_possible_before_the_action(extras: list[int], asked: str) -> None:
    state = new_table(2)
    state.lord_place[lord(12)] = 0
    state.lord_place[lord(1)] = COURT
    ask(state, QUESTION_NAMES.index("MAIN"), 0, 0)
    state.mask[:] = 0
    for action in (YES, LORD + lord(1), *extras):
        state.mask[action] = 1
    assert prompt("MAIN", state) == asked


def test_to_pass_may_be_to_leave_what_the_own_sentinel_guards() -> None:
    state = asked_table("MAIN", kraken=True)
    assert label("MAIN", PASS, state) == "Pass: there is nothing you can do"
    state.sentinel_owner[1], state.sentinel_target[1], state.mask[RACE] = 0, RACE, 1
    assert label("MAIN", PASS, state) == "Pass: leave what your sentinel guards"


def test_the_soldiers_of_the_regent_ask_in_its_name() -> None:
    state = asked_table("DISCARD_ALLY", lord(2))
    assert prompt("DISCARD_ALLY", state).startswith("The Jailer:")
    state.regent = state.active = 1
    assert prompt("DISCARD_ALLY", state).startswith("The Regent has recruited the ")
    assert "house rules" in prompt("DISCARD_ALLY", state)


def test_an_offer_tells_the_card_and_the_price() -> None:
    state = new_table(2)
    state.track[0] = ally(4, 5)
    state.price = 2
    ask(state, QUESTION_NAMES.index("OFFER"), 1, 0)
    assert prompt("OFFER", state) == "Squid 5 is for sale. Do you buy it for 2 pearls?"
    assert label("OFFER", YES, state) == "Buy Squid 5 for 2 pearls"
    assert label("OFFER", PASS, state) == "Do not buy"
    assert label("EXPLORE_ALLY", PASS, state) == "Leave it and keep exploring"


def test_players_are_called_by_name_where_names_are_known() -> None:
    state = asked_table("ASSASSINATE", 1)
    assert "Nemo" in prompt("ASSASSINATE", state, ["Ada", "Nemo"])
    assert "player 2" in prompt("ASSASSINATE", state)
    assert label("ROB_TOKENS", PLAYER + 1, state, ["Ada", "Nemo"]) == "Rob Nemo"


def test_rewards_are_spelt_out() -> None:
    assert reward_in_words(1, 1) == "1 pearl"
    assert reward_in_words(2, 2) == "1 pearl and 1 monster token"
    assert reward_in_words(5, 3) == "1 key and 2 monster tokens"
    assert reward_in_words(6, 1) == "2 keys"


def test_cards_and_numbers_under_their_questions() -> None:
    state = asked_table("PAY", lord(12))
    assert prompt("PAY", state) == "The Slaver costs 8. Which card do you pay with first?"
    state.payment[ally(3, 5)] = 1
    assert prompt("PAY", state) == (
        "The Slaver costs 8; the cards you have chosen are worth 5. What else do you pay?"
    )
    assert label("PAY", PASS, state) == "That is all: pay 3 pearls"
    assert label("PAY", KIND + ally(0, 3), state) == "Pay with Jellyfish 3"
    assert label("CONTROL_SOURCE", NUMBER + 2, state) == "Draw 2 locations from the deck and keep one"


def test_a_sentinel_is_placed_again_not_used() -> None:
    state = new_table(2, kraken=True)
    state.lord_place[lord(107)] = 0
    ask(state, QUESTION_NAMES.index("MAIN"), 0, 0)
    assert label("MAIN", LORD + lord(107), state) == "Place the Vigil’s sentinel"
    assert "Vigil" in _asked(state, "PLACE_SENTINEL", 1)
    assert label("PLACE_SENTINEL", LORD + lord(12), state) == "Guard the Slaver"
    assert label("PLACE_SENTINEL", RACE + 4, state) == "Guard the squid stack (0 cards)"
    assert short_label("PLACE_SENTINEL", LORD + lord(12), state) == "Slaver"
    assert short_label("PLACE_SENTINEL", RACE + 4, state) == "0 cards"


def _asked(state: State, question_name: str, detail: int) -> str:
    ask(state, QUESTION_NAMES.index(question_name), 0, detail)
    return prompt(question_name, state)


def test_a_price_can_be_split() -> None:
    state = new_table(2, kraken=True)
    assert _asked(state, "PAY_PRICE", 3 * (SEATS + 1)) == "You owe 3 pearls. How do you pay?"
    labels = [label("PAY_PRICE", NUMBER + nebulis, state) for nebulis in (0, 1, 3)]
    assert labels == ["Pay 3 pearls", "Pay 2 pearls and 1 nebulis", "Pay 3 nebulis"]


@pytest.mark.parametrize(
    ("pearls", "price"), [(1, "1 pearl and 1 nebulis"), (2, "2 pearls"), (3, "2 pearls")]
)
def test_a_buyer_reads_which_money_the_price_takes(pearls: int, price: str) -> None:
    state = new_table(2, kraken=True)
    state.track[0], state.price = ally(4, 3), 2
    state.pearls[0], state.nebulis[0] = pearls, 2
    assert _asked(state, "OFFER", 0) == f"Squid 3 is for sale. Do you buy it for {price}?"
    assert label("OFFER", YES, state) == f"Buy Squid 3 for {price}"
    assert meaning("OFFER", YES, state).startswith(f"You pay {price} to the player who is exploring")


def test_a_player_who_may_keep_pearls_back_reads_a_price_without_the_money() -> None:
    state = new_table(2, kraken=True)
    state.track[0], state.price = ally(4, 3), 2
    state.pearls[0] = state.nebulis[0] = 2
    state.lord_place[lord(103)] = 0
    assert _asked(state, "OFFER", 0).endswith("Do you buy it for 2 (pearls or nebulis)?")


def test_the_corruptor_and_a_payment_name_the_nebulis_that_they_take() -> None:
    state = new_table(2, kraken=True)
    state.pearls[0], state.nebulis[0] = 4, 1
    price = "4 pearls and 1 nebulis"
    assert _asked(state, "CORRUPT", 0) == f"The Corruptor: which lord do you recruit for {price}?"
    assert label("CORRUPT", LORD + lord(12), state) == f"Recruit the Slaver for {price}"
    assert meaning("CORRUPT", LORD + lord(12), state).startswith(f"You pay {price} and no allies.")
    state.payment[ally(1, 3)] = 1
    _asked(state, "PAY", lord(12))
    assert label("PAY", PASS, state) == f"That is all: pay {price}"


def test_a_search_tells_what_lies_there() -> None:
    state = new_table(2, kraken=True)
    assert "no loot lies here" in _asked(state, "SANCTUARY", 0)
    state.loot[0, [0, 4]] = 1
    assert "Cetacean Graveyard: loot of values 3, 7 lies here." in _asked(state, "SANCTUARY", 0)
    assert label("SANCTUARY", YES, state) == "Keep searching"
    assert label("SANCTUARY", PASS, state) == "Stop searching"


def test_a_kraken_left_over_and_a_race_named() -> None:
    state = new_table(2, kraken=True)
    state.track[1] = kraken(3)
    assert _asked(state, "PLACE_KRAKEN", 1).startswith("Kraken 3 is left over.")
    assert "named the crabs" in _asked(state, "LOSE_AFFILIATED", 1)


def test_a_fight_tells_whom_and_how_strong() -> None:
    state = new_table(2, leviathan=True)
    state.border[4], state.levels_lost[4] = 0, 1
    state.fight_power = 5
    state.hand[0] = 0
    assert _asked(state, "BOOST", 0) == (
        "Your attack on Manyhead on zone 7 (resists 7, then 5) has power 5. How many pearls do you add?"
    )
    assert label("BOOST", NUMBER + 1, state) == "Add 1 pearl"
    assert label("FIGHT_TARGET", ZONE + 4, state) == "Fight Manyhead on zone 7 (resists 7, then 5)"
    assert label("BREED", ZONE + 8, state) == "Put it on zone 11/12"
    assert _asked(state, "FIGHT_AGAIN", 0) == "You cannot attack any more. What else do you do in this fight?"
    state.hand[0, ally(CRAB, 5)] = 1
    assert _asked(state, "FIGHT_AGAIN", 0) == "Manyhead on zone 7 (resists 7, then 5): do you keep fighting?"
    assert _asked(state, "FIGHT_AGAIN", SLAIN) == "The leviathan is slain. Do you keep fighting?"
    state.fight_slain = 1
    assert _asked(state, "FIGHT_AGAIN", SLAIN).startswith("You cannot attack any more.")


def test_tokens_are_shared_and_used() -> None:
    state = new_table(2, leviathan=True)
    assert "3 monster tokens" in _asked(state, "TAKE_TOKENS", 3)
    assert label("TAKE_TOKENS", NUMBER + 1, state) == "1 from the base pile, 2 from the Leviathan pile"
    assert label("MAIN", TOKEN + TOKEN_KEY, state) == "Use a monster token: gain a key"
    assert label("DRAW_TOKEN", TOKEN + TOKEN_KEY, state) == "Monster token: gain a key"
    _asked(state, "ROB_BACK", 1)
    assert label("ROB_BACK", NUMBER + 1, state) == "Take a token from the Leviathan pile"


def test_martial_law_tells_the_choice() -> None:
    state = new_table(2, leviathan=True)
    state.hand[0, ally(0, 1)] = 14
    held = 14 + int(state.hand[0, ally(1, 1)])
    text = _asked(state, "OBEY_MARTIAL_LAW", 0)
    assert f"{held} allies, {held - 12} too many" in text
    assert label("OBEY_MARTIAL_LAW", PASS, state) == f"Pay {held - 12} pearls"
    assert "or pay" not in text
    state.pearls[0] = held - 12
    assert f"or pay {held - 12} pearls to keep them all?" in _asked(state, "OBEY_MARTIAL_LAW", 0)


def test_a_monster_at_the_border() -> None:
    state = new_table(2, leviathan=True)
    state.track[2] = MONSTER
    assert _asked(state, "MEET_MONSTER", 2) == "There is a monster on space 3. Do you fight at the border?"
    assert label("MEET_MONSTER", LORD + lord(209), state) == "Discard the monster with the Coward"
    assert label("MEET_MONSTER", PASS, state) == "Keep exploring: a leviathan comes to the border"
    assert "a new leviathan comes to the border" in meaning("MEET_MONSTER", PASS, state)
    state.leviathan_place[:] = GONE
    assert label("MEET_MONSTER", PASS, state) == "Keep exploring: no leviathan is left to come"
    assert "no leviathan comes" in meaning("MEET_MONSTER", PASS, state)
