"""The exploration deck, which the discard refills (R-30), and the threat track (rules 5.4, E4 and E5)."""

from openabyss.engine.compiling import compiled
from openabyss.rules.actions import KIND
from openabyss.rules.base.holdings import cards_in, has_cards
from openabyss.rules.cards.allies import KINDS
from openabyss.rules.events import RESHUFFLED, THREAT_RESET, THREAT_ROSE, emit
from openabyss.rules.numbering import FIND_CARD, REVEAL_CARD
from openabyss.rules.questions import options
from openabyss.rules.state import NOBODY, State, counted

HIGHEST_THREAT = 6


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


@options(REVEAL_CARD, FIND_CARD)
def cards_of_the_deck(state: State, player: int, detail: int) -> None:
    """Chance turns up a card of the deck."""
    for kind in range(KINDS):
        state.mask[KIND + kind] = state.deck[kind]


@compiled
def raise_threat(state: State, player: int) -> None:
    """The threat rises by one level and stays at the highest (R-7)."""
    if state.threat < HIGHEST_THREAT:
        state.threat += 1
        emit(state, THREAT_ROSE, player, state.threat, 0)


@compiled
def reset_threat(state: State, player: int) -> None:
    """After a fight the threat is at level 1, whatever the Tamer did (R-37)."""
    state.threat = 1
    emit(state, THREAT_RESET, player, 1, 0)
