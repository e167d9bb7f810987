"""Setup, the start of a turn, plotting, exploring and asking the council for support."""

from collections import Counter
from typing import Any

import pytest

from openabyss import Game
from openabyss.table.view import view
from tests.rules.positions import (
    A,
    B,
    C,
    D,
    answers,
    asked,
    base_table,
    disabled,
    pearls,
    play,
    position,
    seat,
)

TOKENS = [2, 2, 3, 3]
LORDS, LOCATIONS = len(base_table("lords")), len(base_table("locations"))
FIVE_OF_EACH = [f"{race}{value}" for race in "JCHSQ" for value in range(1, 6)]


# ------------------------------------------------------------------------------------ setup


def test_t1_a_new_game_for_four_starts_with_full_decks_one_pearl_each_and_no_cards() -> None:
    game = Game.new(players=4, seed=7)
    # The first turn can only begin with exploring, so the first card may already lie on the track.
    assert game.table.exploration_deck_size + len(game.table.track) == 71
    assert len(game.table.exploration_discard) == 0
    assert not any(game.table.council.values())
    assert (len(game.table.court), game.table.lord_deck_size) == (6, LORDS - 6)
    assert (len(game.table.available_locations), game.table.location_deck_size) == (1, LOCATIONS - 1)
    assert (game.table.monster_pool_size, game.table.threat) == (20, 1)
    assert [(seat.pearls, seat.hand, seat.lords) for seat in game.table.seats] == [(1, [], [])] * 4


def test_t2_every_race_has_thirteen_cards_worth_32_and_the_tokens_are_worth_53() -> None:
    start = position().to_position()
    cards = Counter([*start["exploration_deck"], *start["council"]["squid"]])
    for race in "JCHSQ":
        assert {card: count for card, count in cards.items() if card[0] == race} == {
            f"{race}1": 4, f"{race}2": 3, f"{race}3": 3, f"{race}4": 2, f"{race}5": 1,
        }  # fmt: skip
    assert cards["M"] == 6
    assert cards.total() == 71
    assert Counter(start["monster_pool"]) == {2: 9, 3: 9, 4: 2}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_number_of_players_starts_from_the_same_decks(players: int) -> None:
    game = Game.new(players=players, seed=1)
    assert game.players == len(game.table.seats) == players
    assert (len(game.table.court), game.table.lord_deck_size) == (6, LORDS - 6)
    assert game.table.location_deck_size == LOCATIONS - 1


# ----------------------------------------------------------------------- plot and turn start


def test_t3_plotting_twice_fills_a_court_of_four_and_leaves_every_action_open() -> None:
    game = position(seat(pearls=3, hand=["S5", "S3"]), court=[12, 30, 31, 32], lord_deck=[1, 2, 3])
    play(game, "plot", "plot")
    assert pearls(game)[A] == 1
    assert game.table.court == [12, 30, 31, 32, 1, 2]
    assert not game.can("plot")
    assert {"explore", "stack:squid", "recruit:12"} <= answers(game)


@pytest.mark.parametrize(
    ("own", "court", "deck"),
    [(3, [1, 2, 3, 4, 5, 6], [7]), (3, [1, 2, 3, 4], []), (0, [1, 2, 3, 4], [7])],
    ids=["the court is full", "the lord deck is empty", "no pearl"],
)
def test_t4_nobody_plots_without_a_space_a_lord_and_a_pearl(
    own: int, court: list[int], deck: list[int]
) -> None:
    game = position(seat(pearls=own), court=court, lord_deck=deck)
    assert answers(game) == {"explore", "stack:squid"}


def test_t5_the_landlord_pays_before_plotting() -> None:
    game = position(seat(lords=[11]), active=C, court=[1, 2, 3, 4, 5], lord_deck=[6, 7])
    play(game, "stack:squid")
    assert asked(game) == ("MAIN", A)
    assert pearls(game)[A] == 1
    play(game, "plot")
    assert pearls(game)[A] == 0
    assert game.table.court == [1, 2, 3, 4, 5, 6]


def test_a_plotted_lord_may_be_recruited_at_once() -> None:
    game = position(seat(pearls=1, hand=["S5", "S3"]), court=[30, 31, 32], lord_deck=[12, 1])
    assert not game.can("recruit:12")
    play(game, "plot")
    assert game.can("recruit:12")


