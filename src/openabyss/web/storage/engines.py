"""Connections to SQLite or PostgreSQL, set up so that what is committed is safe."""

import sqlite3
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from openabyss.errors import OpenAbyssError
from openabyss.words import _

# A statement that waits longer for the database fails, and has no effect.
BUSY_MILLISECONDS = 4_000
CONNECT_SECONDS = 4
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
    engine = create_engine(parsed)
    event.listen(engine, "connect", _prepare_sqlite)
    event.listen(engine, "begin", _begin_to_write if writes else _begin_to_read)
    return engine


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
