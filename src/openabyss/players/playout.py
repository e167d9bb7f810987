"""Random play at native speed: every answer, by players and by chance, is drawn from the mask."""

from openabyss.chance.generator import Generator, below
from openabyss.engine.compiling import compiled
from openabyss.rules.play import apply
from openabyss.rules.questions import open_question
from openabyss.rules.state import NOBODY, State


@compiled
def draw(state: State, random: Generator) -> int:
    """An answer to the open question, by the weights of the mask."""
    left = below(random, int(state.offered))
    action = int(state.first_offered)
    while True:
        left -= state.mask[action]
        if left < 0:
            return action
        action += 1


@compiled
def play_out(state: State, random: Generator) -> int:
    """Play at random to the end; returns how many decisions players made (chance not counted)."""
    decisions = 0
    while state.depth > 0:
        if open_question(state).player != NOBODY:
            decisions += 1
        apply(state, draw(state, random))
    return decisions
