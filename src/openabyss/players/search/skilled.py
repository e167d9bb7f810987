"""An opponent between medium and hard: one who looks ahead, but does not always stop to think."""

from openabyss.chance.generator import below, generator
from openabyss.players.greedy.weights import DEFAULT_WEIGHTS
from openabyss.players.matches import GREEDY, choose
from openabyss.players.perspective import Perspective
from openabyss.players.search.beginner import HUNDRED, IS_A_MOVE
from openabyss.players.search.player import HardPlayer
from openabyss.rules.questions import open_question
from openabyss.table.questions import Action

# How many of a hundred moves are what looks best at once. docs/training/log.md says how strong that is.
GREEDY_PERCENT = 50


class SkilledPlayer:
    """Plays as hard does, and some moves as medium does."""

    reproducible = True

    def __init__(self, name: str, seed: int) -> None:
        """Raises WrongWeights where a network is missing."""
        self.name = name
        self._looking_ahead = HardPlayer(name, seed)
        self._random = generator(seed)

    def choose(self, perspective: Perspective) -> Action:
        """The answer of hard, or at a glance that of medium."""
        state = perspective.table
        is_move = IS_A_MOVE[open_question(state).what] == 1
        if is_move and below(self._random, HUNDRED) < GREEDY_PERCENT:
            return perspective.action(int(choose(state, GREEDY, DEFAULT_WEIGHTS, self._random)))
        return self._looking_ahead.choose(perspective)
