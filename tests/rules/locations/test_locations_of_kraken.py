"""The six locations of Kraken, and the loot of its sanctuaries (rules 9.9)."""

from typing import Any

import pytest

from openabyss.rules.cards.locations import (
    ABANDONED_CONVOY,
    BATTLEFIELD,
    CETACEAN_GRAVEYARD,
    MEGALODON,
    is_sanctuary,
)
from openabyss.rules.cards.printed import LOCATION_ID, LOCATIONS
from tests.rules.positions import arrival, seat, tile, under, with_kraken
from tests.rules.situation import A, B, Situation, shown

SANCTUARIES = [103, 104, 105, 106]


def worth(location: int | dict[str, Any], **mine: Any) -> int:
    """What the location is worth to somebody who has this."""
    number = location if isinstance(location, int) else int(location["id"])
    return with_kraken(seat(locations=[location], **mine)).score_sheet(A).locations[number]


def search(*values: int, location: int = 103, **rest: Any) -> Situation:
    """A's Hermit has drawn a sanctuary and the first loot; the loot deck holds these values."""
    tiles: dict[str, Any] = {"available_locations": [14], "location_deck": [location]}
    return arrival(34, kraken=True, loot_deck=list(values), **{**tiles, **rest})


# --------------------------------------------------------------------------------------------- worth
def test_the_gambling_den_is_worth_5_and_2_for_each_smuggler() -> None:
    assert (worth(101), worth(101, lords=[101, 102, 109, 33])) == (5, 5 + 2 * 2)


def test_k41_the_krakens_lair_is_worth_15_less_3_for_each_nebulis_and_may_be_below_nothing_rk20() -> None:
    assert [worth(102, nebulis=held) for held in (0, 1, 5, 6)] == [15, 12, 0, -3]


def test_the_four_sanctuaries_follow_one_another() -> None:
    tiles = (CETACEAN_GRAVEYARD, ABANDONED_CONVOY, MEGALODON, BATTLEFIELD)
    assert [int(LOCATION_ID[tile]) for tile in tiles] == SANCTUARIES
    assert [tile for tile in range(LOCATIONS) if is_sanctuary(tile)] == list(tiles)


@pytest.mark.location(103)
@pytest.mark.location(104)
@pytest.mark.location(105)
@pytest.mark.location(106)
@pytest.mark.parametrize("location", SANCTUARIES)
def test_k34_a_sanctuary_is_worth_the_loot_on_it(location: int) -> None:
    assert (worth(location), worth(tile(location, 3, 6, 7))) == (0, 16)


def test_k42_smugglers_are_a_guild_of_their_own_rk15() -> None:
    assert worth(8, lords=[14, 101, 33]) == 6
    assert worth(8, lords=[101, 102]) == 2
    assert worth(8, lords=[14, 2, 27, 9, 22, 33, 106]) == 7 * 2


# ------------------------------------------------------------------------------------------- mirrors
@pytest.mark.parametrize(("mine", "theirs", "worth"), [(2, 5, 15 - 3 * 2), (6, 0, 0)])
def test_the_mirrors_see_the_lair_with_the_nebulis_of_their_owner(mine: int, theirs: int, worth: int) -> None:
    seats = seat(nebulis=mine, locations=[9]), seat(nebulis=theirs, locations=[102])
    assert with_kraken(*seats).score_sheet(A).locations == {9: worth}


# ------------------------------------------------------------------------- a sanctuary is gained
@pytest.mark.parametrize("location", SANCTUARIES)
def test_rk10_the_first_loot_card_is_compulsory_then_the_player_may_stop(location: int) -> None:
    game = search(7, 3, location=location)
    assert (game.loot(location), game.asked) == ([7], ("SANCTUARY", A))
    assert game.answers == {"search", "stop"}
    game.play("stop")
    assert (game.loot(location), game.asked) == ([7], ("MAIN", B))
    assert game.score_sheet(A).locations == {location: 7}


test_worth = shown(
    k44_fence_and_watcher_count_for_the_gambling_den_and_the_sage_does_not=lambda:
        with_kraken(seat(locations=[101], lords=[104, 106, 33])).sheet(locations={101: 9}),
    the_mirrors_see_the_gambling_den_with_the_smugglers_of_their_owner=lambda:
        with_kraken(seat(locations=[9], lords=[101]), seat(locations=[101], lords=[102, 103]))
        .sheet(locations={9: 5 + 2}),
    rk12_the_mirrors_see_the_loot_of_a_sanctuary=lambda:
        with_kraken(seat(locations=[9]), seat(locations=[tile(103, 3, 6)])).sheet(locations={9: 9}),
    rk12_by_an_option_the_mirrors_see_no_loot=lambda:
        with_kraken(
            seat(locations=[9]), seat(locations=[tile(103, 3, 6)]), options={"mirrors_copy_loot": False},
        ).sheet(locations={9: 0}),
)  # fmt: skip


