"""Keys and locations in words."""

from openabyss.rules.cards.locations import locations_in
from openabyss.rules.cards.printed import KEYS
from openabyss.rules.chapters import MAX_DRAWN
from openabyss.rules.state import DECK
from openabyss.words import _, ngettext
from openabyss.words.cards.codes import locations
from openabyss.words.cards.printed import name_of_lord
from openabyss.words.listing import filled
from openabyss.words.questions.phrases import TEXTS, not_free
from openabyss.words.questions.wording import Asked, wordings_in


def locations_drawn(asked: Asked, count: int) -> str:
    if count == 1:
        return _("Draw one location from the deck")
    return _("Draw {locations} from the deck and keep one").format(locations=locations(count))


def what_drawing_brings(_asked: Asked, count: int) -> str:
    if count == 1:
        return _("You draw a location and keep it.")
    return _("You draw that many locations and keep one of them; the others become available to everybody.")


def not_so_many(asked: Asked, _count: int) -> str:
    left = min(MAX_DRAWN, int(locations_in(asked.state, DECK)))
    if left == 0:
        return _("The location deck is empty.")
    return ngettext("You may draw {count} location.", "You may draw 1 to {count} locations.", left).format(
        count=left
    )


def not_used(asked: Asked, lord: int) -> str:
    if KEYS[lord] == 0:
        return filled(_("The {lord} has no key."), lord=name_of_lord(lord))
    return not_free(asked.state, asked.player, lord) or _(
        "Lords are chosen one at a time, in the order of their numbers."
    )


WORDINGS = wordings_in(
    "controlling.md",
    texts=[*TEXTS, locations_drawn, not_so_many, not_used, what_drawing_brings],
)
