"""The ten lords that Kraken adds to the five guilds (rules 9.7); the Highwayman: kraken/test_gains.py."""

from tests.rules.positions import arrival, disabled, powerless, seat, under, with_kraken
from tests.rules.situation import A, B, C, Situation, shown, shown_by_each

FIVE = ["J1", "C1", "H1", "S1", "Q1"]
STACKS = {"jellyfish": ["J1"], "crab": ["C1"], "squid": ["Q1"]}
CORRUPT_COURT = [22, 31, 32, 30, 28]


test_lords_of_kraken = shown(
    the_shareholder_is_paid_when_an_opponent_recruits=lambda:
        arrival(29, seat(), seat(lords=[109]), kraken=True).shows(pearls=[0, 1, 0]),
    k25_the_shareholder_is_paid_for_corruptor_and_second_lord_rk17=lambda:
        arrival(22, seat(pearls=5), seat(lords=[109]), kraken=True, court=CORRUPT_COURT)
        .shows(pearls=[5, 1, 0])
        .play("lord:32").shows(pearls=[0, 2, 0]),
    the_shareholder_is_not_paid_for_the_traitors_new_lord=lambda:
        arrival(23, seat(lords=[9]), seat(lords=[109]), kraken=True, court=[23, 31, 32, 30, 28])
        .play("lord:9", "lord:32").shows(pearls=[0, 1, 0]),
    the_shareholder_is_not_paid_for_the_schemers_new_lord=lambda:
        arrival(26, seat(lords=[9]), seat(lords=[109]), kraken=True, lord_deck=[28]).play("lord:9")
        .shows(pearls=[0, 1, 0]),
    the_inheritor_brings_five_pearls=lambda: arrival(110, seat(pearls=1)).shows(pearls=[6, 0, 0]),
    the_hypnotist_may_let_an_ally_pass_in_between=lambda:
        with_kraken(seat(), seat(lords=[111], pearls=9), exploration_deck=FIVE)
        .play("explore", "buy", "pass", "continue").shows(asked=("OFFER", B)),
    the_hypnotist_buys_two_in_every_opponents_turn=lambda:
        with_kraken(
            seat(), seat(lords=[111], pearls=9, bought=2), active=A, council=STACKS, exploration_deck=FIVE,
        ).play("stack:squid", "stack:crab", "explore", "buy", "buy").shows(asked=("EXPLORE_ALLY", C))
        .before(B, hand_size=1 + 2),
    the_hypnotist_gives_the_others_no_second_purchase=lambda:
        with_kraken(seat(), seat(lords=[111]), seat(pearls=9), exploration_deck=FIVE).play("explore", "buy")
        .shows(asked=("EXPLORE_ALLY", A)),
    k27_the_healer_must_take_back_the_only_card_of_the_discard_rk23=lambda:
        with_kraken(seat(hand=["J3", "J4"]), court=[112, 31, 32, 30]).recruit(112, "J4", "J3")
        .shows(affiliated=["J3"], hand=["J4"], exploration_discard=[], asked=("MAIN", B)),
    the_healer_may_take_back_a_kraken_that_paid_for_it=lambda:
        with_kraken(seat(hand=["J4", "K3"]), court=[112, 31, 32, 30]).recruit(112, "J4", "K3")
        .shows(hand=["K3"], own_nebulis=2),
    the_healer_without_an_ally_in_the_discard_has_no_effect=lambda:
        with_kraken(seat(hand=["J5"], pearls=2), court=[112, 31, 32, 30], exploration_discard=["M"])
        .recruit(112, "J5").shows(hand=[], exploration_discard=["M"], asked=("MAIN", B)),
    k28_the_shaman_protects_from_the_executioner=lambda:
        arrival(114, seat(), seat(affiliated=["C4", "C1"], lords=[14])).play("stack:crab")
        .shows(asked=("MAIN", B)).before(B, affiliated=["C1", "C4"]),
    the_recipient_adds_a_lord_to_the_court_free_of_charge_once_in_a_turn=lambda:
        with_kraken(seat(lords=[115]), court=[29, 31, 32, 30], lord_deck=[27, 28]).play("use:115")
        .shows(court=[29, 31, 32, 30, 27], own_pearls=0, asked=("MAIN", A)).refuses("use:115"),
    recipient_and_plots_may_fill_the_court_which_brings_no_pearls_and_no_end=lambda:
        with_kraken(seat(lords=[115], pearls=1), court=[29, 31, 32, 30], lord_deck=[27, 28])
        .play("use:115", "plot").shows(court_size=6, own_pearls=0, ending_player=None).refuses("plot"),
    the_recipient_works_in_the_turn_of_arrival=lambda:
        arrival(115, lord_deck=[28]).shows(asked=("END_POWERS", A), answers={"use:115", "done"})
        .play("use:115").shows(court=[31, 32, 30, 28]),
    the_location_stays_controlled_without_any_lord_under_it=lambda:
        liberated(12).shows(locations=[14]).sheet(locations={14: 15 - 2}),
    arrival_effects_of_a_freed_lord_do_not_repeat=lambda: liberated(11).shows(pearls=[0, 0, 0]),
    the_key_of_a_freed_lord_may_be_the_third=lambda:
        liberated(12, key_tokens=2).shows(locations=[1, 14], key_tokens=0).lord(12, location=1),
    the_liberator_frees_only_lords_under_locations=lambda:
        arrival(116, seat(lords=[disabled(12)]), seat(lords=[under(14, 17)], locations=[14]))
        .shows(asked=("MAIN", B)).lord(12, disabled=True).lord(17, B, location=14),
    k30_a_freed_ambassador_brings_no_key_rk16=lambda:
        liberated(35, key_tokens=2).shows(keys=2, asked=("MAIN", B), locations=[14], available_locations=[1])
        .lord(35, location=None),
    a_lord_of_kraken_can_be_the_seventh=lambda:
        arrival(117, seat(lords=[9, 10, 13, 2, 30, 31])).shows(ending_player=A),
    k26_the_hypnotist_buys_two_allies_in_an_opponents_turn_each_at_the_current_price=lambda:
        with_kraken(seat(), seat(lords=[111], pearls=9), exploration_deck=FIVE).play("explore", "buy")
        .shows(asked=("OFFER", B), own_pearls=1).before(B, pearls=8)
        .play("buy").shows(asked=("EXPLORE_ALLY", A), own_pearls=3).before(B, pearls=6, hand=["C1", "J1"]),
    k26_the_hypnotist_needs_the_pearls_for_the_second_price=lambda:
        with_kraken(seat(), seat(lords=[111], pearls=2), exploration_deck=FIVE).play("explore", "buy")
        .shows(asked=("EXPLORE_ALLY", A), own_pearls=1).before(B, pearls=1),
    the_liberators_owner_chooses_but_must_choose=lambda:
        liberated(12, 17, 24).shows(asked=("LIBERATE", A), answers={"lord:12", "lord:17", "lord:24"})
        .play("lord:24").lord(12, location=14).lord(17, location=14).lord(24, location=None),
    the_executioner_spares_the_allies_of_its_owner=lambda:
        arrival(114, seat(affiliated=["C4"])).play("stack:crab").has(affiliated="C4"),
    the_executioner_asks_every_opponent_clockwise=lambda:
        arrival(114, seat(), seat(affiliated=["C4", "C1"]), seat(affiliated=["C2", "C3"]))
        .play("stack:crab").shows(asked=("LOSE_AFFILIATED", B))
        .play("card:C1").shows(asked=("LOSE_AFFILIATED", C))
        .play("card:C3").before(B, affiliated=["C4"]).before(C, affiliated=["C2"]),
    the_executioner_must_name_a_race_even_if_nobody_has_it=lambda:
        arrival(114).shows(asked=("NAME_RACE", A)).refuses("pass")
        .play("stack:squid").shows(asked=("MAIN", B)),
    the_liberator_frees_a_lord_who_has_power_and_key_again=lambda:
        liberated(12, hand=["Q1"]).lord(12, location=None, disabled=False)
        .shows(keys=1, asked=("END_POWERS", A)).offers("use:12"),
    k28_opponents_discard_an_affiliated_ally_of_the_named_race=lambda:
        arrival(114, seat(), seat(affiliated=["C4", "C1", "J2"]), seat(affiliated=["J3"]))
        .shows(asked=("NAME_RACE", A), answers_size=5)
        .play("stack:crab").shows(asked=("LOSE_AFFILIATED", B), answers={"card:C4", "card:C1"})
        .play("card:C4").before(B, affiliated=["C1", "J2"]).before(C, affiliated=["J3"])
        # Two of the cards that have paid for it lie there already.
        .shows(exploration_discard=["C4", "C5", "H3"], asked=("MAIN", B)),
)  # fmt: skip


