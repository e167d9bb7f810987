"""What a seat may look at: the table as it remembers it, without what was never shown to it.

With a perfect memory every hand and council stack is known, since all cards lay open before they
got there. The order of the decks stands nowhere. Left are the opponents' monster tokens, which lie
face down: here those with the same back all show the same face, and so do the piles.
"""

from openabyss.game import Game
from openabyss.rules.record import Numbers
from openabyss.rules.table import BASE_TOKENS, TOKEN_2, TOKENS, State


def table_seen_by(game: Game, seat: int) -> State:
    """A copy of the table with the values of face-down tokens removed; how many there are stays."""
    state = game.clone().state
    for player in range(game.players):
        if player != seat:
            turn_over(state.monster_tokens[player])
    turn_over(state.pool)
    return state


def turn_over(tokens: Numbers) -> None:
    """The tokens of each pile, told apart by their backs, all counted as its first kind."""
    for first, end in ((TOKEN_2, BASE_TOKENS), (BASE_TOKENS, TOKENS)):
        count = int(tokens[first:end].sum())
        tokens[first:end] = 0
        tokens[first] = count
