"""Tables in a database: the one place that knows SQL. SQLite and PostgreSQL behave alike."""

from collections.abc import Callable, Iterable
from dataclasses import asdict, replace
from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar

from sqlalchemy import (
    ColumnElement,
    Connection,
    Row,
    and_,
    delete,
    exists,
    func,
    insert,
    or_,
    select,
    text,
    update,
)
from sqlalchemy.exc import DataError, IntegrityError

from openabyss.client.table_history import DamagedTable, Entry
from openabyss.errors import OpenAbyssError
from openabyss.position.version import RULES
from openabyss.server.storage import schema
from openabyss.server.storage.engines import SQLITE, engine_for
from openabyss.server.storage.migrating import migrate
from openabyss.server.storage.reader import Reader
from openabyss.server.storage.rows import ChatRow, Retention, SeatRow, StoredTable, TableRow, Tidied
from openabyss.server.storage.writer import Writer
from openabyss.words import _

Result = TypeVar("Result")
# The column by which rows belong to a table.
OWNER = "table_id"
# The column that counts the entries of a table.
ENTRIES = "entries"


# Every call to the database ends within this many seconds.
DATABASE_SECONDS = 6.0


class Conflict(OpenAbyssError):  # noqa: N818  named like the errors of the game
    """Somebody else has written the same entry first."""


