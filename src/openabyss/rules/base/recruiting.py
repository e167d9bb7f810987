"""Recruiting a lord of the court: pay, affiliate, welcome (rules 5.6).

For screens: what the lords of the court ask of a player, all at once, and every whole payment for one.
"""

from openabyss.engine.compiling import compiled
from openabyss.engine.layout import Numbers
from openabyss.rules.actions import ALLIES_OR_DONE, AN_ALLY, KIND, LORD, NUMBER, NUMBERS, PASS
from openabyss.rules.base.court import take_from_court
from openabyss.rules.base.paying import nebulis_to_use, pay_price
from openabyss.rules.base.payment import (
    can_pay,
    cost_for,
    offer_affiliation,
    offer_payment,
    race_demanded,
    shortfall,
    sum_hand,
    value_named,
)
from openabyss.rules.cards.allies import ALLY_KINDS, PAYMENT_ORDER
from openabyss.rules.cards.politicians import treasurer_discount
from openabyss.rules.cards.soldiers import recruiter_surcharge
from openabyss.rules.events import ALLY_AFFILIATED, ALLY_SPENT, emit
from openabyss.rules.kraken.krakens import nebulis_of_payment
from openabyss.rules.kraken.sentinels import is_guarded_from
from openabyss.rules.numbering import AFFILIATE, COURT_CHECK, KRAKENS_SPENT, PAY, WELCOME
from openabyss.rules.questions import Cards, Topic, Whole, answer, ask, options, question, schedule
from openabyss.rules.sizes import COURT_SPACES, SEATS
from openabyss.rules.state import EMPTY, NOBODY, State

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


# The columns of a row, which is about one space of the court: whether the lord can be recruited, what it
# costs, the race it demands or NO_RACE, by how much two lords change the cost, and the money missing.
AFFORDABLE, COST_NOW, RACE_DEMANDED, DISCOUNT, SURCHARGE, MONEY_MISSING, OFFER_COLUMNS = range(7)
# No lord costs more, whatever makes it dearer: where so much money is missing, money does not help.
TOO_MUCH = 20


@compiled
def judge_court(state: State, player: int, rows: Numbers) -> None:
    """Fill the row of each space of the court with a lord on it; the notes about the hand are overwritten."""
    sum_hand(state, player)
    for space in range(COURT_SPACES):
        lord = int(state.court[space])
        if lord != EMPTY:
            guarded = is_guarded_from(state, player, LORD + lord)
            rows[space, AFFORDABLE] = can_pay(state, lord) and not guarded
            rows[space, COST_NOW] = cost_for(state, player, lord)
            rows[space, RACE_DEMANDED] = race_demanded(state, player, lord)
            rows[space, DISCOUNT] = treasurer_discount(state, player)
            rows[space, SURCHARGE] = recruiter_surcharge(state, player)
            rows[space, MONEY_MISSING] = money_missing(state, lord)


@compiled
def money_missing(state: State, lord: int) -> int:
    """How much more money the lord takes, TOO_MUCH if money does not help; needs the notes of `sum_hand`."""
    lack = shortfall(state, lord, state.credit)
    return TOO_MUCH if lack.races > 0 else min(TOO_MUCH, max(0, lack.value))


# A row holds how many cards of each kind are spent, then the pearls and the nebulis on top.
PEARLS_SPENT, NEBULIS_SPENT, PAYMENT_COLUMNS = ALLY_KINDS, ALLY_KINDS + 1, ALLY_KINDS + 2
NO_PLACE = -1


@compiled
def whole_payments(state: State, player: int, lord: int, rows: Numbers) -> int:
    """Fill `rows` with the legal payments that hold the cards named so far; returns how many there are,
    which may be more than the rows. The mask is overwritten, the payment is left as it was.

    Cards are named in the order of the rules, so the last card named is always the last one in that order.
    """
    count, named, place = note_payments(state, player, lord, rows, 0), 0, NO_PLACE
    while True:
        place = next_card(state, player, lord, place)
        if place != NO_PLACE:
            state.payment[PAYMENT_ORDER[place]] += 1
            count = note_payments(state, player, lord, rows, count)
            named, place = named + 1, NO_PLACE
        elif named > 0:
            place = last_card(state)
            state.payment[PAYMENT_ORDER[place]] -= 1
            named -= 1
        else:
            return count


@compiled
def next_card(state: State, player: int, lord: int, place: int) -> int:
    """The first place in the order, behind `place`, whose card may be named next, or NO_PLACE."""
    state.mask[:] = 0
    offer_payment(state, player, lord)
    for later in range(place + 1, len(PAYMENT_ORDER)):
        if state.mask[KIND + PAYMENT_ORDER[later]] == 1:
            return later
    return NO_PLACE


@compiled
def last_card(state: State) -> int:
    """The place in the order of the card that was named last."""
    for place in range(len(PAYMENT_ORDER) - 1, -1, -1):
        if state.payment[PAYMENT_ORDER[place]] > 0:
            return place
    return NO_PLACE


@compiled
def note_payments(state: State, player: int, lord: int, rows: Numbers, count: int) -> int:
    """If the cards named pay for the lord, add a row for each way to pay the rest; returns the new count."""
    state.mask[:] = 0
    offer_payment(state, player, lord)
    if state.mask[PASS] == 0:
        return count
    price = max(0, cost_for(state, player, lord) - value_named(state))
    state.mask[:] = 0
    nebulis_to_use(state, player, price * (SEATS + 1))
    for nebulis in range(NUMBERS):
        if state.mask[NUMBER + nebulis] == 1:
            if count < len(rows):
                write_payment(state, price, nebulis, rows, count)
            count += 1
    return count


@compiled
def write_payment(state: State, price: int, nebulis: int, rows: Numbers, place: int) -> None:
    for kind in range(ALLY_KINDS):
        rows[place, kind] = state.payment[kind]
    rows[place, PEARLS_SPENT] = price - nebulis
    rows[place, NEBULIS_SPENT] = nebulis
