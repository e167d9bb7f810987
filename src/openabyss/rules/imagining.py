"""What a seat cannot know is forgotten, so that chance can deal it anew.

A player with perfect memory knows every hand and council stack, since all cards were seen before
they got there; the order of a deck is known to nobody and stands nowhere. What is left are the
opponents' monster tokens.
"""

from openabyss.rules.record import compiled
from openabyss.rules.stocks import draw_leviathan_tokens, draw_tokens
from openabyss.rules.table import BASE_BACK, TOKENS, State, back_of


@compiled
def forget_hidden(state: State, seat: int) -> None:
    """Opponents' tokens return to the pool, and chance is asked for as many; settle afterwards."""
    for player in range(state.players):
        if player != seat:
            base, leviathan = 0, 0
            for token in range(TOKENS):
                held = int(state.monster_tokens[player, token])
                if back_of(token) == BASE_BACK:
                    base += held
                else:
                    leviathan += held
                state.pool[token] += held
                state.monster_tokens[player, token] = 0
            draw_tokens(state, player, base)
            draw_leviathan_tokens(state, player, leviathan)
