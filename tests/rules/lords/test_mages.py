"""The seven mages, who bend the rules."""

import pytest

from tests.rules.positions import A, B, Seat, arrival, disabled, position, powerless, seat, under

STACKS = {"jellyfish": ["J1"], "crab": ["C1"], "shellfish": ["S1"], "squid": ["Q1"]}


@pytest.mark.parametrize("owner", powerless(14, pearls=3))
def test_the_shaman_without_power_protects_nobody(owner: Seat) -> None:
    assert arrival(3, seat(), owner).pearls[B] == 1


def test_the_shaman_protects_only_its_owner() -> None:
    assert arrival(3, seat(), seat(pearls=3, lords=[14]), seat(pearls=3)).pearls == [0, 3, 1]


def test_the_shaman_protects_from_soldiers_only() -> None:
    # The Alchemist of an opponent works as ever, the Treasurer of one's own as well.
    game = position(seat(lords=[18]), seat(lords=[14]), council=STACKS).play("stack:crab")
    assert game.asked == ("SECOND_STACK", A)


def test_the_shaman_does_not_undo_what_happened_before_it_came() -> None:
    assert arrival(14, seat(lords=[disabled(12)]), seat(lords=[4])).lords(A)[12].disabled


def test_the_shaman_under_a_location_exposes_its_owner_again_at_once() -> None:
    hand = ["H1", "H1", "H2", "S1", "S2", "Q2", "Q3"]
    game = position(
        seat(lords=[14], key_tokens=1, hand=hand), seat(lords=[5]),
        threat=3, exploration_deck=["M", "J1"], available_locations=[14], location_deck=[],
    )  # fmt: skip
    # The third key puts the Shaman under The Jail, so the Commander bites at the end of this very turn.
    game.play("explore", "fight")
    assert game.lords(A)[14].location == 14
    assert game.asked == ("DISCARD_TO_LIMIT", A)


def test_t72_the_invoker_brings_a_whole_further_turn() -> None:
    game = arrival(
        15, seat(lords=[11]), seat(pearls=3), council=STACKS, exploration_deck=["J4", "H4", "H3", "S4"]
    )
    assert (game.asked, game.table.price) == (("MAIN", A), 1)
    # The Landlord pays at the start of this turn as well.
    assert game.pearls[A] == 1
    game.play("explore")
    assert game.asked == ("OFFER", B)
    game.play("pass", "take")
    assert game.asked == ("MAIN", B)


def test_the_invokers_turn_renews_turn_powers() -> None:
    game = position(seat(lords=[12], hand=["J5", "J3", "Q2", "Q3"]), court=[15, 30, 31, 32])
    game.play("use:12", "card:Q2")
    assert not game.can("use:12")
    game.recruit(15, "J5", "J3")
    assert game.asked == ("MAIN", A)
    assert game.can("use:12")


def test_the_invokers_turn_allows_opponents_a_purchase_again() -> None:
    game = arrival(15, seat(), seat(pearls=3), exploration_deck=["J4", "H4", "H3", "S4"])
    assert [each.bought for each in game.seats] == [0, 0, 0]
    game.play("explore", "buy", "take")
    assert (game.pearls[:2], game.table.active) == ([1, 2], B)


def test_t63_the_apprentice_must_take_the_only_stack() -> None:
    game = arrival(16, council={"crab": ["C1", "C5"]})
    assert game.mine.hand == ["C1", "C5"]
    assert game.table.active == B


def test_t63_without_a_stack_the_apprentice_has_no_effect() -> None:
    game = arrival(16, council={})
    assert (game.mine.hand, game.table.active) == ([], B)


def test_the_apprentices_owner_chooses_the_stack_but_must_choose() -> None:
    game = arrival(16, council={"crab": ["C4"], "squid": ["Q4", "Q1"]})
    assert (game.asked, game.answers) == (("APPRENTICE_STACK", A), {"stack:crab", "stack:squid"})
    game.play("stack:squid")
    assert (game.mine.hand, game.table.council["crab"]) == (["Q1", "Q4"], ["C4"])


def test_r28_the_alchemist_does_not_double_the_apprentice() -> None:
    game = arrival(16, seat(lords=[18]), council=STACKS).play("stack:crab")
    assert game.mine.hand == ["C1"]
    assert game.asked == ("MAIN", B)


def test_t61_the_oracle_discards_a_stack_before_an_exploration_r21() -> None:
    game = position(
        seat(lords=[17]), council={"squid": ["Q1", "Q2", "Q3", "Q4"]}, exploration_deck=["J1", "J2"]
    )
    game.play("use:17")
    assert game.table.council["squid"] == []
    assert sorted(game.table.exploration_discard) == ["Q1", "Q2", "Q3", "Q4"]
    # Nothing but exploring is left, so the exploration has begun by itself.
    assert game.asked == ("EXPLORE_ALLY", A)


