"""Tables in a database: the one place that knows SQL. SQLite and PostgreSQL behave alike."""

import asyncio
import sqlite3
import zlib
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager, closing
from dataclasses import asdict, fields
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar

import msgspec
import sqlalchemy as sa
from sqlalchemy.exc import DataError, IntegrityError

from openabyss.client.table_history import DamagedTable, Entry
from openabyss.server.metrics import Metrics
from openabyss.server.storage import clocks, moderation, outbox, schema, sharing
from openabyss.server.storage.clocks import Service, TimeControl, Turn
from openabyss.server.storage.database.engines import (
    SQLITE,
    UnusableDatabase,
    engine_for,
    failures_in_words,
    files_beside,
    lock_file,
)
from openabyss.server.storage.jobs import MAX_GROUP, DatabaseUnavailable, Jobs
from openabyss.server.storage.migration import is_current, migrate
from openabyss.server.storage.people import leagues, ratings
from openabyss.server.storage.rows import (
    ChatRow,
    Conflict,
    Outline,
    Retention,
    SeatRow,
    StoredTable,
    TableRow,
    somebody_was_faster,
)
from openabyss.server.storage.schema import BEGUN, COMPACT, DAMAGED, OVER, UNKNOWN, written_time
from openabyss.server.storage.seats import seats_of, seats_of_each
from openabyss.version import RULES
from openabyss.words import _

Result = TypeVar("Result")
Given = ParamSpec("Given")
# Called with a connection within a transaction, and with what else it needs.
Job = Callable[Concatenate[sa.Connection, Given], Result]

# The time limit of every call to the database, in seconds.
DATABASE_SECONDS = 6.0
READERS = 4
# How hard a record is compressed.
RECORD_LEVEL = 9
# How long reading may still go on at the end; an interrupted one would leave its connection open.
READ_SECONDS = 1.0
# The rematch of a table, unless it was deleted.
_LATER = schema.tables.alias("later")
REMATCH = sa.select(_LATER.c.id).where(_LATER.c.id == schema.tables.c.rematch).scalar_subquery()
# What rows of ours have of rows of the database.
TABLE = [REMATCH if one.name == "rematch" else schema.tables.c[one.name] for one in fields(TableRow)]
CHAT_LINE = [schema.chat.c[name] for name in ("n", "seat", "name", "text", "at")]


def now() -> str:
    """The time as it is stored."""
    return written_time(datetime.now(UTC))


