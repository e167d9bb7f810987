"""What a question is about, in one sentence to the player who is asked that anybody may read."""

from openabyss.rules.questions import QUESTION_NAMES
from openabyss.words import N_, _
from openabyss.words.questions.chapters import (
    controlling,
    exploring,
    kraken,
    leviathan,
    lords,
    recruiting,
    turn,
)

_OF_CHAPTERS = (
    (turn, N_("It is your turn.")),
    (exploring, N_("Explorers have found something, and you decide what becomes of it.")),
    (recruiting, N_("You are recruiting a lord.")),
    (controlling, N_("You are taking control of a location.")),
    (lords, N_("The power of a lord asks for your decision.")),
    (kraken, N_("Something that Kraken brings asks for your decision.")),
    (leviathan, N_("A leviathan, a monster or the border asks for your decision.")),
)

_MATTERS = {
    QUESTION_NAMES[question]: sentence for chapter, sentence in _OF_CHAPTERS for question in chapter.WORDINGS
}


def matters() -> dict[str, str]:
    """What each question to a person is about, by its name. Nothing secret is told."""
    return {question_name: _(sentence) for question_name, sentence in _MATTERS.items()}
