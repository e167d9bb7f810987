"""Situations in a few words: who has what, what is played, who is asked what."""

from collections.abc import Iterable, Mapping
from typing import Any

from tests.rules.printed import kraken_table, leviathan_table, printed_table
from tests.rules.situation import Situation

Seat = dict[str, Any]

RACES = ("jellyfish", "crab", "seahorse", "shellfish", "squid")
LETTERS = "JCHSQ"
GUILD_LETTER = {
    "mage": "J",
    "soldier": "C",
    "farmer": "H",
    "merchant": "S",
    "politician": "Q",
    "ambassador": "J",
    "smuggler": "J",
}
# One stack in the council leaves every player at least two things to do, so that no turn passes by itself.
COUNCIL = {"squid": ["Q1"]}
QUIET_LORDS = (31, 32, 30, 28, 29, 27, 13)

# Values that pay a lord exactly (cost, races): the lowest card is the only lowest, no card can be left out.
PAYING_VALUES = {
    (5, 2): (3, 2),
    (6, 1): (4, 2),
    (6, 3): (3, 2, 1),
    (7, 1): (5, 2),
    (7, 2): (5, 2),
    (8, 1): (5, 3),
    (8, 2): (5, 3),
    (8, 3): (5, 2, 1),
    (9, 2): (5, 4),
    (9, 3): (5, 3, 1),
    (10, 1): (5, 4, 1),
    (10, 2): (5, 4, 1),
    (10, 3): (5, 3, 2),
    (10, 5): (5, 4, 3, 2, 1),
    (12, 1): (5, 4, 3),
    (12, 3): (5, 4, 3),
}


def hurt(leviathan: int, levels_lost: int) -> dict[str, int]:
    """A leviathan of the border that has lost levels."""
    return {"id": leviathan, "levels_lost": levels_lost}


def border_in_json(border: Mapping[int, int | dict[str, int]]) -> dict[str, dict[str, int]]:
    """The border of a position, of leviathans by zones 1 to 9; a bare number is at full life."""
    return {str(zone): hurt(beast, 0) if isinstance(beast, int) else beast for zone, beast in border.items()}


def disabled(lord: int) -> dict[str, Any]:
    """A lord whom the Assassin has turned."""
    return {"id": lord, "disabled": True, "location": None, "used": False}


def under(location: int, lord: int) -> dict[str, Any]:
    """A lord whose key has opened this location."""
    return {"id": lord, "disabled": False, "location": location, "used": False}


def tile(location: int, *loot: int) -> dict[str, Any]:
    """A location with loot of these values on it."""
    return {"id": location, "loot": list(loot)}


def sentinel(
    lord: int,
    owner: int,
    *,
    court: int | None = None,
    council: str | None = None,
    location: int | None = None,
) -> dict[str, Any]:
    """The token of a sentinel lord, on a lord of the court, a stack or a location; else with its owner."""
    areas = {"court": court, "council": council, "locations": location}
    for area, target in areas.items():
        if target is not None:
            return {"lord": lord, "owner": owner, "area": area, "target": target}
    return {"lord": lord, "owner": owner, "area": None, "target": None}


def seat(
    *, lords: Iterable[int | dict[str, Any]] = (), locations: Iterable[int | dict[str, Any]] = (), **rest: Any
) -> Seat:
    """What is before one player: no pearls and no cards unless said; a bare number is a free lord."""
    placed = [
        {"id": lord, "disabled": False, "location": None, "used": False} if isinstance(lord, int) else lord
        for lord in lords
    ]
    tiles = [tile(location) if isinstance(location, int) else location for location in locations]
    return {"pearls": 0, **rest, "lords": placed, "locations": tiles}


def powerless(lord: int, **rest: Any) -> list[Seat]:
    """The two ways to own a lord without having its power: turned by the Assassin, or under The Jail."""
    return [seat(lords=[disabled(lord)], **rest), seat(lords=[under(14, lord)], locations=[14], **rest)]


def position(
    *seats: Seat, players: int = 3, council: Mapping[str, list[str]] = COUNCIL, **rest: Any
) -> Situation:
    """A game in this situation; seats not described are bare, A is to play unless said."""
    players = max(players, len(seats))
    bare = [seat() for _ in range(players - len(seats))]
    stacks = {race: council.get(race, []) for race in RACES}
    if "border" in rest:
        rest["border"] = border_in_json(rest["border"])
    described = {"players": players, "seed": 1, "council": stacks, **rest, "seats": [*seats, *bare]}
    return Situation.from_position(described)._check()


def with_kraken(*seats: Seat, **rest: Any) -> Situation:
    """A game with Kraken in this situation."""
    return position(*seats, kraken=True, **rest)


def with_leviathan(*seats: Seat, **rest: Any) -> Situation:
    """A game with Leviathan in this situation."""
    return position(*seats, **{"leviathan": True, **rest})


def payment_for(lord: int) -> list[str]:
    """Cards that pay exactly for a lord and leave no choice of the one to affiliate."""
    cards = [*printed_table("lords"), *leviathan_table("lords")]
    card = next(card for card in cards if card["id"] == lord)
    first = LETTERS.index(GUILD_LETTER[card["guild"]])
    races = [LETTERS[(first + step) % 5] for step in range(card["races"])]
    values = PAYING_VALUES[card["cost"], card["races"]]
    return [f"{races[turn % len(races)]}{value}" for turn, value in enumerate(values)]


def arrival(lord: int, *seats: Seat, **rest: Any) -> Situation:
    """A has just recruited this lord with the cards of `payment_for`; the court has three lords left.

    A lord of an expansion brings it into play.
    """
    mine, *others = seats or (seat(),)
    cards = payment_for(lord)
    mine = {**mine, "hand": [*mine.get("hand", []), *cards]}
    placed = {
        lord,
        *rest.get("lord_deck", []),
        *(own["id"] for each in (mine, *others) for own in each["lords"]),
    }
    quiet = [other for other in QUIET_LORDS if other not in placed]
    is_of_kraken = any(card["id"] == lord for card in kraken_table("lords"))
    is_of_leviathan = any(card["id"] == lord for card in leviathan_table("lords"))
    sets = {"kraken": is_of_kraken, "leviathan": is_of_leviathan}
    game = position(mine, *others, **{**sets, "court": [lord, *quiet[:3]], **rest})
    return game.recruit(lord, *cards)
