"""What is on the table, hidden things included: the one reading of the record in public words.

Cards are named by id or code, players by seat, places by the names of the rulebook. The view of a seat,
positions, the terminal and the pages all take from here what they show.
"""

from functools import lru_cache
from itertools import compress
from typing import Any, cast

import numpy as np
from msgspec import Struct

from openabyss.rules.cards.locations import FIRST_SANCTUARY
from openabyss.rules.cards.loot import LOWEST_LOOT
from openabyss.rules.cards.smugglers import FIRST_SENTINEL
from openabyss.rules.chapters import has_allies_left
from openabyss.rules.ending import FIRST_ROUND_WARNED, empty_round
from openabyss.rules.powers import keys_of
from openabyss.rules.questions import QUESTION_NAMES
from openabyss.rules.scoring import score
from openabyss.rules.sizes import LOOT_VALUES, SEATS
from openabyss.rules.state import (
    AVAILABLE,
    BASE_TOKENS,
    DECK,
    DRAWN,
    EMPTY,
    FREE,
    GONE,
    NOBODY,
    NUMBER_FORMAT,
    STATE,
    State,
    numbers_of,
)
from openabyss.table.public_fields import END_CAUSES, About, about_of, guarded, seat_or_none
from openabyss.words.cards.codes import (
    KIND_CODES,
    LEVIATHAN_IDS,
    LOCATION_IDS,
    LORD_IDS,
    RACE_CODES,
    TOKEN_CODES,
)
from openabyss.words.questions.wording import asked_in

# How many different zones of cards are remembered in words: most stay the same from one answer to the next.
REMEMBERED = 1024


class SeatLord(Struct, frozen=True):
    """A lord before a player; `location` is the id of the location that it is under."""

    id: int
    disabled: bool
    location: int | None
    used: bool


class OpenSeat(Struct, frozen=True):
    """What everybody sees before a player; `keys` counts tokens and working lords.

    `loot` gives the values of the loot cards on locations, by id, where there are any.
    """

    pearls: int
    nebulis: int
    key_tokens: int
    keys: int
    wounds: int
    bought: int
    affiliated: list[str]
    lords: list[SeatLord]
    locations: list[int]
    loot: dict[int, list[int]]
    trophies: list[int]


class Seat(OpenSeat, frozen=True):
    """What one player has, hidden things included."""

    number: int
    hand: list[str]
    monster_tokens: list[int | str]

    @property
    def leviathan_token_count(self) -> int:
        """The monster tokens of the Leviathan pile, which their backs tell from the others."""
        return sum(isinstance(token, str) for token in self.monster_tokens)


class Sentinel(Struct, frozen=True):
    """The token of a lord, by id, and what it guards: a lord or location by id, or the stack of a race.

    A token that waits with its owner has neither area nor target.
    """

    lord: int
    owner: int
    area: str | None
    target: int | str | None


class Beast(Struct, frozen=True):
    """A leviathan of the border, by id, and how many levels it has lost."""

    id: int
    levels_lost: int


class AskedQuestion(Struct, frozen=True, omit_defaults=True):
    """The open question: who is asked what. A seat that may see it also gets its subject and legal answers.

    `player` is None for chance; `legal` are the numbers of the actions.
    """

    kind: str
    player: int | None
    about: About | None = None
    legal: list[int] | None = None


class OpenTable(Struct, frozen=True):
    """What everybody sees on the table. Nothing that is hidden from somebody may be declared here.

    empty_sea: the number of the round that goes on, if it is at least the fifth in a row in which nobody
    has found an ally or done anything but explore; before a last round and after the end None.
    sentinels: those that somebody has. border: by zone, 1 to 9.
    """

    players: int
    is_over: bool
    turn: int
    active: int
    extra_turns: int
    ending_player: int | None
    empty_sea: int | None
    threat: int
    price: int
    exploration_deck_size: int
    lord_deck_size: int
    lord_discard: list[int]
    available_locations: list[int]
    drawn_locations: list[int]
    location_deck_size: int
    monster_pool_size: int
    kraken_figure: int | None
    sentinels: list[Sentinel]
    loot_deck_size: int
    border: dict[int, Beast]
    drawn_leviathans: list[int]
    leviathans_out: list[int]
    leviathan_deck_size: int
    leviathan_pool_size: int
    scourge: int | None
    scores: list[int] | None


