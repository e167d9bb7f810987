"""The Regent's own rules (house rules for solo play); how it decides is tested with the players."""

from typing import Any

import pytest

from openabyss.rules.powers import has_power, keys_of
from openabyss.rules.setup import new_table
from openabyss.rules.solo import (
    ABYSSAL,
    CALM,
    COUNCIL_MINIMUM,
    HAS_GUILD_BONUS,
    INCOME_EVERY,
    LEVELS,
    MAELSTROM,
    STORM,
    SWELL,
    collect_income,
    seat_regent,
)
from openabyss.table.score_sheet import rank
from tests.rules.positions import Seat, payment_for, position, seat
from tests.rules.situation import A, B, Situation, shown, shown_by_each

STACKS = {"crab": ["C1", "C2"], "squid": ["Q1", "Q2", "Q3"], "shellfish": ["S1", "S2", "S3"]}


def solo(level: int, *seats: Seat, **rest: Any) -> Situation:
    """A person A against the Regent B at this level, B to play unless said."""
    return position(*seats, players=2, regent=level, **{"active": B, **rest})


def welcomed(level: int, lord: int, person: Seat | None = None, **rest: Any) -> Situation:
    """The Regent has recruited this lord."""
    cards = payment_for(lord)
    court = [lord, *[quiet for quiet in (31, 32, 30) if quiet != lord]]
    game = solo(level, person or seat(), seat(hand=cards), **{"court": court, **rest})
    return game.recruit(lord, *cards)


# --------------------------------------------------------------------------------------- the levels
@pytest.mark.parametrize(
    ("level", "cards", "bonus", "every"),
    [(CALM, 4, 0, 0), (SWELL, 3, 0, 4), (STORM, 2, 0, 2), (MAELSTROM, 2, 1, 2), (ABYSSAL, 2, 1, 1)],
)
def test_each_level_has_its_stacks_its_guild_bonus_and_its_income(
    level: int, cards: int, bonus: int, every: int
) -> None:
    assert 1 <= level <= LEVELS
    assert (COUNCIL_MINIMUM[level], HAS_GUILD_BONUS[level], INCOME_EVERY[level]) == (cards, bonus, every)


@pytest.mark.parametrize(
    ("level", "turns"),
    [(CALM, []), (SWELL, [4]), (STORM, [2, 4, 6]), (MAELSTROM, [2, 4, 6]), (ABYSSAL, [1, 2, 3, 4, 5, 6])],
)
def test_income_is_a_pearl_in_every_so_many_turns_of_the_regent(level: int, turns: list[int]) -> None:
    state = new_table(2)
    seat_regent(state, level)
    paid = []
    for turn in range(1, 7):
        before = state.pearls[:2].tolist()
        state.turn = 2 * turn
        collect_income(state, B)
        collect_income(state, A)
        gained = state.pearls[B] - before[B]
        assert (state.pearls[A], gained in (0, 1)) == (before[A], True)
        paid += [turn] * gained
    assert paid == turns


# ----------------------------------------------------------------- a guild's bonus in place of powers
test_regent_each = shown_by_each(
    a_merchant_brings_two_pearls_from_level_four_and_not_what_is_printed=(
        [(STORM, 0), (MAELSTROM, 2)], lambda level, gained:
        welcomed(level, 9).before(B, pearls=gained)),
    a_smuggler_gives_the_person_a_nebulis_from_level_four=([(STORM, 0), (MAELSTROM, 1)], lambda level, given:
        welcomed(level, 106, kraken=True).shows(nebulis=[given, 0])),
    a_politician_or_a_farmer_brings_nothing=([22, 29], lambda lord:
        welcomed(MAELSTROM, lord, seat(hand=["J2", "C2"]), kraken=True, council=STACKS)
        .shows(asked=("MAIN", A), pearls=[0, 0], nebulis=[0, 0]).before(B, hand=[])),
    a_mage_brings_the_first_of_the_largest_stacks_from_level_four=(
        [(STORM, []), (MAELSTROM, ["S1", "S2", "S3"])], lambda level, taken:
        welcomed(level, 15, council=STACKS).before(B, hand=taken)),
)  # fmt: skip


test_a_guilds_bonus_in_place_of_powers = shown(
    a_mage_brings_even_a_single_ally=lambda:
        welcomed(MAELSTROM, 15, council={"crab": ["C1"]}).before(B, hand=["C1"]),
    a_mage_brings_nothing_from_an_empty_council=lambda:
        welcomed(MAELSTROM, 15, seat(pearls=1), council={}).shows(asked=("MAIN", A)).before(B, hand=[]),
    the_shaman_protects_from_its_soldiers=lambda:
        welcomed(MAELSTROM, 7, seat(hand=["J1", "Q5"], lords=[14])).shows(asked=("MAIN", A)),
    an_ambassador_brings_a_location_as_usual=lambda:
        welcomed(STORM, 34, available_locations=[], location_deck=[14]).before(B, locations=[14]),
    income_comes_when_its_turn_starts=lambda:
        solo(ABYSSAL, seat(), seat(), active=A, council=STACKS).play("stack:crab").shows(pearls=[0, 1]),
)  # fmt: skip


def test_a_soldier_costs_the_person_an_ally_of_choice_from_level_four() -> None:
    game = welcomed(MAELSTROM, 7, seat(hand=["J1", "Q5"]))
    assert (game.asked, game.answers) == (("DISCARD_ALLY", A), {"card:J1", "card:Q5"})
    assert welcomed(STORM, 2, seat(hand=["J1", "Q5"])).asked == ("MAIN", A)


# ---------------------------------------------------------------------------------- powers and score
def test_the_powers_of_its_lords_are_blank_but_their_keys_count() -> None:
    game = solo(STORM, seat(), seat(lords=[1, 11, 25]))
    assert [has_power(game.state, B, lord - 1) for lord in (1, 11, 25)] == [False, False, False]
    assert keys_of(game.state, B) == 3


test_powers_and_score = shown(
    its_recruiter_does_not_make_lords_dearer=lambda:
        solo(STORM, seat(hand=["H5", "H3"]), seat(lords=[1]), active=A, court=[29]).offers("recruit:29"),
    it_ends_a_fight_after_a_failed_attack=lambda:
        solo(
            STORM, seat(), seat(hand=["C1", "C2"]), leviathan=True, phase="explore", track=["M"],
            exploration_deck=["J1", "J2"], border={4: 8, 5: 4}, dice=[1],
        ).play("fight", "zone:5", "card:C1").shows(asked=("MAIN", A)).before(B, hand=["C2"]),
    the_assassin_turns_its_lords_and_their_keys=lambda:
        solo(STORM, seat(hand=payment_for(4)), seat(lords=[27, 32]), active=A, court=[4, 28, 29, 30])
        .play("recruit:4").shows(asked=("ASSASSINATE", A))
        .play("lord:27").lord(27, B, disabled=True).before(B, keys=0),
)  # fmt: skip


def test_the_person_begins_whatever_the_seed_draws() -> None:
    assert {Situation.new(seed=seed, regent=CALM).table.active for seed in range(8)} == {A}


def test_a_tie_that_nothing_breaks_is_a_loss() -> None:
    assert rank(solo(STORM, seat(), seat()).state) == [[B], [A]]
