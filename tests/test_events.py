"""What events and questions tell: public ids, codes and seats, never a number of the rules' tables."""

import random
from typing import Any

import pytest

from openabyss import Event, Game, cards
from openabyss.play.position.frames import KINDS, fields_of
from openabyss.rules.actions import LORD, RACE
from openabyss.rules.cards.printed import LOCATION_ID, LORD_ID
from openabyss.rules.events import EVENT_NAMES
from openabyss.rules.sizes import LEVIATHANS
from openabyss.rules.state import COURT, NOBODY
from openabyss.words.cards.codes import KIND_CODES, RACE_CODES, TOKEN_CODES


def position(**keys: Any) -> Game:
    """Two players in a small situation."""
    usual = {"players": 2, "court": [12, 30, 31], "available_locations": [14], "council": {"squid": ["Q1"]}}
    return Game.from_position({**usual, **keys})


def row(kind: str, player: int, amount: int, what: int, seen_by: int = NOBODY) -> Event:
    """An event by the numbers of the rules."""
    return Event(EVENT_NAMES.index(kind), player, amount, what, seen_by)


def told(game: Game, kind: str) -> Event:
    """The only latest event of a kind."""
    (event,) = (event for event in game.latest_events if event.kind == kind)
    return event


def test_a_recruited_lord_is_told_by_its_id() -> None:
    game = position(seats=[{"hand": ["S5", "S3"], "pearls": 0}])
    assert {action.text for action in game.legal_actions} >= {"recruit:12"}
    game.apply("recruit:12")
    event = told(game, "LORD_RECRUITED")
    assert (event.lord, event.player, event.total, event.card, event.location) == (12, 0, 1, None, None)
    assert {told.card for told in game.latest_events if told.kind == "ALLY_SPENT"} == {"S5", "S3"}


def test_a_revealed_card_is_told_by_its_code_and_space() -> None:
    game = position(exploration_deck=["C3", "M"], seats=[{"pearls": 0}] * 2)
    game.apply("explore")
    event = told(game, "REVEALED")
    assert (event.card, event.space, event.amount) == ("C3", 1, None)
    assert (game.question.about.card, game.question.about.space) == ("C3", 1)


def test_a_question_tells_the_lord_that_is_paid_for() -> None:
    game = position(seats=[{"hand": ["S5", "S4", "C1"], "pearls": 9}])
    game.apply("recruit:12")
    assert (game.question.kind, game.question.about.lord) == ("PAY", 12)
    assert game.question.about.to_dict() == {"lord": 12}


def test_a_price_and_its_receiver_are_told_apart() -> None:
    # A buyer with nebulis may split the price, which goes to the explorer.
    game = position(
        kraken=True,
        exploration_deck=["C3", "M"],
        seats=[{"pearls": 0}, {"pearls": 3, "nebulis": 2, "lords": [{"id": 103}]}],
        price=3,
    )
    game.apply("explore")
    game.apply("buy")
    about = game.question.about
    assert (game.question.kind, about.price, about.receiver) == ("PAY_PRICE", 3, 0)


def test_what_a_sentinel_guards_is_told_as_what_it_is() -> None:
    lord = row("SENTINEL_PLACED", 0, 1, LORD + 11)
    assert (lord.sentinel, lord.lord, lord.race, lord.location) == (107, 12, None, None)
    stack = row("SENTINEL_PLACED", 0, 0, RACE + 1)
    assert (stack.sentinel, stack.lord, stack.race) == (106, None, "crab")


def test_a_hidden_token_tells_nothing() -> None:
    drawn = row("TOKEN_DRAWN", 1, 3, 0, seen_by=1)
    assert (drawn.token, drawn.total, drawn.seen_by) == (2, 3, 1)
    assert (drawn.hidden().token, drawn.hidden().total) == (None, 3)


def test_a_stolen_token_tells_from_whom() -> None:
    stolen = row("TOKEN_STOLEN", 0, 1, 2, seen_by=0)
    assert (stolen.player, stolen.opponent, stolen.token) == (0, 1, 4)


def test_nobody_is_none() -> None:
    assert row("FIGURE_MOVED", NOBODY, 0, 0).player is None


def test_an_event_shows_what_it_tells() -> None:
    assert repr(row("LORD_USED", 1, 0, 11)) == "Event(kind='LORD_USED', player=1, lord=12)"


@pytest.mark.parametrize("name", EVENT_NAMES)
def test_every_kind_of_event_can_be_asked_for_all_facts(name: str) -> None:
    assert repr(row(name, 0, 1, 1)).startswith(f"Event(kind='{name}', player=0")


@pytest.mark.parametrize("sets", [(False, False), (True, False), (False, True), (True, True)])
def test_all_that_is_told_exists(sets: tuple[bool, bool]) -> None:
    lords = {lord.id for lord in cards.lords()}
    locations = {location.id for location in cards.locations()}
    allowed: dict[str, set[Any]] = {
        "lord": lords,
        "location": locations,
        "given_up": locations,
        "card": set(KIND_CODES),
        "race": set(RACE_CODES),
        "token": set(TOKEN_CODES),
        "zone": set(range(1, 10)),
        "space": set(range(1, 7)),
        "leviathan": set(range(1, 21)),
    }
    game, chance = Game.new(players=3, seed=8, kraken=sets[0], leviathan=sets[1]), random.Random(8)
    while not game.is_over:
        about = game.question.about
        assert {*about.to_dict()} <= {"card", *(fact.name for fact in fields_of(KINDS[game.question.kind]))}
        assert about.lord is None or about.lord in lords
        for event in game.apply(chance.choice(game.legal_actions)):
            for name, known in allowed.items():
                assert getattr(event, name) in {None, *known}


# ------------------------------------------------------------------------------------- the cards


def test_a_lord_is_known_with_all_that_is_printed_on_it() -> None:
    slaver = cards.lord(12)
    assert (slaver.name, slaver.set, slaver.guild, slaver.timing) == ("Slaver", "base", "merchant", "turn")
    assert (slaver.cost, slaver.races, slaver.race) == (8, 1, "shellfish")
    assert (slaver.keys, slaver.influence) == (1, 5)
    assert slaver.text


def test_all_cards_of_all_sets_are_known() -> None:
    assert [lord.id for lord in cards.lords()] == LORD_ID.tolist()
    assert [location.id for location in cards.locations()] == LOCATION_ID.tolist()
    assert len(cards.leviathans()) == LEVIATHANS
    assert len({ally.code for ally in cards.allies()}) == len(KIND_CODES) - 1


def test_an_ally_is_known_by_its_code() -> None:
    assert (cards.ally("J3").race, cards.ally("j3").value, cards.ally("K2").race) == ("jellyfish", 3, None)
    assert (cards.ally("C1*").has_effect, cards.ally("C1").has_effect) == (True, False)


def test_the_levels_of_a_leviathan_are_known() -> None:
    leviathan = cards.leviathan(1)
    assert len(leviathan.levels) == 3
    assert all(level.resistance > 0 for level in leviathan.levels)


def test_a_card_that_does_not_exist_is_refused() -> None:
    for ask in (lambda: cards.lord(99), lambda: cards.location(50), lambda: cards.leviathan(0)):
        with pytest.raises(cards.UnknownCard, match="there is no"):
            ask()
    with pytest.raises(cards.UnknownCard):
        cards.ally("M")


def test_the_lords_of_the_court_are_those_of_the_cards() -> None:
    game = position()
    assert [cards.lord(number).id for number in game.table.court] == [12, 30, 31]
    assert (game.state.lord_place == COURT).sum() == 3
