"""The six politicians, who deal in lords."""

from tests.rules.positions import arrival, disabled, position, powerless, seat, under
from tests.rules.situation import A, B, C, shown, shown_by_each

test_politicians = shown(
    the_opportunist_replaces_a_lord_of_the_court_in_its_space_r36=lambda:
        position(seat(lords=[21]), court=[30, 31, 32], lord_deck=[9, 10]).play("use:21")
        .shows(asked=("REPLACE_COURT_LORD", A), answers={"lord:30", "lord:31", "lord:32"})
        .play("lord:31").shows(court=[30, 9, 32], lord_deck_size=1, lord_discard=[31]).refuses("use:21"),
    t62_the_opportunist_needs_a_lord_deck=lambda:
        position(seat(lords=[21]), court=[30, 31, 32], lord_deck=[]).refuses("use:21"),
    the_opportunist_needs_a_lord_in_the_court=lambda:
        position(seat(lords=[21]), court=[], lord_deck=[9, 10]).refuses("use:21"),
    the_opportunist_causes_no_court_check=lambda:
        position(seat(lords=[21]), court=[30, 31], lord_deck=[9, 10, 11, 12, 13]).play("use:21", "lord:30")
        .shows(court=[9, 31], own_pearls=0),
    the_corruptors_owner_may_decline=lambda:
        arrival(22, seat(pearls=5)).play("pass").shows(own_pearls=5, lord_numbers={22}, asked=("MAIN", B)),
    the_corruptor_needs_five_pearls=lambda: arrival(22, seat(pearls=4)).shows(asked=("MAIN", B)),
    the_corruptor_needs_a_lord_in_the_court=lambda:
        arrival(22, seat(pearls=5), court=[22], lord_deck=[1, 2, 3, 4, 5, 6, 7])
        .shows(asked=("MAIN", B), own_pearls=5 + 2, court_size=6),
    the_second_lord_acts_on_arrival=lambda:
        arrival(22, seat(pearls=5), court=[22, 9, 30, 31, 32]).play("lord:9").shows(own_pearls=0 + 3),
    chains_of_arrivals_end_before_the_court_check_r3=lambda:
        # Corruptor, then the Schemer for five pearls, who trades the Corruptor for the Traitor, who
        # trades the Schemer for the Trader: one court check at the end.
        arrival(22, seat(pearls=5), court=[22, 26, 9, 30], lord_deck=[23, 1, 2, 3, 4, 5, 6])
        .play("lord:26", "lord:22").shows(asked=("REPLACE_LORD", A))
        .play("lord:26", "lord:9").shows(lord_numbers={23, 9}, own_pearls=0 + 3 + 2, lord_discard=[22, 26]),
    t69_the_traitor_trades_an_own_lord_for_one_of_the_court_who_acts=lambda:
        arrival(23, seat(lords=[10]), court=[23, 11, 30, 31, 32])
        .shows(asked=("REPLACE_LORD", A), answers={"lord:10", "pass"})
        .play("lord:10").shows(asked=("TAKE_LORD", A), answers={"lord:11", "lord:30", "lord:31", "lord:32"})
        .play("lord:11").shows(own_pearls=1, court=[30, 31, 32], lord_numbers={23, 11}, lord_discard=[10]),
    t68_the_traitor_needs_another_free_lord=lambda:
        arrival(23, seat(lords=[under(14, 28)], locations=[14])).shows(asked=("MAIN", B)),
    the_traitors_owner_may_decline_r10=lambda:
        arrival(23, seat(lords=[10])).play("pass").shows(lord_numbers={10, 23}, asked=("MAIN", B)),
    the_traitor_may_trade_a_disabled_lord_for_an_enabled_one=lambda:
        arrival(23, seat(lords=[disabled(12)]), court=[23, 11, 30, 31, 32]).play("lord:12", "lord:11")
        .shows(keys=1).lord(11, disabled=False),
    r20_the_traitor_needs_a_lord_in_the_court=lambda:
        arrival(23, seat(lords=[10]), court=[23], lord_deck=[1, 2, 3, 4, 5, 6, 7])
        .shows(lord_numbers={10, 23}, asked=("MAIN", B)),
    the_traitor_cannot_discard_himself=lambda:
        arrival(23, seat(lords=[10, 13])).shows(answers={"lord:10", "lord:13", "pass"}),
    the_diplomats_owner_ignores_the_obligatory_race=lambda:
        position(seat(lords=[24], hand=["C5", "C3"]), court=[12, 30, 31, 32])
        .card_sets_are(12, [["C3", "C5"]]),
    the_diplomat_leaves_the_number_of_races=lambda:
        position(seat(lords=[24], hand=["C5", "J3"]), court=[12, 28, 31, 32]).refuses("recruit:12")
        .card_sets_are(28, [["C5", "J3"]]),
    the_diplomat_does_not_help_the_opponents=lambda:
        position(seat(hand=["C5", "C3"]), seat(lords=[24]), court=[12, 30, 31, 32]).refuses("recruit:12"),
    the_treasurer_makes_the_owners_lords_two_cheaper=lambda:
        position(seat(pearls=9, hand=["S5"], lords=[25]), court=[12, 30, 31, 32]).prices_are(12, [8 - 2 - 5]),
    the_treasurer_does_not_help_the_opponents=lambda:
        position(seat(pearls=9, hand=["S5"]), seat(), seat(lords=[25]), court=[12, 30, 31, 32])
        .prices_are(12, [8 - 5]),
    t67_the_schemer_trades_an_own_lord_for_the_top_of_the_deck_who_acts_r36=lambda:
        arrival(26, seat(lords=[30]), lord_deck=[9, 1, 2])
        .shows(asked=("TRADE_LORD", A), answers={"lord:30", "pass"})
        .play("lord:30").shows(lord_numbers={26, 9}, lord_discard=[30], own_pearls=3, lord_deck_size=2),
    the_schemers_owner_may_decline_r10=lambda:
        arrival(26, seat(lords=[30]), lord_deck=[9, 1, 2]).play("pass")
        .shows(lord_numbers={26, 30}, lord_deck_size=3, asked=("MAIN", B)),
    r20_the_schemer_needs_a_lord_deck=lambda:
        arrival(26, seat(lords=[30]), lord_deck=[]).shows(lord_numbers={26, 30}, asked=("MAIN", B)),
    the_schemer_needs_another_free_lord=lambda:
        arrival(26, seat(lords=[under(14, 28)], locations=[14])).shows(asked=("MAIN", B)),
    traitor_and_schemer_do_not_set_off_the_end_of_the_game=lambda:
        arrival(26, seat(lords=[9, 10, 13, 30, 31]), lord_deck=[23, 1, 2], court=[26, 27, 28, 29, 32])
        .play("lord:30", "lord:31", "lord:32").shows(lord_numbers_size=6, ending_player=None),
    an_ambassador_bought_by_the_corruptor_brings_its_location=lambda:
        arrival(
            22, seat(pearls=5), court=[22, 34, 30, 31, 32], available_locations=[14], location_deck=[1, 2],
        ).play("lord:34").shows(locations=[1], affiliated=["Q1"]).lord(34, location=1),
    a_soldier_taken_by_the_traitor_troubles_the_opponents_at_once=lambda:
        arrival(23, seat(lords=[10]), seat(hand=["J1", "J2"]), court=[23, 2, 30, 31, 32])
        .play("lord:10", "lord:2").shows(asked=("DISCARD_ALLY", B)),
    the_opportunist_may_fetch_a_lord_and_recruit_it_at_once=lambda:
        position(seat(lords=[21], hand=["S5", "S3"]), court=[30, 31, 32], lord_deck=[10, 9])
        .play("use:21", "lord:30", "recruit:10").shows(own_pearls=2 + 2),
    a_turn_power_already_used_in_this_turn_is_spent_r21=lambda:
        position(
            seat(lords=[{"id": 21, "disabled": False, "location": None, "used": True}]), court=[30, 31, 32],
            lord_deck=[9, 10],
        ).refuses("use:21"),
    r25_the_treasurer_does_not_make_the_corruptors_lord_cheaper=lambda:
        # The Corruptor itself costs 8, so that the last point of the payment is superfluous.
        position(seat(pearls=5, hand=["Q5", "Q4"], lords=[25]), court=[22, 30, 31, 32, 29])
        .recruit(22, "Q5", "Q4").play("lord:30").shows(own_pearls=0),
    a_lord_under_a_location_or_of_somebody_else_cannot_be_traded=lambda:
        arrival(26, seat(lords=[30, 31, under(14, 28)], locations=[14]), seat(lords=[32]), seat(lords=[13]))
        .shows(answers={"lord:30", "lord:31", "pass"}).lord(13, C),
)  # fmt: skip


test_politicians_each = shown_by_each(
    the_opportunist_without_power_replaces_nobody=(powerless(21), lambda owner:
        position(owner, court=[30, 31, 32], lord_deck=[9, 10]).refuses("use:21")),
    the_diplomat_without_power_opens_no_door=(powerless(24, hand=["C5", "C3"]), lambda owner:
        position(owner, court=[12, 30, 31, 32]).refuses("recruit:12")),
    the_treasurer_without_power_changes_no_price=(powerless(25, pearls=9, hand=["S5"]), lambda owner:
        position(owner, court=[12, 30, 31, 32]).prices_are(12, [8 - 5])),
)  # fmt: skip


def test_t65_the_corruptor_buys_a_second_lord_for_five_pearls_before_the_court_check() -> None:
    game = arrival(22, seat(pearls=5), court=[22, 30, 31, 32])
    assert (game.asked, game.answers) == (("CORRUPT", A), {"lord:30", "lord:31", "lord:32", "pass"})
    affiliated = game.mine.affiliated
    game.play("lord:31")
    assert set(game.lords(A)) == {22, 31}
    assert game.mine.affiliated == affiliated
    assert game.pearls[A] == 5 - 5 + 2
    assert len(game.table.court) == 6
