"""What comes of every answer that is open to a seat: told when somebody asks."""

from collections.abc import Sequence

from openabyss.client.offers import payment_shown, value_of
from openabyss.client.protocol.messages import AnswerExplained
from openabyss.errors import UnreadableAction
from openabyss.game import Game
from openabyss.rules.actions import LORD, PASS
from openabyss.rules.base.recruiting import PAY
from openabyss.rules.copying import copy_of
from openabyss.rules.questions import QUESTIONS, open_question
from openabyss.rules.state import State
from openabyss.rules.turn import MAIN
from openabyss.table.payments import kinds_of, lacks_cards, payments_with
from openabyss.table.questions import legal_answers, read_text
from openabyss.words import _
from openabyss.words.cards.codes import kind_name, payment_in_words
from openabyss.words.cards.ids import LORD_IDS
from openabyss.words.questions.prompts import label, meaning, meaning_of_whole_payment, reason
from openabyss.words.questions.recruiting import not_paid_with

# How a whole payment begins: `pay:12 S4 S3`, the lord's id and the cards.
PAYMENT = "pay:"


def answers_explained(game: Game, seat: int, names: Sequence[str]) -> list[AnswerExplained]:
    """Every legal answer of the seat, passing last; none while somebody else is asked."""
    if game.is_over or game.player != seat:
        return []
    kind, state = game.question.kind, game.state
    return [
        AnswerExplained(
            action.text, label(kind, action.id, state, names), meaning(kind, action.id, state, names)
        )
        for action in sorted(game.legal_actions, key=lambda action: action.id == PASS)
    ]


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
    kind, state, action = game.question.kind, game.state, read_text(game.state, text)
    return AnswerExplained(text, label(kind, action, state, names), meaning(kind, action, state, names))


# --------------------------------------------------------------------------------- whole payments


def _payment_explained(game: Game, text: str) -> AnswerExplained:
    player, (lord, kinds) = game.question.player, _read_payment(text)
    found = payments_with(copy_of(game.state), player, lord, kinds) if _is_payable(game.state, lord) else []
    if not found:
        return AnswerExplained(text, "", _why_not_paid(game.state, player, lord, kinds), value_of(kinds))
    first = found[0]
    said = payment_in_words(" ".join(first.cards), first.pearls, first.nebulis)
    return AnswerExplained(
        text, said, meaning_of_whole_payment(), value_of(kinds), [payment_shown(payment) for payment in found]
    )


def _why_not_paid(state: State, player: int, lord: int, kinds: Sequence[int]) -> str:
    if not _is_payable(state, lord):
        return reason(state, player, QUESTIONS[MAIN].name, LORD + lord) or ""
    if missing := lacks_cards(state, player, kinds):
        return _("You have no {card} left.").format(card=kind_name(missing[0]))
    return not_paid_with(state, player, lord, kinds)


def _read_payment(text: str) -> tuple[int, list[int]]:
    """The rules' number of the lord, and the cards by kind. Raises UnreadableAction."""
    lord, *cards = text.removeprefix(PAYMENT).split() or [""]
    if not lord.isdecimal() or int(lord) not in LORD_IDS:
        raise UnreadableAction(_("{lord!r} is no lord").format(lord=lord))
    return LORD_IDS.index(int(lord)), kinds_of(cards)


def _is_payable(state: State, lord: int) -> bool:
    """The lord is being paid for, or can be recruited now."""
    what, _player, detail = open_question(state)
    if what == PAY:
        return bool(detail == lord)
    return what == MAIN and lord in state.court and LORD + lord in legal_answers(state)