class Storage:
    """What the server stores. A write is committed before it returns. Every awaitable method raises
    DatabaseUnavailable if the database does not work."""

    def __init__(
        self,
        url: str,
        check: Callable[[sa.Connection], None] | None = None,
        metrics: Metrics | None = None,
        process: str = "",
    ) -> None:
        """Opens the database and brings it to its present form.

        Raises UnusableDatabase, NewerDatabase.
        `check` begins every transaction that writes; what it raises becomes of all that was to be written.
        `process` is the name of this one among those that share the database.
        """
        self.process, self._url = process, url
        patient = engine_for(url, writes=True, is_patient=True)
        try:
            migrate(patient)
        finally:
            patient.dispose()
        self._metrics, self.service = metrics or Metrics(), Service()
        self._writing, self._reading = engine_for(url, writes=True), engine_for(url, writes=False)
        record = self._metrics.record_commit
        self._writer = Jobs(self._writing, "openabyss writer", group=MAX_GROUP, check=check, record=record)
        self._reader = Jobs(self._reading, "openabyss reader", threads=READERS)

    def close(self) -> None:
        """Finish all writes, and release the database."""
        self._writer.close()
        self._reader.close(READ_SECONDS)
        self._writing.dispose()
        self._reading.dispose()

    @property
    def is_shared(self) -> bool:
        """Whether other processes may change what is stored at any time."""
        return self.process != ""

    @asynccontextmanager
    async def listening(self, channel: str, hear: Callable[[str], object]) -> AsyncIterator[None]:
        """While the block lasts, `hear` is called for each notification on a channel."""
        loop = asyncio.get_running_loop()
        listener = sharing.Listener(self._url, channel, lambda text: loop.call_soon_threadsafe(hear, text))
        try:
            yield
        finally:
            await asyncio.to_thread(listener.close)

    async def read(self, job: Job[Given, Result], *arguments: Given.args, **named: Given.kwargs) -> Result:
        """The result of a job that reads, with these arguments."""
        return await self._do(self._reader, lambda connection: job(connection, *arguments, **named))

    async def write(self, job: Job[Given, Result], *arguments: Given.args, **named: Given.kwargs) -> Result:
        """The result of a job, with these arguments. Raises Conflict if another process has written what may
        be there only once."""
        return await self._write(lambda connection: job(connection, *arguments, **named))

    async def change(
        self, table: str, job: Job[Given, Result], *arguments: Given.args, **named: Given.kwargs
    ) -> Result:
        """The same, and the other processes are notified that this table has changed."""
        return await self._write(lambda connection: job(connection, *arguments, **named), table)

    async def call(self, table: str, revision: int, who: outbox.Call) -> None:
        """Replace the notices of a table by those for this call."""
        await self.write(outbox.call, table, revision, who, datetime.now(UTC))

    async def _write(
        self, job: Callable[[sa.Connection], Result], table: str = "", revision: int | None = None
    ) -> Result:
        def and_tell(connection: sa.Connection) -> Result:
            result = job(connection)
            sharing.notify(connection, self.process, table, revision)
            return result

        try:
            return await self._do(self._writer, and_tell if self.process and table else job)
        except IntegrityError as error:
            raise somebody_was_faster() from error

    async def _do(
        self, jobs: Jobs, job: Callable[[sa.Connection], Result], seconds: float = DATABASE_SECONDS
    ) -> Result:
        try:
            return await jobs.do(job, seconds)
        except DatabaseUnavailable as error:
            self.service.is_going_on = False
            is_late = isinstance(error.__cause__, TimeoutError)
            self._metrics.database_errors.labels("late" if is_late else "failed").inc()
            raise

    async def _rows(self, statement: sa.Executable) -> Sequence[Any]:
        return await self.read(_all_rows, statement)

    async def create(self, row: TableRow, seats: list[SeatRow]) -> None:
        """Store a new table. Raises Conflict if there is one with this id."""
        await self.write(insert, StoredTable(row, seats))

    async def create_rematch(
        self, old: str, row: TableRow, seats: list[SeatRow], call: outbox.Call | None = None
    ) -> str:
        """A table that follows another one, and its id; who is asked first there; if one follows already, the
        id of that. Who has watched the other one may watch it. Raises Conflict if the other one was
        deleted."""

        def job(connection: sa.Connection) -> str:
            one = schema.tables.c.id == old
            if connection.execute(sa.select(schema.tables.c.id).where(one).with_for_update()).first() is None:
                raise somebody_was_faster()
            follows = connection.execute(sa.select(REMATCH).where(one)).scalar()
            if follows is not None:
                return str(follows)
            connection.execute(sa.update(schema.tables).where(one).values(rematch=row.id))
            came = sa.select(schema.watchers.c.browser).where(schema.watchers.c.table_id == old)
            insert(connection, StoredTable(row, seats, watchers=set(connection.execute(came).scalars())))
            if call is not None:
                outbox.call(connection, row.id, 0, call, datetime.now(UTC))
            return row.id

        return await self._write(job, old)

    async def append(
        self,
        table: str,
        number: int,
        entry: Entry,
        *,
        is_over: bool = False,
        is_thought: bool = False,
        turn: Turn | None = None,
        call: outbox.Call | None = None,
        result: ratings.Result | None = None,
    ) -> str:
        """The next entry of a table, after which its game may be over; whose time runs after it where that
        has a limit; who is asked then, if a notice depends on it; how the game has ended. Returns when it was
        changed. Raises Conflict if the number or the command is taken, or if it was thought of, and another
        process may think now."""
        row, changed = _entry_row(table, number, entry), now()
        stage = OVER if is_over else BEGUN

        def job(connection: sa.Connection) -> None:
            thought = (self.process, table, number - 1)
            if is_thought and self.process and not sharing.end_thought(connection, *thought):
                raise somebody_was_faster()
            connection.execute(sa.insert(schema.answers), row)
            # Of a compact table there are no rows that would refuse the number.
            last = sa.and_(schema.tables.c.id == table, schema.tables.c.entries == number - 1)
            counted = sa.update(schema.tables).where(last)
            done = connection.execute(
                counted.values(changed=changed, entries=number, rules=RULES, stage=stage)
            )
            if done.rowcount == 0:
                raise somebody_was_faster()
            if turn is not None:
                clocks.pass_on(connection, table, turn, self.service)
            if call is not None:
                outbox.call(connection, table, number, call, datetime.now(UTC))
            if result is not None:
                ratings.rate(connection, table, result, datetime.now(UTC))
                leagues.note_end(connection, table, result)

        # Other processes read the clock together with the entry.
        await self._write(job, table, number if turn is None else None)
        return changed

    async def take_thought(self, table: str, revision: int) -> bool:
        """Claim a thought for this process for a few seconds; False if another process has it."""
        return await self.write(sharing.take_thought, self.process, table, revision)

    async def add_chat(self, table: str, line: ChatRow, command: str) -> ChatRow:
        """Add a line to a chat, with the name that its seat has by now, unless somebody else has taken it;
        returns the existing line if this command, which begins with the voice and a colon, has written it
        already. Raises Silenced, or Conflict if the table was deleted."""
        chat, seats, voice = schema.chat.c, schema.seats.c, command.partition(":")[0]
        once = sa.select(*CHAT_LINE).where(chat.table_id == table, chat.command_id == command)
        called = sa.select(seats.name).where(
            seats.table_id == table, seats.seat == line.seat, seats.browser.startswith(voice)
        )

        def job(connection: sa.Connection) -> ChatRow:
            # Processes that write at the same time number their lines one after another.
            if not moderation.lock_table(connection, table):
                raise somebody_was_faster()
            written = connection.execute(once).first()
            if written is not None:
                return ChatRow(*written)
            moderation.check_voice(connection, table, voice)
            name = connection.execute(called).scalar() or line.name
            number = _number_of_line(connection, table, line.at)
            numbered = msgspec.structs.replace(line, n=number, name=name)
            row = {"table_id": table, "command_id": command, **msgspec.structs.asdict(numbered)}
            connection.execute(sa.insert(schema.chat), row)
            return numbered

        return await self._write(job, table)

    async def load(self, table: str) -> StoredTable | None:
        """Everything stored about a table; None if there is no such table. Raises DamagedTable."""
        return await self.read(load_table, table)

    async def outlines(self, tables: Sequence[str]) -> dict[str, Outline]:
        """What is stored of these tables beside their entries; those that were deleted are missing."""
        return await self.read(_outlines, tables, self.service, is_shared=self.is_shared)

    async def entries_after(self, known: Mapping[str, int]) -> dict[str, list[tuple[int, Entry]]]:
        """The entries of these tables after the ones that are known, with their numbers."""
        answers = schema.answers.c
        new = [sa.and_(answers.table_id == table, answers.number > last) for table, last in known.items()]
        found = sa.select(schema.answers).where(sa.or_(sa.false(), *new)).order_by(answers.number)
        entries: dict[str, list[tuple[int, Entry]]] = {table: [] for table in known}
        for row in await self._rows(found):
            entries[row.table_id].append((row.number, _entry(row)))
        return entries

    async def tables_of(self, browser: str, most: int) -> list[str]:
        """The tables at which a browser sits or watches, the ones changed last first: at most this number at
        which it sits and whose game may go on, and the same number of others."""
        tables, latest = schema.tables.c, (schema.tables.c.changed.desc(), schema.tables.c.id)
        sits = sa.select(schema.seats.c.table_id).where(schema.seats.c.browser == browser)
        watches = sa.select(schema.watchers.c.table_id).where(schema.watchers.c.browser == browser)
        plays = sa.and_(tables.id.in_(sits), tables.stage.in_((UNKNOWN, BEGUN)))
        kinds = plays, sa.and_(tables.id.in_(sits.union(watches)), ~plays)
        ids = [sa.select(tables.id).where(kind).order_by(*latest).limit(most) for kind in kinds]
        among = sa.or_(*(tables.id.in_(some.correlate(None)) for some in ids))
        return [row.id for row in await self._rows(sa.select(tables.id).where(among).order_by(*latest))]

    async def knows(self, browser: str) -> bool:
        """Whether a browser sits or watches anywhere, has set up a table, has signed in by a name, has an
        address for notices, or has to do with a league."""
        tables, seats, watchers = schema.tables.c, schema.seats.c, schema.watchers.c
        leagues, entrants = schema.leagues.c, schema.league_entrants.c
        places = (
            *(tables.host, seats.browser, watchers.browser),
            *(schema.kept_names.c.identity, schema.addresses.c.browser, leagues.host, entrants.browser),
        )
        found = sa.select(sa.or_(*(sa.exists().where(place == browser) for place in places)))
        ((is_known,),) = await self._rows(found)
        return bool(is_known)

    async def check(self, seconds: float) -> bool:
        """Check that the database can read and commit; whether it still has the form of this version. Raises
        DatabaseUnavailable."""
        has_this_form = await self._do(self._reader, is_current, seconds)
        await self._do(self._writer, _write_something, seconds)
        return has_this_form

    # ----------------------------------------- for tools, which wait for as long as it takes

    def seconds_ahead(self) -> float:
        """How far the clock of this machine is ahead of the database's. SQLite has none of its own."""
        if self._reading.dialect.name == SQLITE:
            return 0.0
        with failures_in_words(), self._reading.begin() as connection:
            theirs: datetime = connection.execute(sa.select(sa.func.clock_timestamp())).scalar_one()
        return (datetime.now(UTC) - theirs).total_seconds()

    def files(self) -> list[Path]:
        """The file of the database, and those that SQLite and a server keep beside it."""
        if self._reading.dialect.name != SQLITE:
            return []
        return [self._file, *files_beside(self._file), lock_file(self._file)]

    def copy_now(self, path: Path) -> None:
        """All that is stored, into a new SQLite database in this file. Raises UnusableDatabase if it is not
        kept by SQLite, or cannot be copied."""
        if self._reading.dialect.name != SQLITE:
            raise UnusableDatabase(_("only SQLite databases are copied; for PostgreSQL use pg_dump"))
        try:
            with closing(sqlite3.connect(self._file)) as source, closing(sqlite3.connect(path)) as copy:
                # Nothing of a copy that fails is kept, so nothing stays beside it either.
                copy.execute("PRAGMA journal_mode = OFF")
                source.backup(copy)
                # It is one file, with nothing beside it.
                copy.execute("PRAGMA journal_mode = DELETE")
        except sqlite3.Error as error:
            raise UnusableDatabase(_("the database cannot be copied: {why}").format(why=error)) from error

    @property
    def _file(self) -> Path:
        return Path(str(self._reading.url.database)).resolve()

    def all_ids(self) -> list[str]:
        """The ids of all tables, the oldest first."""
        oldest = sa.select(schema.tables.c.id).order_by(schema.tables.c.created, schema.tables.c.id)
        return [row.id for row in self.read_now(_all_rows, oldest)]

    def load_now(self, table: str) -> StoredTable | None:
        """Like `load`. Raises DamagedTable."""
        return self.read_now(load_table, table)

    def read_now(self, job: Job[Given, Result], *arguments: Given.args, **named: Given.kwargs) -> Result:
        """Like `read`."""
        with self._reading.begin() as connection:
            return job(connection, *arguments, **named)

    def write_now(self, job: Job[Given, Result], *arguments: Given.args, **named: Given.kwargs) -> Result:
        """Like `write`."""
        return self._writer.submit(lambda connection: job(connection, *arguments, **named)).result()