def now() -> str:
    """The time as it is stored: UTC, ISO 8601."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


class Storage:
    """What the server keeps. Writing is committed before it returns."""

    def __init__(
        self, url: str, seconds: float = DATABASE_SECONDS, check: Callable[[Connection], None] | None = None
    ) -> None:
        """Opens the database and brings it to its present form.

        Raises UnusableDatabase, NewerDatabase, DatabaseInUse.
        `check` begins every transaction that writes; what it raises is raised by whatever was to be written.
        """
        patient = engine_for(url, writes=True, is_patient=True)
        try:
            migrate(patient)
        finally:
            patient.dispose()
        self._writing = engine_for(url, writes=True)
        self._reading = engine_for(url, writes=False)
        self._writer, self._reader = Writer(self._writing, check), Reader(self._reading)
        self._seconds = seconds

    def close(self) -> None:
        """Finish what is being written, and leave the database."""
        self._writer.close()
        self._reader.close()
        self._writing.dispose()
        self._reading.dispose()

    async def _write(self, job: Callable[[Connection], Result]) -> Result:
        try:
            return await self._writer.write(job, self._seconds)
        except IntegrityError as error:
            raise Conflict(_("somebody else was faster")) from error

    async def _read(self, question: Callable[[Connection], Result]) -> Result:
        return await self._reader.read(question, self._seconds)

    def _read_now(self, question: Callable[[Connection], Result]) -> Result:
        return self._reader.read_now(question)

    # ---------------------------------------------------------------------------- writing

    async def create(self, row: TableRow, seats: Iterable[SeatRow]) -> None:
        """A new table. Raises Conflict if there is one with this id."""
        rows = [{"table_id": row.id, **asdict(seat)} for seat in seats]

        def job(connection: Connection) -> None:
            connection.execute(insert(schema.tables), {**asdict(row), ENTRIES: 0})
            connection.execute(insert(schema.seats), rows)

        await self._write(job)

    async def create_rematch(self, old: str, row: TableRow, seats: Iterable[SeatRow]) -> str:
        """A table that follows another one, and its id; if one follows already, the id of that."""
        rows = [{"table_id": row.id, **asdict(seat)} for seat in seats]

        def job(connection: Connection) -> str:
            before = and_(schema.tables.c.id == old, schema.tables.c.rematch.is_(None))
            claimed = connection.execute(update(schema.tables).where(before).values(rematch=row.id))
            if claimed.rowcount == 1:
                connection.execute(insert(schema.tables), {**asdict(row), ENTRIES: 0})
                connection.execute(insert(schema.seats), rows)
                return row.id
            follows = select(schema.tables.c.rematch).where(schema.tables.c.id == old)
            return str(connection.execute(follows).scalar_one())

        return await self._write(job)

    async def append(self, table: str, number: int, entry: Entry) -> str:
        """The next entry of a table; returns when it was changed.

        Raises Conflict if the number or the command is taken.
        """
        row = {
            "table_id": table,
            "number": number,
            "kind": entry.kind,
            "seat": entry.seat,
            "command_id": entry.command,
            "answer": entry.text,
            "state_hash": entry.hash,
        }
        changed = now()

        def job(connection: Connection) -> None:
            connection.execute(insert(schema.answers), row)
            connection.execute(
                update(schema.tables)
                .where(schema.tables.c.id == table)
                .values(changed=changed, entries=number, rules=RULES)
            )

        await self._write(job)
        return changed

    async def claim(self, table: str, token: str, browser: str, name: str) -> SeatRow | None:
        """Give a browser the seat to which a link leads. The seat as it then is; None if it is taken."""
        is_free = or_(schema.seats.c.browser.is_(None), schema.seats.c.transferable)
        one = and_(schema.seats.c.table_id == table, schema.seats.c.token == token, is_free)
        return await self._change_seat(one, browser=browser, name=name, transferable=False)

    async def rename(self, table: str, seat: int, browser: str, name: str) -> SeatRow | None:
        """Another name for a seat. The seat as it then is; None if the browser does not hold it."""
        one = and_(_is_seat(table, seat), schema.seats.c.browser == browser)
        return await self._change_seat(one, name=name)

    async def change_link(
        self, table: str, seat: int, holder: str | None, token: str, nonce: str
    ) -> SeatRow | None:
        """A new link to a seat, for another browser too; the old one leads nowhere any more.

        The seat as it then is; None if `holder` does not hold it (None: if somebody does).
        """
        one = and_(_is_seat(table, seat), schema.seats.c.browser.is_not_distinct_from(holder))
        return await self._change_seat(one, token=token, nonce=nonce, transferable=True)

    async def _change_seat(self, one: ColumnElement[bool], **columns: Any) -> SeatRow | None:
        """Write these columns of the one seat for which the condition holds, and no others."""
        changed = update(schema.seats).where(one).values(**columns).returning(schema.seats)

        def job(connection: Connection) -> SeatRow | None:
            row = connection.execute(changed).first()
            return None if row is None else _seat(row)

        return await self._write(job)

    async def change_watch_link(self, table: str, token: str, nonce: str) -> None:
        """A new link for spectators; those who came by the old one stay."""
        one = schema.tables.c.id == table
        values = {"watch_token": token, "watch_nonce": nonce}
        await self._write(lambda connection: _done(connection, update(schema.tables).where(one), values))

    async def add_watcher(self, table: str, browser: str) -> None:
        """Let a browser watch."""
        try:
            row = {"table_id": table, "browser": browser}
            await self._write(lambda connection: _done(connection, insert(schema.watchers), row))
        except Conflict:
            return

    async def add_chat(self, table: str, line: ChatRow, command: str) -> ChatRow:
        """The next line of a chat, or the one that this command has written already."""
        once = and_(schema.chat.c.table_id == table, schema.chat.c.command_id == command)

        def job(connection: Connection) -> ChatRow:
            written = connection.execute(select(schema.chat).where(once)).first()
            if written is not None:
                return _chat(written)
            count = select(func.count()).where(schema.chat.c.table_id == table)
            numbered = replace(line, n=connection.execute(count).scalar_one())
            connection.execute(
                insert(schema.chat), {"table_id": table, "command_id": command, **asdict(numbered)}
            )
            return numbered

        return await self._write(job)

    # ---------------------------------------------------------------------------- reading

    async def load(self, table: str) -> StoredTable | None:
        """Everything about a table; None if there is none. Raises DamagedTable."""
        return await self._read(lambda connection: load_table(connection, table))

    async def seats(self, table: str) -> list[SeatRow]:
        """The seats of a table, in order."""
        return await self._read(lambda connection: _seats(connection, table))

    async def chat(self, table: str, last: int) -> list[ChatRow]:
        """The last lines of a chat, oldest first."""
        newest = (
            select(schema.chat)
            .where(schema.chat.c.table_id == table)
            .order_by(schema.chat.c.n.desc())
            .limit(last)
        )
        rows = await self._read(lambda connection: connection.execute(newest).all())
        return [_chat(row) for row in reversed(rows)]

    async def tables_of(self, browser: str, most: int) -> list[str]:
        """The tables at which a browser sits or watches, the ones changed last first."""
        sits = select(schema.seats.c.table_id).where(schema.seats.c.browser == browser)
        watches = select(schema.watchers.c.table_id).where(schema.watchers.c.browser == browser)
        found = (
            select(schema.tables.c.id)
            .where(schema.tables.c.id.in_(sits.union(watches)))
            .order_by(schema.tables.c.changed.desc(), schema.tables.c.id)
            .limit(most)
        )
        return await self._read(lambda connection: list(connection.execute(found).scalars()))

    async def knows(self, browser: str) -> bool:
        """Whether a browser sits or watches anywhere, or has set up a table."""
        tables, seats, watchers = schema.tables.c, schema.seats.c, schema.watchers.c
        found = select(
            or_(
                exists().where(seats.browser == browser),
                exists().where(watchers.browser == browser),
                exists().where(tables.host == browser),
            )
        )
        return bool(await self._read(lambda connection: connection.execute(found).scalar_one()))

    async def seat_of_token(self, token: str) -> tuple[str, int] | None:
        """Where the link with this hash leads; None if nowhere."""
        found = select(schema.seats.c.table_id, schema.seats.c.seat).where(schema.seats.c.token == token)
        row = await self._read(lambda connection: connection.execute(found).first())
        return None if row is None else (row.table_id, row.seat)

    async def table_of_watch_token(self, token: str) -> str | None:
        """The table to which the spectators' link with this hash leads."""
        found = select(schema.tables.c.id).where(schema.tables.c.watch_token == token)
        return await self._read(lambda connection: connection.execute(found).scalar())

    async def check(self, seconds: float) -> None:
        """The database reads, and commits what is written. Raises DatabaseUnavailable."""
        await self._reader.read(lambda connection: connection.execute(text("SELECT 1")).scalar(), seconds)
        await self._writer.write(_write_something, seconds)

    def all_ids(self) -> list[str]:
        """The ids of all tables, the oldest first; for tools."""
        oldest = select(schema.tables.c.id).order_by(schema.tables.c.created, schema.tables.c.id)
        return self._read_now(lambda connection: list(connection.execute(oldest).scalars()))

    def load_now(self, table: str) -> StoredTable | None:
        """Like `load`, for tools. Raises DamagedTable."""
        return self._read_now(lambda connection: load_table(connection, table))

    def tidy_now(self, keep: Retention, at: datetime) -> Tidied:
        """Delete what has been kept for long enough at this time; for tools."""
        return self._writer.submit(lambda connection: _tidy(connection, keep, at)).result()

    def restore_now(self, tables: Callable[[], Iterable[tuple[StoredTable, list[ChatRow]]]]) -> int:
        """Put whole tables with their chats back, all of them or none; returns how many. For tools.

        Raises Conflict if one of them is there already, DamagedTable, and whatever `tables` raises.
        """

        def job(connection: Connection) -> int:
            return sum(_restore(connection, stored, lines) for stored, lines in tables())

        return self._writer.submit(job).result()

    def chat_now(self, table: str) -> list[ChatRow]:
        """The whole chat of a table; for tools."""
        lines = select(schema.chat).where(schema.chat.c.table_id == table).order_by(schema.chat.c.n)
        return [_chat(row) for row in self._read_now(lambda connection: connection.execute(lines).all())]


