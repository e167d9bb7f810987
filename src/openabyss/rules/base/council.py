"""Asking the council for support (rules 5.5)."""

from openabyss.engine.compiling import compiled
from openabyss.rules.actions import A_RACE, RACE
from openabyss.rules.cards.mages import takes_two_stacks
from openabyss.rules.holdings.hands import offer_stacks, take_stack
from openabyss.rules.questions import Topic, answer, ask, options, question
from openabyss.rules.state import State

SECOND_STACK = question("SECOND_STACK", A_RACE, about=Topic.RACE, turn_powers=True, tokens=True)


@compiled
def support(state: State, player: int, race: int) -> None:
    """Take a whole stack; with the Alchemist, a second one after it (R-28)."""
    take_stack(state, player, race)
    if takes_two_stacks(state, player):
        ask(state, SECOND_STACK, player, race)


@options(SECOND_STACK)
def second_stacks(state: State, player: int, detail: int) -> None:
    offer_stacks(state, player)


@answer(SECOND_STACK)
def take_second_stack(state: State, player: int, detail: int, action: int) -> None:
    take_stack(state, player, action - RACE)
