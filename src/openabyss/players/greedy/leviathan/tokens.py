"""Monster tokens with an effect, the pile to draw from, and martial law."""

from openabyss.engine.compiling import compiled
from openabyss.players.greedy.cards import card_loss, cheapest_card_offered
from openabyss.players.greedy.leviathan.border import base_tokens_wanted, leviathan_token_worth
from openabyss.players.greedy.notes import FUTURE, NEXT_KEY, PEARL_NOW, UNDECIDED, Notes, decides
from openabyss.players.greedy.stacks import NOTHING, stack_gain
from openabyss.players.greedy.weights import PEARLS_ENOUGH, STACK_TOKEN, TOKEN_WORTH, Weights
from openabyss.rules.actions import KIND, NUMBER, PASS, RACE, TOKEN
from openabyss.rules.cards.allies import RACES
from openabyss.rules.cards.soldiers import ROB_BACK
from openabyss.rules.holdings.hands import can_take_stack, hand_size, stack_size
from openabyss.rules.leviathan.fighting import TAKE_TOKENS
from openabyss.rules.leviathan.tokens import TOKEN_STACK_PICK, TOKEN_WINDOW
from openabyss.rules.state import (
    BASE_BACK,
    LEVIATHAN_BACK,
    TOKEN_2_PEARLS,
    TOKEN_3_PEARLS,
    TOKEN_KEY,
    TOKEN_STACK,
    State,
)
from openabyss.rules.turn import MARTIAL_LIMIT, OBEY_MARTIAL_LAW

WHOLE_FUTURE = 100


@compiled
def token_to_use(state: State, me: int, weights: Weights, notes: Notes) -> int:
    """The answer that uses a token for which the time has come, UNDECIDED if it has not.

    Keys at once, pearls when they run short, a stack when one is good or the end is near.
    """
    if state.leviathan == 0:
        return UNDECIDED
    if state.mask[TOKEN + TOKEN_KEY] > 0 and notes[NEXT_KEY] > 0:
        return TOKEN + TOKEN_KEY
    if state.pearls[me] < weights[PEARLS_ENOUGH] or notes[FUTURE] < WHOLE_FUTURE:
        for token in (TOKEN_3_PEARLS, TOKEN_2_PEARLS):
            if state.mask[TOKEN + token] > 0:
                return TOKEN + token
    if state.mask[TOKEN + TOKEN_STACK] > 0 and best_stack(state, me, weights, notes)[0] > floor_of_stack(
        weights, notes
    ):
        return TOKEN + TOKEN_STACK
    return UNDECIDED


@compiled
def floor_of_stack(weights: Weights, notes: Notes) -> int:
    """What a stack must be worth before the token is used for it."""
    return int(weights[STACK_TOKEN]) if notes[FUTURE] == WHOLE_FUTURE else 0


@compiled
def best_stack(state: State, me: int, weights: Weights, notes: Notes) -> tuple[int, int]:
    """The best stack that may be taken and leaves the hand within martial law, and its race."""
    best, choice = NOTHING, UNDECIDED
    room = MARTIAL_LIMIT - hand_size(state, me)
    for race in range(RACES):
        if can_take_stack(state, me, race):
            worth = stack_gain(state, me, race, weights, notes)
            if stack_size(state, race) > room and notes[FUTURE] == WHOLE_FUTURE:
                worth = 0
            if worth > best:
                best, choice = worth, race
    return best, choice


@decides(TOKEN_STACK_PICK)
def choose_stack(state: State, me: int, detail: int, weights: Weights, notes: Notes) -> int:
    return RACE + best_stack(state, me, weights, notes)[1]


@decides(TOKEN_WINDOW)
def use_token_after_a_reward(state: State, me: int, detail: int, weights: Weights, notes: Notes) -> int:
    action = token_to_use(state, me, weights, notes)
    return PASS if action == UNDECIDED else action


@decides(TAKE_TOKENS)
def choose_piles(state: State, me: int, tokens: int, weights: Weights, notes: Notes) -> int:
    return NUMBER + base_tokens_wanted(state, tokens, weights, notes)


@decides(ROB_BACK)
def choose_back(state: State, me: int, victim: int, weights: Weights, notes: Notes) -> int:
    if int(weights[TOKEN_WORTH]) >= leviathan_token_worth(weights, notes):
        return NUMBER + BASE_BACK
    return NUMBER + LEVIATHAN_BACK


@decides(OBEY_MARTIAL_LAW)
def pay_or_discard(state: State, me: int, detail: int, weights: Weights, notes: Notes) -> int:
    """A pearl for each card that is worth more than one."""
    cheapest = cheapest_card_offered(state, me, weights, notes)
    if state.mask[PASS] == 0:
        return cheapest
    loss = card_loss(state, me, cheapest - KIND, weights, notes)
    return PASS if loss > notes[PEARL_NOW] else cheapest
