"""The three ambassadors, who bring a location and go under it."""

import pytest

from tests.rules.positions import A, B, answers, arrival, asked, lords, play, position, seat


@pytest.mark.lord(33)
def test_the_sage_draws_two_locations_and_must_control_one() -> None:
    game = arrival(33, available_locations=[14], location_deck=[1, 2, 3])
    assert (asked(game), answers(game)) == (("AMBASSADOR_PICK", A), {"location:1", "location:2"})
    play(game, "location:2")
    assert (game.table.seats[A].locations, lords(game, A)[33].location) == ([2], 2)
    assert (sorted(game.table.available_locations), game.table.location_deck_size) == ([1, 14], 1)


@pytest.mark.lord(34)
def test_the_hermit_controls_the_one_location_drawn() -> None:
    game = arrival(34, available_locations=[14], location_deck=[1, 2])
    assert (game.table.seats[A].locations, lords(game, A)[34].location) == ([1], 1)
    assert (game.table.available_locations, game.table.location_deck_size, asked(game)) == (
        [14],
        1,
        ("MAIN", B),
    )


@pytest.mark.lord(35)
def test_the_elder_draws_three_locations_and_must_control_one() -> None:
    game = arrival(35, available_locations=[14], location_deck=[1, 2, 3, 4])
    assert answers(game) == {"location:1", "location:2", "location:3"}
    play(game, "location:1")
    assert (game.table.seats[A].locations, lords(game, A)[35].location) == ([1], 1)
    assert (sorted(game.table.available_locations), game.table.location_deck_size) == ([2, 3, 14], 1)


@pytest.mark.lord(34)
def test_t71_without_a_location_in_the_deck_the_hermit_stays_free_and_has_no_key_r17_r18() -> None:
    game = arrival(34, available_locations=[14, 15, 16], location_deck=[])
    assert (game.table.seats[A].locations, lords(game, A)[34].location) == ([], None)
    assert (game.table.seats[A].keys, sorted(game.table.available_locations)) == (0, [14, 15, 16])
    assert asked(game) == ("MAIN", B)


@pytest.mark.lord(35)
def test_r17_the_elder_chooses_among_the_tiles_that_are_left() -> None:
    game = arrival(35, available_locations=[14], location_deck=[1, 2])
    assert answers(game) == {"location:1", "location:2"}


@pytest.mark.lord(33)
def test_r17_the_sage_takes_the_only_tile_that_is_left() -> None:
    game = arrival(33, available_locations=[14], location_deck=[1])
    assert (game.table.seats[A].locations, game.table.available_locations) == ([1], [14])


@pytest.mark.lord(34)
def test_an_ambassador_uses_no_other_key() -> None:
    game = arrival(34, seat(key_tokens=1, lords=[1]), available_locations=[14], location_deck=[1, 2])
    assert (game.table.seats[A].key_tokens, lords(game, A)[1].location) == (1, None)


@pytest.mark.lord(35)
def test_r18_an_ambassador_that_stayed_free_opens_nothing_later() -> None:
    game = position(
        seat(lords=[35], key_tokens=1), threat=3, exploration_deck=["M", "J1"], available_locations=[14]
    )
    play(game, "explore", "fight")
    assert (game.table.seats[A].keys, asked(game)) == (2, ("MAIN", B))
