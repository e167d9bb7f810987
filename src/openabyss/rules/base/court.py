"""The court: six spaces with lords to recruit, the furthest from the deck first."""

from openabyss.engine.compiling import compiled
from openabyss.rules.actions import A_LORD, LORD
from openabyss.rules.base.holdings import gain_pearls
from openabyss.rules.cards.printed import LORDS
from openabyss.rules.ending import COURT_NOT_FILLED, trigger_end
from openabyss.rules.events import LORD_REVEALED, emit
from openabyss.rules.kraken.sentinels import is_guarded_from, return_sentinel
from openabyss.rules.numbering import (
    COURT_CHECK,
    LORD_TO_COURT,
    LORD_TO_PLAYER,
    REPLACE_COURT_LORD,
    TAKE_LORD,
)
from openabyss.rules.questions import (
    Source,
    Topic,
    answer,
    ask,
    options,
    question,
    step,
    waiting_at,
    when_due,
)
from openabyss.rules.sizes import COURT_SPACES
from openabyss.rules.state import COURT, DECK, EMPTY, NOBODY, State, count_of

REFILL_AT = 2
REFILL_PEARLS = 2


@compiled
def lords_in_court(state: State) -> int:
    return COURT_SPACES - count_of(state.court, EMPTY)


@compiled
def free_space(state: State) -> int:
    """The empty court space furthest from the deck, or EMPTY if the court is full."""
    for space in range(COURT_SPACES):
        if state.court[space] == EMPTY:
            return space
    return EMPTY


@compiled
def lords_in_deck(state: State) -> int:
    return count_of(state.lord_place, DECK)


@compiled
def has_lords_in_deck(state: State) -> bool:
    """Whether any lord is left to be turned up; quicker than counting them."""
    for lord in range(LORDS):
        if state.lord_place[lord] == DECK:
            return True
    return False


@compiled
def offer_court(state: State, player: int) -> bool:
    """Every lord of the court that `player` may take or discard; whether there is one."""
    found = False
    for space in range(COURT_SPACES):
        target = LORD + int(state.court[space])
        if state.court[space] != EMPTY and not is_guarded_from(state, player, target):
            state.mask[target] = 1
            found = True
    return found


@options(REPLACE_COURT_LORD, TAKE_LORD)
def lords_of_the_court(state: State, player: int, detail: int) -> None:
    """A lord of the court, to be discarded or taken."""
    offer_court(state, player)


@compiled
def can_take_from_court(state: State, player: int) -> bool:
    """Some lord of the court is not guarded from `player`."""
    for space in range(COURT_SPACES):
        target = LORD + int(state.court[space])
        if state.court[space] != EMPTY and not is_guarded_from(state, player, target):
            return True
    return False


@compiled
def court_space_of(state: State, lord: int) -> int:
    """The space of a lord that is in the court."""
    space = 0
    while state.court[space] != lord:
        space += 1
    return space


@compiled
def take_from_court(state: State, lord: int) -> int:
    """Lift a lord off its space; returns the space, which stays empty for now."""
    space = court_space_of(state, lord)
    state.court[space] = EMPTY
    return_sentinel(state, LORD + lord)
    return space


question(LORD_TO_COURT, A_LORD, about=Topic.COURT_SPACE, drawn_from=Source.LORD_DECK)


@options(LORD_TO_COURT, LORD_TO_PLAYER)
def lords_of_the_deck(state: State, player: int, detail: int) -> None:
    """Chance turns up a lord of the deck: on the space `detail`, or for the player `detail`."""
    for lord in range(LORDS):
        if state.lord_place[lord] == DECK:
            state.mask[LORD + lord] = 1


@answer(LORD_TO_COURT)
def turn_up_lord(state: State, player: int, detail: int, action: int) -> None:
    lord, space = action - LORD, detail
    state.court[space] = lord
    state.lord_place[lord] = COURT
    emit(state, LORD_REVEALED, state.active, space, lord)


step(COURT_CHECK)


@compiled
def is_court_to_be_checked(state: State) -> bool:
    """A recruit is being settled: turn powers that touch the court wait for the check (A45)."""
    for frame in range(state.depth):
        if waiting_at(state, frame).what == COURT_CHECK:
            return True
    return False


@when_due(COURT_CHECK)
def check_court(state: State, player: int, detail: int) -> None:
    """Once after a recruit: slide the lords together, refill if two or fewer are left (rules 5.7)."""
    slide(state)
    left = lords_in_court(state)
    if left > REFILL_AT:
        return
    if lords_in_deck(state) < COURT_SPACES - left:
        trigger_end(state, COURT_NOT_FILLED)
    for space in range(COURT_SPACES - 1, left - 1, -1):
        ask(state, LORD_TO_COURT, NOBODY, space)
    gain_pearls(state, player, REFILL_PEARLS)


@compiled
def slide(state: State) -> None:
    """Close the gaps, so that empty spaces are next to the deck."""
    filled = 0
    for space in range(COURT_SPACES):
        lord = state.court[space]
        if lord != EMPTY:
            state.court[space] = EMPTY
            state.court[filled] = lord
            filled += 1