def test_plotting_earns_no_pearls_even_when_two_lords_lie_in_the_court() -> None:
    game = play(position(seat(pearls=1), court=[30], lord_deck=[12, 1]), "plot")
    assert (pearls(game)[A], game.table.court, game.table.lord_deck_size) == (0, [30, 12], 1)


def test_nobody_may_pass_while_an_action_is_possible() -> None:
    assert not position(seat(pearls=1)).can("pass")


def test_the_price_and_the_purchases_start_anew_with_every_turn() -> None:
    game = position(seat(), seat(), seat(pearls=3), exploration_deck=["J1", "J2", "J3", "J4"])
    play(game, "explore", "buy", "take")
    assert (game.table.active, game.table.price, game.table.seats[C].bought) == (B, 1, 0)
    play(game, "explore")
    assert asked(game) == ("OFFER", C)


# ------------------------------------------------------------------------- offers and prices


def test_t6_the_worked_example_of_the_rulebook() -> None:
    game = position(
        seat(),
        seat(pearls=2),
        seat(),
        seat(pearls=1),
        exploration_deck=["J1", "C2", "M", "H3", "S1", "S2", "Q2"],
    )
    play(game, "explore")
    assert asked(game) == ("OFFER", B)
    play(game, "pass")
    assert asked(game) == ("OFFER", D)
    play(game, "pass", "continue")
    play(game, "pass")
    assert (asked(game), game.table.price) == (("OFFER", D), 1)
    play(game, "buy")
    assert asked(game) == ("EXPLORE_MONSTER", A)
    assert game.table.track == ["J1", "M"]
    play(game, "continue")
    assert (asked(game), game.table.price) == (("OFFER", B), 2)
    assert game.table.track == ["J1", "M", "H3"]
    play(game, "buy")
    assert game.table.track == ["J1", "M", "S1"]
    play(game, "continue", "continue")
    assert pearls(game) == [1 + 2 + 1, 0, 0, 0]
    assert [game.table.seats[player].hand for player in (A, B, D)] == [["Q2"], ["H3"], ["C2"]]
    assert game.table.threat == 2
    assert game.table.council["jellyfish"] == ["J1"]
    assert sorted(game.table.council["shellfish"]) == ["S1", "S2"]
    assert game.table.exploration_discard == ["M"]


def test_t7_who_has_bought_in_this_turn_is_not_asked_again() -> None:
    game = position(seat(), seat(pearls=6), seat(pearls=2), exploration_deck=["J1", "J2", "J3"])
    play(game, "explore", "buy")
    assert (asked(game), game.table.price) == (("OFFER", C), 2)
    assert pearls(game) == [1, 5, 2]


def test_t8_who_cannot_pay_the_price_is_not_asked() -> None:
    game = position(seat(), seat(pearls=1), seat(), price=2, exploration_deck=["J1", "J2"])
    play(game, "explore")
    assert asked(game) == ("EXPLORE_ALLY", A)


def test_t9_after_a_sale_the_active_player_must_reveal_a_further_card() -> None:
    game = position(seat(), seat(pearls=1), exploration_deck=["J1", "J2", "J3"])
    play(game, "explore", "buy")
    assert asked(game) == ("EXPLORE_ALLY", A)
    assert game.table.track == ["J2"]
    assert answers(game) == {"take", "continue"}


def test_the_price_goes_to_the_active_player_and_the_card_to_the_buyer() -> None:
    game = position(seat(pearls=1), seat(pearls=1), exploration_deck=["J1", "J2", "J3"])
    play(game, "explore", "buy")
    assert pearls(game)[:2] == [2, 0]
    assert game.table.seats[B].hand == ["J1"]


def test_the_price_rises_only_by_sales() -> None:
    game = position(seat(), seat(pearls=4), exploration_deck=["J1", "J2", "J3"])
    play(game, "explore", "pass", "continue")
    assert (asked(game), game.table.price) == (("OFFER", B), 1)


def test_opponents_are_asked_clockwise_from_the_left_neighbour() -> None:
    game = position(
        seat(pearls=1), seat(pearls=1), seat(), seat(pearls=1), active=C, exploration_deck=["J1", "J2"]
    )
    order = []
    play(game, "explore")
    while game.question.kind == "OFFER":
        order.append(game.player)
        play(game, "pass")
    assert order == [D, A, B]


def test_nobody_is_offered_a_monster() -> None:
    game = position(seat(), seat(pearls=5), exploration_deck=["M", "J1"])
    assert asked(play(game, "explore")) == ("EXPLORE_MONSTER", A)


