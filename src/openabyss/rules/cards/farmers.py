"""The farmers: seahorses; no powers but in Leviathan, much influence."""

from openabyss.engine.compiling import compiled
from openabyss.rules.actions import A_ZONE, ZONE
from openabyss.rules.cards.printed import FARMER, LEVIATHAN, lord
from openabyss.rules.leviathan.border import (
    drawn_leviathan,
    leviathans_in_deck,
    leviathans_on_border,
    put_on_border,
)
from openabyss.rules.numbering import BREED, DRAW_LEVIATHAN
from openabyss.rules.powers import has_power, when_recruited
from openabyss.rules.questions import Topic, answer, ask, options, question
from openabyss.rules.sizes import ZONES
from openabyss.rules.state import EMPTY, NOBODY, State

KEEPER = lord(27, FARMER, cost=6, races=3, keys=1, influence=6)
REAPER = lord(28, FARMER, cost=7, races=2, keys=1, influence=6)
SHEPHERD = lord(29, FARMER, cost=8, races=1, keys=1, influence=6)
MILLER = lord(30, FARMER, cost=8, races=2, influence=10)
AQUACULTURALIST = lord(31, FARMER, cost=9, races=3, influence=11)
LANDOWNER = lord(32, FARMER, cost=10, races=1, influence=12)

GROWER = lord(117, FARMER, cost=9, races=2, keys=1, influence=7)
OYSTER_FARMER = lord(118, FARMER, cost=12, races=1, influence=13)

COWARD = lord(209, FARMER, cost=8, races=1, keys=1, influence=8)


@compiled
def may_avoid_monsters(state: State, player: int) -> bool:
    """The Coward: a monster revealed in an own exploration may simply be discarded (A32)."""
    return has_power(state, player, COWARD)


BREEDER = lord(210, FARMER, cost=10, races=2, influence=10)
question(BREED, A_ZONE, about=Topic.LORD, only_with=LEVIATHAN)


@when_recruited(BREEDER)
def breeder(state: State, me: int) -> None:
    """Puts a new leviathan on a free zone of choice; it attacks nobody."""
    if leviathans_in_deck(state) > 0 and leviathans_on_border(state) < ZONES:
        ask(state, BREED, me, BREEDER)
        ask(state, DRAW_LEVIATHAN, NOBODY, me)


@options(BREED)
def free_zones(state: State, player: int, detail: int) -> None:
    for zone in range(ZONES):
        if state.border[zone] == EMPTY:
            state.mask[ZONE + zone] = 1


@answer(BREED)
def breed(state: State, player: int, detail: int, action: int) -> None:
    put_on_border(state, player, drawn_leviathan(state), action - ZONE)
