"""What a number of the rules means outside: the id of a card, a code, a seat, a zone.

One object for each kind of field, with the name that events, questions and positions give it.
"""

from dataclasses import dataclass
from typing import Any

from msgspec import Struct, json

from openabyss.rules.actions import LOCATION as LOCATION_ACTION
from openabyss.rules.actions import LORD as LORD_ACTION
from openabyss.rules.actions import RACE as RACE_ACTION
from openabyss.rules.actions import is_location, is_lord
from openabyss.rules.cards.locations import FIRST_SANCTUARY
from openabyss.rules.cards.smugglers import FIRST_SENTINEL
from openabyss.rules.chapters import (
    AVOIDED_BY_COWARD,
    HIGHER_DIE,
    INERT,
    NO_LEVIATHAN,
    REWARDS,
    SLAIN,
    SUM_OF_DICE,
)
from openabyss.rules.questions import QUESTIONS, Topic, unpack
from openabyss.rules.sizes import COURT_SPACES, LEVIATHANS, SANCTUARIES, SEATS, SENTINELS, TRACK_SPACES, ZONES
from openabyss.rules.state import BASE_BACK, EMPTY, LEVIATHAN_BACK, NOBODY, State, numbers_of
from openabyss.words import N_
from openabyss.words.cards.codes import (
    KIND_CODES,
    LOCATION_IDS,
    LORD_IDS,
    RACE_CODES,
    TOKEN_CODES,
)
from openabyss.words.questions.wording import asked_in

# More than a position may ask for an ally, and than the rules can note down.
HIGHEST_PRICE = 1200

# Why a game ends, in the order of the rules' numbers (rules/ending.py), and the areas of sentinels.
END_CAUSES = ("lords", "court", "leviathans", "tokens", "empty_sea")
COURT_AREA, COUNCIL_AREA, LOCATIONS_AREA = AREAS = ("court", "council", "locations")

Public = int | str | tuple[int, ...] | None


@dataclass(frozen=True, eq=False)
class PublicField:
    """A field by name, and what each number of the rules is called outside.

    `what` says in a few words what a document may hold there.
    """

    name: str
    what: str
    words: dict[int, Public]

    def public(self, number: int) -> Public:
        """What the number means; None for one that means nothing, as where it is hidden."""
        return self.words.get(number)


def _amount(name: str, low: int, high: int) -> PublicField:
    return PublicField(name, N_("a whole number that can stand here"), {n: n for n in range(low, high + 1)})


def _seats_in(bits: int) -> tuple[int, ...]:
    return tuple(seat for seat in range(SEATS) if bits >> seat & 1)


_SEAT: dict[int, Public] = {seat: seat for seat in range(SEATS)}
_SETS_OF_SEATS: dict[int, Public] = {bits: _seats_in(bits) for bits in range(1 << SEATS)}
_LEVIATHAN: dict[int, Public] = {n: n + 1 for n in range(LEVIATHANS)}
_ZONE: dict[int, Public] = {zone: zone + 1 for zone in range(ZONES)}
_A_SEAT, _SOME_SEATS = N_("the number of a seat"), N_("a list of seats in rising order")

PLAYER = PublicField("player", _A_SEAT, _SEAT)
OPPONENT = PublicField("opponent", _A_SEAT, _SEAT)

LORD = PublicField("lord", N_("the id of a lord"), dict(enumerate(LORD_IDS)))
SENTINEL = PublicField(
    "lord",
    N_("the id of a lord with a sentinel"),
    dict(enumerate(LORD_IDS[FIRST_SENTINEL : FIRST_SENTINEL + SENTINELS])),
)
GUARD = PublicField("sentinel", SENTINEL.what, SENTINEL.words)
LOCATION = PublicField("location", N_("the id of a location"), dict(enumerate(LOCATION_IDS)))
SANCTUARY = PublicField(
    "location",
    N_("the id of a sanctuary"),
    dict(enumerate(LOCATION_IDS[FIRST_SANCTUARY : FIRST_SANCTUARY + SANCTUARIES])),
)
GIVEN_UP = PublicField("given_up", LOCATION.what, LOCATION.words)
LEVIATHAN = PublicField("leviathan", N_("the id of a leviathan"), _LEVIATHAN)
CARD = PublicField("card", N_("the code of an exploration card"), dict(enumerate(KIND_CODES)))
RACE = PublicField("race", N_("a race"), dict(enumerate(RACE_CODES)))
TOKEN = PublicField("token", N_("the code of a monster token"), dict(enumerate(TOKEN_CODES)))

SPACE = PublicField("space", N_("a space of the track, 1 to 5"), {n: n + 1 for n in range(TRACK_SPACES)})
COURT_SPACE = PublicField(
    "space", N_("a space of the court, 1 to 6"), {n: n + 1 for n in range(COURT_SPACES)}
)
ZONE = PublicField("zone", N_("a zone of the border, 1 to 9"), _ZONE)

