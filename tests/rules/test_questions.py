"""What is asked, and that nothing is asked where there is nothing to decide (rules 5)."""

import numpy as np
import pytest

from openabyss.rules.actions import (
    ACTIONS,
    LOCATION,
    LORD,
    NUMBER,
    PASS,
    PLAYER,
    TOKEN,
    ZONE,
    is_location,
    is_lord,
    is_token,
)
from openabyss.rules.cards.allies import KINDS
from openabyss.rules.chapters import HIGHER_DIE, SUM_OF_DICE, is_kraken
from openabyss.rules.leviathan.border import roll_dice
from openabyss.rules.numbering import OFFER
from openabyss.rules.play import apply, is_legal, resolve
from openabyss.rules.questions import ask
from openabyss.rules.setup import new_table
from openabyss.words.cards.codes import kind_of_code
from openabyss.words.questions.actions import NUMBER_OF_TEXT
from tests.rules.fights import against
from tests.rules.positions import arrival, position, seat, with_kraken
from tests.rules.situation import A, B, Situation, shown

COURT = [29, 31, 32, 30]


def all_given(game: Situation) -> list[int]:
    """Every answer so far, also of chance, and those that were the only ones."""
    return [NUMBER_OF_TEXT[text] for text in game.to_record()["answers"]]


def numbers_given(game: Situation) -> list[int]:
    """The numbers among them, those of dice too."""
    return [answer - NUMBER for answer in all_given(game) if NUMBER <= answer < TOKEN]


# -------------------------------------------------------------------------------------- no question
def test_a17_nobody_is_asked_to_boost_a_power_that_is_enough() -> None:
    assert numbers_given(against(4, ["C2*"], 4, mine=seat(pearls=5))) == [4]


def test_a17_nobody_is_asked_to_boost_without_pearls() -> None:
    assert numbers_given(against(4, ["C1*"], 3)) == [3]


def test_a18_nobody_is_asked_which_pile_where_both_are_empty() -> None:
    assert numbers_given(against(3, ["C5"], 4, monster_pool=[], leviathan_pool=[])) == [4]


def test_nobody_is_asked_who_takes_the_figure_where_one_player_can() -> None:
    mine = seat(hand=["H5", "K3"])
    game = with_kraken(mine, seat(nebulis=1), court=COURT, kraken_figure=B).recruit(29, "H5", "K3")
    assert (game.nebulis, game.figure) == ([2, 1, 0], A)
    assert not any(PLAYER <= answer < ZONE for answer in all_given(game))


def test_nobody_is_offered_what_is_too_dear() -> None:
    game = position(track=["J1"], phase="explore", exploration_deck=["C1"])
    assert game.asked == ("EXPLORE_ALLY", A)
    ask(game.state, OFFER, B, 0)
    resolve(game.state)
    assert game.asked == ("EXPLORE_ALLY", A)


def test_nobody_is_asked_how_to_pay_a_price_of_nothing() -> None:
    game = with_kraken(seat(hand=["H5", "H3"], nebulis=2), court=COURT).recruit(29, "H5", "H3")
    assert (game.asked, numbers_given(game)) == (("MAIN", B), [])


def test_nobody_is_asked_for_nebulis_without_any() -> None:
    game = with_kraken(seat(hand=["H5"], pearls=3), court=COURT).recruit(29, "H5")
    assert (game.asked, numbers_given(game), game.pearls[A]) == (("MAIN", B), [], 0)


def test_the_black_smokers_ask_nothing_where_the_deck_is_empty() -> None:
    game = arrival(34, available_locations=[], location_deck=[10])
    assert (game.mine.locations, game.asked) == ([10], ("MAIN", B))
    # The payment was the only thing to be done with.
    assert all_given(game).count(PASS) == 1


def test_the_fence_with_a_nebulis_for_every_opponent_is_not_asked_for_whom() -> None:
    game = arrival(104, seat(nebulis=2), kraken_figure=A)
    assert game.nebulis == [0, 1, 1]
    assert not [answer for answer in all_given(game) if PLAYER <= answer < ZONE]


test_no_question = shown(
    three_keys_ask_for_a_location_only_if_there_is_one=lambda:
        position(
            seat(key_tokens=3), council={"squid": ["Q1"], "crab": ["C1"]}, available_locations=[],
            location_deck=[],
        ).play("stack:squid").shows(asked=("MAIN", B), key_tokens=3),
    who_can_only_recruit_may_not_pass_r27=lambda:
        position(
            seat(hand=["H5", "H3"], pearls=1), council={}, exploration_deck=[], exploration_discard=[],
            court=COURT,
        ).shows(answers={"recruit:29", "plot"}),
    who_can_only_plot_may_pass_r27=lambda:
        position(seat(pearls=1), council={}, exploration_deck=[], exploration_discard=[], court=COURT)
        .shows(answers={"plot", "pass"}),
)  # fmt: skip


# ------------------------------------------------------------------------------------------- answers
def test_each_stretch_of_the_catalogue_ends_where_the_next_begins() -> None:
    actions = range(ACTIONS)
    assert [action for action in actions if is_lord(action)] == list(range(LORD, LOCATION))
    assert [action for action in actions if is_location(action)] == list(range(LOCATION, NUMBER))
    assert [action for action in actions if is_token(action)] == list(range(TOKEN, PLAYER))


def test_the_krakens_lie_between_plain_allies_and_fighters() -> None:
    krakens = [kind_of_code(code) for code in ("K2", "K3", "K4")]
    assert [kind for kind in range(KINDS) if is_kraken(kind)] == krakens


@pytest.mark.parametrize("reading", [SUM_OF_DICE, HIGHER_DIE])
def test_a_die_shows_one_to_six(reading: int) -> None:
    table = new_table(2, leviathan=True)
    table.dice = 5
    roll_dice(table, A, 1, reading)
    resolve(table)
    assert (np.flatnonzero(table.mask) - NUMBER).tolist() == [1, 2, 3, 4, 5, 6]
    apply(table, NUMBER + 2)
    # What was rolled before does not count.
    assert (table.dice, table.rolls) == (2, 1)


def test_a_number_outside_the_catalogue_is_no_legal_answer() -> None:
    state = position(seat(pearls=1), court=COURT).state
    assert not any(is_legal(state, action) for action in (-1, ACTIONS, -ACTIONS, 10 * ACTIONS))
    assert not apply(state, ACTIONS)


def test_a_finished_game_takes_no_answer() -> None:
    game = position(seat(), players=2, active=B, ending_player=A).play("stack:squid")
    assert (game.is_over, game.state.offered, game.state.mask.any()) == (True, 0, False)
    assert not any(is_legal(game.state, action) for action in range(ACTIONS))
    assert not any(apply(game.state, action) for action in range(ACTIONS))