def test_the_oracles_owner_chooses_a_stack_that_is_not_empty() -> None:
    game = position(seat(lords=[17]), council={"crab": ["C1"], "squid": ["Q1"]}).play("use:17")
    assert (game.asked, game.answers) == (("CLEAR_STACK", A), {"stack:crab", "stack:squid"})
    game.play("stack:crab")
    assert (game.table.exploration_discard, game.table.council["squid"]) == (["C1"], ["Q1"])
    assert not game.can("use:17")


def test_the_oracle_needs_a_stack() -> None:
    assert not position(seat(lords=[17], pearls=1), council={}, court=[1, 2, 3]).can("use:17")


@pytest.mark.parametrize("owner", powerless(17))
def test_the_oracle_without_power_discards_nothing(owner: Seat) -> None:
    assert not position(owner).can("use:17")


def test_the_alchemists_owner_chooses_the_second_stack_too() -> None:
    game = position(seat(lords=[18]), council=STACKS).play("stack:crab")
    assert (game.asked, game.answers) == (
        ("SECOND_STACK", A),
        {"stack:jellyfish", "stack:shellfish", "stack:squid"},
    )
    # The contents of the first stack are known by now.
    assert game.mine.hand == ["C1"]
    game.play("stack:squid")
    assert (game.mine.hand, game.asked) == (["C1", "Q1"], ("MAIN", B))


@pytest.mark.parametrize("owner", powerless(18))
def test_the_alchemist_without_power_takes_no_second_stack(owner: Seat) -> None:
    game = position(owner, council=STACKS).play("stack:crab")
    assert (game.mine.hand, game.asked) == (["C1"], ("MAIN", B))


def test_turn_powers_are_offered_before_the_second_stack() -> None:
    game = position(seat(lords=[12, 18], hand=["J4"]), council={"crab": ["C1"], "squid": ["Q1"]})
    game.play("stack:crab")
    assert (game.asked, game.answers) == (("SECOND_STACK", A), {"stack:squid", "use:12"})


def test_the_oracle_may_clear_the_stack_that_the_alchemist_would_have_to_take() -> None:
    game = position(seat(lords=[17, 18]), council={"crab": ["C1"], "squid": ["Q1", "Q2"]})
    game.play("stack:crab", "use:17")
    assert (game.mine.hand, game.table.exploration_discard, game.table.active) == (["C1"], ["Q1", "Q2"], B)


PARLIAMENT = [under(4, 12), under(4, 17), under(4, 24)]


def test_t64_the_illusionist_exchanges_a_location_and_its_lords_move_along_r14() -> None:
    game = arrival(19, seat(lords=PARLIAMENT, locations=[4]), available_locations=[14])
    assert (game.asked, game.answers) == (("EXCHANGE_LOCATION", A), {"location:4", "pass"})
    game.play("location:4")
    assert (game.mine.locations, game.table.available_locations) == ([14], [4])
    assert [game.lords(A)[lord].location for lord in (12, 17, 24)] == [14, 14, 14]


def test_t64_the_illusionist_may_decline_r14() -> None:
    game = arrival(19, seat(lords=PARLIAMENT, locations=[4]), available_locations=[14]).play("pass")
    assert (game.mine.locations, game.table.available_locations) == ([4], [14])
    assert game.asked == ("MAIN", B)


def test_the_illusionists_owner_chooses_both_tiles() -> None:
    game = arrival(19, seat(locations=[4, 5]), available_locations=[14, 15])
    assert game.answers == {"location:4", "location:5", "pass"}
    game.play("location:5")
    assert (game.asked, game.answers) == (("EXCHANGE_FOR", A), {"location:14", "location:15"})
    game.play("location:15")
    assert sorted(game.mine.locations) == [4, 15]
    assert sorted(game.table.available_locations) == [5, 14]


@pytest.mark.parametrize(
    ("own", "available"), [([], [14]), ([4], [])], ids=["no own tile", "no available tile"]
)
def test_the_illusionist_needs_an_own_and_an_available_tile(own: list[int], available: list[int]) -> None:
    assert arrival(19, seat(locations=own), available_locations=available).asked == ("MAIN", B)


@pytest.mark.parametrize("owner", powerless(20, hand=["H2", "C5"]))
def test_the_master_of_magic_without_power_affiliates_the_lowest(owner: Seat) -> None:
    assert position(owner, court=[28, 30, 31, 32]).play("recruit:28").mine.affiliated == ["H2"]


def test_the_master_of_magic_does_not_help_the_opponents() -> None:
    game = position(seat(hand=["H2", "C5"]), seat(lords=[20]), court=[28, 30, 31, 32])
    game.play("recruit:28")
    assert game.mine.affiliated == ["H2"]


def test_the_master_of_magic_chooses_among_the_spent_cards_only() -> None:
    game = position(seat(hand=["H2", "C5", "Q3"], lords=[20]), court=[28, 30, 31, 32])
    assert game.card_sets(28) == [["C5", "H2"]]
    game.play("recruit:28")
    assert game.answers == {"card:H2", "card:C5"}
    game.play("card:H2")
    assert (game.mine.affiliated, game.table.exploration_discard) == (["H2"], ["C5"])
