"""Answers as records store them: one text for each, the same under every question.

Numbers of the catalogue change with every lord that is added; these texts stay.
"""

from openabyss.rules.actions import ACTIONS, PASS, PLOT, YES
from openabyss.words.questions.actions import pointer_of

_ALONE = {PASS: "pass", YES: "yes", PLOT: "plot"}


def _text(action: int) -> str:
    pointer = pointer_of(action)
    return _ALONE[action] if pointer is None else f"{pointer.word}:{pointer.write(action - pointer.first)}"


# By number. `read_action` understands each under every question.
TEXTS = tuple(map(_text, range(ACTIONS)))
NUMBERS = {text: action for action, text in enumerate(TEXTS)}


def _each(word: str, things: str) -> list[str]:
    return [f"{word}:{thing}" for thing in things.split()]


def _ids(word: str, *spans: tuple[int, int]) -> list[str]:
    return [f"{word}:{number}" for first, last in spans for number in range(first, last + 1)]


# The catalogue of the format "openabyss/1", whose records store numbers. It never changes.
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
