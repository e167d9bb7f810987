"""The exploration deck: when it is empty, the discard becomes the next one (R-30)."""

from openabyss.engine.compiling import compiled
from openabyss.rules.cards.allies import KINDS
from openabyss.rules.events import RESHUFFLED, emit
from openabyss.rules.holdings.hands import cards_in, has_cards
from openabyss.rules.state import NOBODY, State, counted


@compiled
def refill_deck(state: State) -> None:
    """Called at the moment a card is needed."""
    if has_cards(state.deck) or not has_cards(state.discard):
        return
    for kind in range(KINDS):
        state.deck[kind] = state.discard[kind]
        state.discard[kind] = 0
    state.reshuffles = counted(state.reshuffles + 1)
    emit(state, RESHUFFLED, NOBODY, cards_in(state.deck), 0)
