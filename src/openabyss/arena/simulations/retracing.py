"""A game answer by answer in compiled code, and what was known before each of its choices."""

import numpy as np
from numpy.typing import NDArray

from openabyss.engine.compiling import compiled
from openabyss.observation.layout import write_observation
from openabyss.players.matches import Policies
from openabyss.rules.actions import ACTIONS
from openabyss.rules.play import apply, resolve
from openabyss.rules.questions import open_question
from openabyss.rules.setup import deal
from openabyss.rules.state import NOBODY, State

PERFECT_MEMORY = 1


@compiled
def retrace(
    state: State,
    answers: Policies,
    observations: NDArray[np.int16],
    masks: NDArray[np.bool_],
    choices: Policies,
) -> int:
    """Deal and give all the answers; returns how many were choices of a seat.

    For each of them, `observations` and `masks` get what the seat that was asked could know and do, and
    `choices[number]` the seat, the answer, and how many answers there were before.
    """
    deal(state)
    resolve(state)
    count = 0
    for place in range(len(answers)):
        player, answer = open_question(state).player, int(answers[place])
        if player != NOBODY and state.offered > 1:
            write_observation(state, player, PERFECT_MEMORY, observations[count])
            for action in range(ACTIONS):
                masks[count, action] = state.mask[action] > 0
            choices[count, 0], choices[count, 1], choices[count, 2] = player, answer, place
            count += 1
        apply(state, answer)
    return count
