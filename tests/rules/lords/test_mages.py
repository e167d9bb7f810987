"""The seven mages, who bend the rules."""

import pytest

from tests.rules.positions import (
    A,
    B,
    Seat,
    answers,
    arrival,
    asked,
    card_sets,
    disabled,
    lords,
    pearls,
    play,
    position,
    powerless,
    recruit,
    seat,
    under,
)

STACKS = {"jellyfish": ["J1"], "crab": ["C1"], "shellfish": ["S1"], "squid": ["Q1"]}

# --------------------------------------------------------------------------------- 14 Shaman


@pytest.mark.lord(14)
@pytest.mark.parametrize("owner", powerless(14, pearls=3))
def test_the_shaman_without_power_protects_nobody(owner: Seat) -> None:
    game = arrival(3, seat(), owner)
    assert pearls(game)[B] == 1


@pytest.mark.lord(14)
def test_the_shaman_protects_only_its_owner() -> None:
    game = arrival(3, seat(), seat(pearls=3, lords=[14]), seat(pearls=3))
    assert pearls(game) == [0, 3, 1]


@pytest.mark.lord(14)
def test_the_shaman_protects_from_soldiers_only() -> None:
    # The Alchemist of an opponent works as ever, the Treasurer of one's own as well.
    game = position(seat(lords=[18]), seat(lords=[14]), council=STACKS)
    play(game, "stack:crab")
    assert asked(game) == ("SECOND_STACK", A)


@pytest.mark.lord(14)
def test_the_shaman_does_not_undo_what_happened_before_it_came() -> None:
    game = arrival(14, seat(lords=[disabled(12)]), seat(lords=[4]))
    assert lords(game, A)[12].disabled


@pytest.mark.lord(14)
@pytest.mark.lord(5)
def test_the_shaman_under_a_location_exposes_its_owner_again_at_once() -> None:
    hand = ["H1", "H1", "H2", "S1", "S2", "Q2", "Q3"]
    game = position(
        seat(lords=[14], key_tokens=1, hand=hand), seat(lords=[5]),
        threat=3, exploration_deck=["M", "J1"], available_locations=[14], location_deck=[],
    )  # fmt: skip
    # The third key puts the Shaman under The Jail, so the Commander bites at the end of this very turn.
    play(game, "explore", "fight")
    assert lords(game, A)[14].location == 14
    assert asked(game) == ("DISCARD_TO_LIMIT", A)


# -------------------------------------------------------------------------------- 15 Invoker


@pytest.mark.lord(15)
def test_t72_the_invoker_brings_a_whole_further_turn() -> None:
    game = arrival(
        15, seat(lords=[11]), seat(pearls=3), council=STACKS, exploration_deck=["J4", "H4", "H3", "S4"]
    )
    assert (asked(game), game.table.price) == (("MAIN", A), 1)
    # The Landlord pays at the start of this turn as well.
    assert pearls(game)[A] == 1
    play(game, "explore")
    assert asked(game) == ("OFFER", B)
    play(game, "pass", "take")
    assert asked(game) == ("MAIN", B)


@pytest.mark.lord(15)
def test_the_invokers_turn_renews_turn_powers() -> None:
    game = position(seat(lords=[12], hand=["J5", "J3", "Q2", "Q3"]), court=[15, 30, 31, 32])
    play(game, "use:12", "card:Q2")
    assert not game.can("use:12")
    recruit(game, 15, "J5", "J3")
    assert asked(game) == ("MAIN", A)
    assert game.can("use:12")


@pytest.mark.lord(15)
def test_the_invokers_turn_allows_opponents_a_purchase_again() -> None:
    game = arrival(15, seat(), seat(pearls=3), exploration_deck=["J4", "H4", "H3", "S4"])
    assert [each.bought for each in game.table.seats] == [0, 0, 0]
    play(game, "explore", "buy", "take")
    assert (pearls(game)[:2], game.table.active) == ([1, 2], B)


# ----------------------------------------------------------------------------- 16 Apprentice