class Table(OpenTable, frozen=True):
    """Everything on the table, also what is hidden from some seats; a copy, as it was when it was read.

    Where cards are in an order, the court and the track, the furthest from the deck comes first;
    None is an empty space. `council` and `exploration_discard` are face down.
    loot: on the available locations, by id. payment: the cards named so far for a lord.
    question, scores: while the game goes on; when it is over.
    """

    kraken: bool
    leviathan: bool
    regent: int | None
    regent_level: int
    end_cause: str | None
    seats: list[Seat]
    track_spaces: list[str | None]
    exploration_discard: list[str]
    council: dict[str, list[str]]
    court_spaces: list[int | None]
    loot: dict[int, list[int]]
    payment: list[str]
    question: AskedQuestion | None

    @property
    def court(self) -> list[int]:
        """The ids of the lords in the court."""
        return [lord for lord in self.court_spaces if lord is not None]

    @property
    def track(self) -> list[str]:
        """The codes of the cards on the exploration track."""
        return [card for card in self.track_spaces if card is not None]


def read_table(state: State) -> Table:
    """Read everything off the table."""
    numbers = numbers_of(state)
    lord_places = numbers[_AT["lord_place"]].tolist()
    tiles = _by_place(numbers[_AT["location_place"]].tobytes(), _LOCATIONS)
    leviathans = _by_place(numbers[_AT["leviathan_place"]].tobytes(), _LEVIATHANS)
    loot = _loot_by_location(numbers) if state.kraken else {}
    pool = numbers[_AT["pool"]].tolist()
    return Table(
        players=state.players,
        kraken=bool(state.kraken),
        leviathan=bool(state.leviathan),
        regent=seat_or_none(state.regent),
        regent_level=state.regent_level,
        is_over=state.depth == 0,
        turn=state.turn,
        active=state.active,
        extra_turns=state.extra_turns,
        ending_player=seat_or_none(state.ending_player),
        end_cause=END_CAUSES[state.end_cause - 1] if state.end_cause else None,
        empty_sea=_empty_sea(state),
        threat=state.threat,
        price=state.price,
        seats=_seats(state, tiles, leviathans, loot),
        track_spaces=[_CARD_ON_SPACE[kind] for kind in numbers[_AT["track"]].tolist()],
        exploration_deck_size=sum(numbers[_AT["deck"]].tolist()),
        exploration_discard=codes(numbers[_AT["discard"]]),
        council={race: codes(numbers[stack]) for race, stack in zip(RACE_CODES, _COUNCIL, strict=True)},
        court_spaces=[_LORD_ON_SPACE[lord] for lord in numbers[_AT["court"]].tolist()],
        lord_deck_size=lord_places.count(DECK),
        lord_discard=[LORD_IDS[lord] for lord, place in enumerate(lord_places) if place == GONE],
        available_locations=[*tiles.get(AVAILABLE, ())],
        drawn_locations=[*tiles.get(DRAWN, ())],
        location_deck_size=len(tiles.get(DECK, ())),
        monster_pool_size=sum(pool[:BASE_TOKENS]),
        kraken_figure=seat_or_none(state.kraken_holder),
        sentinels=_sentinels(numbers) if state.kraken else [],
        loot=_loot_on(tiles.get(AVAILABLE, ()), loot),
        loot_deck_size=sum(numbers[_AT["loot_deck"]].tolist()),
        border=_border(numbers) if state.leviathan else {},
        drawn_leviathans=[*leviathans.get(DRAWN, ())],
        leviathans_out=[*leviathans.get(GONE, ())],
        leviathan_deck_size=len(leviathans.get(DECK, ())),
        leviathan_pool_size=sum(pool[BASE_TOKENS:]),
        scourge=seat_or_none(state.scourge_holder),
        payment=codes(numbers[_AT["payment"]]),
        question=_question(state) if state.depth else None,
        scores=None if state.depth else [int(score(state, player)) for player in range(state.players)],
    )