def test_five_unsold_cards_end_an_exploration_however_many_were_sold() -> None:
    game = position(seat(), seat(pearls=1), exploration_deck=["J1", "J2", "C1", "C2", "H1", "H2"])
    play(game, "explore", "buy", "continue", "continue", "continue", "continue")
    assert game.table.seats[A].hand == ["H2"]
    assert game.table.active == B


# ----------------------------------------------------------------- taking, fighting, going on


def test_t10_taking_on_the_first_space_brings_no_pearl() -> None:
    game = play(position(exploration_deck=["J4", "J1"]), "explore", "take")
    assert (game.table.seats[A].hand, pearls(game)[A]) == (["J4"], 0)
    assert game.table.track == []
    assert asked(game) == ("MAIN", B)


def test_t11_fighting_at_threat_three_brings_a_key_token_and_resets_the_threat() -> None:
    game = play(position(threat=3, exploration_deck=["J1", "M", "J2"]), "explore", "continue", "fight")
    assert (game.table.seats[A].key_tokens, pearls(game)[A], game.table.seats[A].monster_tokens) == (1, 0, [])
    assert game.table.threat == 1
    assert asked(game) == ("MAIN", B)


def test_t12_the_monster_on_the_last_space_must_be_fought_and_brings_a_pearl_besides() -> None:
    game = position(exploration_deck=["J1", "C1", "H1", "S1", "M", "S2"], monster_pool=[3, 3])
    play(game, "explore", "continue", "continue", "continue", "continue")
    assert (asked(game), answers(game)) == (("REWARD", A), {"reward:1", "reward:2"})
    play(game, "reward:2")
    assert (pearls(game)[A], game.table.seats[A].monster_tokens) == (1, [3])


def test_t14_rewards_with_more_tokens_than_the_pool_holds_are_not_offered_r9() -> None:
    game = play(position(threat=5, exploration_deck=["M", "J1"], monster_pool=[2]), "explore", "fight")
    assert answers(game) == {"reward:1", "reward:2"}
    play(game, "reward:2")
    assert (game.table.seats[A].key_tokens, pearls(game)[A], game.table.seats[A].monster_tokens) == (
        1,
        1,
        [2],
    )


def test_t15_with_an_empty_pool_threat_two_brings_two_pearls_r9() -> None:
    game = play(position(threat=2, exploration_deck=["M", "J1"], monster_pool=[]), "explore", "fight")
    assert (pearls(game)[A], game.table.threat, game.table.active) == (2, 1, B)


@pytest.mark.parametrize(("threat", "keys", "own"), [(1, 0, 1), (4, 1, 1), (5, 1, 2)])
def test_r9_an_empty_pool_leaves_the_reward_without_tokens(threat: int, keys: int, own: int) -> None:
    game = play(position(threat=threat, exploration_deck=["M", "J1"], monster_pool=[]), "explore", "fight")
    assert (game.table.seats[A].key_tokens, pearls(game)[A], game.table.active) == (keys, own, B)


@pytest.mark.parametrize(
    ("threat", "choice", "own", "tokens", "keys"),
    [
        (1, "reward:1", 1, 0, 0),
        (1, "reward:2", 0, 1, 0),
        (2, "reward:1", 2, 0, 0),
        (2, "reward:2", 1, 1, 0),
        (2, "reward:3", 0, 2, 0),
        (4, "reward:1", 1, 0, 1),
        (4, "reward:2", 0, 1, 1),
        (5, "reward:1", 2, 0, 1),
        (5, "reward:2", 1, 1, 1),
        (5, "reward:3", 0, 2, 1),
    ],
)
def test_the_rewards_of_the_threat_track(threat: int, choice: str, own: int, tokens: int, keys: int) -> None:
    game = position(threat=threat, exploration_deck=["M", "J1"], monster_pool=TOKENS)
    play(game, "explore", "fight", choice)
    me = game.table.seats[A]
    assert (me.pearls, len(me.monster_tokens), me.key_tokens) == (own, tokens, keys)
    assert game.table.monster_pool_size == len(TOKENS) - tokens
    assert game.table.threat == 1


def test_threat_six_brings_two_key_tokens() -> None:
    game = play(position(threat=6, exploration_deck=["M", "J1"]), "explore", "fight")
    assert (game.table.seats[A].key_tokens, game.table.threat) == (2, 1)


