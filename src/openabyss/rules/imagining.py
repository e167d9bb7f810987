"""What a seat cannot know is forgotten, so that chance can deal it anew.

A player with perfect memory knows every hand and council stack, since all cards were seen before
they got there; the order of a deck is known to nobody and stands nowhere. What is left are the
opponents' monster tokens.
"""

from openabyss.rules.record import compiled
from openabyss.rules.stocks import draw_tokens, tokens_held
from openabyss.rules.table import BASE_TOKENS, State


@compiled
def forget_hidden(state: State, seat: int) -> None:
    """Opponents' tokens return to the pool, and chance is asked for as many; settle afterwards."""
    for player in range(state.players):
        if player != seat:
            tokens = tokens_held(state, player)
            for token in range(BASE_TOKENS):
                state.pool[token] += state.monster_tokens[player, token]
                state.monster_tokens[player, token] = 0
            draw_tokens(state, player, tokens)
