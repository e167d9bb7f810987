"""A game with a poker face asks for the only answer too, where opponents cannot know that it is."""

from typing import Any

from openabyss import Game
from openabyss.table.knowledge import is_choice_secret


def table(*, poker_face: bool, other: Any = None, **mine: Any) -> Game:
    """Two players; no stack of the council, and no lord that a weak hand could pay for."""
    position = {
        "players": 2,
        "court": [12, 21, 30, 29],
        "available_locations": [14],
        "exploration_deck": ["C2", "C3", "C4", "C5"],
        "seats": [{"pearls": 0, **mine}, other or {"pearls": 0}],
    }
    return Game.from_config({"position": position}, poker_face=poker_face)


def test_usually_the_only_answer_is_given_at_once() -> None:
    assert table(poker_face=False, hand=["S1"]).question.kind != "MAIN"


def test_with_cards_in_the_hand_there_might_have_been_a_choice() -> None:
    game = table(poker_face=True, hand=["S1"])
    assert game.question.kind == "MAIN"
    assert [action.text for action in game.legal_actions] == ["explore"]
    assert is_choice_secret(game.state)


def test_without_cards_everybody_knows_that_there_was_none() -> None:
    assert table(poker_face=True).question.kind != "MAIN"


def test_a_copy_keeps_its_face() -> None:
    game = table(poker_face=True, hand=["S5", "S4"]).clone()
    game.apply("recruit:12")
    assert (game.question.kind, len(game.legal_actions)) == ("PAY", 1)
    game.pay(["S5", "S4"])
    assert 12 in [lord.id for lord in game.table.seats[0].lords]


def test_the_record_is_that_of_the_same_game_without() -> None:
    """Whoever gives an answer, it is an answer: records say nothing about faces."""
    games = [table(poker_face=face, hand=["S5", "S4"]) for face in (False, True)]
    games[0].apply("recruit:12")
    games[1].apply("recruit:12")
    games[1].pay(["S5", "S4"])
    assert games[0].to_record() == games[1].to_record()
    assert Game.from_record(games[1].to_record()).hash == games[0].hash


def test_who_cannot_buy_is_passed_over_at_once_since_pearls_lie_open() -> None:
    asked = []
    for pearls in (1, 0):
        other = {"pearls": pearls, "hand": ["S5"]}
        game = table(poker_face=True, pearls=1, hand=["S1"], other=other)
        game.apply("explore")
        asked.append((game.question.kind, game.player))
    assert asked == [("OFFER", 1), ("EXPLORE_ALLY", 0)]