def test_a_fight_ends_the_exploration() -> None:
    game = play(position(threat=3, exploration_deck=["C1", "M", "J2"]), "explore", "continue", "fight")
    assert game.table.active == B
    assert (game.table.council["crab"], game.table.exploration_discard, game.table.exploration_deck_size) == (
        ["C1"],
        ["M"],
        1,
    )


def test_declining_a_monster_raises_the_threat_by_one() -> None:
    game = play(position(threat=3, exploration_deck=["M", "J1", "J2"]), "explore", "continue")
    assert (game.table.threat, game.table.track) == (4, ["M", "J1"])


def test_r7_declining_a_monster_at_threat_six_is_allowed_and_the_marker_stays() -> None:
    game = play(position(threat=6, exploration_deck=["M", "J1", "J2"]), "explore", "continue")
    assert (game.table.threat, asked(game)) == (6, ("EXPLORE_ALLY", A))


def test_taking_an_ally_leaves_the_threat_as_it_is() -> None:
    game = play(position(threat=4, exploration_deck=["M", "J1", "J2"]), "explore", "continue", "take")
    assert game.table.threat == 5
    assert game.table.exploration_discard == ["M"]


def test_the_ally_on_the_last_space_must_be_taken_and_brings_a_pearl() -> None:
    game = position(exploration_deck=["J1", "C1", "H1", "S1", "Q4", "Q3"])
    play(game, "explore", "continue", "continue", "continue", "continue")
    assert (game.table.seats[A].hand, pearls(game)[A], game.table.active) == (["Q4"], 1, B)


def test_an_exploration_may_begin_in_the_middle() -> None:
    game = position(
        seat(), seat(pearls=5), phase="explore", track=["C2", "Q3"], exploration_deck=["J1", "J2"]
    )
    assert (asked(game), answers(game)) == (("EXPLORE_ALLY", A), {"take", "continue"})
    play(game, "take")
    assert (game.table.seats[A].hand, game.table.council["crab"]) == (["Q3"], ["C2"])


# ------------------------------------------------------------------------------ the last card


def test_t16_an_empty_deck_is_replaced_by_the_shuffled_discard() -> None:
    discard = ["J1", "J2", "C1", "C2", "H1", "H2", "S1", "S2", "Q2", "Q3"]
    game = play(position(exploration_deck=[], exploration_discard=discard), "explore")
    assert (game.table.exploration_deck_size, len(game.table.exploration_discard)) == (9, 0)
    assert game.table.track[0] in discard


def test_r30_the_discard_is_shuffled_only_when_a_card_must_be_revealed() -> None:
    game = play(position(exploration_deck=["J1"], exploration_discard=["C1"]), "explore")
    assert (game.table.exploration_deck_size, game.table.exploration_discard) == (0, ["C1"])
    # The second card is the last of all and must be taken.
    play(game, "continue")
    assert (game.table.seats[A].hand, game.table.exploration_discard) == (["C1"], [])


def test_t17_the_last_card_of_all_must_be_taken_without_a_pearl_r26() -> None:
    stacks = {"crab": ["C1"], "squid": ["Q1"]}
    game = position(seat(), seat(pearls=1), seat(pearls=1), council=stacks, exploration_deck=["J3"])
    play(game, "explore", "pass", "pass")
    assert (game.table.seats[A].hand, pearls(game)[A], game.table.active) == (["J3"], 0, B)


def test_r26_the_monster_that_is_the_last_card_of_all_must_be_fought_without_a_pearl() -> None:
    game = play(position(exploration_deck=["M"]), "explore")
    assert asked(game) == ("REWARD", A)
    play(game, "reward:1")
    assert (pearls(game)[A], game.table.exploration_discard) == (1, ["M"])


def test_r26_an_exploration_whose_last_card_was_bought_ends_without_a_card() -> None:
    game = position(seat(), seat(pearls=1), exploration_deck=["C1", "J3"])
    play(game, "explore", "pass", "continue", "buy")
    assert (game.table.seats[A].hand, game.table.seats[B].hand, game.table.council["crab"]) == (
        [],
        ["J3"],
        ["C1"],
    )
    assert asked(game) == ("MAIN", B)


@pytest.mark.lord(12)
def test_r30_a_turn_power_may_fill_the_discard_so_that_the_exploration_can_go_on() -> None:
    game = play(position(seat(lords=[12], hand=["Q5"]), exploration_deck=["J3"]), "explore")
    assert answers(game) == {"take", "use:12"}
    play(game, "use:12")
    assert answers(game) == {"take", "continue"}
    play(game, "continue")
    assert (game.table.seats[A].hand, game.table.council["jellyfish"]) == (["Q5"], ["J3"])