test_lords_of_kraken_each = shown_by_each(
    the_shareholder_without_power_is_not_paid=(powerless(109), lambda owner:
        arrival(29, seat(), owner, kraken=True).shows(pearls=[0, 0, 0])),
    the_hypnotist_without_power_buys_one=(powerless(111, pearls=9), lambda owner:
        with_kraken(seat(), owner, exploration_deck=FIVE).play("explore", "buy")
        .shows(asked=("EXPLORE_ALLY", A))),
    the_recipient_without_power_cannot_be_used=(powerless(115), lambda owner:
        with_kraken(owner, court=[29, 31, 32, 30], lord_deck=[27, 28]).refuses("use:115")),
    the_shareholder_is_not_paid_for_lords_of_its_owner=([(29, [109]), (109, [])], lambda lord, own:
        arrival(lord, seat(lords=own), kraken=True).shows(pearls=[0, 0, 0])),
    the_recipient_needs_an_empty_space_and_a_lord_in_the_deck=(
        [([29, 31, 32, 30, 28, 13], [27]), ([29, 31], [])], lambda court, deck:
        with_kraken(seat(lords=[115]), court=court, lord_deck=deck).refuses("use:115")),
)  # fmt: skip


def test_rk23_the_healer_takes_any_ally_or_kraken_of_the_discard_but_no_monster() -> None:
    game = arrival(112, exploration_discard=["C5", "K3", "M"])
    assert (game.asked, game.answers) == (("HEAL", A), {"card:C5", "card:K3", "card:J5"})
    game.play("card:K3")
    assert (game.mine.hand, game.table.exploration_discard) == (["K3"], ["C5", "J5", "M"])
    assert [event.seen_by for event in game.latest_events if event.kind == "ALLY_FOUND"] == [None]


def liberated(*assigned: int, **mine: object) -> Situation:
    """A recruits the Liberator and has these lords under The Jail."""
    held = [under(14, lord) for lord in assigned]
    return arrival(116, seat(lords=held, locations=[14], **mine), available_locations=[1], location_deck=[])
