"""Fighting leviathans (Leviathan 6): choose one, spend an ally, roll, remove levels, take tokens."""

from openabyss.engine.compiling import compiled
from openabyss.rules.actions import A_NUMBER, A_ZONE, AN_ALLY, KIND, NUMBER, PASS, YES, YES_OR_NO, ZONE
from openabyss.rules.base.holdings import (
    base_tokens_left,
    discard_ally,
    draw_leviathan_tokens,
    draw_tokens,
    gain_pearls,
    leviathan_tokens_left,
    pay_pearls,
)
from openabyss.rules.base.using import can_use_any, may_use_tokens
from openabyss.rules.cards.allies import (
    ALLY_KINDS,
    CRAB,
    DOUBLE_DIE,
    FIGHT_EFFECT_OF,
    PEARL_BOOST,
    RACE_OF,
    VALUE_OF,
)
from openabyss.rules.cards.leviathans import FEARED_RACE, LEVELS_OF, RESISTANCE, TOKENS_PAID
from openabyss.rules.cards.mages import fights_with_any_race
from openabyss.rules.cards.merchants import stuff_trophy
from openabyss.rules.cards.politicians import tokens_for_a_level
from openabyss.rules.cards.printed import LEVIATHAN
from openabyss.rules.cards.soldiers import leviathans_in_a_fight
from openabyss.rules.events import (
    ATTACK_FAILED,
    ATTACK_MISSED,
    LEVEL_REMOVED,
    LEVIATHAN_FOUGHT,
    LEVIATHAN_SLAIN,
    SCOURGE_TAKEN,
    emit,
)
from openabyss.rules.kraken.krakens import is_kraken, nebulis_of
from openabyss.rules.kraken.nebulis import gain_nebulis
from openabyss.rules.leviathan.border import HIGHER_DIE, add_leviathan, leviathans_on_border, roll_dice
from openabyss.rules.leviathan.tokens import can_use_token
from openabyss.rules.numbering import (
    ADD_DIE,
    BOOST,
    FIGHT_AGAIN,
    FIGHT_ALLY,
    FIGHT_TARGET,
    LEVEL_BEATEN,
    RESOLVE_ATTACK,
    SORCERY,
    TAKE_TOKENS,
    TOKEN_WINDOW,
)
from openabyss.rules.questions import Cards, Topic, answer, ask, options, question, schedule, step, when_due
from openabyss.rules.sizes import ZONES
from openabyss.rules.state import EMPTY, NOBODY, TOKEN_2_PEARLS, TOKEN_3_PEARLS, State, count_of

FAILED_ATTACK_PEARLS = 1
SLAIN = -1
# In place of how many leviathans have been slain in a fight, before its first attack.
NO_ATTACK_YET = -1

question(FIGHT_TARGET, A_ZONE, depends_on_hand=True, only_with=LEVIATHAN, tokens=True)
question(FIGHT_ALLY, AN_ALLY, about=Topic.LEVIATHAN, asks_for=Cards.HAND, only_with=LEVIATHAN, tokens=True)
step(ADD_DIE, about=Topic.LEVIATHAN, only_with=LEVIATHAN)
question(BOOST, A_NUMBER, about=Topic.LEVIATHAN, only_with=LEVIATHAN, tokens=True)
step(RESOLVE_ATTACK, about=Topic.LEVIATHAN, only_with=LEVIATHAN)
question(TAKE_TOKENS, A_NUMBER, about=Topic.TOKENS, only_with=LEVIATHAN)
question(
    FIGHT_AGAIN, YES_OR_NO, about=Topic.LEVIATHAN_OR_SLAIN, only_with=LEVIATHAN, turn_powers=True, tokens=True
)


# --------------------------------------------------------------------------- who can fight


@compiled
def zone_of_leviathan(state: State, leviathan: int) -> int:
    """The zone of the leviathan, or EMPTY if it has left the border."""
    for zone in range(ZONES):
        if state.border[zone] == leviathan:
            return zone
    return EMPTY


@compiled
def is_eligible(state: State, player: int, kind: int, leviathan: int) -> bool:
    """The ally may be spent against the leviathan: crabs, its own race, Krakens, and with the
    Metamorph any race."""
    if state.hand[player, kind] == 0:
        return False
    race = RACE_OF[kind]
    return bool(
        race == CRAB
        or race == FEARED_RACE[leviathan]
        or is_kraken(kind)
        or fights_with_any_race(state, player)
    )


@compiled
def can_attack(state: State, player: int, zone: int) -> bool:
    """There is a leviathan on the zone, and the hand holds an ally against it."""
    if state.border[zone] == EMPTY:
        return False
    for kind in range(ALLY_KINDS):
        if is_eligible(state, player, kind, int(state.border[zone])):
            return True
    return False


@compiled
def can_fight(state: State, player: int) -> bool:
    for zone in range(ZONES):
        if can_attack(state, player, zone):
            return True
    return False


