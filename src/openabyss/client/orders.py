"""What somebody has decided on in advance: plans for their next turn, and standing orders.

A plan is followed if it is possible then exactly as it was planned. To explore, to take a stack of the
council, and to recruit a lord with a whole payment can be planned. What comes after them depends on what is
revealed, and is asked. A plan fits as long as its action is legal, the stack has as many cards as it had, and
the lord costs what it did and can be paid for in the same way.

Standing orders are answers such as "Pass on crabs worth up to 2", "never buy, but ask me about what costs 1
pearl", "keep 3 pearls".
"""

from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from openabyss.cards import ally
from openabyss.client.in_words import cards_in_words
from openabyss.client.offers import offers_to, payments_of
from openabyss.client.protocol.from_client import DroppedPlan, Misfit, OfferOrder, Plan, StandingOrders
from openabyss.client.protocol.from_server import OrderShown, OrdersShown, PlanShown
from openabyss.client.table_history import ANSWER, PAY, write_payment
from openabyss.play.game import Game
from openabyss.rules import numbering
from openabyss.rules.actions import PASS as PASSES
from openabyss.rules.actions import YES
from openabyss.rules.chapters import can_take_stack, cost_for, stack_size
from openabyss.rules.numbering import OFFER
from openabyss.rules.questions import QUESTION_NAMES
from openabyss.rules.state import copy_of
from openabyss.table.payments import kinds_of, payments_with
from openabyss.table.view import View
from openabyss.words import N_, _
from openabyss.words.cards.codes import (
    LORD_IDS,
    RACE_CODES,
    cards,
    payment_in_words,
    race_of_code,
    race_of_stack,
    races_named,
)
from openabyss.words.cards.printed import name_of_lord
from openabyss.words.listing import filled, titled
from openabyss.words.questions.actions import text_on_any_table, typed_word

TURN, PAYING = QUESTION_NAMES[numbering.MAIN], QUESTION_NAMES[numbering.PAY]
EXPLORE = text_on_any_table(TURN, YES) or ""
STACK, RECRUIT = typed_word(TURN, "stack"), typed_word(TURN, "lord")
# How many payments for a lord are suggested: those with the least money.
PAYMENTS = 3

MISFITS: dict[Misfit, str] = {
    "late": N_("Your turn has gone by without it."),
    "illegal": N_("It is no longer possible."),
    "stack": N_("The stack is smaller now."),
    "price": N_("The cost of the lord has changed."),
    "payment": N_("You can no longer pay for the lord in this way."),
}


def possible_plans(game: Game, seat: int) -> list[Plan]:
    """What the seat might do on its next turn, as the table is now; nothing during its own turn."""
    state, turn = game.state, int(game.state.turn)
    if game.is_over or state.active == seat:
        return []
    plans, scratch = [Plan(EXPLORE, turn)], copy_of(state)
    for race, code in enumerate(RACE_CODES):
        if can_take_stack(state, seat, race):
            plans.append(Plan(f"{STACK}:{code}", turn, size=int(stack_size(state, race))))
    for offer in offers_to(game, seat):
        if offer.affordable:
            payments = payments_of(scratch, seat, LORD_IDS.index(offer.lord))[:PAYMENTS]
            plans += [
                Plan(f"{RECRUIT}:{offer.lord}", turn, 0, offer.cost, one.cards, one.pearls, one.nebulis)
                for one in payments
            ]
    return plans


def misfit_of(plan: Plan, game: Game) -> Misfit | None:
    """Why a plan does not fit the turn of its seat, which has just begun; None if it does."""
    state, seat, (sort, number) = game.state, game.player, _read(plan)
    if state.turn > plan.turn + game.players:
        return "late"
    if plan.action not in game.legal_actions:
        return "illegal"
    if sort == STACK and stack_size(state, number) < plan.size:
        return "stack"
    if sort != RECRUIT:
        return None
    if cost_for(state, seat, number) != plan.cost:
        return "price"
    payments = payments_with(copy_of(state), seat, number, kinds_of(plan.cards))
    money = (plan.pearls, plan.nebulis)
    return None if any((one.pearls, one.nebulis) == money for one in payments) else "payment"


def entry_of(plan: Plan, game: Game) -> tuple[str, str] | None:
    """The kind and text of the entry by which a plan answers the open question of its seat, which it fits:
    its action, or the payment for the lord that it has recruited."""
    if game.question.kind == TURN:
        return ANSWER, plan.action
    sort, number = _read(plan)
    is_its_lord = sort == RECRUIT and game.question.about.lord == LORD_IDS[number]
    return last_entry(plan) if game.question.kind == PAYING and is_its_lord else None


