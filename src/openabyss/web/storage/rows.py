"""What is stored, row by row."""

from dataclasses import dataclass
from typing import Any

from openabyss.web.history import Entry

PERSON, COMPUTER = "person", "computer"


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table. `config` is that of the game's record, with the seed.

    host: the hash of the browser that made it. commitment: sha256 of "<seed>:<salt>". watch_token: the
    hash of the spectators' link, made with `watch_nonce`. rematch: the id of the table that followed.
    grace: seconds that somebody must be away before others may let a computer play for them. open_seed:
    the seed was chosen by the host, so it is shown to everybody from the beginning.
    """

    id: str
    created: str
    changed: str
    config: dict[str, Any]
    engine: str
    commitment: str
    salt: str
    host: str
    watch_token: str
    watch_nonce: str
    rematch: str | None = None
    grace: int = 60
    open_seed: bool = False


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A seat. kind: PERSON or COMPUTER, as it was set up; level: of the computer it was set up with.

    browser: the hash of the browser that holds it, None while nobody does. token: the hash of the
    seat's link, made with `nonce`; None where no link leads to it. transferable: the link takes the seat
    from the browser that holds it; such links are made for somebody who lost it, or moves to another device.
    """

    seat: int
    kind: str
    name: str
    level: str | None = None
    browser: str | None = None
    token: str | None = None
    nonce: str | None = None
    transferable: bool = False


@dataclass(frozen=True, slots=True)
class ChatRow:
    """Something that was said; `n` counts from 0."""

    n: int
    seat: int | None
    name: str
    text: str
    at: str


@dataclass(frozen=True, slots=True)
class Retention:
    """How many days something is kept after the last change of its table.

    unbegun: tables at which no person has answered anything. chat: what people have said. tables: all.
    """

    unbegun: int = 30
    chat: int = 90
    tables: int = 365


@dataclass(frozen=True, slots=True)
class Tidied:
    """How much was deleted."""

    unbegun: int
    old: int
    lines: int


@dataclass(frozen=True, slots=True)
class StoredTable:
    """Everything that is stored of a table but its chat."""

    row: TableRow
    seats: list[SeatRow]
    entries: list[Entry]
    watchers: set[str]
