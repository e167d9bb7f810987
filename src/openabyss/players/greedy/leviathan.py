"""The questions of Leviathan: fights, attacks on a seat, tokens with an effect, martial law."""

import numpy as np

from openabyss.engine.compiling import compiled
from openabyss.players.greedy import expansions
from openabyss.players.greedy import notes as noted
from openabyss.players.greedy import weights as at
from openabyss.players.greedy.cards import card_loss, stack_gain
from openabyss.players.greedy.lords import loss_of_lord, power_worth
from openabyss.players.greedy.notes import NOTHING, UNDECIDED, Notes, decides, rates
from openabyss.players.greedy.weights import Weights
from openabyss.rules import chapters as rules
from openabyss.rules import numbering as asked
from openabyss.rules.actions import KIND, LORD, NUMBER, NUMBERS, PASS, RACE, TOKEN, YES, ZONE
from openabyss.rules.cards.allies import ALLY_KINDS, DOUBLE_DIE, FIGHT_EFFECT_OF, PEARL_BOOST, RACES, VALUE_OF
from openabyss.rules.cards.leviathans import LEVELS_OF, RESISTANCE
from openabyss.rules.sizes import ZONES
from openabyss.rules.state import (
    BASE_BACK,
    EMPTY,
    LEVIATHAN_BACK,
    TOKEN_2_PEARLS,
    TOKEN_3_PEARLS,
    TOKEN_KEY,
    TOKEN_STACK,
    State,
)
from openabyss.rules.turn import MARTIAL_LIMIT

NO_FIGHT = -1_000_000
ANY_ZONE = -1
WHOLE_FUTURE = 100

# How many of 36 rolls show each face, with one die and as the higher of two.
ROLLS_OF_FACE = np.array([[6] * rules.DIE_FACES, [2 * face - 1 for face in range(1, rules.DIE_FACES + 1)]])


@compiled
def levels_for(state: State, zone: int, power: int) -> int:
    """How many levels an attack of that power removes."""
    leviathan, levels = int(state.border[zone]), 0
    for level in range(state.levels_lost[zone], LEVELS_OF[leviathan]):
        power -= int(RESISTANCE[leviathan, level])
        if power < 0:
            break
        levels += 1
    return levels


@compiled
def power_worth_of(state: State, me: int, zone: int, power: int, weights: Weights, notes: Notes) -> int:
    """What an attack of that power brings; a failed one is consoled."""
    levels = levels_for(state, zone, power)
    if levels == 0:
        return rules.FAILED_ATTACK_PEARLS * int(notes[noted.PEARL_NOW])
    return expansions.levels_worth(state, me, zone, levels, weights, notes)


@compiled
def best_boost(
    state: State, me: int, zone: int, power: int, weights: Weights, notes: Notes
) -> tuple[int, int]:
    """What an attack with a boost brings beyond the pearls paid, and how many they are: the exact
    amount for the next levels, or none."""
    best, choice = power_worth_of(state, me, zone, power, weights, notes), 0
    most = min(int(state.pearls[me]), rules.resistance_left(state, zone) - power, NUMBERS - 1)
    for pearls in range(1, most + 1):
        worth = power_worth_of(state, me, zone, power + pearls, weights, notes)
        worth -= pearls * int(notes[noted.PEARL_NOW])
        if worth > best:
            best, choice = worth, pearls
    return best, choice


@compiled
def attack_worth(state: State, me: int, zone: int, kind: int, weights: Weights, notes: Notes) -> int:
    """What an attack with the ally brings on average, before the ally is counted."""
    dice = 1 if FIGHT_EFFECT_OF[kind] == DOUBLE_DIE else 0
    sum_ = 0
    for face in range(1, rules.DIE_FACES + 1):
        power = int(VALUE_OF[kind]) + face
        if FIGHT_EFFECT_OF[kind] == PEARL_BOOST:
            worth = best_boost(state, me, zone, power, weights, notes)[0]
        else:
            worth = power_worth_of(state, me, zone, power, weights, notes)
        sum_ += int(ROLLS_OF_FACE[dice, face - 1]) * worth
    return sum_ // expansions.ROLLS


@compiled
def loss_in_fight(state: State, me: int, kind: int, weights: Weights, notes: Notes) -> int:
    """What it costs to spend the ally; a Kraken brings its nebulis."""
    loss = card_loss(state, me, kind, weights, notes)
    if rules.is_kraken(kind):
        loss += expansions.nebulis_loss(state, me, rules.nebulis_of(kind), weights, notes)
    return loss


@compiled
def best_attack(state: State, me: int, only: int, weights: Weights, notes: Notes) -> tuple[int, int, int]:
    """What the best attack on the zone `only`, or on ANY_ZONE, brings beyond its ally; the zone; the
    kind of the ally. NO_FIGHT if there is none."""
    best, best_zone, best_kind = NO_FIGHT, EMPTY, EMPTY
    for kind in range(ALLY_KINDS):
        if state.hand[me, kind] > 0:
            loss = loss_in_fight(state, me, kind, weights, notes)
            for zone in range(ZONES):
                is_open = state.border[zone] != EMPTY and only in (ANY_ZONE, zone)
                if is_open and rules.is_eligible(state, me, kind, int(state.border[zone])):
                    worth = attack_worth(state, me, zone, kind, weights, notes) - loss
                    if worth > best:
                        best, best_zone, best_kind = worth, zone, kind
    return best, best_zone, best_kind


