"""Exploring the depths (rules 5.4): reveal, offer, take or go on; meet monsters."""

import numpy as np

from openabyss.engine.compiling import compiled
from openabyss.rules.actions import A_NUMBER, AN_ALLY, KIND, NUMBER, PASS, YES, YES_OR_NO
from openabyss.rules.base.depths import raise_threat, refill_deck, reset_threat
from openabyss.rules.base.holdings import (
    base_tokens_left,
    can_reveal,
    draw_tokens,
    gain_key_tokens,
    gain_pearls,
    has_allies_left,
)
from openabyss.rules.base.paying import means_of, pay_price
from openabyss.rules.cards.allies import MONSTER, NO_RACE, RACE_OF
from openabyss.rules.cards.mages import purchases_allowed
from openabyss.rules.cards.merchants import collect_cargo
from openabyss.rules.cards.soldiers import tamer_lowers_reward
from openabyss.rules.events import (
    ALLY_BOUGHT,
    ALLY_TAKEN,
    EXPLORATION_ENDED,
    EXPLORED,
    MONSTER_FOUGHT,
    OFFER_DECLINED,
    REVEALED,
    SENT_TO_COUNCIL,
    emit,
)
from openabyss.rules.kraken.krakens import is_kraken
from openabyss.rules.leviathan.monsters import LAST_SPACE_PEARLS, meet
from openabyss.rules.numbering import (
    END_EXPLORATION,
    EXPLORE_ALLY,
    EXPLORE_MONSTER,
    GO_ON,
    OFFER,
    PLACE_KRAKEN,
    REVEAL,
    REVEAL_CARD,
    REWARD,
)
from openabyss.rules.questions import (
    Source,
    Topic,
    Whole,
    answer,
    ask,
    options,
    question,
    schedule,
    step,
    when_due,
)
from openabyss.rules.sizes import TRACK_SPACES
from openabyss.rules.state import EMPTY, NOBODY, State

LAST_SPACE = TRACK_SPACES - 1

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

step(REVEAL)
question(REVEAL_CARD, AN_ALLY, about=Topic.ACTIVE_PLAYER, drawn_from=Source.EXPLORATION_DECK)
question(OFFER, YES_OR_NO, about=Topic.TRACK_SPACE, of_anybody=True)
question(EXPLORE_ALLY, YES_OR_NO, about=Topic.TRACK_SPACE, turn_powers=True, tokens=True)
question(EXPLORE_MONSTER, YES_OR_NO, about=Topic.TRACK_SPACE, turn_powers=True, tokens=True)
question(REWARD, A_NUMBER, about=Topic.LEVEL, part_of=Whole.REWARD, turn_powers=True)
step(END_EXPLORATION)


@compiled
def explore(state: State, player: int) -> None:
    emit(state, EXPLORED, player, 0, 0)
    schedule(state, END_EXPLORATION, player, 0)
    schedule(state, REVEAL, player, 0)


# ------------------------------------------------------------------------------ E1 reveal


@when_due(REVEAL)
def reveal(state: State, player: int, detail: int) -> None:
    """Turn up the next card. If there is none at all, the exploration is over (R-26)."""
    refill_deck(state)
    ask(state, REVEAL_CARD, NOBODY, player)


@when_due(GO_ON)
def go_on(state: State, player: int, detail: int) -> None:
    """With Leviathan, an exploration without an ally left to find ends empty-handed."""
    if has_allies_left(state):
        schedule(state, REVEAL, player, 0)


@answer(REVEAL_CARD)
def reveal_card(state: State, player: int, detail: int, action: int) -> None:
    kind, explorer = action - KIND, detail
    space = cards_on_track(state)
    state.deck[kind] -= 1
    state.track[space] = kind
    emit(state, REVEALED, explorer, space, kind)
    if kind == MONSTER and state.leviathan == 1:
        meet(state, explorer, space)
    elif kind == MONSTER:
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
    """One purchase in an opponent's turn, at the price that rises with every sale."""
    allowed = purchases_allowed(state, player)
    return bool(state.bought[player] < allowed and means_of(state, player) >= state.price)


@options(OFFER)
def buy_or_pass(state: State, player: int, detail: int) -> None:
    if can_buy(state, player):
        state.mask[YES] = 1
        state.mask[PASS] = 1


