"""Beginning and end of a game with Kraken: what is counted, who is most corrupt (rules 9.2, 9.10, 9.11)."""

from collections import Counter

import pytest

from tests.rules.positions import Seat, powerless, seat, with_kraken
from tests.rules.printed import base_table, printed_table
from tests.rules.situation import LOWEST_LOOT, A, B, C, Situation, shown, shown_by_each


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


test_krakens_in_hand = shown(
    k39_krakens_left_in_hand_bring_their_nebulis=lambda:
        finished(seat(hand=["K4", "K2"], nebulis=1), seat())
        .shows(is_over=True, nebulis=[5, 0, 0], figure=A, own_scores=-5 - 5),
    the_cleaner_keeps_krakens_in_hand_from_bringing_nebulis=lambda:
        finished(seat(hand=["K4", "K2"], nebulis=1, lords=[105]), holder=A).shows(own_nebulis=1, hand=[]),
    the_cleaner_works_for_its_owner_only=lambda:
        finished(seat(lords=[105]), seat(hand=["K4"])).before(B, nebulis=3),
    krakens_that_pay_bring_nebulis_in_spite_of_the_cleaner=lambda:
        with_kraken(seat(hand=["H5", "K3"], lords=[105]), court=[29, 31, 32, 30]).play("recruit:29")
        .shows(own_nebulis=2),
    k39_without_most_nebulis_the_figure_costs_nothing=lambda:
        finished(seat(hand=["K4", "K2"], nebulis=1), seat(nebulis=9), holder=B).shows(scores=[-5, -9 - 5, 1]),
    the_final_affiliation_passes_over_krakens=lambda:
        finished(seat(hand=["K4", "C5", "C2", "Q4"])).shows(affiliated=["C2", "Q4"], hand=[])
        .has(exploration_discard="K4").has(exploration_discard="C5"),
)  # fmt: skip


test_end_of_kraken_each = shown_by_each(
    the_cleaner_without_power_keeps_nothing_away=(powerless(105, hand=["K4"]), lambda owner:
        finished(owner).shows(own_nebulis=3)),
    rk5_without_a_holder_the_last_of_those_tied_gets_the_figure=(
        [(A, C), (B, A), (C, B)], lambda ending, receiver:
        finished(*[seat(hand=["K3"]) for _ in range(3)], ending=ending).shows(figure=receiver)),
    k43_every_nebulis_costs_a_point_and_the_figure_five=(
        [(A, 60 - 4 - 5), (B, 60 - 4)], lambda holder, points:
        # 12 + 13 + 11 + 10 + 9 + 5 = 60
        with_kraken(seat(lords=[32, 118, 31, 30, 9, 12], nebulis=4), kraken_figure=holder)
        .shows(own_scores=points)),
)  # fmt: skip


# ------------------------------------------------------------------------------- the figure moves last
test_the_figure_moves_last = shown(
    the_holder_loses_the_figure_to_who_draws_level_at_the_end=lambda:
        finished(seat(nebulis=2), seat(hand=["K3"]), holder=A).shows(figure=B),
    rk5_among_several_new_ties_the_holder_chooses_at_the_end=lambda:
        finished(seat(nebulis=1), seat(hand=["K3"]), seat(hand=["K3"]), holder=A)
        .shows(is_over=False, asked=("KRAKEN_FIGURE_PICK", A), answers={"player:1", "player:2"})
        .play("player:1").shows(is_over=True, figure=B, scores=[-1, -2 - 5, -2 + 1]),
    without_nebulis_nobody_gets_the_figure_at_the_end=lambda: finished(seat(), seat()).shows(figure=None),
    rk5_without_a_holder_only_those_with_most_count=lambda:
        finished(seat(hand=["K3"]), seat(hand=["K3"]), seat(hand=["K2"])).shows(figure=B),
    without_any_kraken_in_hand_the_figure_stays=lambda:
        finished(seat(nebulis=2), seat(nebulis=2), holder=A).shows(figure=A),
    the_krakens_of_all_hands_are_one_event_for_the_figure=lambda:
        # One after the other B would take the figure before C has more.
        finished(seat(nebulis=1), seat(hand=["K3"]), seat(hand=["K4"]), holder=A)
        .shows(nebulis=[1, 2, 3], figure=C, moves_of_the_figure=[C]),
)  # fmt: skip


@pytest.mark.parametrize("gainer", [A, B, C])
def test_a_single_player_whose_krakens_bring_most_takes_the_figure(gainer: int) -> None:
    seats = [seat(nebulis=1) for _ in range(3)]
    seats[gainer] |= {"hand": ["K4"]}
    assert finished(*seats, holder=(gainer + 1) % 3).figure == gainer


# --------------------------------------------------------------------------------------------- score
test_score = shown(
    the_krakens_lair_counts_the_nebulis_of_the_last_krakens=lambda:
        finished(seat(hand=["K4"], locations=[102]), seat(nebulis=9), holder=B)
        .sheet(locations={102: 15 - 3 * 3}),
    ties_are_broken_by_ordinary_pearls_only=lambda:
        # 5 points each; nebulis are no pearls.
        with_kraken(seat(lords=[12], pearls=1), seat(lords=[32], nebulis=2), kraken_figure=B)
        .shows(scores=[5, 5, 0], leaders=[A]),
    equal_pearls_are_not_parted_by_nebulis=lambda:
        with_kraken(
            seat(lords=[12], pearls=1), seat(lords=[17], pearls=1),
            seat(lords=[18], monster_tokens=[3], nebulis=3), kraken_figure=None,
        ).shows(leaders=[A, B]),
)  # fmt: skip
