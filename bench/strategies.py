"""Two players with one idea each, from the two ends of what a style can be; README.md says what they are for.

`openabyss rate expert bench.strategies:SevenLords` plays against one. What their idea does not decide, the
greedy player does.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence

from openabyss import Action, Perspective
from openabyss.players.registry import player
from openabyss.rules.actions import LORD
from openabyss.rules.cards.printed import COST, KEYS


class OneIdea(ABC):
    """Answers as its idea wants it, and where that does not say, as the greedy player does."""

    def __init__(self, seed: int) -> None:
        self._greedy = player("medium", seed)

    def choose(self, perspective: Perspective) -> Action:
        wanted = self.wanted(perspective.question.kind, perspective.legal_actions)
        return wanted or self._greedy.choose(perspective)

    @abstractmethod
    def wanted(self, question: str, answers: Sequence[Action]) -> Action | None:
        """The answer that the idea asks for, if it does."""


class SevenLords(OneIdea):
    """Ends the game soon: recruits the cheapest lord whenever it can, and takes the first ally turned up."""

    def wanted(self, question: str, answers: Sequence[Action]) -> Action | None:
        if lords := recruits(answers):
            return min(lords, key=lambda answer: int(COST[lord_of(answer)]))
        return first(answers, {"EXPLORE_ALLY": "take", "EXPLORE_MONSTER": "continue"}.get(question))


class KeysFirst(OneIdea):
    """Opens locations: fights every monster in the depths, and recruits the lord with the most keys."""

    def wanted(self, question: str, answers: Sequence[Action]) -> Action | None:
        lords = recruits(answers)
        if holders := [answer for answer in lords if KEYS[lord_of(answer)]]:
            return max(holders, key=lambda answer: int(KEYS[lord_of(answer)]))
        return first(
            answers, {"EXPLORE_MONSTER": "fight", "MAIN": "explore" if lords else None}.get(question)
        )


def recruits(answers: Sequence[Action]) -> list[Action]:
    return [answer for answer in answers if answer.text.startswith("recruit:")]


def lord_of(answer: Action) -> int:
    return answer.id - LORD


def first(answers: Sequence[Action], text: str | None) -> Action | None:
    return next((answer for answer in answers if answer.text == text), None)
