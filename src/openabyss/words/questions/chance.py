"""What chance is asked, in words."""

from openabyss.rules.numbering import (
    DRAW_LEVIATHAN,
    DRAW_LEVIATHAN_TOKEN,
    DRAW_LOCATION,
    DRAW_LOOT,
    DRAW_TOKEN,
    FIND_CARD,
    FIRST_PLAYER,
    LOCATION_TO_TABLE,
    LORD_TO_COURT,
    LORD_TO_PLAYER,
    REVEAL_CARD,
    ROLL_DIE,
    STEAL_TOKEN,
)
from openabyss.words import N_, _
from openabyss.words.cards.leviathans import name_of_leviathan
from openabyss.words.questions.wording import Answer, Asked, Wording


def _loot(_asked: Asked, value: int) -> str:
    return _("Loot of value {value}").format(value=value)


WORDINGS = {
    FIRST_PLAYER: Wording(N_("Who plays first?"), Answer("player")),
    LOCATION_TO_TABLE: Wording(N_("Which location is available from the start?"), Answer("location")),
    REVEAL_CARD: Wording(N_("Which card is revealed?"), Answer("card")),
    LORD_TO_COURT: Wording(N_("Which lord comes to the court?"), Answer("lord")),
    LORD_TO_PLAYER: Wording(N_("Which lord is on top of the deck?"), Answer("lord")),
    DRAW_LOCATION: Wording(N_("Which location is drawn?"), Answer("location")),
    DRAW_TOKEN: Wording(N_("Which monster token is drawn?"), Answer("token")),
    DRAW_LEVIATHAN_TOKEN: Wording(N_("Which monster token is drawn?"), Answer("token")),
    STEAL_TOKEN: Wording(N_("Which monster token is taken?"), Answer("token")),
    DRAW_LOOT: Wording(N_("Which loot card is drawn?"), Answer("number", _loot)),
    FIND_CARD: Wording(N_("Which card is found?"), Answer("card")),
    DRAW_LEVIATHAN: Wording(
        N_("Which leviathan is revealed?"),
        Answer("number", lambda asked, leviathan: name_of_leviathan(leviathan)),
    ),
    ROLL_DIE: Wording(N_("What does the die show?"), Answer("number", lambda asked, face: str(face))),
}
