"""What chance is asked, in words."""

from openabyss.rules import numbering
from openabyss.words import N_, _
from openabyss.words.cards.leviathans import name_of_leviathan
from openabyss.words.questions.wording import Answer, Asked, Wording


def _loot(_asked: Asked, value: int) -> str:
    return _("Loot of value {value}").format(value=value)


WORDINGS = {
    numbering.FIRST_PLAYER: Wording(N_("Who plays first?"), Answer("player")),
    numbering.LOCATION_TO_TABLE: Wording(
        N_("Which location is available from the start?"), Answer("location")
    ),
    numbering.REVEAL_CARD: Wording(N_("Which card is revealed?"), Answer("card")),
    numbering.LORD_TO_COURT: Wording(N_("Which lord comes to the court?"), Answer("lord")),
    numbering.LORD_TO_PLAYER: Wording(N_("Which lord is on top of the deck?"), Answer("lord")),
    numbering.DRAW_LOCATION: Wording(N_("Which location is drawn?"), Answer("location")),
    numbering.DRAW_TOKEN: Wording(N_("Which monster token is drawn?"), Answer("token")),
    numbering.DRAW_LEVIATHAN_TOKEN: Wording(N_("Which monster token is drawn?"), Answer("token")),
    numbering.STEAL_TOKEN: Wording(N_("Which monster token is taken?"), Answer("token")),
    numbering.DRAW_LOOT: Wording(N_("Which loot card is drawn?"), Answer("number", _loot)),
    numbering.FIND_CARD: Wording(N_("Which card is found?"), Answer("card")),
    numbering.DRAW_LEVIATHAN: Wording(
        N_("Which leviathan is revealed?"),
        Answer("number", lambda asked, leviathan: name_of_leviathan(leviathan)),
    ),
    numbering.ROLL_DIE: Wording(
        N_("What does the die show?"), Answer("number", lambda asked, face: str(face))
    ),
}