def _all_rows(connection: sa.Connection, statement: sa.Executable) -> Sequence[Any]:
    return connection.execute(statement).all()


def plays_elsewhere(connection: sa.Connection, browser: str | None, table: str) -> bool:
    """Whether a browser has a seat at another table whose game goes on."""
    tables, seats = schema.tables.c, schema.seats.c
    others = sa.select(tables.id).join(schema.seats, seats.table_id == tables.id)
    goes_on = others.where(seats.browser == browser, tables.stage == BEGUN, tables.id != table)
    return connection.execute(goes_on.limit(1)).first() is not None


def _write_something(connection: sa.Connection) -> None:
    """A real write, which a full or read-only disk refuses, and which leaves everything as it was."""
    if connection.dialect.name == SQLITE:
        number = connection.execute(sa.text("PRAGMA user_version")).scalar_one()
        connection.execute(sa.text(f"PRAGMA user_version = {(int(number) + 1) % 1_000_000}"))
        return
    connection.execute(sa.text("UPDATE alembic_version SET version_num = version_num"))


def _outlines(
    connection: sa.Connection, ids: Sequence[str], service: Service, *, is_shared: bool
) -> dict[str, Outline]:
    tables, chat = schema.tables.c, schema.chat.c
    seats = seats_of_each(connection, ids)
    ends = sa.select(chat.table_id, (sa.func.max(chat.n) + 1).label("end")).where(chat.table_id.in_(ids))
    lines = {said.table_id: said.end for said in connection.execute(ends.group_by(chat.table_id))}
    signs = sharing.signs_at(connection, ids) if is_shared else {}
    found = connection.execute(sa.select(*TABLE, tables.entries).where(tables.id.in_(ids)))
    rows = {id_: (TableRow(id_, *rest), count) for id_, *rest, count in found}
    watchers: dict[str, set[str]] = {id_: set() for id_ in ids}
    came = sa.select(schema.watchers).where(schema.watchers.c.table_id.in_(ids))
    for watcher in connection.execute(came):
        watchers[watcher.table_id].add(watcher.browser)
    known = clocks.read(connection, [id_ for id_, (row, _count) in rows.items() if row.time_control], service)
    return {
        id_: Outline(
            row, seats[id_], count, lines.get(id_, 0), signs.get(id_, []), watchers[id_], known.get(id_)
        )
        for id_, (row, count) in rows.items()
    }