@compiled
def start_fight(state: State, player: int) -> None:
    """A fight begins; it commits to one attack at least (A28)."""
    state.fight_slain = NO_ATTACK_YET
    ask(state, FIGHT_TARGET, player, 0)


@options(SORCERY)
def fight_or_not(state: State, player: int, detail: int) -> None:
    """The Sorcerer's choice."""
    if can_fight(state, player):
        state.mask[YES] = 1
        state.mask[PASS] = 1


@answer(SORCERY)
def begin_sorcery(state: State, player: int, detail: int, action: int) -> None:
    if action == YES:
        start_fight(state, player)


# ------------------------------------------------------------------------------ one attack


@options(FIGHT_TARGET)
def leviathans_to_fight(state: State, player: int, detail: int) -> None:
    for zone in range(ZONES):
        if can_attack(state, player, zone):
            state.mask[ZONE + zone] = 1


@answer(FIGHT_TARGET)
def choose_leviathan(state: State, player: int, detail: int, action: int) -> None:
    """From here on the fight is against that card, not against its zone (A43)."""
    zone, leviathan = action - ZONE, int(state.border[action - ZONE])
    emit(state, LEVIATHAN_FOUGHT, player, zone, leviathan)
    ask(state, FIGHT_ALLY, player, leviathan)


@options(FIGHT_ALLY)
def allies_to_fight_with(state: State, player: int, leviathan: int) -> None:
    if zone_of_leviathan(state, leviathan) == EMPTY:
        return
    for kind in range(ALLY_KINDS):
        if is_eligible(state, player, kind, leviathan):
            state.mask[KIND + kind] = 1


@answer(FIGHT_ALLY)
def spend_ally(state: State, player: int, leviathan: int, action: int) -> None:
    """The ally is discarded, then the die is rolled; of two dice the higher counts (A29)."""
    kind = action - KIND
    state.fight_slain = max(0, int(state.fight_slain))
    state.fight_power = VALUE_OF[kind]
    schedule(state, RESOLVE_ATTACK, player, leviathan)
    if FIGHT_EFFECT_OF[kind] == PEARL_BOOST:
        ask(state, BOOST, player, leviathan)
    schedule(state, ADD_DIE, player, leviathan)
    roll_dice(state, player, 2 if FIGHT_EFFECT_OF[kind] == DOUBLE_DIE else 1, HIGHER_DIE)
    discard_ally(state, player, kind)
    if is_kraken(kind):
        gain_nebulis(state, player, nebulis_of(kind))


@when_due(ADD_DIE)
def add_die(state: State, player: int, detail: int) -> None:
    """Noted at once: a key used before the boost may lead to loot that rolls the dice again (A11)."""
    state.fight_power += state.dice


@compiled
def power_of_attack(state: State) -> int:
    """The ally, the die once it is rolled, and pearls."""
    return int(state.fight_power)


@compiled
def resistance_left(state: State, zone: int) -> int:
    """The sum of the resistances of all levels that the leviathan on the zone still has."""
    leviathan, total = int(state.border[zone]), 0
    for level in range(state.levels_lost[zone], LEVELS_OF[leviathan]):
        total += RESISTANCE[leviathan, level]
    return total


@options(BOOST)
def pearls_to_add(state: State, player: int, leviathan: int) -> None:
    """Never more than the last level needs (A17); without pearls asked only if a token brings some (A44)."""
    zone = zone_of_leviathan(state, leviathan)
    if zone == EMPTY:
        return
    useful = resistance_left(state, zone) - power_of_attack(state)
    if useful > 0 and (state.pearls[player] > 0 or may_use_pearls_of_tokens(state, player)):
        for pearls in range(min(useful, int(state.pearls[player])) + 1):
            state.mask[NUMBER + pearls] = 1


@compiled
def may_use_pearls_of_tokens(state: State, player: int) -> bool:
    """The player holds a token that brings pearls, and may use it before a boost."""
    has_pearls = can_use_token(state, player, TOKEN_2_PEARLS) or can_use_token(state, player, TOKEN_3_PEARLS)
    return has_pearls and may_use_tokens(state, player, BOOST)


@answer(BOOST)
def add_pearls(state: State, player: int, detail: int, action: int) -> None:
    state.fight_power += action - NUMBER
    pay_pearls(state, player, action - NUMBER)


@compiled
def levels_beaten(state: State, zone: int) -> int:
    """How many levels fall: as many as the power covers in sum; what is left over is lost (A15)."""
    leviathan, power = int(state.border[zone]), power_of_attack(state)
    beaten = 0
    for level in range(state.levels_lost[zone], LEVELS_OF[leviathan]):
        power -= RESISTANCE[leviathan, level]
        if power < 0:
            break
        beaten += 1
    return beaten


