"""The ambassadors: all five races for a location of their own."""

from openabyss.engine.compiling import compiled
from openabyss.rules.actions import A_LOCATION, LOCATION
from openabyss.rules.base.controlling import draw_locations, leave_the_rest
from openabyss.rules.cards.locations import gain_location
from openabyss.rules.cards.printed import AMBASSADOR, lord
from openabyss.rules.events import LORD_ASSIGNED, emit
from openabyss.rules.numbering import AMBASSADOR_PICK
from openabyss.rules.powers import when_recruited
from openabyss.rules.questions import Topic, answer, ask, question
from openabyss.rules.state import State

SAGE = lord(33, AMBASSADOR, cost=10, races=5, influence=4)
HERMIT = lord(34, AMBASSADOR, cost=10, races=5, influence=5)
ELDER = lord(35, AMBASSADOR, cost=10, races=5, influence=3)


@when_recruited(SAGE)
def sage(state: State, me: int) -> None:
    """Draws two locations and controls one of them."""
    choose_residence(state, me, SAGE, 2)


@when_recruited(HERMIT)
def hermit(state: State, me: int) -> None:
    """Draws one location and controls it."""
    choose_residence(state, me, HERMIT, 1)


@when_recruited(ELDER)
def elder(state: State, me: int) -> None:
    """Draws three locations and controls one of them."""
    choose_residence(state, me, ELDER, 3)


question(AMBASSADOR_PICK, A_LOCATION, about=Topic.LORD)


@compiled
def choose_residence(state: State, me: int, ambassador: int, tiles: int) -> None:
    """With an empty deck the ambassador stays free, without any key (R-17, R-18)."""
    ask(state, AMBASSADOR_PICK, me, ambassador)
    draw_locations(state, me, tiles)


@answer(AMBASSADOR_PICK)
def move_in(state: State, player: int, detail: int, action: int) -> None:
    """The ambassador counts as the three keys and goes under the tile."""
    ambassador, tile = detail, action - LOCATION
    state.lord_location[ambassador] = tile
    emit(state, LORD_ASSIGNED, player, tile, ambassador)
    gain_location(state, player, tile)
    leave_the_rest(state, player, tile)
