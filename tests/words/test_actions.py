"""Typed actions: one form for each, read back exactly; other spellings are understood."""

import pytest

from openabyss.errors import UnreadableAction
from openabyss.rules.actions import (
    ACTIONS,
    KIND,
    LOCATION,
    LORD,
    NUMBER,
    PASS,
    PLAYER,
    PLOT,
    RACE,
    TOKEN,
    YES,
    ZONE,
)
from openabyss.rules.cards.allies import ally, fighter
from openabyss.rules.questions import QUESTION_NAMES
from openabyss.rules.state import COURT
from openabyss.words.questions.actions import read_action, text_of
from tests.words.playing import SETS, asked_table, legal_actions, lord, question_name_of, random_game

SLAVER = lord(12)


@pytest.mark.parametrize(
    ("players", "seed", "sets"),
    [(2, 1, SETS[0]), (3, 2, SETS[0]), (4, 3, SETS[1]), (2, 4, SETS[1]), (5, 5, SETS[2]), (3, 6, SETS[3])],
)
def test_every_action_of_random_games_reads_back(players: int, seed: int, sets: tuple[bool, bool]) -> None:
    for state in random_game(players, seed, *sets):
        question_name = question_name_of(state)
        actions = legal_actions(state)
        texts = [text_of(question_name, action, state) for action in actions]
        assert len(set(texts)) == len(texts)
        assert [read_action(question_name, text, state) for text in texts] == actions


@pytest.mark.parametrize("question_name", QUESTION_NAMES)
def test_the_whole_catalogue_reads_back_under_every_question(question_name: str) -> None:
    state = asked_table(question_name)
    for action in range(ACTIONS):
        assert read_action(question_name, text_of(question_name, action, state), state) == action


@pytest.mark.parametrize(
    ("question_name", "action", "text"),
    [
        ("MAIN", YES, "explore"),
        ("MAIN", PLOT, "plot"),
        ("MAIN", PASS, "pass"),
        ("MAIN", RACE + 1, "stack:crab"),
        ("SANCTUARY", YES, "search"),
        ("SANCTUARY", PASS, "stop"),
        ("PAY_PRICE", NUMBER + 1, "number:1"),
        ("PLACE_SENTINEL", RACE + 1, "stack:crab"),
        ("MEET_MONSTER", YES, "fight"),
        ("MEET_MONSTER", PASS, "continue"),
        ("MEET_MONSTER", LORD + lord(209), "use:209"),
        ("MEET_MONSTER", TOKEN + 3, "token:pearls2"),
        ("FIGHT_TARGET", ZONE + 8, "zone:9"),
        ("FIGHT_AGAIN", PASS, "stop"),
        ("OBEY_MARTIAL_LAW", PASS, "done"),
        ("TOKEN_WINDOW", PASS, "done"),
        ("OFFER", YES, "buy"),
        ("OFFER", PASS, "pass"),
        ("EXPLORE_ALLY", YES, "take"),
        ("EXPLORE_ALLY", PASS, "continue"),
        ("EXPLORE_MONSTER", YES, "fight"),
        ("PAY", PASS, "done"),
        ("PAY", KIND + ally(0, 3), "card:J3"),
        ("PAY", KIND + fighter(1, 1), "card:C1*"),
        ("CONTROL_KEYS", PASS, "done"),
        ("END_POWERS", PASS, "done"),
        ("CONTROL_SOURCE", NUMBER + 2, "draw:2"),
        ("CONTROL_SOURCE", LOCATION, "location:1"),
        ("REWARD", NUMBER + 1, "reward:1"),
        ("ROB_TOKENS", PLAYER + 1, "player:1"),
        ("DRAW_TOKEN", TOKEN + 3, "token:pearls2"),
        ("MAIN", ZONE + 4, "zone:5"),
        ("MAIN", NUMBER + 3, "number:3"),
        ("ASSASSINATE", LORD + SLAVER, "lord:12"),
    ],
)
def test_actions_are_typed_so(question_name: str, action: int, text: str) -> None:
    state = asked_table(question_name)
    assert text_of(question_name, action, state) == text
    assert read_action(question_name, text, state) == action


def test_a_lord_of_the_court_is_recruited_and_an_own_one_used() -> None:
    state = asked_table("MAIN")
    state.lord_place[SLAVER] = COURT
    assert text_of("MAIN", LORD + SLAVER, state) == "recruit:12"
    state.lord_place[SLAVER] = 0
    assert text_of("MAIN", LORD + SLAVER, state) == "use:12"
    assert text_of("END_POWERS", LORD + SLAVER, state) == "use:12"
    assert text_of("CONTROL_KEYS", LORD + SLAVER, state) == "lord:12"


@pytest.mark.parametrize(
    "text", ["recruit:12", " Recruit : 12 ", "RECRUIT:SLAVER", "recruit slaver", "recruit:the Slaver"]
)
def test_case_blanks_and_names_are_understood(text: str) -> None:
    state = asked_table("MAIN")
    state.lord_place[SLAVER] = COURT
    assert read_action("MAIN", text, state) == LORD + SLAVER


@pytest.mark.parametrize(
    ("text", "suggestion"),
    [
        ("recruit:slavr", "recruit:slaver"),
        ("recrut:12", "recruit:12"),
        ("recrut:slavr", "recruit:slaver"),
        ("recrut", "recruit"),
        ("exlpore", "explore"),
        ("location:thron_room", "location:throne_room"),
        ("explore:3", "explore"),
    ],
)
def test_an_unreadable_text_comes_with_a_suggestion(text: str, suggestion: str) -> None:
    with pytest.raises(UnreadableAction) as error:
        read_action("MAIN", text, asked_table("MAIN"))
    assert str(error.value).endswith(f"Did you mean {suggestion!r}?")


@pytest.mark.parametrize(
    "text",
    [
        "",
        ":",
        "recruit",
        "recruit:",
        "recruit:99",
        "card:Z9",
        "stack:whale",
        "number:20",
        "number:²",
        "zone:0",
    ],
)
def test_nonsense_is_refused_with_a_reason(text: str) -> None:
    with pytest.raises(UnreadableAction, match="Cannot read the action"):
        read_action("MAIN", text, asked_table("MAIN"))


def test_a_word_never_means_a_legal_action_that_it_does_not_name() -> None:
    state = asked_table("MAIN")
    state.lord_place[SLAVER] = COURT
    state.mask[LORD + SLAVER] = 1
    with pytest.raises(UnreadableAction, match="recruit:12"):
        read_action("MAIN", "use:12", state)
    state.mask[YES] = 1
    with pytest.raises(UnreadableAction, match="buy"):
        read_action("OFFER", "fight", state)


def test_an_illegal_action_is_readable_all_the_same() -> None:
    state = asked_table("END_POWERS")
    assert read_action("END_POWERS", "explore", state) == YES
    assert read_action("END_POWERS", "recruit:12", state) == LORD + SLAVER
