"""Setup, the start of a turn, plotting, exploring and asking the council for support."""

from collections import Counter
from typing import Any

import pytest

from openabyss.table.view import view
from tests.rules.positions import A, B, C, D, Situation, base_table, disabled, position, seat

TOKENS = [2, 2, 3, 3]
LORDS, LOCATIONS = len(base_table("lords")), len(base_table("locations"))
FIVE_OF_EACH = [f"{race}{value}" for race in "JCHSQ" for value in range(1, 6)]


# ------------------------------------------------------------------------------------ setup
def test_t1_a_new_game_for_four_starts_with_full_decks_one_pearl_each_and_no_cards() -> None:
    game = Situation.new(players=4, seed=7)
    # The first turn can only begin with exploring, so the first card may already lie on the track.
    assert game.table.exploration_deck_size + len(game.table.track) == 71
    assert len(game.table.exploration_discard) == 0
    assert not any(game.table.council.values())
    assert (len(game.table.court), game.table.lord_deck_size) == (6, LORDS - 6)
    assert (len(game.table.available_locations), game.table.location_deck_size) == (1, LOCATIONS - 1)
    assert (game.table.monster_pool_size, game.table.threat) == (20, 1)
    assert [(seat.pearls, seat.hand, seat.lords) for seat in game.seats] == [(1, [], [])] * 4


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
    game = Situation.new(players=players, seed=1)
    assert game.players == len(game.seats) == players
    assert (len(game.table.court), game.table.lord_deck_size) == (6, LORDS - 6)
    assert game.table.location_deck_size == LOCATIONS - 1


# ----------------------------------------------------------------------- plot and turn start
def test_t3_plotting_twice_fills_a_court_of_four_and_leaves_every_action_open() -> None:
    game = position(seat(pearls=3, hand=["S5", "S3"]), court=[12, 30, 31, 32], lord_deck=[1, 2, 3])
    game.play("plot", "plot")
    assert game.pearls[A] == 1
    assert game.table.court == [12, 30, 31, 32, 1, 2]
    assert not game.can("plot")
    assert {"explore", "stack:squid", "recruit:12"} <= game.answers


@pytest.mark.parametrize(
    ("own", "court", "deck"),
    [(3, [1, 2, 3, 4, 5, 6], [7]), (3, [1, 2, 3, 4], []), (0, [1, 2, 3, 4], [7])],
    ids=["the court is full", "the lord deck is empty", "no pearl"],
)
def test_t4_nobody_plots_without_a_space_a_lord_and_a_pearl(
    own: int, court: list[int], deck: list[int]
) -> None:
    assert position(seat(pearls=own), court=court, lord_deck=deck).answers == {"explore", "stack:squid"}


def test_t5_the_landlord_pays_before_plotting() -> None:
    game = position(seat(lords=[11]), active=C, court=[1, 2, 3, 4, 5], lord_deck=[6, 7])
    game.play("stack:squid")
    assert game.asked == ("MAIN", A)
    assert game.pearls[A] == 1
    game.play("plot")
    assert game.pearls[A] == 0
    assert game.table.court == [1, 2, 3, 4, 5, 6]


def test_a_plotted_lord_may_be_recruited_at_once() -> None:
    game = position(seat(pearls=1, hand=["S5", "S3"]), court=[30, 31, 32], lord_deck=[12, 1])
    assert not game.can("recruit:12")
    game.play("plot")
    assert game.can("recruit:12")


def test_plotting_earns_no_pearls_even_when_two_lords_lie_in_the_court() -> None:
    game = position(seat(pearls=1), court=[30], lord_deck=[12, 1]).play("plot")
    assert (game.pearls[A], game.table.court, game.table.lord_deck_size) == (0, [30, 12], 1)


def test_nobody_may_pass_while_an_action_is_possible() -> None:
    assert not position(seat(pearls=1)).can("pass")


