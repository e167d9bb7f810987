"""How much is hidden: how many tables look the same to a seat.

They differ in what zones hold that the seat cannot look into. Cards of a kind cannot be told apart, nor can
tokens, and the order of a deck is not counted, since nobody knows it.
"""

import math
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from openabyss.engine.layout import Numbers
from openabyss.observation.layout import FORGETFUL, PERFECT_INFORMATION, memory_of
from openabyss.rules.cards.allies import (
    FIRST_FIGHTER,
    FIRST_KRAKEN,
    KINDS_OF_RACE,
    MONSTER,
    RACES,
)
from openabyss.rules.cards.loot import LOOT_COPIES
from openabyss.rules.setup import TOKENS_IN_BOX
from openabyss.rules.state import (
    BASE_BACK,
    DECK,
    GONE,
    LEVIATHAN_BACK,
    TOKEN_2_PEARLS,
    TWENTIETH_TOKEN,
    State,
    tokens_of,
)
from openabyss.words.arguments import Whole, seat_of, state_of

# How many ways there are to have put some cards into zones: an axis for each zone, with a place for each
# number of cards in it. What is in none of these zones is in the one zone that is left.
Ways = NDArray[np.float64]


def hidden_bits(
    state: State, seat: Whole, *, perfect_memory: bool = True, perfect_information: bool = False
) -> float:
    """The binary logarithm of the number of tables that look like this one to the seat; 0 where it knows all.

    It is exact for what an observation shows. What a question tells between the lines is not counted, so that
    the true number may be a little smaller. Raises InvalidArgument.
    """
    seat = seat_of(seat, state_of(state).players)
    memory = memory_of(perfect_memory, perfect_information)
    if memory == PERFECT_INFORMATION:
        return 0.0
    others = [player for player in range(state.players) if player != seat]
    forgets = memory == FORGETFUL
    bits = sum(_token_bits(state, others, back, forgets) for back in (BASE_BACK, LEVIATHAN_BACK))
    if forgets:
        bits += _card_bits(state, others) + _loot_bits(state)
        bits += _gone_bits(state.location_place) + _gone_bits(state.leviathan_place)
    return bits


def deals(copies: Iterable[int], sizes: Sequence[int]) -> float:
    """How many ways there are to deal these numbers of copies of each kind to zones of these sizes."""
    ways = _nothing_dealt(sizes)
    for count in copies:
        ways = _spread(ways, int(count), range(len(sizes)))
    return float(ways.flat[-1])


def _nothing_dealt(sizes: Sequence[int]) -> Ways:
    ways = np.zeros([int(size) + 1 for size in sizes])
    ways.flat[0] = 1.0
    return ways


def _spread(ways: Ways, count: int, zones: Iterable[int]) -> Ways:
    """The ways after `count` cards of one kind have gone into these zones or elsewhere."""
    placed = [ways, *(np.zeros_like(ways) for _card in range(count))]
    for zone in zones:
        behind, ahead = _cut(ways, zone, slice(1, None)), _cut(ways, zone, slice(None, -1))
        for card in range(count):
            placed[card + 1][behind] += placed[card][ahead]
    after: Ways = np.add.reduce(placed)
    return after


def _cut(ways: Ways, zone: int, part: slice | int) -> tuple[slice | int, ...]:
    return tuple(part if axis == zone else slice(None) for axis in range(ways.ndim))


def _token_bits(state: State, others: Sequence[int], back: int, forgets: bool) -> float:
    """Who forgets does not know either which tokens have been used up."""
    first, end = tokens_of(back)
    held = [state.monster_tokens[player, first:end] for player in others]
    unseen: Numbers = state.pool[first:end] + sum(held)
    sizes = [tokens.sum() for tokens in held]
    if forgets:
        sizes.append(state.pool[first:end].sum())
        unseen = unseen + _used_up(state)[first:end]
    return math.log2(deals(unseen, sizes))


def _used_up(state: State) -> Numbers:
    """The tokens of each kind that are in the box again."""
    begun = np.array(TOKENS_IN_BOX)
    begun[TOKEN_2_PEARLS] += state.options[TWENTIETH_TOKEN]
    used: Numbers = (begun - state.pool - state.monster_tokens.sum(axis=0)) * (state.leviathan == 1)
    return used.clip(min=0)


def _card_bits(state: State, others: Sequence[int]) -> float:
    """Which allies the others have, and which the stacks, the deck and the discard hold.

    A stack holds allies of its race and Krakens, a hand no Monster. Krakens come first, when the axis of a
    stack is as long as there are Krakens; then race after race fills its stack, whose axis is not needed any
    more.
    """
    zones = [*(state.hand[player] for player in others), min(state.deck, state.discard, key=np.sum)]
    unseen = state.deck + state.discard + state.council.sum(axis=0) + state.hand[[*others]].sum(axis=0)
    krakens = unseen[FIRST_KRAKEN:FIRST_FIGHTER]
    stacks = [int(stack.sum()) for stack in state.council]
    ways = _nothing_dealt([*(zone.sum() for zone in zones), *(min(size, krakens.sum()) for size in stacks)])
    for count in krakens:
        ways = _spread(ways, int(count), range(ways.ndim))
    elsewhere, stack = range(len(zones)), len(zones)
    ways = _spread(ways, int(unseen[MONSTER]), [stack - 1])
    for race in range(RACES):
        room = [(0, 0)] * ways.ndim
        room[stack] = (0, stacks[race] + 1 - ways.shape[stack])
        ways = np.pad(ways, room)
        for kind in KINDS_OF_RACE[race]:
            ways = _spread(ways, int(unseen[kind]), [*elsewhere, stack])
        ways = ways[_cut(ways, stack, stacks[race])]
    return math.log2(ways.flat[-1])


def _loot_bits(state: State) -> float:
    """Loot that has been lost is out of the game."""
    unseen = np.array(LOOT_COPIES) * state.kraken - state.loot.sum(axis=0)
    return math.log2(deals(unseen, [state.loot_deck.sum()]))


def _gone_bits(places: Numbers) -> float:
    """Locations or leviathans, each once in the game, that lie in the deck or have left the game."""
    in_deck, gone = (int(np.sum(places == place)) for place in (DECK, GONE))
    return math.log2(math.comb(in_deck + gone, in_deck))
