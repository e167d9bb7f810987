"""What people read of questions, and what they type: `WORDINGS` holds that of every question, by name."""

from openabyss.words import N_, _
from openabyss.words.questions import (
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

# What the questions of each chapter that asks people are about.
_MATTERS = {
    turn: N_("It is your turn."),
    exploring: N_("Explorers have found something, and you decide what happens to it."),
    recruiting: N_("You are recruiting a lord."),
    controlling: N_("You are taking control of a location."),
    lords: N_("The power of a lord asks for your decision."),
    kraken: N_("Something from the Kraken expansion needs your decision."),
    leviathan: N_("A leviathan, a monster or the border asks for your decision."),
}

WORDINGS: dict[str, Wording] = {
    question: wording for chapter in (*_MATTERS, chance) for question, wording in chapter.WORDINGS.items()
}


def matters() -> dict[str, str]:
    """What each question to a person is about, by its name, in a sentence that anybody may read."""
    return {question: _(sentence) for chapter, sentence in _MATTERS.items() for question in chapter.WORDINGS}
