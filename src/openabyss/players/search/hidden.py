"""What the seat cannot know is dealt anew: the face-down monster tokens of its opponents.

The same as `dealer.deal_hidden`, at native speed.
"""

from openabyss.chance.generator import Generator, below
from openabyss.engine.compiling import compiled
from openabyss.rules.sizes import TOKENS
from openabyss.rules.state import BASE_BACK, BASE_TOKENS, LEVIATHAN_BACK, State, back_of


@compiled
def deal_hidden(state: State, seat: int, random: Generator) -> None:
    """All opponents' tokens return to the piles, and as many of each back are drawn for them."""
    for player in range(state.players):
        if player != seat:
            for token in range(TOKENS):
                state.pool[token] += state.monster_tokens[player, token]
    for player in range(state.players):
        if player != seat:
            exchange_tokens(state, player, random)


@compiled
def exchange_tokens(state: State, player: int, random: Generator) -> None:
    base, leviathan = 0, 0
    for token in range(TOKENS):
        if back_of(token) == BASE_BACK:
            base += int(state.monster_tokens[player, token])
        else:
            leviathan += int(state.monster_tokens[player, token])
        state.monster_tokens[player, token] = 0
    for _ in range(base):
        draw_token(state, player, BASE_BACK, random)
    for _ in range(leviathan):
        draw_token(state, player, LEVIATHAN_BACK, random)


@compiled
def draw_token(state: State, player: int, back: int, random: Generator) -> None:
    first, end = (0, BASE_TOKENS) if back == BASE_BACK else (BASE_TOKENS, TOKENS)
    count = 0
    for token in range(first, end):
        count += int(state.pool[token])
    left = int(below(random, count))
    for token in range(first, end):
        left -= int(state.pool[token])
        if left < 0:
            state.pool[token] -= 1
            state.monster_tokens[player, token] += 1
            return