def test_the_price_and_the_purchases_start_anew_with_every_turn() -> None:
    game = position(seat(), seat(), seat(pearls=3), exploration_deck=["J1", "J2", "J3", "J4"])
    game.play("explore", "buy", "take")
    assert (game.table.active, game.table.price, game.seats[C].bought) == (B, 1, 0)
    game.play("explore")
    assert game.asked == ("OFFER", C)


# ------------------------------------------------------------------------- offers and prices
def test_t6_the_worked_example_of_the_rulebook() -> None:
    game = position(
        seat(),
        seat(pearls=2),
        seat(),
        seat(pearls=1),
        exploration_deck=["J1", "C2", "M", "H3", "S1", "S2", "Q2"],
    )
    game.play("explore")
    assert game.asked == ("OFFER", B)
    game.play("pass")
    assert game.asked == ("OFFER", D)
    game.play("pass", "continue")
    game.play("pass")
    assert (game.asked, game.table.price) == (("OFFER", D), 1)
    game.play("buy")
    assert game.asked == ("EXPLORE_MONSTER", A)
    assert game.table.track == ["J1", "M"]
    game.play("continue")
    assert (game.asked, game.table.price) == (("OFFER", B), 2)
    assert game.table.track == ["J1", "M", "H3"]
    game.play("buy")
    assert game.table.track == ["J1", "M", "S1"]
    game.play("continue", "continue")
    assert game.pearls == [1 + 2 + 1, 0, 0, 0]
    assert [game.seats[player].hand for player in (A, B, D)] == [["Q2"], ["H3"], ["C2"]]
    assert game.table.threat == 2
    assert game.table.council["jellyfish"] == ["J1"]
    assert sorted(game.table.council["shellfish"]) == ["S1", "S2"]
    assert game.table.exploration_discard == ["M"]


def test_t7_who_has_bought_in_this_turn_is_not_asked_again() -> None:
    game = position(seat(), seat(pearls=6), seat(pearls=2), exploration_deck=["J1", "J2", "J3"])
    game.play("explore", "buy")
    assert (game.asked, game.table.price) == (("OFFER", C), 2)
    assert game.pearls == [1, 5, 2]


def test_t8_who_cannot_pay_the_price_is_not_asked() -> None:
    game = position(seat(), seat(pearls=1), seat(), price=2, exploration_deck=["J1", "J2"])
    game.play("explore")
    assert game.asked == ("EXPLORE_ALLY", A)


def test_t9_after_a_sale_the_active_player_must_reveal_a_further_card() -> None:
    game = position(seat(), seat(pearls=1), exploration_deck=["J1", "J2", "J3"]).play("explore", "buy")
    assert game.asked == ("EXPLORE_ALLY", A)
    assert game.table.track == ["J2"]
    assert game.answers == {"take", "continue"}


def test_the_price_goes_to_the_active_player_and_the_card_to_the_buyer() -> None:
    game = position(seat(pearls=1), seat(pearls=1), exploration_deck=["J1", "J2", "J3"])
    game.play("explore", "buy")
    assert game.pearls[:2] == [2, 0]
    assert game.seats[B].hand == ["J1"]


def test_the_price_rises_only_by_sales() -> None:
    game = position(seat(), seat(pearls=4), exploration_deck=["J1", "J2", "J3"])
    game.play("explore", "pass", "continue")
    assert (game.asked, game.table.price) == (("OFFER", B), 1)


def test_opponents_are_asked_clockwise_from_the_left_neighbour() -> None:
    game = position(
        seat(pearls=1), seat(pearls=1), seat(), seat(pearls=1), active=C, exploration_deck=["J1", "J2"]
    )
    order = []
    game.play("explore")
    while game.question.kind == "OFFER":
        order.append(game.player)
        game.play("pass")
    assert order == [D, A, B]


def test_nobody_is_offered_a_monster() -> None:
    game = position(seat(), seat(pearls=5), exploration_deck=["M", "J1"])
    assert game.play("explore").asked == ("EXPLORE_MONSTER", A)


