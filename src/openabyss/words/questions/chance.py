"""What chance is asked, in words."""

from openabyss.words import _
from openabyss.words.cards.leviathans import name_of_leviathan
from openabyss.words.questions.wording import Asked, wordings_in


def loot_of_value(_asked: Asked, value: int) -> str:
    return _("Loot of value {value}").format(value=value)


def leviathan_revealed(_asked: Asked, leviathan: int) -> str:
    return name_of_leviathan(leviathan)


def face_of_die(_asked: Asked, face: int) -> str:
    return str(face)


WORDINGS = wordings_in("chance.md", texts=[face_of_die, leviathan_revealed, loot_of_value])
