"""What players may expect: their score if the game ended now, and their chances against the leviathans."""

import numpy as np
from msgspec import Struct

from openabyss.rules.cards.allies import (
    ALLY_KINDS,
    DOUBLE_DIE,
    FIGHT_EFFECT_OF,
    KINDS_OF_RACE,
    PEARL_BOOST,
    VALUE_OF,
)
from openabyss.rules.cards.leviathans import RESISTANCE
from openabyss.rules.cards.printed import LOCATIONS
from openabyss.rules.chapters import DIE_FACES, is_eligible
from openabyss.rules.scoring import note_worths, score, tokens_influence
from openabyss.rules.state import AVAILABLE, DRAWN, EMPTY, State
from openabyss.words.cards.codes import LOCATION_IDS, code_of_kind

_IDS = [*map(str, LOCATION_IDS)]
_KINDS: list[list[int]] = KINDS_OF_RACE.tolist()
_VALUES: list[int] = VALUE_OF.tolist()


class Forecast(Struct, frozen=True):
    """What a player would score; `known` is the score without the monster tokens.

    locations: what each location of the player gives; worth: each one that may still be taken, by id.
    counting: the affiliated allies that count, of each race the strongest.
    """

    player: int
    score: int
    known: int
    has_tokens: bool
    locations: dict[str, int]
    worth: dict[str, int]
    counting: list[str]


def forecast(state: State, player: int) -> Forecast:
    """What the table would give a player if the game ended now."""
    worths = np.zeros(LOCATIONS, np.int16)
    note_worths(state, player, worths)
    by_place = [*zip(state.location_place.tolist(), _IDS, worths.tolist(), strict=True)]
    total = int(score(state, player))
    return Forecast(
        player=player,
        score=total,
        known=total - int(tokens_influence(state, player)),
        has_tokens=any(state.monster_tokens[player].tolist()),
        locations={number: worth for place, number, worth in by_place if place == player},
        worth={number: worth for place, number, worth in by_place if place in (AVAILABLE, DRAWN)},
        counting=_counting(state.affiliated[player].tolist()),
    )


def _counting(affiliated: list[int]) -> list[str]:
    by_race = ([kind for kind in kinds if affiliated[kind]] for kinds in _KINDS)
    return [code_of_kind(max(held, key=_VALUES.__getitem__)) for held in by_race if held]


class Attack(Struct, frozen=True):
    """An attack on the next level of a leviathan with an ally of the hand, before the die is rolled.

    roll: the least that beats the level, 1 where every roll does, 7 where none does.
    pearls: how many pearls of the player that roll counts on. chance: from 0 to 1.
    """

    kind: int
    roll: int
    pearls: int
    chance: float


def attack_with(state: State, player: int, kind: int, zone: int) -> Attack:
    """The attack on the leviathan of a zone with an ally of a kind."""
    missing = int(RESISTANCE[state.border[zone], state.levels_lost[zone]] - VALUE_OF[kind])
    boosts = FIGHT_EFFECT_OF[kind] == PEARL_BOOST
    pearls = max(0, min(int(state.pearls[player]), missing - 1)) if boosts else 0
    roll = min(max(1, missing - pearls), DIE_FACES + 1)
    fails = min(1.0, (roll - 1) / DIE_FACES)
    dice = 2 if FIGHT_EFFECT_OF[kind] == DOUBLE_DIE else 1
    return Attack(kind, roll, pearls, 1 - fails**dice)


def best_attacks(state: State, player: int) -> dict[int, Attack]:
    """The likeliest attack on each leviathan of the border, by zone from 0; of equal ones that with the
    fewest pearls and the lowest value. Leviathans that nobody in the hand may fight are left out."""
    found, hand = {}, state.hand[player, :ALLY_KINDS].tolist()
    for zone, beast in enumerate(state.border.tolist()):
        if beast == EMPTY:
            continue
        attacks = [
            attack_with(state, player, kind, zone)
            for kind, copies in enumerate(hand)
            if copies and is_eligible(state, player, kind, beast)
        ]
        if attacks:
            found[zone] = max(attacks, key=lambda one: (one.chance, -one.pearls, -VALUE_OF[one.kind]))
    return found
