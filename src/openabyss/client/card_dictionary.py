"""All cards in words, as data for screens: names, texts, costs."""

import re
from collections.abc import Iterable

from msgspec import Struct

from openabyss import cards
from openabyss.rules.cards import allies
from openabyss.rules.cards.leviathans import FEARED_RACE
from openabyss.rules.chapters import HIGHEST_THREAT
from openabyss.rules.ending import LORDS_TO_END
from openabyss.rules.sizes import COURT_SPACES, TRACK_SPACES
from openabyss.words import _
from openabyss.words.cards import codes, leviathans
from openabyss.words.cards.printed import LOCATIONS, LORDS, TIMINGS, Card, card_text
from openabyss.words.numbers import with_their_nouns
from openabyss.words.questions.exploring import reward_signs, rewards_at

_CODES = re.compile(r"\s\((?:R-K?|A)\d+(?:, (?:R-K?|A)\d+)*\)")
BOOSTS = {allies.NO_EFFECT: "", allies.PEARL_BOOST: "pearl-boost", allies.DOUBLE_DIE: "double-die"}

# Words of a line of signs (words/cards/lords.md) that are drawn; all others are shown as they are.
_DRAWINGS = {
    "ally": "deck-exploration",
    "die": "die-6",
    "kraken": "race-k",
    "leviathan": "leviathan-1",
    "location": "deck-location",
    "lord": "deck-lord",
    **{guild: f"guild-{guild}" for guild in cards.GUILDS},
    **{
        race: f"race-{letter.lower()}"
        for race, letter in zip(codes.RACE_CODES, codes.RACE_LETTERS, strict=True)
    },
}


class LordCard(Struct):
    """A lord in words; race: the one that must be among the allies spent on it, or null.

    signs: its power in a line, of names of drawings and of marks that stand for themselves.
    """

    name: str
    guild: str
    guild_name: str
    cost: int
    races: int
    race: str | None
    influence: int
    keys: int
    timing: str
    timing_text: str
    signs: list[str]
    text: str
    rulings: list[str]
    facts: str


class LocationCard(Struct):
    """A location in words; formula: what it scores; signs: the same in a line, as that of a lord."""

    name: str
    formula: str
    signs: list[str]
    text: str
    rulings: list[str]


class LeviathanCard(Struct):
    """A leviathan in words; levels: resistance of each, and the tokens that it pays; facts: its number."""

    name: str
    race: str
    fighters: list[str]
    levels: list[tuple[int, int]]
    attack: str
    facts: str
    text: str


class AllyCard(Struct):
    """An ally, a Kraken or the monster; symbol: its drawing; boost: that of its effect in a fight."""

    name: str
    letter: str
    value: int
    symbol: str
    boost: str


class RaceCard(Struct):
    """A race; stack: its name in what is said of its stack of the council; symbol: its drawing."""

    name: str
    stack: str
    letter: str
    symbol: str


class CardDictionary(Struct):
    """Lords, locations, leviathans by id; allies, tokens, races, rewards and zones by code or number.

    allies: in the order in which people hold a hand. spaces: how many there are of the court and the track.
    reward_signs: rewards as names of drawings; "spoils" is a pearl or a monster token.
    lords_to_end: the number of lords before a player that triggers the end.
    """

    lords: dict[str, LordCard]
    locations: dict[str, LocationCard]
    leviathans: dict[str, LeviathanCard]
    allies: dict[str, AllyCard]
    tokens: dict[str, str]
    token_effects: dict[str, str]
    races: dict[str, RaceCard]
    rewards: dict[str, str]
    reward_signs: dict[str, list[str]]
    zones: dict[str, str]
    spaces: dict[str, int]
    lords_to_end: int


