"""Setup, the start of a turn, plotting, exploring and asking the council for support."""

from collections import Counter

import pytest

from openabyss.table.view import view
from tests.rules.positions import disabled, position, seat
from tests.rules.printed import base_table
from tests.rules.situation import A, B, C, D, Situation, shown, shown_by_each

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
@pytest.mark.parametrize(
    ("own", "court", "deck"),
    [(3, [1, 2, 3, 4, 5, 6], [7]), (3, [1, 2, 3, 4], []), (0, [1, 2, 3, 4], [7])],
    ids=["the court is full", "the lord deck is empty", "no pearl"],
)
def test_t4_nobody_plots_without_a_space_a_lord_and_a_pearl(
    own: int, court: list[int], deck: list[int]
) -> None:
    assert position(seat(pearls=own), court=court, lord_deck=deck).answers == {"explore", "stack:squid"}


test_plot_and_turn_start = shown(
    t5_the_landlord_pays_before_plotting=lambda:
        position(seat(lords=[11]), active=C, court=[1, 2, 3, 4, 5], lord_deck=[6, 7]).play("stack:squid")
        .shows(asked=("MAIN", A), own_pearls=1)
        .play("plot").shows(own_pearls=0, court=[1, 2, 3, 4, 5, 6]),
    a_plotted_lord_may_be_recruited_at_once=lambda:
        position(seat(pearls=1, hand=["S5", "S3"]), court=[30, 31, 32], lord_deck=[12, 1])
        .refuses("recruit:12")
        .play("plot").offers("recruit:12"),
    plotting_earns_no_pearls_even_when_two_lords_lie_in_the_court=lambda:
        position(seat(pearls=1), court=[30], lord_deck=[12, 1]).play("plot")
        .shows(own_pearls=0, court=[30, 12], lord_deck_size=1),
    nobody_may_pass_while_an_action_is_possible=lambda: position(seat(pearls=1)).refuses("pass"),
    the_price_and_the_purchases_start_anew_with_every_turn=lambda:
        position(seat(), seat(), seat(pearls=3), exploration_deck=["J1", "J2", "J3", "J4"])
        .play("explore", "buy", "take").shows(active=B, price=1).before(C, bought=0)
        .play("explore").shows(asked=("OFFER", C)),
    t3_plotting_twice_fills_a_court_of_four_and_leaves_every_action_open=lambda:
        position(seat(pearls=3, hand=["S5", "S3"]), court=[12, 30, 31, 32], lord_deck=[1, 2, 3])
        .play("plot", "plot").shows(own_pearls=1, court=[12, 30, 31, 32, 1, 2]).refuses("plot")
        .offers("explore", "stack:squid", "recruit:12"),
)  # fmt: skip


