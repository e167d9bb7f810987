"""Recruiting a lord of the court: pay, affiliate, welcome (rules 5.6)."""

from openabyss.engine.compiling import compiled
from openabyss.rules.actions import ALLIES_OR_DONE, AN_ALLY, KIND, PASS
from openabyss.rules.base.court import take_from_court
from openabyss.rules.base.paying import pay_price
from openabyss.rules.base.payment import cost_for, offer_affiliation, offer_payment, value_named
from openabyss.rules.cards.allies import ALLY_KINDS
from openabyss.rules.events import ALLY_AFFILIATED, ALLY_SPENT, emit
from openabyss.rules.kraken.krakens import nebulis_of_payment
from openabyss.rules.numbering import AFFILIATE, COURT_CHECK, KRAKENS_SPENT, PAY, WELCOME
from openabyss.rules.questions import Cards, Topic, Whole, answer, ask, options, question, schedule
from openabyss.rules.state import NOBODY, State

question(PAY, ALLIES_OR_DONE, about=Topic.LORD, asks_for=Cards.HAND, part_of=Whole.PAYMENT)
question(AFFILIATE, AN_ALLY, about=Topic.LORD, asks_for=Cards.PAYMENT, part_of=Whole.PAYMENT)


@compiled
def recruit(state: State, player: int, lord: int) -> None:
    """The steps of a recruit; the key check follows in the turn."""
    schedule(state, COURT_CHECK, player, 0)
    schedule(state, WELCOME, player, lord)
    ask(state, AFFILIATE, player, lord)
    ask(state, PAY, player, lord)


@options(PAY)
def cards_to_pay(state: State, player: int, detail: int) -> None:
    """One card at a time in falling value, then done."""
    offer_payment(state, player, detail)


@answer(PAY)
def pay(state: State, player: int, detail: int, action: int) -> None:
    if action != PASS:
        state.payment[action - KIND] += 1
        ask(state, PAY, player, detail)
        return
    schedule(state, KRAKENS_SPENT, player, nebulis_of_payment(state))
    price = max(0, cost_for(state, player, detail) - value_named(state))
    spend_cards(state, player)
    take_from_court(state, detail)
    pay_price(state, player, price, NOBODY)


@compiled
def spend_cards(state: State, player: int) -> None:
    """The named cards leave the hand; all but the affiliated one will be discarded."""
    for kind in range(ALLY_KINDS):
        if state.payment[kind] > 0:
            state.hand[player, kind] -= state.payment[kind]
            state.discard[kind] += state.payment[kind]
            emit(state, ALLY_SPENT, player, state.payment[kind], kind)


@options(AFFILIATE)
def allies_to_affiliate(state: State, player: int, detail: int) -> None:
    offer_affiliation(state, player)


@answer(AFFILIATE)
def affiliate_spent(state: State, player: int, detail: int, action: int) -> None:
    kind = action - KIND
    state.discard[kind] -= 1
    affiliate(state, player, kind)


@compiled
def affiliate(state: State, player: int, kind: int) -> None:
    """An ally comes to lie face up before `player` for good."""
    state.affiliated[player, kind] += 1
    emit(state, ALLY_AFFILIATED, player, 0, kind)
