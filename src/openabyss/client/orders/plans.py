"""Plans: what somebody wants to do on their next turn, if it is possible then exactly as it was planned.

The actions of a turn can be planned: to explore, to take a stack of the council, to recruit a lord with a
whole payment. What comes after them depends on what is revealed, and is asked. A plan fits as long as its
action is legal, the stack has as many cards as it had, and the lord costs what it did and can be paid for in
the same way.
"""

from msgspec.structs import replace

from openabyss.client.in_words import cards_in_words
from openabyss.client.offers import offers_to, payments_of
from openabyss.client.protocol.from_client import DroppedPlan, Misfit, Plan, StandingOrders
from openabyss.client.table_history import ANSWER, PAY, write_payment
from openabyss.play.game import Game
from openabyss.rules import numbering
from openabyss.rules.actions import YES
from openabyss.rules.chapters import can_take_stack, cost_for, stack_size
from openabyss.rules.questions import QUESTION_NAMES
from openabyss.rules.state import copy_of
from openabyss.table.payments import kinds_of, payments_with
from openabyss.words import N_, _
from openabyss.words.cards.codes import (
    LORD_IDS,
    RACE_CODES,
    cards,
    payment_in_words,
    race_of_code,
    race_of_stack,
)
from openabyss.words.cards.lords import name_of_lord
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
    "price": N_("The price of the lord has changed."),
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
