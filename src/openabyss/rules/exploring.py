"""Exploring the depths (rules 5.4): reveal, offer, take or go on; meet monsters."""

import numpy as np

from openabyss.rules.cards.allies import KINDS, MONSTER, NO_RACE, RACE_OF
from openabyss.rules.cards.merchants import collect_cargo
from openabyss.rules.cards.soldiers import tamer_lowers_reward
from openabyss.rules.events import (
    ALLY_BOUGHT,
    ALLY_TAKEN,
    EXPLORATION_ENDED,
    EXPLORED,
    MONSTER_FOUGHT,
    OFFER_DECLINED,
    RESHUFFLED,
    REVEALED,
    SENT_TO_COUNCIL,
    THREAT_RESET,
    THREAT_ROSE,
    happened,
)
from openabyss.rules.hands import can_reveal, cards_in, has_cards
from openabyss.rules.record import Numbers, compiled
from openabyss.rules.stocks import draw_tokens, gain_key_tokens, gain_pearls, pay_pearls, tokens_in_pool
from openabyss.rules.table import (
    A_NUMBER,
    AN_ALLY,
    EMPTY,
    KIND,
    NOBODY,
    NUMBER,
    PASS,
    TRACK_SPACES,
    YES,
    YES_OR_NO,
    State,
    answer,
    ask,
    options,
    question,
    step,
    then,
    when_due,
)

LAST_SPACE = TRACK_SPACES - 1
LAST_SPACE_PEARLS = 1
HIGHEST_THREAT = 6

# The choices of each threat level: (pearls, monster tokens, keys).
REWARD_CHOICES = 3
REWARDS = np.array(
    [
        [(1, 0, 0), (0, 1, 0), (0, 0, 0)],
        [(2, 0, 0), (1, 1, 0), (0, 2, 0)],
        [(0, 0, 1), (0, 0, 0), (0, 0, 0)],
        [(1, 0, 1), (0, 1, 1), (0, 0, 0)],
        [(2, 0, 1), (1, 1, 1), (0, 2, 1)],
        [(0, 0, 2), (0, 0, 0), (0, 0, 0)],
    ]
)

REVEAL = step("REVEAL")
REVEAL_CARD = question("REVEAL_CARD", AN_ALLY)
OFFER = question("OFFER", YES_OR_NO)
EXPLORE_ALLY = question("EXPLORE_ALLY", YES_OR_NO, turn_powers=True)
EXPLORE_MONSTER = question("EXPLORE_MONSTER", YES_OR_NO, turn_powers=True)
REWARD = question("REWARD", A_NUMBER, turn_powers=True)
END_EXPLORATION = step("END_EXPLORATION")


@compiled
def explore(state: State, player: int) -> None:
    happened(state, EXPLORED, player, 0, 0)
    then(state, END_EXPLORATION, player, 0)
    then(state, REVEAL, player, 0)


# ------------------------------------------------------------------------------ E1 reveal


@when_due(REVEAL)
def reveal(state: State, player: int, detail: int) -> None:
    """Turn up the next card. If there is none at all, the exploration is over (R-26)."""
    if not has_cards(state.deck) and has_cards(state.discard):
        reshuffle(state)
    ask(state, REVEAL_CARD, NOBODY, player)


@compiled
def reshuffle(state: State) -> None:
    """The discard becomes the deck at the moment a card is needed (R-30)."""
    for kind in range(KINDS):
        state.deck[kind] = state.discard[kind]
        state.discard[kind] = 0
    state.reshuffles += 1
    happened(state, RESHUFFLED, NOBODY, cards_in(state.deck), 0)


@options(REVEAL_CARD)
def cards_to_reveal(state: State, player: int, detail: int, mask: Numbers) -> None:
    for kind in range(KINDS):
        mask[KIND + kind] = state.deck[kind]


@answer(REVEAL_CARD)
def reveal_card(state: State, player: int, detail: int, action: int) -> None:
    kind, explorer = action - KIND, detail
    space = cards_on_track(state)
    state.deck[kind] -= 1
    state.track[space] = kind
    happened(state, REVEALED, explorer, space, kind)
    if kind == MONSTER:
        ask(state, EXPLORE_MONSTER, explorer, space)
    else:
        offer_to_next(state, explorer, explorer, space)


@compiled
def cards_on_track(state: State) -> int:
    """Also the first empty space, since the track fills up without gaps."""
    count = 0
    while count < TRACK_SPACES and state.track[count] != EMPTY:
        count += 1
    return count


# ------------------------------------------------------------------------------- E2 offer


@compiled
def offer_to_next(state: State, explorer: int, asked: int, space: int) -> None:
    """Offer the ally to the opponents after `asked` who can buy it, then to the explorer."""
    players = int(state.players)
    buyer = (asked + 1) % players
    while buyer != explorer and not can_buy(state, buyer):
        buyer = (buyer + 1) % players
    if buyer == explorer:
        ask(state, EXPLORE_ALLY, explorer, space)
    else:
        ask(state, OFFER, buyer, space)


@compiled
def can_buy(state: State, player: int) -> bool:
    """One purchase for each opponent in each turn, at the price that rises with every sale."""
    return bool(state.bought[player] == 0 and state.pearls[player] >= state.price)


