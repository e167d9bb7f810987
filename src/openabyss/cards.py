"""What is printed on the cards: lords, locations, leviathans and allies, by their ids and codes.

>>> from openabyss import cards
>>> cards.lord(12).name, cards.lord(12).cost, cards.lord(12).race
('Slaver', 8, 'shellfish')
>>> cards.ally("J3").value
3
"""

from dataclasses import dataclass

from openabyss.errors import OpenAbyssError
from openabyss.rules.cards import printed
from openabyss.rules.cards.allies import (
    FIGHT_EFFECT_OF,
    KINDS,
    MONSTER,
    NO_EFFECT,
    NO_RACE,
    RACE_OF,
    VALUE_OF,
)
from openabyss.rules.cards.leviathans import FEARED_RACE, LEVELS_OF, RESISTANCE, TOKENS_PAID
from openabyss.words import _
from openabyss.words.arguments import in_short, instance_of, whole_number
from openabyss.words.cards import codes
from openabyss.words.cards.leviathans import leviathan_text, name_of_leviathan
from openabyss.words.cards.printed import (
    LORDS,
    location_formula,
    location_name,
    location_rulings,
    location_text,
    lord_name,
    lord_rulings,
    lord_text,
)

SETS = ("base", "kraken", "leviathan")
GUILDS = ("mage", "soldier", "farmer", "merchant", "politician", "ambassador", "smuggler")


class UnknownCard(OpenAbyssError, LookupError):  # noqa: N818  named like the errors of the game
    """No card has this id or code."""


@dataclass(frozen=True, slots=True)
class Lord:
    """A lord. `race` is the one that must be among the `races` of a payment; None where any may.

    `timing` is when the power works: "arrival", "lasting", "turn" or "none".
    """

    id: int
    name: str
    set: str
    guild: str
    cost: int
    races: int
    race: str | None
    keys: int
    influence: int
    timing: str
    text: str
    rulings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Location:
    """A location. `formula` is what it is worth, in short."""

    id: int
    name: str
    set: str
    formula: str
    text: str
    rulings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Level:
    """A level of a leviathan: the power that beats it, and the monster tokens that it brings."""

    resistance: int
    tokens: int


@dataclass(frozen=True, slots=True)
class Leviathan:
    """A leviathan, with its levels from the first to fall. `race` is the one it fears, besides crabs."""

    id: int
    name: str
    race: str | None
    levels: tuple[Level, ...]
    text: str


@dataclass(frozen=True, slots=True)
class Ally:
    """An exploration card that is no monster. `race` is None for a Kraken; `has_effect` in fights."""

    code: str
    name: str
    race: str | None
    value: int
    has_effect: bool


def lord(number: int) -> Lord:
    """The lord with this id. Raises UnknownCard."""
    number = _number(number, codes.LORD_IDS, _("there is no lord {number}"))
    place = codes.LORD_IDS.index(number)
    guild = int(printed.GUILD[place])
    return Lord(
        id=number,
        name=lord_name(number),
        set=SETS[printed.LORD_SET[place]],
        guild=GUILDS[guild],
        cost=int(printed.COST[place]),
        races=int(printed.RACES_NEEDED[place]),
        race=codes.RACE_CODES[guild] if guild < printed.GUILDS_WITH_A_RACE else None,
        keys=int(printed.KEYS[place]),
        influence=int(printed.INFLUENCE[place]),
        timing=LORDS[number].timing,
        text=lord_text(number),
        rulings=tuple(lord_rulings(number)),
    )


def location(number: int) -> Location:
    """The location with this id. Raises UnknownCard."""
    number = _number(number, codes.LOCATION_IDS, _("there is no location {number}"))
    place = codes.LOCATION_IDS.index(number)
    return Location(
        id=number,
        name=location_name(number),
        set=SETS[printed.LOCATION_SET[place]],
        formula=location_formula(number),
        text=location_text(number),
        rulings=tuple(location_rulings(number)),
    )


def leviathan(number: int) -> Leviathan:
    """The leviathan with this id. Raises UnknownCard."""
    number = _number(number, codes.LEVIATHAN_IDS, _("there is no leviathan {number}"))
    place = codes.LEVIATHAN_IDS.index(number)
    levels = range(int(LEVELS_OF[place]))
    return Leviathan(
        id=number,
        name=name_of_leviathan(place),
        race=_race(int(FEARED_RACE[place])),
        levels=tuple(Level(int(RESISTANCE[place, n]), int(TOKENS_PAID[place, n])) for n in levels),
        text=leviathan_text(number),
    )


def ally(code: str) -> Ally:
    """The ally with this code, whatever its case. Raises UnknownCard."""
    try:
        kind = codes.kind_of_code(instance_of("code", code, str))
    except ValueError as error:
        raise UnknownCard(str(error)) from None
    if kind == MONSTER:
        raise UnknownCard(_("a monster is not an ally"))
    return Ally(
        code=codes.KIND_CODES[kind],
        name=codes.kind_name(kind),
        race=_race(int(RACE_OF[kind])),
        value=int(VALUE_OF[kind]),
        has_effect=bool(FIGHT_EFFECT_OF[kind] != NO_EFFECT),
    )


def lords() -> list[Lord]:
    """All lords of all sets, by id."""
    return [*map(lord, codes.LORD_IDS)]


def locations() -> list[Location]:
    """All locations of all sets, by id."""
    return [*map(location, codes.LOCATION_IDS)]


def leviathans() -> list[Leviathan]:
    """All leviathans, by id."""
    return [*map(leviathan, codes.LEVIATHAN_IDS)]


def allies() -> list[Ally]:
    """One of each kind of ally, of all sets."""
    return [ally(codes.KIND_CODES[kind]) for kind in range(KINDS) if kind != MONSTER]


def _race(race: int) -> str | None:
    return None if race == NO_RACE else codes.RACE_CODES[race]


def _number(number: int, ids: list[int], problem: str) -> int:
    """Raises UnknownCard, InvalidArgument."""
    number = whole_number("number", number)
    if number not in ids:
        raise UnknownCard(problem.format(number=in_short(number)))
    return number