@pytest.mark.lord(16)
def test_t63_the_apprentice_must_take_the_only_stack() -> None:
    game = arrival(16, council={"crab": ["C1", "C5"]})
    assert game.table.seats[A].hand == ["C1", "C5"]
    assert game.table.active == B


@pytest.mark.lord(16)
def test_t63_without_a_stack_the_apprentice_has_no_effect() -> None:
    game = arrival(16, council={})
    assert (game.table.seats[A].hand, game.table.active) == ([], B)


@pytest.mark.lord(16)
def test_the_apprentices_owner_chooses_the_stack_but_must_choose() -> None:
    game = arrival(16, council={"crab": ["C4"], "squid": ["Q4", "Q1"]})
    assert (asked(game), answers(game)) == (("APPRENTICE_STACK", A), {"stack:crab", "stack:squid"})
    play(game, "stack:squid")
    assert (game.table.seats[A].hand, game.table.council["crab"]) == (["Q1", "Q4"], ["C4"])


@pytest.mark.lord(16)
@pytest.mark.lord(18)
def test_r28_the_alchemist_does_not_double_the_apprentice() -> None:
    game = arrival(16, seat(lords=[18]), council=STACKS)
    play(game, "stack:crab")
    assert game.table.seats[A].hand == ["C1"]
    assert asked(game) == ("MAIN", B)


# --------------------------------------------------------------------------------- 17 Oracle


@pytest.mark.lord(17)
def test_t61_the_oracle_discards_a_stack_before_an_exploration_r21() -> None:
    game = position(
        seat(lords=[17]), council={"squid": ["Q1", "Q2", "Q3", "Q4"]}, exploration_deck=["J1", "J2"]
    )
    play(game, "use:17")
    assert game.table.council["squid"] == []
    assert sorted(game.table.exploration_discard) == ["Q1", "Q2", "Q3", "Q4"]
    # Nothing but exploring is left, so the exploration has begun by itself.
    assert asked(game) == ("EXPLORE_ALLY", A)


@pytest.mark.lord(17)
def test_the_oracles_owner_chooses_a_stack_that_is_not_empty() -> None:
    game = play(position(seat(lords=[17]), council={"crab": ["C1"], "squid": ["Q1"]}), "use:17")
    assert (asked(game), answers(game)) == (("CLEAR_STACK", A), {"stack:crab", "stack:squid"})
    play(game, "stack:crab")
    assert (game.table.exploration_discard, game.table.council["squid"]) == (["C1"], ["Q1"])
    assert not game.can("use:17")


@pytest.mark.lord(17)
def test_the_oracle_needs_a_stack() -> None:
    assert not position(seat(lords=[17], pearls=1), council={}, court=[1, 2, 3]).can("use:17")


@pytest.mark.lord(17)
@pytest.mark.parametrize("owner", powerless(17))
def test_the_oracle_without_power_discards_nothing(owner: Seat) -> None:
    assert not position(owner).can("use:17")


# ------------------------------------------------------------------------------ 18 Alchemist


@pytest.mark.lord(18)
def test_the_alchemists_owner_chooses_the_second_stack_too() -> None:
    game = position(seat(lords=[18]), council=STACKS)
    play(game, "stack:crab")
    assert (asked(game), answers(game)) == (
        ("SECOND_STACK", A),
        {"stack:jellyfish", "stack:shellfish", "stack:squid"},
    )
    # The contents of the first stack are known by now.
    assert game.table.seats[A].hand == ["C1"]
    play(game, "stack:squid")
    assert (game.table.seats[A].hand, asked(game)) == (["C1", "Q1"], ("MAIN", B))


@pytest.mark.lord(18)
@pytest.mark.parametrize("owner", powerless(18))
def test_the_alchemist_without_power_takes_no_second_stack(owner: Seat) -> None:
    game = play(position(owner, council=STACKS), "stack:crab")
    assert (game.table.seats[A].hand, asked(game)) == (["C1"], ("MAIN", B))


