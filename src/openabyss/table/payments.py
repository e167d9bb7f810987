"""Whole payments for a lord, as people and buttons want them."""

from dataclasses import dataclass

import numpy as np

from openabyss.rules.base.recruiting import PAY
from openabyss.rules.base.whole_payments import NEBULIS_SPENT, PEARLS_SPENT, ROW, whole_payments
from openabyss.rules.cards.allies import PAYMENT_ORDER, PAYMENT_RANK
from openabyss.rules.state import State
from openabyss.words.cards.codes import code_of_kind

# For so many payments there is room at the first attempt.
USUALLY_ENOUGH = 64
_IN_ORDER = [(kind, code_of_kind(kind)) for kind in PAYMENT_ORDER.tolist()]


@dataclass(frozen=True, slots=True)
class Payment:
    """Allies by code, in the order in which the rules name them, and the pearls and nebulis on top."""

    cards: tuple[str, ...]
    pearls: int
    nebulis: int = 0


def in_payment_order(kinds: list[int]) -> list[int]:
    """Falling value, then race: the order in which the rules let cards be named."""
    return sorted(kinds, key=lambda kind: int(PAYMENT_RANK[kind]))


def list_payments(state: State, player: int, lord: int) -> list[Payment]:
    """Every legal payment of `player` for the lord, those with the least money first.

    Of a payment that has begun, those that hold the cards named so far. `state` is a scratch copy: its
    payment and mask are overwritten.
    """
    if not _is_being_paid(state, lord):
        state.payment[:] = 0
    rows = np.zeros((USUALLY_ENOUGH, ROW), np.int16)
    count = whole_payments(state, player, lord, rows)
    if count > len(rows):
        rows = np.zeros((count, ROW), np.int16)
        whole_payments(state, player, lord, rows)
    return sorted(map(_payment, rows[:count].tolist()), key=_rank)


def _is_being_paid(state: State, lord: int) -> bool:
    """Cards are being named for this lord; otherwise the named ones are those of an earlier payment."""
    what, _player, detail = state.stack[state.depth - 1].tolist()
    return bool(what == PAY and detail == lord)


def _payment(row: list[int]) -> Payment:
    cards = tuple(code for kind, code in _IN_ORDER if row[kind] for _copy in range(row[kind]))
    return Payment(cards, row[PEARLS_SPENT], row[NEBULIS_SPENT])


def _rank(payment: Payment) -> tuple[int, int, tuple[str, ...], int]:
    return payment.pearls + payment.nebulis, len(payment.cards), payment.cards, payment.nebulis
