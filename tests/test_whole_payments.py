"""`Game.payments` and `Game.pay`: whole payments, with nebulis among the money."""

import random
import re
from typing import Any

import pytest

from openabyss import Game, IllegalAction
from openabyss.errors import InvalidArgument, UnreadableAction
from openabyss.rules.state import copy_of
from openabyss.table.payments import Payment, kinds_of, payments_with
from openabyss.words.cards.codes import KIND_CODES, LORD_IDS, kind_of_code


def table(active: int = 0, **mine: Any) -> Game:
    """Two players; the Slaver (8, one race: shellfish) is in the court."""
    return Game.from_position(
        {
            "players": 2,
            "kraken": True,
            "active": active,
            "court": [12, 21, 30, 29],
            "available_locations": [14],
            "council": {"crab": ["C1"]},
            "exploration_deck": ["C2", "C3"],
            "seats": [{"pearls": 0, **mine}, {"pearls": 0}],
        }
    )


def paying() -> Game:
    """The Slaver is to be paid for, by somebody who may pay with a nebulis."""
    game = table(pearls=9, nebulis=1, hand=["S5", "S4"], lords=[{"id": 103}])
    game.apply("recruit:12")
    return game


def test_every_split_is_a_payment_of_its_own() -> None:
    game = table(pearls=2, nebulis=2, hand=["S5"], lords=[{"id": 103}])
    assert game.payments(12) == [Payment(("S5",), 2, 1)]
    game = table(pearls=3, nebulis=2, hand=["S5"], lords=[{"id": 102}, {"id": 103}])
    splits = [(payment.pearls, payment.nebulis) for payment in game.payments("slaver")]
    assert splits == [(3, 0), (2, 1), (1, 2)]


def test_the_same_cards_with_and_without_nebulis() -> None:
    # The Counterfeiter may keep a pearl back.
    game = paying()
    assert (game.question.kind, len(game.payments(12))) == ("PAY", 5)
    game.pay(["S5"], nebulis=1)
    assert (game.table.seats[0].pearls, game.table.seats[0].nebulis) == (7, 0)
    assert 12 in [lord.id for lord in game.table.seats[0].lords]


def test_without_nebulis_pearls_alone_pay() -> None:
    game = paying()
    game.pay(["S4"])
    assert (game.table.seats[0].pearls, game.table.seats[0].nebulis) == (5, 1)


def test_a_payment_that_is_not_legal_shows_those_that_are() -> None:
    game = paying()
    with pytest.raises(IllegalAction) as caught:
        game.pay(["S5"], nebulis=2)
    assert str(caught.value).startswith("S5 + 2 nebulis is not a legal payment; legal are: ")
    assert "S5 + 1 nebulis" in str(caught.value)


@pytest.mark.parametrize("cards", ["S3", b"C1", 7, None])
def test_cards_are_given_as_a_list_of_codes(cards: Any) -> None:
    with pytest.raises(InvalidArgument, match=re.escape(f"codes of cards are expected, not {cards!r}")):
        paying().pay(cards)


def test_a_price_alone_is_paid_without_cards() -> None:
    game = table(active=1, nebulis=1, pearls=5, lords=[{"id": 103}])
    game.apply("explore")
    game.apply("buy")
    assert game.question.kind == "PAY_PRICE"
    with pytest.raises(IllegalAction, match="other cards"):
        game.pay(["C5"], nebulis=1)
    game.pay(nebulis=1)
    assert [(seat.pearls, seat.nebulis) for seat in game.table.seats] == [(5, 0), (0, 1)]
    assert game.table.kraken_figure == 1


@pytest.mark.parametrize("kraken", [False, True])
def test_cards_are_a_payment_where_they_are_among_all_payments(kraken: bool) -> None:
    """Those of whole games, before the lord is named and with each card that has been named."""
    chooser, found, refused = random.Random(1), 0, 0
    for game in (Game.new(players=2, seed=seed, kraken=kraken) for seed in range(3)):
        for _step in range(150):
            lord = lord_that_can_be_paid(game)
            hand = game.table.seats[game.player].hand or []
            for _attempt in range(4 if lord else 0):
                kinds = kinds_of(chooser.sample(hand, chooser.randrange(min(len(hand), 5) + 1)))
                index = LORD_IDS.index(lord)
                paid = payments_with(copy_of(game.state), game.player, index, kinds)
                wanted = tuple(map(KIND_CODES.__getitem__, kinds))
                assert paid == sorted(
                    (one for one in game.payments(lord) if one.cards == wanted), key=lambda one: one.nebulis
                )
                found, refused = found + bool(paid), refused + (not paid)
            recruits = [action for action in game.legal_actions if action.text.startswith("recruit")]
            game.apply(chooser.choice(recruits or game.legal_actions))
            if game.is_over:
                break
    assert min(found, refused) > 20


def test_of_as_many_cards_and_as_much_money_the_least_value_is_paid_first() -> None:
    game = table(hand=["S5", "S4", "S1", "S3", "S2"], pearls=9)
    money, cards = zip(
        *((one.pearls + one.nebulis, one.cards) for one in game.payments("slaver")), strict=True
    )
    assert list(money) == sorted(money)
    spent = [
        [
            sum(int(code[1]) for code in one)
            for paid, one in zip(money, cards, strict=True)
            if paid == 0 and len(one) == count
        ]
        for count in range(6)
    ]
    assert spent == [sorted(values) for values in spent]
    assert spent[2] == [8, 9]


