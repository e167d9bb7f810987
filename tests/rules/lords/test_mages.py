"""The seven mages, who bend the rules."""

from tests.rules.positions import arrival, disabled, position, powerless, seat, under
from tests.rules.situation import A, B, shown, shown_by_each

PARLIAMENT = [under(4, 12), under(4, 17), under(4, 24)]
STACKS = {"jellyfish": ["J1"], "crab": ["C1"], "shellfish": ["S1"], "squid": ["Q1"]}


test_mages_each = shown_by_each(
    the_shaman_without_power_protects_nobody=(powerless(14, pearls=3), lambda owner:
        arrival(3, seat(), owner).before(B, pearls=1)),
    the_oracle_without_power_discards_nothing=(powerless(17), lambda owner:
        position(owner).refuses("use:17")),
    the_alchemist_without_power_takes_no_second_stack=(powerless(18), lambda owner:
        position(owner, council=STACKS).play("stack:crab").shows(hand=["C1"], asked=("MAIN", B))),
    the_master_of_magic_without_power_affiliates_the_lowest=(powerless(20, hand=["H2", "C5"]), lambda owner:
        position(owner, court=[28, 30, 31, 32]).play("recruit:28").shows(affiliated=["H2"])),
    the_illusionist_needs_an_own_and_an_available_tile=([([], [14]), ([4], [])], lambda own, available:
        arrival(19, seat(locations=own), available_locations=available).shows(asked=("MAIN", B))),
)  # fmt: skip