test_a_sanctuary_is_gained = shown(
    a_search_goes_on_as_long_as_the_player_wants=lambda:
        search(7, 3, 5, 4).play("search", "search").shows(asked=("SANCTUARY", A)).loot_is(103, [3, 5, 7]),
    a_sanctuary_gained_by_keys_is_searched=lambda:
        with_kraken(
            seat(key_tokens=3), available_locations=[103], location_deck=[], loot_deck=[7, 3],
        ).play("stack:squid").shows(asked=("SANCTUARY", A), key_tokens=0).loot_is(103, [7]),
    a_sanctuary_gained_by_black_smokers_is_searched=lambda:
        search(7, 3, location=10, location_deck=[10, 104, 1]).play("location:104")
        .shows(asked=("SANCTUARY", A)).loot_is(104, [7]).lord(34, location=104),
    a_sanctuary_gained_by_the_illusionist_is_searched=lambda:
        arrival(
            19, seat(locations=[14], lords=[under(14, 12)]), kraken=True, available_locations=[105],
            loot_deck=[7, 3],
        ).play("location:14").shows(asked=("SANCTUARY", A)).loot_is(105, [7]).lord(12, location=105),
    a_sanctuary_that_is_face_up_is_not_searched=lambda:
        with_kraken(available_locations=[103], loot_deck=[7, 3]).shows(asked=("MAIN", A)).loot_is(103, []),
    rk8_only_the_pair_is_lost=lambda: search(7, 5, 7, 3).play("search", "search").loot_is(103, [5]),
    rk8_by_an_option_a_pair_ends_the_search=lambda:
        search(3, 3, 7, options={"loot_duplicate": "ends_search"}).play("search")
        .shows(key_tokens=2, asked=("MAIN", B)).loot_is(103, []),
)  # fmt: skip


def test_rk8_two_of_a_value_are_both_lost_and_the_player_decides_again() -> None:
    game = search(3, 3, 7).play("search")
    assert (game.loot(103), game.mine.key_tokens, game.asked) == ([], 2, ("SANCTUARY", A))
    game.clone().play("stop")
    # One card is left, and with it the search is over.
    game.play("search")
    assert (game.loot(103), game.asked) == ([7], ("MAIN", B))


def test_rk10_without_loot_the_search_is_over() -> None:
    game = search(7)
    assert (game.loot(103), game.asked) == ([7], ("MAIN", B))
    game = search()
    assert (game.loot(103), game.mine.locations, game.asked) == ([], [103], ("MAIN", B))


def test_lost_loot_does_not_return() -> None:
    game = search(3, 3, available_locations=[1]).play("search")
    assert (game.loot(103), game.asked) == ([], ("MAIN", B))
    assert game.to_position()["loot_deck"] == []


def test_rk11_loot_stays_on_a_sanctuary_that_is_given_away() -> None:
    mine, theirs = seat(locations=[tile(103, 5, 6)]), seat(key_tokens=3)
    council = {"squid": ["Q1"], "crab": ["C1"]}
    tiles: dict[str, Any] = {"available_locations": [14], "location_deck": [], "loot_deck": [7, 3]}
    game = arrival(19, mine, theirs, kraken=True, council=council, **tiles).play("location:103")
    assert (game.loot(103), game.table.available_locations) == ([5, 6], [103])
    # The next owner may search on, but need not.
    game.play("stack:squid")
    assert (game.asked, game.answers, game.loot(103)) == (("SANCTUARY", B), {"search", "stop"}, [5, 6])
    assert game.clone().play("stop").score_sheet(B).locations == {103: 11}
    assert game.play("search").loot(103) == [5, 6, 7]


test_the_rewards = shown(
    loot_3_brings_a_key_token=lambda: search(3, 7).shows(key_tokens=1).loot_is(103, [3]),
    k32_keys_won_in_a_search_are_looked_at_after_it=lambda:
        arrival(
            34, seat(key_tokens=2), kraken=True, location_deck=[106], available_locations=[14],
            loot_deck=[3, 7],
        ).shows(asked=("SANCTUARY", A), key_tokens=3)
        .play("stop").shows(locations=[14, 106], key_tokens=0),
    loot_4_brings_two_pearls=lambda: search(4, 7).shows(pearls=[2, 0, 0]).loot_is(103, [4]),
    loot_5_brings_a_monster_token=lambda:
        search(5, 7, monster_pool=[4, 2]).shows(monster_tokens=[4], monster_pool_size=1).loot_is(103, [5]),
    loot_5_brings_nothing_when_no_token_is_left=lambda:
        search(5, 7, monster_pool=[]).shows(monster_tokens=[]).loot_is(103, [5]),
    rk9_loot_6_brings_nothing_when_no_ally_is_left=lambda:
        with_kraken(
            seat(key_tokens=2), threat=3, exploration_deck=["M"], available_locations=[103], location_deck=[],
            loot_deck=[6, 7],
        ).play("explore").shows(hand=[], threat=2, asked=("SANCTUARY", A)).loot_is(103, [6]),
    a_kraken_found_by_loot_6_goes_to_the_hand=lambda:
        search(6, 7, exploration_deck=["K3"]).shows(hand=["K3"], nebulis=[0, 0, 0]),
    loot_7_brings_nothing=lambda:
        search(7, 3).shows(hand=[], own_pearls=0, own_nebulis=0, key_tokens=0, monster_tokens=[])
        .loot_is(103, [7]),
    the_reward_of_a_lost_card_is_kept_rk8=lambda: search(4, 4, 7).play("search").shows(pearls=[4, 0, 0]),
    rk9_loot_6_reshuffles_the_discard_if_needed=lambda:
        # The four allies spent for the Hermit lie there.
        search(6, 7, exploration_deck=["M"])
        .shows(hand_size=1, threat=2, exploration_discard=[], exploration_deck_size=4),
)  # fmt: skip


def test_loot_6_brings_the_top_ally_of_the_deck_shown_to_all() -> None:
    game = search(6, 7, exploration_deck=["S3", "S4"])
    assert (game.mine.hand, game.loot(103), game.table.exploration_deck_size) == (["S3"], [6], 1)
    assert [event.seen_by for event in game.latest_events if event.kind == "ALLY_FOUND"] == [None]


def test_k33_monsters_found_by_loot_6_raise_the_threat_and_are_discarded_rk9() -> None:
    game = search(6, 7, exploration_deck=["M", "M", "S3"], threat=5)
    assert (game.table.threat, game.mine.hand) == (6, ["S3"])
    assert game.table.exploration_discard.count("M") == 2
