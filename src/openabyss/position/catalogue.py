"""What stays when lords and questions are added: the texts of answers, and the names of what waits.

Records store an answer by a text that is the same under every question.
"""

from openabyss.rules.actions import ACTIONS, PASS, PLOT, YES
from openabyss.rules.questions import FIRST_STEP, QUESTION_NAMES, STEP_NAMES
from openabyss.words.questions.actions import pointer_of

_ALONE = {PASS: "pass", YES: "yes", PLOT: "plot"}


def _text(action: int) -> str:
    pointer = pointer_of(action)
    return _ALONE[action] if pointer is None else f"{pointer.word}:{pointer.write(action - pointer.first)}"


# By number. `read_action` understands each under every question.
TEXTS = tuple(map(_text, range(ACTIONS)))
NUMBERS = {text: action for action, text in enumerate(TEXTS)}

# The names of questions and steps, by number.
NAMES = dict(enumerate(QUESTION_NAMES)) | dict(enumerate(STEP_NAMES, FIRST_STEP))