@options(OFFER)
def buy_or_pass(state: State, player: int, detail: int, mask: Numbers) -> None:
    if can_buy(state, player):
        mask[YES] = 1
        mask[PASS] = 1


@answer(OFFER)
def answer_offer(state: State, player: int, detail: int, action: int) -> None:
    explorer = int(state.active)
    if action == PASS:
        happened(state, OFFER_DECLINED, player, state.price, state.track[detail])
        offer_to_next(state, explorer, player, detail)
    else:
        buy(state, player, explorer, detail)
        then(state, REVEAL, explorer, 0)


@compiled
def buy(state: State, player: int, explorer: int, space: int) -> None:
    """The price goes to the explorer, who has to go on revealing."""
    kind, price = int(state.track[space]), int(state.price)
    state.track[space] = EMPTY
    state.hand[player, kind] += 1
    state.bought[player] += 1
    state.price += 1
    happened(state, ALLY_BOUGHT, player, price, kind)
    pay_pearls(state, player, price)
    gain_pearls(state, explorer, price)


# ----------------------------------------------------------------------- E3 take or go on


@compiled
def can_go_on(state: State, space: int) -> bool:
    """Not from the last space, nor when no card is left to reveal (R-26)."""
    return space < LAST_SPACE and can_reveal(state)


@options(EXPLORE_ALLY)
def take_or_continue(state: State, player: int, detail: int, mask: Numbers) -> None:
    mask[YES] = 1
    if can_go_on(state, detail):
        mask[PASS] = 1


@answer(EXPLORE_ALLY)
def take_ally(state: State, player: int, detail: int, action: int) -> None:
    if action == PASS:
        then(state, REVEAL, player, 0)
        return
    kind = int(state.track[detail])
    state.track[detail] = EMPTY
    state.hand[player, kind] += 1
    happened(state, ALLY_TAKEN, player, detail, kind)
    if detail == LAST_SPACE:
        gain_pearls(state, player, LAST_SPACE_PEARLS)


# ----------------------------------------------------------------- E4 monster, E5 reward


@options(EXPLORE_MONSTER)
def fight_or_continue(state: State, player: int, detail: int, mask: Numbers) -> None:
    mask[YES] = 1
    if can_go_on(state, detail):
        mask[PASS] = 1


@answer(EXPLORE_MONSTER)
def meet_monster(state: State, player: int, detail: int, action: int) -> None:
    if action == PASS:
        raise_threat(state, player)
        then(state, REVEAL, player, 0)
    else:
        fight(state, player, detail)


@compiled
def raise_threat(state: State, player: int) -> None:
    """The threat rises by one level and stays at the highest (R-7)."""
    if state.threat < HIGHEST_THREAT:
        state.threat += 1
        happened(state, THREAT_ROSE, player, state.threat, 0)


@compiled
def fight(state: State, player: int, space: int) -> None:
    """Always won; the reward is that of the threat level, one lower against the Tamer (R-8)."""
    level = int(state.threat)
    if tamer_lowers_reward(state, player):
        level = max(1, level - 1)
    happened(state, MONSTER_FOUGHT, player, level, 0)
    ask(state, REWARD, player, level)
    if space == LAST_SPACE:
        gain_pearls(state, player, LAST_SPACE_PEARLS)


@options(REWARD)
def rewards(state: State, player: int, detail: int, mask: Numbers) -> None:
    """The choices of the level that the pool of tokens can pay (R-9), counted from 1."""
    for choice in range(REWARD_CHOICES):
        pearls, tokens, keys = REWARDS[detail - 1, choice]
        if pearls + tokens + keys > 0 and tokens <= tokens_in_pool(state):
            mask[NUMBER + choice + 1] = 1


@answer(REWARD)
def take_reward(state: State, player: int, detail: int, action: int) -> None:
    """Whatever the Tamer did, the threat returns to level 1 (R-37)."""
    pearls, tokens, keys = REWARDS[detail - 1, action - NUMBER - 1]
    gain_pearls(state, player, pearls)
    gain_key_tokens(state, player, keys)
    state.threat = 1
    happened(state, THREAT_RESET, player, 1, 0)
    draw_tokens(state, player, tokens)


# ----------------------------------------------------------------------------- E6 the end


@when_due(END_EXPLORATION)
def end_exploration(state: State, player: int, detail: int) -> None:
    """Allies left on the track go to their council stacks, monsters to the discard."""
    races = races_on_track(state)
    for space in range(TRACK_SPACES):
        if state.track[space] != EMPTY:
            clear_space(state, player, space)
    happened(state, EXPLORATION_ENDED, player, 0, 0)
    collect_cargo(state, player, races)


@compiled
def races_on_track(state: State) -> int:
    """How many different races are about to go to the council."""
    count, seen = 0, 0
    for space in range(TRACK_SPACES):
        kind = state.track[space]
        if kind != EMPTY and RACE_OF[kind] != NO_RACE and not seen >> RACE_OF[kind] & 1:
            seen |= 1 << RACE_OF[kind]
            count += 1
    return count


@compiled
def clear_space(state: State, player: int, space: int) -> None:
    kind = int(state.track[space])
    state.track[space] = EMPTY
    race = int(RACE_OF[kind])
    if race == NO_RACE:
        state.discard[kind] += 1
    else:
        state.council[race, kind] += 1
        happened(state, SENT_TO_COUNCIL, player, race, kind)
