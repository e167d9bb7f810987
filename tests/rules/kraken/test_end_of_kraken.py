"""Beginning and end of a game with Kraken: what is counted, who is most corrupt (rules 9.2, 9.10, 9.11)."""

from collections import Counter

import pytest

from tests.rules.positions import (
    LOWEST_LOOT,
    A,
    B,
    C,
    Seat,
    Situation,
    base_table,
    powerless,
    printed_table,
    seat,
    with_kraken,
)


def finished(*seats: Seat, ending: int = A, holder: int | None = None) -> Situation:
    """The last of the last turns has been played, by the player before the ending player."""
    last = (ending - 1) % 3
    game = with_kraken(*seats, active=last, ending_player=ending, kraken_figure=holder)
    return game.play("stack:squid")


# --------------------------------------------------------------------------------------------- setup
def test_k1_a_new_game_with_kraken() -> None:
    game = Situation.new(players=3, seed=1, kraken=True)
    explored = [*game.table.track, *(card for each in game.seats for card in each.hand)]
    assert (game.table.lord_deck_size, len(game.table.court)) == (len(printed_table("lords")) - 6, 6)
    assert game.table.exploration_deck_size == 78 - len(explored)
    assert game.table.location_deck_size == len(printed_table("locations")) - 1
    loot_deck = [
        LOWEST_LOOT + place for place, cards in enumerate(game.state.loot_deck) for _ in range(cards)
    ]
    assert Counter(loot_deck) == {3: 3, 4: 4, 5: 5, 6: 6, 7: 7}
    assert sum(loot_deck) == 135
    assert (game.nebulis, game.figure) == ([0, 0, 0], None)
    assert [each.pearls for each in game.seats] == [1, 1, 1]


def test_a_game_without_kraken_has_none_of_its_cards() -> None:
    game = Situation.new(players=3, seed=1)
    explored = [*game.table.track, *(card for each in game.seats for card in each.hand)]
    assert game.table.exploration_deck_size == 71 - len(explored)
    assert game.table.lord_deck_size == len(base_table("lords")) - 6
    assert game.table.location_deck_size == len(base_table("locations")) - 1
    assert game.state.loot_deck.sum() == 0


# --------------------------------------------------------------------------------- Krakens in hand
def test_k39_krakens_left_in_hand_bring_their_nebulis() -> None:
    game = finished(seat(hand=["K4", "K2"], nebulis=1), seat())
    assert game.is_over
    assert (game.nebulis, game.figure) == ([5, 0, 0], A)
    assert game.scores[A] == -5 - 5


def test_k39_without_most_nebulis_the_figure_costs_nothing() -> None:
    game = finished(seat(hand=["K4", "K2"], nebulis=1), seat(nebulis=9), holder=B)
    assert (game.scores[A], game.scores[B]) == (-5, -9 - 5)


def test_the_final_affiliation_passes_over_krakens() -> None:
    game = finished(seat(hand=["K4", "C5", "C2", "Q4"]))
    mine = game.mine
    assert (mine.affiliated, mine.hand) == (["C2", "Q4"], [])
    assert {"K4", "C5"} <= set(game.table.exploration_discard)


def test_the_cleaner_keeps_krakens_in_hand_from_bringing_nebulis() -> None:
    game = finished(seat(hand=["K4", "K2"], nebulis=1, lords=[105]), holder=A)
    assert (game.nebulis[A], game.mine.hand) == (1, [])


@pytest.mark.parametrize("owner", powerless(105, hand=["K4"]))
def test_the_cleaner_without_power_keeps_nothing_away(owner: Seat) -> None:
    assert finished(owner).nebulis[A] == 3


def test_the_cleaner_works_for_its_owner_only() -> None:
    assert finished(seat(lords=[105]), seat(hand=["K4"])).nebulis[B] == 3


def test_krakens_that_pay_bring_nebulis_in_spite_of_the_cleaner() -> None:
    game = with_kraken(seat(hand=["H5", "K3"], lords=[105]), court=[29, 31, 32, 30])
    assert game.play("recruit:29").nebulis[A] == 2


