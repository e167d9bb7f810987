"""What players hold: allies in hands, and in the council; pearls, key tokens and monster tokens."""

from openabyss.engine.compiling import compiled
from openabyss.engine.layout import Numbers
from openabyss.rules.actions import A_TOKEN, KIND, PASS, RACE, TOKEN
from openabyss.rules.cards.allies import ALLY_KINDS, FIRST_KRAKEN, HIGHEST_VALUE, KINDS, RACES
from openabyss.rules.cards.printed import KRAKEN, LEVIATHAN
from openabyss.rules.events import (
    ALLY_DISCARDED,
    KEYS_GAINED,
    KEYS_RETURNED,
    PEARLS_GAINED,
    PEARLS_PAID,
    STACK_CLEARED,
    STACK_TAKEN,
    TOKEN_DRAWN,
    emit,
    emit_privately,
)
from openabyss.rules.kraken.sentinels import is_guarded_from, offer_to_leave, return_sentinel
from openabyss.rules.numbering import (
    APPRENTICE_STACK,
    CLEAR_STACK,
    DRAW_LEVIATHAN_TOKEN,
    DRAW_TOKEN,
    LOSE_ALLY,
    SECOND_STACK,
    SELL_ALLY,
    TAX,
    TOKEN_STACK_PICK,
)
from openabyss.rules.questions import Source, Topic, answer, ask, options, question, schedule, step
from openabyss.rules.sizes import TOKENS
from openabyss.rules.state import BASE_TOKENS, NOBODY, State, counted, sum_of


@compiled
def cards_in(zone: Numbers) -> int:
    """How many cards a zone holds, given its counts by kind."""
    return sum_of(zone, 0, KINDS)


@compiled
def has_cards(zone: Numbers) -> bool:
    """Whether a zone holds any card; quicker than counting them."""
    for kind in range(KINDS):
        if zone[kind] > 0:
            return True
    return False


@compiled
def hand_size(state: State, player: int) -> int:
    return cards_in(state.hand[player])


@compiled
def offer_hand(state: State, player: int) -> None:
    """Every kind of ally in the hand may be pointed at."""
    for kind in range(ALLY_KINDS):
        if state.hand[player, kind] > 0:
            state.mask[KIND + kind] = 1


@compiled
def discard_ally(state: State, player: int, kind: int) -> None:
    """One ally goes from the hand to the exploration discard, seen by all."""
    state.hand[player, kind] -= 1
    state.discard[kind] += 1
    emit(state, ALLY_DISCARDED, player, hand_size(state, player), kind)


@compiled
def stack_size(state: State, race: int) -> int:
    """How many cards lie in the council stack of a race."""
    size = 0
    for value in range(HIGHEST_VALUE):
        size += int(state.council[race, race * HIGHEST_VALUE + value])
    if state.kraken == 1 or state.leviathan == 1:
        for kind in range(FIRST_KRAKEN, ALLY_KINDS):
            size += int(state.council[race, kind])
    return size


@compiled
def can_take_stack(state: State, player: int, race: int) -> bool:
    """The stack holds cards and no other player's sentinel guards it."""
    return stack_size(state, race) > 0 and not is_guarded_from(state, player, RACE + race)


@compiled
def can_take_any_stack(state: State, player: int) -> bool:
    for race in range(RACES):
        if can_take_stack(state, player, race):
            return True
    return False


@compiled
def offer_stacks(state: State, player: int) -> bool:
    """Every council stack that `player` may take or clear; whether there is one."""
    found = False
    for race in range(RACES):
        if can_take_stack(state, player, race):
            state.mask[RACE + race] = 1
            found = True
    return found


@compiled
def take_stack(state: State, player: int, race: int) -> None:
    """The whole stack of a race goes to the hand, unseen by the others."""
    emit(state, STACK_TAKEN, player, stack_size(state, race), race)
    for kind in range(ALLY_KINDS):
        state.hand[player, kind] += state.council[race, kind]
        state.council[race, kind] = 0
    return_sentinel(state, RACE + race)


@compiled
def clear_stack(state: State, player: int, race: int) -> None:
    """The whole stack of a race goes to the exploration discard, unseen."""
    emit(state, STACK_CLEARED, player, stack_size(state, race), race)
    for kind in range(ALLY_KINDS):
        state.discard[kind] += state.council[race, kind]
        state.council[race, kind] = 0
    return_sentinel(state, RACE + race)


@compiled
def can_reveal(state: State) -> bool:
    """A card is left in the exploration deck, or in the discard that will become the next deck."""
    return has_cards(state.deck) or has_cards(state.discard)


@compiled
def has_allies_left(state: State) -> bool:
    """An ally is left in the exploration deck or in the discard."""
    for kind in range(ALLY_KINDS):
        if state.deck[kind] + state.discard[kind] > 0:
            return True
    return False


@options(CLEAR_STACK, TOKEN_STACK_PICK)
def stacks_to_choose(state: State, player: int, detail: int) -> None:
    """A council stack, to be taken or cleared."""
    offer_stacks(state, player)


@compiled
def offer_stacks_to_take(state: State, player: int) -> None:
    """One must be taken, but not one under the player's own sentinel."""
    offer_stacks(state, player)
    offer_to_leave(state, player, RACE, RACE + RACES)


@options(APPRENTICE_STACK)
def stacks_for_the_apprentice(state: State, player: int, detail: int) -> None:
    offer_stacks_to_take(state, player)


@answer(APPRENTICE_STACK, SECOND_STACK, TOKEN_STACK_PICK)
def take_chosen_stack(state: State, player: int, detail: int, action: int) -> None:
    """The Alchemist doubles the support of the council alone (R-28, A24)."""
    if action != PASS:
        take_stack(state, player, action - RACE)


@options(SELL_ALLY, LOSE_ALLY)
def allies_to_choose(state: State, player: int, detail: int) -> None:
    """An ally of the hand, to be sold or lost."""
    offer_hand(state, player)


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
