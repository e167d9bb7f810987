"""The Kraken figure goes to who has most nebulis, a tie to the newcomer (rules 9.6)."""

from tests.rules.positions import arrival, seat, with_kraken
from tests.rules.situation import A, B, C, D, Situation, sentences, shown

COURT = [29, 31, 32, 30]


def paid_by_the_holder(*amounts: int) -> Situation:
    """A holds the figure with the first amount and recruits with one of the nebulis."""
    first, *others = amounts
    seats = [seat(nebulis=first, pearls=1, hand=["H5", "H1"]), *(seat(nebulis=amount) for amount in others)]
    return with_kraken(*seats, court=COURT, kraken_figure=A).play("recruit:29")


def gained_by_b(*amounts: int, holder: int) -> Situation:
    """B, who has one of these amounts before, recruits with a Kraken, which brings two nebulis."""
    seats = [seat(nebulis=amount) for amount in amounts]
    seats[B] |= {"hand": ["H5", "K3"]}
    return with_kraken(*seats, active=B, court=COURT, kraken_figure=holder).recruit(29, "H5", "K3")


test_figure = shown(
    nobody_holds_the_figure_at_first_and_the_first_nebulis_brings_it=lambda:
        with_kraken(seat(hand=["H5", "K3"]), court=COURT).shows(figure=None)
        .recruit(29, "H5", "K3").shows(figure=A),
    k16_an_old_tie_in_which_nobody_changed_does_not_move_the_figure=lambda:
        with_kraken(
            seat(nebulis=2), seat(nebulis=2), seat(hand=["K2", "H5"]), active=C, court=[101, 31, 32, 30],
            kraken_figure=A,
        ).recruit(101, "H5", "K2").shows(nebulis=[2, 2, 1], figure=A),
    k17_without_any_nebulis_the_figure_goes_back_beside_the_board=lambda:
        paid_by_the_holder(1, 0, 0).shows(nebulis=[0, 0, 0], figure=None, moves_of_the_figure=[None]),
    rk5_among_several_the_old_holder_chooses=lambda:
        paid_by_the_holder(3, 2, 2).shows(asked=("KRAKEN_FIGURE_PICK", A), answers={"player:1", "player:2"})
        .play("player:2").shows(figure=C),
    rk5_only_those_with_most_are_to_choose_from=lambda:
        paid_by_the_holder(3, 2, 1, 2).shows(answers={"player:1", "player:3"})
        .play("player:3").shows(figure=D),
    a_sale_is_one_event_for_buyer_and_seller=lambda:
        with_kraken(
            seat(), seat(pearls=2, nebulis=1), price=3, exploration_deck=["J1", "C1"], kraken_figure=B,
        ).play("explore", "buy").shows(moves_of_the_figure=[A], figure=A),
    a_seller_who_draws_level_with_the_holder_takes_the_figure=lambda:
        with_kraken(
            seat(pearls=2, nebulis=1), seat(), seat(nebulis=1), active=B, price=3,
            exploration_deck=["J1", "C1"], kraken_figure=C,
        ).play("explore", "buy").shows(nebulis=[0, 1, 1], figure=B),
    the_figure_that_nobody_holds_stays_beside_the_board_without_a_word=lambda:
        with_kraken(seat(nebulis=1, lords=[101])).play("use:101")
        .shows(nebulis=[0, 0, 0], figure=None, moves_of_the_figure=[]),
    the_holder_is_asked_in_the_middle_of_another_players_turn_rk5=lambda:
        # B, the holder with 2, gives one to A: A and B have 1 now, and so has C.
        with_kraken(
            seat(), seat(pearls=2, nebulis=2), seat(nebulis=1), price=3, exploration_deck=["J1", "C1", "H1"],
            kraken_figure=B,
        ).play("explore", "buy").shows(asked=("KRAKEN_FIGURE_PICK", B), answers={"player:0", "player:2"})
        .play("player:2").shows(figure=C, asked=("EXPLORE_ALLY", A)),
    rk25_a_recruit_that_costs_and_brings_nebulis_is_two_events=lambda:
        with_kraken(
            seat(nebulis=2, hand=["H5", "K2"]), seat(nebulis=2), court=COURT, kraken_figure=A,
        ).play("recruit:29")
        # A pays one and loses the figure to B, then equals B again.
        .shows(nebulis=[2, 2, 0], figure=A, moves_of_the_figure=[B, A]),
    the_ferryman_costs_the_holder_the_figure=lambda:
        with_kraken(seat(nebulis=1, lords=[101]), kraken_figure=A).play("use:101").shows(figure=None),
    k21_the_fence_is_one_event_for_the_figure=lambda:
        arrival(104, seat(nebulis=2), kraken_figure=A)
        # B and C have one each now: nobody had the figure in between.
        .shows(asked=("KRAKEN_FIGURE_PICK", A), answers={"player:1", "player:2"})
        .play("player:1").shows(nebulis=[0, 1, 1], figure=B),
)  # fmt: skip


@sentences(
    "before, holder, after",
    k14_who_equals_the_holder_takes_the_figure_rk4=((3, 1, 0), A, B),
    who_exceeds_the_holder_takes_the_figure=((3, 2, 0), A, B),
    who_stays_below_the_holder_does_not=((3, 0, 0), A, A),
    the_holder_who_gains_keeps_the_figure=((1, 2, 2), B, B),
)
def test_who_gains(before: tuple[int, int, int], holder: int, after: int) -> None:
    game = gained_by_b(*before, holder=holder)
    assert (game.nebulis, game.figure) == ([before[A], before[B] + 2, before[C]], after)


@sentences(
    "before, after",
    rk4_a_holder_who_drops_to_a_tie_loses_the_figure=((3, 2, 0), B),
    rk4_a_holder_who_drops_below_another_loses_the_figure=((2, 0, 2), C),
    a_holder_who_still_has_most_keeps_the_figure=((4, 2, 2), A),
)
def test_a_holder_who_pays(before: tuple[int, int, int], after: int) -> None:
    assert paid_by_the_holder(*before).figure == after


def test_rk25_the_nebulis_of_several_krakens_come_in_one_event() -> None:
    game = with_kraken(seat(hand=["H3", "K3", "K2"]), court=COURT).recruit(29, "H3", "K3", "K2")
    gains = [(event.amount, event.total) for event in game.latest_events if event.kind == "NEBULIS_GAINED"]
    assert gains == [(2 + 1, 3)]
