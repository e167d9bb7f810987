"""The powers of the lords in words."""

from openabyss.rules.cards.allies import RACE_OF
from openabyss.rules.state import BASE_BACK
from openabyss.words import _
from openabyss.words.cards.codes import kind_name, race_name
from openabyss.words.cards.printed import name_of_lord
from openabyss.words.listing import filled
from openabyss.words.questions import leviathan, phrases
from openabyss.words.questions.wording import Asked, wordings_in


def which_to_discard(asked: Asked) -> str:
    """The Jailer asks; or a soldier of the Regent, which brings this in place of the lord's own power."""
    if asked.state.active == asked.state.regent:
        return filled(
            _("The Regent has recruited the {lord} (house rules): which ally do you discard?"),
            lord=name_of_lord(asked.detail),
        )
    return filled(_("The {lord}: which ally do you discard?"), lord=name_of_lord(asked.detail))


def not_disabled(asked: Asked, lord: int) -> str | None:
    if asked.state.lord_place[lord] != asked.detail:
        return filled(_("The {lord} does not belong to this opponent."), lord=name_of_lord(lord))
    return phrases.not_free(asked.state, asked.detail, lord)


def token_of_pile(_asked: Asked, back: int) -> str:
    if back == BASE_BACK:
        return _("Take a token from the base pile")
    return _("Take a token from the Leviathan pile")


def not_lost(asked: Asked, kind: int) -> str:
    """The Executioner has named a race, the detail."""
    if RACE_OF[kind] != asked.detail:
        return _("The race named is: {race}.").format(race=race_name(asked.detail, 2))
    return _("You have no affiliated {card}.").format(card=kind_name(kind))


def race_named(_asked: Asked, race: int) -> str:
    return _("Name the race: {race}").format(race=race_name(race, 2))


def not_given_up(asked: Asked, lord: int) -> str | None:
    if lord == asked.detail:
        return filled(_("The {lord} cannot replace itself."), lord=name_of_lord(lord))
    return phrases.not_free(asked.state, asked.player, lord)


def not_freed(asked: Asked, lord: int) -> str:
    return phrases.not_mine(asked.state, asked.player, lord) or filled(
        _("The {lord} is not under a location."), lord=name_of_lord(lord)
    )


WORDINGS = wordings_in("lords.md", globals(), vars(phrases), vars(leviathan))
