"""The politicians: squids; the court, and lords for lords."""

from openabyss.rules.cards.printed import POLITICIAN, lord
from openabyss.rules.court import (
    LORD_TO_COURT,
    has_lords_in_deck,
    lords_in_court,
    offer_court,
    offer_deck_of_lords,
    take_from_court,
)
from openabyss.rules.events import LORD_REVEALED, happened
from openabyss.rules.powers import (
    discard_lord,
    has_power,
    obtained,
    offer_other_free_lords,
    on_your_turn,
    recruited,
    usable,
    when_recruited,
)
from openabyss.rules.record import Numbers, compiled
from openabyss.rules.stocks import pay_pearls
from openabyss.rules.table import (
    A_LORD,
    EMPTY,
    LORD,
    LORDS_OR_DONE,
    NOBODY,
    PASS,
    State,
    answer,
    ask,
    options,
    question,
)

OPPORTUNIST = lord(21, POLITICIAN, cost=6, races=3, keys=1, influence=5)
REPLACE_COURT_LORD = question("REPLACE_COURT_LORD", A_LORD)


@usable(OPPORTUNIST)
def opportunist_sees_a_chance(state: State, me: int) -> bool:
    return has_lords_in_deck(state) and lords_in_court(state) > 0


@on_your_turn(OPPORTUNIST)
def opportunist(state: State, me: int) -> None:
    """Discards a lord of the court; the top lord of the deck takes its space."""
    ask(state, REPLACE_COURT_LORD, me, OPPORTUNIST)


@options(REPLACE_COURT_LORD)
def lords_to_replace(state: State, player: int, detail: int, mask: Numbers) -> None:
    offer_court(state, player, mask)


@answer(REPLACE_COURT_LORD)
def replace_court_lord(state: State, player: int, detail: int, action: int) -> None:
    space = take_from_court(state, action - LORD)
    discard_lord(state, action - LORD)
    ask(state, LORD_TO_COURT, NOBODY, space)


CORRUPTOR = lord(22, POLITICIAN, cost=10, races=1, influence=6)
CORRUPTOR_PEARLS = 5
CORRUPT = question("CORRUPT", LORDS_OR_DONE)


@when_recruited(CORRUPTOR)
def corruptor(state: State, me: int) -> None:
    """May recruit a second lord of the court for 5 pearls (R-25)."""
    ask(state, CORRUPT, me, CORRUPTOR)


@options(CORRUPT)
def lords_to_corrupt(state: State, player: int, detail: int, mask: Numbers) -> None:
    if state.pearls[player] >= CORRUPTOR_PEARLS and offer_court(state, player, mask):
        mask[PASS] = 1


@answer(CORRUPT)
def corrupt(state: State, player: int, detail: int, action: int) -> None:
    if action != PASS:
        pay_pearls(state, player, CORRUPTOR_PEARLS)
        take_from_court(state, action - LORD)
        recruited(state, player, action - LORD)


TRAITOR = lord(23, POLITICIAN, cost=12, races=3, influence=6)
REPLACE_LORD = question("REPLACE_LORD", LORDS_OR_DONE)
TAKE_LORD = question("TAKE_LORD", A_LORD)


@when_recruited(TRAITOR)
def traitor(state: State, me: int) -> None:
    """May discard another own free lord and then takes any lord of the court (R-20)."""
    ask(state, REPLACE_LORD, me, TRAITOR)


@options(REPLACE_LORD)
def lords_to_betray(state: State, player: int, detail: int, mask: Numbers) -> None:
    if lords_in_court(state) > 0 and offer_other_free_lords(state, player, detail, mask):
        mask[PASS] = 1


@answer(REPLACE_LORD)
def betray(state: State, player: int, detail: int, action: int) -> None:
    if action != PASS:
        discard_lord(state, action - LORD)
        ask(state, TAKE_LORD, player, detail)


@options(TAKE_LORD)
def lords_to_take(state: State, player: int, detail: int, mask: Numbers) -> None:
    offer_court(state, player, mask)


@answer(TAKE_LORD)
def take_lord(state: State, player: int, detail: int, action: int) -> None:
    take_from_court(state, action - LORD)
    obtained(state, player, action - LORD)


DIPLOMAT = lord(24, POLITICIAN, cost=8, races=1, keys=1, influence=5)


@compiled
def pays_with_any_race(state: State, player: int) -> bool:
    """The Diplomat: the race that a lord demands does not matter, only how many races."""
    return has_power(state, player, DIPLOMAT)


TREASURER = lord(25, POLITICIAN, cost=10, races=2, keys=1, influence=5)
TREASURER_DISCOUNT = 2


@compiled
def treasurer_discount(state: State, player: int) -> int:
    """The Treasurer: the owner pays 2 less for a lord."""
    return TREASURER_DISCOUNT if has_power(state, player, TREASURER) else 0


SCHEMER = lord(26, POLITICIAN, cost=8, races=3, influence=6)
TRADE_LORD = question("TRADE_LORD", LORDS_OR_DONE)
LORD_TO_PLAYER = question("LORD_TO_PLAYER", A_LORD)


@when_recruited(SCHEMER)
def schemer(state: State, me: int) -> None:
    """May discard another own free lord for the top lord of the deck, unseen (R-20)."""
    ask(state, TRADE_LORD, me, SCHEMER)


@options(TRADE_LORD)
def lords_to_trade(state: State, player: int, detail: int, mask: Numbers) -> None:
    if has_lords_in_deck(state) and offer_other_free_lords(state, player, detail, mask):
        mask[PASS] = 1


@answer(TRADE_LORD)
def trade_lord(state: State, player: int, detail: int, action: int) -> None:
    if action != PASS:
        discard_lord(state, action - LORD)
        ask(state, LORD_TO_PLAYER, NOBODY, player)


@options(LORD_TO_PLAYER)
def lords_of_the_deck(state: State, player: int, detail: int, mask: Numbers) -> None:
    offer_deck_of_lords(state, mask)


@answer(LORD_TO_PLAYER)
def receive_lord(state: State, player: int, detail: int, action: int) -> None:
    happened(state, LORD_REVEALED, detail, EMPTY, action - LORD)
    obtained(state, detail, action - LORD)


RECIPIENT = lord(115, POLITICIAN, cost=7, races=2, keys=1, influence=5)
LIBERATOR = lord(116, POLITICIAN, cost=9, races=2, influence=8)

ALTRUIST = lord(207, POLITICIAN, cost=6, races=1, keys=1, influence=5)
REBEL = lord(208, POLITICIAN, cost=8, races=2, influence=7)
