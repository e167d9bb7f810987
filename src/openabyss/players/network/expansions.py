"""What a network sees of Kraken and Leviathan."""

from openabyss.engine.compiling import compiled
from openabyss.players.network import inputs as at
from openabyss.players.network.inputs import SEAT_AREA, TABLE_AREA, Inputs, fit, seat_first
from openabyss.rules.cards import allies
from openabyss.rules.cards.leviathans import LEVELS_OF, RESISTANCE
from openabyss.rules.chapters import can_attack, is_eligible, trophies_of
from openabyss.rules.sizes import LEVIATHANS, LOOT_VALUES, SENTINELS, TOKENS, TRACK_SPACES, ZONES
from openabyss.rules.state import BASE_TOKENS, DECK, EMPTY, NOBODY, State

NO_TARGET = 12


@compiled
def encode_kraken(state: State, viewer: int, variant: int, inputs: Inputs) -> None:
    """Nebulis, the figure, Krakens, sentinels and what loot is left."""
    first = int(TABLE_AREA[variant, at.KRAKEN_FACTS])
    for space in range(TRACK_SPACES):
        if allies.FIRST_KRAKEN <= state.track[space] < allies.FIRST_FIGHTER:
            inputs[first + at.SHOWN_KRAKEN] += 1
    for race in range(allies.RACES):
        for kind in range(allies.FIRST_KRAKEN, allies.FIRST_FIGHTER):
            inputs[first + at.COUNCIL_KRAKENS + race] += state.council[race, kind]
    for place in range(LOOT_VALUES):
        inputs[first + at.LOOT_LEFT + place] = state.loot_deck[place]
    inputs[first + at.NO_FIGURE] = state.kraken_holder == NOBODY
    for place in range(state.players):
        seat = seat_first(variant, place) + int(SEAT_AREA[variant, at.KRAKEN_SEAT_FACTS])
        encode_kraken_seat(state, (viewer + place) % int(state.players), seat, inputs)


@compiled
def encode_kraken_seat(state: State, player: int, first: int, inputs: Inputs) -> None:
    inputs[first + at.NEBULIS_HELD] = fit(int(state.nebulis[player]))
    inputs[first + at.HAS_FIGURE] = state.kraken_holder == player
    for kind in range(allies.KRAKEN_KINDS):
        inputs[first + at.KRAKENS_HELD + kind] = state.hand[player, allies.FIRST_KRAKEN + kind]
    for sentinel in range(SENTINELS):
        if state.sentinel_owner[sentinel] == player:
            inputs[first + at.SENTINELS_HELD + sentinel] = 1
            if state.sentinel_target[sentinel] != EMPTY:
                inputs[first + at.SENTINELS_PLACED] += 1


@compiled
def encode_leviathan(state: State, viewer: int, variant: int, inputs: Inputs) -> None:
    """The border, wounds, trophies, the Scourge and tokens with an effect."""
    first = int(TABLE_AREA[variant, at.LEVIATHAN_FACTS])
    for zone in range(ZONES):
        leviathan = int(state.border[zone])
        if leviathan != EMPTY:
            inputs[first + at.BORDER_SIZE] += 1
            levels = LEVELS_OF[leviathan] - state.levels_lost[zone]
            inputs[first + at.LEVELS_LEFT + leviathan] = levels
    for leviathan in range(LEVIATHANS):
        if state.leviathan_place[leviathan] == DECK:
            inputs[first + at.LEVIATHANS_LEFT] += 1
    for token in range(BASE_TOKENS, TOKENS):
        inputs[first + at.EFFECT_TOKENS_LEFT] += state.pool[token]
    inputs[first + at.ATTACK_POWER] = fit(int(state.fight_power))
    for place in range(state.players):
        player = (viewer + place) % int(state.players)
        seat = seat_first(variant, place) + int(SEAT_AREA[variant, at.LEVIATHAN_SEAT_FACTS])
        encode_leviathan_seat(state, player, player == viewer, seat, inputs)


@compiled
def encode_leviathan_seat(state: State, player: int, is_viewer: bool, first: int, inputs: Inputs) -> None:
    """Tokens with an effect are known by kind to their owner alone."""
    inputs[first + at.WOUNDS_SUFFERED] = fit(int(state.wounds[player]))
    inputs[first + at.HAS_SCOURGE] = state.scourge_holder == player
    inputs[first + at.TROPHIES] = trophies_of(state, player)
    for token in range(BASE_TOKENS, TOKENS):
        held = int(state.monster_tokens[player, token])
        inputs[first + at.EFFECT_TOKENS_HELD] += held
        if is_viewer:
            inputs[first + at.KNOWN_EFFECT_TOKENS + token - BASE_TOKENS] = held
    easiest = NO_TARGET
    for zone in range(ZONES):
        if can_attack(state, player, zone):
            inputs[first + at.TARGETS] += 1
            leviathan = int(state.border[zone])
            easiest = min(easiest, int(RESISTANCE[leviathan, state.levels_lost[zone]]))
            strongest = strongest_against(state, player, leviathan)
            inputs[first + at.BEST_FIGHTER] = max(int(inputs[first + at.BEST_FIGHTER]), strongest)
    inputs[first + at.EASIEST_TARGET] = NO_TARGET - easiest


@compiled
def strongest_against(state: State, player: int, leviathan: int) -> int:
    """The highest value of an ally in hand that may be spent against the leviathan."""
    best = 0
    for kind in range(allies.ALLY_KINDS):
        if allies.VALUE_OF[kind] > best and is_eligible(state, player, kind, leviathan):
            best = int(allies.VALUE_OF[kind])
    return best
