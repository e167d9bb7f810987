"""Fighting leviathans, and what they take: which one, with which ally, how long."""

import numpy as np

from openabyss.engine.compiling import compiled
from openabyss.players.greedy.cards import card_loss
from openabyss.players.greedy.future import public_score
from openabyss.players.greedy.kraken.nebulis import nebulis_loss
from openabyss.players.greedy.leviathan.border import ROLLS, ROLLS_OF_ZONE, best_strike, levels_worth
from openabyss.players.greedy.lords import loss_of_lord, power_worth
from openabyss.players.greedy.notes import PEARL_NOW, UNDECIDED, Notes, decides
from openabyss.players.greedy.weights import Weights
from openabyss.rules.actions import KIND, LORD, NUMBER, NUMBERS, PASS, PLAYER, YES, ZONE
from openabyss.rules.cards.allies import ALLY_KINDS, DOUBLE_DIE, FIGHT_EFFECT_OF, PEARL_BOOST, VALUE_OF
from openabyss.rules.cards.farmers import BREED
from openabyss.rules.cards.leviathans import LEVELS_OF, RESISTANCE
from openabyss.rules.cards.mages import SORCERY
from openabyss.rules.cards.politicians import STRIKE
from openabyss.rules.cards.printed import LORDS
from openabyss.rules.cards.soldiers import LURE
from openabyss.rules.kraken.krakens import is_kraken, nebulis_of
from openabyss.rules.leviathan.border import DIE_FACES, LOSE_ALLY, LOSE_LORD
from openabyss.rules.leviathan.fighting import (
    BOOST,
    FAILED_ATTACK_PEARLS,
    FIGHT_AGAIN,
    FIGHT_ALLY,
    FIGHT_TARGET,
    SLAIN,
    is_eligible,
    power_of_attack,
    resistance_left,
    zone_of_leviathan,
)
from openabyss.rules.sizes import ZONES
from openabyss.rules.state import EMPTY, State

NO_FIGHT = -1_000_000
ANY_ZONE = -1

# How many of 36 rolls show each face, with one die and as the higher of two.
ROLLS_OF_FACE = np.array([[6] * DIE_FACES, [2 * face - 1 for face in range(1, DIE_FACES + 1)]])


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
        return FAILED_ATTACK_PEARLS * int(notes[PEARL_NOW])
    return levels_worth(state, me, zone, levels, weights, notes)


@compiled
def best_boost(
    state: State, me: int, zone: int, power: int, weights: Weights, notes: Notes
) -> tuple[int, int]:
    """What an attack with a boost brings beyond the pearls paid, and how many they are: the exact
    amount for the next levels, or none."""
    best, choice = power_worth_of(state, me, zone, power, weights, notes), 0
    most = min(int(state.pearls[me]), resistance_left(state, zone) - power, NUMBERS - 1)
    for pearls in range(1, most + 1):
        worth = power_worth_of(state, me, zone, power + pearls, weights, notes)
        worth -= pearls * int(notes[PEARL_NOW])
        if worth > best:
            best, choice = worth, pearls
    return best, choice


@compiled
def attack_worth(state: State, me: int, zone: int, kind: int, weights: Weights, notes: Notes) -> int:
    """What an attack with the ally brings on average, before the ally is counted."""
    dice = 1 if FIGHT_EFFECT_OF[kind] == DOUBLE_DIE else 0
    sum_ = 0
    for face in range(1, DIE_FACES + 1):
        power = int(VALUE_OF[kind]) + face
        if FIGHT_EFFECT_OF[kind] == PEARL_BOOST:
            worth = best_boost(state, me, zone, power, weights, notes)[0]
        else:
            worth = power_worth_of(state, me, zone, power, weights, notes)
        sum_ += int(ROLLS_OF_FACE[dice, face - 1]) * worth
    return sum_ // ROLLS


