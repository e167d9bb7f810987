"""Connections to SQLite or PostgreSQL, set up so that what is committed is safe."""

import sqlite3
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from openabyss.errors import OpenAbyssError
from openabyss.web.private_files import make_file, tighten
from openabyss.words import _

# A statement that waits longer for the database fails, and has no effect.
BUSY_MILLISECONDS = 4_000
CONNECT_SECONDS = 4
# What SQLite keeps beside a database.
BESIDE = ("-wal", "-shm", "-journal")
SQLITE, POSTGRES = "sqlite", "postgresql"


class UnusableDatabase(OpenAbyssError):  # noqa: N818  named like the errors of the game
    """The address of a database cannot be used."""


def engine_for(url: str, *, writes: bool) -> Engine:
    """An engine for reading or for writing. Raises UnusableDatabase."""
    try:
        parsed = make_url(url)
    except ArgumentError as error:
        raise UnusableDatabase(_("DATABASE_URL: this is not the address of a database")) from error
    dialect = parsed.get_backend_name()
    if dialect == POSTGRES:
        # What is read in one transaction belongs together, as it does with SQLite.
        isolation = "READ COMMITTED" if writes else "REPEATABLE READ"
        return create_engine(
            parsed.set(drivername="postgresql+psycopg"),
            pool_pre_ping=True,
            pool_timeout=CONNECT_SECONDS,
            isolation_level=isolation,
            connect_args={
                "connect_timeout": CONNECT_SECONDS,
                "options": f"-c statement_timeout={BUSY_MILLISECONDS}",
            },
        )
    if dialect != SQLITE:
        raise UnusableDatabase(
            _("DATABASE_URL: {dialect} is not supported; sqlite and postgresql are").format(dialect=dialect)
        )
    prepare_file(parsed)
    engine = create_engine(parsed)
    event.listen(engine, "connect", _prepare_sqlite)
    event.listen(engine, "begin", _begin_to_write if writes else _begin_to_read)
    return engine


def prepare_file(url: URL) -> Path | None:
    """The file of a SQLite database by its one true name, which is there now, and private; None for a
    database in memory. Raises UnusableDatabase.
    """
    if url.database in (None, "", ":memory:"):
        return None
    if str(url.database).startswith("file:"):
        raise UnusableDatabase(
            _("DATABASE_URL: give the path of the file, as in sqlite:////data/tables.sqlite3")
        )
    path = Path(str(url.database)).resolve()
    try:
        make_file(path)
        names = path.stat().st_nlink
    except OSError as error:
        raise UnusableDatabase(
            _("{path}: cannot be opened: {why}").format(path=path, why=error.strerror)
        ) from error
    if names > 1:
        # Under each name SQLite would look for other files beside it, and miss what was committed there.
        raise UnusableDatabase(
            _("{path}: this file has {names} names (hard links); a database must have one").format(
                path=path, names=names
            )
        )
    for suffix in BESIDE:
        tighten(path.with_name(f"{path.name}{suffix}"))
    return path


def _prepare_sqlite(connection: sqlite3.Connection, _record: Any) -> None:
    """Write ahead, and to the disk before it is acknowledged. Transactions are begun below."""
    connection.isolation_level = None
    # Text that is damaged is a ValueError like other damage, and no failure of the database.
    connection.text_factory = bytes.decode
    for setting in (
        f"busy_timeout = {BUSY_MILLISECONDS}",
        "journal_mode = WAL",
        "synchronous = FULL",
        "foreign_keys = ON",
    ):
        connection.execute(f"PRAGMA {setting}")


def _begin_to_write(connection: Connection) -> None:
    """Take the lock at once: a transaction that has read could not get it later."""
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def _begin_to_read(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN")
