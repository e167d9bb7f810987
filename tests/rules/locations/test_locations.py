"""What the twenty locations are worth, and the two that do more: City of Mirrors and Black Smokers."""

from typing import Any

import pytest

from tests.rules.positions import Seat, arrival, disabled, position, seat, under
from tests.rules.situation import A, B, Situation, sentences, shown

FARMERS, SOLDIERS, MAGES = [27, 28], [2, 3], [15, 16]
MERCHANTS, POLITICIANS = [9, 10], [22, 23]
ONE_OF_EACH_GUILD = [2, 9, 15, 22, 27, 34]


def worth(location: int, *, owned: list[int] | None = None, affiliated: list[str] | None = None) -> int:
    """What the location is worth to somebody with these lords and affiliated allies."""
    mine = seat(lords=owned or [], affiliated=affiliated or [], locations=[location])
    return position(mine).score_sheet(A).locations[location]


# ------------------------------------------------------------------------- lords of one guild
# What it is worth to nobody's lords and allies, and to these.
@sentences(
    "location, bare, having, worth_then",
    sargasso_silos_are_worth_5_and_2_for_each_farmer=(1, 5, [*FARMERS, 2, 9], 5 + 2 * 2),
    hydrozoa_reserves_are_worth_6_and_2_for_each_mage=(2, 6, [*MAGES, 2, 9], 6 + 2 * 2),
    parliament_is_worth_6_and_2_for_each_politician=(4, 6, [*POLITICIANS, 2, 9], 6 + 2 * 2),
    the_barracks_are_worth_7_and_2_for_each_soldier=(5, 7, [*SOLDIERS, 9], 7 + 2 * 2),
    the_dockworks_are_worth_5_and_2_for_each_merchant=(6, 5, [*MERCHANTS, 2], 5 + 2 * 2),
    the_sanctuary_is_worth_4_and_3_for_each_affiliated_jellyfish=(3, 4, ["J3", "J1", "C2"], 4 + 3 * 2),
    the_sargasso_fields_are_worth_3_and_3_for_each_affiliated_seahorse=(7, 3, ["H3", "H1", "C2"], 3 + 3 * 2),
    the_oceanic_senate_assembly_is_worth_4_and_3_for_each_affiliated_squid=(11, 4, ["Q3", "Q2", "C2"], 10),
    the_chasm_is_worth_5_and_3_for_each_affiliated_crab=(15, 5, ["C3", "C1", "J2"], 5 + 3 * 2),
    the_nest_of_giant_clams_is_worth_3_and_3_for_each_affiliated_shellfish=(19, 3, ["S3", "S1", "C2"], 9),
    t81_the_depths_are_worth_twice_the_weakest_lord=(12, 0, [1, 27, 32], 2 * 4),
    t81_the_throne_room_is_worth_the_strongest_lord=(13, 0, [1, 27, 32], 12),
    the_jail_is_worth_15_less_1_for_each_lord=(14, 15, [1, 2, 3], 12),
    the_chamber_of_allies_is_worth_3_and_the_weakest_ally_of_each_race=(18, 3, ["J5", "J2", "Q4"], 3 + 2 + 4),
    the_coral_barrier_is_worth_20_less_1_for_each_affiliated_ally=(20, 20, ["J5", "J2", "Q4"], 17),
)  # fmt: skip
def test_worth(location: int, bare: int, having: list[Any], worth_then: int) -> None:
    allies = [card for card in having if isinstance(card, str)]
    owned = [lord for lord in having if isinstance(lord, int)]
    assert (worth(location), worth(location, owned=owned, affiliated=allies)) == (bare, worth_then)


# --------------------------------------------------------------------------- the other formulas
def test_the_abyss_is_worth_2_for_each_different_guild() -> None:
    assert (worth(8), worth(8, owned=[2, 3, 4]), worth(8, owned=[2, 3, 9])) == (0, 2, 4)
    assert worth(8, owned=ONE_OF_EACH_GUILD) == 12


test_the_other_formulas = shown(
    cards_in_hand_are_not_affiliated=lambda:
        position(seat(locations=[3], hand=["J3", "J1"], affiliated=["J2"])).sheet(locations={3: 4 + 3}),
    the_closed_tower_and_the_lost_tower_are_worth_3_for_each_lord_with_and_without_a_key=lambda:
        position(seat(locations=[16, 17], lords=[1, 12, 2, 3, 32])).sheet(locations={16: 3 * 2, 17: 3 * 3}),
    t87_elder_and_sage_are_one_guild_and_have_no_key=lambda:
        position(seat(locations=[8, 17, 16], lords=[35, 33])).sheet(locations={8: 2, 17: 6, 16: 0}),
    t83_what_affiliated_allies_are_worth_to_four_places=lambda:
        position(seat(locations=[18, 20, 3], affiliated=["J3", "J1", "C2", "S5", "S4"]))
        .sheet(locations={18: 3 + (1 + 2 + 4), 20: 20 - 5, 3: 4 + 6}, allies=3 + 2 + 5),
    the_lords_of_others_do_not_count=lambda:
        position(seat(locations=[6]), seat(lords=MERCHANTS)).sheet(locations={6: 5}),
)  # fmt: skip


# ------------------------------------------------------------------------------ City of Mirrors
def mirrored(mine: Seat, *others: Seat) -> int:
    return position({**mine, "locations": [{"id": 9, "loot": []}]}, *others).score_sheet(A).locations[9]