def test_five_unsold_cards_end_an_exploration_however_many_were_sold() -> None:
    game = position(seat(), seat(pearls=1), exploration_deck=["J1", "J2", "C1", "C2", "H1", "H2"])
    game.play("explore", "buy", "continue", "continue", "continue", "continue")
    assert game.mine.hand == ["H2"]
    assert game.table.active == B


# ----------------------------------------------------------------- taking, fighting, going on
def test_t10_taking_on_the_first_space_brings_no_pearl() -> None:
    game = position(exploration_deck=["J4", "J1"]).play("explore", "take")
    assert (game.mine.hand, game.pearls[A]) == (["J4"], 0)
    assert game.table.track == []
    assert game.asked == ("MAIN", B)


def test_t11_fighting_at_threat_three_brings_a_key_token_and_resets_the_threat() -> None:
    game = position(threat=3, exploration_deck=["J1", "M", "J2"]).play("explore", "continue", "fight")
    assert (game.mine.key_tokens, game.pearls[A], game.mine.monster_tokens) == (1, 0, [])
    assert game.table.threat == 1
    assert game.asked == ("MAIN", B)


def test_t12_the_monster_on_the_last_space_must_be_fought_and_brings_a_pearl_besides() -> None:
    game = position(exploration_deck=["J1", "C1", "H1", "S1", "M", "S2"], monster_pool=[3, 3])
    game.play("explore", "continue", "continue", "continue", "continue")
    assert (game.asked, game.answers) == (("REWARD", A), {"reward:1", "reward:2"})
    game.play("reward:2")
    assert (game.pearls[A], game.mine.monster_tokens) == (1, [3])


def test_t14_rewards_with_more_tokens_than_the_pool_holds_are_not_offered_r9() -> None:
    game = position(threat=5, exploration_deck=["M", "J1"], monster_pool=[2]).play("explore", "fight")
    assert game.answers == {"reward:1", "reward:2"}
    game.play("reward:2")
    assert (game.mine.key_tokens, game.pearls[A], game.mine.monster_tokens) == (1, 1, [2])


def test_t15_with_an_empty_pool_threat_two_brings_two_pearls_r9() -> None:
    game = position(threat=2, exploration_deck=["M", "J1"], monster_pool=[]).play("explore", "fight")
    assert (game.pearls[A], game.table.threat, game.table.active) == (2, 1, B)


@pytest.mark.parametrize(("threat", "keys", "own"), [(1, 0, 1), (4, 1, 1), (5, 1, 2)])
def test_r9_an_empty_pool_leaves_the_reward_without_tokens(threat: int, keys: int, own: int) -> None:
    game = position(threat=threat, exploration_deck=["M", "J1"], monster_pool=[]).play("explore", "fight")
    assert (game.mine.key_tokens, game.pearls[A], game.table.active) == (keys, own, B)


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
    game.play("explore", "fight", choice)
    me = game.mine
    assert (me.pearls, len(me.monster_tokens), me.key_tokens) == (own, tokens, keys)
    assert game.table.monster_pool_size == len(TOKENS) - tokens
    assert game.table.threat == 1


def test_threat_six_brings_two_key_tokens() -> None:
    game = position(threat=6, exploration_deck=["M", "J1"]).play("explore", "fight")
    assert (game.mine.key_tokens, game.table.threat) == (2, 1)


def test_a_fight_ends_the_exploration() -> None:
    game = position(threat=3, exploration_deck=["C1", "M", "J2"]).play("explore", "continue", "fight")
    assert game.table.active == B
    assert (game.table.council["crab"], game.table.exploration_discard, game.table.exploration_deck_size) == (
        ["C1"],
        ["M"],
        1,
    )


def test_declining_a_monster_raises_the_threat_by_one() -> None:
    game = position(threat=3, exploration_deck=["M", "J1", "J2"]).play("explore", "continue")
    assert (game.table.threat, game.table.track) == (4, ["M", "J1"])


