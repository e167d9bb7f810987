"""What nebulis and leviathans cost a seat and promise it."""

import numpy as np

from openabyss.engine.compiling import compiled, compiled_out_of_line
from openabyss.players.greedy import notes as noted
from openabyss.players.greedy import weights as at
from openabyss.players.greedy.notes import Notes, blend
from openabyss.players.greedy.weights import Weights
from openabyss.rules import chapters as rules
from openabyss.rules.cards import leviathans
from openabyss.rules.cards.merchants import TAXIDERMIST
from openabyss.rules.cards.politicians import tokens_for_a_level
from openabyss.rules.cards.printed import LORDS
from openabyss.rules.powers import has_power, is_free_lord_of
from openabyss.rules.scoring import FIGURE_INFLUENCE, SCOURGE_INFLUENCE
from openabyss.rules.sizes import ZONES
from openabyss.rules.state import EMPTY, NOBODY, State


@compiled
def nebulis_loss(state: State, me: int, amount: int, weights: Weights, notes: Notes) -> int:
    """What it costs to receive some nebulis, perhaps with the figure."""
    if amount == 0:
        return 0
    loss = amount * int(notes[noted.NEBULIS_NOW])
    if state.kraken_holder != me and state.nebulis[me] + amount >= rules.max_nebulis(state):
        loss += blend(int(weights[at.FIGURE]), -100 * FIGURE_INFLUENCE, notes)
    return loss


@compiled
def money_price(state: State, me: int, price: int, pearl: int, notes: Notes) -> int:
    """What a price costs with each pearl worth `pearl`; nebulis for what the pearls do not cover."""
    nebulis = max(0, price - int(state.pearls[me]))
    return (price - nebulis) * pearl - nebulis * int(notes[noted.NEBULIS_NOW])


# How many of the 36 rolls of two dice lead to each zone.
ROLLS_OF_ZONE = np.array([3, 3, 4, 5, 6, 5, 4, 3, 3])
ROLLS = 36
# The pearls that the Taxidermist brings for each level.
PEARLS_OF_LEVEL = 2


@compiled
def penalty(state: State, victim: int, leviathan: int, weights: Weights, notes: Notes) -> int:
    """What an attack of the leviathan costs the seat."""
    amount = int(leviathans.ATTACK_AMOUNT[leviathan])
    if leviathans.ATTACK[leviathan] == leviathans.WOUNDS:
        return 100 * amount
    if leviathans.ATTACK[leviathan] == leviathans.PEARLS:
        return min(amount, int(state.pearls[victim])) * int(notes[noted.PEARL_NOW])
    if leviathans.ATTACK[leviathan] == leviathans.ALLIES:
        allies = min(amount, rules.hand_size(state, victim))
        return allies * int(weights[at.ALLY_LOST]) * int(notes[noted.FUTURE]) // 100
    return int(weights[at.LORD_LOST]) if has_free_lord(state, victim) else 0


@compiled
def has_free_lord(state: State, player: int) -> bool:
    for lord in range(LORDS):
        if is_free_lord_of(state, player, lord):
            return True
    return False


@compiled
def danger(state: State, victim: int, weights: Weights, notes: Notes) -> int:
    """What it costs the seat on average that a leviathan is added."""
    if rules.leviathans_in_deck(state) == 0 or rules.are_inert(state):
        return 0
    sum_ = 0
    for zone in range(ZONES):
        if state.border[zone] != EMPTY:
            sum_ += int(ROLLS_OF_ZONE[zone]) * penalty(state, victim, int(state.border[zone]), weights, notes)
    return sum_ // ROLLS


@compiled
def leviathan_token_worth(weights: Weights, notes: Notes) -> int:
    """The average token of the Leviathan pile: nothing when no turn is left to use it."""
    return int(weights[at.LEVIATHAN_TOKEN]) * int(notes[noted.FUTURE]) // 100


@compiled
def base_tokens_wanted(state: State, tokens: int, weights: Weights, notes: Notes) -> int:
    """How many of these tokens should come from the base pile."""
    base, leviathan = rules.base_tokens_left(state), rules.leviathan_tokens_left(state)
    tokens = min(tokens, base + leviathan)
    if int(weights[at.TOKEN_WORTH]) > leviathan_token_worth(weights, notes):
        return min(tokens, base)
    return tokens - min(tokens, leviathan)


@compiled
def tokens_worth(state: State, tokens: int, weights: Weights, notes: Notes) -> int:
    """What this many tokens are worth, from the better pile as far as it goes."""
    base = base_tokens_wanted(state, tokens, weights, notes)
    others = min(tokens - base, rules.leviathan_tokens_left(state))
    return base * int(weights[at.TOKEN_WORTH]) + others * leviathan_token_worth(weights, notes)


@compiled_out_of_line
def levels_worth(state: State, me: int, zone: int, levels: int, weights: Weights, notes: Notes) -> int:
    """What removing this many levels brings: tokens, pearls, the trophy."""
    leviathan, first = int(state.border[zone]), int(state.levels_lost[zone])
    tokens = levels * tokens_for_a_level(state, me)
    for level in range(first, first + levels):
        tokens += int(leviathans.TOKENS_PAID[leviathan, level])
    worth = tokens_worth(state, tokens, weights, notes)
    if has_power(state, me, TAXIDERMIST):
        worth += levels * PEARLS_OF_LEVEL * int(notes[noted.PEARL_NOW])
    if levels > 0 and first + levels == leviathans.LEVELS_OF[leviathan]:
        worth += trophy_worth(state, me, weights, notes)
    return worth


@compiled
def trophy_worth(state: State, me: int, weights: Weights, notes: Notes) -> int:
    """A trophy counts only for the Scourge."""
    holder = int(state.scourge_holder)
    takes_it = holder == NOBODY or rules.trophies_of(state, me) + 1 >= rules.trophies_of(state, holder)
    if holder != me and takes_it:
        return blend(int(weights[at.SCOURGE]), 100 * SCOURGE_INFLUENCE, notes)
    return int(weights[at.TROPHY]) * int(notes[noted.FUTURE]) // 100


@compiled
def best_strike(state: State, me: int, weights: Weights, notes: Notes) -> tuple[int, int]:
    """What the level that is worth most brings, and its zone; EMPTY without leviathans."""
    best, choice = 0, EMPTY
    for zone in range(ZONES):
        if state.border[zone] != EMPTY:
            worth = levels_worth(state, me, zone, 1, weights, notes)
            if choice == EMPTY or worth > best:
                best, choice = worth, zone
    return best, choice
