"""What the operator of a server can do about chats and names. Every deed is noted in the same transaction, in
a log that running servers read."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Literal

import sqlalchemy as sa

from openabyss.errors import OpenAbyssError
from openabyss.server.storage import schema
from openabyss.server.storage.database.engines import one_by_one
from openabyss.server.storage.people import leagues
from openabyss.server.storage.rows import ChatRow
from openabyss.server.storage.seats import seats_of, seats_of_each
from openabyss.words import _

By = Literal["page", "command"]
# Digits of the hash of a browser: enough to mute it, too few to act as it.
VOICE_LETTERS = 16


class Kind(StrEnum):
    """The kinds of deeds."""

    CLOSE_CHAT = "close_chat"
    OPEN_CHAT = "open_chat"
    MUTE = "mute"
    UNMUTE = "unmute"
    REMOVE_NAME = "remove_name"
    DELETE = "delete"


class Silenced(OpenAbyssError):  # noqa: N818  named like the errors of the game
    """The speaker is muted."""


class NothingToModerate(OpenAbyssError):  # noqa: N818  named like the errors of the game
    """There is no such table, seat or voice."""


@dataclass(frozen=True, slots=True)
class Deed:
    """Something to be done. seat, name: whose name is removed, and what replaces it. voice: who is muted at
    all tables, or may speak again, or cannot choose another name at this table."""

    kind: Kind
    table: str = ""
    seat: int | None = None
    voice: str = ""
    name: str = ""


class SpokenRow(ChatRow):
    """A line of a chat with its voice; the voices of lines from archives are unknown."""

    voice: str


@dataclass(frozen=True, slots=True)
class ModeratedTable:
    """The names and the chat of a table, and nothing of its game. voices: by seat, "" where nobody sits.
    muted: the voices among these and those of the lines that may not speak. beside: all names of its league,
    if it belongs to one."""

    id: str
    changed: str
    chat_closed: bool
    names: list[str]
    voices: list[str]
    lines: list[SpokenRow] = field(default_factory=list)
    muted: set[str] = field(default_factory=set)
    beside: list[str] = field(default_factory=list)


def voice_of(browser: str) -> str:
    """The voice of a browser, by which the operator sees who speaks."""
    return browser[:VOICE_LETTERS]


def lock_table(connection: sa.Connection, table: str) -> bool:
    """Let nobody else speak at the table, or remove a name, before the end of the transaction; whether there
    is such a table."""
    one = sa.select(schema.tables.c.id).where(schema.tables.c.id == table)
    return connection.execute(one.with_for_update()).first() is not None


def check_voice(connection: sa.Connection, table: str, voice: str) -> None:
    """Raises Silenced if this voice may not speak at the table."""
    closed = sa.select(schema.tables.c.chat_closed).where(schema.tables.c.id == table)
    if connection.execute(closed).scalar():
        raise Silenced(_("The operator of this server has closed this chat."))
    if connection.execute(_of_voice(voice)).first() is not None:
        raise Silenced(_("The operator of this server has muted you."))


def has_lost_name(connection: sa.Connection, table: str, voice: str) -> bool:
    """Whether a name of this voice was removed at the table."""
    deeds = schema.deeds.c
    removed = sa.and_(deeds.kind == Kind.REMOVE_NAME, deeds.table == table, deeds.voice == voice)
    return connection.execute(sa.select(deeds.n).where(removed)).first() is not None


def carry_out(connection: sa.Connection, deed: Deed, by: By, at: str) -> None:
    """Carry out a deed, and note it with the time. Raises NothingToModerate."""
    one_by_one(connection, "deeds")  # who has read a number never sees a smaller one come later
    note = _CARRY_OUT[deed.kind](connection, deed, at)
    row = {"at": at, "by": by, "kind": deed.kind, "table": deed.table, "voice": deed.voice, "note": note}
    connection.execute(sa.insert(schema.deeds), row)


def latest_deeds(connection: sa.Connection, most: int) -> Sequence[sa.Row[Any]]:
    """The last lines of the log, the newest first."""
    return connection.execute(sa.select(schema.deeds).order_by(schema.deeds.c.n.desc()).limit(most)).all()


def deeds_after(connection: sa.Connection, n: int) -> Sequence[sa.Row[Any]]:
    """The lines of the log that come after this one."""
    later = sa.select(schema.deeds).where(schema.deeds.c.n > n).order_by(schema.deeds.c.n)
    return connection.execute(later).all()


def list_tables(connection: sa.Connection, most: int) -> list[dict[str, Any]]:
    """The tables that have changed last, with the names of their people and the number of lines."""
    tables, chat = schema.tables.c, schema.chat.c
    count = sa.select(sa.func.count()).where(chat.table_id == tables.id).scalar_subquery()
    found = sa.select(tables.id, tables.changed, count.label("lines"), tables.chat_closed)
    rows = connection.execute(found.order_by(tables.changed.desc(), tables.id).limit(most)).all()
    seats = seats_of_each(connection, [row.id for row in rows])
    return [{**row._mapping, "names": [seat.name for seat in seats[row.id]]} for row in rows]


def moderated_table(connection: sa.Connection, table: str) -> ModeratedTable:
    """The people of a table and all that they have said. Raises NothingToModerate."""
    tables, chat = schema.tables.c, schema.chat.c
    found = connection.execute(
        sa.select(tables.changed, tables.chat_closed).where(tables.id == table)
    ).first()
    if found is None:
        raise NothingToModerate(_("there is no table {table}").format(table=table))
    seats = seats_of(connection, table)
    said = sa.select(chat.n, chat.seat, chat.name, chat.text, chat.at, chat.command_id)
    lines = [
        SpokenRow(row.n, row.seat, row.name, row.text, row.at, _voice_of_command(row.command_id))
        for row in connection.execute(said.where(chat.table_id == table).order_by(chat.n))
    ]
    voices = ["" if seat.browser is None else voice_of(seat.browser) for seat in seats]
    heard = {*voices, *(line.voice for line in lines)}
    muted = sa.select(schema.muted.c.voice).where(schema.muted.c.voice.in_(sorted(heard)))
    silent = set(connection.execute(muted).scalars())
    beside = leagues.names_beside(connection, table)
    return ModeratedTable(table, *found, [seat.name for seat in seats], voices, lines, silent, beside)


def muted_voices(connection: sa.Connection) -> list[tuple[str, str]]:
    """All muted voices, with the names that they had then."""
    found = sa.select(schema.muted.c.voice, schema.muted.c.name).order_by(schema.muted.c.at)
    return [(voice, name) for voice, name in connection.execute(found)]


# ------------------------------------------------------------------------------------ the deeds


def _switch_chat(connection: sa.Connection, deed: Deed, _at: str) -> str:
    one = sa.update(schema.tables).where(schema.tables.c.id == deed.table)
    _check_found(connection.execute(one.values(chat_closed=deed.kind == Kind.CLOSE_CHAT)), deed)
    return ""


def _mute(connection: sa.Connection, deed: Deed, at: str) -> str:
    """Mute a voice that holds a seat or has said something."""
    table = moderated_table(connection, deed.table)
    of_seats = zip(reversed(table.voices), reversed(table.names), strict=True)
    known = {**{line.voice: line.name for line in table.lines}, **dict(of_seats)}
    if len(deed.voice) != VOICE_LETTERS or deed.voice not in known:
        raise NothingToModerate(_("nobody at table {table} has this voice").format(table=deed.table))
    if deed.voice in table.muted:
        raise NothingToModerate(_("this voice is muted already"))
    row = {"voice": deed.voice, "name": known[deed.voice], "at": at}
    connection.execute(sa.insert(schema.muted), row)
    return known[deed.voice]


def _unmute(connection: sa.Connection, deed: Deed, _at: str) -> str:
    found = connection.execute(_of_voice(deed.voice)).first()
    if found is None:
        raise NothingToModerate(_("nobody with this voice is muted"))
    connection.execute(sa.delete(schema.muted).where(schema.muted.c.voice == deed.voice))
    return str(found.name)


def _remove_name(connection: sa.Connection, deed: Deed, _at: str) -> str:
    """Remove the name of a seat, also from the lines that were said from it, and from the league of the
    table, where the next round would bring it back."""
    lock_table(connection, deed.table)  # So that nobody is just saying something under this name.
    seats, chat = schema.seats.c, schema.chat.c
    seat = sa.and_(seats.table_id == deed.table, seats.seat == deed.seat)
    before = connection.execute(sa.select(seats.name).where(seat)).scalar()
    _check_found(connection.execute(sa.update(schema.seats).where(seat).values(name=deed.name)), deed)
    said = sa.update(schema.chat).where(chat.table_id == deed.table, chat.seat == deed.seat)
    connection.execute(said.values(name=deed.name))
    leagues.rename(connection, deed.table, deed.seat or 0, deed.name)
    return str(before)


def _delete(connection: sa.Connection, deed: Deed, _at: str) -> str:
    names = [seat.name for seat in seats_of(connection, deed.table)]
    _check_found(connection.execute(sa.delete(schema.tables).where(schema.tables.c.id == deed.table)), deed)
    return ", ".join(names)


_CARRY_OUT: dict[Kind, Callable[[sa.Connection, Deed, str], str]] = {
    Kind.CLOSE_CHAT: _switch_chat,
    Kind.OPEN_CHAT: _switch_chat,
    Kind.MUTE: _mute,
    Kind.UNMUTE: _unmute,
    Kind.REMOVE_NAME: _remove_name,
    Kind.DELETE: _delete,
}


def _check_found(done: sa.CursorResult[Any], deed: Deed) -> None:
    if done.rowcount != 1:
        raise NothingToModerate(_("there is no table {table}").format(table=deed.table))


def _of_voice(voice: str) -> sa.Select[Any]:
    return sa.select(schema.muted).where(schema.muted.c.voice == voice)


def _voice_of_command(command: str) -> str:
    """The voice that precedes the name of a command of the chat."""
    voice = command.partition(":")[0]
    return voice if len(voice) == VOICE_LETTERS else ""