# ------------------------------------------------------------------------- offers and prices
test_offers_and_prices = shown(
    t7_who_has_bought_in_this_turn_is_not_asked_again=lambda:
        position(seat(), seat(pearls=6), seat(pearls=2), exploration_deck=["J1", "J2", "J3"])
        .play("explore", "buy").shows(asked=("OFFER", C), price=2, pearls=[1, 5, 2]),
    t8_who_cannot_pay_the_price_is_not_asked=lambda:
        position(seat(), seat(pearls=1), seat(), price=2, exploration_deck=["J1", "J2"]).play("explore")
        .shows(asked=("EXPLORE_ALLY", A)),
    t9_after_a_sale_the_active_player_must_reveal_a_further_card=lambda:
        position(seat(), seat(pearls=1), exploration_deck=["J1", "J2", "J3"]).play("explore", "buy")
        .shows(asked=("EXPLORE_ALLY", A), track=["J2"], answers={"take", "continue"}),
    the_price_rises_only_by_sales=lambda:
        position(seat(), seat(pearls=4), exploration_deck=["J1", "J2", "J3"])
        .play("explore", "pass", "continue").shows(asked=("OFFER", B), price=1),
    nobody_is_offered_a_monster=lambda:
        position(seat(), seat(pearls=5), exploration_deck=["M", "J1"]).play("explore")
        .shows(asked=("EXPLORE_MONSTER", A)),
    five_unsold_cards_end_an_exploration_however_many_were_sold=lambda:
        position(seat(), seat(pearls=1), exploration_deck=["J1", "J2", "C1", "C2", "H1", "H2"])
        .play("explore", "buy", "continue", "continue", "continue", "continue").shows(hand=["H2"], active=B),
    an_ally_sold_on_the_last_space_brings_no_pearl_and_the_next_card_lies_there_too=lambda:
        position(
            seat(), seat(pearls=1), phase="explore", track=["J1", "J2", "C1", "C2"],
            exploration_deck=["H1", "H2", "M"],
        ).play("continue", "buy").shows(hand=["H2"], own_pearls=1 + 1, exploration_deck_size=1)
        .before(B, hand=["H1"]),
    the_price_goes_to_the_active_player_and_the_card_to_the_buyer=lambda:
        position(seat(pearls=1), seat(pearls=1), exploration_deck=["J1", "J2", "J3"]).play("explore", "buy")
        .shows(own_pearls=2).before(B, pearls=0, hand=["J1"]),
    t6_the_worked_example_of_the_rulebook=lambda:
        position(
            seat(), seat(pearls=2), seat(), seat(pearls=1),
            exploration_deck=["J1", "C2", "M", "H3", "S1", "S2", "Q2"],
        ).play("explore").shows(asked=("OFFER", B))
        .play("pass").shows(asked=("OFFER", D))
        .play("pass", "continue", "pass").shows(asked=("OFFER", D), price=1)
        .play("buy").shows(asked=("EXPLORE_MONSTER", A), track=["J1", "M"])
        .play("continue").shows(asked=("OFFER", B), price=2, track=["J1", "M", "H3"])
        .play("buy").shows(track=["J1", "M", "S1"])
        .play("continue", "continue").shows(every_hand=[["Q2"], ["H3"], [], ["C2"]])
        .shows(pearls=[1 + 2 + 1, 0, 0, 0], threat=2, exploration_discard=["M"])
        .stacks(jellyfish=["J1"], shellfish=["S1", "S2"]),
)  # fmt: skip


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


test_taking_fighting_going_on = shown(
    t10_taking_on_the_first_space_brings_no_pearl=lambda:
        position(exploration_deck=["J4", "J1"]).play("explore", "take")
        .shows(hand=["J4"], own_pearls=0, track=[], asked=("MAIN", B)),
    t11_fighting_at_threat_three_brings_a_key_token_and_resets_the_threat=lambda:
        position(threat=3, exploration_deck=["J1", "M", "J2"]).play("explore", "continue", "fight")
        .shows(key_tokens=1, own_pearls=0, monster_tokens=[], threat=1, asked=("MAIN", B)),
    t12_the_monster_on_the_last_space_must_be_fought_and_brings_a_pearl_besides=lambda:
        position(exploration_deck=["J1", "C1", "H1", "S1", "M", "S2"], monster_pool=[3, 3])
        .play("explore", "continue", "continue", "continue", "continue")
        .shows(asked=("REWARD", A), answers={"reward:1", "reward:2"})
        .play("reward:2").shows(own_pearls=1, monster_tokens=[3]),
    t14_rewards_with_more_tokens_than_the_pool_holds_are_not_offered_r9=lambda:
        position(threat=5, exploration_deck=["M", "J1"], monster_pool=[2]).play("explore", "fight")
        .shows(answers={"reward:1", "reward:2"})
        .play("reward:2").shows(key_tokens=1, own_pearls=1, monster_tokens=[2]),
    t15_with_an_empty_pool_threat_two_brings_two_pearls_r9=lambda:
        position(threat=2, exploration_deck=["M", "J1"], monster_pool=[]).play("explore", "fight")
        .shows(own_pearls=2, threat=1, active=B),
    threat_six_brings_two_key_tokens=lambda:
        position(threat=6, exploration_deck=["M", "J1"]).play("explore", "fight")
        .shows(key_tokens=2, threat=1),
    a_fight_ends_the_exploration=lambda:
        position(threat=3, exploration_deck=["C1", "M", "J2"]).play("explore", "continue", "fight")
        .shows(active=B, exploration_discard=["M"], exploration_deck_size=1).stacks(crab=["C1"]),
    declining_a_monster_raises_the_threat_by_one=lambda:
        position(threat=3, exploration_deck=["M", "J1", "J2"]).play("explore", "continue")
        .shows(threat=4, track=["M", "J1"]),
    r7_declining_a_monster_at_threat_six_is_allowed_and_the_marker_stays=lambda:
        position(threat=6, exploration_deck=["M", "J1", "J2"]).play("explore", "continue")
        .shows(threat=6, asked=("EXPLORE_ALLY", A)),
    taking_an_ally_leaves_the_threat_as_it_is=lambda:
        position(threat=4, exploration_deck=["M", "J1", "J2"]).play("explore", "continue", "take")
        .shows(threat=5, exploration_discard=["M"]),
    the_ally_on_the_last_space_must_be_taken_and_brings_a_pearl=lambda:
        position(exploration_deck=["J1", "C1", "H1", "S1", "Q4", "Q3"])
        .play("explore", "continue", "continue", "continue", "continue")
        .shows(hand=["Q4"], own_pearls=1, active=B),
    an_exploration_may_begin_in_the_middle=lambda:
        position(seat(), seat(pearls=5), phase="explore", track=["C2", "Q3"], exploration_deck=["J1", "J2"])
        .shows(asked=("EXPLORE_ALLY", A), answers={"take", "continue"})
        .play("take").shows(hand=["Q3"]).stacks(crab=["C2"]),
)  # fmt: skip


