"""The log: a sentence for every event, and no secret in it."""

import pytest

from openabyss.rules.cards.allies import ally
from openabyss.rules.events import EVENT_NAMES
from openabyss.rules.table import EMPTY, NOBODY
from openabyss.words.log import ROWS, sentence
from tests.words.playing import Told, lord, random_game

NAMES = ["Ada", "Nemo", "Vera"]


def test_every_event_of_the_rules_can_be_told() -> None:
    assert set(EVENT_NAMES) <= set(ROWS)


@pytest.mark.parametrize("seed", [1, 2])
def test_a_whole_game_is_told_without_gaps(seed: int) -> None:
    for state in random_game(3, seed):
        for row in state.events[: state.happenings]:
            kind, player, amount, what, seen_by = (int(number) for number in row)
            told = Told(EVENT_NAMES[kind], player, amount, what, None if seen_by == NOBODY else seen_by)
            text = sentence(told, NAMES, None)
            if ROWS[told.kind].text:
                assert text is not None
                assert text.endswith(".")
                assert "{" not in text


@pytest.mark.parametrize(
    ("told", "text"),
    [
        (Told("ALLY_BOUGHT", 1, 2, ally(4, 3)), "Nemo buys Squid 3 for 2 pearls."),
        (Told("LORD_RECRUITED", 0, 1, lord(12)), "Ada recruits the Slaver."),
        (Told("STACK_TAKEN", 2, 3, 1), "Vera takes the crab stack of the council: 3 cards."),
        (Told("REVEALED", 0, 4, ally(0, 5)), "Ada reveals Jellyfish 5 on space 5."),
        (Told("TURN_STARTED", 1, 7, 1), "Turn 7: Nemo plays again."),
        (Told("LORD_DISCARDED", NOBODY, 0, lord(5)), "The Commander leaves the court."),
        (Told("LORD_REVEALED", 0, EMPTY, lord(9)), "The Trader is drawn from the deck."),
        (Told("LORD_ASSIGNED", 0, 12, lord(35)), "The Elder of Ada goes under The Throne Room."),
        (Told("ALLY_SPENT", 0, 1, ally(3, 2)), "Ada spends Shellfish 2."),
        (Told("ALLY_SPENT", 0, 2, ally(3, 2)), "Ada spends 2 × Shellfish 2."),
        (Told("EXPLORATION_ENDED", 0), None),
    ],
)
def test_events_are_told_so(told: Told, text: str | None) -> None:
    assert sentence(told, NAMES, None) == text


def test_a_drawn_token_is_known_only_to_its_owner() -> None:
    told = Told("TOKEN_DRAWN", 1, 1, 2, seen_by=1)
    assert "worth 4" in str(sentence(told, NAMES, 1))
    assert "worth 4" in str(sentence(told, NAMES, None))
    assert sentence(told, NAMES, 0) == "Nemo draws a monster token."


def test_a_stolen_token_is_known_to_thief_and_victim() -> None:
    told = Told("TOKEN_STOLEN", 0, 1, 1, seen_by=0)
    assert "worth 3" in str(sentence(told, NAMES, 0))
    assert "worth 3" in str(sentence(told, NAMES, 1))
    assert sentence(told, NAMES, 2) == "Ada takes a monster token from Nemo."