@decides(asked.SORCERY)
def fight_or_not(state: State, me: int, detail: int, weights: Weights, notes: Notes) -> int:
    return YES if best_attack(state, me, ANY_ZONE, weights, notes)[0] > 0 else PASS


@decides(asked.FIGHT_TARGET)
def choose_leviathan(state: State, me: int, detail: int, weights: Weights, notes: Notes) -> int:
    return ZONE + best_attack(state, me, ANY_ZONE, weights, notes)[1]


@decides(asked.FIGHT_ALLY)
def choose_fighter(state: State, me: int, leviathan: int, weights: Weights, notes: Notes) -> int:
    return KIND + best_attack(state, me, rules.zone_of_leviathan(state, leviathan), weights, notes)[2]


@decides(asked.BOOST)
def choose_boost(state: State, me: int, leviathan: int, weights: Weights, notes: Notes) -> int:
    zone = rules.zone_of_leviathan(state, leviathan)
    return NUMBER + best_boost(state, me, zone, rules.power_of_attack(state), weights, notes)[1]


@decides(asked.FIGHT_AGAIN)
def attack_again_or_stop(state: State, me: int, leviathan: int, weights: Weights, notes: Notes) -> int:
    if state.mask[YES] == 0:
        return PASS
    only = ANY_ZONE if leviathan == rules.SLAIN else rules.zone_of_leviathan(state, leviathan)
    return YES if best_attack(state, me, only, weights, notes)[0] > 0 else PASS


@decides(asked.STRIKE)
def choose_struck(state: State, me: int, detail: int, weights: Weights, notes: Notes) -> int:
    return ZONE + expansions.best_strike(state, me, weights, notes)[1]


@rates(asked.BREED)
def rate_bred_zone(state: State, me: int, detail: int, action: int, weights: Weights, notes: Notes) -> int:
    """Where the dice fall least often: the leviathan stays to be fought and attacks seldom."""
    return -int(expansions.ROLLS_OF_ZONE[action - ZONE])


@rates(asked.LOSE_ALLY)
def rate_lost_ally(state: State, me: int, detail: int, action: int, weights: Weights, notes: Notes) -> int:
    return -loss_in_fight(state, me, action - KIND, weights, notes)


@rates(asked.LOSE_LORD)
def rate_lost_lord(state: State, me: int, detail: int, action: int, weights: Weights, notes: Notes) -> int:
    lord = action - LORD
    return -loss_of_lord(state, me, lord, notes) - power_worth(lord, weights, notes)


@compiled
def token_to_use(state: State, me: int, weights: Weights, notes: Notes) -> int:
    """The answer that uses a token for which the time has come, UNDECIDED if it has not. Keys at once, pearls
    when they run short, a stack when one is good or the end is near."""
    if state.leviathan == 0:
        return UNDECIDED
    if state.mask[TOKEN + TOKEN_KEY] > 0 and notes[noted.NEXT_KEY] > 0:
        return TOKEN + TOKEN_KEY
    if state.pearls[me] < weights[at.PEARLS_ENOUGH] or notes[noted.FUTURE] < WHOLE_FUTURE:
        for token in (TOKEN_3_PEARLS, TOKEN_2_PEARLS):
            if state.mask[TOKEN + token] > 0:
                return TOKEN + token
    # What a stack must be worth before the token is used for it.
    floor = int(weights[at.STACK_TOKEN]) if notes[noted.FUTURE] == WHOLE_FUTURE else 0
    if state.mask[TOKEN + TOKEN_STACK] > 0 and best_stack(state, me, weights, notes)[0] > floor:
        return TOKEN + TOKEN_STACK
    return UNDECIDED


@compiled
def best_stack(state: State, me: int, weights: Weights, notes: Notes) -> tuple[int, int]:
    """The best stack that may be taken and leaves the hand within martial law, and its race."""
    best, choice = NOTHING, UNDECIDED
    room = MARTIAL_LIMIT - rules.hand_size(state, me)
    for race in range(RACES):
        if rules.can_take_stack(state, me, race):
            worth = stack_gain(state, me, race, weights, notes)
            if rules.stack_size(state, race) > room and notes[noted.FUTURE] == WHOLE_FUTURE:
                worth = 0
            if worth > best:
                best, choice = worth, race
    return best, choice


@decides(asked.TOKEN_STACK_PICK)
def choose_stack(state: State, me: int, detail: int, weights: Weights, notes: Notes) -> int:
    return RACE + best_stack(state, me, weights, notes)[1]


@decides(asked.TOKEN_WINDOW)
def use_token_after_a_reward(state: State, me: int, detail: int, weights: Weights, notes: Notes) -> int:
    action = token_to_use(state, me, weights, notes)
    return PASS if action == UNDECIDED else action


@decides(asked.TAKE_TOKENS)
def choose_piles(state: State, me: int, tokens: int, weights: Weights, notes: Notes) -> int:
    return NUMBER + expansions.base_tokens_wanted(state, tokens, weights, notes)


@decides(asked.ROB_BACK)
def choose_back(state: State, me: int, victim: int, weights: Weights, notes: Notes) -> int:
    if int(weights[at.TOKEN_WORTH]) >= expansions.leviathan_token_worth(weights, notes):
        return NUMBER + BASE_BACK
    return NUMBER + LEVIATHAN_BACK
