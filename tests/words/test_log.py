"""The log: a sentence for every event, and no secret in it."""

import pytest

from openabyss import Game
from openabyss.client.narration import shown_events
from openabyss.rules.actions import LOCATION, LORD, RACE
from openabyss.rules.cards.allies import MONSTER, ally
from openabyss.rules.events import EVENT_NAMES
from openabyss.rules.state import EMPTY, NOBODY
from openabyss.table.events import Event as SeenEvent
from openabyss.words.log import ROWS, log_role, price_paid, sentence
from openabyss.words.log import EventRow as Event
from tests.words.playing import SETS, lord, random_game

NAMES = ["Ada", "Nemo", "Vera"]


def test_every_event_of_the_rules_can_be_told() -> None:
    assert set(EVENT_NAMES) <= set(ROWS)


@pytest.mark.parametrize("sets", SETS)
def test_why_the_first_exploration_happens_by_itself_is_said(sets: tuple[bool, bool]) -> None:
    kraken, leviathan = sets
    game = Game.new(players=3, seed=1, kraken=kraken, leviathan=leviathan, ask_forced=True)
    assert [str(action) for action in game.legal_actions] == ["explore"]
    started = next(event for event in game.history.log if event.kind == "GAME_STARTED")
    assert "and explores: nothing else can be done yet." in (sentence(started.row, NAMES, None) or "")


def test_a_monster_that_is_found_has_its_code_like_every_card() -> None:
    found = SeenEvent(EVENT_NAMES.index("MONSTER_FOUND"), 0, 0, MONSTER, NOBODY)
    assert [event.what for event in shown_events([found], None)] == ["M"]


@pytest.mark.parametrize("sets", SETS)
@pytest.mark.parametrize("seed", [1, 2])
def test_a_whole_game_is_told_without_gaps(seed: int, sets: tuple[bool, bool]) -> None:
    for state in random_game(3, seed, *sets):
        for row in state.events[: state.event_count]:
            kind, player, amount, what, seen_by = (int(number) for number in row)
            event = Event(EVENT_NAMES[kind], player, amount, what, None if seen_by == NOBODY else seen_by)
            text = sentence(event, NAMES, None)
            if ROWS[event.kind].text:
                assert text is not None
                assert text.endswith(".")
                assert "{" not in text


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (Event("ALLY_BOUGHT", 1, 2, ally(4, 3)), "Nemo buys Squid 3 for 2."),
        (Event("LORD_RECRUITED", 0, 1, lord(12)), "Ada recruits the Slaver."),
        (Event("STACK_TAKEN", 2, 3, 1), "Vera takes the crab stack of the council: 3 cards."),
        (Event("REVEALED", 0, 4, ally(0, 5)), "Ada reveals Jellyfish 5 on space 5."),
        (Event("REVEALED", 0, 1, MONSTER), "Ada reveals a monster on space 2."),
        (Event("TURN_STARTED", 1, 7, 1), "Turn 7: Nemo plays again."),
        (Event("LORD_DISCARDED", NOBODY, 0, lord(5)), "The Commander leaves the court."),
        (Event("LORD_REVEALED", 0, EMPTY, lord(9)), "The Trader is drawn from the deck."),
        (Event("LORD_ASSIGNED", 0, 12, lord(35)), "Ada places the Elder under The Throne Room."),
        (Event("ALLY_SPENT", 0, 1, ally(3, 2)), "Ada spends Shellfish 2."),
        (Event("ALLY_SPENT", 0, 2, ally(3, 2)), "Ada spends 2 × Shellfish 2."),
        (Event("EXPLORATION_ENDED", 0), None),
        (Event("NEBULIS_GAINED", 1, 2, 3), "Nemo gains 2 nebulis and now has 3."),
        (Event("PEARLS_PAID", 1, 2, 3), "Nemo gives up 2 pearls and has 3 left."),
        (Event("PEARLS_PAID", 1, 2, 0), "Nemo gives up 2 pearls and has none left."),
        (Event("NEBULIS_LOST", 1, 1, 0), "Nemo gives up 1 nebulis and has none left."),
        (Event("FIGURE_MOVED", 2), "Vera takes the figure of the Kraken."),
        (Event("FIGURE_MOVED", NOBODY), "The figure of the Kraken returns to its place beside the board."),
        (
            Event("SENTINEL_PLACED", 0, 0, LORD + lord(12)),
            "The Watcher’s sentinel guards the Slaver for Ada.",
        ),
        (
            Event("SENTINEL_PLACED", 0, 1, RACE + 4),
            "The Vigil’s sentinel guards the squid stack of the council for Ada.",
        ),
        (Event("SENTINEL_RETURNED", 1, 2, LOCATION + 7), "The Lookout’s sentinel returns to Nemo."),
        (Event("LOOT_DRAWN", 0, 7, 3), "Ada draws loot of value 7 at The Battlefield."),
        (Event("LORD_FREED", 0, 7, lord(101)), "Ada frees the Ferryman from under The Abyss."),
        (Event("LEVIATHAN_REVEALED", NOBODY, 0, 6), "A leviathan rises from the depths: Isleback."),
        (Event("LEVIATHAN_PLACED", NOBODY, 0, 6), "A leviathan comes to the border: Isleback, zone 2/3."),
        (
            Event("ATTACKED", 2, 1, 8),
            "Vera is attacked by Crownarm and loses a free lord, if there is one.",
        ),
        (Event("ATTACKED", 2, 3, 5), "Vera is attacked by Ironjaw and loses up to 3 pearls."),
        (
            Event("ATTACKED", 2, 3, 0),
            "Vera is attacked by Manyhead and loses up to 3 allies from the hand.",
        ),
        (Event("ATTACKED", 2, 2, 3), "Vera is attacked by Lampcoil: 2 wounds."),
        (Event("WOUNDED", 2, 1, 4), "Vera suffers 1 wound and now has 4."),
        (
            Event("SEA_EMPTY", NOBODY, 10),
            "The sea is empty: for 10 rounds nobody has found an ally or done anything but explore."
            " The game ends at once.",
        ),
        (
            Event("SEA_EMPTY", NOBODY, 1),
            "The sea is empty: nobody could act for a whole round. The game ends at once.",
        ),
        (Event("ATTACK_MISSED", 0, 5, 8), "Ada strikes at thin air: Crownarm is gone."),
        (Event("LEVEL_REMOVED", 0, 2, 0), "Ada takes 2 life points from Manyhead."),
        (Event("TOKEN_USED", 0, 0, 6), "Ada uses a monster token: take a council stack."),
        (Event("MONSTER_AVOIDED", 0, 1), "Ada avoids the monster, which is discarded."),
        (Event("MONSTER_AVOIDED", 0, 2), "The monster no longer has any effect and is discarded."),
        (Event("MONSTER_AVOIDED", 0, 3), "The monster is discarded, and no leviathan is left to come."),
    ],
)
def test_events_are_told_so(event: Event, text: str | None) -> None:
    assert sentence(event, NAMES, None) == text


