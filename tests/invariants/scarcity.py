"""Tables on which nearly everything has run out: positions that games seldom reach by themselves.

All allies and lords and all tokens worth influence lie somewhere, as in a game, so what is played on
from such a table must end. Monsters may have left the game, or there would always be a card to reveal.
"""

from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

import numpy as np

from openabyss.play.position.options import Options
from openabyss.rules.cards.leviathans import LEVELS_OF
from openabyss.rules.cards.printed import KEYS
from openabyss.rules.setup import new_table
from openabyss.rules.sizes import COURT_SPACES, TRACK_SPACES, ZONES
from openabyss.rules.solo import LEVELS
from openabyss.rules.state import BASE_TOKENS, DECK
from openabyss.words.cards.codes import (
    KIND_CODES,
    LEVIATHAN_IDS,
    LOCATION_IDS,
    LORD_IDS,
    RACE_CODES,
    RACE_LETTERS,
    TOKEN_CODES,
)

Position = dict[str, Any]
Card = str
Wanted = Callable[[Any], bool]

MONSTER, KRAKEN = "M", "K"
# How much there is of what may have run out: mostly nothing, sometimes a little.
FEW = (0, 0, 0, 1, 1, 2, 3)
PEARLS = (0, 0, 0, 1, 2, 5, 30)
HANDS = ("empty", "krakens", "one", "few", "low", "many")
HAND_SIZES = {"empty": 0, "krakens": 7, "one": 1, "few": 4, "low": 6, "many": 14}
RESTS = ("deck", "discard", "hands", "council")
SENTINEL_LORDS = (106, 107, 108)
AREAS = ("court", "council", "locations")
SANCTUARIES = range(103, 107)
LOOT = range(3, 8)
KEYS_PER_LOCATION = 3
LORDS_WITH_KEY = {int(lord) for lord, keys in zip(LORD_IDS, KEYS, strict=True) if keys > 0}


class Sets(NamedTuple):
    """Who plays with what; `regent` is the level of the Regent in solo play, 0 without one."""

    players: int
    kraken: bool
    leviathan: bool
    regent: int = 0


VARIANTS = [
    *[Sets(players, kraken, False) for kraken in (False, True) for players in (2, 3, 4)],
    *[Sets(players, kraken, True) for kraken in (False, True) for players in (2, 3, 4, 5)],
    *[Sets(2, kraken, leviathan, LEVELS) for kraken in (False, True) for leviathan in (False, True)],
]


class Box:
    """What has not been laid on the table yet, shuffled."""

    def __init__(self, sets: Sets, options: Options, chance: Random) -> None:
        state = new_table(sets.players, sets.kraken, sets.leviathan, options.numbers(sets.leviathan))
        self.chance = chance
        kinds = (state.deck + state.hand.sum(axis=0)).tolist()
        self.cards = [code for code, copies in zip(KIND_CODES, kinds, strict=True) for _ in range(copies)]
        pool = state.pool.tolist()
        self.tokens = [code for code, copies in zip(TOKEN_CODES, pool, strict=True) for _ in range(copies)]
        self.lords = [LORD_IDS[lord] for lord in np.flatnonzero(state.lord_place == DECK)]
        self.locations = [LOCATION_IDS[tile] for tile in np.flatnonzero(state.location_place == DECK)]
        self.leviathans = [LEVIATHAN_IDS[one] for one in np.flatnonzero(state.leviathan_place == DECK)]
        self.loot = [value for value, copies in zip(LOOT, state.loot_deck.tolist(), strict=True)
                     for _ in range(copies)]  # fmt: skip
        for pile in (self.cards, self.tokens, self.lords, self.locations, self.leviathans, self.loot):
            chance.shuffle(pile)

    def take(self, pile: list[Any], most: int, wanted: Wanted = lambda _card: True) -> list[Any]:
        """The first `most` of those wanted."""
        taken = [card for card in pile if wanted(card)][:most]
        for card in taken:
            pile.remove(card)
        return taken

    def few(self, pile: list[Any], wanted: Wanted = lambda _card: True) -> list[Any]:
        """Nothing, or very little."""
        return self.take(pile, self.chance.choice(FEW), wanted)


def is_ally(card: Card) -> bool:
    return card != MONSTER


def is_base_token(token: int | str) -> bool:
    return token in TOKEN_CODES[:BASE_TOKENS]


def scarce_position(seed: int, sets: Sets) -> Position:
    """A table on which most things have run out; the same for the same seed."""
    chance = Random(f"{seed} {sets}")
    options = options_of(seed)
    box = Box(sets, options, chance)
    position: Position = {
        **{"players": sets.players, "kraken": sets.kraken, "leviathan": sets.leviathan},
        **({"regent": 1 + seed % sets.regent} if sets.regent else {}),
        **{"options": options.to_dict(), "seed": seed, "active": chance.randrange(sets.players)},
        **{"extra_turns": chance.choice((0, 0, 0, 1)), "threat": chance.randint(1, 6)},
        "phase": chance.choice(("main", "main", "explore", "turn_end")),
    }
    position["seats"] = [bare_seat(box, sets) for _ in range(sets.players)]
    lay_lords(position, box)
    lay_locations(position, box)
    if sets.kraken:
        lay_kraken(position, box, options)
    if sets.leviathan:
        lay_leviathan(position, box)
    lay_tokens(position, box)
    lay_cards(position, box)
    spend_keys(position)
    return position