def test_r7_declining_a_monster_at_threat_six_is_allowed_and_the_marker_stays() -> None:
    game = position(threat=6, exploration_deck=["M", "J1", "J2"]).play("explore", "continue")
    assert (game.table.threat, game.asked) == (6, ("EXPLORE_ALLY", A))


def test_taking_an_ally_leaves_the_threat_as_it_is() -> None:
    game = position(threat=4, exploration_deck=["M", "J1", "J2"]).play("explore", "continue", "take")
    assert game.table.threat == 5
    assert game.table.exploration_discard == ["M"]


def test_the_ally_on_the_last_space_must_be_taken_and_brings_a_pearl() -> None:
    game = position(exploration_deck=["J1", "C1", "H1", "S1", "Q4", "Q3"])
    game.play("explore", "continue", "continue", "continue", "continue")
    assert (game.mine.hand, game.pearls[A], game.table.active) == (["Q4"], 1, B)


def test_an_exploration_may_begin_in_the_middle() -> None:
    game = position(
        seat(), seat(pearls=5), phase="explore", track=["C2", "Q3"], exploration_deck=["J1", "J2"]
    )
    assert (game.asked, game.answers) == (("EXPLORE_ALLY", A), {"take", "continue"})
    game.play("take")
    assert (game.mine.hand, game.table.council["crab"]) == (["Q3"], ["C2"])


# ------------------------------------------------------------------------------ the last card
def test_t16_an_empty_deck_is_replaced_by_the_shuffled_discard() -> None:
    discard = ["J1", "J2", "C1", "C2", "H1", "H2", "S1", "S2", "Q2", "Q3"]
    game = position(exploration_deck=[], exploration_discard=discard).play("explore")
    assert (game.table.exploration_deck_size, len(game.table.exploration_discard)) == (9, 0)
    assert game.table.track[0] in discard


def test_r30_the_discard_is_shuffled_only_when_a_card_must_be_revealed() -> None:
    game = position(exploration_deck=["J1"], exploration_discard=["C1"]).play("explore")
    assert (game.table.exploration_deck_size, game.table.exploration_discard) == (0, ["C1"])
    # The second card is the last of all and must be taken.
    game.play("continue")
    assert (game.mine.hand, game.table.exploration_discard) == (["C1"], [])


def test_t17_the_last_card_of_all_must_be_taken_without_a_pearl_r26() -> None:
    stacks = {"crab": ["C1"], "squid": ["Q1"]}
    game = position(seat(), seat(pearls=1), seat(pearls=1), council=stacks, exploration_deck=["J3"])
    game.play("explore", "pass", "pass")
    assert (game.mine.hand, game.pearls[A], game.table.active) == (["J3"], 0, B)


def test_r26_the_monster_that_is_the_last_card_of_all_must_be_fought_without_a_pearl() -> None:
    game = position(exploration_deck=["M"]).play("explore")
    assert game.asked == ("REWARD", A)
    game.play("reward:1")
    assert (game.pearls[A], game.table.exploration_discard) == (1, ["M"])


def test_r26_an_exploration_whose_last_card_was_bought_ends_without_a_card() -> None:
    game = position(seat(), seat(pearls=1), exploration_deck=["C1", "J3"])
    game.play("explore", "pass", "continue", "buy")
    assert (game.mine.hand, game.seats[B].hand, game.table.council["crab"]) == ([], ["J3"], ["C1"])
    assert game.asked == ("MAIN", B)


def test_r30_a_turn_power_may_fill_the_discard_so_that_the_exploration_can_go_on() -> None:
    game = position(seat(lords=[12], hand=["Q5"]), exploration_deck=["J3"]).play("explore")
    assert game.answers == {"take", "use:12"}
    game.play("use:12")
    assert game.answers == {"take", "continue"}
    game.play("continue")
    assert (game.mine.hand, game.table.council["jellyfish"]) == (["Q5"], ["J3"])


