"""What is asked, and that nothing is asked where there is nothing to decide (rules 5)."""

import numpy as np
import pytest

from openabyss.rules.actions import (
    ACTIONS,
    LOCATION,
    LORD,
    MASK_PLACES,
    NUMBER,
    PLAYER,
    TOKEN,
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
from tests.rules.fights import against
from tests.rules.positions import arrival, position, seat, with_kraken
from tests.rules.situation import A, B, shown

COURT = [29, 31, 32, 30]


# -------------------------------------------------------------------------------------- no question
def test_nobody_is_offered_what_is_too_dear() -> None:
    game = position(track=["J1"], phase="explore", exploration_deck=["C1"])
    assert game.asked == ("EXPLORE_ALLY", A)
    ask(game.state, OFFER, B, 0)
    resolve(game.state)
    assert game.asked == ("EXPLORE_ALLY", A)


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
    a17_nobody_is_asked_to_boost_a_power_that_is_enough=lambda:
        against(4, ["C2*"], 4, mine=seat(pearls=5)).shows(numbers_given=[4]),
    a17_nobody_is_asked_to_boost_without_pearls=lambda: against(4, ["C1*"], 3).shows(numbers_given=[3]),
    a18_nobody_is_asked_which_pile_where_both_are_empty=lambda:
        against(3, ["C5"], 4, monster_pool=[], leviathan_pool=[]).shows(numbers_given=[4]),
    nobody_is_asked_who_takes_the_figure_where_one_player_can=lambda:
        with_kraken(seat(hand=["H5", "K3"]), seat(nebulis=1), court=COURT, kraken_figure=B)
        .recruit(29, "H5", "K3").shows(nebulis=[2, 1, 0], figure=A, players_given=[]),
    nobody_is_asked_how_to_pay_a_price_of_nothing=lambda:
        with_kraken(seat(hand=["H5", "H3"], nebulis=2), court=COURT).recruit(29, "H5", "H3")
        .shows(asked=("MAIN", B), numbers_given=[]),
    nobody_is_asked_for_nebulis_without_any=lambda:
        with_kraken(seat(hand=["H5"], pearls=3), court=COURT).recruit(29, "H5")
        .shows(asked=("MAIN", B), numbers_given=[], own_pearls=0),
    the_black_smokers_ask_nothing_where_the_deck_is_empty=lambda:
        # The payment was the only thing to be done with.
        arrival(34, available_locations=[], location_deck=[10])
        .shows(locations=[10], asked=("MAIN", B), times_passed=1),
    the_fence_with_a_nebulis_for_every_opponent_is_not_asked_for_whom=lambda:
        arrival(104, seat(nebulis=2), kraken_figure=A).shows(nebulis=[0, 1, 1], players_given=[]),
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
    assert (game.is_over, game.state.offered, game.state.mask.tolist()) == (True, 0, [0] * MASK_PLACES)
    assert not any(is_legal(game.state, action) for action in range(ACTIONS))
    assert not any(apply(game.state, action) for action in range(ACTIONS))
