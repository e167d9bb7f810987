"""Recruiting in words: paying for a lord, the ally that joins, and what is missing for a recruit."""

from collections.abc import Sequence

from openabyss.rules.cards.allies import NO_RACE, RACE_OF, VALUE_OF
from openabyss.rules.cards.printed import RACES_NEEDED
from openabyss.rules.cards.smugglers import FIRST_SENTINEL, is_sentinel
from openabyss.rules.chapters import cost_for, is_kraken, means_of, race_demanded, shortfall, value_named
from openabyss.rules.state import EMPTY, State
from openabyss.words import N_, _, ngettext
from openabyss.words.cards.codes import kind_name, race_name
from openabyss.words.cards.printed import name_of_lord, name_of_sentinel
from openabyss.words.listing import filled
from openabyss.words.questions.phrases import money_to_pay, not_in_court
from openabyss.words.questions.wording import Asked, Places, price_in_words, wordings_in


def bill(asked: Asked) -> Places:
    state, lord = asked.state, asked.detail
    cost, named = int(cost_for(state, asked.player, lord)), int(value_named(state))
    return {"cost": str(cost), "named": str(named), "price": price_in_words(asked, max(0, cost - named))}


FIRST_CARD = N_("The {lord} costs {cost}. Which card do you pay with first?")
NEXT_CARD = N_("The {lord} costs {cost}; the cards you have chosen are worth {named}. What else do you pay?")


def what_to_pay(asked: Asked) -> str:
    text = NEXT_CARD if asked.state.payment.any() else FIRST_CARD
    return filled(_(text), lord=name_of_lord(asked.detail), **bill(asked))


def not_enough(asked: Asked, _thing: int) -> str:
    state, lord = asked.state, asked.detail
    text = ngettext(
        "That does not pay for the {lord}: it costs {cost} and needs {races} race; you have chosen cards"
        " worth {named} and own {money}.",
        "That does not pay for the {lord}: it costs {cost} and needs {races} different races; you have chosen"
        " cards worth {named} and own {money}.",
        int(RACES_NEEDED[lord]),
    )
    money = money_to_pay(state, asked.player)
    return filled(text, lord=name_of_lord(lord), races=RACES_NEEDED[lord], money=money, **bill(asked))


def not_payable(asked: Asked, kind: int) -> str:
    if asked.state.hand[asked.player, kind] <= asked.state.payment[kind]:
        return _("You have no {card} left.").format(card=kind_name(kind))
    text = _(
        "With {card} next, you could not pay exactly for the {lord}. Cards are chosen in descending order "
        "of value, and none may be superfluous."
    )
    return filled(text, card=kind_name(kind), lord=name_of_lord(asked.detail))


def not_joining(asked: Asked, kind: int) -> str:
    if asked.state.payment[kind] == 0:
        return _("{card} was not spent.").format(card=kind_name(kind))
    if is_kraken(kind):
        return _("A Kraken never joins you for good.")
    return _("Only the weakest of the spent allies joins you.")


# ------------------------------------------------------------------- what is missing for a recruit


def how_to_pay(lord: str, cost: int) -> str:
    """What is asked of a person who pays for a lord in one answer."""
    return filled(_("The {lord} costs {cost}. How do you pay?"), lord=lord, cost=cost)


def recruit_for(asked: Asked, lord: int) -> str:
    """An answer with the price that it has now: "Recruit the Jailer for 7"."""
    return filled(_("Recruit the {lord} for {cost}"), **_lord_and_cost(asked, lord))


def lord_and_cost(asked: Asked, lord: int) -> str:
    return filled(_("{lord} for {cost}"), **_lord_and_cost(asked, lord))


def _lord_and_cost(asked: Asked, lord: int) -> Places:
    return {"lord": name_of_lord(lord), "cost": str(cost_for(asked.state, asked.player, lord))}


def not_recruitable(asked: Asked, lord: int) -> str:
    """The first thing that is missing: the lord, its race, enough races, enough value."""
    state, player, name = asked.state, asked.player, name_of_lord(lord)
    if is_sentinel(lord) and state.sentinel_owner[lord - FIRST_SENTINEL] == player:
        return _not_placed_again(state, lord - FIRST_SENTINEL)
    if state.lord_place[lord] == player:
        return filled(_("The {lord} is already yours and has no power to use."), lord=name)
    absent = not_in_court(asked, lord)
    if absent:
        return absent
    scratch = asked.with_hand_summed
    lack, needed = shortfall(scratch, lord, scratch.credit), int(RACES_NEEDED[lord])
    demanded = race_demanded(state, player, lord)
    if demanded != NO_RACE and scratch.race_total[demanded] == 0 and scratch.krakens_named == 0:
        text = _("The {lord} demands {race}, and you have none.")
        return filled(text, lord=name, race=race_name(demanded, count=2))
    if lack.races > 0:
        text = ngettext(
            "The {lord} needs {needed} race; you hold only {held}.",
            "The {lord} needs {needed} different races; you hold only {held}.",
            needed,
        )
        return filled(text, lord=name, needed=needed, held=needed - lack.races)
    return _what_is_short(state, player, lord, lack.value)


def _not_placed_again(state: State, token: int) -> str:
    if state.sentinel_target[token] != EMPTY:
        text = _("The {lord}’s sentinel stays where it is until you use what it guards.")
        return filled(text, lord=name_of_sentinel(token))
    return filled(_("There is no free place for the {lord}’s sentinel."), lord=name_of_sentinel(token))


def _what_is_short(state: State, player: int, lord: int, short: int) -> str:
    cost, means = cost_for(state, player, lord), means_of(state, player)
    text = _(
        "The {lord} costs {cost}. With the right number of races you can pay at most {best} in allies, plus"
        " {money}: you are {short} short."
    )
    return filled(
        text,
        lord=name_of_lord(lord),
        cost=cost,
        best=cost - means - short,
        money=money_to_pay(state, player),
        short=short,
    )


# ------------------------------------------------------------ what is wrong with a whole payment


def not_paid_with(state: State, player: int, lord: int, kinds: Sequence[int]) -> str:
    """Why these cards of the hand are no payment for the lord: what is missing first, or too much."""
    if not kinds:
        return _("Tap the cards that you want to spend.")
    wrong_races = _wrong_races(state, player, lord, kinds)
    if wrong_races:
        return wrong_races
    value = sum(int(VALUE_OF[kind]) for kind in kinds)
    missing = int(cost_for(state, player, lord) - means_of(state, player)) - value
    if missing > 0:
        return _("You are {missing} short.").format(missing=missing)
    return _("Not with these cards: one is superfluous, or cannot be spent here.")


def _wrong_races(state: State, player: int, lord: int, kinds: Sequence[int]) -> str:
    """What is wrong with the races of these cards, or ""; a Kraken stands for any that is not among them."""
    needed, demanded = int(RACES_NEEDED[lord]), int(race_demanded(state, player, lord))
    races = {int(RACE_OF[kind]) for kind in kinds} - {NO_RACE}
    krakens = sum(int(RACE_OF[kind]) == NO_RACE for kind in kinds)
    if len(races) > needed:
        text = _("Exactly {needed} races are required; these are {named}.")
        return text.format(needed=needed, named=len(races))
    has_room = krakens > 0 and len(races) < needed
    if demanded != NO_RACE and demanded not in races and not has_room:
        return _("You still need a {race}.").format(race=race_name(demanded))
    if len(races) + krakens < needed:
        text = _("{needed} races are required; these are {named}.")
        return text.format(needed=needed, named=len(races) + krakens)
    return ""


WORDINGS = wordings_in("recruiting.md", globals())
