"""Nebulis as money: when one may stand for a pearl, and who gets it (rules 9.5)."""

from typing import Any

from tests.rules.positions import Seat, arrival, powerless, seat, with_kraken
from tests.rules.situation import A, B, Situation, sentences, shown, shown_by_each

DECK = ["J1", "C1", "H1", "S1"]
COURT = [29, 31, 32, 30]


def offered(buyer: Seat, price: int) -> Situation:
    """A explores; B, who may buy at this price, holds the figure."""
    game = with_kraken(seat(), buyer, price=price, exploration_deck=DECK, kraken_figure=B)
    return game.play("explore")


test_buying_an_ally = shown(
    k7_a_nebulis_makes_up_for_the_one_pearl_that_is_missing_rk1_rk2=lambda:
        offered(seat(pearls=2, nebulis=1), 3).shows(asked=("OFFER", B), answers={"buy", "pass"})
        .play("buy")
        # All pearls go with the nebulis, so there is nothing to choose.
        .shows(pearls=[2, 0, 0], nebulis=[1, 0, 0], figure=A).before(B, hand=["J1"]),
    k9_one_nebulis_is_the_most_that_a_payment_may_hold_rk1=lambda:
        offered(seat(pearls=1, nebulis=2), 3).shows(asked=("EXPLORE_ALLY", A)),
    the_outlaw_makes_no_third_nebulis_possible=lambda:
        offered(seat(nebulis=3, lords=[102]), 3).shows(asked=("EXPLORE_ALLY", A)),
    rk3_outlaw_and_counterfeiter_together_use_two_although_pearls_remain=lambda:
        offered(seat(pearls=5, nebulis=3, lords=[102, 103]), 3).play("buy")
        .shows(answers={"number:0", "number:1", "number:2"})
        .play("number:2").shows(pearls=[1, 4, 0], nebulis=[2, 1, 0]),
)  # fmt: skip


# What B has and what the ally costs; what A and B have after the purchase.
@sentences(
    "own, held, lords, price, after",
    k8_no_nebulis_is_used_where_pearls_suffice_rk1=(3, 1, [], 3, ([3, 0], [0, 1])),
    k8_no_nebulis_is_used_where_a_pearl_would_be_left_rk1=(4, 1, [], 3, ([3, 1], [0, 1])),
    a_nebulis_alone_buys_for_a_price_of_one=(0, 1, [], 1, ([0, 0], [1, 0])),
    k9_with_the_outlaw_two_nebulis_may_be_in_a_payment=(1, 2, [102], 3, ([1, 0], [2, 0])),
    with_the_outlaw_all_pearls_must_still_be_spent_rk1=(2, 2, [102], 3, ([2, 0], [1, 1])),
)
def test_a_purchase(own: int, held: int, lords: list[int], price: int, after: tuple[list[int], ...]) -> None:
    game = offered(seat(pearls=own, nebulis=held, lords=lords), price).play("buy")
    assert (game.pearls, game.nebulis) == ([*after[0], 0], [*after[1], 0])


@sentences(
    "lords, price",
    the_counterfeiter_alone_uses_one_nebulis_at_most=([103], 3),
    rk3_never_more_nebulis_than_the_price=([102, 103], 1),
)
def test_one_nebulis_at_most(lords: list[int], price: int) -> None:
    game = offered(seat(pearls=5, nebulis=3, lords=lords), price).play("buy")
    assert game.answers == {"number:0", "number:1"}


test_nebulis_each = shown_by_each(
    the_outlaw_without_power_changes_nothing=(powerless(102, pearls=1, nebulis=2), lambda buyer:
        offered(buyer, 3).shows(asked=("EXPLORE_ALLY", A))),
    the_counterfeiter_without_power_changes_nothing=(powerless(103, pearls=5, nebulis=1), lambda buyer:
        offered(buyer, 1).play("buy").shows(pearls=[1, 4, 0], nebulis=[0, 1, 0])),
)  # fmt: skip


def test_k10_with_the_counterfeiter_pearls_may_be_kept() -> None:
    game = offered(seat(pearls=5, nebulis=1, lords=[103]), 1).play("buy")
    assert (game.asked, game.answers) == (("PAY_PRICE", B), {"number:0", "number:1"})
    kept = game.clone().play("number:1")
    assert (kept.pearls, kept.nebulis) == ([0, 5, 0], [1, 0, 0])
    paid = game.play("number:0")
    assert (paid.pearls, paid.nebulis) == ([1, 4, 0], [0, 1, 0])


# ----------------------------------------------------------------------------------------- recruiting
def short(missing: int, **mine: Any) -> Situation:
    """A recruits the Shepherd, for whom the cards lack this many points."""
    hand = {1: ["H5", "H2"], 2: ["H5", "H1"], 3: ["H5"]}[missing]
    return with_kraken(seat(hand=hand, **mine), court=COURT, kraken_figure=A)


