"""The three ambassadors, who bring a location and go under it."""

from tests.rules.positions import A, B, arrival, position, seat


def test_the_sage_draws_two_locations_and_must_control_one() -> None:
    game = arrival(33, available_locations=[14], location_deck=[1, 2, 3])
    assert (game.asked, game.answers) == (("AMBASSADOR_PICK", A), {"location:1", "location:2"})
    game.play("location:2")
    assert (game.mine.locations, game.lords(A)[33].location) == ([2], 2)
    assert (sorted(game.table.available_locations), game.table.location_deck_size) == ([1, 14], 1)


def test_the_hermit_controls_the_one_location_drawn() -> None:
    game = arrival(34, available_locations=[14], location_deck=[1, 2])
    assert (game.mine.locations, game.lords(A)[34].location) == ([1], 1)
    assert (game.table.available_locations, game.table.location_deck_size, game.asked) == (
        [14],
        1,
        ("MAIN", B),
    )


def test_the_elder_draws_three_locations_and_must_control_one() -> None:
    game = arrival(35, available_locations=[14], location_deck=[1, 2, 3, 4])
    assert game.answers == {"location:1", "location:2", "location:3"}
    game.play("location:1")
    assert (game.mine.locations, game.lords(A)[35].location) == ([1], 1)
    assert (sorted(game.table.available_locations), game.table.location_deck_size) == ([2, 3, 14], 1)


def test_t71_without_a_location_in_the_deck_the_hermit_stays_free_and_has_no_key_r17_r18() -> None:
    game = arrival(34, available_locations=[14, 15, 16], location_deck=[])
    assert (game.mine.locations, game.lords(A)[34].location) == ([], None)
    assert (game.mine.keys, sorted(game.table.available_locations)) == (0, [14, 15, 16])
    assert game.asked == ("MAIN", B)


def test_r17_the_elder_chooses_among_the_tiles_that_are_left() -> None:
    game = arrival(35, available_locations=[14], location_deck=[1, 2])
    assert game.answers == {"location:1", "location:2"}


def test_r17_the_sage_takes_the_only_tile_that_is_left() -> None:
    game = arrival(33, available_locations=[14], location_deck=[1])
    assert (game.mine.locations, game.table.available_locations) == ([1], [14])


def test_an_ambassador_uses_no_other_key() -> None:
    game = arrival(34, seat(key_tokens=1, lords=[1]), available_locations=[14], location_deck=[1, 2])
    assert (game.mine.key_tokens, game.lords(A)[1].location) == (1, None)


def test_r18_an_ambassador_that_stayed_free_opens_nothing_later() -> None:
    game = position(
        seat(lords=[35], key_tokens=1), threat=3, exploration_deck=["M", "J1"], available_locations=[14]
    )
    game.play("explore", "fight")
    assert (game.mine.keys, game.asked) == (2, ("MAIN", B))
