"""Questions to players and to chance, steps that run by themselves, and the stack on which they wait."""

from math import ceil

import numpy as np

from openabyss.engine.compiling import compiled
from openabyss.engine.dispatch import RuleTable
from openabyss.rules.actions import AT_ONCE
from openabyss.rules.state import State

FIRST_STEP = 100
QUESTION_NAMES: list[str] = []
STEP_NAMES: list[str] = []
FIRST_ANSWER = np.zeros(FIRST_STEP, np.int64)
END_OF_ANSWERS = np.zeros(FIRST_STEP, np.int64)
# Whether the asked player may use turn powers before answering (rules 5.9).
TURN_POWERS_ALLOWED = np.zeros(FIRST_STEP, np.int64)
# Whether the active player may use monster tokens before answering (Leviathan 5.5).
TOKENS_ALLOWED = np.zeros(FIRST_STEP, np.int64)


def question(name: str, answers: tuple[int, int], *, turn_powers: bool = False, tokens: bool = False) -> int:
    """A new question to a player or to chance; `name` is what words/ and tools call it.

    `answers` is the stretch of the catalogue in which its own answers lie; what is added behind it to
    make up a multiple of AT_ONCE stays empty.
    """
    assert name not in QUESTION_NAMES, f"two questions are called {name}"
    what = len(QUESTION_NAMES)
    QUESTION_NAMES.append(name)
    first, end = answers
    FIRST_ANSWER[what], END_OF_ANSWERS[what] = first, first + ceil((end - first) / AT_ONCE) * AT_ONCE
    TURN_POWERS_ALLOWED[what] = turn_powers
    TOKENS_ALLOWED[what] = tokens
    return what


def step(name: str) -> int:
    """A new step: something the game does by itself when its time has come."""
    assert name not in STEP_NAMES, f"two steps are called {name}"
    STEP_NAMES.append(name)
    return FIRST_STEP + len(STEP_NAMES) - 1


# The two halves of a question, `(state, player, detail)`, which fills `state.mask`, and
# `(state, player, detail, action)`; and what a step does, `(state, player, detail)`.
options = RuleTable("options", "state", "player", "detail")
answer = RuleTable("answer", "state", "player", "detail", "action")
when_due = RuleTable("when_due", "state", "player", "detail")


@compiled
def ask(state: State, what: int, player: int, detail: int) -> None:
    """Put a question on the stack. Push in reverse what should happen in order."""
    depth = int(state.depth)
    state.stack[depth, 0] = what
    state.stack[depth, 1] = player
    state.stack[depth, 2] = detail
    state.depth = depth + 1


@compiled
def then(state: State, what: int, player: int, detail: int) -> None:
    """Put a step on the stack: it runs when everything pushed after it is settled."""
    ask(state, what, player, detail)
