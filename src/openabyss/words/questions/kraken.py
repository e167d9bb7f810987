"""What Kraken asks, in words: nebulis, Krakens, sentinels and loot."""

from openabyss.rules.cards.loot import LOWEST_LOOT
from openabyss.rules.cards.smugglers import nebulis_in_a_payment
from openabyss.rules.numbering import KRAKEN_FIGURE_PICK, PAY_PRICE, PLACE_KRAKEN, PLACE_SENTINEL, SANCTUARY
from openabyss.rules.questions import Topic
from openabyss.words import N_, _, ngettext
from openabyss.words.cards.codes import money
from openabyss.words.cards.locations import name_of_location, name_of_sanctuary
from openabyss.words.cards.lords import name_of_lord
from openabyss.words.listing import filled
from openabyss.words.questions.phrases import not_available, not_in_court
from openabyss.words.questions.wording import Answer, Asked, Wording


def _split_price(asked: Asked, nebulis: int) -> str:
    return _("Pay {price}").format(price=money(asked.about[Topic.PRICE] - nebulis, nebulis))


def _not_split_so(asked: Asked, nebulis: int) -> str:
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


def _loot_here(asked: Asked) -> str:
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


GUARDED = N_("There is already a sentinel here.")


def _lord_guarded(asked: Asked, lord: int) -> str:
    return not_in_court(asked, lord) or _(GUARDED)


def _location_guarded(asked: Asked, location: int) -> str:
    return not_available(asked, location) or _(GUARDED)


WORDINGS = {
    PAY_PRICE: Wording(
        N_("You owe {price}. How do you pay?"),
        Answer(
            "number",
            _split_price,
            why_not=_not_split_so,
            means=N_("You pay this way. Every nebulis that you still have at the end costs you 1 influence."),
        ),
    ),
    PLACE_KRAKEN: Wording(
        N_("{card} is left over. On which council stack do you put it?"),
        Answer(
            "stack",
            N_("Put it on the {race} stack ({cards})"),
            means=N_("The Kraken goes into this stack and belongs to the player who takes it."),
        ),
    ),
    KRAKEN_FIGURE_PICK: Wording(
        N_("Who takes the figure of the Kraken?"),
        Answer(
            "player",
            N_("The figure goes to {player}"),
            means=N_("At the end the figure costs its holder 5 influence."),
        ),
    ),
    PLACE_SENTINEL: Wording(
        N_("What does the sentinel of the {lord} guard for you?"),
        Answer(
            "stack",
            N_("Guard the {race} stack ({cards})"),
            short="{cards}",
            why_not=GUARDED,
            means=N_("Only you can take this stack. When you do, the sentinel comes back to you."),
        ),
        Answer(
            "lord",
            N_("Guard the {lord}"),
            short=lambda _asked, lord: name_of_lord(lord),
            why_not=_lord_guarded,
            means=N_("Only you can recruit this lord. When you do, the sentinel comes back to you."),
        ),
        Answer(
            "location",
            N_("Guard {location}"),
            short=lambda _asked, location: name_of_location(location),
            why_not=_location_guarded,
            means=N_("Only you can take this location. When you do, the sentinel comes back to you."),
        ),
    ),
    SANCTUARY: Wording(
        _loot_here,
        Answer(
            "yes",
            N_("Keep searching"),
            typed="search",
            means=N_(
                "You draw a loot card and gain its reward. If its value lies here already, both cards are"
                " lost."
            ),
        ),
        Answer(
            "pass",
            N_("Stop searching"),
            typed="stop",
            means=N_("The loot stays here, and counts at the end."),
        ),
    ),
}
