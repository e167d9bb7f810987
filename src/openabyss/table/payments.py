"""Whole payments for a lord, as people and buttons want them."""

from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np
from msgspec import Struct

from openabyss.errors import IllegalAction, InvalidArgument, UnreadableAction
from openabyss.rules.actions import KIND, LORD, NUMBER, NUMBERS, PASS
from openabyss.rules.cards.allies import PAYMENT_ORDER, PAYMENT_RANK, VALUE_OF
from openabyss.rules.chapters import (
    NEBULIS_SPENT,
    PAYMENT_COLUMNS,
    PEARLS_SPENT,
    note_payments,
    whole_payments,
)
from openabyss.rules.numbering import MAIN, PAY, PAY_PRICE
from openabyss.rules.play import apply
from openabyss.rules.state import State, copy_of, from_bytes, numbers_of
from openabyss.table.questions import MAX_SHOWN, asked_at, question_at
from openabyss.words import _
from openabyss.words.arguments import in_short, instance_of, whole_number
from openabyss.words.cards.codes import KIND_CODES, LORD_IDS, kind_of_code
from openabyss.words.cards.printed import LORD_NAMES
from openabyss.words.listing import join_semicolons
from openabyss.words.questions.wording import asked_in

# The first attempt has room for this many payments.
USUALLY_ENOUGH = 64
# The questions about the payment for a lord; the second one also about the price of an ally.
PAYING = (PAY, PAY_PRICE)
_IN_ORDER = [(kind, KIND_CODES[kind]) for kind in PAYMENT_ORDER.tolist()]
_VALUES = {code: int(VALUE_OF[kind]) for kind, code in _IN_ORDER}


class Payment(Struct, frozen=True):
    """Allies by code, in the order in which the rules name them, and the pearls and nebulis on top."""

    cards: tuple[str, ...]
    pearls: int
    nebulis: int = 0


def in_payment_order(kinds: list[int]) -> list[int]:
    """Falling value, then race: the order in which the rules let cards be named."""
    return sorted(kinds, key=lambda kind: int(PAYMENT_RANK[kind]))


def list_payments(state: State, player: int, lord: int) -> list[Payment]:
    """Every legal payment of `player` for the lord, those with the least money first, then those with the
    fewest cards, then those of the least value.

    Of a payment that has begun, those that hold the cards named so far. `state` is a scratch copy: its
    payment and mask are overwritten.
    """
    if not _is_being_paid(state, player, lord):
        state.payment[:] = 0
    rows = np.zeros((USUALLY_ENOUGH, PAYMENT_COLUMNS), np.int16)
    count = whole_payments(state, player, lord, rows)
    if count > len(rows):
        rows = np.zeros((count, PAYMENT_COLUMNS), np.int16)
        whole_payments(state, player, lord, rows)
    held = state.hand[player].tolist()
    in_order = [(kind, code) for kind, code in _IN_ORDER if held[kind]]
    return sorted([_payment(row, in_order) for row in rows[:count].tolist()], key=_rank)


def payments_with(state: State, player: int, lord: int, kinds: Sequence[int]) -> list[Payment]:
    """Every legal payment of `player` for the lord with exactly these cards: they differ in nebulis.

    Of a payment that has begun, none where the cards named so far cannot become these. The payment and mask
    of `state`, a scratch copy, are overwritten.
    """
    if lacks_cards(state, player, kinds) or (
        _is_being_paid(state, player, lord) and not _can_name(state, kinds)
    ):
        return []
    state.payment[:] = 0
    for kind, copies in Counter(kinds).items():
        state.payment[kind] = copies
    rows = np.zeros((NUMBERS, PAYMENT_COLUMNS), np.int16)
    count = note_payments(state, player, lord, rows, 0)
    return [_payment(row, _IN_ORDER) for row in rows[:count].tolist()]


def _can_name(state: State, kinds: Iterable[int]) -> bool:
    """The cards named so far are among these, and the others come later in the order of naming."""
    named, wanted = _named(state), Counter(kinds)
    last = max((int(PAYMENT_RANK[kind]) for kind in named), default=0)
    return named <= wanted and all(PAYMENT_RANK[kind] >= last for kind in wanted - named)


def lacks_cards(state: State, player: int, kinds: Iterable[int]) -> list[int]:
    """Those of the cards, by kind, that are not in the hand of `player`."""
    hand = [*state.hand[player].tolist(), 0]
    return [kind for kind, copies in Counter(kinds).items() if copies > hand[kind]]


def _is_being_paid(state: State, player: int, lord: int) -> bool:
    """`player` is naming cards for this lord; otherwise the named ones are those of another payment."""
    return asked_in(numbers_of(state)) == [PAY, player, lord]


def _payment(row: list[int], in_order: list[tuple[int, str]]) -> Payment:
    """A row of the rules; its cards are among those `in_order`."""
    cards = [code for kind, code in in_order for _copy in range(row[kind])]
    return Payment(tuple(cards), row[PEARLS_SPENT], row[NEBULIS_SPENT])


