"""Players with one idea each, from the ends of what a style can be; README.md says what they are for.

`openabyss rate expert bench.strategies:SevenLords` plays against one. What their idea does not decide, the
greedy player does.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence

from openabyss import Action, Perspective
from openabyss.players.registry import player
from openabyss.rules.actions import KIND, LORD, RACE
from openabyss.rules.cards.printed import COST, INFLUENCE, KEYS
from openabyss.rules.chapters import stack_size
from openabyss.rules.state import EMPTY


class OneIdea(ABC):
    """Answers as its idea wants it, and where that does not say, as the greedy player does."""

    def __init__(self, seed: int) -> None:
        self._greedy = player("medium", seed)

    def choose(self, perspective: Perspective) -> Action:
        wanted = self.wanted(perspective.question.kind, perspective.legal_actions, perspective)
        return wanted or self._greedy.choose(perspective)

    @abstractmethod
    def wanted(self, question: str, answers: Sequence[Action], perspective: Perspective) -> Action | None:
        """The answer that the idea asks for, if it does."""


class SevenLords(OneIdea):
    """Ends the game soon: recruits the cheapest lord whenever it can, and takes the first ally turned up."""

    def wanted(self, question: str, answers: Sequence[Action], _perspective: Perspective) -> Action | None:
        if lords := recruits(answers):
            return min(lords, key=lambda answer: int(COST[lord_of(answer)]))
        return first(answers, {"EXPLORE_ALLY": "take", "EXPLORE_MONSTER": "continue"}.get(question))


class KeysFirst(OneIdea):
    """Opens locations: fights every monster in the depths, and recruits the lord with the most keys."""

    def wanted(self, question: str, answers: Sequence[Action], _perspective: Perspective) -> Action | None:
        lords = recruits(answers)
        if holders := [answer for answer in lords if KEYS[lord_of(answer)]]:
            return max(holders, key=lambda answer: int(KEYS[lord_of(answer)]))
        return first(
            answers, {"EXPLORE_MONSTER": "fight", "MAIN": "explore" if lords else None}.get(question)
        )


class Hoarder(OneIdea):
    """Saves up for the dearest lord of the court: recruits no other, and buys no ally from anybody."""

    def wanted(self, question: str, answers: Sequence[Action], perspective: Perspective) -> Action | None:
        if question != "MAIN":
            return first(answers, {"OFFER": "pass", "EXPLORE_ALLY": "take"}.get(question))
        court = [int(COST[lord]) for lord in perspective.state.court if lord != EMPTY]
        lords = (answer for answer in recruits(answers) if COST[lord_of(answer)] == max(court))
        return next(lords, None) or largest_stack(answers, perspective) or first(answers, "explore")


class Explorer(OneIdea):
    """Never asks the council: explores until it can recruit, and fights every monster."""

    def wanted(self, question: str, answers: Sequence[Action], _perspective: Perspective) -> Action | None:
        if question == "MAIN":
            return strongest(answers) or first(answers, "explore")
        return first(answers, {"EXPLORE_MONSTER": "fight"}.get(question))


class Petitioner(OneIdea):
    """Lives on the council: takes its largest stack, whenever there is one, until it can recruit."""

    def wanted(self, question: str, answers: Sequence[Action], perspective: Perspective) -> Action | None:
        if question == "MAIN":
            return strongest(answers) or largest_stack(answers, perspective)
        return first(answers, {"OFFER": "pass"}.get(question))


def recruits(answers: Sequence[Action]) -> list[Action]:
    return [answer for answer in answers if answer.text.startswith("recruit:")]


def strongest(answers: Sequence[Action]) -> Action | None:
    """To recruit the lord with the most influence."""
    return max(recruits(answers), key=lambda answer: int(INFLUENCE[lord_of(answer)]), default=None)


def largest_stack(answers: Sequence[Action], perspective: Perspective) -> Action | None:
    """To take the stack of the council with the most cards."""
    stacks = [answer for answer in answers if RACE <= answer.id < KIND]
    return max(stacks, key=lambda answer: int(stack_size(perspective.state, answer.id - RACE)), default=None)


def lord_of(answer: Action) -> int:
    return answer.id - LORD


def first(answers: Sequence[Action], text: str | None) -> Action | None:
    return next((answer for answer in answers if answer.text == text), None)