@compiled
def loss_in_fight(state: State, me: int, kind: int, weights: Weights, notes: Notes) -> int:
    """What it costs to spend the ally; a Kraken brings its nebulis."""
    loss = card_loss(state, me, kind, weights, notes)
    if is_kraken(kind):
        loss += nebulis_loss(state, me, nebulis_of(kind), weights, notes)
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
                if is_open and is_eligible(state, me, kind, int(state.border[zone])):
                    worth = attack_worth(state, me, zone, kind, weights, notes) - loss
                    if worth > best:
                        best, best_zone, best_kind = worth, zone, kind
    return best, best_zone, best_kind


@decides(SORCERY)
def fight_or_not(state: State, me: int, detail: int, weights: Weights, notes: Notes) -> int:
    return YES if best_attack(state, me, ANY_ZONE, weights, notes)[0] > 0 else PASS


@decides(FIGHT_TARGET)
def choose_leviathan(state: State, me: int, detail: int, weights: Weights, notes: Notes) -> int:
    return ZONE + best_attack(state, me, ANY_ZONE, weights, notes)[1]


@decides(FIGHT_ALLY)
def choose_fighter(state: State, me: int, leviathan: int, weights: Weights, notes: Notes) -> int:
    return KIND + best_attack(state, me, zone_of_leviathan(state, leviathan), weights, notes)[2]


@decides(BOOST)
def choose_boost(state: State, me: int, leviathan: int, weights: Weights, notes: Notes) -> int:
    zone = zone_of_leviathan(state, leviathan)
    return NUMBER + best_boost(state, me, zone, power_of_attack(state), weights, notes)[1]


@decides(FIGHT_AGAIN)
def attack_again_or_stop(state: State, me: int, leviathan: int, weights: Weights, notes: Notes) -> int:
    if state.mask[YES] == 0:
        return PASS
    only = ANY_ZONE if leviathan == SLAIN else zone_of_leviathan(state, leviathan)
    return YES if best_attack(state, me, only, weights, notes)[0] > 0 else PASS


# ------------------------------------------------------------------- powers of lords, attacks


@decides(STRIKE)
def choose_struck(state: State, me: int, detail: int, weights: Weights, notes: Notes) -> int:
    return ZONE + best_strike(state, me, weights, notes)[1]


@decides(BREED)
def choose_breeding_ground(state: State, me: int, detail: int, weights: Weights, notes: Notes) -> int:
    """Where the dice fall least often: the leviathan stays to be fought and attacks seldom."""
    least, choice = ROLLS, UNDECIDED
    for zone in range(ZONES):
        if state.mask[ZONE + zone] > 0 and ROLLS_OF_ZONE[zone] < least:
            least, choice = int(ROLLS_OF_ZONE[zone]), ZONE + zone
    return choice


@compiled
def leading_player_offered(state: State, weights: Weights) -> int:
    """The answer that points at the player of the mask with the highest score."""
    most, choice = NO_FIGHT, UNDECIDED
    for player in range(state.players):
        if state.mask[PLAYER + player] > 0:
            score = public_score(state, player, weights)
            if score > most:
                most, choice = score, PLAYER + player
    return choice


@decides(LURE)
def choose_lured(state: State, me: int, detail: int, weights: Weights, notes: Notes) -> int:
    return leading_player_offered(state, weights)


@decides(LOSE_ALLY)
def choose_lost_ally(state: State, me: int, detail: int, weights: Weights, notes: Notes) -> int:
    least, choice = 0, UNDECIDED
    for kind in range(ALLY_KINDS):
        if state.mask[KIND + kind] > 0:
            loss = loss_in_fight(state, me, kind, weights, notes)
            if choice == UNDECIDED or loss < least:
                least, choice = loss, KIND + kind
    return choice


@decides(LOSE_LORD)
def choose_lost_lord(state: State, me: int, detail: int, weights: Weights, notes: Notes) -> int:
    least, choice = 0, UNDECIDED
    for lord in range(LORDS):
        if state.mask[LORD + lord] > 0:
            loss = loss_of_lord(state, me, lord, notes) + power_worth(lord, weights, notes)
            if choice == UNDECIDED or loss < least:
                least, choice = loss, LORD + lord
    return choice
