"""The dictionary of all cards as types: names and texts, for screens."""

from msgspec import Struct


class LordCard(Struct):
    """A lord in words; race: the one that must be among the allies spent on it, or null."""

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
    text: str
    rulings: list[str]
    facts: str


class LocationCard(Struct):
    """A location in words; formula: what it scores."""

    name: str
    formula: str
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


class CardDictionary(Struct):
    """Lords, locations, leviathans by id; allies, tokens, races, rewards and zones by code or number.

    boosts: the drawing of what an ally does in a fight besides, "double-die" or "pearl-boost", by code.
    """

    lords: dict[str, LordCard]
    locations: dict[str, LocationCard]
    leviathans: dict[str, LeviathanCard]
    allies: dict[str, str]
    boosts: dict[str, str]
    tokens: dict[str, str]
    token_effects: dict[str, str]
    races: dict[str, str]
    rewards: dict[str, str]
    zones: dict[str, str]
