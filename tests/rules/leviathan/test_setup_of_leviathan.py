"""Laying out a game with Leviathan, for up to five players (Leviathan 1, 4 and 10)."""

from typing import Any

import pytest

from openabyss import InvalidOption, Options
from openabyss.rules.cards.allies import CRAB, MONSTER, ally, fighter
from openabyss.rules.cards.printed import LORD_ID
from openabyss.rules.state import ABSENT
from tests.rules.positions import arrival, seat, with_leviathan
from tests.rules.printed import base_table, leviathan_table, printed_table
from tests.rules.situation import A, B, C, D, Situation, shown, shown_by_each

E = 4
# The Tamer stays in the box.
LORDS = len(base_table("lords")) + len(leviathan_table("lords")) - 1
SIZES: Any = leviathan_table("deck_sizes")
CONSTANTS: Any = leviathan_table("constants")


def in_deck(game: Situation, kind: int) -> int:
    """How many cards of a kind the exploration deck holds."""
    return int(game.state.deck[kind])


def to_explore(game: Situation) -> int:
    """The size of the first exploration deck; in a new game the first card has been revealed already."""
    return game.table.exploration_deck_size + len(game.table.track)


def test_l1_four_players_begin_with_a_crab_a_pearl_and_one_leviathan() -> None:
    game = Situation.new(4, 3, leviathan=True)
    assert (to_explore(game), in_deck(game, MONSTER)) == (91, 9)
    assert (game.table.lord_deck_size, len(game.table.court)) == (LORDS - 6, 6)
    assert game.state.lord_place[LORD_ID.tolist().index(6)] == ABSENT
    assert (game.table.leviathan_deck_size, len(game.border)) == (19, 1)
    assert [lost for _, lost in game.border.values()] == [0]
    assert (game.table.monster_pool_size, game.table.leviathan_pool_size) == (20, 19)
    assert [(each.pearls, each.hand) for each in game.seats] == [(1, ["C1"])] * 4


test_setup_of_leviathan = shown(
    nobody_has_trophies_wounds_or_the_scourge_at_first=lambda:
        Situation.new(3, 3, leviathan=True).shows(trophies=[[], [], []], wounds=[0, 0, 0], scourge=None),
    five_players_take_turns_in_order=lambda:
        with_leviathan(
            players=5, council={"crab": ["C1"], "squid": ["Q1"]}, active=D,
            exploration_deck=["J3", "H3", "S3"],
        ).play("stack:squid").shows(asked=("MAIN", E))
        .play("explore", "take").shows(asked=("MAIN", A)),
    l64_one_exploration_sells_four_allies_to_five_players=lambda:
        with_leviathan(
            *(seat(pearls=9) for _ in range(5)), exploration_deck=["J3", "H3", "S3", "Q3", "C3", "C4"],
        ).play("explore", "buy", "buy", "buy", "buy")
        .shows(every_hand=[[], ["J3"], ["H3"], ["S3"], ["Q3"]], pearls=[19, 8, 7, 6, 5])
        # Everybody has bought: the fifth card is offered to nobody.
        .shows(asked=("EXPLORE_ALLY", A), track=["C3"]),
)  # fmt: skip


def test_l2_five_players_leave_only_the_crab_with_a_fight_effect_in_the_deck() -> None:
    game = Situation.new(5, 3, leviathan=True)
    assert (in_deck(game, ally(CRAB, 1)), in_deck(game, fighter(CRAB, 1))) == (0, 1)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_deck_is_as_large_as_the_table_says_a39(players: int) -> None:
    alone, with_kraken = (
        Situation.new(players, 3, leviathan=True, kraken=kraken) for kraken in (False, True)
    )
    assert to_explore(alone) == SIZES["exploration_after_deal"][str(players)]
    assert to_explore(with_kraken) == SIZES["exploration_after_deal_with_kraken"][str(players)]
    assert in_deck(alone, ally(CRAB, 1)) == SIZES["crab_1_plain_copies"] - players


