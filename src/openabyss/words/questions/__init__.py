"""What people read of questions, and what they type: `WORDINGS` holds that of every question, by name."""

from openabyss.rules.questions import QUESTION_NAMES
from openabyss.words.questions.chapters import (
    chance,
    controlling,
    exploring,
    kraken,
    leviathan,
    lords,
    recruiting,
    turn,
)
from openabyss.words.questions.wording import Wording

_CHAPTERS = (turn, exploring, recruiting, controlling, lords, kraken, leviathan, chance)

WORDINGS: dict[str, Wording] = {
    QUESTION_NAMES[question]: wording
    for chapter in _CHAPTERS
    for question, wording in chapter.WORDINGS.items()
}
