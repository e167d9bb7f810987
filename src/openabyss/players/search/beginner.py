"""An opponent for a first game: the greedy player, who often answers the main questions as they come."""

import numpy as np

from openabyss.chance.generator import below, generator
from openabyss.players.greedy.weights import DEFAULT_WEIGHTS
from openabyss.players.matches import GREEDY, choose
from openabyss.players.perspective import Perspective
from openabyss.rules.base.controlling import CONTROL_PICK, CONTROL_SOURCE
from openabyss.rules.base.exploring import EXPLORE_ALLY, EXPLORE_MONSTER, OFFER, REWARD
from openabyss.rules.leviathan.fighting import FIGHT_TARGET
from openabyss.rules.leviathan.monsters import MEET_MONSTER
from openabyss.rules.questions import FIRST_STEP, open_question
from openabyss.rules.turn import MAIN
from openabyss.table.questions import Action

# Where any answer is a move that a beginner might make. A silly payment or discard would only look odd.
IS_A_MOVE = np.zeros(FIRST_STEP, np.int64)
IS_A_MOVE[[MAIN, EXPLORE_ALLY, EXPLORE_MONSTER, OFFER, REWARD, CONTROL_SOURCE, CONTROL_PICK]] = 1
IS_A_MOVE[[MEET_MONSTER, FIGHT_TARGET]] = 1
# How many of a hundred moves follow the first thought.
FIRST_THOUGHTS = 35
HUNDRED = 100


class BeginnerPlayer:
    """Legal, plausible, beatable."""

    def __init__(self, name: str, seed: int) -> None:
        self.name = name
        self._random = generator(seed)

    @property
    def reproducible(self) -> bool:
        """The same seed gives the same answers."""
        return True

    def choose(self, perspective: Perspective) -> Action:
        """The greedy player's answer, or any."""
        state, actions = perspective.table, perspective.legal_actions
        is_move = IS_A_MOVE[open_question(state).what] == 1
        if is_move and below(self._random, HUNDRED) < FIRST_THOUGHTS:
            return actions[below(self._random, len(actions))]
        number = choose(state, GREEDY, DEFAULT_WEIGHTS, self._random)
        return next(action for action in actions if action.id == number)
