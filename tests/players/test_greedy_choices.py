"""Situations in which nobody who knows the game would hesitate."""

import pytest

from openabyss import Game
from openabyss.chance.generator import generator
from openabyss.players.greedy.weights import DEFAULT_WEIGHTS
from openabyss.players.matches import GREEDY, choose
from openabyss.players.perspective import Perspective
from openabyss.players.registry import player
from openabyss.rules.actions import YES
from openabyss.rules.numbering import SANCTUARY
from openabyss.rules.play import resolve
from tests.rules.fights import ZONE, against, monster
from tests.rules.positions import payment_for, position, seat, tile, with_kraken, with_leviathan
from tests.rules.situation import A, B, C

LORDS_IN_COURT = [31, 30, 32, 13, 9, 10]


def answer(game: Game) -> str:
    """What the greedy player says to the open question."""
    return player("medium").choose(Perspective(game)).text


@pytest.mark.parametrize(
    ("card", "price", "expected"), [("C5", 1, "buy"), ("C1", 4, "pass")], ids=["five for one", "one for four"]
)
def test_it_buys_a_five_for_one_pearl_and_no_one_for_four(card: str, price: int, expected: str) -> None:
    game = position(seat(), seat(pearls=4), exploration_deck=[card, "Q1"], court=LORDS_IN_COURT, price=price)
    game.play("explore")
    assert (game.asked, answer(game)) == (("OFFER", B), expected)


def test_it_fights_for_the_third_key() -> None:
    game = position(
        seat(key_tokens=2), threat=4, exploration_deck=["M", "Q1", "Q1"], court=LORDS_IN_COURT,
        available_locations=[1, 2], monster_pool=[2, 3],
    )  # fmt: skip
    game.play("explore")
    assert (game.asked, answer(game)) == (("EXPLORE_MONSTER", A), "fight")


def test_in_its_last_turn_it_recruits_the_lord_with_the_most_influence() -> None:
    game = position(
        seat(hand=[*payment_for(32), "S5", "S4", "S1"], pearls=2), seat(lords=[27, 28, 29, 1, 2, 3, 4]),
        players=2, active=A, ending_player=B, court=[32, 10, 12],
    )  # fmt: skip
    assert (game.asked, answer(game)) == (("MAIN", A), "recruit:32")


def test_it_gives_up_the_card_that_is_least_useful() -> None:
    cards = payment_for(2)
    seats = seat(hand=cards), seat(hand=["C5", "J1", "H5"]), seat(hand=["Q4", "Q1"])
    game = position(*seats, court=[2, *LORDS_IN_COURT[:4]])
    game.play("recruit:2")
    while game.asked[0] in ("PAY", "AFFILIATE"):
        game.apply(answer(game))
    assert (game.asked, answer(game)) == (("DISCARD_ALLY", B), "card:J1")
    game.apply("card:J1")
    assert (game.asked, answer(game)) == (("DISCARD_ALLY", C), "card:Q1")


def test_it_takes_a_good_location_rather_than_the_black_smokers_of_an_empty_deck() -> None:
    game = position(
        seat(key_tokens=2, lords=[14, 15]), available_locations=[10, 2], location_deck=[], threat=3,
        exploration_deck=["M", "Q1"], court=LORDS_IN_COURT,
    )  # fmt: skip
    game.play("explore")
    if game.asked[0] == "EXPLORE_MONSTER":
        game.play("fight")
    assert (game.asked, answer(game)) == (("CONTROL_SOURCE", A), "location:2")


@pytest.mark.parametrize(("ally", "leviathan", "expected"), [("C5", 15, "fight"), ("C1", 19, "continue")])
def test_it_fights_with_a_five_and_goes_on_where_its_weakest_crab_could_only_fail(
    ally: str, leviathan: int, expected: str
) -> None:
    """The seven pays four tokens; a nine is too strong for a one."""
    assert answer(monster(seat(hand=[ally]), border={ZONE: leviathan}, court=LORDS_IN_COURT)) == expected


@pytest.mark.parametrize(("leviathan", "pearls", "expected"), [(16, 5, "number:2"), (19, 2, "number:0")])
def test_it_boosts_by_exactly_what_the_next_level_needs_and_never_in_vain(
    leviathan: int, pearls: int, expected: str
) -> None:
    game = against(leviathan, ["C1*"], 2, mine=seat(pearls=pearls), court=LORDS_IN_COURT)
    assert (game.asked, answer(game)) == (("BOOST", A), expected)


def test_it_uses_the_token_that_makes_the_third_key() -> None:
    game = with_leviathan(
        seat(key_tokens=2, monster_tokens=["key"]), available_locations=[1, 2], court=LORDS_IN_COURT
    )
    assert (game.asked, answer(game)) == (("MAIN", A), "token:key")


def test_it_searches_a_sanctuary_until_doubles_are_likely() -> None:
    def searching(*loot: int) -> str:
        game = with_kraken(
            seat(locations=[tile(103, *loot)]), court=LORDS_IN_COURT, available_locations=[1, 2]
        )
        game.state.stack[0, :] = SANCTUARY, A, 0
        game.state.depth = 1
        resolve(game.state)
        number = choose(game.state, GREEDY, DEFAULT_WEIGHTS, generator(1))
        return "search" if number == YES else "stop"

    assert searching(3) == "search"
    assert searching(4, 5, 6, 7) == "stop"


def test_it_pays_with_nebulis_when_it_may() -> None:
    game = with_kraken(
        seat(), seat(pearls=1, nebulis=1), exploration_deck=["C5", "Q1"], court=LORDS_IN_COURT, price=2
    )
    game.play("explore")
    assert (game.asked, answer(game)) == (("OFFER", B), "buy")
