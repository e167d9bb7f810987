"""The HTTP API as types: what programs ask for, and what they are answered."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from openabyss.client.protocol.from_client import MomentNumber, SeatNumber
from openabyss.server.http.upkeep import Hindrance
from openabyss.server.tables.seating import Name


class NameWanted(Struct, forbid_unknown_fields=True):
    """Another name for an own seat."""

    seat: SeatNumber
    name: Name


class RecordShown(Struct, forbid_unknown_fields=True):
    """A record of a game, from whose eyes it is looked at, and around which moment.

    within: instead of moments, the table on the way to that one.
    """

    record: dict[str, Any]
    seat: SeatNumber | None = None
    moment: MomentNumber = 0
    within: bool = False


class Summary(Struct):
    """A table in a list: who plays what, and how far it is.

    seats: the own ones. state: "open" while somebody has not arrived, "my_turn", "waiting" or "over".
    midgame: it began in the middle, with the guide or from a replay.
    """

    table: str
    url: str
    names: list[str]
    seats: list[SeatNumber]
    kraken: bool
    leviathan: bool
    regent: int | None
    state: Literal["open", "my_turn", "waiting", "over"]
    midgame: bool
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
    """The levels of computers, the easiest first, and the styles that each may have: `hard:style=hunter`."""

    levels: list[str]
    styles: list[str]


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


class Alive(Struct):
    """That the process answers."""

    status: Literal["ok"] = "ok"


class Ready(Struct):
    """Whether requests should be sent to this server, and if not, why.

    reason: its database cannot be used, or has the form of another version; the rules do not play yet; it is
    about to end.
    """

    ready: bool
    reason: Hindrance


class Problem(Struct):
    """What was wrong, for programs and in words."""

    code: str
    message: str