# After the fight: A's pearls, monster tokens and keys.
test_the_rewards = shown_by_each(
    r9_an_empty_pool_leaves_the_reward_without_tokens=(
        [(1, 1, 0), (4, 1, 1), (5, 2, 1)], lambda threat, own, keys:
        position(threat=threat, exploration_deck=["M", "J1"], monster_pool=[]).play("explore", "fight")
        .shows(key_tokens=keys, own_pearls=own, active=B)),
    the_rewards_of_the_threat_track=(
        [
            (1, 1, 1, 0, 0), (1, 2, 0, 1, 0), (2, 1, 2, 0, 0), (2, 2, 1, 1, 0), (2, 3, 0, 2, 0),
            (4, 1, 1, 0, 1), (4, 2, 0, 1, 1), (5, 1, 2, 0, 1), (5, 2, 1, 1, 1), (5, 3, 0, 2, 1),
        ], lambda threat, choice, own, tokens, keys:
        position(threat=threat, exploration_deck=["M", "J1"], monster_pool=TOKENS)
        .play("explore", "fight", f"reward:{choice}")
        .shows(own_pearls=own, token_count=tokens, key_tokens=keys, threat=1)
        .shows(monster_pool_size=len(TOKENS) - tokens)),
)  # fmt: skip


# ------------------------------------------------------------------------------ the last card
def test_t16_an_empty_deck_is_replaced_by_the_shuffled_discard() -> None:
    discard = ["J1", "J2", "C1", "C2", "H1", "H2", "S1", "S2", "Q2", "Q3"]
    game = position(exploration_deck=[], exploration_discard=discard).play("explore")
    assert (game.table.exploration_deck_size, len(game.table.exploration_discard)) == (9, 0)
    assert game.table.track[0] in discard


