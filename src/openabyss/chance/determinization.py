"""Determinization: what a seat cannot know is sampled, so that a game can be played on from there.

Hidden are the face-down monster tokens of opponents. A player with perfect memory knows every hand and
council stack, since all cards were seen before they got there; the order of a deck is known to nobody and
written nowhere. Which cards of its hand somebody has named so far for a lord is not sampled.
"""

from openabyss.chance.generator import Generator, below, generator
from openabyss.engine.compiling import compiled
from openabyss.rules.play import resolve
from openabyss.rules.sizes import TOKENS
from openabyss.rules.state import (
    BASE_BACK,
    BASE_TOKENS,
    DEPTH_PLACE,
    FRAME,
    LEVIATHAN_BACK,
    STACK_PLACE,
    State,
    copy_of,
    numbers_of,
    sum_of,
    tokens_of,
)


def determinized(state: State, seat: int, seed: int, min_answers: int = 1) -> State:
    """A table that the seat may just as well be at: what it cannot know is sampled, as the seed says.

    What is asked may tell everybody what tokens an opponent holds: without pearls, only somebody with a token
    that brings some is asked for a boost. So tokens are sampled until the same question is asked, with at
    least `min_answers`; to ask at all where there is no choice may tell something, too.
    """
    if not state.monster_tokens.any():
        return copy_of(state)
    random, at_least = generator(seed), min(min_answers, int(state.offered))
    while True:
        table = copy_of(state)
        sample_hidden_state(table, seat, random)
        resolve(table)
        if _waits_alike(table, state) and table.offered >= at_least:
            return table


def _waits_alike(table: State, other: State) -> bool:
    """On both tables the same waits to be settled, the open question included."""
    numbers, others = numbers_of(table), numbers_of(other)
    end = STACK_PLACE + FRAME * others[DEPTH_PLACE]
    return numbers[DEPTH_PLACE] == others[DEPTH_PLACE] and numbers[STACK_PLACE:end] == others[STACK_PLACE:end]


@compiled
def sample_hidden_state(state: State, seat: int, random: Generator) -> None:
    """All opponents' tokens return to the piles, and as many of each back are drawn for them.

    A question to the seat itself stays as it is: its answers depend on no tokens but its own.
    """
    for player in range(state.players):
        if player != seat:
            for token in range(TOKENS):
                state.pool[token] += state.monster_tokens[player, token]
    for player in range(state.players):
        if player != seat:
            exchange_tokens(state, player, random)


@compiled
def exchange_tokens(state: State, player: int, random: Generator) -> None:
    """The tokens of a player, which are in the piles again, are replaced by as many of each back."""
    base = sum_of(state.monster_tokens[player], 0, BASE_TOKENS)
    leviathan = sum_of(state.monster_tokens[player], BASE_TOKENS, TOKENS)
    state.monster_tokens[player, :] = 0
    for _ in range(base):
        draw_token(state, player, BASE_BACK, random)
    for _ in range(leviathan):
        draw_token(state, player, LEVIATHAN_BACK, random)


@compiled
def draw_token(state: State, player: int, back: int, random: Generator) -> None:
    """A token with this back, any as likely as the others."""
    first, end = tokens_of(back)
    left = int(below(random, sum_of(state.pool, first, end)))
    for token in range(first, end):
        left -= int(state.pool[token])
        if left < 0:
            state.pool[token] -= 1
            state.monster_tokens[player, token] += 1
            return
