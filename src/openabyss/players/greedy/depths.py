"""Exploring and buying: what the next cards promise, when to take, to go on, to fight."""

import numpy as np

from openabyss.engine.blocks import scratch
from openabyss.engine.compiling import compiled
from openabyss.players.greedy import notes as noted
from openabyss.players.greedy import weights as at
from openabyss.players.greedy.cards import card_gain
from openabyss.players.greedy.expansions import danger, money_price
from openabyss.players.greedy.leviathan import ANY_ZONE, NO_FIGHT, best_attack
from openabyss.players.greedy.notes import Notes, decides
from openabyss.players.greedy.tiles import key_worth
from openabyss.players.greedy.weights import Weights
from openabyss.rules import chapters as rules
from openabyss.rules.actions import LORD, NUMBER, PASS, YES
from openabyss.rules.cards.allies import ALLY_KINDS, KINDS, MONSTER, VALUE_OF
from openabyss.rules.cards.farmers import COWARD, may_avoid_monsters
from openabyss.rules.numbering import EXPLORE_ALLY, EXPLORE_MONSTER, MEET_MONSTER, OFFER, REWARD
from openabyss.rules.powers import keys_of
from openabyss.rules.state import State

# Cards of this value or more are what opponents buy.
SOUGHT_VALUE = 3
MAX_SURE = 90


@compiled
def reward_worth(state: State, me: int, level: int, choice: int, weights: Weights, notes: Notes) -> int:
    """One choice of a threat level, counted from 0; 0 if it is none."""
    pearls, tokens, keys = rules.REWARDS[level - 1, choice]
    if tokens > rules.base_tokens_left(state):
        return 0
    worth = int(pearls) * int(notes[noted.PEARL_NOW]) + int(tokens) * int(weights[at.TOKEN_WORTH])
    if keys > 0:
        worth += int(notes[noted.NEXT_KEY])
    if keys > 1:
        worth += key_worth(state, me, int(keys_of(state, me)) + 1, weights, notes)
    return worth


@compiled
def best_reward(state: State, me: int, level: int, weights: Weights, notes: Notes) -> int:
    """The best choice of a level, counted from 0."""
    best = 0
    for choice in range(1, rules.REWARD_CHOICES):
        if reward_worth(state, me, level, choice, weights, notes) > reward_worth(
            state, me, level, best, weights, notes
        ):
            best = choice
    return best


@compiled
def fight_worth(state: State, me: int, threat: int, weights: Weights, notes: Notes) -> int:
    """The reward of the threat level; with Leviathan the best attack, or else what it costs that
    there is none."""
    if state.leviathan == 1:
        worth = best_attack(state, me, ANY_ZONE, weights, notes)[0]
        return -danger(state, me, weights, notes) if worth == NO_FIGHT else worth
    level = int(rules.rewarded_level(state, me, threat))
    choice = best_reward(state, me, level, weights, notes)
    return reward_worth(state, me, level, choice, weights, notes)


@compiled
def prospect(state: State, me: int, first_space: int, weights: Weights, notes: Notes) -> int:
    """What it is worth on average to reveal a card onto that space, from the last one backwards."""
    gains, worth = scratch(KINDS, np.int64), 0
    for kind in range(ALLY_KINDS):
        if state.deck[kind] + state.discard[kind] > 0:
            gains[kind] = card_gain(state, me, kind, weights, notes)
    fight = fight_worth(state, me, int(state.threat), weights, notes)
    for space in range(rules.LAST_SPACE, first_space - 1, -1):
        worth = prospect_of_space(state, space, worth, fight, gains, weights, notes)
    return worth


