"""What a seat may look at: the table as it remembers it, without what was never shown to it.

With a perfect memory every hand and council stack is known, since all cards lay open before they
got there. The order of the decks stands nowhere. Left are the opponents' monster tokens, which lie
face down: here those with the same back all show the same face, and so do the piles.
"""

from openabyss.engine.layout import Numbers
from openabyss.rules.copying import copy_of
from openabyss.rules.sizes import TOKENS
from openabyss.rules.state import BASE_TOKENS, TOKEN_2, State


def table_known_to(state: State, seat: int) -> State:
    """A copy of the table with the values of face-down tokens removed; how many there are stays.

    What has happened last, which may have been private, is removed as well.
    """
    known = copy_of(state)
    for player in range(state.players):
        if player != seat:
            turn_over(known.monster_tokens[player])
    turn_over(known.pool)
    known.events[:] = 0
    known.event_count = 0
    return known


def turn_over(tokens: Numbers) -> None:
    """The tokens of each pile, which the backs distinguish, all counted as its first kind."""
    for first, end in ((TOKEN_2, BASE_TOKENS), (BASE_TOKENS, TOKENS)):
        count = int(tokens[first:end].sum())
        tokens[first:end] = 0
        tokens[first] = count


def unseen_by(state: State, seat: int) -> Numbers:
    """How many tokens of each kind lie face down for the seat: in the piles and before the others.

    It knows them all together, since it knows all tokens that there are.
    """
    unseen: Numbers = state.pool.copy()
    for player in range(state.players):
        if player != seat:
            unseen += state.monster_tokens[player]
    return unseen
