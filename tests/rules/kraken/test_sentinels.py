"""Sentinels: what one guards is for its owner alone, in every way in which it could be used (rules 9.8)."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.rules.positions import arrival, disabled, payment_for, seat, sentinel, under, with_kraken
from tests.rules.situation import A, B, C, Situation, shown, shown_by_each

SENTINEL_LORDS = [106, 107, 108]
COURT = [29, 31, 32, 30]
STACKS = {"jellyfish": ["J1"], "crab": ["C1"], "shellfish": ["S1"], "squid": ["Q1", "Q2"]}
TWO = {"crab": ["C1"], "squid": ["Q1", "Q2"]}
EVERY_STACK = {f"stack:{race}" for race in ("jellyfish", "crab", "seahorse", "shellfish", "squid")}
TILES: dict[str, Any] = {"available_locations": [1, 2], "location_deck": []}

# ------------------------------------------------------------------------- every use, one after the other
# A comes to the choice that the name tells; the element that is asked about is always the same.


Use = Callable[..., Situation]
Target = dict[str, Any]
MORE: dict[str, Any] = {"available_locations": [1, 2, 4], "location_deck": [3]}
LORD, STACK, LOCATION = {"court": 29}, {"council": "squid"}, {"location": 2}


def controls(**rest: Any) -> Situation:
    game = with_kraken(seat(key_tokens=3), council={"squid": ["Q1"]}, **MORE, **rest)
    return game.play("stack:squid")


# A comes to a choice: the situation, the answer that uses the element, and what is guarded.
USES: dict[str, tuple[Use, str, Target]] = {
    "recruiting": (
        lambda **rest: with_kraken(seat(hand=["H5", "H3"]), court=COURT, **rest), "recruit:29", LORD,
    ),
    "the Corruptor": (
        lambda **rest: arrival(22, seat(pearls=5), kraken=True, court=[22, *COURT], **rest), "lord:29", LORD,
    ),
    "the Traitor": (
        lambda **rest: arrival(23, seat(lords=[9]), kraken=True, court=[23, *COURT], **rest).play("lord:9"),
        "lord:29", LORD,
    ),
    "the Opportunist": (
        lambda **rest: with_kraken(seat(lords=[21]), court=COURT, lord_deck=[27, 28], **rest).play("use:21"),
        "lord:29", LORD,
    ),
    "the council": (lambda **rest: with_kraken(seat(), council=STACKS, **rest), "stack:squid", STACK),
    "the Alchemist": (
        lambda **rest: with_kraken(seat(lords=[18]), council=STACKS, **rest).play("stack:crab"),
        "stack:squid", STACK,
    ),
    "the Apprentice": (lambda **rest: arrival(16, kraken=True, council=STACKS, **rest), "stack:squid", STACK),
    "the Oracle": (
        lambda **rest: with_kraken(seat(lords=[17]), council=STACKS, **rest).play("use:17"),
        "stack:squid", STACK,
    ),
    "three keys": (controls, "location:2", LOCATION),
    "the Illusionist": (
        lambda **rest: arrival(19, seat(locations=[14]), kraken=True, **MORE, **rest).play("location:14"),
        "location:2", LOCATION,
    ),
}  # fmt: skip
every_use = pytest.mark.parametrize(("use", "choice", "target"), USES.values(), ids=USES.keys())


@every_use
def test_without_a_sentinel_everybody_may_use_it(use: Use, choice: str, target: Target) -> None:
    assert use().can(choice)


@every_use
def test_what_another_player_guards_is_out_of_reach(use: Use, choice: str, target: Target) -> None:
    game = use(sentinels=[sentinel(106, B, **target)])
    assert not game.can(choice)
    assert len(game.answers) > 1


@every_use
def test_rk14_the_owner_may_use_it_and_then_the_token_returns(use: Use, choice: str, target: Target) -> None:
    game = use(sentinels=[sentinel(106, A, **target)])
    assert game.guarded[106] is not None
    assert game.play(choice).guarded == {106: None}


@every_use
def test_the_owner_is_never_forced_to_use_what_is_guarded(use: Use, choice: str, target: Target) -> None:
    assert use(sentinels=[sentinel(106, A, **target)]).answers - {choice}


# ------------------------------------------------------- nothing is left but what one guards oneself
def turn_without_exploring(hand: list[str], **rest: Any) -> Situation:
    """Only A can act; B, who can do nothing but use the Slaver, is asked next."""
    slaver = seat(lords=[12], hand=["C1"])
    return with_kraken(seat(hand=hand), slaver, court=[29], exploration_deck=[], **rest)


test_the_owner_is_not_forced_even_if_nothing_else_is_left = shown_by_each(
    he_uses_it_or_passes=([
        (
            lambda **rest: turn_without_exploring([], council={"squid": ["Q1"]}, **rest),
            "MAIN", "stack:squid", STACK,
        ),
        (
            lambda **rest: turn_without_exploring(["H5", "H3"], council={}, **rest),
            "MAIN", "recruit:29", LORD,
        ),
        (
            lambda **rest: with_kraken(seat(lords=[18]), council=TWO, **rest).play("stack:crab"),
            "SECOND_STACK", "stack:squid", STACK,
        ),
        (
            lambda **rest: arrival(16, kraken=True, council={"squid": ["Q1"]}, **rest),
            "APPRENTICE_STACK", "stack:squid", STACK,
        ),
        (
            lambda **rest: with_kraken(
                seat(key_tokens=3), council=TWO, location_deck=[], available_locations=[2], **rest,
            ).play("stack:squid"),
            "CONTROL_SOURCE", "location:2", LOCATION,
        ),
    ], lambda use, asked, choice, target:
        use(sentinels=[sentinel(106, A, **target)])
        .shows(asked=(asked, A), answers={choice, "pass"})
        .play("pass").shows(guarded={106: choice.replace("recruit", "lord")}, active=B)),
)  # fmt: skip


# --------------------------------------------------------------------- nothing else is left: no effect
test_nothing_else_is_left_no_effect = shown(
    with_nothing_but_a_guarded_lord_the_traitor_discards_nobody=lambda:
        arrival(
            23, seat(lords=[9]), kraken=True, court=[23, 29], lord_deck=[],
            sentinels=[sentinel(106, B, court=29)],
        ).shows(asked=("MAIN", B)).lord(9, ),
    with_nothing_but_a_guarded_lord_the_opportunist_cannot_be_used=lambda:
        with_kraken(seat(lords=[21]), court=[29], lord_deck=[27], sentinels=[sentinel(106, B, court=29)])
        .refuses("use:21"),
    with_nothing_but_a_guarded_stack_the_council_cannot_be_asked=lambda:
        with_kraken(
            seat(lords=[17]), court=[29], exploration_deck=["J1", "C1"],
            sentinels=[sentinel(106, B, council="squid")],
        )
        # Exploring is all that is left, the Oracle has nothing to see, and so it is under way.
        .shows(asked=("EXPLORE_ALLY", A), answers={"take", "continue"}),
    with_nothing_but_a_guarded_stack_the_apprentice_has_no_effect=lambda:
        arrival(16, kraken=True, council={"squid": ["Q1"]}, sentinels=[sentinel(106, B, council="squid")])
        .shows(hand=[]).stacks(squid=["Q1"]),
    k37_the_alchemist_takes_no_second_stack_where_the_other_is_guarded=lambda:
        with_kraken(
            seat(), seat(lords=[18]), active=B, council={"crab": ["C1"], "squid": ["Q1", "Q2"]},
            sentinels=[sentinel(106, A, council="squid")],
        ).play("stack:crab").shows(active=C).before(B, hand=["C1"]).stacks(squid=["Q1", "Q2"]),
    with_nothing_but_a_guarded_location_three_keys_are_kept=lambda:
        with_kraken(
            seat(key_tokens=3), council={"squid": ["Q1"], "crab": ["C1"]},
            sentinels=[sentinel(106, B, location=1)], available_locations=[1], location_deck=[],
        ).play("stack:squid").shows(key_tokens=3, available_locations=[1], asked=("MAIN", B)),
    a_guarded_location_leaves_the_deck_to_draw_from=lambda:
        controls(sentinels=[sentinel(106, B, location=1)])
        .shows(answers={"location:2", "location:4", "draw:1"}),
    with_nothing_but_a_guarded_location_the_illusionist_is_not_asked=lambda:
        arrival(
            19, seat(locations=[14]), kraken=True, sentinels=[sentinel(106, B, location=1)],
            available_locations=[1], location_deck=[],
        ).shows(locations=[14], asked=("MAIN", B)),
    k38_new_cards_join_a_guarded_stack=lambda:
        with_kraken(
            active=C, phase="explore", track=["Q2", "J1"], sentinels=[sentinel(106, A, council="squid")],
        ).play("take").shows(guarded={106: "stack:squid"}).stacks(squid=["Q1", "Q2"]),
    a_guarded_stack_that_is_empty_stays_guarded=lambda:
        with_kraken(
            active=C, phase="explore", track=["C2", "J1"], sentinels=[sentinel(106, A, council="crab")],
        ).play("take").shows(asked=("MAIN", A)).offers("stack:crab"),
    a_lord_stays_guarded_when_the_court_moves_up=lambda:
        with_kraken(
            seat(hand=["H5", "H3"]), court=COURT, sentinels=[sentinel(106, A, court=30)],
        ).play("recruit:29").shows(court=[31, 32, 30], guarded={106: "lord:30"}),
    with_nothing_but_a_guarded_lord_the_corruptor_is_not_asked=lambda:
        arrival(
            22, seat(pearls=5), kraken=True, court=[22, 29], lord_deck=[],
            sentinels=[sentinel(106, B, court=29)],
        ).shows(asked=("MAIN", B), lord_numbers={22}),
)  # fmt: skip


# ------------------------------------------------------------------------------------------- placing
def test_k35_a_court_lord_is_kept_for_the_owner_of_the_token_rk14() -> None:
    mine = seat(hand=["H5", "H3", *payment_for(106)])
    theirs = seat(hand=[*payment_for(23), "H4"], pearls=4, lords=[9, 21])
    court = [106, 23, 29, 31, 32]
    game = with_kraken(mine, theirs, court=court, lord_deck=[27, 28, 30], council=STACKS)
    game.recruit(106, *payment_for(106)).play("lord:29")
    assert (game.asked, game.can("recruit:29"), game.can("recruit:23")) == (("MAIN", B), False, True)
    assert game.clone().play("use:21").answers == {"lord:23", "lord:31", "lord:32"}
    betrayed = game.clone().recruit(23, *payment_for(23)).play("lord:9")
    assert "lord:29" not in betrayed.answers
    assert "lord:31" in betrayed.answers
    game.play("stack:squid", "done", "stack:crab")
    assert game.asked == ("MAIN", A)
    game.recruit(29, "H5", "H3")
    assert game.guarded == {106: None}


test_placing = shown(
    k36_an_area_that_holds_a_sentinel_takes_no_second_one_rk13=lambda:
        arrival(107, sentinels=[sentinel(106, B, court=31)], **TILES)
        .shows(answers={*EVERY_STACK, "location:1", "location:2"}),
    rk13_by_an_option_every_element_takes_a_sentinel=lambda:
        arrival(
            107, sentinels=[sentinel(106, B, court=31)], options={"sentinel_one_per_area": False}, **TILES,
        ).shows(answers={"lord:32", "lord:30", *EVERY_STACK, "location:1", "location:2"}),
    rk14_a_waiting_token_may_be_placed_before_the_action_of_an_own_turn=lambda:
        with_kraken(seat(lords=[106]), sentinels=[sentinel(106, A)], court=COURT, **TILES).offers("use:106")
        .play("use:106").shows(asked=("PLACE_SENTINEL", A))
        .play("lord:31").shows(asked=("MAIN", A), guarded={106: "lord:31"}).refuses("use:106"),
    placing_a_waiting_token_is_optional=lambda:
        with_kraken(seat(lords=[106]), sentinels=[sentinel(106, A)], court=COURT, council=STACKS)
        .play("stack:squid").shows(asked=("MAIN", B), guarded={106: None}),
    any_number_of_waiting_tokens_may_be_placed_in_one_turn=lambda:
        with_kraken(
            seat(lords=[106, 107]), sentinels=[sentinel(106, A), sentinel(107, A)], court=COURT, **TILES,
        ).play("use:107", "stack:crab", "use:106", "location:1")
        .shows(asked=("MAIN", A), guarded={106: "location:1", 107: "stack:crab"}),
    a_waiting_token_is_not_offered_where_every_area_is_taken=lambda:
        with_kraken(
            seat(lords=[106]),
            sentinels=[sentinel(106, A), sentinel(107, B, council="crab"), sentinel(108, B, court=31)],
            court=COURT, available_locations=[], location_deck=[],
        ).refuses("use:106"),
    a_waiting_token_is_placed_in_own_turns_only=lambda:
        with_kraken(seat(), seat(lords=[106]), sentinels=[sentinel(106, B)], court=COURT).refuses("use:106"),
    a_placed_token_stays_where_it_is=lambda:
        with_kraken(seat(lords=[106]), sentinels=[sentinel(106, A, court=31)], court=COURT)
        .refuses("use:106"),
    a_token_is_placed_only_before_the_action=lambda:
        with_kraken(
            seat(lords=[106, 12]), sentinels=[sentinel(106, A)], court=COURT, phase="explore", track=["J1"],
        ).shows(asked=("EXPLORE_ALLY", A)).refuses("use:106")
        .play("take")
        # The Slaver could still sell the ally.
        .shows(asked=("END_POWERS", A)).refuses("use:106"),
    the_token_of_the_turn_of_arrival_is_placed_again_in_a_later_turn_rk14=lambda:
        with_kraken(
            seat(lords=[106]), players=2, sentinels=[sentinel(106, A, council="squid")],
            council={"squid": ["Q1"], "crab": ["C1"], "jellyfish": ["J1"]}, court=COURT,
        ).play("stack:squid", "stack:crab").shows(asked=("MAIN", A)).offers("use:106")
        .play("use:106", "stack:jellyfish").shows(guarded={106: "stack:jellyfish"}),
    the_owner_may_not_place_a_second_one_in_the_same_area_either=lambda:
        arrival(107, sentinels=[sentinel(106, A, court=31)], **TILES)
        .refuses("lord:31", "lord:32", "lord:30"),
)  # fmt: skip


@pytest.mark.parametrize("target", [{"council": "squid"}, {"location": 1}])
def test_rk13_no_area_takes_a_second_sentinel(target: dict[str, Any]) -> None:
    game = arrival(107, sentinels=[sentinel(106, B, **target)], **TILES)
    blocked = "stack" if "council" in target else "location"
    assert {choice.split(":")[0] for choice in game.answers} == {"lord", "stack", "location"} - {blocked}


test_sentinels_each = shown_by_each(
    rk13_by_an_option_every_location_takes_a_sentinel=([1, 2], lambda tile:
        arrival(
            107, sentinels=[sentinel(106, B, location=tile)], options={"sentinel_one_per_area": False},
            **TILES,
        ).shows(answers={"lord:31", "lord:32", "lord:30", *EVERY_STACK, f"location:{3 - tile}"})),
    sentinel_lords_have_no_key=(SENTINEL_LORDS, lambda lord:
        with_kraken(seat(lords=[lord], locations=[14]), seat(lords=[under(1, 12)], locations=[1]))
        .shows(keys=0)),
    rk13_the_area_of_locations_reaches_from_the_first_to_the_last=([1, 20, 101, 106], lambda tile:
        arrival(
            107, sentinels=[sentinel(106, B, location=tile)], available_locations=[tile, 14],
            location_deck=[],
        ).shows(answers={"lord:31", "lord:32", "lord:30", *EVERY_STACK})),
    rk22_on_arrival_a_sentinel_is_placed_on_a_lord_a_stack_or_a_location=(SENTINEL_LORDS, lambda lord:
        arrival(lord, council={}, **TILES)
        .shows(
            asked=("PLACE_SENTINEL", A),
            answers={"lord:31", "lord:32", "lord:30", *EVERY_STACK, "location:1", "location:2"},
        ).play("location:2").shows(guarded={lord: "location:2"})),
)  # fmt: skip


@pytest.mark.lord(108)
def test_without_a_free_area_the_token_waits_with_its_owner() -> None:
    guards = [sentinel(106, B, court=31), sentinel(107, C, council="crab")]
    game = arrival(108, seat(), sentinels=guards, available_locations=[], location_deck=[])
    assert (game.asked, game.guarded[108], game.nebulis[A]) == (("MAIN", B), None, 1)


@pytest.mark.parametrize(
    ("taken", "free"),
    [({"court": 31}, {"location:1"}), ({"location": 1}, {"lord:30", "lord:31", "lord:32", "lord:29"})],
)
def test_a_waiting_token_is_offered_where_one_area_is_left(taken: dict[str, Any], free: set[str]) -> None:
    guards = [sentinel(106, A), sentinel(107, B, council="crab"), sentinel(108, B, **taken)]
    game = with_kraken(
        seat(lords=[106]), sentinels=guards, court=COURT, available_locations=[1], location_deck=[]
    )
    assert game.can("use:106")
    game.play("use:106")
    assert free == (game.answers if len(free) > 1 else {game.guarded[106]})


test_independent_of_the_lord = shown(
    rk14_the_token_of_a_disabled_lord_goes_on_guarding=lambda:
        with_kraken(
            seat(hand=["H5", "H3"]), seat(lords=[disabled(106)]), court=COURT,
            sentinels=[sentinel(106, B, court=29)],
        ).refuses("recruit:29"),
    rk14_the_token_of_a_disabled_lord_may_be_placed_again=lambda:
        with_kraken(seat(lords=[disabled(106)]), court=COURT, sentinels=[sentinel(106, A)])
        .play("use:106", "lord:29").shows(guarded={106: "lord:29"}),
    rk14_the_waiting_token_of_a_discarded_lord_may_be_placed=lambda:
        with_kraken(seat(), lord_discard=[106], court=COURT, sentinels=[sentinel(106, A)])
        .play("use:106", "stack:crab").shows(guarded={106: "stack:crab"}),
    rk14_the_token_of_a_discarded_lord_stays=lambda:
        arrival(
            26, seat(lords=[106]), seat(hand=["H5", "H3"]), kraken=True, court=[26, 29, 31, 32],
            lord_deck=[30], sentinels=[sentinel(106, A, court=29)],
        ).play("lord:106").has(lord_discard=106).shows(guarded={106: "lord:29"}, asked=("MAIN", B))
        .refuses("recruit:29"),
)  # fmt: skip