def card_dictionary() -> CardDictionary:
    """All cards in the reader's language."""
    return CardDictionary(
        lords={str(lord.id): _lord(lord) for lord in cards.lords()},
        locations={str(location.id): _location(location) for location in cards.locations()},
        leviathans={str(number): _leviathan(number) for number in codes.LEVIATHAN_IDS},
        allies={
            codes.KIND_CODES[kind]: _ally(kind) for kind in sorted(range(allies.KINDS), key=_place_in_hand)
        },
        tokens={str(code): codes.token_name(token) for token, code in enumerate(codes.TOKEN_CODES)},
        token_effects={str(code): codes.token_effect(token) for token, code in enumerate(codes.TOKEN_CODES)},
        races={code: _race(race) for race, code in enumerate(codes.RACE_CODES)},
        rewards={str(threat): rewards_at(threat) for threat in range(1, HIGHEST_THREAT + 1)},
        reward_signs={str(threat): reward_signs(threat) for threat in range(1, HIGHEST_THREAT + 1)},
        zones={str(zone): name for zone, name in enumerate(leviathans.ZONE_LABELS, 1)},
        spaces={"court": COURT_SPACES, "track": TRACK_SPACES},
        lords_to_end=LORDS_TO_END,
    )


def _ally(kind: int) -> AllyCard:
    letter, boost = codes.code_shown(codes.KIND_CODES[kind])[0], BOOSTS[int(allies.FIGHT_EFFECT_OF[kind])]
    return AllyCard(codes.kind_name(kind), letter, int(allies.VALUE_OF[kind]), symbol_of_kind(kind), boost)


def _place_in_hand(kind: int) -> tuple[int, int, int]:
    """By race, Krakens and monsters last, and the most valuable first."""
    race = int(allies.RACE_OF[kind])
    return (len(codes.RACE_CODES) if race == allies.NO_RACE else race, -int(allies.VALUE_OF[kind]), kind)


def symbol_of_kind(kind: int) -> str:
    """The drawing of an exploration card."""
    return "monster" if kind == allies.MONSTER else symbol_of_race(int(allies.RACE_OF[kind]))


def symbol_of_race(race: int) -> str:
    """The drawing of a race, or of Krakens, which have none."""
    return "race-k" if race == allies.NO_RACE else f"race-{codes.RACE_LETTERS[race].lower()}"


def _race(race: int) -> RaceCard:
    letter, symbol = codes.race_letter(race), symbol_of_race(race)
    return RaceCard(codes.race_name(race), codes.race_of_stack(race), letter, symbol)


def _lord(lord: cards.Lord) -> LordCard:
    timing = TIMINGS.get(lord.timing)
    return LordCard(
        name=lord.name,
        guild=lord.guild,
        guild_name=codes.guild_name(cards.GUILDS.index(lord.guild)),
        cost=lord.cost,
        races=lord.races,
        race=lord.race,
        influence=lord.influence,
        keys=lord.keys,
        timing=lord.timing,
        timing_text="" if timing is None else _(timing),
        signs=_line(LORDS[lord.id].signs),
        text=lord.text,
        rulings=without_codes(lord.rulings),
        facts=with_their_nouns(card_text(Card("lord", lord.id)).facts),
    )


def without_codes(rulings: Iterable[str]) -> list[str]:
    """Rulings as players read them, without codes such as (R-16)."""
    return [_CODES.sub("", ruling) for ruling in rulings]


def _line(signs: str) -> list[str]:
    return [_DRAWINGS.get(sign, sign) for sign in signs.split()]


def _location(location: cards.Location) -> LocationCard:
    signs, rulings = _line(LOCATIONS[location.id].signs), without_codes(location.rulings)
    return LocationCard(location.name, location.formula, signs, location.text, rulings)


def _leviathan(number: int) -> LeviathanCard:
    race = int(FEARED_RACE[number - 1])
    return LeviathanCard(
        name=leviathans.name_of_leviathan(number - 1),
        race=codes.RACE_CODES[race],
        fighters=[codes.RACE_CODES[fighter] for fighter in leviathans.fighting_races(race)],
        levels=list(leviathans.levels_of(number)),
        attack=leviathans.attack_in_words(number - 1),
        facts=with_their_nouns(leviathans.leviathan_facts(number)),
        text=leviathans.leviathan_text(number),
    )
