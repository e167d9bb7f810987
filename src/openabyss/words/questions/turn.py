"""The turn and the council, keys and locations, in words."""

from openabyss.rules.actions import LORD, PLOT, TOKEN
from openabyss.rules.cards.locations import locations_in
from openabyss.rules.cards.printed import KEYS, LORDS
from openabyss.rules.cards.smugglers import is_sentinel
from openabyss.rules.chapters import MAX_DRAWN, free_space, is_guarded_offered, lords_in_deck
from openabyss.rules.sizes import TOKENS
from openabyss.rules.state import COURT, DECK, EMPTY
from openabyss.rules.turn import PLOT_PEARLS
from openabyss.words import _, ngettext
from openabyss.words.cards.codes import locations
from openabyss.words.cards.printed import name_of_lord
from openabyss.words.listing import filled
from openabyss.words.questions import phrases, recruiting
from openabyss.words.questions.wording import Asked, wordings_in


def what_to_do(asked: Asked) -> str:
    """The main choice, with what may be done before it."""
    mask, places = asked.state.mask.tolist(), asked.state.lord_place.tolist()
    own = [lord for lord in range(LORDS) if mask[LORD + lord] and places[lord] != COURT]
    uses_power = any(mask[TOKEN : TOKEN + TOKENS]) or not all(map(is_sentinel, own))
    if mask[PLOT] and uses_power:
        return _("Plot or use a power if you like, then choose your action.")
    if mask[PLOT] and own:
        return _("Plot or place a sentinel if you like, then choose your action.")
    if mask[PLOT]:
        return _("Plot if you like, then choose your action.")
    if uses_power:
        return _("Use a power if you like, then choose your action.")
    if own:
        return _("Place a sentinel if you like, then choose your action.")
    return _("Choose your action.")


def why_you_pass(asked: Asked, _thing: int) -> str:
    if is_guarded_offered(asked.state, asked.player):
        return _("Pass: leave what your sentinel guards")
    return _("Pass: there is nothing you can do")


def not_plottable(asked: Asked, _thing: int) -> str:
    if asked.state.pearls[asked.player] < PLOT_PEARLS:
        return _("Plotting costs 1 pearl, and you have none.")
    if free_space(asked.state) == EMPTY:
        return _("The court is full.")
    if lords_in_deck(asked.state) == 0:
        return _("The lord deck is empty.")
    return _("You cannot plot now.")


TURN = wordings_in("turn.md", globals(), vars(phrases), vars(recruiting))


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
    return phrases.not_free(asked.state, asked.player, lord) or _(
        "Lords are chosen one at a time, in the order of their numbers."
    )


CONTROLLING = wordings_in("controlling.md", globals(), vars(phrases))
