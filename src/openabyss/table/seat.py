"""What lies before one player, in the words of positions: codes of allies, ids of cards."""

from dataclasses import dataclass

from openabyss.rules.cards.locations import FIRST_SANCTUARY
from openabyss.rules.cards.loot import LOWEST_LOOT
from openabyss.rules.cards.printed import LOCATION_ID, LORD_ID
from openabyss.rules.powers import keys_of
from openabyss.rules.sizes import LEVIATHANS
from openabyss.rules.state import FREE, State
from openabyss.words.cards.codes import KIND_CODES, code_of_token

LEVIATHAN_IDS = list(range(1, LEVIATHANS + 1))
# The lists of ids as Python knows them: to ask NumPy for them again and again takes longer than to read them.
LORD_IDS: list[int] = LORD_ID.tolist()
LOCATION_IDS: list[int] = LOCATION_ID.tolist()


@dataclass(frozen=True, slots=True)
class SeatLord:
    """A lord before a player; `location` is the id of the location that it lies under."""

    id: int
    disabled: bool
    location: int | None
    used: bool


@dataclass(frozen=True, slots=True)
class Seat:
    """What lies before one player, hidden things included; `keys` counts tokens and working lords.

    `loot` tells the values of the loot cards on locations, by id, where there are any.
    """

    number: int
    pearls: int
    nebulis: int
    key_tokens: int
    keys: int
    wounds: int
    bought: int
    hand: list[str]
    affiliated: list[str]
    lords: list[SeatLord]
    locations: list[int]
    loot: dict[int, list[int]]
    monster_tokens: list[int | str]
    trophies: list[int]


def codes(counts: list[int]) -> list[str]:
    """The codes of the cards that a zone holds, given how many of each kind."""
    held = [(code, copies) for code, copies in zip(KIND_CODES, counts, strict=False) if copies]
    return sorted([code for code, copies in held for _ in range(copies)])


def hand_of(state: State, player: int) -> list[str]:
    """The codes of the cards in a hand."""
    return codes(state.hand[player].tolist())


def tokens_of(state: State, player: int) -> list[int | str]:
    """The monster tokens before a player."""
    tokens = state.monster_tokens[player].tolist()
    return [code_of_token(token) for token, copies in enumerate(tokens) for _ in range(copies)]


def seat_of(state: State, player: int) -> Seat:
    """Read a seat off the table."""
    return Seat(
        number=player,
        pearls=int(state.pearls[player]),
        nebulis=int(state.nebulis[player]),
        key_tokens=int(state.key_tokens[player]),
        keys=int(keys_of(state, player)),
        wounds=int(state.wounds[player]),
        bought=int(state.bought[player]),
        hand=hand_of(state, player),
        affiliated=codes(state.affiliated[player].tolist()),
        lords=_lords_of(state, player),
        locations=ids_at(LOCATION_IDS, state.location_place.tolist(), player),
        loot=loot_on(state, player),
        monster_tokens=tokens_of(state, player),
        trophies=ids_at(LEVIATHAN_IDS, state.leviathan_place.tolist(), player),
    )


def ids_at(ids: list[int], places: list[int], place: int) -> list[int]:
    """The ids of the cards that are at one place."""
    if place not in places:  # as most often, and much sooner found out
        return []
    return [number for number, where in zip(ids, places, strict=True) if where == place]


def loot_on(state: State, place: int) -> dict[int, list[int]]:
    """The values of the loot on the locations at one place, by id; those without loot are left out."""
    found: dict[int, list[int]] = {}
    for sanctuary, cards in enumerate(state.loot.tolist()):
        tile = FIRST_SANCTUARY + sanctuary
        if state.location_place[tile] == place and any(cards):
            found[LOCATION_IDS[tile]] = [LOWEST_LOOT + v for v, held in enumerate(cards) if held]
    return found


def _lords_of(state: State, player: int) -> list[SeatLord]:
    return [
        SeatLord(
            id=LORD_IDS[lord],
            disabled=bool(state.lord_disabled[lord]),
            location=_location_id(int(state.lord_location[lord])),
            used=bool(state.lord_used[lord]),
        )
        for lord, place in enumerate(state.lord_place.tolist())
        if place == player
    ]


def _location_id(location: int) -> int | None:
    return None if location == FREE else LOCATION_IDS[location]