# What the parts of the detail of a question or step mean. The bounds of amounts are above what any card asks.
FIELD_OF_TOPIC = {
    Topic.LORD: LORD,
    Topic.SENTINEL: SENTINEL,
    Topic.LOCATION: LOCATION,
    Topic.SANCTUARY: SANCTUARY,
    Topic.LEVIATHAN: LEVIATHAN,
    Topic.LEVIATHAN_OR_SLAIN: PublicField(
        "leviathan", N_("the id of a leviathan, or null for one that is slain"), {**_LEVIATHAN, SLAIN: None}
    ),
    Topic.RACE: RACE,
    Topic.OPPONENT: OPPONENT,
    Topic.PLAYER: PLAYER,
    Topic.ACTIVE_PLAYER: PLAYER,
    Topic.PLAYER_OR_NOBODY: PublicField(
        "player", N_("the number of a seat, or null"), {**_SEAT, NOBODY: None}
    ),
    Topic.CHALLENGERS: PublicField("challengers", _SOME_SEATS, _SETS_OF_SEATS),
    Topic.RECEIVERS: PublicField("receivers", _SOME_SEATS, _SETS_OF_SEATS),
    Topic.RECEIVER: PublicField(
        "receiver", N_("the number of a seat, or null for the supply"), {**_SEAT, NOBODY: None}
    ),
    Topic.COURT_SPACE: COURT_SPACE,
    Topic.TRACK_SPACE: SPACE,
    Topic.DICE: PublicField("dice", N_("how dice are counted"), {SUM_OF_DICE: "sum", HIGHER_DIE: "higher"}),
    Topic.PILE: PublicField(
        "pile", N_("a pile of monster tokens"), {BASE_BACK: "base", LEVIATHAN_BACK: "leviathan"}
    ),
    Topic.ALLIES: _amount("allies", 1, 15),
    Topic.LEVEL: _amount("level", 1, len(REWARDS)),
    Topic.LIMIT: _amount("limit", 0, 99),
    Topic.NEBULIS: _amount("nebulis", 0, 99),
    Topic.PEARLS: _amount("pearls", 1, HIGHEST_PRICE),
    Topic.PRICE: _amount("price", 1, HIGHEST_PRICE),
    Topic.TOKENS: _amount("tokens", 1, 9),
}

# What only events have.
EXTRA = PublicField("extra", N_("whether the turn is an extra one"), {0: 0, 1: 1})
END_CAUSE = PublicField("cause", N_("what ends the game"), dict(enumerate(END_CAUSES, start=1)))
AVOIDED = PublicField(
    "cause",
    N_("why a monster is avoided"),
    {AVOIDED_BY_COWARD: "coward", INERT: "inert", NO_LEVIATHAN: "no_leviathan"},
)


def seat_or_none(player: int) -> int | None:
    """A seat; None for NOBODY."""
    return None if player == NOBODY else player


def guarded(action: int) -> tuple[str, PublicField, int]:
    """What an action points at that a sentinel guards: the area, the field, and its number."""
    if is_lord(action):
        return COURT_AREA, LORD, action - LORD_ACTION
    if is_location(action):
        return LOCATIONS_AREA, LOCATION, action - LOCATION_ACTION
    return COUNCIL_AREA, RACE, action - RACE_ACTION


# What only positions say of a question: for whom chance draws, from which pile, how dice are counted.
INTERNAL_TOPICS = ("player", "pile", "dice")


class About(Struct, frozen=True, kw_only=True, omit_defaults=True, repr_omit_defaults=True):
    """What a question is about; None where it is not about one.

    lord: the id of the lord to be paid for or welcomed, or whose power asks.
    location: the id of the location that is being controlled, searched or given away.
    leviathan: the id of the leviathan that attacks or is fought.
    card: the code of the card on the track that is offered or met. space: where it is, 1 to 5.
    race: of the stack already taken, or that was named.
    price, receiver: how much is to be paid, and the seat that gets it; None is the supply.
    opponent: the seat whose lord or token is chosen.
    challengers: seats that may take the figure of the Kraken. receivers: those chosen for a nebulis so far.
    level: of the reward. limit: how many allies may be kept. allies: how many are still to be lost.
    nebulis: what the allies lost so far bring. tokens: how many are to be drawn.
    """

    lord: int | None = None
    location: int | None = None
    leviathan: int | None = None
    card: str | None = None
    space: int | None = None
    race: str | None = None
    price: int | None = None
    receiver: int | None = None
    opponent: int | None = None
    challengers: tuple[int, ...] | None = None
    receivers: tuple[int, ...] | None = None
    level: int | None = None
    limit: int | None = None
    allies: int | None = None
    nebulis: int | None = None
    tokens: int | None = None

    def to_dict(self) -> dict[str, Any]:
        """What it is about, without what it is not about, ready for JSON."""
        written: dict[str, Any] = json.decode(json.encode(self))
        return written


def about_of(state: State) -> About:
    """What the open question of a table is about."""
    what, _player, detail = asked_in(numbers_of(state))
    topics = QUESTIONS[what].topics
    parts = zip((FIELD_OF_TOPIC[topic] for topic in topics), unpack(topics, detail), strict=True)
    found: dict[str, Any] = {field.name: field.public(part) for field, part in parts}
    for name in INTERNAL_TOPICS:
        found.pop(name, None)
    if Topic.TRACK_SPACE in topics and state.track[detail] != EMPTY:
        found["card"] = KIND_CODES[int(state.track[detail])]
    return About(**found)
