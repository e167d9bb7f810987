"""Why a thing cannot be chosen that does not lie where a question looks for it."""

from openabyss.rules.state import AVAILABLE, COURT, FREE, State
from openabyss.words import N_, _
from openabyss.words.cards.codes import race_name
from openabyss.words.cards.locations import name_of_location
from openabyss.words.cards.lords import name_of_lord
from openabyss.words.questions.wording import Asked

NOT_IN_HAND = N_("You have no {card} in your hand.")


def not_in_court(asked: Asked, lord: int) -> str | None:
    if asked.state.lord_place[lord] == COURT:
        return None
    return _("The {lord} is not in the court.").format(lord=name_of_lord(lord))


def not_mine(state: State, player: int, lord: int) -> str | None:
    if state.lord_place[lord] == player:
        return None
    return _("The {lord} is not one of your lords.").format(lord=name_of_lord(lord))


def not_free(state: State, player: int, lord: int) -> str | None:
    """What keeps a lord from being a free, enabled lord of `player`."""
    if state.lord_place[lord] != player:
        return not_mine(state, player, lord)
    if state.lord_location[lord] != FREE:
        return _("The {lord} is under a location.").format(lord=name_of_lord(lord))
    if state.lord_disabled[lord]:
        return _("The {lord} is disabled.").format(lord=name_of_lord(lord))
    return None


def not_available(asked: Asked, location: int) -> str | None:
    if asked.state.location_place[location] == AVAILABLE:
        return None
    return _("{location} is not available.").format(location=name_of_location(location))


def empty_stack(asked: Asked, race: int) -> str | None:
    if asked.state.council[race].any():
        return None
    return _("The {race} stack of the council is empty.").format(race=race_name(race))