def _rank(payment: Payment) -> tuple[int, int, int, tuple[str, ...], int]:
    """The least money, the fewest cards, and of these the least value come first."""
    money, value = payment.pearls + payment.nebulis, sum(_VALUES[code] for code in payment.cards)
    return money, len(payment.cards), value, payment.cards, payment.nebulis


def is_payable(state: State, lord: int) -> bool:
    """Whether the lord is being paid for, or can be recruited now."""
    what, _player, detail = asked_in(numbers_of(state))
    if what == PAY:
        return bool(detail == lord)
    return what == MAIN and lord in state.court and bool(state.mask[LORD + lord] > 0)


def payments_at(state: State, lord: int | str) -> list[Payment]:
    """Every payment with which the asked player can recruit a lord of the court now; while a lord is being
    paid for, those for it that hold the cards named so far. Raises UnreadableAction.
    """
    number = LORD_NAMES.id_of(lord) if isinstance(lord, str) else whole_number("lord", lord)
    if number not in LORD_IDS:
        raise UnreadableAction(_("{lord} is not a lord").format(lord=in_short(lord)))
    index = LORD_IDS.index(number)
    if state.depth == 0 or not is_payable(state, index):
        return []
    return list_payments(copy_of(state), asked_at(state)[1], index)


# --------------------------------------------------------------------------- a payment as answers


def kinds_of(cards: Iterable[str]) -> list[int]:
    """The kinds of cards given by code, in payment order. Raises UnreadableAction, InvalidArgument."""
    if getattr(cards, "ndim", 1) == 0 or isinstance(cards, str | bytes) or not isinstance(cards, Iterable):
        problem = _("cards: the codes of cards are expected, not {value}")
        raise InvalidArgument(problem.format(value=in_short(cards)))
    try:
        return in_payment_order([kind_of_code(instance_of("cards", code, str)) for code in cards])
    except ValueError as error:
        raise UnreadableAction(str(error)) from error


def check_payment(state: State, kinds: list[int], nebulis: int) -> None:
    """These cards and nebulis are a payment for the lord that is being paid for. Raises IllegalAction."""
    question = question_at(state)
    if question.spec.number != PAY:
        raise IllegalAction(_("no lord is being paid for; recruit one first"))
    wanted = tuple(map(KIND_CODES.__getitem__, kinds))
    lord = question.about.lord
    legal = [] if lord is None else payments_at(state, lord)
    if all((payment.cards, payment.nebulis) != (wanted, nebulis) for payment in legal):
        shown = join_semicolons(_in_short(payment.cards, payment.nebulis) for payment in legal[:MAX_SHOWN])
        raise IllegalAction(
            _("{cards} is not a legal payment; legal are: {legal}").format(
                cards=_in_short(wanted, nebulis), legal=shown
            )
        )


def check_named(state: State, kinds: list[int]) -> None:
    """If cards are given where only the money is open, they are those named before. Raises IllegalAction."""
    if kinds and Counter(kinds) != _named(state):
        raise IllegalAction(_("other cards have been named for this payment already"))


def next_answer(state: State, kinds: list[int], nebulis: int) -> int | None:
    """What to answer next so as to pay with these cards and nebulis; None when all is paid."""
    what = asked_at(state)[0] if state.depth else None
    if what == PAY:
        rest = in_payment_order([*(Counter(kinds) - _named(state)).elements()])
        return KIND + rest[0] if rest else PASS
    return NUMBER + nebulis if what == PAY_PRICE else None


def forced_payment(table: bytes, answers: Sequence[int]) -> tuple[list[int], int] | None:
    """The cards and nebulis with which a lord was paid for without a question, since there was no choice.

    `answers` are the decision at a table and what followed by itself; None if no lord was paid for.
    """
    state, named, nebulis, is_paid = from_bytes(table), list[int](), 0, False
    if asked_at(state)[0] in PAYING:
        return None
    for number in answers:
        what = asked_at(state)[0]
        is_paid = is_paid or what == PAY
        if what == PAY and number != PASS:
            named.append(number - KIND)
        if what == PAY_PRICE and is_paid:
            nebulis = number - NUMBER
        apply(state, number)
    return (in_payment_order(named), nebulis) if is_paid else None


def check_same(made: tuple[list[int], int], kinds: list[int], nebulis: int) -> None:
    """A payment that was made by itself is named as it was made. Raises IllegalAction."""
    if (kinds, nebulis) != made:
        cards = _in_short(tuple(map(KIND_CODES.__getitem__, made[0])), made[1])
        raise IllegalAction(
            _("the lord has been paid for with {cards}: no other payment was possible").format(cards=cards)
        )


def _named(state: State) -> Counter[int]:
    """The cards named so far for the payment, by kind."""
    return Counter({kind: copies for kind, copies in enumerate(state.payment.tolist()) if copies})


def _in_short(cards: tuple[str, ...], nebulis: int) -> str:
    """A payment as error messages show it: "K3 J2 + 1 nebulis"."""
    text = " ".join(cards) or "-"
    return _("{cards} + {count} nebulis").format(cards=text, count=nebulis) if nebulis else text