def test_exploring_needs_a_card_in_the_deck_or_the_discard() -> None:
    game = position(seat(pearls=1), court=[1, 2, 3], exploration_deck=[], exploration_discard=[])
    assert answers(game) == {"plot", "stack:squid"}


def test_r27_who_has_no_legal_action_is_skipped() -> None:
    nothing: dict[str, Any] = {
        "exploration_deck": [],
        "exploration_discard": [],
        "court": [1, 2, 3],
        "lord_deck": [4, 5],
    }
    game = position(seat(), seat(pearls=1), seat(pearls=1), active=C, **nothing)
    play(game, "stack:squid")
    assert (asked(game), answers(game)) == (("MAIN", B), {"plot", "pass"})


# --------------------------------------------------------------------- the end of exploration


def test_t19_what_is_left_goes_to_the_council_and_the_ship_master_pays_per_race() -> None:
    game = position(seat(lords=[8]), exploration_deck=["C2", "M", "J1", "C4", "Q5"])
    play(game, "explore", "continue", "continue", "continue", "continue")
    assert (sorted(game.table.council["crab"]), game.table.council["jellyfish"]) == (["C2", "C4"], ["J1"])
    assert game.table.exploration_discard == ["M"]
    assert pearls(game)[A] == 1 + 2
    assert game.table.seats[A].hand == ["Q5"]


def test_r29_nobody_may_look_through_the_discard() -> None:
    game = position(exploration_discard=["C3", "C4"])
    seen = view(game.state, A)
    assert seen.exploration_discard_size == 2
    assert "exploration_discard" not in seen.to_dict()


# -------------------------------------------------------------------------- the council's support


def test_t20_the_alchemist_finds_no_second_stack_r28() -> None:
    game = position(seat(lords=[18]), council={"crab": ["C1", "C2", "C3"]})
    play(game, "stack:crab")
    assert game.table.seats[A].hand == ["C1", "C2", "C3"]
    assert game.table.active == B


def test_r28_the_slaver_keeps_no_question_open_for_a_second_stack_that_there_is_not() -> None:
    game = position(seat(lords=[12, 18], hand=["J1"]), council={"crab": ["C1", "C2", "C3"]})
    play(game, "stack:crab")
    assert asked(game) == ("END_POWERS", A)


def test_t21_the_alchemist_must_take_the_second_stack_r28() -> None:
    game = position(seat(lords=[18]), council={"crab": ["C1", "C2", "C3"], "squid": ["Q1", "Q2"]})
    play(game, "stack:crab")
    assert game.table.seats[A].hand == ["C1", "C2", "C3", "Q1", "Q2"]
    assert game.table.active == B


def test_t22_empty_stacks_cannot_be_asked_for_r35() -> None:
    game = position(seat(pearls=1), council={}, court=[1, 2, 3])
    assert answers(game) == {"explore", "plot"}


def test_r35_only_the_stacks_with_cards_can_be_asked_for() -> None:
    game = position(council={"crab": ["C1"], "shellfish": ["S1"]})
    assert answers(game) == {"explore", "stack:crab", "stack:shellfish"}


def test_support_takes_the_whole_stack_and_nothing_else() -> None:
    game = position(council={"crab": ["C1", "C5"], "squid": ["Q1"]})
    play(game, "stack:crab")
    assert game.table.seats[A].hand == ["C1", "C5"]
    assert (game.table.council["squid"], asked(game)) == (["Q1"], ("MAIN", B))


# --------------------------------------------------------------------------- what the base lacks


def test_r34_the_base_game_has_no_hand_limit() -> None:
    hand = [card for card in FIVE_OF_EACH if card != "Q1"]
    game = play(position(seat(hand=hand), council={"crab": ["C1"], "squid": ["Q1"]}), "stack:squid")
    assert len(game.table.seats[A].hand) == len(hand) + 1
    assert asked(game) == ("MAIN", B)


def test_a_disabled_landlord_pays_nothing_at_the_start_of_the_turn() -> None:
    game = position(seat(lords=[disabled(11)]), active=C, council={"squid": ["Q1"], "crab": ["C1"]})
    play(game, "stack:squid")
    assert (asked(game), pearls(game)[A]) == (("MAIN", A), 0)
