"""What people read of questions, and what they type: `WORDINGS` holds that of every question, by name."""

from openabyss.words import N_, _
from openabyss.words.cards.leviathans import name_of_leviathan
from openabyss.words.questions import exploring, kraken, leviathan, lords, recruiting, turn
from openabyss.words.questions.wording import Asked, Wording, wordings_in

# The questions of each chapter that asks people, and what they are about.
_CHAPTERS = (
    (turn.TURN, N_("It is your turn.")),
    (exploring.WORDINGS, N_("Explorers have found something, and you decide what happens to it.")),
    (recruiting.WORDINGS, N_("You are recruiting a lord.")),
    (turn.CONTROLLING, N_("You are taking control of a location.")),
    (lords.WORDINGS, N_("The power of a lord asks for your decision.")),
    (kraken.WORDINGS, N_("Something from the Kraken expansion needs your decision.")),
    (leviathan.WORDINGS, N_("A leviathan, a monster or the border asks for your decision.")),
)


def leviathan_revealed(_asked: Asked, leviathan: int) -> str:
    return name_of_leviathan(leviathan)


# What chance is asked.
CHANCE_WORDINGS = wordings_in("chance.md", globals())
WORDINGS: dict[str, Wording] = {
    question: wording for chapter, _about in _CHAPTERS for question, wording in chapter.items()
} | CHANCE_WORDINGS


def matters() -> dict[str, str]:
    """What each question to a person is about, by its name, in a sentence that anybody may read."""
    return {question: _(sentence) for chapter, sentence in _CHAPTERS for question in chapter}
