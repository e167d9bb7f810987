"""What nebulis and the Kraken figure cost a seat."""

from openabyss.engine.compiling import compiled
from openabyss.players.greedy.notes import NEBULIS_NOW, Notes, blend
from openabyss.players.greedy.weights import FIGURE, Weights
from openabyss.rules.kraken.nebulis import max_nebulis
from openabyss.rules.scoring import FIGURE_INFLUENCE
from openabyss.rules.state import State


@compiled
def nebulis_loss(state: State, me: int, amount: int, weights: Weights, notes: Notes) -> int:
    """What it costs to receive some nebulis, perhaps with the figure."""
    if amount == 0:
        return 0
    loss = amount * int(notes[NEBULIS_NOW])
    if state.kraken_holder != me and state.nebulis[me] + amount >= max_nebulis(state):
        loss += blend(int(weights[FIGURE]), -100 * FIGURE_INFLUENCE, notes)
    return loss


@compiled
def money_price(state: State, me: int, price: int, pearl: int, notes: Notes) -> int:
    """What a price costs with each pearl worth `pearl`; nebulis for what the pearls do not cover."""
    nebulis = max(0, price - int(state.pearls[me]))
    return (price - nebulis) * pearl - nebulis * int(notes[NEBULIS_NOW])
