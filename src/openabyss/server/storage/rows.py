"""The rows that are stored, and the game that results from them."""

from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from msgspec import Meta

from openabyss.client.protocol.from_client import CHAT_LENGTH, LEVEL_LENGTH
from openabyss.client.protocol.parts import ChatLine
from openabyss.client.table_history import DamagedTable, Entry, OtherRules, TableHistory
from openabyss.errors import OpenAbyssError
from openabyss.server.storage.clocks import TIME_CONTROL, ClockRow
from openabyss.server.storage.sharing import Sign
from openabyss.version import RULES
from openabyss.words import _

PERSON, COMPUTER = "person", "computer"
# Seconds, a day at most, that somebody must be away before others may let a computer play for them.
MAX_GRACE = 24 * 60 * 60

# The limits of columns. A server writes nothing beyond them, and reads nothing beyond them from an archive.
TableId = Annotated[str, Meta(pattern=r"\A[a-z0-9]{10}\Z")]
Hash = Annotated[str, Meta(pattern=r"\A[0-9a-f]{64}\Z")]
Moment = Annotated[str, Meta(pattern=r"\A\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?\+00:00\Z")]
Word = Annotated[str, Meta(max_length=32, pattern=r"\A[ -~]*\Z")]
Nonce = Annotated[str, Meta(max_length=64, pattern=r"\A[ -~]*\Z")]
# The API's description shows it: "$" alone would let a newline follow, and "\Z" is unknown outside Python.
TimeControlText = Annotated[str, Meta(pattern=rf"^({TIME_CONTROL})?(?!\n)$")]
Name = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"\A[^\x00-\x1f\x7f-\x9f]*\Z")]
Said = Annotated[str, Meta(min_length=1, max_length=CHAT_LENGTH, pattern=r"\A[^\x00-\x1f\x7f-\x9f]*\Z")]
LevelText = Annotated[str, Meta(max_length=LEVEL_LENGTH)]
SeatNumber = Annotated[int, Meta(ge=0, le=4)]
RulesNumber = Annotated[int, Meta(ge=0, lt=2**31)]


class Conflict(OpenAbyssError):  # noqa: N818  named like the errors of the game
    """Somebody else has written the same entry first."""


def somebody_was_faster() -> Conflict:
    """What a write is refused with when another one came before it."""
    return Conflict(_("somebody else was faster"))


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table. `config` is that of the game's record, with the seed.

    host: the hash of the browser that made it. commitment: sha256 of "<seed>:<salt>". watch_token: the
    hash of the spectators' link, made with `watch_nonce`. rematch: the id of the table that followed.
    grace: seconds that somebody must be away before others may let a computer play for them. open_seed:
    the seed was chosen by the host, so it is shown to everybody from the beginning. rules: the version of the
    rules by which it was played last; 0 for tables that are older than such versions. chat_closed: nothing
    that was said is shown, and nothing more is said. time_control: what time people have, as
    `TimeControl` reads it; time_up: what becomes of a seat whose time is over.
    """

    id: TableId
    created: Moment
    changed: Moment
    config: dict[str, Any]
    engine: Word
    commitment: Hash
    salt: Nonce
    host: Hash
    watch_token: Hash
    watch_nonce: Nonce
    rematch: TableId | None = None
    grace: Annotated[int, Meta(ge=0, le=MAX_GRACE)] = 60
    open_seed: bool = False
    rules: RulesNumber = 0
    chat_closed: bool = False
    time_control: TimeControlText = ""
    time_up: Literal["computer", "others"] = "computer"


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A seat. kind: PERSON or COMPUTER, as it was set up; level: of the computer it was set up with.

    browser: the hash of the browser that holds it, None while nobody does. token: the hash of the
    seat's link, made with `nonce`; None where no link leads to it. transferable: the link takes the seat
    from the browser that holds it; such links are made for somebody who lost it, or moves to another device.
    """

    seat: SeatNumber
    kind: Word
    name: Name
    level: LevelText | None = None
    browser: Hash | None = None
    token: Hash | None = None
    nonce: Nonce | None = None
    transferable: bool = False


class ChatRow(ChatLine):
    """A line of a chat, as it may be stored; `n` grows."""

    n: Annotated[int, Meta(ge=0, lt=2**31)]
    seat: SeatNumber | None
    name: Name
    text: Said
    at: Moment


@dataclass(frozen=True, slots=True)
class Retention:
    """How many days something is kept after the last change of its table. unbegun: tables at which no person
    has answered anything. abandoned: those whose game is not over. chat: what people have said. tables: all.
    """

    unbegun: int = 30
    abandoned: int = 180
    chat: int = 90
    tables: int = 365


@dataclass(frozen=True, slots=True)
class StoredTable:
    """Everything stored of a table except its chat."""

    row: TableRow
    seats: list[SeatRow]
    entries: list[Entry] = field(default_factory=list)
    watchers: set[str] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class Outline:
    """What is stored of a table but its entries and its chat: only how many there are of them. `signs` say
    who is there at which process, `watchers` who may watch without a seat; `clock` is None where time has no
    limit."""

    row: TableRow
    seats: list[SeatRow]
    entries: int
    lines: int
    signs: list[Sign]
    watchers: set[str]
    clock: ClockRow | None = None


def are_cards_known(config: dict[str, Any], *, open_seed: bool) -> bool:
    """Whether somebody may know the face-down cards of a new table: they chose the seed, or the game that it
    goes on from is known."""
    return open_seed or "position" in config


def history_of(stored: StoredTable) -> TableHistory:
    """Replay a stored table.

    Raises OtherRules if it was played by rules that are unknown here, or if changed rules give another game;
    DamagedTable if the game differs from what is stored for any other reason.
    """
    version = stored.row.rules
    if version > RULES:
        raise OtherRules(version)
    try:
        return _played_again(stored)
    except DamagedTable as error:
        if version != RULES:
            raise OtherRules(version, str(error)) from error
        raise


def _played_again(stored: StoredTable) -> TableHistory:
    history: TableHistory | None = None
    try:
        history = TableHistory(stored.row.config, [seat.level for seat in stored.seats])
        are_all = [seat.seat for seat in stored.seats] == list(range(history.game.players))
        if not are_all or any(seat.kind not in (PERSON, COMPUTER) for seat in stored.seats):
            text = _("the seats are not those of {count} players")
            raise DamagedTable(text.format(count=history.game.players))
        history.replay(stored.entries)
    except DamagedTable:
        raise
    except Exception as error:
        number = 0 if history is None else history.revision + 1
        why = str(error) if isinstance(error, OpenAbyssError) else type(error).__name__
        raise DamagedTable(_("entry {number}: {why}").format(number=number, why=why)) from error
    return history
