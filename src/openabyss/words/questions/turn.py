"""The turn and the council in words."""

from itertools import compress

from openabyss.rules.actions import LORD, PLOT, TOKEN
from openabyss.rules.cards.printed import LORDS
from openabyss.rules.chapters import free_space, lords_in_deck
from openabyss.rules.sizes import TOKENS
from openabyss.rules.state import COURT, EMPTY
from openabyss.rules.turn import PLOT_PEARLS
from openabyss.words import _
from openabyss.words.questions.phrases import TEXTS
from openabyss.words.questions.recruiting import lord_and_cost, not_recruitable, recruit_for
from openabyss.words.questions.wording import Asked, wordings_in


def what_to_do(asked: Asked) -> str:
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


def not_plottable(asked: Asked, _thing: int) -> str:
    if asked.state.pearls[asked.player] < PLOT_PEARLS:
        return _("Plotting costs 1 pearl, and you have none.")
    if free_space(asked.state) == EMPTY:
        return _("The court is full.")
    if lords_in_deck(asked.state) == 0:
        return _("The lord deck is empty.")
    return _("You cannot plot now.")


WORDINGS = wordings_in(
    "turn.md",
    prompts=[what_to_do],
    texts=[*TEXTS, lord_and_cost, not_plottable, not_recruitable, recruit_for],
)
