"""Connections to SQLite or PostgreSQL, set up so that what is committed is safe."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from openabyss.errors import OpenAbyssError
from openabyss.server.private_files import make_file, tighten
from openabyss.words import _

# A statement that waits for the database longer than this fails without effect.
BUSY_MILLISECONDS = 4_000
LOCK_MILLISECONDS = 2_000
CONNECT_SECONDS = 3
# PostgreSQL ends a transaction whose client is silent for longer, and releases its locks.
IDLE_MILLISECONDS = 5_000
# An idle connection whose other end is gone is noticed after about FIRST + PROBES * NEXT seconds.
FIRST_PROBE_SECONDS, NEXT_PROBE_SECONDS, PROBES = 5, 2, 3
# Data that was sent and is not acknowledged after this time counts as lost.
UNACKNOWLEDGED_MILLISECONDS = 5_000
SQLITE, POSTGRES = "sqlite", "postgresql"


class UnusableDatabase(OpenAbyssError):  # noqa: N818  named like the errors of the game
    """The address of a database cannot be used, or what is there."""


def one_by_one(connection: Connection, what: str) -> None:
    """Until this transaction ends, others that do the same wait. `what` has at most seven letters. SQLite has
    one writer at a time anyway."""
    if connection.dialect.name == POSTGRES:
        lock = {"number": int.from_bytes(what.encode())}
        connection.execute(text("SELECT pg_advisory_xact_lock(:number)"), lock)


@contextmanager
def failures_in_words() -> Iterator[None]:
    """Turns errors because of which a database cannot be used at all into UnusableDatabase."""
    try:
        yield
    except SQLAlchemyError as error:
        raise unusable(error) from error


def unusable(error: SQLAlchemyError) -> UnusableDatabase:
    """The first line of a failure, without the advice that drivers append."""
    why = str(getattr(error, "orig", None) or error).strip().partition("\n")[0]
    return UnusableDatabase(_("the database cannot be used: {why}").format(why=why))


def engine_for(url: str, *, writes: bool, is_patient: bool = False) -> Engine:
    """An engine for reading or for writing. Raises UnusableDatabase. A patient one, for migrations, does not
    limit the time of statements."""
    parsed = parsed_address(url)
    if parsed.get_backend_name() == POSTGRES:
        return _postgres_engine(parsed, writes=writes, is_patient=is_patient)
    prepare_file(parsed)
    engine = create_engine(parsed)
    event.listen(engine, "connect", _prepare_sqlite)
    # Writers take the lock at the start: a transaction that has read could not get it later.
    begin = "BEGIN IMMEDIATE" if writes else "BEGIN"
    event.listen(engine, "begin", lambda connection: connection.exec_driver_sql(begin))
    return engine


def parsed_address(url: str) -> URL:
    """The address of a database, in its parts. Raises UnusableDatabase."""
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError) as error:  # The port may be no number.
        raise UnusableDatabase(_("DATABASE_URL: this is not the address of a database")) from error
    if (dialect := parsed.get_backend_name()) not in (SQLITE, POSTGRES):
        problem = _("DATABASE_URL: {dialect} is not supported; sqlite and postgresql are")
        raise UnusableDatabase(problem.format(dialect=dialect))
    return parsed


def is_there(url: URL) -> bool:
    """Whether there is a file of this name for a SQLite database. Raises UnusableDatabase."""
    path = _path_in(url)
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError as error:
        raise _not_opened(path, error) from error
    return True


def _not_opened(path: Path, error: OSError) -> UnusableDatabase:
    return UnusableDatabase(_("{path}: cannot be opened: {why}").format(path=path, why=error.strerror))


def _path_in(url: URL) -> Path:
    """The path of a SQLite database. Raises UnusableDatabase."""
    if url.database in (None, "", ":memory:") or str(url.database).startswith("file:"):
        raise UnusableDatabase(
            _("DATABASE_URL: give the path of the file, as in sqlite:////data/tables.sqlite3")
        )
    return Path(str(url.database))


def prepare_file(url: URL) -> Path:
    """Create the file of a SQLite database if need be, make it private, and return its canonical name. Raises
    UnusableDatabase."""
    path = _path_in(url).resolve()
    try:
        make_file(path)
        names = path.stat().st_nlink
    except OSError as error:
        raise _not_opened(path, error) from error
    if not (os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)):
        problem = _("{path}: SQLite must be able to write to this file and to its folder")
        raise UnusableDatabase(problem.format(path=path))
    if names > 1:
        # Under another name SQLite would look for other files beside it, and miss what was committed in them.
        problem = _("{path}: this file has {names} names (hard links); a database must have one")
        raise UnusableDatabase(problem.format(path=path, names=names))
    for other in files_beside(path):
        tighten(other)
    return path


def files_beside(database: Path) -> list[Path]:
    """The files that SQLite keeps beside a database, if they are there."""
    return [database.with_name(f"{database.name}{suffix}") for suffix in ("-wal", "-shm", "-journal")]


def lock_file(database: Path) -> Path:
    """The file that only one server at a time may hold."""
    return database.with_name(f"{database.name}-server")


def _postgres_engine(url: URL, *, writes: bool, is_patient: bool) -> Engine:
    """An engine whose pool tests a connection before use, and replaces those that hang. Raises
    UnusableDatabase."""
    if find_spec("psycopg") is None:
        problem = _("PostgreSQL needs the package psycopg; install it with: {command}")
        raise UnusableDatabase(problem.format(command='pip install "openabyss[postgres]"'))
    engine = create_engine(
        url.set(drivername="postgresql+psycopg"),
        pool_pre_ping=True,
        pool_timeout=CONNECT_SECONDS,
        # A transaction reads one consistent state, as it does with SQLite.
        isolation_level="READ COMMITTED" if writes else "REPEATABLE READ",
        connect_args={
            "connect_timeout": CONNECT_SECONDS,
            "keepalives_idle": FIRST_PROBE_SECONDS,
            "keepalives_interval": NEXT_PROBE_SECONDS,
            "keepalives_count": PROBES,
            "tcp_user_timeout": UNACKNOWLEDGED_MILLISECONDS,
            "options": _postgres_options(0 if is_patient else BUSY_MILLISECONDS),
        },
    )
    # First of all: what else is done with a new connection reads texts.
    event.listen(engine, "connect", _refuse_other_encodings, insert=True)
    if not is_patient:
        event.listen(engine, "do_connect", _connect_bounded)
    return engine


def _postgres_options(statement_milliseconds: int) -> str:
    """Settings of the PostgreSQL server, which would otherwise keep the locks of a lost client for hours."""
    options = {
        "statement_timeout": statement_milliseconds,
        "lock_timeout": LOCK_MILLISECONDS,
        "idle_in_transaction_session_timeout": IDLE_MILLISECONDS,
        "tcp_keepalives_idle": FIRST_PROBE_SECONDS,
        "tcp_keepalives_interval": NEXT_PROBE_SECONDS,
        "tcp_keepalives_count": PROBES,
        "tcp_user_timeout": UNACKNOWLEDGED_MILLISECONDS,
    }
    return " ".join(f"-c {name}={value}" for name, value in options.items())


def _connect_bounded(_dialect: Any, _record: Any, arguments: Any, options: dict[str, Any]) -> Any:
    # Loaded only for PostgreSQL, whose driver need not be installed.
    from openabyss.server.storage.database.bounded import BoundedConnection  # noqa: PLC0415

    return BoundedConnection.connect(*arguments, **options)


def _refuse_other_encodings(connection: Any, _record: Any) -> None:
    """Names and texts are in all scripts. PostgreSQL chooses SQL_ASCII by itself where no language is set."""
    encoding = connection.info.parameter_status("server_encoding")
    if encoding != "UTF8":
        problem = _(
            "the database cannot be used: its encoding is {encoding}, not UTF8; create one with {options}"
        )
        options = "ENCODING 'UTF8' TEMPLATE template0"
        raise UnusableDatabase(problem.format(encoding=encoding, options=options))


def _prepare_sqlite(connection: sqlite3.Connection, _record: Any) -> None:
    """Use a write-ahead log, synced to the disk with every commit. Transactions are begun by `engine_for`."""
    connection.isolation_level = None
    # Damaged text is a ValueError like other damage, not a failure of the database.
    connection.text_factory = bytes.decode
    for setting in (
        f"busy_timeout = {BUSY_MILLISECONDS}",
        "journal_mode = WAL",
        "synchronous = FULL",
        "foreign_keys = ON",
    ):
        connection.execute(f"PRAGMA {setting}")
