"""The six merchants, who bring pearls."""

import pytest

from tests.rules.positions import arrival, disabled, position, powerless, seat
from tests.rules.situation import A, B, C, shown, shown_by_each

STACKS = {"jellyfish": ["J1"], "crab": ["C1"], "shellfish": ["S1"], "squid": ["Q1"]}


test_merchants = shown(
    the_ship_master_pays_a_pearl_for_each_race_that_goes_to_the_council=lambda:
        position(seat(lords=[8]), exploration_deck=["C2", "J1", "C4", "H1", "J5"])
        .play("explore", "continue", "continue", "continue", "take")
        # Crab and jellyfish went to the council, the seahorse to the hand.
        .shows(hand=["H1"], own_pearls=2),
    the_ship_master_counts_neither_the_taken_card_nor_bought_ones=lambda:
        position(seat(lords=[8]), seat(pearls=1), exploration_deck=["C2", "J1", "H1", "S1"])
        .play("explore", "buy", "continue", "take")
        # One pearl is the price that B paid for C2, one is for J1.
        .shows(hand=["H1"], own_pearls=1 + 1),
    the_ship_master_pays_when_an_exploration_ends_with_a_fight=lambda:
        position(seat(lords=[8]), threat=3, exploration_deck=["C2", "J1", "M", "S1"])
        .play("explore", "continue", "continue", "fight").shows(own_pearls=2),
    the_ship_master_pays_nothing_when_nothing_is_left_on_the_track=lambda:
        position(seat(lords=[8]), exploration_deck=["C2", "J1"]).play("explore", "take").shows(own_pearls=0),
    the_ship_master_pays_nothing_for_the_explorations_of_others=lambda:
        position(seat(), seat(lords=[8]), exploration_deck=["C2", "J1", "H1"])
        .play("explore", "continue", "take").shows(pearls=[0, 0, 0]),
    the_landlord_pays_on_arrival_and_at_the_start_of_every_own_turn=lambda:
        arrival(11, council=STACKS).shows(pearls=[1, 0, 0])
        .play("stack:crab", "stack:squid").shows(asked=("MAIN", A), pearls=[2, 0, 0])
        .play("stack:jellyfish").shows(pearls=[2, 0, 0]),
    t59_the_slaver_sells_one_ally_for_two_pearls_once_in_every_own_turn_r21=lambda:
        position(seat(lords=[12], hand=["Q1", "J4"]), council=STACKS).play("use:12")
        .shows(asked=("SELL_ALLY", A), answers={"card:Q1", "card:J4"})
        .play("card:Q1").shows(hand=["J4"], own_pearls=2, exploration_discard=["Q1"]).refuses("use:12")
        .play("stack:crab", "stack:shellfish", "stack:squid").shows(asked=("MAIN", A)).offers("use:12"),
    t60_the_slaver_may_sell_at_the_end_of_the_turn_in_which_he_arrives_r21=lambda:
        arrival(12, seat(hand=["J4"])).shows(asked=("END_POWERS", A), answers={"use:12", "done"})
        .play("use:12").shows(own_pearls=2, hand=[], asked=("MAIN", B)),
    the_slaver_need_not_sell=lambda:
        arrival(12, seat(hand=["J4"])).play("done").shows(own_pearls=0, asked=("MAIN", B)),
    the_slaver_needs_an_ally_in_hand=lambda: position(seat(lords=[12])).refuses("use:12"),
    r33_a_turn_power_may_be_used_before_plotting=lambda:
        position(seat(lords=[12], hand=["J4"]), court=[1, 2, 3, 4], lord_deck=[5, 6]).refuses("plot")
        .play("use:12", "plot").shows(own_pearls=1),
    turn_powers_are_offered_during_exploration_and_before_a_reward=lambda:
        position(seat(lords=[12], hand=["J4"]), exploration_deck=["J1", "M", "J2"], threat=3).play("explore")
        .shows(answers={"take", "continue", "use:12"})
        .play("continue").shows(answers={"fight", "continue", "use:12"})
        .play("fight").shows(asked=("REWARD", A), answers={"reward:1", "use:12"})
        .play("use:12").shows(own_pearls=2, key_tokens=1, active=B),
    turn_powers_are_not_offered_in_the_turns_of_others=lambda:
        position(seat(), seat(lords=[12], hand=["J4"], pearls=1), exploration_deck=["J1", "J2"])
        .play("explore").shows(asked=("OFFER", B), answers={"buy", "pass"}),
    a_slaver_among_exactly_three_keys_is_gone_before_the_end_of_the_turn=lambda:
        arrival(12, seat(key_tokens=2, hand=["J4"]), available_locations=[14], location_deck=[1])
        .shows(asked=("CONTROL_SOURCE", A))
        .play("location:14").shows(asked=("MAIN", B)),
    a_slaver_disabled_before_the_turn_stays_silent=lambda:
        position(seat(lords=[disabled(12)], hand=["J4"]), council=STACKS).play("stack:crab")
        .shows(asked=("MAIN", B)),
)  # fmt: skip


test_merchants_each = shown_by_each(
    the_ship_master_without_power_pays_nothing=(powerless(8), lambda owner:
        position(owner, exploration_deck=["C2", "J1", "H1"]).play("explore", "continue", "take")
        .shows(own_pearls=0)),
    the_landlord_without_power_pays_nothing=(powerless(11), lambda owner:
        position(owner, active=C, council=STACKS).play("stack:crab")
        .shows(asked=("MAIN", A), pearls=[0, 0, 0])),
    the_slaver_without_power_sells_nothing=(powerless(12, hand=["J4"]), lambda owner:
        position(owner).refuses("use:12")),
)  # fmt: skip


@pytest.mark.parametrize(
    ("lord", "gain"),
    [
        pytest.param(9, 3, marks=pytest.mark.lord(9), id="the trader brings three"),
        pytest.param(10, 2, marks=pytest.mark.lord(10), id="the peddler brings two"),
        pytest.param(13, 1, marks=pytest.mark.lord(13), id="the shopkeeper brings one"),
    ],
)
def test_arriving_merchants_bring_pearls_once(lord: int, gain: int) -> None:
    game = arrival(lord, council=STACKS)
    assert (game.pearls, game.asked) == ([gain, 0, 0], ("MAIN", B))
    game.play("stack:crab", "stack:squid")
    assert (game.table.active, game.pearls) == (A, [gain, 0, 0])