def codes(zone: memoryview) -> list[str]:
    """The codes of the cards in a zone, given how many of each kind it holds."""
    return [*_codes_in(zone.tobytes())]


def _seats(
    state: State,
    tiles: dict[int, tuple[int, ...]],
    leviathans: dict[int, tuple[int, ...]],
    loot: dict[int, list[int]],
) -> list[Seat]:
    """What the players have, given where the locations, the leviathans and the loot are."""
    numbers = numbers_of(state)
    lords = _lords_by_place(numbers[_LORDS].tobytes())
    pearls, nebulis, bought = (numbers[_AT[name]].tolist() for name in ("pearls", "nebulis", "bought"))
    key_tokens, wounds = numbers[_AT["key_tokens"]].tolist(), numbers[_AT["wounds"]].tolist()
    return [
        Seat(
            number=player,
            pearls=pearls[player],
            nebulis=nebulis[player],
            key_tokens=key_tokens[player],
            keys=int(keys_of(state, player)),
            wounds=wounds[player],
            bought=bought[player],
            hand=codes(numbers[_HAND[player]]),
            affiliated=codes(numbers[_AFFILIATED[player]]),
            lords=[*lords.get(player, ())],
            locations=[*tiles.get(player, ())],
            loot=_loot_on(tiles.get(player, ()), loot),
            monster_tokens=[*_tokens_in(numbers[_MONSTER_TOKENS[player]].tobytes())],
            trophies=[*leviathans.get(player, ())],
        )
        for player in range(state.players)
    ]


def _question(state: State) -> AskedQuestion:
    numbers = numbers_of(state)
    what, player, _detail = asked_in(numbers)
    mask = numbers[_AT["mask"]].tolist()
    legal = [*compress(range(len(mask)), mask)]
    return AskedQuestion(QUESTION_NAMES[what], seat_or_none(player), about_of(state), legal)


def _empty_sea(state: State) -> int | None:
    number = int(empty_round(state))
    goes_on = state.ending_player == NOBODY and state.depth > 0
    is_announced = number >= FIRST_ROUND_WARNED and goes_on and not has_allies_left(state)
    return number if is_announced else None


def _loot_by_location(numbers: memoryview) -> dict[int, list[int]]:
    """The values of the loot on all locations, by id; those without loot are left out."""
    held = numbers[_AT["loot"]].tolist()
    found: dict[int, list[int]] = {}
    for place, copies in enumerate(held):
        if copies:
            sanctuary, value = divmod(place, LOOT_VALUES)
            found.setdefault(LOCATION_IDS[FIRST_SANCTUARY + sanctuary], []).append(LOWEST_LOOT + value)
    return found


def _loot_on(tiles: tuple[int, ...], loot: dict[int, list[int]]) -> dict[int, list[int]]:
    """The loot on some locations."""
    return {tile: loot[tile] for tile in tiles if tile in loot} if loot else {}


def _sentinels(numbers: memoryview) -> list[Sentinel]:
    owners, targets = numbers[_AT["sentinel_owner"]].tolist(), numbers[_AT["sentinel_target"]].tolist()
    return [
        Sentinel(LORD_IDS[FIRST_SENTINEL + token], owner, *_area_and_target(target))
        for token, (owner, target) in enumerate(zip(owners, targets, strict=True))
        if owner != NOBODY
    ]


def _area_and_target(action: int) -> tuple[str | None, int | str | None]:
    """What a sentinel guards, given the action that points at it."""
    if action == EMPTY:
        return None, None
    area, field, number = guarded(action)
    return area, cast(int | str, field.public(number))


