"""What the lords of the court cost a seat now, and why; what locations would be worth to it."""

from typing import Any

import numpy as np

from openabyss.game import Game
from openabyss.payments import list_payments
from openabyss.rules.cards.allies import NO_RACE
from openabyss.rules.cards.politicians import pays_with_any_race, treasurer_discount
from openabyss.rules.cards.printed import (
    COST,
    GUILD,
    GUILDS_WITH_A_RACE,
    LOCATION_ID,
    LORD_ID,
    RACES_NEEDED,
)
from openabyss.rules.cards.soldiers import recruiter_surcharge
from openabyss.rules.copying import copy_of
from openabyss.rules.payment import can_pay, cost_for, race_demanded, sum_hand
from openabyss.rules.scoring import worth_of
from openabyss.rules.sentinels import is_guarded_from
from openabyss.rules.table import AVAILABLE, DRAWN, EMPTY, LORD, State
from openabyss.web.messages import Offer, PaymentShown
from openabyss.words import _
from openabyss.words.cards import RACE_CODES, race_name
from openabyss.words.reasons import reason

MOST_PAYMENTS = 200
# No lord costs more, whatever makes it dearer.
HIGHEST_COST = 20


def offers_to(game: Game, seat: int) -> list[Offer]:
    """Every lord of the court, furthest from the deck first; payments only while the seat is asked."""
    if game.is_over:
        return []
    scratch, payable = copy_of(game.state), _payable(game, seat)
    court = [lord for lord in game.state.court.tolist() if lord != EMPTY]
    return [_offer(scratch, seat, lord, lord in payable) for lord in court]


def _payable(game: Game, seat: int) -> list[int]:
    """The lords for which the seat may choose a whole payment now."""
    if game.player != seat:
        return []
    if game.question.kind == "PAY":
        return [game.question.detail]
    return game.state.court.tolist() if game.question.kind == "MAIN" else []


def what_offers_depend_on(state: State, seat: int) -> bytes:
    """Everything that makes a lord dearer or cheaper for a seat that is not asked."""
    fields: tuple[Any, ...] = (
        state.court,
        state.hand[seat],
        state.pearls[seat],
        state.nebulis[seat],
        state.lord_place,
        state.lord_location,
        state.lord_disabled,
        state.sentinel_owner,
        state.sentinel_target,
        state.kraken_holder,
    )
    return b"".join(np.asarray(field).tobytes() for field in fields)


def _offer(scratch: State, seat: int, lord: int, payable: bool) -> Offer:
    """`scratch` is a copy of the table: its notes are overwritten."""
    sum_hand(scratch, seat)
    guarded = bool(is_guarded_from(scratch, seat, LORD + lord))
    affordable = bool(can_pay(scratch, lord)) and not guarded
    demanded = int(race_demanded(scratch, seat, lord))
    return Offer(
        lord=int(LORD_ID[lord]),
        affordable=affordable,
        cost=int(cost_for(scratch, seat, lord)),
        printed=int(COST[lord]),
        races=int(RACES_NEEDED[lord]),
        race=None if demanded == NO_RACE else RACE_CODES[demanded],
        why=_changes(scratch, seat, lord),
        shortfall=_shortfall(scratch, seat, lord),
        refusal=None if affordable else reason(scratch, seat, "MAIN", LORD + lord),
        payments=payments_of(scratch, seat, lord) if payable and affordable else [],
    )


def payments_of(scratch: State, seat: int, lord: int) -> list[PaymentShown]:
    """The whole payments of a seat for a lord, those with the least money first."""
    found = list_payments(scratch, seat, lord)[:MOST_PAYMENTS]
    return [PaymentShown(list(payment.cards), payment.pearls, payment.nebulis) for payment in found]


def _changes(state: State, seat: int, lord: int) -> list[str]:
    """Why a lord costs something else than what is printed on it."""
    changes = []
    if discount := int(treasurer_discount(state, seat)):
        changes.append(_("Your Treasurer makes lords cheaper by {count}.").format(count=discount))
    if surcharge := int(recruiter_surcharge(state, seat)):
        changes.append(_("An opponent's Recruiter makes lords dearer by {count}.").format(count=surcharge))
    if GUILD[lord] < GUILDS_WITH_A_RACE and pays_with_any_race(state, seat):
        race = race_name(int(GUILD[lord]), 2)
        changes.append(_("Your Diplomat spares you the demanded {race}.").format(race=race))
    return changes


def _shortfall(scratch: State, seat: int, lord: int) -> int | None:
    """How much money is missing; None if money alone would not help."""
    owned = int(scratch.pearls[seat])
    least, most = 0, HIGHEST_COST
    while least < most:
        extra = (least + most) // 2
        scratch.pearls[seat] = owned + extra
        sum_hand(scratch, seat)
        if can_pay(scratch, lord):
            most = extra
        else:
            least = extra + 1
    scratch.pearls[seat] = owned
    return None if least == HIGHEST_COST else least


def worth_to(state: State, seat: int) -> dict[str, int]:
    """What each available or drawn location would give the seat, by id."""
    return {
        str(int(LOCATION_ID[tile])): int(worth_of(state, tile, seat))
        for tile, place in enumerate(state.location_place.tolist())
        if place in (AVAILABLE, DRAWN)
    }
