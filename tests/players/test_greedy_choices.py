"""Situations in which nobody who knows the game would hesitate."""

from openabyss import Game
from openabyss.chance.generator import generator
from openabyss.players.greedy.weights import DEFAULT_WEIGHTS
from openabyss.players.matches import GREEDY, choose
from openabyss.players.perspective import Perspective
from openabyss.players.registry import player
from openabyss.rules.actions import YES
from openabyss.rules.cards.loot import SANCTUARY
from openabyss.rules.play import resolve
from tests.rules.positions import (
    ZONE,
    A,
    B,
    C,
    against,
    asked,
    monster,
    payment_for,
    play,
    position,
    seat,
    tile,
    with_kraken,
    with_leviathan,
)

LORDS_IN_COURT = [31, 30, 32, 13, 9, 10]


def answer(game: Game) -> str:
    """What the greedy player says to the open question."""
    return player("medium").choose(Perspective(game)).text


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


def test_it_fights_the_seven_that_pays_four_tokens_with_a_five() -> None:
    game = monster(seat(hand=["C5"]), border={ZONE: 15}, court=LORDS_IN_COURT)
    assert answer(game) == "fight"


def test_it_goes_on_when_only_its_weakest_crab_could_fail_against_a_nine() -> None:
    game = monster(seat(hand=["C1"]), border={ZONE: 19}, court=LORDS_IN_COURT)
    assert answer(game) == "continue"


def test_it_boosts_by_exactly_what_the_next_level_needs() -> None:
    game = against(16, ["C1*"], 2, mine=seat(pearls=5), court=LORDS_IN_COURT)
    assert asked(game) == ("BOOST", A)
    assert answer(game) == "number:2"


def test_it_does_not_boost_in_vain() -> None:
    game = against(19, ["C1*"], 2, mine=seat(pearls=2), court=LORDS_IN_COURT)
    assert asked(game) == ("BOOST", A)
    assert answer(game) == "number:0"


def test_it_uses_the_token_that_makes_the_third_key() -> None:
    game = with_leviathan(
        seat(key_tokens=2, monster_tokens=["key"]), available_locations=[1, 2], court=LORDS_IN_COURT
    )
    assert asked(game) == ("MAIN", A)
    assert answer(game) == "token:key"


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
    play(game, "explore")
    assert (asked(game), answer(game)) == (("OFFER", B), "buy")
