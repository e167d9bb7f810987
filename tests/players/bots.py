"""Bots that are classes, for tests that seat them by their name."""

from openabyss.players.perspective import Perspective
from openabyss.table.questions import Action


class First:
    """Gives the first legal answer."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose(self, perspective: Perspective) -> Action:
        return perspective.legal_actions[0]


class Erring(First):
    def choose(self, perspective: Perspective) -> Action:
        raise ZeroDivisionError("no idea")


def own(kind: type[First]) -> str:
    """How such a bot is asked for."""
    return f"{kind.__module__}:{kind.__name__}"
