"""Pearls, key tokens and monster tokens: what players own besides cards."""

from openabyss.engine.compiling import compiled
from openabyss.rules.actions import A_TOKEN, TOKEN
from openabyss.rules.cards.printed import KRAKEN, LEVIATHAN
from openabyss.rules.events import (
    KEYS_GAINED,
    KEYS_RETURNED,
    PEARLS_GAINED,
    PEARLS_PAID,
    TOKEN_DRAWN,
    emit,
    emit_privately,
)
from openabyss.rules.numbering import DRAW_LEVIATHAN_TOKEN, DRAW_TOKEN, TAX
from openabyss.rules.questions import Source, Topic, answer, ask, options, question, schedule, step
from openabyss.rules.sizes import TOKENS
from openabyss.rules.state import BASE_TOKENS, NOBODY, State, counted, sum_of

# The Highwayman takes his share here (cards/soldiers.py).
step(TAX, about=Topic.PEARLS, of_anybody=True, only_with=KRAKEN)
TAXED_FROM = 2


@compiled
def gain_pearls(state: State, player: int, amount: int) -> None:
    """The treasury (or a buyer) gives `player` some pearls, in one gain.

    In Kraken a gain of two or more is noticed (TAX), so push what comes later first.
    """
    if amount > 0:
        state.pearls[player] = counted(state.pearls[player] + amount)
        emit(state, PEARLS_GAINED, player, amount, state.pearls[player])
        if amount >= TAXED_FROM and state.kraken == 1:
            schedule(state, TAX, player, amount)


@compiled
def pay_pearls(state: State, player: int, amount: int) -> None:
    """`player`, who has them, gives up some pearls."""
    if amount > 0:
        state.pearls[player] -= amount
        emit(state, PEARLS_PAID, player, amount, state.pearls[player])


@compiled
def gain_key_tokens(state: State, player: int, amount: int) -> None:
    """Key tokens from the supply, which is treated as unlimited (rules 2)."""
    if amount > 0:
        state.key_tokens[player] = counted(state.key_tokens[player] + amount)
        emit(state, KEYS_GAINED, player, amount, state.key_tokens[player])


@compiled
def return_key_tokens(state: State, player: int, amount: int) -> None:
    """Key tokens go back to the supply."""
    if amount > 0:
        state.key_tokens[player] -= amount
        emit(state, KEYS_RETURNED, player, amount, state.key_tokens[player])


@compiled
def tokens_held(state: State, player: int) -> int:
    """How many monster tokens lie face down before `player`."""
    return sum_of(state.monster_tokens[player], 0, TOKENS)


@compiled
def base_tokens_left(state: State) -> int:
    """How many monster tokens of the base pile are left."""
    return sum_of(state.pool, 0, BASE_TOKENS)


@compiled
def leviathan_tokens_left(state: State) -> int:
    """How many monster tokens of the Leviathan pile are left."""
    return sum_of(state.pool, BASE_TOKENS, TOKENS)


question(DRAW_TOKEN, A_TOKEN, about=Topic.PLAYER, drawn_from=Source.MONSTER_TOKENS, seen_by_one=True)
question(
    DRAW_LEVIATHAN_TOKEN,
    A_TOKEN,
    about=Topic.PLAYER,
    drawn_from=Source.LEVIATHAN_TOKENS,
    seen_by_one=True,
    only_with=LEVIATHAN,
)


@compiled
def draw_tokens(state: State, player: int, amount: int) -> None:
    """`player` draws monster tokens of the base pile, as far as there are any."""
    for _ in range(amount):
        ask(state, DRAW_TOKEN, NOBODY, player)


@compiled
def draw_leviathan_tokens(state: State, player: int, amount: int) -> None:
    """`player` draws monster tokens of the Leviathan pile, as far as there are any."""
    for _ in range(amount):
        ask(state, DRAW_LEVIATHAN_TOKEN, NOBODY, player)


@options(DRAW_LEVIATHAN_TOKEN)
def leviathan_tokens_to_draw(state: State, player: int, detail: int) -> None:
    for token in range(BASE_TOKENS, TOKENS):
        state.mask[TOKEN + token] = state.pool[token]


@options(DRAW_TOKEN)
def tokens_to_draw(state: State, player: int, detail: int) -> None:
    for token in range(BASE_TOKENS):
        state.mask[TOKEN + token] = state.pool[token]


@answer(DRAW_TOKEN, DRAW_LEVIATHAN_TOKEN)
def receive_token(state: State, player: int, receiver: int, action: int) -> None:
    """A drawn token goes face down to its receiver, who looks at it."""
    token = action - TOKEN
    state.pool[token] -= 1
    state.monster_tokens[receiver, token] += 1
    emit_privately(state, TOKEN_DRAWN, receiver, tokens_held(state, receiver), token, receiver)
