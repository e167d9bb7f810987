"""The questions to a computer's process, and its answers. This module imports nothing heavy."""

from typing import Any, ClassVar

from msgspec import Raw, Struct

from openabyss.errors import OpenAbyssError
from openabyss.server.computers.fair_turns import Party


class _Question(Struct, kw_only=True):
    """For whom it is asked."""

    party: Party = ()


class Asked(_Question, tag="answer"):
    """Which level answers, the seed of its random choices, and the game so far."""

    level: str
    seed: int
    record: dict[str, Any]


class HintAsked(_Question, tag="hint"):
    """A hint about the open question, in the language of the reader, who knows the seats by these names."""

    level: ClassVar[str] = "hint"
    record: dict[str, Any]
    language: str
    names: list[str]


class HintFound(Struct):
    """The text of the best answer, and sentences about it."""

    action: str
    reasons: list[str]


class LookAsked(_Question, tag="look"):
    """Which decisions of a finished game are to be judged for its review, by their numbers."""

    level: ClassVar[str] = "review"
    record: dict[str, Any]
    places: list[int]


class CloseLookAsked(_Question, tag="close look"):
    """Which of them is to be judged a second time, as it was found at first sight."""

    level: ClassVar[str] = "review"
    record: dict[str, Any]
    decision: Raw


class WorthAsked(_Question, tag="worth"):
    """What these answers to the position of a puzzle are worth, thoroughly or at first sight."""

    level: ClassVar[str] = "puzzle"
    record: dict[str, Any]
    answers: list[str]
    is_sure: bool


class ReasonsAsked(_Question, tag="reasons"):
    """Why the best answer to the position of a puzzle is better than each of some others."""

    level: ClassVar[str] = "puzzle"
    record: dict[str, Any]
    best: str
    others: list[str]


# What a search finds out, in place of an answer.
Search = HintAsked | LookAsked | CloseLookAsked | WorthAsked | ReasonsAsked


class ComputerFailed(OpenAbyssError):  # noqa: N818  named like the errors of the game
    """A computer gave no answer in time."""


class NotPrepared(ComputerFailed):
    """Nothing can search yet, but will, once the rules are compiled."""


class Answered(Struct):
    """The text of the answer, or what was found as JSON; or what went wrong."""

    action: str
    problem: str = ""

    def given(self) -> str:
        """The answer. Raises ComputerFailed where something went wrong."""
        if self.problem:
            raise ComputerFailed(self.problem)
        return self.action
