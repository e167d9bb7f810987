"""The turn and the council in words."""

from itertools import compress

from openabyss.rules.actions import LORD, PLOT, TOKEN
from openabyss.rules.cards.printed import LORDS
from openabyss.rules.chapters import free_space, lords_in_deck
from openabyss.rules.numbering import END_POWERS, MAIN, SECOND_STACK
from openabyss.rules.sizes import TOKENS
from openabyss.rules.state import COURT, EMPTY
from openabyss.rules.turn import PLOT_PEARLS
from openabyss.words import N_, _
from openabyss.words.questions.phrases import STACK_TAKEN, empty_stack, what_recruiting_brings
from openabyss.words.questions.recruiting import lord_and_cost, not_recruitable, recruit_for
from openabyss.words.questions.wording import Answer, Asked, Wording


def _what_to_do(asked: Asked) -> str:
    """The main choice, with what may be done before it."""
    mask, places = asked.state.mask.tolist(), asked.state.lord_place.tolist()
    lords = compress(places, mask[LORD : LORD + LORDS])
    uses_power = any(place != COURT for place in lords) or any(mask[TOKEN : TOKEN + TOKENS])
    if mask[PLOT] and uses_power:
        return _("Plot or use a power if you like, then choose your action.")
    if mask[PLOT]:
        return _("Plot if you like, then choose your action.")
    if uses_power:
        return _("Use a power if you like, then choose your action.")
    return _("Choose your action.")


def _not_plottable(asked: Asked, _thing: int) -> str:
    if asked.state.pearls[asked.player] < PLOT_PEARLS:
        return _("Plotting costs 1 pearl, and you have none.")
    if free_space(asked.state) == EMPTY:
        return _("The court is full.")
    if lords_in_deck(asked.state) == 0:
        return _("The lord deck is empty.")
    return _("You cannot plot now.")


WORDINGS = {
    MAIN: Wording(
        _what_to_do,
        Answer(
            "yes",
            N_("Explore the depths"),
            typed="explore",
            why_not=N_("There are no cards left to explore."),
            means=N_(
                "You turn up cards from the depths on a track of five spaces, until you take an ally or "
                "fight a monster. The others may buy the allies that you turn up; what is left goes to the "
                "council. That is your action for this turn."
            ),
        ),
        Answer(
            "pass",
            N_("Pass: there is nothing you can do"),
            why_not=N_("You may not pass while an action is possible."),
            means=N_("Your turn ends."),
        ),
        Answer(
            "plot",
            N_("Plot: pay 1 pearl for a new lord in the court"),
            short=N_("Plot for 1 pearl"),
            why_not=_not_plottable,
            means=N_(
                "You pay 1 pearl, and the top lord of the deck comes to the court. You still have your"
                " action."
            ),
        ),
        Answer(
            "stack",
            N_("Ask the council for support: {race} stack ({cards})"),
            short=N_("Support ×{count}"),
            why_not=empty_stack,
            means=N_(
                "You take the whole stack into your hand: {cards}, which only you see. That is your action "
                "for this turn."
            ),
        ),
        Answer(
            "lord",
            recruit_for,
            short=lord_and_cost,
            typed="recruit",
            why_not=not_recruitable,
            means=what_recruiting_brings,
        ),
        respects_sentinels=True,
    ),
    SECOND_STACK: Wording(
        N_("Which stack do you take second?"),
        Answer(
            "stack", N_("Take the {race} stack as well ({cards})"), why_not=empty_stack, means=STACK_TAKEN
        ),
        respects_sentinels=True,
    ),
    END_POWERS: Wording(
        N_("Use your remaining powers, or end your turn."),
        Answer(
            "pass",
            N_("End my turn"),
            typed="done",
            means=N_("Your turn ends. Powers that you have not used can be used again in your next turn."),
        ),
    ),
}