@compiled
def prospect_of_space(
    state: State, space: int, beyond: int, fight: int, gains: Notes, weights: Weights, notes: Notes
) -> int:
    """The same for one space, where going on is worth `beyond`."""
    cards = state.deck if rules.cards_in(state.deck) > 0 else state.discard
    bonus = rules.LAST_SPACE_PEARLS * int(notes[noted.PEARL_NOW]) if space == rules.LAST_SPACE else 0
    sold = chance_of_sale(state, weights)
    monster_left = monster_left_behind(state, weights, notes)
    sale = int(state.price) * int(notes[noted.PEARL_NOW])
    sum_, count = 0, 0
    for kind in range(KINDS):
        copies = int(cards[kind])
        if copies > 0:
            take = fight if kind == MONSTER else int(gains[kind])
            if space < rules.LAST_SPACE:
                left = monster_left if kind == MONSTER else int(weights[at.FEED]) * int(VALUE_OF[kind])
                take = max(take, beyond - left)
                if kind != MONSTER and VALUE_OF[kind] >= SOUGHT_VALUE:
                    take += (sale + beyond - take) * sold // 100
            sum_ += copies * (take + bonus)
            count += copies
    return sum_ // max(1, count)


@compiled
def chance_of_sale(state: State, weights: Weights) -> int:
    """How likely in percent it is that an opponent buys a card that is worth having."""
    buyers = 0
    for player in range(state.players):
        if player != state.active and rules.can_buy(state, player):
            buyers += 1
    return min(MAX_SURE, buyers * int(weights[at.SOLD]))


@compiled
def monster_left_behind(state: State, weights: Weights, notes: Notes) -> int:
    """What it costs to go on after a monster: a higher threat, or a leviathan more."""
    if state.leviathan == 0:
        return int(weights[at.RAISED_THREAT])
    explorer = int(state.active)
    return 0 if may_avoid_monsters(state, explorer) else danger(state, explorer, weights, notes)


@compiled
def goes_on(state: State, me: int, space: int, take: int, weights: Weights, notes: Notes) -> bool:
    """Whether the cards to come promise more than the one on the track."""
    if state.mask[PASS] == 0:
        return False
    beyond = prospect(state, me, space + 1, weights, notes)
    kind = int(state.track[space])
    if kind == MONSTER:
        return beyond - monster_left_behind(state, weights, notes) > take
    return beyond - int(weights[at.FEED]) * int(VALUE_OF[kind]) > take


@decides(EXPLORE_ALLY)
def take_or_continue(state: State, me: int, space: int, weights: Weights, notes: Notes) -> int:
    take = card_gain(state, me, int(state.track[space]), weights, notes)
    return PASS if goes_on(state, me, space, take, weights, notes) else YES


@decides(EXPLORE_MONSTER)
def fight_or_continue(state: State, me: int, space: int, weights: Weights, notes: Notes) -> int:
    take = fight_worth(state, me, int(state.threat), weights, notes)
    return PASS if goes_on(state, me, space, take, weights, notes) else YES


@decides(MEET_MONSTER)
def fight_or_add(state: State, me: int, space: int, weights: Weights, notes: Notes) -> int:
    """With Leviathan: fight, or go on from the same space with one leviathan more, or with the
    Coward without it."""
    flight = LORD + COWARD if state.mask[LORD + COWARD] > 0 else PASS
    if state.mask[flight] == 0:
        return YES
    if state.mask[YES] == 0:
        return flight
    bonus = rules.LAST_SPACE_PEARLS * int(notes[noted.PEARL_NOW]) if space == rules.LAST_SPACE else 0
    beyond = prospect(state, me, space, weights, notes)
    beyond -= monster_left_behind(state, weights, notes)
    return YES if fight_worth(state, me, 0, weights, notes) + bonus >= beyond else flight


@decides(REWARD)
def choose_reward(state: State, me: int, level: int, weights: Weights, notes: Notes) -> int:
    return NUMBER + 1 + best_reward(state, me, level, weights, notes)


@decides(OFFER)
def buy_or_pass(state: State, me: int, space: int, weights: Weights, notes: Notes) -> int:
    """Buy what is worth more than its price, counting that the pearls go to an opponent."""
    pearl = int(notes[noted.PEARL_NOW]) + int(weights[at.GIVEN_PEARL])
    price = money_price(state, me, int(state.price), pearl, notes)
    gain = card_gain(state, me, int(state.track[space]), weights, notes)
    return YES if gain > price + int(weights[at.BUY]) else PASS