@when_due(RESOLVE_ATTACK)
def resolve_attack(state: State, player: int, leviathan: int) -> None:
    """Where the leviathan has left the border meanwhile, the attack has no effect (A43)."""
    zone = zone_of_leviathan(state, leviathan)
    if zone == EMPTY:
        emit(state, ATTACK_MISSED, player, power_of_attack(state), leviathan)
        return
    beaten = levels_beaten(state, zone)
    if beaten == 0:
        if player != state.regent:
            ask(state, FIGHT_AGAIN, player, leviathan)
        emit(state, ATTACK_FAILED, player, power_of_attack(state), leviathan)
        gain_pearls(state, player, FAILED_ATTACK_PEARLS)
        return
    dies = state.levels_lost[zone] + beaten == LEVELS_OF[leviathan]
    ask(state, FIGHT_AGAIN, player, SLAIN if dies else leviathan)
    if dies:
        state.fight_slain += 1
    remove_levels(state, player, zone, beaten)


@compiled
def remove_levels(state: State, player: int, zone: int, levels: int) -> None:
    """Levels fall: tokens, the Taxidermist's pearls, and perhaps the leviathan's death.

    A dead leviathan's trophy, the Scourge and the refill come before the tokens are taken.
    """
    leviathan = int(state.border[zone])
    tokens = 0
    for _ in range(levels):
        tokens += TOKENS_PAID[leviathan, state.levels_lost[zone]] + tokens_for_a_level(state, player)
        state.levels_lost[zone] += 1
    emit(state, LEVEL_REMOVED, player, levels, leviathan)
    ask(state, TAKE_TOKENS, player, tokens)
    if state.levels_lost[zone] == LEVELS_OF[leviathan]:
        slay(state, player, zone)
    for _ in range(levels):
        stuff_trophy(state, player)


@compiled
def slay(state: State, player: int, zone: int) -> None:
    leviathan = int(state.border[zone])
    state.border[zone] = EMPTY
    state.levels_lost[zone] = 0
    state.leviathan_place[leviathan] = player
    emit(state, LEVIATHAN_SLAIN, player, trophies_of(state, player), leviathan)
    take_scourge(state, player)
    if leviathans_on_border(state) == 0:
        add_leviathan(state, player)


@compiled
def trophies_of(state: State, player: int) -> int:
    return count_of(state.leviathan_place, player)


@compiled
def take_scourge(state: State, player: int) -> None:
    """The slayer takes the Scourge from nobody, or from a holder with no more trophies (A9)."""
    holder = int(state.scourge_holder)
    if holder == player:
        return
    if holder == NOBODY or trophies_of(state, player) >= trophies_of(state, holder):
        state.scourge_holder = player
        emit(state, SCOURGE_TAKEN, player, 0, 0)


@when_due(LEVEL_BEATEN)
def beat_level(state: State, player: int, zone: int) -> None:
    """The Rebel's blow: one level falls as if beaten, without any fight (A14, A33)."""
    remove_levels(state, player, zone, 1)


# --------------------------------------------------------------------------------- rewards


@options(TAKE_TOKENS)
def splits_of_tokens(state: State, player: int, detail: int) -> None:
    """How many tokens come from the base pile; the rest from the Leviathan pile (A18)."""
    base, leviathan = base_tokens_left(state), leviathan_tokens_left(state)
    tokens = min(detail, base + leviathan)
    for chosen in range(max(0, tokens - leviathan), min(base, tokens) + 1):
        if tokens > 0:
            state.mask[NUMBER + chosen] = 1


@answer(TAKE_TOKENS)
def take_tokens(state: State, player: int, detail: int, action: int) -> None:
    chosen = action - NUMBER
    tokens = min(detail, base_tokens_left(state) + leviathan_tokens_left(state))
    ask(state, TOKEN_WINDOW, player, 0)
    draw_leviathan_tokens(state, player, tokens - chosen)
    draw_tokens(state, player, chosen)


# -------------------------------------------------------------------------- what comes next


@options(FIGHT_AGAIN)
def attack_again_or_stop(state: State, player: int, leviathan: int) -> None:
    """The same leviathan while it lives; after a kill another one only with the Intrepid. Without an attack
    left, asked as long as a token or a turn power can be used (A42)."""
    if leviathan != SLAIN and zone_of_leviathan(state, leviathan) == EMPTY:
        return
    if may_attack_again(state, player, leviathan):
        state.mask[YES] = 1
        state.mask[PASS] = 1
    elif can_use_any(state, player) or may_use_tokens(state, player, FIGHT_AGAIN):
        state.mask[PASS] = 1


@compiled
def may_attack_again(state: State, player: int, leviathan: int) -> bool:
    """The hand holds an ally for one more attack in this fight."""
    if leviathan != SLAIN:
        return can_attack(state, player, zone_of_leviathan(state, leviathan))
    return state.fight_slain < leviathans_in_a_fight(state, player) and can_fight(state, player)


@answer(FIGHT_AGAIN)
def go_on_fighting(state: State, player: int, leviathan: int, action: int) -> None:
    if action == PASS:
        return
    if leviathan == SLAIN:
        ask(state, FIGHT_TARGET, player, 0)
    else:
        ask(state, FIGHT_ALLY, player, leviathan)
