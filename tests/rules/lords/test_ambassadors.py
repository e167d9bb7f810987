"""The three ambassadors, who bring a location and go under it."""

from tests.rules.positions import arrival, position, seat
from tests.rules.situation import A, B, shown

test_ambassadors = shown(
    the_sage_draws_two_locations_and_must_control_one=lambda:
        arrival(33, available_locations=[14], location_deck=[1, 2, 3])
        .shows(asked=("AMBASSADOR_PICK", A), answers={"location:1", "location:2"})
        .play("location:2").shows(locations=[2], available_locations=[1, 14], location_deck_size=1)
        .lord(33, location=2),
    the_hermit_controls_the_one_location_drawn=lambda:
        arrival(34, available_locations=[14], location_deck=[1, 2])
        .shows(locations=[1], available_locations=[14], location_deck_size=1, asked=("MAIN", B))
        .lord(34, location=1),
    the_elder_draws_three_locations_and_must_control_one=lambda:
        arrival(35, available_locations=[14], location_deck=[1, 2, 3, 4])
        .shows(answers={"location:1", "location:2", "location:3"})
        .play("location:1").shows(locations=[1], available_locations=[2, 3, 14], location_deck_size=1)
        .lord(35, location=1),
    t71_without_a_location_in_the_deck_the_hermit_stays_free_and_has_no_key_r17_r18=lambda:
        arrival(34, available_locations=[14, 15, 16], location_deck=[])
        .shows(locations=[], keys=0, available_locations=[14, 15, 16], asked=("MAIN", B))
        .lord(34, location=None),
    r17_the_elder_chooses_among_the_tiles_that_are_left=lambda:
        arrival(35, available_locations=[14], location_deck=[1, 2])
        .shows(answers={"location:1", "location:2"}),
    r17_the_sage_takes_the_only_tile_that_is_left=lambda:
        arrival(33, available_locations=[14], location_deck=[1])
        .shows(locations=[1], available_locations=[14]),
    an_ambassador_uses_no_other_key=lambda:
        arrival(34, seat(key_tokens=1, lords=[1]), available_locations=[14], location_deck=[1, 2])
        .shows(key_tokens=1).lord(1, location=None),
    r18_an_ambassador_that_stayed_free_opens_nothing_later=lambda:
        position(
            seat(lords=[35], key_tokens=1), threat=3, exploration_deck=["M", "J1"], available_locations=[14],
        ).play("explore", "fight").shows(keys=2, asked=("MAIN", B)),
)  # fmt: skip
