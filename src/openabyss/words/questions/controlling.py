"""Keys and locations in words."""

from openabyss.rules.cards.locations import locations_in
from openabyss.rules.cards.printed import KEYS
from openabyss.rules.chapters import MAX_DRAWN
from openabyss.rules.numbering import CONTROL_KEYS, CONTROL_PICK, CONTROL_SOURCE, SWAP_SMOKERS
from openabyss.rules.state import DECK
from openabyss.words import N_, _, ngettext
from openabyss.words.cards.codes import locations
from openabyss.words.cards.lords import name_of_lord
from openabyss.words.listing import filled
from openabyss.words.questions import phrases
from openabyss.words.questions.wording import Answer, Asked, Wording


def _drawn(asked: Asked, count: int) -> str:
    if count == 1:
        return _("Draw one location from the deck")
    return _("Draw {locations} from the deck and keep one").format(locations=locations(count))


def _what_drawing_brings(_asked: Asked, count: int) -> str:
    if count == 1:
        return _("You draw a location and keep it.")
    return _("You draw that many locations and keep one of them; the others become available to everybody.")


def _not_so_many(asked: Asked, _count: int) -> str:
    left = min(MAX_DRAWN, int(locations_in(asked.state, DECK)))
    if left == 0:
        return _("The location deck is empty.")
    return ngettext("You may draw {count} location.", "You may draw 1 to {count} locations.", left).format(
        count=left
    )


def _not_used(asked: Asked, lord: int) -> str:
    if KEYS[lord] == 0:
        return filled(_("The {lord} has no key."), lord=name_of_lord(lord))
    return phrases.not_free(asked.state, asked.player, lord) or _(
        "Lords are chosen one at a time, in the order of their numbers."
    )


WORDINGS = {
    CONTROL_SOURCE: Wording(
        N_("You have three keys. Do you take an available location, or draw new ones?"),
        phrases.TAKE_LOCATION,
        Answer(
            "number",
            _drawn,
            typed="draw",
            why_not=_not_so_many,
            means=_what_drawing_brings,
        ),
        respects_sentinels=True,
    ),
    CONTROL_PICK: Wording(N_("Which of the drawn locations do you keep?"), phrases.KEEP_LOCATION),
    CONTROL_KEYS: Wording(
        N_("Which keys do you use for {location}?"),
        Answer(
            "pass",
            N_("Use key tokens for the rest"),
            typed="done",
            why_not=N_("You need three keys, and you do not have enough key tokens for the rest."),
            means=N_(
                "You return as many key tokens as are still needed, and lords whose keys you have not used "
                "keep their power."
            ),
        ),
        Answer(
            "lord",
            N_("Use the key of the {lord}"),
            why_not=_not_used,
            means=N_(
                "The {lord} lies under the location from now on: its influence still counts, but it has no"
                " power any more."
            ),
        ),
    ),
    SWAP_SMOKERS: Wording(
        N_("Which location from the deck do you take instead of Black Smokers?"),
        Answer("pass", N_("Keep Black Smokers"), means=phrases.NOTHING_CHANGES),
        Answer(
            "location",
            N_("Take {location}"),
            why_not=N_("{location} is not in the location deck."),
            means=phrases.what_location_scores,
        ),
    ),
}
