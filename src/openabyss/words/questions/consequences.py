"""What comes of answers that many questions share: lords, locations, and cards that are lost."""

from openabyss.rules.base.payment import cost_for
from openabyss.rules.cards.printed import INFLUENCE, KEYS, LOCATION_ID, LORD_ID
from openabyss.rules.scoring import worth_of
from openabyss.words import N_, _
from openabyss.words.cards.codes import keys
from openabyss.words.cards.locations import location_text
from openabyss.words.cards.lords import lord_text, name_of_lord
from openabyss.words.cards.text import influence_points
from openabyss.words.questions.wording import Asked

DISCARDED = N_("{card} leaves your hand and is discarded.")
STACK_TAKEN = N_("The whole stack comes into your hand: {cards}, which only you see.")
NOTHING_CHANGES = N_("Nothing changes; you pay nothing and gain nothing.")


def what_lord_brings(_asked: Asked, lord: int) -> str:
    """Influence, keys and power of a lord."""
    places = {"lord": name_of_lord(lord), "influence": influence_points(int(INFLUENCE[lord]))}
    text = lord_text(int(LORD_ID[lord]))
    if KEYS[lord] == 0:
        return _("The {lord} brings {influence}. {text}").format(text=text, **places)
    return _("The {lord} brings {influence} and {keys}. {text}").format(
        keys=keys(int(KEYS[lord])), text=text, **places
    )


def what_recruiting_brings(asked: Asked, lord: int) -> str:
    """The price, and what the lord brings."""
    price = _(
        "You pay {cost} with allies, and pearls for what is missing; one of these allies stays with you."
    )
    return f"{price.format(cost=cost_for(asked.state, asked.player, lord))} {what_lord_brings(asked, lord)}"


def what_buying_brings(asked: Asked, lord: int) -> str:
    """The Corruptor's price, and what the lord brings."""
    price = _("You pay 5 pearls and no allies.")
    return f"{price} {what_lord_brings(asked, lord)}"


def what_location_scores(asked: Asked, location: int) -> str:
    """What a location would score now, and how it scores."""
    number = int(LOCATION_ID[location])
    points = int(worth_of(asked.state, location, asked.player))
    return _("It would score {points} for you now. {text}").format(points=points, text=location_text(number))


def what_is_lost_with_lord(_asked: Asked, lord: int) -> str:
    """A lord of one's own that is discarded."""
    return _("You lose the {lord}, and with it {influence}.").format(
        lord=name_of_lord(lord), influence=influence_points(int(INFLUENCE[lord]))
    )
