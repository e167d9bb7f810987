"""How the Regent decides: the same answer in the same situation, without chance (house rules).

The rules that hold for the Regent alone are in rules/solo.py. A question for which no decision is in the
table gets the legal answer that comes first in the catalogue.
"""

import numpy as np

from openabyss.engine.blocks import sum_block
from openabyss.engine.compiling import compiled, compiled_out_of_line
from openabyss.engine.dispatch import RuleTable
from openabyss.players import regent_payments as payment
from openabyss.players.payments import ALL_RACES, OUT_OF_REACH, krakens_in
from openabyss.players.playout import first_answer
from openabyss.rules import chapters as rules
from openabyss.rules import numbering as asked
from openabyss.rules.actions import KIND, LOCATION, LORD, NUMBER, NUMBERS, PASS, PLOT, RACE, TOKEN, YES, ZONE
from openabyss.rules.cards.allies import ALLY_KINDS, RACE_OF, RACES, VALUE_OF
from openabyss.rules.cards.leviathans import LEVELS_OF, RESISTANCE, TOKENS_PAID
from openabyss.rules.cards.printed import AMBASSADOR, GUILD, INFLUENCE, KEYS, LOCATIONS, LORDS
from openabyss.rules.powers import gives_key
from openabyss.rules.questions import open_question
from openabyss.rules.scoring import worth_of
from openabyss.rules.sizes import COURT_SPACES, LOOT_VALUES, TOKENS, ZONES
from openabyss.rules.solo import COUNCIL_MINIMUM, STORM, largest_stack
from openabyss.rules.state import BASE_TOKENS, EMPTY, NOBODY, State

PEARLS_TO_PLOT = 5
# The lowest value that is taken from each space of the track, and that is bought.
LOWEST_TAKEN = np.array([4, 4, 3, 3, 1])
LOWEST_BOUGHT = 4
THREAT_TO_FIGHT = 3
# What the die is counted on to add to an ally; what would beat every level; how many pearls a boost may cost.
HOPED_DIE = 3
ENOUGH_FOR_ANY = 20
MAX_BOOST = 2
GOOD_LOCATION = 10
TILES_DRAWN = 2
LOOT_KEPT = 2
UNDECIDED = -1

# How a question is answered, `(state, me, detail)`, by its number.
decides = RuleTable("regent_decision", "state", "me", "detail", default=str(UNDECIDED))


# ------------------------------------------------------------------------------- the turn


@decides(asked.MAIN)
def choose_action(state: State, me: int, detail: int) -> int:
    """Plot, recruit, ask the council or explore: the first of these that is due."""
    if state.mask[PLOT] > 0 and state.acted == 0 and state.pearls[me] >= PEARLS_TO_PLOT:
        return PLOT
    lord = best_lord(state, me)
    if lord != EMPTY:
        return LORD + lord
    race = int(largest_stack(state, me))
    # Where a computer plays so without being the Regent, the level is the middle one.
    level = STORM if state.regent == NOBODY else int(state.regent_level)
    if race != EMPTY and rules.stack_size(state, race) >= COUNCIL_MINIMUM[level]:
        return RACE + race
    if state.mask[YES] > 0:
        return YES
    return RACE + race if race != EMPTY else UNDECIDED


@compiled
def best_lord(state: State, me: int) -> int:
    """The payable lord of greatest merit, of equals the one furthest from the deck; or EMPTY."""
    best, most = EMPTY, 0
    paths = np.empty((1 + krakens_in(state.hand[me]), ALL_RACES, payment.VALUES), np.int64)
    payment.find_ways_on(state, me, paths)
    for space in range(COURT_SPACES):
        lord = int(state.court[space])
        if lord != EMPTY and state.mask[LORD + lord] > 0:
            price = int(payment.price_of(state, me, lord, paths))
            if price < OUT_OF_REACH and (best == EMPTY or merit(lord, price) > most):
                best, most = lord, int(merit(lord, price))
    return best


@compiled
def merit(lord: int, price: int) -> int:
    """Influence, keys and an ambassador's location, less what the payment takes."""
    worth = INFLUENCE[lord] + 2 * KEYS[lord] + (4 if GUILD[lord] == AMBASSADOR else 0)
    return int(10 * worth - 5 * payment.pearls_of(price) - 3 * payment.overpayment_of(price))


@decides(asked.PAY)
def choose_payment(state: State, me: int, lord: int) -> int:
    return payment.next_card(state, me, lord)


# --------------------------------------------------------------------------------- allies


