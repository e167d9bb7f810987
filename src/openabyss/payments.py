"""Whole payments for a lord, as people and buttons want them."""

from dataclasses import dataclass

from openabyss.rules.cards.allies import ALLY_KINDS, PAYMENT_RANK
from openabyss.rules.paying import nebulis_to_use
from openabyss.rules.payment import cost_for, offer_payment, value_named
from openabyss.rules.recruiting import PAY
from openabyss.rules.table import KIND, NUMBER, NUMBERS, PASS, SEATS, State
from openabyss.words.cards import code_of_kind


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
    named = [kind for kind in range(ALLY_KINDS) for _copy in range(int(state.payment[kind]))]
    found: list[Payment] = []
    _extend(state, player, lord, in_payment_order(named), found)
    return sorted(found, key=_rank)


def _is_being_paid(state: State, lord: int) -> bool:
    """Cards are being named for this lord; otherwise the named ones are those of an earlier payment."""
    what, _player, detail = state.stack[state.depth - 1].tolist()
    return bool(what == PAY and detail == lord)


def _rank(payment: Payment) -> tuple[int, int, tuple[str, ...], int]:
    return payment.pearls + payment.nebulis, len(payment.cards), payment.cards, payment.nebulis


def _extend(state: State, player: int, lord: int, named: list[int], found: list[Payment]) -> None:
    state.mask[:] = 0
    offer_payment(state, player, lord)
    mask = state.mask.tolist()
    if mask[PASS]:
        price = max(0, int(cost_for(state, player, lord)) - int(value_named(state)))
        cards = tuple(code_of_kind(kind) for kind in named)
        found += [Payment(cards, price - nebulis, nebulis) for nebulis in _splits(state, player, price)]
    for kind in in_payment_order([k for k in range(ALLY_KINDS) if mask[KIND + k]]):
        state.payment[kind] += 1
        _extend(state, player, lord, [*named, kind], found)
        state.payment[kind] -= 1


def _splits(state: State, player: int, price: int) -> list[int]:
    """With how many nebulis a price may be paid (rules 9.5)."""
    state.mask[:] = 0
    nebulis_to_use(state, player, price * (SEATS + 1))
    return [nebulis for nebulis in range(NUMBERS) if state.mask[NUMBER + nebulis]]