@answer(OFFER)
def answer_offer(state: State, player: int, detail: int, action: int) -> None:
    explorer = int(state.active)
    if action == PASS:
        emit(state, OFFER_DECLINED, player, state.price, state.track[detail])
        offer_to_next(state, explorer, player, detail)
    else:
        schedule(state, REVEAL, explorer, 0)
        buy(state, player, explorer, detail)


@compiled
def buy(state: State, player: int, explorer: int, space: int) -> None:
    """The price goes to the explorer, who has to go on revealing."""
    kind, price = int(state.track[space]), int(state.price)
    state.track[space] = EMPTY
    state.hand[player, kind] += 1
    state.bought[player] += 1
    state.price += 1
    emit(state, ALLY_BOUGHT, player, price, kind)
    pay_price(state, player, price, explorer)


# ----------------------------------------------------------------------- E3 take or go on


@compiled
def can_go_on(state: State, space: int) -> bool:
    """Not from the last space, nor when no card is left to reveal (R-26)."""
    return space < LAST_SPACE and can_reveal(state)


@options(EXPLORE_ALLY, EXPLORE_MONSTER)
def take_or_continue(state: State, player: int, detail: int) -> None:
    """Take the ally or fight the monster, or go on."""
    state.mask[YES] = 1
    if can_go_on(state, detail):
        state.mask[PASS] = 1


@answer(EXPLORE_ALLY)
def take_ally(state: State, player: int, detail: int, action: int) -> None:
    if action == PASS:
        schedule(state, REVEAL, player, 0)
        return
    kind = int(state.track[detail])
    state.track[detail] = EMPTY
    state.hand[player, kind] += 1
    emit(state, ALLY_TAKEN, player, detail, kind)
    if detail == LAST_SPACE:
        gain_pearls(state, player, LAST_SPACE_PEARLS)


# ----------------------------------------------------------------- E4 monster, E5 reward


@answer(EXPLORE_MONSTER)
def meet_monster(state: State, player: int, detail: int, action: int) -> None:
    if action == PASS:
        raise_threat(state, player)
        schedule(state, REVEAL, player, 0)
    else:
        fight(state, player, detail)


@compiled
def fight(state: State, player: int, space: int) -> None:
    """Always won."""
    level = rewarded_level(state, player, int(state.threat))
    emit(state, MONSTER_FOUGHT, player, level, 0)
    ask(state, REWARD, player, level)
    if space == LAST_SPACE:
        gain_pearls(state, player, LAST_SPACE_PEARLS)


@compiled
def rewarded_level(state: State, player: int, threat: int) -> int:
    """The level whose reward a monster brings at a threat: one lower against the Tamer (R-8)."""
    return max(1, threat - 1) if tamer_lowers_reward(state, player) else threat


@options(REWARD)
def rewards(state: State, player: int, detail: int) -> None:
    """The choices of the level that the pool of tokens can pay (R-9), counted from 1."""
    for choice in range(REWARD_CHOICES):
        pearls, tokens, keys = REWARDS[detail - 1, choice]
        if pearls + tokens + keys > 0 and tokens <= base_tokens_left(state):
            state.mask[NUMBER + choice + 1] = 1


@answer(REWARD)
def take_reward(state: State, player: int, detail: int, action: int) -> None:
    """The chosen reward of the level."""
    pearls, tokens, keys = REWARDS[detail - 1, action - NUMBER - 1]
    reset_threat(state, player)
    draw_tokens(state, player, tokens)
    gain_key_tokens(state, player, keys)
    gain_pearls(state, player, pearls)


# ----------------------------------------------------------------------------- E6 the end


@when_due(END_EXPLORATION)
def end_exploration(state: State, player: int, detail: int) -> None:
    """Allies left on the track go to their council stacks, monsters to the discard; for each Kraken
    the explorer chooses a stack."""
    races = races_on_track(state)
    for space in range(TRACK_SPACES):
        if state.track[space] != EMPTY:
            clear_space(state, player, space)
    emit(state, EXPLORATION_ENDED, player, 0, 0)
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
    if is_kraken(kind):
        ask(state, PLACE_KRAKEN, player, space)
        return
    state.track[space] = EMPTY
    race = int(RACE_OF[kind])
    if kind == MONSTER:
        state.discard[kind] += 1
    else:
        state.council[race, kind] += 1
        emit(state, SENT_TO_COUNCIL, player, race, kind)
