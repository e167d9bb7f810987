"""Sentinels: what one guards is for its owner alone, in every way in which it could be used (rules 9.8)."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.rules.positions import (
    A,
    B,
    C,
    Situation,
    arrival,
    disabled,
    payment_for,
    seat,
    sentinel,
    under,
    with_kraken,
)

SENTINEL_LORDS = [106, 107, 108]
COURT = [29, 31, 32, 30]
STACKS = {"jellyfish": ["J1"], "crab": ["C1"], "shellfish": ["S1"], "squid": ["Q1", "Q2"]}
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


# --------------------------------------------------------------------- nothing else is left: no effect
def test_with_nothing_but_a_guarded_lord_the_corruptor_is_not_asked() -> None:
    guard = sentinel(106, B, court=29)
    game = arrival(22, seat(pearls=5), kraken=True, court=[22, 29], lord_deck=[], sentinels=[guard])
    assert (game.asked, 29 in game.lords(A)) == (("MAIN", B), False)


def test_with_nothing_but_a_guarded_lord_the_traitor_discards_nobody() -> None:
    guard = sentinel(106, B, court=29)
    game = arrival(23, seat(lords=[9]), kraken=True, court=[23, 29], lord_deck=[], sentinels=[guard])
    assert (game.asked, 9 in game.lords(A)) == (("MAIN", B), True)


def test_with_nothing_but_a_guarded_lord_the_opportunist_cannot_be_used() -> None:
    guard = sentinel(106, B, court=29)
    game = with_kraken(seat(lords=[21]), court=[29], lord_deck=[27], sentinels=[guard])
    assert not game.can("use:21")


def test_with_nothing_but_a_guarded_stack_the_council_cannot_be_asked() -> None:
    guard = sentinel(106, B, council="squid")
    game = with_kraken(seat(lords=[17]), court=[29], exploration_deck=["J1", "C1"], sentinels=[guard])
    # Exploring is all that is left, the Oracle has nothing to see, and so it is under way.
    assert game.asked == ("EXPLORE_ALLY", A)
    assert game.answers == {"take", "continue"}


def test_with_nothing_but_a_guarded_stack_the_apprentice_has_no_effect() -> None:
    guard = sentinel(106, B, council="squid")
    game = arrival(16, kraken=True, council={"squid": ["Q1"]}, sentinels=[guard])
    assert (game.mine.hand, game.table.council["squid"]) == ([], ["Q1"])


def test_k37_the_alchemist_takes_no_second_stack_where_the_other_is_guarded() -> None:
    council = {"crab": ["C1"], "squid": ["Q1", "Q2"]}
    guard = sentinel(106, A, council="squid")
    game = with_kraken(seat(), seat(lords=[18]), active=B, council=council, sentinels=[guard])
    game.play("stack:crab")
    assert (game.seats[B].hand, game.table.council["squid"], game.table.active) == (["C1"], ["Q1", "Q2"], C)


def test_with_nothing_but_a_guarded_location_three_keys_are_kept() -> None:
    tiles: dict[str, Any] = {"available_locations": [1], "location_deck": []}
    council = {"squid": ["Q1"], "crab": ["C1"]}
    game = with_kraken(seat(key_tokens=3), council=council, sentinels=[sentinel(106, B, location=1)], **tiles)
    game.play("stack:squid")
    assert (game.mine.key_tokens, game.table.available_locations, game.asked) == (3, [1], ("MAIN", B))


def test_a_guarded_location_leaves_the_deck_to_draw_from() -> None:
    game = controls(sentinels=[sentinel(106, B, location=1)])
    assert game.answers == {"location:2", "location:4", "draw:1"}


def test_with_nothing_but_a_guarded_location_the_illusionist_is_not_asked() -> None:
    guard = sentinel(106, B, location=1)
    tiles: dict[str, Any] = {"available_locations": [1], "location_deck": []}
    game = arrival(19, seat(locations=[14]), kraken=True, sentinels=[guard], **tiles)
    assert (game.mine.locations, game.asked) == ([14], ("MAIN", B))


def test_k38_new_cards_join_a_guarded_stack() -> None:
    guard = sentinel(106, A, council="squid")
    game = with_kraken(active=C, phase="explore", track=["Q2", "J1"], sentinels=[guard]).play("take")
    assert (game.table.council["squid"], game.guarded) == (["Q1", "Q2"], {106: "stack:squid"})


def test_a_guarded_stack_that_is_empty_stays_guarded() -> None:
    guard = sentinel(106, A, council="crab")
    game = with_kraken(active=C, phase="explore", track=["C2", "J1"], sentinels=[guard]).play("take")
    assert (game.asked, game.can("stack:crab")) == (("MAIN", A), True)


def test_a_lord_stays_guarded_when_the_court_moves_up() -> None:
    guard = sentinel(106, A, court=30)
    game = with_kraken(seat(hand=["H5", "H3"]), court=COURT, sentinels=[guard]).play("recruit:29")
    assert (game.table.court, game.guarded) == ([31, 32, 30], {106: "lord:30"})


# ------------------------------------------------------------------------------------------- placing
@pytest.mark.parametrize(("lord", "mark"), [(lord, lord) for lord in SENTINEL_LORDS])
def test_rk22_on_arrival_a_sentinel_is_placed_on_a_lord_a_stack_or_a_location(lord: int, mark: int) -> None:
    game = arrival(lord, council={}, **TILES)
    assert game.asked == ("PLACE_SENTINEL", A)
    assert game.answers == {"lord:31", "lord:32", "lord:30", *EVERY_STACK, "location:1", "location:2"}
    game.play("location:2")
    assert game.guarded == {mark: "location:2"}


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


def test_k36_an_area_that_holds_a_sentinel_takes_no_second_one_rk13() -> None:
    game = arrival(107, sentinels=[sentinel(106, B, court=31)], **TILES)
    assert game.answers == {*EVERY_STACK, "location:1", "location:2"}


@pytest.mark.parametrize("target", [{"council": "squid"}, {"location": 1}])
def test_rk13_no_area_takes_a_second_sentinel(target: dict[str, Any]) -> None:
    game = arrival(107, sentinels=[sentinel(106, B, **target)], **TILES)
    blocked = "stack" if "council" in target else "location"
    assert {choice.split(":")[0] for choice in game.answers} == {"lord", "stack", "location"} - {blocked}


def test_rk13_by_an_option_every_element_takes_a_sentinel() -> None:
    game = arrival(
        107, sentinels=[sentinel(106, B, court=31)], options={"sentinel_one_per_area": False}, **TILES
    )
    assert game.answers == {"lord:32", "lord:30", *EVERY_STACK, "location:1", "location:2"}


@pytest.mark.parametrize("tile", [1, 2])
def test_rk13_by_an_option_every_location_takes_a_sentinel(tile: int) -> None:
    guards = [sentinel(106, B, location=tile)]
    game = arrival(107, sentinels=guards, options={"sentinel_one_per_area": False}, **TILES)
    assert game.answers == {"lord:31", "lord:32", "lord:30", *EVERY_STACK, f"location:{3 - tile}"}


@pytest.mark.parametrize("tile", [1, 20, 101, 106])
def test_rk13_the_area_of_locations_reaches_from_the_first_to_the_last(tile: int) -> None:
    tiles = {"available_locations": [tile, 14], "location_deck": []}
    game = arrival(107, sentinels=[sentinel(106, B, location=tile)], **tiles)
    assert game.answers == {"lord:31", "lord:32", "lord:30", *EVERY_STACK}


def test_the_owner_may_not_place_a_second_one_in_the_same_area_either() -> None:
    game = arrival(107, sentinels=[sentinel(106, A, court=31)], **TILES)
    assert not game.answers & {"lord:31", "lord:32", "lord:30"}


@pytest.mark.lord(108)
def test_without_a_free_area_the_token_waits_with_its_owner() -> None:
    guards = [sentinel(106, B, court=31), sentinel(107, C, council="crab")]
    game = arrival(108, seat(), sentinels=guards, available_locations=[], location_deck=[])
    assert (game.asked, game.guarded[108], game.nebulis[A]) == (("MAIN", B), None, 1)


def test_rk14_a_waiting_token_may_be_placed_before_the_action_of_an_own_turn() -> None:
    game = with_kraken(seat(lords=[106]), sentinels=[sentinel(106, A)], court=COURT, **TILES)
    assert game.can("use:106")
    game.play("use:106")
    assert game.asked == ("PLACE_SENTINEL", A)
    game.play("lord:31")
    assert (game.asked, game.guarded, game.can("use:106")) == (("MAIN", A), {106: "lord:31"}, False)


def test_placing_a_waiting_token_is_optional() -> None:
    game = with_kraken(seat(lords=[106]), sentinels=[sentinel(106, A)], court=COURT, council=STACKS)
    game.play("stack:squid")
    assert (game.asked, game.guarded) == (("MAIN", B), {106: None})


def test_any_number_of_waiting_tokens_may_be_placed_in_one_turn() -> None:
    waiting = [sentinel(106, A), sentinel(107, A)]
    game = with_kraken(seat(lords=[106, 107]), sentinels=waiting, court=COURT, **TILES)
    game.play("use:107", "stack:crab", "use:106", "location:1")
    assert (game.asked, game.guarded) == (("MAIN", A), {106: "location:1", 107: "stack:crab"})


def test_a_waiting_token_is_not_offered_where_every_area_is_taken() -> None:
    guards = [sentinel(106, A), sentinel(107, B, council="crab"), sentinel(108, B, court=31)]
    game = with_kraken(
        seat(lords=[106]), sentinels=guards, court=COURT, available_locations=[], location_deck=[]
    )
    assert not game.can("use:106")


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


def test_a_waiting_token_is_placed_in_own_turns_only() -> None:
    game = with_kraken(seat(), seat(lords=[106]), sentinels=[sentinel(106, B)], court=COURT)
    assert not game.can("use:106")


def test_a_placed_token_stays_where_it_is() -> None:
    game = with_kraken(seat(lords=[106]), sentinels=[sentinel(106, A, court=31)], court=COURT)
    assert not game.can("use:106")


def test_a_token_is_placed_only_before_the_action() -> None:
    mine = seat(lords=[106, 12])
    game = with_kraken(mine, sentinels=[sentinel(106, A)], court=COURT, phase="explore", track=["J1"])
    assert (game.asked, game.can("use:106")) == (("EXPLORE_ALLY", A), False)
    game.play("take")
    # The Slaver could still sell the ally.
    assert (game.asked, game.can("use:106")) == (("END_POWERS", A), False)


def test_the_token_of_the_turn_of_arrival_is_placed_again_in_a_later_turn_rk14() -> None:
    council = {"squid": ["Q1"], "crab": ["C1"], "jellyfish": ["J1"]}
    guard = sentinel(106, A, council="squid")
    game = with_kraken(seat(lords=[106]), players=2, sentinels=[guard], council=council, court=COURT)
    game.play("stack:squid", "stack:crab")
    assert (game.asked, game.can("use:106")) == (("MAIN", A), True)
    assert game.play("use:106", "stack:jellyfish").guarded == {106: "stack:jellyfish"}


# ------------------------------------------------------------------------- independent of the lord
def test_rk14_the_token_of_a_disabled_lord_goes_on_guarding() -> None:
    guard = sentinel(106, B, court=29)
    game = with_kraken(seat(hand=["H5", "H3"]), seat(lords=[disabled(106)]), court=COURT, sentinels=[guard])
    assert not game.can("recruit:29")


def test_rk14_the_token_of_a_disabled_lord_may_be_placed_again() -> None:
    game = with_kraken(seat(lords=[disabled(106)]), court=COURT, sentinels=[sentinel(106, A)])
    assert game.play("use:106", "lord:29").guarded == {106: "lord:29"}


def test_rk14_the_token_of_a_discarded_lord_stays() -> None:
    game = arrival(
        26, seat(lords=[106]), seat(hand=["H5", "H3"]), kraken=True,
        court=[26, 29, 31, 32], lord_deck=[30], sentinels=[sentinel(106, A, court=29)],
    )  # fmt: skip
    game.play("lord:106")
    assert (106 in game.table.lord_discard, game.guarded) == (True, {106: "lord:29"})
    assert (game.asked, game.can("recruit:29")) == (("MAIN", B), False)


def test_rk14_the_waiting_token_of_a_discarded_lord_may_be_placed() -> None:
    game = with_kraken(seat(), lord_discard=[106], court=COURT, sentinels=[sentinel(106, A)])
    assert game.play("use:106", "stack:crab").guarded == {106: "stack:crab"}


@pytest.mark.parametrize("lord", SENTINEL_LORDS)
def test_sentinel_lords_have_no_key(lord: int) -> None:
    game = with_kraken(seat(lords=[lord], locations=[14]), seat(lords=[under(1, 12)], locations=[1]))
    assert game.mine.keys == 0
