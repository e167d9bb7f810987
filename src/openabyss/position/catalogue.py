"""What stays when lords and questions are added: the texts of answers, and the names of what waits.

Records store an answer by a text that is the same under every question. The first records stored its number.
"""

from openabyss.rules.actions import ACTIONS, PASS, PLOT, YES
from openabyss.rules.questions import QUESTIONS, STEPS
from openabyss.words.questions.actions import pointer_of

_ALONE = {PASS: "pass", YES: "yes", PLOT: "plot"}


def _text(action: int) -> str:
    pointer = pointer_of(action)
    return _ALONE[action] if pointer is None else f"{pointer.word}:{pointer.write(action - pointer.first)}"


# By number. `read_action` understands each under every question.
TEXTS = tuple(map(_text, range(ACTIONS)))
NUMBERS = {text: action for action, text in enumerate(TEXTS)}


def _words(text: str) -> list[str]:
    return text.split()


def _each(word: str, things: str) -> list[str]:
    return [f"{word}:{thing}" for thing in _words(things)]


def _ids(word: str, *spans: tuple[int, int]) -> list[str]:
    return [f"{word}:{number}" for first, last in spans for number in range(first, last + 1)]


# The first catalogue of actions: it never changes, whatever is added or renamed. The
# format "openabyss/1" has its numbers.
FIRST_CATALOGUE = (
    *("pass", "yes", "plot"),
    *_each("stack", "jellyfish crab seahorse shellfish squid"),
    *_each("card", "J1 J2 J3 J4 J5 C1 C2 C3 C4 C5 H1 H2 H3 H4 H5 S1 S2 S3 S4 S5 Q1 Q2 Q3 Q4 Q5 K2 K3 K4"),
    *_each("card", "J1* J2* J3* J4* C1* C2* C3* C4* H1* H2* H3* H4* S1* S2* S3* S4* Q1* Q2* Q3* Q4* M"),
    *_ids("lord", (1, 35), (101, 118), (201, 210)),
    *_ids("location", (1, 20), (101, 106)),
    *_ids("number", (0, 19)),
    *_each("token", "2 3 4 pearls2 pearls3 key stack"),
    *_ids("player", (0, 4)),
    *_ids("zone", (1, 9)),
)

# The names of questions and steps, by number.
NAMES = {spec.number: spec.name for spec in QUESTIONS} | {spec.number: spec.name for spec in STEPS}
