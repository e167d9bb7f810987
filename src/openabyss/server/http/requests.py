"""The HTTP API as types: what programs ask for, and what they are answered."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from openabyss.client.protocol.messages import Level, SeatNumber
from openabyss.play.position.fields import LARGEST_EXACT
from openabyss.server.storage.rows import MAX_GRACE
from openabyss.server.tables.seating import DEFAULT_GRACE

SEAT_KINDS = ["me", "here", "friend", "computer"]
# A longer name is refused in words by the table; a much longer one is not read at all.
Name = Annotated[str, Meta(max_length=100, extra_json_schema={"maxLength": 24})]

# The digits of a seed that JSON cannot write as a number for every language.
SEED = "^[0-9]{1,39}$"

# ---------------------------------------------------------------------------- from the program


class SeatWanted(Struct, forbid_unknown_fields=True):
    """A seat of a new table.

    kind: "me", "here" for somebody else at this screen, "friend" or "computer". level: of a computer.
    """

    kind: Annotated[str, Meta(max_length=16, extra_json_schema={"enum": SEAT_KINDS})]
    name: Name = ""
    level: Level | None = None


class TableWanted(Struct, forbid_unknown_fields=True):
    """A new table.

    seed: of all chance, larger ones as text; by default nobody knows it. regent: the level of the solo rival.
    grace: how many seconds somebody must be away before others may let a computer play for them.
    """

    seats: Annotated[list[SeatWanted], Meta(min_length=2, max_length=5)]
    kraken: bool = False
    leviathan: bool = False
    options: dict[str, bool | str] = {}
    seed: Annotated[int, Meta(ge=0, le=LARGEST_EXACT)] | Annotated[str, Meta(pattern=SEED)] | None = None
    regent: Annotated[int, Meta(ge=1, le=5)] | None = None
    grace: Annotated[int, Meta(ge=0, le=MAX_GRACE)] = DEFAULT_GRACE


class NameWanted(Struct, forbid_unknown_fields=True):
    """Another name for an own seat."""

    seat: SeatNumber
    name: Name


# ----------------------------------------------------------------------------- from the server


class Summary(Struct):
    """A table in a list: who plays what, and how far it is.

    seats: the own ones. state: "open" while somebody has not arrived, "my_turn", "waiting" or "over".
    """

    table: str
    url: str
    names: list[str]
    seats: list[SeatNumber]
    kraken: bool
    leviathan: bool
    regent: int | None
    state: Literal["open", "my_turn", "waiting", "over"]
    turn: int
    changed: str
    created: str


class Tables(Struct):
    """The tables of a browser."""

    tables: list[Summary]


class Links(Struct):
    """Paths of links, those to seats by the number of the seat; null for a seat that is taken."""

    seats: dict[str, str | None]
    spectators: str


class NewLink(Struct):
    """A link to a seat."""

    seat: SeatNumber
    link: str


class NameGiven(Struct):
    """A name as it is shown."""

    name: str


class Levels(Struct):
    """The levels of computers."""

    levels: list[str]


class PreparationSeen(Struct):
    """How far the server is with preparing the levels that search.

    ready: all levels play. share: which part is done. seconds_left: a guess. text: who has to wait, and who
    plays meanwhile; empty when everything is ready.
    """

    ready: bool
    share: Annotated[float, Meta(ge=0, le=1)] = 1.0
    seconds_left: int | None = None
    text: str = ""


class Health(Struct):
    """How the server does."""

    status: Literal["ok", "unavailable"]
    version: str
    tables: int
    sockets: int


class Problem(Struct):
    """What was wrong, for programs and in words."""

    code: str
    message: str
