"""Monster tokens with an effect: used by their owner in the own turn (Leviathan 5.5)."""

from openabyss.engine.compiling import compiled
from openabyss.rules.actions import A_RACE, PASS, TOKEN, TOKENS_OR_PASS
from openabyss.rules.base.holdings import can_take_any_stack, gain_key_tokens, gain_pearls
from openabyss.rules.cards.printed import LEVIATHAN
from openabyss.rules.ending import record_deed
from openabyss.rules.events import TOKEN_USED, emit
from openabyss.rules.numbering import KEY_CHECK, TOKEN_STACK_PICK, TOKEN_WINDOW
from openabyss.rules.questions import answer, ask, options, question, schedule
from openabyss.rules.sizes import TOKENS
from openabyss.rules.state import (
    BASE_TOKENS,
    STRICT_TOKENS,
    TOKEN_2_PEARLS,
    TOKEN_3_PEARLS,
    TOKEN_KEY,
    TOKEN_STACK,
    State,
)

question(TOKEN_WINDOW, TOKENS_OR_PASS, only_with=LEVIATHAN)
question(TOKEN_STACK_PICK, A_RACE, only_with=LEVIATHAN)


@compiled
def can_use_token(state: State, player: int, token: int) -> bool:
    """The player holds a token of this kind, and it would do something."""
    if state.monster_tokens[player, token] == 0:
        return False
    return token != TOKEN_STACK or can_take_any_stack(state, player)


@compiled
def can_use_any_token(state: State, player: int) -> bool:
    for token in range(BASE_TOKENS, TOKENS):
        if can_use_token(state, player, token):
            return True
    return False


@compiled
def offer_tokens(state: State, player: int) -> None:
    for token in range(BASE_TOKENS, TOKENS):
        if can_use_token(state, player, token):
            state.mask[TOKEN + token] = 1


@compiled
def use_token(state: State, player: int, token: int) -> None:
    """The token leaves the game. A key that makes three is used at once (A25)."""
    record_deed(state)
    state.monster_tokens[player, token] -= 1
    emit(state, TOKEN_USED, player, 0, token)
    if token == TOKEN_2_PEARLS:
        gain_pearls(state, player, 2)
    elif token == TOKEN_3_PEARLS:
        gain_pearls(state, player, 3)
    elif token == TOKEN_KEY:
        gain_key_tokens(state, player, 1)
        schedule(state, KEY_CHECK, player, 0)
    else:
        ask(state, TOKEN_STACK_PICK, player, 0)


@options(TOKEN_WINDOW)
def tokens_after_a_reward(state: State, player: int, detail: int) -> None:
    """Under the strict rule tokens may be used right after a reward (A2)."""
    if state.options[STRICT_TOKENS] == 1 and can_use_any_token(state, player):
        offer_tokens(state, player)
        state.mask[PASS] = 1


@answer(TOKEN_WINDOW)
def use_token_after_a_reward(state: State, player: int, detail: int, action: int) -> None:
    if action != PASS:
        ask(state, TOKEN_WINDOW, player, 0)
        use_token(state, player, action - TOKEN)