# ------------------------------------------------------------------------------- the figure moves last
def test_the_krakens_of_all_hands_are_one_event_for_the_figure() -> None:
    # One after the other B would take the figure before C has more.
    game = finished(seat(nebulis=1), seat(hand=["K3"]), seat(hand=["K4"]), holder=A)
    assert (game.nebulis, game.figure) == ([1, 2, 3], C)
    assert [event.player for event in game.latest_events if event.kind == "FIGURE_MOVED"] == [C]


def test_the_holder_loses_the_figure_to_who_draws_level_at_the_end() -> None:
    assert finished(seat(nebulis=2), seat(hand=["K3"]), holder=A).figure == B


def test_rk5_among_several_new_ties_the_holder_chooses_at_the_end() -> None:
    game = finished(seat(nebulis=1), seat(hand=["K3"]), seat(hand=["K3"]), holder=A)
    assert (game.is_over, game.asked) == (False, ("KRAKEN_FIGURE_PICK", A))
    assert game.answers == {"player:1", "player:2"}
    game.play("player:1")
    assert (game.is_over, game.figure) == (True, B)
    assert game.scores == [-1, -2 - 5, -2 + 1]


@pytest.mark.parametrize("gainer", [A, B, C])
def test_a_single_player_whose_krakens_bring_most_takes_the_figure(gainer: int) -> None:
    seats = [seat(nebulis=1) for _ in range(3)]
    seats[gainer] |= {"hand": ["K4"]}
    assert finished(*seats, holder=(gainer + 1) % 3).figure == gainer


def test_without_nebulis_nobody_gets_the_figure_at_the_end() -> None:
    assert finished(seat(), seat()).figure is None


@pytest.mark.parametrize(("ending", "receiver"), [(A, C), (B, A), (C, B)])
def test_rk5_without_a_holder_the_last_of_those_tied_gets_the_figure(ending: int, receiver: int) -> None:
    hands = [seat(hand=["K3"]) for _ in range(3)]
    assert finished(*hands, ending=ending).figure == receiver


def test_rk5_without_a_holder_only_those_with_most_count() -> None:
    assert finished(seat(hand=["K3"]), seat(hand=["K3"]), seat(hand=["K2"])).figure == B


def test_without_any_kraken_in_hand_the_figure_stays() -> None:
    assert finished(seat(nebulis=2), seat(nebulis=2), holder=A).figure == A


# --------------------------------------------------------------------------------------------- score
def test_k43_every_nebulis_costs_a_point_and_the_figure_five() -> None:
    # 12 + 13 + 11 + 10 + 9 + 5 = 60
    mine = seat(lords=[32, 118, 31, 30, 9, 12], nebulis=4)
    assert with_kraken(mine, kraken_figure=A).scores[A] == 60 - 4 - 5
    assert with_kraken(mine, kraken_figure=B).scores[A] == 60 - 4


def test_the_krakens_lair_counts_the_nebulis_of_the_last_krakens() -> None:
    game = finished(seat(hand=["K4"], locations=[102]), seat(nebulis=9), holder=B)
    assert game.score_sheet(A).locations == {102: 15 - 3 * 3}


def test_ties_are_broken_by_ordinary_pearls_only() -> None:
    # 5 points each; nebulis are no pearls.
    mine, theirs = seat(lords=[12], pearls=1), seat(lords=[32], nebulis=2)
    game = with_kraken(mine, theirs, kraken_figure=B)
    assert (game.scores, game.winners) == ([5, 5, 0], [A])


def test_equal_pearls_are_not_parted_by_nebulis() -> None:
    third = seat(lords=[18], monster_tokens=[3], nebulis=3)
    seats = [seat(lords=[12], pearls=1), seat(lords=[17], pearls=1), third]
    assert with_kraken(*seats, kraken_figure=None).winners == [A, B]