test_mages = shown(
    the_shaman_protects_only_its_owner=lambda:
        arrival(3, seat(), seat(pearls=3, lords=[14]), seat(pearls=3)).shows(pearls=[0, 3, 1]),
    the_shaman_protects_from_soldiers_only=lambda:
        # The Alchemist of an opponent works as ever, the Treasurer of one's own as well.
        position(seat(lords=[18]), seat(lords=[14]), council=STACKS).play("stack:crab")
        .shows(asked=("SECOND_STACK", A)),
    the_shaman_does_not_undo_what_happened_before_it_came=lambda:
        arrival(14, seat(lords=[disabled(12)]), seat(lords=[4])).lord(12, disabled=True),
    the_shaman_under_a_location_exposes_its_owner_again_at_once=lambda:
        position(
            seat(lords=[14], key_tokens=1, hand=["H1", "H1", "H2", "S1", "S2", "Q2", "Q3"]), seat(lords=[5]),
            threat=3, exploration_deck=["M", "J1"], available_locations=[14], location_deck=[],
        )
        # The third key puts the Shaman under The Jail, so the Commander bites at the end of this very turn.
        .play("explore", "fight").shows(asked=("DISCARD_TO_LIMIT", A)).lord(14, location=14),
    t72_the_invoker_brings_a_whole_further_turn=lambda:
        arrival(
            15, seat(lords=[11]), seat(pearls=3), council=STACKS, exploration_deck=["J4", "H4", "H3", "S4"],
        ).shows(asked=("MAIN", A), price=1)
        # The Landlord pays at the start of this turn as well.
        .shows(own_pearls=1)
        .play("explore").shows(asked=("OFFER", B))
        .play("pass", "take").shows(asked=("MAIN", B)),
    the_invokers_turn_renews_turn_powers=lambda:
        position(seat(lords=[12], hand=["J5", "J3", "Q2", "Q3"]), court=[15, 30, 31, 32])
        .play("use:12", "card:Q2").refuses("use:12")
        .recruit(15, "J5", "J3").shows(asked=("MAIN", A)).offers("use:12"),
    t63_the_apprentice_must_take_the_only_stack=lambda:
        arrival(16, council={"crab": ["C1", "C5"]}).shows(hand=["C1", "C5"], active=B),
    t63_without_a_stack_the_apprentice_has_no_effect=lambda: arrival(16, council={}).shows(hand=[], active=B),
    the_apprentices_owner_chooses_the_stack_but_must_choose=lambda:
        arrival(16, council={"crab": ["C4"], "squid": ["Q4", "Q1"]})
        .shows(asked=("APPRENTICE_STACK", A), answers={"stack:crab", "stack:squid"})
        .play("stack:squid").shows(hand=["Q1", "Q4"]).stacks(crab=["C4"]),
    r28_the_alchemist_does_not_double_the_apprentice=lambda:
        arrival(16, seat(lords=[18]), council=STACKS).play("stack:crab")
        .shows(hand=["C1"], asked=("MAIN", B)),
    t61_the_oracle_discards_a_stack_before_an_exploration_r21=lambda:
        position(
            seat(lords=[17]), council={"squid": ["Q1", "Q2", "Q3", "Q4"]}, exploration_deck=["J1", "J2"],
        ).play("use:17").shows(exploration_discard=["Q1", "Q2", "Q3", "Q4"]).stacks(squid=[])
        # Nothing but exploring is left, so the exploration has begun by itself.
        .shows(asked=("EXPLORE_ALLY", A)),
    the_oracles_owner_chooses_a_stack_that_is_not_empty=lambda:
        position(seat(lords=[17]), council={"crab": ["C1"], "squid": ["Q1"]}).play("use:17")
        .shows(asked=("CLEAR_STACK", A), answers={"stack:crab", "stack:squid"})
        .play("stack:crab").shows(exploration_discard=["C1"]).stacks(squid=["Q1"]).refuses("use:17"),
    the_oracle_needs_a_stack=lambda:
        position(seat(lords=[17], pearls=1), council={}, court=[1, 2, 3]).refuses("use:17"),
    the_alchemists_owner_chooses_the_second_stack_too=lambda:
        position(seat(lords=[18]), council=STACKS).play("stack:crab")
        .shows(asked=("SECOND_STACK", A), answers={"stack:jellyfish", "stack:shellfish", "stack:squid"})
        # The contents of the first stack are known by now.
        .shows(hand=["C1"])
        .play("stack:squid").shows(hand=["C1", "Q1"], asked=("MAIN", B)),
    turn_powers_are_offered_before_the_second_stack=lambda:
        position(seat(lords=[12, 18], hand=["J4"]), council={"crab": ["C1"], "squid": ["Q1"]})
        .play("stack:crab").shows(asked=("SECOND_STACK", A), answers={"stack:squid", "use:12"}),
    the_oracle_may_clear_the_stack_that_the_alchemist_would_have_to_take=lambda:
        position(seat(lords=[17, 18]), council={"crab": ["C1"], "squid": ["Q1", "Q2"]})
        .play("stack:crab", "use:17").shows(hand=["C1"], exploration_discard=["Q1", "Q2"], active=B),
    t64_the_illusionist_may_decline_r14=lambda:
        arrival(19, seat(lords=PARLIAMENT, locations=[4]), available_locations=[14]).play("pass")
        .shows(locations=[4], available_locations=[14], asked=("MAIN", B)),
    the_illusionists_owner_chooses_both_tiles=lambda:
        arrival(19, seat(locations=[4, 5]), available_locations=[14, 15])
        .shows(answers={"location:4", "location:5", "pass"})
        .play("location:5").shows(asked=("EXCHANGE_FOR", A), answers={"location:14", "location:15"})
        .play("location:15").shows(locations=[4, 15], available_locations=[5, 14]),
    the_master_of_magic_does_not_help_the_opponents=lambda:
        position(seat(hand=["H2", "C5"]), seat(lords=[20]), court=[28, 30, 31, 32]).play("recruit:28")
        .shows(affiliated=["H2"]),
    the_master_of_magic_chooses_among_the_spent_cards_only=lambda:
        position(seat(hand=["H2", "C5", "Q3"], lords=[20]), court=[28, 30, 31, 32])
        .card_sets_are(28, [["C5", "H2"]])
        .play("recruit:28").shows(answers={"card:H2", "card:C5"})
        .play("card:H2").shows(affiliated=["H2"], exploration_discard=["C5"]),
    the_invokers_turn_allows_opponents_a_purchase_again=lambda:
        arrival(15, seat(), seat(pearls=3), exploration_deck=["J4", "H4", "H3", "S4"])
        .shows(every_bought=[0, 0, 0])
        .play("explore", "buy", "take").shows(own_pearls=1, active=B).before(B, pearls=2),
    t64_the_illusionist_exchanges_a_location_and_its_lords_move_along_r14=lambda:
        arrival(19, seat(lords=PARLIAMENT, locations=[4]), available_locations=[14])
        .shows(asked=("EXCHANGE_LOCATION", A), answers={"location:4", "pass"})
        .play("location:4").shows(locations=[14], available_locations=[4]).lord(12, location=14)
        .lord(17, location=14).lord(24, location=14),
)  # fmt: skip