test_recruiting = shown(
    a_nebulis_makes_up_for_a_missing_point_of_a_recruit_rk1=lambda:
        short(2, pearls=1, nebulis=1).play("recruit:29").shows(pearls=[0, 0, 0], nebulis=[0, 0, 0])
        .lord(29, ),
    two_nebulis_do_not_make_up_for_two_points=lambda: short(2, nebulis=2).refuses("recruit:29"),
    the_outlaw_pays_two_points_of_a_recruit=lambda:
        short(3, pearls=1, nebulis=2, lords=[102]).play("recruit:29")
        .shows(pearls=[0, 0, 0], nebulis=[0, 0, 0]),
    where_the_pearls_suffice_for_a_recruit_they_pay=lambda:
        short(3, pearls=3, nebulis=1).play("recruit:29").shows(pearls=[0, 0, 0], nebulis=[1, 0, 0]),
    the_counterfeiter_keeps_a_pearl_back_when_recruiting=lambda:
        short(3, pearls=3, nebulis=1, lords=[103]).play("recruit:29")
        .shows(asked=("PAY_PRICE", A), answers={"number:0", "number:1"})
        .play("number:1").shows(own_pearls=1, own_nebulis=0).lord(29, ),
    a_recruit_without_a_missing_point_takes_no_nebulis=lambda:
        with_kraken(seat(hand=["H5", "H3"], nebulis=2, lords=[102]), court=COURT).play("recruit:29")
        .shows(own_nebulis=2).lord(29, ),
)  # fmt: skip


def test_whole_payments_tell_their_pearls_and_nebulis() -> None:
    game = short(2, pearls=1, nebulis=1)
    assert [(p.cards, p.pearls, p.nebulis) for p in game.payments(29)] == [(("H5", "H1"), 1, 1)]


def test_a_whole_payment_may_name_its_nebulis() -> None:
    for used, left in ((0, (0, 1)), (1, (1, 0))):
        game = short(2, pearls=2, nebulis=1, lords=[103])
        assert {(p.pearls, p.nebulis) for p in game.payments(29) if len(p.cards) == 2} == {(2, 0), (1, 1)}
        game.play("recruit:29")
        game.pay(cards=["H5", "H1"], nebulis=used)
        assert (game.pearls[A], game.nebulis[A]) == left


test_corruptor_and_the_rest = shown(
    k12_a_nebulis_makes_up_for_the_corruptors_fifth_pearl_rk1=lambda:
        arrival(22, seat(pearls=4, nebulis=1), kraken=True, kraken_figure=A, court=[22, 31, 32, 30, 28])
        .shows(asked=("CORRUPT", A)).offers("lord:32")
        .play("lord:32").shows(own_pearls=0, own_nebulis=0).lord(32, ),
    the_outlaw_pays_the_corruptor_with_two_nebulis=lambda:
        arrival(
            22, seat(pearls=3, nebulis=2, lords=[102]), kraken=True, court=[22, 31, 32, 30, 28],
        ).play("lord:32").shows(own_pearls=0, own_nebulis=0).lord(32, ),
    r39_the_counterfeiter_does_not_help_to_pay_the_corruptor_for_itself=lambda:
        arrival(22, seat(pearls=6, nebulis=1), kraken=True, court=[22, 103, 31, 32, 30]).play("lord:103")
        .shows(own_pearls=1, own_nebulis=1),
    r39_the_outlaw_does_not_help_to_pay_the_corruptor_for_itself=lambda:
        arrival(
            22, seat(pearls=6, nebulis=2, lords=[103]), kraken=True, court=[22, 102, 31, 32, 30],
        ).play("lord:102").shows(asked=("PAY_PRICE", A), answers={"number:0", "number:1"}),
    the_corruptor_is_not_asked_for_two_nebulis=lambda:
        arrival(22, seat(pearls=3, nebulis=2), kraken=True, court=[22, 31, 32, 30, 28])
        .shows(asked=("MAIN", B)),
    k11_nebulis_pay_for_no_plot_rk1=lambda:
        with_kraken(seat(nebulis=2, lords=[102, 103]), court=[29, 31, 32, 30, 28]).refuses("plot"),
    the_seeker_takes_pearls_only=lambda:
        arrival(3, seat(), seat(pearls=1, nebulis=3), kraken=True).before(B, pearls=0, nebulis=3),
)  # fmt: skip


def test_r39_the_corruptors_lord_is_paid_for_before_it_arrives() -> None:
    game = arrival(22, seat(pearls=6), court=[22, 10, 31, 32, 30]).play("lord:10")
    reported = [event.kind for event in game.latest_events if event.kind in ("PEARLS_PAID", "LORD_RECRUITED")]
    assert reported[-2:] == ["PEARLS_PAID", "LORD_RECRUITED"]