def test_with_kraken_all_lords_but_the_tamer_and_all_locations_are_in_play() -> None:
    game = Situation.new(2, 3, kraken=True, leviathan=True)
    lords = game.table.lord_deck_size + len(game.table.court)
    assert lords == len(printed_table("lords")) + len(leviathan_table("lords")) - 1
    locations = game.table.location_deck_size + len(game.table.available_locations)
    assert locations == len(printed_table("locations"))


test_zones = shown_by_each(
    l3_the_sum_of_the_dice_names_the_zone=(
        [
            ([1, 2], 1), ([1, 1], 1), ([2, 2], 2), ([1, 4], 3), ([3, 3], 4), ([3, 4], 5), ([4, 4], 6),
            ([6, 3], 7), ([5, 5], 8), ([5, 6], 9), ([6, 6], 9),
        ], lambda dice, zone:
        with_leviathan(phase="explore", track=["M"], dice=dice, leviathan_deck=[5, 6])
        .shows(border={zone: (5, 0)})),
)  # fmt: skip


def test_every_zone_is_hit_as_often_as_the_table_says() -> None:
    slots: Any = leviathan_table("border_slots")
    totals = [first + second for first in range(1, 7) for second in range(1, 7)]
    assert {slot["slot"]: sum(total in slot["totals"] for total in totals) for slot in slots} == {
        slot["slot"]: slot["ways_of_36"] for slot in slots
    }


def test_l4_five_players_need_leviathan() -> None:
    with pytest.raises(InvalidOption):
        Situation.new(5, 3)
    with pytest.raises(InvalidOption):
        Situation.new(5, 3, kraken=True)
    with pytest.raises(InvalidOption):
        Situation.new(6, 3, leviathan=True)


def test_a22_the_leviathan_is_revealed_before_the_dice_are_rolled() -> None:
    events = Situation.new(2, 3, leviathan=True).kinds
    rolled = [place for place, event in enumerate(events) if event == "ROLLED"]
    assert len(rolled) == 2
    assert events.index("LEVIATHAN_REVEALED") < rolled[0] < rolled[1] < events.index("LEVIATHAN_PLACED")


def test_a1_there_are_nineteen_leviathan_tokens_or_by_option_twenty() -> None:
    printed: Any = leviathan_table("monster_tokens")
    assert sum(token["count"] for token in printed["leviathan_pile"]) == 19
    game = Situation.new(2, 3, leviathan=True, options=Options(leviathan_token_20th=True))
    assert game.table.leviathan_pool_size == 20


@pytest.mark.parametrize(("twentieth", "copies"), [(False, 7), (True, 8)])
def test_a1_the_twentieth_token_gains_two_pearls(twentieth: bool, copies: int) -> None:
    pool = with_leviathan(options={"leviathan_token_20th": twentieth}).to_position()["leviathan_pool"]
    assert {code: pool.count(code) for code in set(pool)} == {
        "pearls2": copies,
        "pearls3": 4,
        "key": 4,
        "stack": 4,
    }


# ------------------------------------------------------------------------------------ five players
def test_a_lord_that_troubles_the_opponents_troubles_all_four() -> None:
    others = [seat(hand=[f"{letter}3", f"{letter}4"]) for letter in "CHSQ"]
    game = arrival(2, seat(), *others, leviathan=True)
    for player, letter in zip((B, C, D, E), "CHSQ", strict=True):
        assert game.asked == ("DISCARD_ALLY", player)
        game.play(f"card:{letter}3")
    assert [each.hand for each in game.seats[B:]] == [["C4"], ["H4"], ["S4"], ["Q4"]]


def test_five_players_may_play_with_kraken() -> None:
    game = Situation.new(5, 3, kraken=True, leviathan=True)
    assert (to_explore(game), len(game.seats)) == (97, 5)