def _write_something(connection: Connection) -> None:
    """A real write, which a full or read-only disk refuses, and which changes nothing that is stored."""
    if connection.dialect.name == SQLITE:
        number = connection.execute(text("PRAGMA user_version")).scalar_one()
        connection.execute(text(f"PRAGMA user_version = {(int(number) + 1) % 1_000_000}"))
        return
    connection.execute(text("UPDATE alembic_version SET version_num = version_num"))


def _done(connection: Connection, statement: Any, values: dict[str, Any]) -> None:
    connection.execute(statement, values)


def _is_seat(table: str, seat: int) -> ColumnElement[bool]:
    return and_(schema.seats.c.table_id == table, schema.seats.c.seat == seat)


def _seat(row: Row[Any]) -> SeatRow:
    return SeatRow(**{key: value for key, value in row._mapping.items() if key != OWNER})


def _chat(row: Row[Any]) -> ChatRow:
    return ChatRow(row.n, row.seat, row.name, row.text, row.at)


def _seats(connection: Connection, table: str) -> list[SeatRow]:
    in_order = select(schema.seats).where(schema.seats.c.table_id == table).order_by(schema.seats.c.seat)
    return [_seat(row) for row in connection.execute(in_order)]


def load_table(connection: Connection, table: str) -> StoredTable | None:
    """A stored table with its seats, entries and watchers. Raises DamagedTable if one of them is missing or
    cannot be read."""
    try:
        return _load(connection, table)
    except (ValueError, TypeError, LookupError) as error:
        raise DamagedTable(_("a row cannot be read: {why}").format(why=type(error).__name__)) from error