def load_table(connection: sa.Connection, table: str) -> StoredTable | None:
    """A stored table with its seats, entries and watchers. Raises DamagedTable if one of them is missing or
    cannot be read."""
    watchers = sa.select(schema.watchers.c.browser).where(schema.watchers.c.table_id == table)
    try:
        found = connection.execute(
            sa.select(schema.tables.c.entries, *TABLE).where(schema.tables.c.id == table)
        ).first()
        if found is None:
            return None
        count, *row = found
        entries, seats = _entries(connection, table, count), seats_of(connection, table)
        return StoredTable(TableRow(*row), seats, entries, set(connection.execute(watchers).scalars()))
    except (ValueError, TypeError, LookupError) as error:
        raise DamagedTable(_("a row cannot be read: {why}").format(why=type(error).__name__)) from error


def _entries(connection: sa.Connection, table: str, count: int) -> list[Entry]:
    """The entries of a table: those of its record if it is compact, then the rows. Raises DamagedTable,
    ValueError."""
    answers, records = schema.answers.c, schema.records.c
    rows = sa.select(schema.answers).where(answers.table_id == table).order_by(answers.number)
    later = connection.execute(rows).all()
    record = connection.execute(sa.select(records.entries).where(records.table_id == table)).scalar()
    entries = [] if record is None else _unpacked(record)
    if [row.number for row in later] != list(range(len(entries) + 1, count + 1)):
        raise DamagedTable(_("entries are missing"))
    return entries + [_entry(row) for row in later]


