"""The answers to the question of an update, as lists and lines offer them, and as people type them."""

from dataclasses import dataclass

from openabyss import cards
from openabyss.client.in_words import cards_in_words
from openabyss.client.protocol.from_server import Update
from openabyss.client.protocol.parts import ActionShown, PaymentShown, QuestionShown, Target
from openabyss.errors import UnreadableAction
from openabyss.rules import numbering
from openabyss.rules.questions import QUESTION_NAMES
from openabyss.words import _
from openabyss.words.cards.codes import keys, payment_in_words
from openabyss.words.cards.leviathans import attack_in_words
from openabyss.words.cards.printed import lord_name
from openabyss.words.cards.text import Card, influence_points
from openabyss.words.questions.prompts import meaning_of_whole_payment
from openabyss.words.questions.recruiting import how_to_pay

# The question with which a turn begins.
MAIN = QUESTION_NAMES[numbering.MAIN]

# A whole payment is typed as `pay J3 C2`, with nebulis `pay J3 C2 nebulis 1` or `pay J3 C2/1`.
PAY, NEBULIS = "pay", "nebulis"


@dataclass(frozen=True, slots=True)
class Choice:
    """An answer that is offered to the person who is asked.

    `label` is what it says, `hint` a useful fact about it, `text` how it is typed.
    """

    label: str
    text: str
    hint: str = ""
    card: Card | None = None
    payment: PaymentShown | None = None


def prompt_of(update: Update) -> str:
    """The question, or for whom the game waits; a payment is asked for as a whole."""
    question = update.question
    if question is None:
        return _("The game is over.")
    lord = paid_lord(update)
    offer = next((offer for offer in update.offers if offer.lord == lord), None)
    if not question.payments or offer is None:
        return question.prompt
    return how_to_pay(lord_name(offer.lord), offer.cost)


def paid_lord(update: Update) -> int | None:
    """The id of the lord that the viewer is paying for."""
    asked = update.view.question
    return None if asked is None or asked.about is None else asked.about.lord


def choices_of(update: Update) -> list[Choice]:
    """What the viewer may answer, passing last; nothing while somebody else is asked."""
    question = update.question
    if question is None or not question.mine:
        return []
    if question.payments:
        return [_payment_choice(payment) for payment in question.payments]
    return [_choice(update, action) for action in sorted(question.actions, key=lambda action: action.passes)]


def meaning_of_payments(question: QuestionShown) -> list[tuple[str, str]]:
    """Each whole payment, and what it costs and brings."""
    return [(_payment_choice(payment).label, meaning_of_whole_payment()) for payment in question.payments]


def _choice(update: Update, action: ActionShown) -> Choice:
    card = card_at(update, action.target)
    return Choice(action.label, action.text, action.hint or _hint(card), card)


def card_at(update: Update, target: Target | None) -> Card | None:
    """The lord, location or leviathan of the border that an answer points at."""
    if target is None:
        return None
    if target.lord is not None:
        return Card("lord", target.lord)
    if target.location is not None:
        return Card("location", target.location)
    beast = None if target.border is None else update.view.border.get(target.border)
    return None if beast is None else Card("leviathan", beast.id)


def _hint(card: Card | None) -> str:
    """A short, useful fact about a lord or leviathan that may be chosen."""
    if card is None or card.sort == "location":
        return ""
    if card.sort == "leviathan":
        return _("its attack: {attack}").format(attack=attack_in_words(card.id - 1))
    lord = cards.lord(card.id)
    points = influence_points(lord.influence)
    return f"{points}, {keys(lord.keys)}" if lord.keys else points


def _payment_choice(payment: PaymentShown) -> Choice:
    label = payment_in_words(cards_in_words(payment.cards), payment.pearls, payment.nebulis)
    hint = _("worth {value}").format(value=payment.value)
    typed = [PAY, *payment.cards, *([NEBULIS, str(payment.nebulis)] if payment.nebulis else [])]
    return Choice(label, " ".join(typed), hint, payment=payment)


def typed_payment(text: str) -> tuple[list[str], int] | None:
    """The cards and nebulis of a typed payment; None for any other answer. Raises UnreadableAction."""
    word, *parts = text.replace(":", " ").replace("/", f" {NEBULIS} ").split() or [""]
    if word != PAY:
        return None
    if NEBULIS not in parts:
        return parts, 0
    place = parts.index(NEBULIS)
    amount = parts[place + 1 :]
    if len(amount) != 1 or not amount[0].isdecimal():
        raise UnreadableAction(_("say how many nebulis you pay: pay J3 C2 nebulis 1"))
    return parts[:place], int(amount[0])