test_the_last_card = shown(
    r30_the_discard_is_shuffled_only_when_a_card_must_be_revealed=lambda:
        position(exploration_deck=["J1"], exploration_discard=["C1"]).play("explore")
        .shows(exploration_deck_size=0, exploration_discard=["C1"])
        # The second card is the last of all and must be taken.
        .play("continue").shows(hand=["C1"], exploration_discard=[]),
    t17_the_last_card_of_all_must_be_taken_without_a_pearl_r26=lambda:
        position(
            seat(), seat(pearls=1), seat(pearls=1), council={"crab": ["C1"], "squid": ["Q1"]},
            exploration_deck=["J3"],
        ).play("explore", "pass", "pass").shows(hand=["J3"], own_pearls=0, active=B),
    r26_the_monster_that_is_the_last_card_of_all_must_be_fought_without_a_pearl=lambda:
        position(exploration_deck=["M"]).play("explore").shows(asked=("REWARD", A))
        .play("reward:1").shows(own_pearls=1, exploration_discard=["M"]),
    r26_an_exploration_whose_last_card_was_bought_ends_without_a_card=lambda:
        position(seat(), seat(pearls=1), exploration_deck=["C1", "J3"])
        .play("explore", "pass", "continue", "buy").shows(hand=[], asked=("MAIN", B)).before(B, hand=["J3"])
        .stacks(crab=["C1"]),
    r30_a_turn_power_may_fill_the_discard_so_that_the_exploration_can_go_on=lambda:
        position(seat(lords=[12], hand=["Q5"]), exploration_deck=["J3"]).play("explore")
        .shows(answers={"take", "use:12"})
        .play("use:12").shows(answers={"take", "continue"})
        .play("continue").shows(hand=["Q5"]).stacks(jellyfish=["J3"]),
    exploring_needs_a_card_in_the_deck_or_the_discard=lambda:
        position(seat(pearls=1), court=[1, 2, 3], exploration_deck=[], exploration_discard=[])
        .shows(answers={"plot", "stack:squid"}),
    r27_who_has_no_legal_action_is_skipped=lambda:
        position(
            seat(), seat(pearls=1), seat(pearls=1), active=C, exploration_deck=[], exploration_discard=[],
            court=[1, 2, 3], lord_deck=[4, 5],
        ).play("stack:squid").shows(asked=("MAIN", B), answers={"plot", "pass"}),
    t19_what_is_left_goes_to_the_council_and_the_ship_master_pays_per_race=lambda:
        position(seat(lords=[8]), exploration_deck=["C2", "M", "J1", "C4", "Q5"])
        .play("explore", "continue", "continue", "continue", "continue")
        .shows(exploration_discard=["M"], own_pearls=1 + 2, hand=["Q5"])
        .stacks(crab=["C2", "C4"], jellyfish=["J1"]),
)  # fmt: skip


# --------------------------------------------------------------------- the end of exploration


def test_r29_nobody_may_look_through_the_discard() -> None:
    seen = view(position(exploration_discard=["C3", "C4"]).state, A)
    assert seen.exploration_discard_size == 2
    assert "exploration_discard" not in seen.to_dict()


test_the_councils_support = shown(
    t20_the_alchemist_finds_no_second_stack_r28=lambda:
        position(seat(lords=[18]), council={"crab": ["C1", "C2", "C3"]}).play("stack:crab")
        .shows(hand=["C1", "C2", "C3"], active=B),
    r28_the_slaver_keeps_no_question_open_for_a_second_stack_that_there_is_not=lambda:
        position(seat(lords=[12, 18], hand=["J1"]), council={"crab": ["C1", "C2", "C3"]}).play("stack:crab")
        .shows(asked=("END_POWERS", A)),
    t21_the_alchemist_must_take_the_second_stack_r28=lambda:
        position(seat(lords=[18]), council={"crab": ["C1", "C2", "C3"], "squid": ["Q1", "Q2"]})
        .play("stack:crab").shows(hand=["C1", "C2", "C3", "Q1", "Q2"], active=B),
    t22_empty_stacks_cannot_be_asked_for_r35=lambda:
        position(seat(pearls=1), council={}, court=[1, 2, 3]).shows(answers={"explore", "plot"}),
    r35_only_the_stacks_with_cards_can_be_asked_for=lambda:
        position(council={"crab": ["C1"], "shellfish": ["S1"]})
        .shows(answers={"explore", "stack:crab", "stack:shellfish"}),
    support_takes_the_whole_stack_and_nothing_else=lambda:
        position(council={"crab": ["C1", "C5"], "squid": ["Q1"]}).play("stack:crab")
        .shows(hand=["C1", "C5"], asked=("MAIN", B)).stacks(squid=["Q1"]),
    a_disabled_landlord_pays_nothing_at_the_start_of_the_turn=lambda:
        position(seat(lords=[disabled(11)]), active=C, council={"squid": ["Q1"], "crab": ["C1"]})
        .play("stack:squid").shows(asked=("MAIN", A), own_pearls=0),
    r34_the_base_game_has_no_hand_limit=lambda:
        position(
            seat(hand=[card for card in FIVE_OF_EACH if card != "Q1"]),
            council={"squid": ["Q1"], "crab": ["C1"]},
        ).play("stack:squid").shows(hand_size=25, asked=("MAIN", B)),
)  # fmt: skip


# --------------------------------------------------------------------------- what the base lacks
