"""The mages: jellyfish; council, protection, exchange."""

from openabyss.engine.compiling import compiled
from openabyss.rules.actions import (
    A_LOCATION,
    A_RACE,
    AN_ALLY,
    KIND,
    LOCATION,
    LOCATIONS_OR_PASS,
    PASS,
    RACE,
    RACES_OR_PASS,
    YES_OR_NO,
)
from openabyss.rules.base.holdings import can_take_any_stack, clear_stack
from openabyss.rules.cards.allies import ALLY_KINDS
from openabyss.rules.cards.locations import (
    can_take_any_location,
    exchange_location,
    locations_in,
    offer_available,
    offer_locations,
)
from openabyss.rules.cards.printed import LEVIATHAN, MAGE, lord
from openabyss.rules.events import ALLY_FOUND, EXTRA_TURN, emit
from openabyss.rules.numbering import (
    APPRENTICE_STACK,
    CLEAR_STACK,
    EXCHANGE_FOR,
    EXCHANGE_LOCATION,
    HEAL,
    SORCERY,
)
from openabyss.rules.powers import has_power, on_your_turn, usable, when_recruited
from openabyss.rules.questions import Cards, Topic, answer, ask, options, question
from openabyss.rules.state import AVAILABLE, State, counted

SHAMAN = lord(14, MAGE, cost=6, races=3, keys=1, influence=5)


@compiled
def ignores_soldiers(state: State, player: int) -> bool:
    """The Shaman: powers of opponents' soldiers do not touch the owner."""
    return has_power(state, player, SHAMAN)


INVOKER = lord(15, MAGE, cost=8, races=1, influence=8)


@when_recruited(INVOKER)
def invoker(state: State, me: int) -> None:
    """A further full turn follows this one."""
    state.extra_turns = counted(state.extra_turns + 1)
    emit(state, EXTRA_TURN, me, state.extra_turns, INVOKER)


APPRENTICE = lord(16, MAGE, cost=6, races=3, influence=9)
question(APPRENTICE_STACK, RACES_OR_PASS, about=Topic.LORD)


@when_recruited(APPRENTICE)
def apprentice(state: State, me: int) -> None:
    """Takes one council stack; the Alchemist does not double it (R-28)."""
    ask(state, APPRENTICE_STACK, me, APPRENTICE)


ORACLE = lord(17, MAGE, cost=8, races=2, keys=1, influence=5)
question(CLEAR_STACK, A_RACE, about=Topic.LORD)


@usable(ORACLE)
def oracle_can_see(state: State, me: int) -> bool:
    return can_take_any_stack(state, me)


@on_your_turn(ORACLE)
def oracle(state: State, me: int) -> None:
    """Sends one council stack, unseen, to the discard."""
    ask(state, CLEAR_STACK, me, ORACLE)


@answer(CLEAR_STACK)
def clear(state: State, player: int, detail: int, action: int) -> None:
    clear_stack(state, player, action - RACE)


ALCHEMIST = lord(18, MAGE, cost=7, races=1, keys=1, influence=5)


@compiled
def takes_two_stacks(state: State, player: int) -> bool:
    """The Alchemist: support of the council is two stacks."""
    return has_power(state, player, ALCHEMIST)


ILLUSIONIST = lord(19, MAGE, cost=10, races=1, influence=9)
question(EXCHANGE_LOCATION, LOCATIONS_OR_PASS, about=Topic.LORD)
question(EXCHANGE_FOR, A_LOCATION, about=Topic.LOCATION)


@when_recruited(ILLUSIONIST)
def illusionist(state: State, me: int) -> None:
    """May exchange an own location for an available one, whose effect then happens (R-14)."""
    ask(state, EXCHANGE_LOCATION, me, ILLUSIONIST)


@options(EXCHANGE_LOCATION)
def tiles_to_give(state: State, player: int, detail: int) -> None:
    if locations_in(state, player) > 0 and can_take_any_location(state, player):
        offer_locations(state, player)
        state.mask[PASS] = 1


@answer(EXCHANGE_LOCATION)
def give_tile(state: State, player: int, detail: int, action: int) -> None:
    if action != PASS:
        ask(state, EXCHANGE_FOR, player, action - LOCATION)


@options(EXCHANGE_FOR)
def tiles_to_receive(state: State, player: int, detail: int) -> None:
    offer_available(state, player)


@answer(EXCHANGE_FOR)
def receive_tile(state: State, player: int, detail: int, action: int) -> None:
    exchange_location(state, player, detail, action - LOCATION, AVAILABLE)


MASTER_OF_MAGIC = lord(20, MAGE, cost=10, races=3, keys=1, influence=6)


@compiled
def affiliates_any_ally(state: State, player: int) -> bool:
    """The Master of Magic: any spent ally may be affiliated, not only the lowest."""
    return has_power(state, player, MASTER_OF_MAGIC)


HYPNOTIST = lord(111, MAGE, cost=9, races=2, keys=1, influence=5)


@compiled
def purchases_allowed(state: State, player: int) -> int:
    """How many allies `player` may buy in an opponent's turn: 1, or 2 with the Hypnotist."""
    return 2 if has_power(state, player, HYPNOTIST) else 1


HEALER = lord(112, MAGE, cost=7, races=1, influence=7)
question(HEAL, AN_ALLY, about=Topic.LORD, asks_for=Cards.DISCARD, shows_hidden=True)


@when_recruited(HEALER)
def healer(state: State, me: int) -> None:
    """Takes an ally of choice from the discard, where the cards just spent already lie."""
    ask(state, HEAL, me, HEALER)


@options(HEAL)
def allies_to_heal(state: State, player: int, detail: int) -> None:
    for kind in range(ALLY_KINDS):
        if state.discard[kind] > 0:
            state.mask[KIND + kind] = 1


@answer(HEAL)
def heal(state: State, player: int, detail: int, action: int) -> None:
    kind = action - KIND
    state.discard[kind] -= 1
    state.hand[player, kind] += 1
    emit(state, ALLY_FOUND, player, 0, kind)


METAMORPH = lord(205, MAGE, cost=6, races=1, keys=1, influence=5)


@compiled
def fights_with_any_race(state: State, player: int) -> bool:
    """The Metamorph: allies of any race may be spent against any leviathan."""
    return has_power(state, player, METAMORPH)


SORCERER = lord(206, MAGE, cost=8, races=2, influence=7)
# Put and answered in fighting.py, which knows what a fight is.
question(SORCERY, YES_OR_NO, about=Topic.LORD, only_with=LEVIATHAN)


@when_recruited(SORCERER)
def sorcerer(state: State, me: int) -> None:
    """May fight leviathans at once."""
    ask(state, SORCERY, me, SORCERER)
