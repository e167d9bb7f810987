"""What the lords of the court cost a seat now, and why; on request, what each answer costs and brings."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from openabyss.client.protocol.from_server import AnswerExplained
from openabyss.client.protocol.parts import Offer, PaymentShown
from openabyss.errors import UnreadableAction
from openabyss.play.game import Game
from openabyss.rules import chapters
from openabyss.rules.actions import LORD, PASS
from openabyss.rules.cards.allies import NO_RACE, VALUE_OF
from openabyss.rules.cards.printed import COST, GUILD, GUILDS_WITH_A_RACE, RACES_NEEDED
from openabyss.rules.numbering import MAIN, PAY
from openabyss.rules.questions import QUESTIONS
from openabyss.rules.sizes import COURT_SPACES, SEATS
from openabyss.rules.state import EMPTY, State, copy_of, numbers_of
from openabyss.table.payments import Payment, is_payable, kinds_of, lacks_cards, list_payments, payments_with
from openabyss.table.questions import read_text
from openabyss.table.reading import field_slice, rows_of
from openabyss.words import _
from openabyss.words.arguments import in_short
from openabyss.words.cards import codes
from openabyss.words.questions.prompts import label, meaning, meaning_of_whole_payment, reason, refusal_of
from openabyss.words.questions.recruiting import not_paid_with
from openabyss.words.questions.wording import Asked, asked_in, asked_of

MAX_PAYMENTS = 200
_VALUES = dict(zip(codes.KIND_CODES, VALUE_OF.tolist(), strict=True))


def offers_to(game: Game, seat: int) -> list[Offer]:
    """Every lord of the court, furthest from the deck first; payments only while the seat is asked."""
    scratch, asked, payable = copy_of(game.state), asked_of(game.state, seat), _payable(game.state, seat)
    rows = np.zeros((COURT_SPACES, chapters.OFFER_COLUMNS), np.int16)
    chapters.judge_court(scratch, seat, rows)
    court = zip(scratch.court.tolist(), rows.tolist(), strict=True)
    return [_offer(asked, scratch, lord, row, lord in payable) for lord, row in court if lord != EMPTY]


def _payable(state: State, seat: int) -> list[int]:
    """The lords for which the seat may choose a whole payment now."""
    what, player, detail = asked_in(numbers_of(state))
    if player != seat:
        return []
    if what == PAY:
        return [detail]
    return numbers_of(state)[_COURT].tolist() if what == MAIN else []


_COURT, _PAYMENT, _HAND = field_slice("court"), field_slice("payment"), rows_of("hand", SEATS)
_LORDS = field_slice("lord_place", "lord_disabled")
_SENTINELS = field_slice("sentinel_owner", "sentinel_target")


def what_offers_depend_on(state: State, seat: int) -> tuple[Any, ...]:
    """Everything on which the prices for a seat depend, and with what it may pay now."""
    numbers, payable = numbers_of(state), _payable(state, seat)
    named = numbers[_PAYMENT].tobytes() if payable else b""
    money = (int(state.pearls[seat]), int(state.nebulis[seat]), state.kraken_holder)
    fields = [numbers[field].tobytes() for field in (_COURT, _LORDS, _SENTINELS, _HAND[seat])]
    return fields, money, payable, named


def _offer(asked: Asked, scratch: State, lord: int, row: list[int], payable: bool) -> Offer:
    """The offer of a lord to the seat that is asked, from a row of `judge_court`. `scratch` is
    overwritten."""
    affordable, demanded = bool(row[chapters.AFFORDABLE]), row[chapters.RACE_DEMANDED]
    return Offer(
        lord=codes.LORD_IDS[lord],
        affordable=affordable,
        cost=row[chapters.COST_NOW],
        printed=int(COST[lord]),
        races=int(RACES_NEEDED[lord]),
        race=None if demanded == NO_RACE else codes.RACE_CODES[demanded],
        why=_changes(lord, row),
        shortfall=None if row[chapters.MONEY_MISSING] == chapters.TOO_MUCH else row[chapters.MONEY_MISSING],
        refusal=None if affordable else refusal_of(asked, QUESTIONS[MAIN].name, LORD + lord),
        payments=payments_of(scratch, asked.player, lord) if payable and affordable else [],
    )


def payments_of(scratch: State, seat: int, lord: int) -> list[PaymentShown]:
    """The whole payments of a seat for a lord, those with the least money first."""
    return [payment_shown(payment) for payment in list_payments(scratch, seat, lord)[:MAX_PAYMENTS]]


def payment_shown(payment: Payment) -> PaymentShown:
    """A payment, with what its cards are worth."""
    value = sum(map(_VALUES.__getitem__, payment.cards))
    return PaymentShown(list(payment.cards), payment.pearls, payment.nebulis, value)


def _changes(lord: int, row: list[int]) -> list[str]:
    """Why the price of a lord differs from the printed one."""
    changes = []
    if row[chapters.DISCOUNT]:
        changes.append(
            _("Your Treasurer makes lords cheaper by {count}.").format(count=row[chapters.DISCOUNT])
        )
    if row[chapters.SURCHARGE]:
        changes.append(
            _("An opponent’s Recruiter makes lords dearer by {count}.").format(count=row[chapters.SURCHARGE])
        )
    guild = int(GUILD[lord])
    if guild < GUILDS_WITH_A_RACE and row[chapters.RACE_DEMANDED] == NO_RACE:
        changes.append(
            _("Your Diplomat spares you the demanded {race}.").format(race=codes.race_name(guild, 2))
        )
    return changes


# --------------------------------------------------------------------------------- answers explained


# How a whole payment begins: `pay:12 S4 S3`, the lord's id and the cards.
PAYMENT = "pay:"


def answers_explained(game: Game, seat: int, names: Sequence[str]) -> list[AnswerExplained]:
    """Every legal answer of the seat, passing last; none while somebody else is asked."""
    if game.is_over or game.player != seat:
        return []
    actions = sorted(game.legal_actions, key=lambda action: action.id == PASS)
    return [_explained(game, action.text, action.id, names) for action in actions]


def answer_explained(game: Game, text: str, names: Sequence[str]) -> AnswerExplained:
    """What comes of one answer of the seat that is asked, or of a whole payment; without a label, why it is
    not legal now.

    Raises UnreadableAction, GameOver.
    """
    if text.startswith(PAYMENT):
        return _payment_explained(game, text)
    why = game.explain_illegal(text)
    if why is not None:
        return AnswerExplained(text, "", why)
    return _explained(game, text, read_text(game.state, text), names)


def _explained(game: Game, text: str, action: int, names: Sequence[str]) -> AnswerExplained:
    kind, state = game.question.kind, game.state
    return AnswerExplained(text, label(kind, action, state, names), meaning(kind, action, state, names))


# --------------------------------------------------------------------------------- whole payments


def _payment_explained(game: Game, text: str) -> AnswerExplained:
    player, (lord, kinds) = game.question.player, _read_payment(text)
    found = payments_with(copy_of(game.state), player, lord, kinds) if is_payable(game.state, lord) else []
    value = sum(int(VALUE_OF[kind]) for kind in kinds)
    if not found:
        return AnswerExplained(text, "", _why_not_paid(game.state, player, lord, kinds), value)
    first = found[0]
    said = codes.payment_in_words(" ".join(map(codes.code_shown, first.cards)), first.pearls, first.nebulis)
    return AnswerExplained(text, said, meaning_of_whole_payment(), value, [*map(payment_shown, found)])


def _why_not_paid(state: State, player: int, lord: int, kinds: Sequence[int]) -> str:
    if not is_payable(state, lord):
        return reason(state, player, QUESTIONS[MAIN].name, LORD + lord) or ""
    if missing := lacks_cards(state, player, kinds):
        return _("You have no {card} left.").format(card=codes.kind_name(missing[0]))
    return not_paid_with(state, player, lord, kinds)


def _read_payment(text: str) -> tuple[int, list[int]]:
    """The rules' number of the lord, and the cards by kind. Raises UnreadableAction."""
    lord, *cards = text.removeprefix(PAYMENT).split() or [""]
    if not lord.isdecimal() or int(lord) not in codes.LORD_IDS:
        raise UnreadableAction(_("{lord} is not a lord").format(lord=in_short(lord)))
    return codes.LORD_IDS.index(int(lord)), kinds_of(cards)