@pytest.mark.lord(18)
@pytest.mark.lord(12)
def test_turn_powers_are_offered_before_the_second_stack() -> None:
    game = position(seat(lords=[12, 18], hand=["J4"]), council={"crab": ["C1"], "squid": ["Q1"]})
    play(game, "stack:crab")
    assert (asked(game), answers(game)) == (("SECOND_STACK", A), {"stack:squid", "use:12"})


@pytest.mark.lord(17)
@pytest.mark.lord(18)
def test_the_oracle_may_clear_the_stack_that_the_alchemist_would_have_to_take() -> None:
    game = position(seat(lords=[17, 18]), council={"crab": ["C1"], "squid": ["Q1", "Q2"]})
    play(game, "stack:crab", "use:17")
    assert (game.table.seats[A].hand, game.table.exploration_discard, game.table.active) == (
        ["C1"],
        ["Q1", "Q2"],
        B,
    )


# ---------------------------------------------------------------------------- 19 Illusionist

PARLIAMENT = [under(4, 12), under(4, 17), under(4, 24)]


@pytest.mark.lord(19)
def test_t64_the_illusionist_exchanges_a_location_and_its_lords_move_along_r14() -> None:
    game = arrival(19, seat(lords=PARLIAMENT, locations=[4]), available_locations=[14])
    assert (asked(game), answers(game)) == (("EXCHANGE_LOCATION", A), {"location:4", "pass"})
    play(game, "location:4")
    assert (game.table.seats[A].locations, game.table.available_locations) == ([14], [4])
    assert [lords(game, A)[lord].location for lord in (12, 17, 24)] == [14, 14, 14]


@pytest.mark.lord(19)
def test_t64_the_illusionist_may_decline_r14() -> None:
    game = arrival(19, seat(lords=PARLIAMENT, locations=[4]), available_locations=[14])
    play(game, "pass")
    assert (game.table.seats[A].locations, game.table.available_locations) == ([4], [14])
    assert asked(game) == ("MAIN", B)


@pytest.mark.lord(19)
def test_the_illusionists_owner_chooses_both_tiles() -> None:
    game = arrival(19, seat(locations=[4, 5]), available_locations=[14, 15])
    assert answers(game) == {"location:4", "location:5", "pass"}
    play(game, "location:5")
    assert (asked(game), answers(game)) == (("EXCHANGE_FOR", A), {"location:14", "location:15"})
    play(game, "location:15")
    assert sorted(game.table.seats[A].locations) == [4, 15]
    assert sorted(game.table.available_locations) == [5, 14]


@pytest.mark.lord(19)
@pytest.mark.parametrize(
    ("own", "available"), [([], [14]), ([4], [])], ids=["no own tile", "no available tile"]
)
def test_the_illusionist_needs_an_own_and_an_available_tile(own: list[int], available: list[int]) -> None:
    game = arrival(19, seat(locations=own), available_locations=available)
    assert asked(game) == ("MAIN", B)


# ------------------------------------------------------------------------ 20 Master of Magic


@pytest.mark.lord(20)
@pytest.mark.parametrize("owner", powerless(20, hand=["H2", "C5"]))
def test_the_master_of_magic_without_power_affiliates_the_lowest(owner: Seat) -> None:
    game = play(position(owner, court=[28, 30, 31, 32]), "recruit:28")
    assert game.table.seats[A].affiliated == ["H2"]


@pytest.mark.lord(20)
def test_the_master_of_magic_does_not_help_the_opponents() -> None:
    game = position(seat(hand=["H2", "C5"]), seat(lords=[20]), court=[28, 30, 31, 32])
    play(game, "recruit:28")
    assert game.table.seats[A].affiliated == ["H2"]


@pytest.mark.lord(20)
def test_the_master_of_magic_chooses_among_the_spent_cards_only() -> None:
    game = position(seat(hand=["H2", "C5", "Q3"], lords=[20]), court=[28, 30, 31, 32])
    assert card_sets(game, 28) == [["C5", "H2"]]
    play(game, "recruit:28")
    assert answers(game) == {"card:H2", "card:C5"}
    play(game, "card:H2")
    assert (game.table.seats[A].affiliated, game.table.exploration_discard) == (["H2"], ["C5"])