def _border(numbers: memoryview) -> dict[int, Beast]:
    zones = zip(numbers[_AT["border"]].tolist(), numbers[_AT["levels_lost"]].tolist(), strict=True)
    return {
        zone: Beast(LEVIATHAN_IDS[leviathan], lost)
        for zone, (leviathan, lost) in enumerate(zones, start=1)
        if leviathan != EMPTY
    }


# --------------------------------------------------------------------- zones that seldom change


@lru_cache(REMEMBERED)
def _codes_in(zone: bytes) -> tuple[str, ...]:
    counts = memoryview(zone).cast(NUMBER_FORMAT).tolist()
    return tuple(code for kind, code in _IN_ORDER_OF_CODES for _copy in range(counts[kind]))


@lru_cache(REMEMBERED)
def _tokens_in(zone: bytes) -> tuple[int | str, ...]:
    counts = memoryview(zone).cast(NUMBER_FORMAT).tolist()
    return tuple(code for code, copies in zip(TOKEN_CODES, counts, strict=True) for _copy in range(copies))


@lru_cache(REMEMBERED)
def _by_place(places: bytes, ids: tuple[int, ...]) -> dict[int, tuple[int, ...]]:
    """The ids of the cards at each place: a seat, the deck, the discard."""
    found: dict[int, list[int]] = {}
    for number, place in zip(ids, memoryview(places).cast(NUMBER_FORMAT).tolist(), strict=True):
        found.setdefault(place, []).append(number)
    return {place: tuple(numbers) for place, numbers in found.items()}


@lru_cache(REMEMBERED)
def _lords_by_place(lords: bytes) -> dict[int, tuple[SeatLord, ...]]:
    """The lords before each player, given the four fields about lords."""
    numbers, count = memoryview(lords).cast(NUMBER_FORMAT).tolist(), len(LORD_IDS)
    places, locations, disabled, used = (
        numbers[first : first + count] for first in range(0, 4 * count, count)
    )
    found: dict[int, list[SeatLord]] = {}
    for lord, place in enumerate(places):
        if place >= 0:
            location = None if locations[lord] == FREE else LOCATION_IDS[locations[lord]]
            known = SeatLord(LORD_IDS[lord], bool(disabled[lord]), location, bool(used[lord]))
            found.setdefault(place, []).append(known)
    return {place: tuple(lords) for place, lords in found.items()}


_IN_ORDER_OF_CODES = sorted(enumerate(KIND_CODES), key=lambda named: named[1])
_LOCATIONS, _LEVIATHANS = tuple(LOCATION_IDS), tuple(LEVIATHAN_IDS)
_LORD_ON_SPACE: dict[int, int | None] = {EMPTY: None, **dict(enumerate(LORD_IDS))}
_CARD_ON_SPACE: dict[int, str | None] = {EMPTY: None, **dict(enumerate(KIND_CODES))}

# ------------------------------------------------------------- where the numbers of a table are


def field_slice(first: str, last: str = "") -> slice:
    """The numbers of a field, or of several that adjoin, within a table."""
    fields, size = cast(Any, STATE.fields), np.dtype(np.int16).itemsize
    kind, end = fields[last or first][:2]
    return slice(fields[first][1] // size, (end + kind.itemsize) // size)


def rows_of(field: str, count: int) -> list[slice]:
    """The numbers of each row of a field: of each seat, of each stack."""
    whole = field_slice(field)
    width = (whole.stop - whole.start) // count
    return [slice(first, first + width) for first in range(whole.start, whole.stop, width)]


# Of every field by its name.
_AT = {name: field_slice(name) for name in STATE.names or ()}
_HAND, _AFFILIATED = rows_of("hand", SEATS), rows_of("affiliated", SEATS)
_MONSTER_TOKENS, _COUNCIL = rows_of("monster_tokens", SEATS), rows_of("council", len(RACE_CODES))
_LORDS = field_slice("lord_place", "lord_used")
