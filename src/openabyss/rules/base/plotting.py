"""Plotting: a pearl for one more lord in the court (rules 5.3)."""

from openabyss.engine.compiling import compiled
from openabyss.rules.base.court import LORD_TO_COURT, free_space, has_lords_in_deck
from openabyss.rules.events import PLOTTED, emit
from openabyss.rules.holdings.stocks import pay_pearls
from openabyss.rules.questions import ask
from openabyss.rules.state import EMPTY, NOBODY, State

PLOT_PEARLS = 1


@compiled
def can_plot(state: State, player: int) -> bool:
    """A pearl, an empty space of the court and a lord in the deck."""
    return bool(
        state.pearls[player] >= PLOT_PEARLS and free_space(state) != EMPTY and has_lords_in_deck(state)
    )


@compiled
def plot(state: State, player: int) -> None:
    """The top lord of the deck goes to the empty space furthest from the deck."""
    emit(state, PLOTTED, player, 0, 0)
    pay_pearls(state, player, PLOT_PEARLS)
    ask(state, LORD_TO_COURT, NOBODY, free_space(state))
