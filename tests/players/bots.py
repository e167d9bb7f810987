"""Bots that are classes, for tests that seat them by their name."""

from pathlib import Path
from typing import Any

import numpy as np

from openabyss.players.perspective import Perspective
from openabyss.players.registry import Player
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


class Observing(First):
    """Looks at its observation, as networks do."""

    def choose(self, perspective: Perspective) -> Action:
        assert perspective.observation().any()
        return super().choose(perspective)


class Talkative(First):
    def choose(self, perspective: Perspective) -> Action:
        raise ValueError("no idea " * 10_000)


class ByText:
    """Has only `choose`, answers with a text, and says that it is repeatable."""

    reproducible = True

    def choose(self, perspective: Perspective) -> str:
        return perspective.legal_actions[0].text


class ByNumber:
    """Has only `choose`, and answers with a number of NumPy's."""

    def choose(self, perspective: Perspective) -> np.int64:
        return np.int64(perspective.legal_actions[0].id)


class Returning:
    """Gives the first action that it was ever offered, as long as that is legal."""

    reproducible = True

    def __init__(self, seed: int) -> None:
        self.kept: dict[str, Action] = {}

    def choose(self, perspective: Perspective) -> Action:
        first = perspective.legal_actions[0]
        return self.kept.setdefault(first.text, first)


class OfTheProtocol(Player):
    """Only says that it is a player."""

    def choose(self, perspective: Perspective) -> Action:
        return perspective.legal_actions[0]


class UnspeakableError(Exception):
    """Can be raised and answered, but not written."""

    def __str__(self) -> str:
        raise ZeroDivisionError


def own(kind: type[Any]) -> str:
    """How such a bot is asked for."""
    return f"{kind.__module__}:{kind.__name__}"


def has_ended(process: int) -> bool:
    """Whether a process runs no more, be it that nobody has noticed yet."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] in ("Z", "X")
    except OSError:
        return True
