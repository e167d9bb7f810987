"""A bot as a class, played inside OpenAbyss: `openabyss rate examples.bot_class:Careful random`.

It tries each answer on a game that may be this one, and takes the one after which it leads by most.
"""

from openabyss import Action, Perspective

WORLDS = 2


class Careful:
    """Looks one answer ahead, in a few games that may be the real one."""

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def choose(self, perspective: Perspective) -> Action:
        self._seed += 1
        return max(perspective.legal_actions, key=lambda action: self._lead(perspective, action))

    def _lead(self, perspective: Perspective, action: Action) -> int:
        lead = 0
        for world in range(WORLDS):
            game = perspective.imagine(self._seed * WORLDS + world)
            game.apply(action.id)
            own = game.scores[perspective.seat]
            lead += 2 * own - sum(game.scores)
        return lead
