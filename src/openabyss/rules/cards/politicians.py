"""The politicians: squids; the court, and lords for lords."""

from openabyss.engine.compiling import compiled
from openabyss.rules.actions import A_LORD, A_ZONE, LORD, LORDS_OR_DONE, PASS, ZONE
from openabyss.rules.base.court import (
    can_take_from_court,
    free_space,
    has_lords_in_deck,
    is_court_to_be_checked,
    offer_court,
    take_from_court,
)
from openabyss.rules.base.paying import means_of, pay_price
from openabyss.rules.cards.printed import LEVIATHAN, LORDS, POLITICIAN, lord
from openabyss.rules.events import LORD_FREED, LORD_REVEALED, emit
from openabyss.rules.numbering import (
    CORRUPT,
    LEVEL_BEATEN,
    LIBERATE,
    LORD_TO_COURT,
    LORD_TO_PLAYER,
    REPLACE_COURT_LORD,
    REPLACE_LORD,
    STRIKE,
    TAKE_LORD,
    TRADE_LORD,
    WELCOME,
)
from openabyss.rules.powers import (
    discard_lord,
    has_power,
    obtained,
    offer_other_free_lords,
    on_your_turn,
    usable,
    when_recruited,
)
from openabyss.rules.questions import Source, Topic, answer, ask, options, question, schedule, step
from openabyss.rules.sizes import ZONES
from openabyss.rules.state import EMPTY, FREE, NOBODY, State

OPPORTUNIST = lord(21, POLITICIAN, cost=6, races=3, keys=1, influence=5)
question(REPLACE_COURT_LORD, A_LORD, about=Topic.LORD)


@usable(OPPORTUNIST)
def opportunist_sees_a_chance(state: State, me: int) -> bool:
    can_replace = has_lords_in_deck(state) and can_take_from_court(state, me)
    return can_replace and not is_court_to_be_checked(state)


@on_your_turn(OPPORTUNIST)
def opportunist(state: State, me: int) -> None:
    """Discards a lord of the court; the top lord of the deck takes its space."""
    ask(state, REPLACE_COURT_LORD, me, OPPORTUNIST)


@answer(REPLACE_COURT_LORD)
def replace_court_lord(state: State, player: int, detail: int, action: int) -> None:
    space = take_from_court(state, action - LORD)
    discard_lord(state, action - LORD)
    ask(state, LORD_TO_COURT, NOBODY, space)


CORRUPTOR = lord(22, POLITICIAN, cost=10, races=1, influence=6)
CORRUPTOR_PEARLS = 5
question(CORRUPT, LORDS_OR_DONE, about=Topic.LORD)


@when_recruited(CORRUPTOR)
def corruptor(state: State, me: int) -> None:
    """May recruit a second lord of the court for 5 pearls (R-25)."""
    ask(state, CORRUPT, me, CORRUPTOR)


@options(CORRUPT)
def lords_to_corrupt(state: State, player: int, detail: int) -> None:
    if means_of(state, player) >= CORRUPTOR_PEARLS and offer_court(state, player):
        state.mask[PASS] = 1


@answer(CORRUPT)
def corrupt(state: State, player: int, detail: int, action: int) -> None:
    """Paid for first: a power of the lord that is being recruited does not act on its price (R-39)."""
    if action != PASS:
        take_from_court(state, action - LORD)
        schedule(state, WELCOME, player, action - LORD)
        pay_price(state, player, CORRUPTOR_PEARLS, NOBODY)


TRAITOR = lord(23, POLITICIAN, cost=12, races=3, influence=6)
question(REPLACE_LORD, LORDS_OR_DONE, about=Topic.LORD)
question(TAKE_LORD, A_LORD, about=Topic.LORD)


@when_recruited(TRAITOR)
def traitor(state: State, me: int) -> None:
    """May discard another own free lord and then takes any lord of the court (R-20)."""
    ask(state, REPLACE_LORD, me, TRAITOR)


@options(REPLACE_LORD)
def lords_to_betray(state: State, player: int, detail: int) -> None:
    if can_take_from_court(state, player) and offer_other_free_lords(state, player, detail):
        state.mask[PASS] = 1