def lord_that_can_be_paid(game: Game) -> int:
    """The lord that is being paid for, or one that could be recruited; 0 for none."""
    if game.question.kind == "PAY":
        return game.question.about.lord or 0
    if game.question.kind != "MAIN":
        return 0
    return next((lord for lord in game.table.court if game.can(f"recruit:{lord}")), 0)


def test_a_lord_that_cannot_be_recruited_now_has_no_payments() -> None:
    game = table(pearls=9, hand=["S5"])
    assert game.payments(12)
    sentinel = {"lord": 106, "owner": 1, "area": "court", "target": 12}
    guarded = Game.from_position({**game.to_position(), "sentinels": [sentinel]})
    assert (guarded.can("recruit:12"), guarded.payments(12)) == (False, [])
    asked_to_buy = table(active=1, pearls=9, hand=["S5"])
    asked_to_buy.apply("explore")
    assert (asked_to_buy.question.kind, asked_to_buy.payments(12)) == ("OFFER", [])


@pytest.mark.parametrize(("lord", "shown"), [("12", "'12'"), ("slaverr", "'slaverr'"), (999, "999")])
def test_what_is_no_lord_is_quoted_once(lord: int | str, shown: str) -> None:
    with pytest.raises(UnreadableAction, match=f"^{shown} is not a lord$"):
        table(pearls=9).payments(lord)


def test_of_two_lords_only_the_one_that_is_being_paid_for_has_payments() -> None:
    game = table(pearls=20, hand=["S5", "S4", "H3"])
    assert game.payments(29)
    game.apply("recruit:12")
    assert game.payments(12)
    assert game.payments(29) == []


def test_while_chance_is_asked_no_lord_has_payments() -> None:
    """The number of chance, -1, must not be taken for the last seat."""
    seats = [{}, {}, {}, {}, {"pearls": 9, "hand": ["S5"]}]
    position = {"players": 5, "leviathan": True, "court": [12, 9, 30], "seats": seats}
    game = Game.from_position(position, ask_chance=True)
    assert (game.player, game.payments(12)) == (-1, [])


def test_nothing_is_paid_for() -> None:
    with pytest.raises(IllegalAction, match="no lord is being paid for"):
        table().pay(["C5"])


def test_a_payment_with_nebulis_is_taken_back_card_by_card() -> None:
    game = paying()
    game.apply("card:S5")
    game.apply("done")
    assert game.question.kind == "PAY_PRICE"
    game.undo()
    assert (game.question.kind, game.table.seats[0].hand) == ("PAY", ["S4", "S5"])


def begun() -> Game:
    """One of six payments for the Slaver (8) has begun: the 5 is named."""
    game = table(pearls=6, hand=["S5", "S4", "S3"])
    game.apply("recruit:12")
    assert len(game.payments(12)) == 6
    game.apply("card:S5")
    assert (game.question.kind, game.state.payment.sum()) == ("PAY", 1)
    return game


def test_a_payment_that_has_begun_counts_what_is_named() -> None:
    payments = begun().payments(12)
    assert {payment.cards for payment in payments} == {("S5",), ("S5", "S4"), ("S5", "S3")}


def test_a_payment_that_has_begun_is_paid_by_all_its_cards() -> None:
    game = begun()
    game.pay(["S5", "S4"])
    assert game.table.seats[0].hand == ["S3"]
    assert 12 in [lord.id for lord in game.table.seats[0].lords]


def test_the_rest_alone_is_no_payment() -> None:
    with pytest.raises(IllegalAction, match="S4 is not a legal payment; legal are: S5"):
        begun().pay(["S4"])


def test_a_payment_whose_first_card_is_forced_is_still_paid_as_a_whole() -> None:
    """The 5 must be among the cards, so the game names it; the payments are those that hold it."""
    game = table(pearls=1, hand=["S5", "S2", "S3"])
    game.apply("recruit:12")
    assert game.state.payment.sum() == 1
    assert {payment.cards for payment in game.payments("slaver")} == {("S5", "S3"), ("S5", "S2")}
    game.pay(["S2", "S5"])
    assert game.table.seats[0].hand == ["S3"]


def test_what_was_named_for_an_earlier_lord_does_not_count() -> None:
    game = table(pearls=6, hand=["S5", "S4", "S3"])
    before = game.payments(12)
    game.state.payment[kind_of_code("S4")] = 1
    assert game.payments(12) == before


def test_a_rich_hand_has_all_its_payments_listed_cheapest_first() -> None:
    hand = [f"{race}{value}" for race in "JCHSQ" for value in (1, 3)]
    game = table(pearls=9, nebulis=2, hand=hand)
    payments = game.payments(21)
    assert len(payments) == len(set(payments)) > 64
    spent = [payment.pearls + payment.nebulis for payment in payments]
    assert spent == sorted(spent)
    game.apply("recruit:21")
    assert game.payments(21) == payments
    for payment in payments[::20]:
        tried = game.clone()
        tried.pay(payment.cards, payment.nebulis)
        assert tried.question.kind not in ("PAY", "PAY_PRICE")
        assert tried.table.seats[0].pearls == 9 - payment.pearls