def _unpacked(record: bytes) -> list[Entry]:
    """The entries of a record, which takes a fifth of the space of their rows. Raises ValueError if it is
    damaged."""
    try:
        return msgspec.json.decode(zlib.decompress(record), type=list[Entry])
    except zlib.error as error:
        raise ValueError(str(error)) from error


def of_stage(connection: sa.Connection, stage: str, since: datetime, most: int | None = None) -> list[str]:
    """Tables of a stage that have not changed since, the oldest first."""
    tables = schema.tables.c
    found = sa.select(tables.id).where(tables.stage == stage, tables.changed < written_time(since))
    return list(connection.execute(found.order_by(tables.changed).limit(most)).scalars())


def chat_of(connection: sa.Connection, table: str, last: int | None = None) -> list[ChatRow]:
    """The last lines of a chat, or all of them, the oldest first."""
    lines = sa.select(*CHAT_LINE).where(schema.chat.c.table_id == table)
    rows = connection.execute(lines.order_by(schema.chat.c.n.desc()).limit(last)).all()
    return [ChatRow(*row) for row in reversed(rows)]


def _number_of_line(connection: sa.Connection, table: str, at: str) -> int:
    """The number of the next line of a chat, which no line has had. What was said at a table that is older
    than a day may have been tidied away: its numbers go on from four for each second since 2026, in which no
    more can be said."""
    last = sa.select(sa.func.max(schema.chat.c.n)).where(schema.chat.c.table_id == table)
    if (number := connection.execute(last).scalar()) is not None:
        return int(number) + 1
    created = connection.execute(sa.select(schema.tables.c.created).where(schema.tables.c.id == table))
    spoken = datetime.fromisoformat(at)
    is_new = created.scalar_one() > written_time(spoken - timedelta(days=1))
    return 0 if is_new else max(0, int((spoken - datetime(2026, 1, 1, tzinfo=UTC)).total_seconds() * 4))