def test_exploring_needs_a_card_in_the_deck_or_the_discard() -> None:
    game = position(seat(pearls=1), court=[1, 2, 3], exploration_deck=[], exploration_discard=[])
    assert game.answers == {"plot", "stack:squid"}


def test_r27_who_has_no_legal_action_is_skipped() -> None:
    nothing: dict[str, Any] = {
        "exploration_deck": [],
        "exploration_discard": [],
        "court": [1, 2, 3],
        "lord_deck": [4, 5],
    }
    game = position(seat(), seat(pearls=1), seat(pearls=1), active=C, **nothing).play("stack:squid")
    assert (game.asked, game.answers) == (("MAIN", B), {"plot", "pass"})


# --------------------------------------------------------------------- the end of exploration
def test_t19_what_is_left_goes_to_the_council_and_the_ship_master_pays_per_race() -> None:
    game = position(seat(lords=[8]), exploration_deck=["C2", "M", "J1", "C4", "Q5"])
    game.play("explore", "continue", "continue", "continue", "continue")
    assert (sorted(game.table.council["crab"]), game.table.council["jellyfish"]) == (["C2", "C4"], ["J1"])
    assert game.table.exploration_discard == ["M"]
    assert game.pearls[A] == 1 + 2
    assert game.mine.hand == ["Q5"]


def test_r29_nobody_may_look_through_the_discard() -> None:
    seen = view(position(exploration_discard=["C3", "C4"]).state, A)
    assert seen.exploration_discard_size == 2
    assert "exploration_discard" not in seen.to_dict()


# -------------------------------------------------------------------------- the council's support
def test_t20_the_alchemist_finds_no_second_stack_r28() -> None:
    game = position(seat(lords=[18]), council={"crab": ["C1", "C2", "C3"]}).play("stack:crab")
    assert game.mine.hand == ["C1", "C2", "C3"]
    assert game.table.active == B


def test_r28_the_slaver_keeps_no_question_open_for_a_second_stack_that_there_is_not() -> None:
    game = position(seat(lords=[12, 18], hand=["J1"]), council={"crab": ["C1", "C2", "C3"]})
    game.play("stack:crab")
    assert game.asked == ("END_POWERS", A)


def test_t21_the_alchemist_must_take_the_second_stack_r28() -> None:
    game = position(seat(lords=[18]), council={"crab": ["C1", "C2", "C3"], "squid": ["Q1", "Q2"]})
    game.play("stack:crab")
    assert game.mine.hand == ["C1", "C2", "C3", "Q1", "Q2"]
    assert game.table.active == B


def test_t22_empty_stacks_cannot_be_asked_for_r35() -> None:
    assert position(seat(pearls=1), council={}, court=[1, 2, 3]).answers == {"explore", "plot"}


def test_r35_only_the_stacks_with_cards_can_be_asked_for() -> None:
    game = position(council={"crab": ["C1"], "shellfish": ["S1"]})
    assert game.answers == {"explore", "stack:crab", "stack:shellfish"}


def test_support_takes_the_whole_stack_and_nothing_else() -> None:
    game = position(council={"crab": ["C1", "C5"], "squid": ["Q1"]}).play("stack:crab")
    assert game.mine.hand == ["C1", "C5"]
    assert (game.table.council["squid"], game.asked) == (["Q1"], ("MAIN", B))


# --------------------------------------------------------------------------- what the base lacks
def test_r34_the_base_game_has_no_hand_limit() -> None:
    hand = [card for card in FIVE_OF_EACH if card != "Q1"]
    game = position(seat(hand=hand), council={"crab": ["C1"], "squid": ["Q1"]}).play("stack:squid")
    assert len(game.mine.hand) == len(hand) + 1
    assert game.asked == ("MAIN", B)


def test_a_disabled_landlord_pays_nothing_at_the_start_of_the_turn() -> None:
    game = position(seat(lords=[disabled(11)]), active=C, council={"squid": ["Q1"], "crab": ["C1"]})
    game.play("stack:squid")
    assert (game.asked, game.pearls[A]) == (("MAIN", A), 0)
