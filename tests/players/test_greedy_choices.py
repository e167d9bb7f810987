"""Situations in which nobody who knows the game would hesitate."""

from openabyss import Game
from openabyss.players.registry import player
from tests.rules.positions import A, B, C, asked, payment_for, play, position, seat

LORDS_IN_COURT = [31, 30, 32, 13, 9, 10]


def answer(game: Game) -> str:
    """What the greedy player says to the open question."""
    return player("greedy").choose(game).text


def test_it_buys_a_five_for_one_pearl() -> None:
    game = position(seat(), seat(pearls=3), exploration_deck=["C5", "Q1"], court=LORDS_IN_COURT)
    play(game, "explore")
    assert asked(game) == ("OFFER", B)
    assert answer(game) == "buy"


def test_it_does_not_buy_a_one_for_four_pearls() -> None:
    game = position(seat(), seat(pearls=4), exploration_deck=["C1", "Q1"], court=LORDS_IN_COURT, price=4)
    play(game, "explore")
    assert asked(game) == ("OFFER", B)
    assert answer(game) == "pass"


def test_it_fights_for_the_third_key() -> None:
    game = position(
        seat(key_tokens=2), threat=4, exploration_deck=["M", "Q1", "Q1"], court=LORDS_IN_COURT,
        available_locations=[1, 2], monster_pool=[2, 3],
    )  # fmt: skip
    play(game, "explore")
    assert asked(game) == ("EXPLORE_MONSTER", A)
    assert answer(game) == "fight"


def test_in_its_last_turn_it_recruits_the_lord_with_the_most_influence() -> None:
    game = position(
        seat(hand=[*payment_for(32), "S5", "S4", "S1"], pearls=2), seat(lords=[27, 28, 29, 1, 2, 3, 4]),
        players=2, active=A, ending_player=B, court=[32, 10, 12],
    )  # fmt: skip
    assert asked(game) == ("MAIN", A)
    assert answer(game) == "recruit:32"


def test_it_gives_up_the_card_that_is_least_useful() -> None:
    cards = payment_for(2)
    game = position(
        seat(hand=cards),
        seat(hand=["C5", "J1", "H5"]),
        seat(hand=["Q4", "Q1"]),
        court=[2, *LORDS_IN_COURT[:4]],
    )
    play(game, "recruit:2")
    while asked(game)[0] in ("PAY", "AFFILIATE"):
        game.apply(answer(game))
    assert asked(game) == ("DISCARD_ALLY", B)
    assert answer(game) == "card:J1"
    game.apply("card:J1")
    assert (asked(game), answer(game)) == (("DISCARD_ALLY", C), "card:Q1")


def test_it_takes_a_good_location_rather_than_the_black_smokers_of_an_empty_deck() -> None:
    game = position(
        seat(key_tokens=2, lords=[14, 15]), available_locations=[10, 2], location_deck=[], threat=3,
        exploration_deck=["M", "Q1"], court=LORDS_IN_COURT,
    )  # fmt: skip
    play(game, "explore")
    if asked(game)[0] == "EXPLORE_MONSTER":
        play(game, "fight")
    assert asked(game) == ("CONTROL_SOURCE", A)
    assert answer(game) == "location:2"