def mark(connection: sa.Connection, table: str, *, is_over: bool) -> None:
    """Note whether the game of a table of unknown stage is over."""
    unknown = sa.and_(schema.tables.c.id == table, schema.tables.c.stage == UNKNOWN)
    marked = sa.update(schema.tables).where(unknown).values(stage=OVER if is_over else BEGUN)
    connection.execute(marked)


def compact(connection: sa.Connection, table: str) -> bool:
    """Turn the entries of a finished table into one record; False if it should not be done. It is locked, so
    that nobody adds an entry meanwhile; another process that has locked it is not awaited, for that one does
    the same."""
    tables, answers, records = schema.tables.c, schema.answers.c, schema.records.c
    finished = sa.select(tables.id).where(tables.id == table, tables.stage == OVER)
    if connection.execute(finished.with_for_update(skip_locked=True)).first() is None:
        return False
    stage = sa.update(schema.tables).where(tables.id == table)
    try:
        stored = load_table(connection, table)
    except DamagedTable:  # It stays as it is; `openabyss admin verify` reports it.
        connection.execute(stage.values(stage=DAMAGED))
        return False
    assert stored is not None
    connection.execute(sa.delete(schema.records).where(records.table_id == table))
    record = zlib.compress(msgspec.json.encode(stored.entries), RECORD_LEVEL)
    connection.execute(sa.insert(schema.records), {"table_id": table, "entries": record})
    connection.execute(sa.delete(schema.answers).where(answers.table_id == table))
    connection.execute(stage.values(stage=COMPACT))
    return True