@pytest.mark.location(9)
def test_r15_the_mirrors_show_the_best_single_location_of_any_opponent() -> None:
    mine = seat(lords=[2, 3, 9])
    assert mirrored(mine, seat(locations=[5, 1]), seat(locations=[14])) == 15 - 3
    assert mirrored(mine, seat(locations=[5]), seat(locations=[1])) == 7 + 2 * 2


def test_r15_the_mirrors_count_the_lords_and_allies_of_their_own_owner() -> None:
    mine = seat(affiliated=["J1", "J2"])
    assert mirrored(mine, seat(locations=[3], affiliated=["J3", "J4", "J5"])) == 4 + 3 * 2


test_city_of_mirrors = shown(
    r15_the_mirrors_show_the_locations_of_the_first_player_too=lambda:
        position(seat(locations=[14]), seat(locations=[9])).sheet(B, locations={9: 15}),
    the_mirrors_do_not_show_the_owners_own_locations=lambda:
        position(seat(locations=[9, 14]), seat(locations=[7])).sheet(locations={9: 3, 14: 15}),
    the_mirrors_are_worth_nothing_without_an_opposing_location=lambda:
        position(seat(locations=[9]), seat(), seat()).sheet(locations={9: 0}),
    t85_the_mirrors_see_nothing_in_black_smokers=lambda:
        position(seat(locations=[9]), seat(locations=[10])).sheet(locations={9: 0}),
    the_opponents_see_nothing_in_the_mirrors=lambda:
        # Only one City of Mirrors exists: its own value must not come back through an opponent's score.
        position(seat(locations=[9]), seat(locations=[14])).sheet(locations={9: 15})
        .sheet(B, locations={14: 15}),
    r11_disabled_lords_and_lords_under_locations_count_as_printed=lambda:
        position(seat(lords=[disabled(1), under(14, 5), under(14, 6)], locations=[5, 14, 16]))
        .sheet(locations={5: 7 + 2 * 3, 14: 15 - 3, 16: 3 * 3}),
)  # fmt: skip


def test_r15_the_mirrors_are_never_worth_less_than_nothing() -> None:
    crowd = [f"{race}{value}" for race in "JCHSQ" for value in (2, 3, 4, 5)] + ["H1", "S1"]
    mine = seat(affiliated=crowd)
    assert worth(20, affiliated=crowd) == 20 - 22
    assert mirrored(mine, seat(locations=[20])) == 0


# -------------------------------------------------------------------------------- Black Smokers
def smokers_by_key(**rest: Any) -> Situation:
    """A, with a free Recruiter and a key token, has won the third key by a fight."""
    mine = seat(key_tokens=1, lords=[1])
    return position(mine, threat=3, exploration_deck=["M", "J1"], **rest).play("explore", "fight")


test_black_smokers = shown(
    t73_black_smokers_may_be_kept_and_are_worth_nothing_r16=lambda:
        smokers_by_key(available_locations=[14], location_deck=[10, 1, 2]).play("draw:1", "pass")
        .shows(locations=[10], location_deck_size=2).lord(1, location=10).sheet(locations={10: 0}),
    black_smokers_act_as_an_available_tile_too=lambda:
        smokers_by_key(available_locations=[10, 14], location_deck=[1, 2]).play("location:10")
        .shows(asked=("SWAP_SMOKERS", A))
        .play("location:2").shows(locations=[2], available_locations=[14], location_deck_size=2),
    black_smokers_stay_when_the_deck_is_empty_r16=lambda:
        smokers_by_key(available_locations=[10], location_deck=[]).shows(locations=[10], asked=("MAIN", B)),
    black_smokers_drawn_by_an_ambassador_may_be_exchanged=lambda:
        arrival(34, available_locations=[14], location_deck=[10, 1, 2])
        .shows(answers={"location:1", "location:2", "pass"})
        .play("location:1").shows(locations=[1], location_deck_size=2).lord(34, location=1),
    the_keys_are_looked_at_again_after_the_exchange=lambda:
        position(
            seat(key_tokens=4), threat=6, exploration_deck=["M", "J1"], available_locations=[14],
            location_deck=[10, 1],
        ).play("explore", "fight", "draw:1").shows(asked=("SWAP_SMOKERS", A))
        .play("location:1").shows(asked=("CONTROL_SOURCE", A)),
    black_smokers_taken_by_the_illusionist_may_be_exchanged_r14=lambda:
        arrival(
            19, seat(lords=[under(4, 12), under(4, 17), under(4, 24)], locations=[4]),
            available_locations=[10], location_deck=[1, 2],
        ).play("location:4").shows(asked=("SWAP_SMOKERS", A))
        .play("location:2").shows(locations=[2], available_locations=[4]).lord(12, location=2)
        .lord(17, location=2).lord(24, location=2),
    t73_black_smokers_may_be_exchanged_for_any_tile_of_the_deck_r16=lambda:
        smokers_by_key(available_locations=[14], location_deck=[10, 1, 2, 3, 4, 5]).play("draw:1")
        .shows(asked=("SWAP_SMOKERS", A), answers={*(f"location:{tile}" for tile in range(1, 6)), "pass"})
        .play("location:3").shows(locations=[3], location_deck_size=5, available_locations=[14])
        .lord(1, location=3).shows(asked=("MAIN", B)),
)  # fmt: skip


def test_r16_by_an_option_exchanged_black_smokers_leave_the_game() -> None:
    tiles: dict[str, Any] = {"available_locations": [14], "location_deck": [10, 1, 2]}
    game = smokers_by_key(options={"black_smokers_back_to_deck": False}, **tiles)
    game.play("draw:1", "location:2")
    assert (game.mine.locations, game.table.location_deck_size) == ([2], 1)
    assert game.to_position()["location_deck"] == [1]
