"""What a policy tells apart: each answer of each question to a player has a row of weights.

An answer that several questions allow beside their own (the power of a lord, a token) has one row for all.
"""

import numpy as np
from numpy.typing import NDArray

from openabyss.rules.actions import ACTIONS, KIND, LORD, NUMBER, PLAYER, RACE, TOKEN, ZONE
from openabyss.rules.cards.printed import LOCATION_ID, LORD_ID
from openabyss.rules.questions import QUESTIONS

NO_ROW = -1


def action_names() -> list[str]:
    """What each action of the catalogue points at, named so that it outlives a new catalogue."""
    named = ["pass", "yes", "plot"]
    named += [f"race:{number}" for number in range(KIND - RACE)]
    named += [f"ally:{number}" for number in range(LORD - KIND)]
    named += [f"lord:{number}" for number in LORD_ID.tolist()]
    named += [f"location:{number}" for number in LOCATION_ID.tolist()]
    named += [f"number:{number}" for number in range(TOKEN - NUMBER)]
    named += [f"token:{number}" for number in range(PLAYER - TOKEN)]
    named += [f"player:{number}" for number in range(ZONE - PLAYER)]
    return named + [f"zone:{number}" for number in range(ACTIONS - ZONE)]


def _rows() -> tuple[NDArray[np.int64], list[str]]:
    """The row of each question and action, and the names of all rows in order."""
    actions = action_names()
    names = [f"any:{action}" for action in actions]
    rows = np.full((len(QUESTIONS), ACTIONS), NO_ROW)
    for question in QUESTIONS:
        if question.drawn_from is None:
            rows[question.number] = np.arange(ACTIONS)
            for action in range(*question.answers):
                rows[question.number, action] = len(names)
                names.append(f"{question.name}:{actions[action]}")
    return rows, names


ROW_OF, ROW_NAMES = _rows()
ROWS = len(ROW_NAMES)