def tidy_tables(
    connection: sa.Connection, keep: Retention, at: datetime, most: int | None = None
) -> dict[str, int]:
    """Delete what has been kept for long enough at this time; returns how much of each sort. With `most`, no
    more than that many tables are deleted, all of one sort while there are more of it."""
    tables, answers, chat = schema.tables.c, schema.answers.c, schema.chat.c

    def unchanged(days: int) -> sa.ColumnElement[bool]:
        return tables.changed < written_time(at - timedelta(days=days))

    def deleted(*conditions: sa.ColumnElement[bool]) -> int:
        some = tables.id.in_(sa.select(tables.id).where(*conditions).limit(most))
        return connection.execute(sa.delete(schema.tables).where(some, *conditions)).rowcount

    by_people = sa.exists().where(answers.table_id == tables.id, answers.command_id.is_not(None))
    done = {"unbegun": 0, "abandoned": 0, "old": 0, "lines": 0}
    for sort, conditions in (
        ("old", (unchanged(keep.tables),)),
        ("unbegun", (unchanged(keep.unbegun), tables.stage.in_((UNKNOWN, BEGUN)), ~by_people)),
        ("abandoned", (unchanged(keep.abandoned), tables.stage == BEGUN)),
    ):
        done[sort] = deleted(*conditions)
        if done[sort] == most:
            return done
    has_lines = sa.exists().where(chat.table_id == tables.id)
    quiet = sa.select(tables.id).where(unchanged(keep.chat), has_lines).limit(most)
    done["lines"] = connection.execute(sa.delete(schema.chat).where(chat.table_id.in_(quiet))).rowcount
    oldest = written_time(at - timedelta(days=keep.tables))
    # The log of the operator's deeds contains names.
    connection.execute(sa.delete(schema.deeds).where(schema.deeds.c.at < oldest))
    connection.execute(sa.delete(schema.puzzles).where(schema.puzzles.c.created < oldest))
    leagues.forget(connection, oldest, written_time(at - timedelta(days=keep.unbegun)))
    return done


def restore_tables(
    connection: sa.Connection, tables: Callable[[], Iterable[tuple[StoredTable, list[ChatRow]]]]
) -> None:
    """Whole tables with their chats, all of them or none. Raises Conflict if one of them is there already,
    DamagedTable, and whatever `tables` raises."""
    for stored, lines in tables():
        known = sa.select(schema.tables.c.id).where(schema.tables.c.id == stored.row.id)
        if connection.execute(known).first() is not None:
            raise Conflict(_("there is a table {table} already").format(table=stored.row.id))
        try:
            insert(connection, stored, lines)
        except IntegrityError as error:
            problem = _("table {table}: a seat or a link is there twice, or belongs to another table")
            raise DamagedTable(problem.format(table=stored.row.id)) from error
        except DataError as error:  # PostgreSQL counts letters, SQLite does not.
            problem = _("table {table}: a text is too long for this database")
            raise DamagedTable(problem.format(table=stored.row.id)) from error


def insert(connection: sa.Connection, stored: StoredTable, lines: Sequence[ChatRow] = ()) -> None:
    """A whole table with its chat."""
    id_ = stored.row.id
    stage = UNKNOWN if stored.entries else BEGUN
    count = len(stored.entries)
    connection.execute(sa.insert(schema.tables), {**asdict(stored.row), "entries": count, "stage": stage})
    if (control := TimeControl.read(stored.row.time_control)) is not None:
        clocks.set_up(connection, id_, control.seconds, len(stored.seats))
    said = [{**msgspec.structs.asdict(line), "command_id": f"restored:{line.n}"} for line in lines]
    for target, rows in (
        (schema.seats, [asdict(seat) for seat in stored.seats]),
        (schema.answers, [_entry_row(id_, number, entry) for number, entry in enumerate(stored.entries, 1)]),
        (schema.chat, said),
        (schema.watchers, [{"browser": browser} for browser in sorted(stored.watchers)]),
    ):
        if rows:
            connection.execute(sa.insert(target), [{"table_id": id_, **row} for row in rows])


def _entry(row: sa.Row[Any]) -> Entry:
    return Entry(row.kind, row.seat, row.answer, row.command_id, row.state_hash)


def _entry_row(table: str, number: int, entry: Entry) -> dict[str, Any]:
    return {
        "table_id": table,
        "number": number,
        "kind": entry.kind,
        "seat": entry.seat,
        "command_id": entry.command,
        "answer": entry.text,
        "state_hash": entry.hash,
    }