@decides(
    asked.AFFILIATE,
    asked.DISCARD_ALLY,
    asked.DISCARD_TO_LIMIT,
    asked.OBEY_MARTIAL_LAW,
    asked.LOSE_AFFILIATED,
    asked.LOSE_ALLY,
)
def lowest_ally(state: State, me: int, detail: int) -> int:
    """The lowest value, of equals the first race, Krakens last. None is paid for."""
    choice, lowest = UNDECIDED, 0
    for kind in range(ALLY_KINDS):
        race = RACES if rules.is_kraken(kind) else int(RACE_OF[kind])
        order = int(VALUE_OF[kind]) * (RACES + 1) + race
        if state.mask[KIND + kind] > 0 and (choice == UNDECIDED or order < lowest):
            choice, lowest = KIND + kind, order
    return choice


@decides(asked.LOSE_LORD)
def lose_weakest_lord(state: State, me: int, detail: int) -> int:
    """The lord of least influence, of equals the first."""
    choice, least = UNDECIDED, 0
    for lord in range(LORDS):
        if state.mask[LORD + lord] > 0 and (choice == UNDECIDED or INFLUENCE[lord] < least):
            choice, least = LORD + lord, int(INFLUENCE[lord])
    return choice


@decides(asked.TOKEN_STACK_PICK)
def choose_stack(state: State, me: int, detail: int) -> int:
    return RACE + int(largest_stack(state, me))


# ------------------------------------------------------------------------------ exploring


@decides(asked.OFFER)
def buy_or_not(state: State, me: int, space: int) -> int:
    """Allies of high value, for pearls, never Krakens."""
    kind = int(state.track[space])
    is_sought = VALUE_OF[kind] >= LOWEST_BOUGHT and not rules.is_kraken(kind)
    return YES if is_sought and state.pearls[me] >= state.price else PASS


@decides(asked.EXPLORE_ALLY)
def take_or_go_on(state: State, me: int, space: int) -> int:
    """The further the exploration has come, the less an ally must be worth."""
    kind = int(state.track[space])
    takes = VALUE_OF[kind] >= LOWEST_TAKEN[space] and not rules.is_kraken(kind)
    return YES if takes or state.mask[PASS] == 0 else PASS


@decides(asked.EXPLORE_MONSTER)
def fight_or_go_on(state: State, me: int, space: int) -> int:
    return YES if state.threat >= THREAT_TO_FIGHT or state.mask[PASS] == 0 else PASS


@decides(asked.REWARD)
def choose_reward(state: State, me: int, threat: int) -> int:
    """As many monster tokens as there are."""
    choice, most = UNDECIDED, -1
    for place in range(rules.REWARD_CHOICES):
        tokens = int(rules.REWARDS[threat - 1, place, 1])
        if state.mask[NUMBER + place + 1] > 0 and tokens > most:
            choice, most = NUMBER + place + 1, tokens
    return choice


@decides(asked.SANCTUARY)
def search_or_stop(state: State, me: int, sanctuary: int) -> int:
    return PASS if sum_block(state.loot[sanctuary], 0, LOOT_VALUES) >= LOOT_KEPT else YES


# ------------------------------------------------------------------------------- fighting


@compiled
def current_resistance(state: State, zone: int) -> int:
    """That of the level that an attack meets first."""
    return int(RESISTANCE[state.border[zone], state.levels_lost[zone]])


@compiled
def ally_for(state: State, me: int, zone: int, die: int) -> int:
    """The lowest ally that with this die beats the current level, never a Kraken; or EMPTY."""
    best = EMPTY
    for kind in range(ALLY_KINDS):
        fits = rules.is_eligible(state, me, kind, int(state.border[zone])) and not rules.is_kraken(kind)
        is_enough = VALUE_OF[kind] + die >= current_resistance(state, zone)
        if fits and is_enough and (best == EMPTY or VALUE_OF[kind] < VALUE_OF[best]):
            best = kind
    return best


@compiled
def weakest_leviathan(state: State, me: int, is_promising: bool) -> int:
    """The zone of least resistance, then of the larger reward, then the first; among all that may
    be fought, or only those that an ally will probably beat; or EMPTY."""
    best = EMPTY
    for zone in range(ZONES):
        if state.border[zone] == EMPTY or (is_promising and ally_for(state, me, zone, HOPED_DIE) == EMPTY):
            continue
        if not is_promising and state.mask[ZONE + zone] == 0:
            continue
        if best == EMPTY or fight_order(state, zone) < fight_order(state, best):
            best = zone
    return best


@compiled
def fight_order(state: State, zone: int) -> int:
    """Small for what is fought first."""
    reward = int(TOKENS_PAID[state.border[zone], state.levels_lost[zone]])
    return 10 * int(current_resistance(state, zone)) - reward


@decides(asked.MEET_MONSTER)
def answer_monster(state: State, me: int, space: int) -> int:
    """Fights if an ally is good enough, or if it must."""
    if state.mask[YES] > 0 and weakest_leviathan(state, me, True) != EMPTY:
        return YES
    return PASS if state.mask[PASS] > 0 else YES


