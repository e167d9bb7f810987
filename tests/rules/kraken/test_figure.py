"""The Kraken figure goes to who has most nebulis, a tie to the newcomer (rules 9.6)."""

from tests.rules.positions import A, B, C, D, Situation, arrival, seat, sentences, with_kraken

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


def test_nobody_holds_the_figure_at_first_and_the_first_nebulis_brings_it() -> None:
    game = with_kraken(seat(hand=["H5", "K3"]), court=COURT)
    assert game.figure is None
    assert game.recruit(29, "H5", "K3").figure == A


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


def test_k16_an_old_tie_in_which_nobody_changed_does_not_move_the_figure() -> None:
    seats = [seat(nebulis=2), seat(nebulis=2), seat(hand=["K2", "H5"])]
    game = with_kraken(*seats, active=C, court=[101, 31, 32, 30], kraken_figure=A)
    game.recruit(101, "H5", "K2")
    assert (game.nebulis, game.figure) == ([2, 2, 1], A)


def test_k17_without_any_nebulis_the_figure_goes_back_beside_the_board() -> None:
    game = paid_by_the_holder(1, 0, 0)
    assert (game.nebulis, game.figure) == ([0, 0, 0], None)
    assert game.moves_of_the_figure == [None]


@sentences(
    "before, after",
    rk4_a_holder_who_drops_to_a_tie_loses_the_figure=((3, 2, 0), B),
    rk4_a_holder_who_drops_below_another_loses_the_figure=((2, 0, 2), C),
    a_holder_who_still_has_most_keeps_the_figure=((4, 2, 2), A),
)
def test_a_holder_who_pays(before: tuple[int, int, int], after: int) -> None:
    assert paid_by_the_holder(*before).figure == after


def test_rk5_among_several_the_old_holder_chooses() -> None:
    game = paid_by_the_holder(3, 2, 2)
    assert (game.asked, game.answers) == (("KRAKEN_FIGURE_PICK", A), {"player:1", "player:2"})
    assert game.play("player:2").figure == C


def test_rk5_only_those_with_most_are_to_choose_from() -> None:
    game = paid_by_the_holder(3, 2, 1, 2)
    assert game.answers == {"player:1", "player:3"}
    assert game.play("player:3").figure == D


def test_a_sale_is_one_event_for_buyer_and_seller() -> None:
    game = with_kraken(
        seat(), seat(pearls=2, nebulis=1), price=3, exploration_deck=["J1", "C1"], kraken_figure=B
    )
    game.play("explore", "buy")
    assert (game.moves_of_the_figure, game.figure) == ([A], A)


def test_a_seller_who_draws_level_with_the_holder_takes_the_figure() -> None:
    buyer = seat(pearls=2, nebulis=1)
    deck = ["J1", "C1"]
    game = with_kraken(
        buyer, seat(), seat(nebulis=1), active=B, price=3, exploration_deck=deck, kraken_figure=C
    )
    game.play("explore", "buy")
    assert (game.nebulis, game.figure) == ([0, 1, 1], B)


def test_the_figure_that_nobody_holds_stays_beside_the_board_without_a_word() -> None:
    game = with_kraken(seat(nebulis=1, lords=[101])).play("use:101")
    assert (game.nebulis, game.figure) == ([0, 0, 0], None)
    assert game.moves_of_the_figure == []


def test_the_holder_is_asked_in_the_middle_of_another_players_turn_rk5() -> None:
    # B, the holder with 2, gives one to A: A and B have 1 now, and so has C.
    buyer = seat(pearls=2, nebulis=2)
    deck = ["J1", "C1", "H1"]
    game = with_kraken(seat(), buyer, seat(nebulis=1), price=3, exploration_deck=deck, kraken_figure=B)
    game.play("explore", "buy")
    assert (game.asked, game.answers) == (("KRAKEN_FIGURE_PICK", B), {"player:0", "player:2"})
    game.play("player:2")
    assert (game.figure, game.asked) == (C, ("EXPLORE_ALLY", A))


def test_rk25_a_recruit_that_costs_and_brings_nebulis_is_two_events() -> None:
    mine = seat(nebulis=2, hand=["H5", "K2"])
    game = with_kraken(mine, seat(nebulis=2), court=COURT, kraken_figure=A).play("recruit:29")
    # A pays one and loses the figure to B, then equals B again.
    assert (game.nebulis, game.figure) == ([2, 2, 0], A)
    assert game.moves_of_the_figure == [B, A]


def test_rk25_the_nebulis_of_several_krakens_come_in_one_event() -> None:
    game = with_kraken(seat(hand=["H3", "K3", "K2"]), court=COURT).recruit(29, "H3", "K3", "K2")
    gains = [(event.amount, event.total) for event in game.latest_events if event.kind == "NEBULIS_GAINED"]
    assert gains == [(2 + 1, 3)]


def test_the_ferryman_costs_the_holder_the_figure() -> None:
    assert with_kraken(seat(nebulis=1, lords=[101]), kraken_figure=A).play("use:101").figure is None


def test_k21_the_fence_is_one_event_for_the_figure() -> None:
    game = arrival(104, seat(nebulis=2), kraken_figure=A)
    # B and C have one each now: nobody had the figure in between.
    assert (game.asked, game.answers) == (("KRAKEN_FIGURE_PICK", A), {"player:1", "player:2"})
    game.play("player:1")
    assert (game.nebulis, game.figure) == ([0, 1, 1], B)