def options_of(seed: int) -> Options:
    """Every other table has one option turned to another choice."""
    if seed % 2 == 0:
        return Options()
    name, choices = list(Options.choices().items())[seed // 2 % len(Options.choices())]
    usual = getattr(Options(), name)
    return Options.from_dict({name: next(choice for choice in choices if choice != usual)})


def bare_seat(box: Box, sets: Sets) -> Position:
    """Hardly any money; the rest is laid before the seat later on."""
    seat: Position = {"pearls": box.chance.choice(PEARLS), "key_tokens": box.chance.choice((0, 0, 1, 2))}
    if sets.kraken:
        seat["nebulis"] = box.chance.choice(FEW)
    if sets.leviathan:
        seat["wounds"] = box.chance.choice((0, 0, 1, 4))
    return seat


# ----------------------------------------------------------------------------------- lords and locations


def lay_lords(position: Position, box: Box) -> None:
    """Few in the court and in the deck; where neither could fill up, the last round has begun."""
    for seat in position["seats"]:
        own = box.take(box.lords, box.chance.choice((0, 1, 3, 6, 8)))
        disabled = [box.chance.random() < 0.2 for _ in own]
        seat["lords"] = [{"id": lord, "disabled": turned} for lord, turned in zip(own, disabled, strict=True)]
    position["court"] = box.take(box.lords, box.chance.randint(0, COURT_SPACES))
    position["lord_deck"] = box.few(box.lords)
    sentinels = [] if not position["kraken"] else list(SENTINEL_LORDS)
    position["lord_discard"] = box.take(box.lords, len(box.lords), lambda lord: lord not in sentinels)
    if not position["lord_deck"] or box.chance.random() < 0.2:
        position["ending_player"] = box.chance.randrange(position["players"])


def lay_locations(position: Position, box: Box) -> None:
    """Few anywhere; up to three lords lie under those before a seat."""
    for seat in position["seats"]:
        seat["locations"] = [{"id": tile} for tile in box.few(box.locations)]
        upright = [lord for lord in seat["lords"] if not lord["disabled"]]
        for tile in seat["locations"]:
            covered, upright = upright[:KEYS_PER_LOCATION], upright[KEYS_PER_LOCATION:]
            for lord in covered:
                lord["location"] = tile["id"]
    position["available_locations"] = box.few(box.locations)
    position["location_deck"] = box.few(box.locations)


def keys_of(seat: Position) -> int:
    """Tokens, and the lords with a key that are neither turned nor under a location."""
    free = [lord for lord in seat["lords"] if not lord["disabled"] and "location" not in lord]
    return int(seat["key_tokens"]) + sum(lord["id"] in LORDS_WITH_KEY for lord in free)


def spend_keys(position: Position) -> None:
    """Three keys make a location when a turn ends: who has more at another time turns lords."""
    for number, seat in enumerate(position["seats"]):
        is_ending = number == position["active"] and position["phase"] != "main"
        if is_ending or not position["location_deck"]:
            continue
        for lord in seat["lords"]:
            if keys_of(seat) >= KEYS_PER_LOCATION and lord["id"] in LORDS_WITH_KEY and "location" not in lord:
                lord["disabled"] = True


# --------------------------------------------------------------------------------------------- expansions


def lay_kraken(position: Position, box: Box, options: Options) -> None:
    """Sentinels on all that is left, loot on sanctuaries and hardly any in the deck, the figure with the
    most corrupt."""
    tiles = [tile for seat in position["seats"] for tile in seat["locations"]]
    for tile in tiles:
        if tile["id"] in SANCTUARIES:
            values = box.chance.sample(list(LOOT), box.chance.randint(1, 4))
            tile["loot"] = [box.take(box.loot, 1, value.__eq__)[0] for value in values if value in box.loot]
    position["loot_deck"] = box.few(box.loot)
    held = [seat["nebulis"] for seat in position["seats"]]
    if max(held) > 0:
        position["kraken_figure"] = held.index(max(held))
    position["sentinels"] = list(sentinels(position, box, options))


def sentinels(position: Position, box: Box, options: Options) -> list[Position]:
    """Sentinels of any owners, waiting or on anything that may be guarded."""
    placed: list[Position] = []
    for lord in box.take(box.lords, 3, lambda lord: lord in SENTINEL_LORDS):
        if box.chance.random() < 0.25:
            position["lord_discard"].append(lord)
            continue
        owner = box.chance.randrange(position["players"])
        position["seats"][owner]["lords"].append({"id": lord, "disabled": False})
        area, target = box.chance.choice([(None, None), *free_elements(position, placed, options)])
        placed.append({"lord": lord, "owner": owner, "area": area, "target": target})
    return placed


def free_elements(
    position: Position, placed: list[Position], options: Options
) -> list[tuple[str, int | str]]:
    """What has no sentinel yet: whole areas where each may hold one only. The areas are equally likely."""
    elements: dict[str, list[int | str]] = {
        "court": position["court"],
        "council": list(RACE_CODES),
        "locations": position["available_locations"],
    }
    taken = {(token["area"], token["target"]) for token in placed}
    full = {area for area, _target in taken} if options.sentinel_one_per_area else set()
    free = [
        [(area, target) for target in elements[area] if (area, target) not in taken]
        for area in AREAS
        if area not in full
    ]
    return [targets[len(placed) % len(targets)] for targets in free if targets]


def lay_leviathan(position: Position, box: Box) -> None:
    """A border with all zones free, taken, or few of them; hardly any leviathans to come."""
    zones = box.chance.sample(range(1, ZONES + 1), box.chance.choice((0, 1, 2, 5, ZONES)))
    border = dict(zip(zones, box.take(box.leviathans, len(zones)), strict=True))
    position["border"] = {
        str(zone): {
            "id": beast,
            "levels_lost": box.chance.randrange(int(LEVELS_OF[LEVIATHAN_IDS.index(beast)])),
        }
        for zone, beast in border.items()
    }
    for seat in position["seats"]:
        seat["trophies"] = box.few(box.leviathans)
    position["leviathan_deck"] = box.few(box.leviathans)
    position["scourge"] = box.chance.choice((None, box.chance.randrange(position["players"])))


def lay_tokens(position: Position, box: Box) -> None:
    """Few in the two piles; tokens worth influence stay in the game, others have been used up."""
    position["monster_pool"] = box.few(box.tokens, is_base_token)
    if position["leviathan"]:
        position["leviathan_pool"] = box.few(box.tokens, lambda token: not is_base_token(token))
    for seat in position["seats"]:
        seat["monster_tokens"] = box.few(box.tokens, lambda token: not is_base_token(token))
    for token in box.take(box.tokens, len(box.tokens), is_base_token):
        box.chance.choice(position["seats"])["monster_tokens"].append(token)


# ------------------------------------------------------------------------------------- exploration cards


def lay_cards(position: Position, box: Box) -> None:
    """Hands, affiliated allies, the track and the stacks; what is left is in one place only."""
    for seat in position["seats"]:
        seat["hand"] = hand(box)
        seat["affiliated"] = box.take(box.cards, len(seat["lords"]), is_affiliated)
    if position["phase"] == "explore":
        position["track"] = box.take(box.cards, box.chance.randint(1, TRACK_SPACES))
        sell(position, box.chance)
    position["council"] = {
        race: box.few(box.cards, joins_the_stack_of(letter))
        for race, letter in zip(RACE_CODES, RACE_LETTERS, strict=True)
    }
    position["exploration_deck"] = box.few(box.cards, box.chance.choice((is_ally, MONSTER.__eq__)))
    position["exploration_discard"] = box.few(box.cards)
    lay_the_rest(position, box)


def joins_the_stack_of(letter: str) -> Wanted:
    return lambda card: card[0] in (letter, KRAKEN)


def is_affiliated(card: Card) -> bool:
    return card[0] in RACE_LETTERS


def hand(box: Box) -> list[Card]:
    """An extreme hand: empty, of Krakens only, of one card, of low cards, above every limit."""
    style = box.chance.choice(HANDS)
    wanted: dict[str, Wanted] = {
        "krakens": lambda card: card[0] == KRAKEN,
        "low": lambda card: card[1:] in ("1", "1*"),
    }
    return box.take(box.cards, HAND_SIZES[style], wanted.get(style, is_ally))


def sell(position: Position, chance: Random) -> None:
    """Some opponents have bought in this turn already."""
    buyers = [seat for number, seat in enumerate(position["seats"]) if number != position["active"]]
    buyers = chance.sample(buyers, chance.randint(0, len(buyers)))
    for seat in buyers:
        seat["bought"] = 1
    position["price"] = 1 + len(buyers)


def lay_the_rest(position: Position, box: Box) -> None:
    """All cards that are left go to the deck, the discard, the hands or the stacks; monsters to a pile, or
    out of the game."""
    place = box.chance.choice(RESTS)
    if box.chance.random() < 0.5:
        box.take(box.cards, len(box.cards), MONSTER.__eq__)
    pile = position["exploration_deck" if place == "deck" else "exploration_discard"]
    if place == "hands":
        for card in box.take(box.cards, len(box.cards), is_ally):
            box.chance.choice(position["seats"])["hand"].append(card)
    if place == "council":
        for card in box.take(box.cards, len(box.cards), is_ally):
            race = RACE_LETTERS.find(card[0])
            position["council"][RACE_CODES[race]].append(card)
    pile += box.take(box.cards, len(box.cards))