def last_entry(plan: Plan) -> tuple[str, str]:
    """The entry after which the plan is done."""
    if _read(plan)[0] == RECRUIT:
        return PAY, write_payment(plan.cards, plan.nebulis)
    return ANSWER, plan.action


def without_plan(turn: int, orders: StandingOrders) -> StandingOrders:
    """The orders without a plan that was made before a turn."""
    is_older = orders.plan is not None and orders.plan.turn < turn
    return replace(orders, plan=None) if is_older else orders


def plan_in_words(plan: Plan) -> str:
    """A plan in a few words: "Recruit the Jailer for 7: Crab 4, Squid 3"."""
    sort, number = _read(plan)
    if sort == STACK:
        text = _("Ask the council for support: {race} stack ({cards})")
        return filled(text, race=race_of_stack(number), cards=cards(plan.size))
    if sort != RECRUIT:
        return _("Explore the depths")
    recruited = filled(_("Recruit the {lord} for {cost}"), lord=name_of_lord(number), cost=plan.cost)
    return titled(recruited, payment_in_words(cards_in_words(plan.cards), plan.pearls, plan.nebulis))


def dropped_in_words(dropped: DroppedPlan) -> str:
    """What plan did not fit, and why."""
    text = _("Your plan was dropped: {plan}. {why}")
    return text.format(plan=plan_in_words(dropped.plan), why=_(MISFITS[dropped.why]))


def _read(plan: Plan) -> tuple[str, int]:
    """What a plan is about: a stack by race, or a lord, both as the rules number them."""
    sort, _colon, name = plan.action.partition(":")
    if sort == STACK:
        return sort, race_of_code(name)
    return sort, LORD_IDS.index(int(name)) if sort == RECRUIT else 0


OFFERED = QUESTION_NAMES[OFFER]
PASS = text_on_any_table(OFFERED, PASSES) or ""

# What is switched on and off, by the words that people type.
SWITCHES = {"only": "only_answers", "sensible": "sensible_answers", "away": "while_away"}

NEVER_BUY = OfferOrder("decline")
# Suggested while nothing is offered to the seat: the most common ones.
USUAL = (
    NEVER_BUY,
    OfferOrder("decline", price_from=3),
    OfferOrder("decline", worth_to=2),
    OfferOrder("decline", left_below=3),
)


def may_be_ordered(kind: str, only_answer: str | None, sensible_answer: str | None) -> bool:
    """Whether orders or a plan can answer a kind of question; the others are its only legal answer and the
    one to which no other could be better, where there are such."""
    return kind in (OFFERED, TURN, PAYING) or only_answer is not None or sensible_answer is not None


def answer_of(
    orders: StandingOrders, seen: View, only_answer: str | None = None, sensible_answer: str | None = None
) -> str | None:
    """What the orders of a seat answer to its open question, as it sees the table; None where they leave that
    to the person."""
    if seen.question is None or seen.question.player != seen.seat:
        return None
    if only_answer is not None and orders.only_answers:
        return only_answer
    if sensible_answer is not None and orders.sensible_answers:
        return sensible_answer
    if seen.question.kind != OFFERED:
        return None
    meant = {order.does for order in orders.offers if not order.suspended and is_meant(order, seen)}
    return PASS if meant == {"decline"} else None


def is_meant(order: OfferOrder, seen: View) -> bool:
    """Whether all that an order names is true of the ally that is offered."""
    assert seen.seat is not None
    assert seen.question is not None
    assert seen.question.about is not None
    card, owned = ally(seen.question.about.card or ""), seen.seats[seen.seat].pearls
    return (
        order.race in (None, card.race)
        and _is_within(card.value, order.worth_from, order.worth_to)
        and _is_within(seen.price, order.price_from, order.price_to)
        and (order.left_below is None or owned - seen.price < order.left_below)
    )


def _is_within(amount: int, low: int | None, high: int | None) -> bool:
    return (low is None or amount >= low) and (high is None or amount <= high)


def suggested(orders: StandingOrders, seen: View) -> list[OfferOrder]:
    """Orders that the seat does not have and might want: about the ally that is offered, if one is."""
    fitting = _fitting(seen) if seen.question is not None and seen.question.kind == OFFERED else USUAL
    known = [replace(order, suspended=False) for order in orders.offers]
    return [order for order in fitting if order not in known]