def test_a_drawn_token_is_known_only_to_its_owner() -> None:
    event = Event("TOKEN_DRAWN", 1, 1, 2, seen_by=1)
    assert "worth 4" in str(sentence(event, NAMES, 1))
    assert "worth 4" in str(sentence(event, NAMES, None))
    assert sentence(event, NAMES, 0) == "Nemo draws a monster token."


def test_a_stolen_token_is_known_to_thief_and_victim() -> None:
    event = Event("TOKEN_STOLEN", 0, 1, 1, seen_by=0)
    assert "worth 3" in str(sentence(event, NAMES, 0))
    assert "worth 3" in str(sentence(event, NAMES, 1))
    assert sentence(event, NAMES, 2) == "Ada takes a monster token from Nemo."


def test_a_fight_is_told_with_the_level_that_is_rewarded_not_that_of_the_marker() -> None:
    said = sentence(Event("MONSTER_FOUGHT", 0, 2), NAMES, None)
    assert said == "Ada defeats the monster and is rewarded for threat level 2."


def test_an_action_is_told_in_one_sentence() -> None:
    actions = ("LORD_RECRUITED", "ALLY_TAKEN", "STACK_TAKEN", "LOCATION_CONTROLLED", "PLOTTED")
    assert {log_role(kind) for kind in actions} == {"deed"}


def test_what_is_paid_leads_to_a_deed_and_what_is_gained_follows_from_one() -> None:
    assert (log_role("ALLY_SPENT"), log_role("PEARLS_GAINED")) == ("before", "after")


def test_a_recruited_lord_is_told_with_what_was_paid_for_it() -> None:
    paid = [
        Event("PEARLS_PAID", 0, 1, 4),  # for something else, before the court was looked at
        Event("LORD_REVEALED", 0, 1, lord(9)),
        Event("NEBULIS_LOST", 0, 1, 1),  # to the Ferryman
        Event("ALLY_SPENT", 0, 2, ally(3, 2)),
        Event("ALLY_SPENT", 0, 1, ally(1, 5)),
        Event("PEARLS_PAID", 0, 3, 1),
        Event("ALLY_AFFILIATED", 0, 0, ally(3, 2)),
    ]
    recruited = Event("LORD_RECRUITED", 0, 1, lord(12))
    price = price_paid(recruited, reversed(paid))
    assert sentence(recruited, NAMES, None, price) == "Ada recruits the Slaver for 12."
    assert price_paid(Event("PLOTTED", 0), reversed(paid)) == 0