@answer(REPLACE_LORD)
def betray(state: State, player: int, detail: int, action: int) -> None:
    if action != PASS:
        discard_lord(state, action - LORD)
        ask(state, TAKE_LORD, player, detail)


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
question(TRADE_LORD, LORDS_OR_DONE, about=Topic.LORD)
question(LORD_TO_PLAYER, A_LORD, about=Topic.ACTIVE_PLAYER, drawn_from=Source.LORD_DECK)


@when_recruited(SCHEMER)
def schemer(state: State, me: int) -> None:
    """May discard another own free lord for the top lord of the deck, unseen (R-20)."""
    ask(state, TRADE_LORD, me, SCHEMER)


@options(TRADE_LORD)
def lords_to_trade(state: State, player: int, detail: int) -> None:
    if has_lords_in_deck(state) and offer_other_free_lords(state, player, detail):
        state.mask[PASS] = 1


@answer(TRADE_LORD)
def trade_lord(state: State, player: int, detail: int, action: int) -> None:
    if action != PASS:
        discard_lord(state, action - LORD)
        ask(state, LORD_TO_PLAYER, NOBODY, player)


@answer(LORD_TO_PLAYER)
def receive_lord(state: State, player: int, detail: int, action: int) -> None:
    emit(state, LORD_REVEALED, detail, EMPTY, action - LORD)
    obtained(state, detail, action - LORD)


RECIPIENT = lord(115, POLITICIAN, cost=7, races=2, keys=1, influence=5)


@usable(RECIPIENT)
def recipient_can_receive(state: State, me: int) -> bool:
    can_add = has_lords_in_deck(state) and free_space(state) != EMPTY
    return can_add and not is_court_to_be_checked(state)


@on_your_turn(RECIPIENT)
def recipient(state: State, me: int) -> None:
    """Adds the top lord of the deck to the court, free."""
    ask(state, LORD_TO_COURT, NOBODY, free_space(state))


LIBERATOR = lord(116, POLITICIAN, cost=9, races=2, influence=8)
question(LIBERATE, A_LORD, about=Topic.LORD)


@when_recruited(LIBERATOR)
def liberator(state: State, me: int) -> None:
    """Frees an own lord from under a location: its lasting power and its key work again."""
    ask(state, LIBERATE, me, LIBERATOR)


@options(LIBERATE)
def lords_to_free(state: State, player: int, detail: int) -> None:
    for assigned in range(LORDS):
        if state.lord_place[assigned] == player and state.lord_location[assigned] != FREE:
            state.mask[LORD + assigned] = 1


@answer(LIBERATE)
def free_lord(state: State, player: int, detail: int, action: int) -> None:
    freed = action - LORD
    emit(state, LORD_FREED, player, state.lord_location[freed], freed)
    state.lord_location[freed] = FREE
    state.lord_disabled[freed] = 0


ALTRUIST = lord(207, POLITICIAN, cost=6, races=1, keys=1, influence=5)


@compiled
def tokens_for_a_level(state: State, player: int) -> int:
    """The Altruist: 1 more monster token for each level that a leviathan loses to the owner."""
    return 1 if has_power(state, player, ALTRUIST) else 0


REBEL = lord(208, POLITICIAN, cost=8, races=2, influence=7)
question(STRIKE, A_ZONE, about=Topic.LORD, only_with=LEVIATHAN)
step(LEVEL_BEATEN, only_with=LEVIATHAN, waits=False)


@when_recruited(REBEL)
def rebel(state: State, me: int) -> None:
    """Removes the current level of any leviathan, as if it had been beaten."""
    ask(state, STRIKE, me, REBEL)


@options(STRIKE)
def leviathans_to_strike(state: State, player: int, detail: int) -> None:
    for zone in range(ZONES):
        if state.border[zone] != EMPTY:
            state.mask[ZONE + zone] = 1


@answer(STRIKE)
def strike(state: State, player: int, detail: int, action: int) -> None:
    schedule(state, LEVEL_BEATEN, player, action - ZONE)