def _fitting(seen: View) -> Iterable[OfferOrder]:
    about = seen.question and seen.question.about
    if not about or about.card is None:
        return USUAL
    card = ally(about.card)
    of_its_race = OfferOrder("decline", race=card.race, worth_to=card.value)  # type: ignore[arg-type]  # a race of the rules
    of_any = OfferOrder("decline", worth_to=card.value)
    dear = OfferOrder("decline", price_from=seen.price)
    # A Kraken has no race.
    return (NEVER_BUY, of_any, dear) if card.race is None else (NEVER_BUY, of_its_race, of_any, dear)


def shown_to_owner(
    orders: StandingOrders, seen: View, id_: str = "", plans: Iterable[Plan] = ()
) -> OrdersShown:
    """The orders of a seat and what else it might want, as it sees the table, with the plans that it may
    make."""
    assert seen.seat is not None
    return OrdersShown(
        id=id_,
        seat=seen.seat,
        orders=orders_shown(orders.offers),
        suggested=orders_shown(suggested(orders, seen)),
        only_answers=orders.only_answers,
        sensible_answers=orders.sensible_answers,
        while_away=orders.while_away,
        plan=None if orders.plan is None else plan_shown(orders.plan),
        plans=[*map(plan_shown, plans)],
        dropped="" if orders.dropped is None else dropped_in_words(orders.dropped),
    )


def orders_of(shown: OrdersShown) -> StandingOrders:
    """The orders as their owner was shown them, without what was dropped: they know of it."""
    return StandingOrders(
        [one.order for one in shown.orders],
        shown.only_answers,
        shown.sensible_answers,
        shown.while_away,
        None if shown.plan is None else shown.plan.plan,
    )


def changed_by(shown: OrdersShown, line: str) -> StandingOrders | None:
    """The orders after a line that somebody has typed: "add 1" (of those suggested), "pause 1" or "remove 1"
    (of those that hold), "plan 1" (of those possible) or "no plan", "only", "sensible" or "away". None for
    anything else."""
    what, _space, number = line.partition(" ")
    orders = orders_of(shown)
    offers = orders.offers
    if name := SWITCHES.get(line):
        return replace(orders, **{name: not getattr(orders, name)})
    if line == "no plan":
        return replace(orders, plan=None)
    lists: dict[str, Sequence[OrderShown | PlanShown]] = {
        "add": shown.suggested,
        "plan": shown.plans,
        "pause": shown.orders,
        "remove": shown.orders,
    }
    known = lists.get(what, ())
    place = int(number) - 1 if number.isascii() and number.isdecimal() else -1
    if not 0 <= place < len(known):
        return None
    chosen = known[place]
    if isinstance(chosen, PlanShown):
        return replace(orders, plan=chosen.plan)
    if what == "add":
        offers.append(chosen.order)
    elif what == "pause":
        offers[place] = replace(offers[place], suspended=not offers[place].suspended)
    else:
        del offers[place]
    return orders


def plan_shown(plan: Plan) -> PlanShown:
    """A plan with its text."""
    return PlanShown(plan, plan_in_words(plan))


def orders_shown(orders: Iterable[OfferOrder]) -> list[OrderShown]:
    """Orders with their texts."""
    return [OrderShown(order, in_words(order)) for order in orders]


def in_words(order: OfferOrder) -> str:
    """An order in a few words: "Pass: crabs, worth up to 2"."""
    conditions = [*_conditions(order)]
    if not conditions:
        return _("Never buy") if order.does == "decline" else _("Always ask me")
    return titled(_("Pass") if order.does == "decline" else _("Ask me"), ", ".join(conditions))


def _conditions(order: OfferOrder) -> Iterator[str]:
    if order.race is not None:
        yield races_named(race_of_code(order.race))
    if order.worth_from is not None:
        yield _("worth {value} or more").format(value=order.worth_from)
    if order.worth_to is not None:
        yield _("worth up to {value}").format(value=order.worth_to)
    if order.price_from is not None:
        yield _("price {pearls} or more").format(pearls=order.price_from)
    if order.price_to is not None:
        yield _("price up to {pearls}").format(pearls=order.price_to)
    if order.left_below is not None:
        yield _("pearls left below {count}").format(count=order.left_below)