@decides(asked.FIGHT_TARGET)
def choose_leviathan(state: State, me: int, detail: int) -> int:
    zone = int(weakest_leviathan(state, me, True))
    return ZONE + (zone if zone != EMPTY else int(weakest_leviathan(state, me, False)))


@decides(asked.FIGHT_ALLY)
def choose_fighter(state: State, me: int, leviathan: int) -> int:
    """The lowest ally that is good enough, else the lowest of all, Krakens last."""
    zone = int(rules.zone_of_leviathan(state, leviathan))
    for die in (HOPED_DIE, ENOUGH_FOR_ANY):
        kind = int(ally_for(state, me, zone, die))
        if kind != EMPTY:
            return KIND + kind
    return lowest_ally(state, me, leviathan)


@decides(asked.FIGHT_AGAIN)
def attack_again_or_stop(state: State, me: int, leviathan: int) -> int:
    """Asked after a success only; the rules end a fight of the Regent that has failed."""
    if leviathan == rules.SLAIN:
        return PASS
    zone = int(rules.zone_of_leviathan(state, leviathan))
    return YES if ally_for(state, me, zone, HOPED_DIE) != EMPTY else PASS


@decides(asked.BOOST)
def choose_boost(state: State, me: int, leviathan: int) -> int:
    """Just enough for one more level, if that is cheap."""
    zone, missing = int(rules.zone_of_leviathan(state, leviathan)), -int(rules.power_of_attack(state))
    for level in range(int(state.levels_lost[zone]), int(LEVELS_OF[leviathan])):
        missing += int(RESISTANCE[leviathan, level])
        if missing > 0:
            break
    is_cheap = 0 < missing <= MAX_BOOST and state.mask[NUMBER + missing] > 0
    return NUMBER + (missing if is_cheap else 0)


@decides(asked.TAKE_TOKENS)
def choose_tokens(state: State, me: int, tokens: int) -> int:
    """As many as possible of the base pile."""
    choice = UNDECIDED
    for base in range(NUMBERS):
        if state.mask[NUMBER + base] > 0:
            choice = NUMBER + base
    return choice


# ------------------------------------------------------------------------------ locations


@compiled
def best_location(state: State, me: int) -> int:
    """The location of most worth now among those that may be pointed at, the first of equals; or EMPTY."""
    best, most = EMPTY, 0
    for tile in range(LOCATIONS):
        if state.mask[LOCATION + tile] > 0:
            worth = int(worth_of(state, tile, me))
            if best == EMPTY or worth > most:
                best, most = tile, worth
    return best


@decides(asked.CONTROL_SOURCE)
def choose_source(state: State, me: int, detail: int) -> int:
    """A good location that is available; else two new ones, or what is left."""
    tile = int(best_location(state, me))
    if tile != EMPTY and worth_of(state, tile, me) >= GOOD_LOCATION:
        return LOCATION + tile
    for tiles in range(TILES_DRAWN, 0, -1):
        if state.mask[NUMBER + tiles] > 0:
            return NUMBER + tiles
    return LOCATION + tile


@decides(asked.CONTROL_PICK, asked.AMBASSADOR_PICK)
def choose_tile(state: State, me: int, detail: int) -> int:
    return LOCATION + int(best_location(state, me))


@decides(asked.CONTROL_KEYS)
def choose_keys(state: State, me: int, tile: int) -> int:
    """The lords of least influence, up to three, before any token."""
    missing = rules.KEYS_PER_LOCATION - int(rules.lords_under(state, me, tile))
    for lord in range(LORDS):
        if state.mask[LORD + lord] > 0 and weaker_keys(state, me, lord) < missing:
            return LORD + lord
    return PASS


@compiled
def weaker_keys(state: State, me: int, lord: int) -> int:
    """How many lords whose key counts go under a location before this one."""
    count = 0
    for other in range(LORDS):
        goes_before = (INFLUENCE[other], other) < (INFLUENCE[lord], lord)
        if goes_before and gives_key(state, me, other):
            count += 1
    return count


@decides(asked.SWAP_SMOKERS)
def keep_smokers(state: State, me: int, detail: int) -> int:
    return PASS


# ----------------------------------------------------------------------------- any question

decide = decides.build()


@compiled_out_of_line
def choose_as_regent(state: State) -> int:
    """The answer of the seat that is asked. Monster tokens with an effect are used at once, nebulis never."""
    for token in range(BASE_TOKENS, TOKENS):
        if state.mask[TOKEN + token] > 0:
            return TOKEN + token
    what, me, detail = open_question(state)
    action = int(decide(int(what), state, int(me), int(detail)))
    if action >= 0 and state.mask[action] > 0:
        return action
    return first_answer(state)