def _load(connection: Connection, table: str) -> StoredTable | None:
    found = connection.execute(select(schema.tables).where(schema.tables.c.id == table)).first()
    if found is None:
        return None
    row = dict(found._mapping)
    in_order = (
        select(schema.answers).where(schema.answers.c.table_id == table).order_by(schema.answers.c.number)
    )
    entries = connection.execute(in_order).all()
    if [entry.number for entry in entries] != list(range(1, row.pop(ENTRIES) + 1)):
        raise DamagedTable(_("entries are missing"))
    watchers = select(schema.watchers.c.browser).where(schema.watchers.c.table_id == table)
    return StoredTable(
        TableRow(**row),
        _seats(connection, table),
        [Entry(e.kind, e.seat, e.answer, e.command_id, e.state_hash) for e in entries],
        set(connection.execute(watchers).scalars()),
    )


def _tidy(connection: Connection, keep: Retention, at: datetime) -> Tidied:
    tables, answers, chat = schema.tables.c, schema.answers.c, schema.chat.c

    def unchanged(days: int) -> ColumnElement[bool]:
        return tables.changed < (at - timedelta(days=days)).isoformat(timespec="milliseconds")

    by_people = exists().where(answers.table_id == tables.id, answers.command_id.is_not(None))
    old = connection.execute(delete(schema.tables).where(unchanged(keep.tables)))
    unbegun = connection.execute(delete(schema.tables).where(unchanged(keep.unbegun), ~by_people))
    quiet = select(tables.id).where(unchanged(keep.chat))
    lines = connection.execute(delete(schema.chat).where(chat.table_id.in_(quiet)))
    return Tidied(unbegun.rowcount, old.rowcount, lines.rowcount)


def _restore(connection: Connection, stored: StoredTable, lines: list[ChatRow]) -> int:
    """One table. Raises Conflict, DamagedTable."""
    try:
        _insert_whole(connection, stored, lines)
    except IntegrityError as error:
        raise Conflict(_("there is a table {table} already").format(table=stored.row.id)) from error
    except DataError as error:  # PostgreSQL counts letters, SQLite does not.
        raise DamagedTable(
            _("table {table}: a text is too long for this database").format(table=stored.row.id)
        ) from error
    return 1


def _insert_whole(connection: Connection, stored: StoredTable, lines: list[ChatRow]) -> None:
    table = {"table_id": stored.row.id}
    connection.execute(insert(schema.tables), {**asdict(stored.row), ENTRIES: len(stored.entries)})
    connection.execute(insert(schema.seats), [{**table, **asdict(seat)} for seat in stored.seats])
    entries = [
        {
            **table,
            "number": number,
            "kind": entry.kind,
            "seat": entry.seat,
            "command_id": entry.command,
            "answer": entry.text,
            "state_hash": entry.hash,
        }
        for number, entry in enumerate(stored.entries, 1)
    ]
    chat = [{**table, **asdict(line), "command_id": f"restored:{line.n}"} for line in lines]
    watchers = [{**table, "browser": browser} for browser in sorted(stored.watchers)]
    for target, rows in ((schema.answers, entries), (schema.chat, chat), (schema.watchers, watchers)):
        if rows:
            connection.execute(insert(target), rows)
