"""What Kraken asks, in words: nebulis, Krakens, sentinels and loot."""

from openabyss.rules.cards.loot import LOWEST_LOOT
from openabyss.rules.cards.smugglers import nebulis_in_a_payment
from openabyss.rules.questions import Topic
from openabyss.rules.state import ONE_SENTINEL_PER_AREA
from openabyss.words import N_, _, ngettext
from openabyss.words.cards.codes import money
from openabyss.words.cards.printed import name_of_sanctuary
from openabyss.words.listing import filled
from openabyss.words.questions.phrases import not_available, not_in_court
from openabyss.words.questions.wording import Asked, wordings_in


def split_price(asked: Asked, nebulis: int) -> str:
    return _("Pay {price}").format(price=money(asked.about[Topic.PRICE] - nebulis, nebulis))


def not_split_so(asked: Asked, nebulis: int) -> str:
    state, player = asked.state, asked.player
    allowed = int(nebulis_in_a_payment(state, player))
    if nebulis > allowed:
        return ngettext(
            "You may use at most {count} nebulis in this payment.",
            "You may use at most {count} nebulis in this payment.",
            allowed,
        ).format(count=allowed)
    if state.pearls[player] + nebulis < asked.about[Topic.PRICE]:
        return _("You do not have enough pearls for that.")
    return _("You must spend all of your pearls before you may pay with nebulis.")


def loot_here(asked: Asked) -> str:
    held = asked.state.loot[asked.detail].tolist()
    values = [str(LOWEST_LOOT + place) for place, copies in enumerate(held) if copies]
    location = name_of_sanctuary(asked.detail)
    if not values:
        return filled(_("{location}: no loot lies here. Do you draw another loot card?"), location=location)
    text = ngettext(
        "{location}: loot of value {values} lies here. Do you draw another loot card?",
        "{location}: loot of values {values} lies here. Do you draw another loot card?",
        len(values),
    )
    return filled(text, location=location, values=", ".join(values))


def stack_guarded(asked: Asked, _race: int) -> str:
    return _guarded(asked, N_("There is already a sentinel at the council, and each area holds only one."))


def lord_guarded(asked: Asked, lord: int) -> str:
    in_area = N_("There is already a sentinel in the court, and each area holds only one.")
    return not_in_court(asked, lord) or _guarded(asked, in_area)


def location_guarded(asked: Asked, location: int) -> str:
    in_area = N_("There is already a sentinel on a location, and each area holds only one.")
    return not_available(asked, location) or _guarded(asked, in_area)


def _guarded(asked: Asked, in_area: str) -> str:
    """By an option, not the whole area is taken, but only what has a sentinel (R-K13)."""
    is_area_taken = asked.state.options[ONE_SENTINEL_PER_AREA] == 1
    return _(in_area) if is_area_taken else _("There is already a sentinel here.")


WORDINGS = wordings_in("kraken.md", globals())
