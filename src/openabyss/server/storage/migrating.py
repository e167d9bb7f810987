"""Bring a database to its present form, or refuse one that a newer OpenAbyss has written."""

import contextlib
import sqlite3
from pathlib import Path

from sqlalchemy import Connection, Engine, inspect, text

from openabyss.errors import OpenAbyssError
from openabyss.server.storage.claim import Claim, DatabaseInUse
from openabyss.server.storage.engines import SQLITE, engine_for
from openabyss.server.storage.schema import NEWEST
from openabyss.words import _

# For whoever has just closed the database.
ALONE_SECONDS = 2.0
MIGRATIONS = Path(__file__).parent / "migrations"


class NewerDatabase(OpenAbyssError):  # noqa: N818  named like the errors of the game
    """The database was written by a newer version."""


def migrate(engine: Engine) -> None:
    """Carry out the migrations that are missing, which may take long. Raises NewerDatabase, DatabaseInUse."""
    if is_older(engine):
        _be_alone(engine)
    with engine.begin() as connection:
        if _checked_version(connection) != NEWEST:
            _upgrade(connection)


def migrate_for_tools(url: str) -> None:
    """The same for somebody who is no server: only while none runs. Raises NewerDatabase, DatabaseInUse."""
    engine = engine_for(url, writes=True, is_patient=True)
    try:
        if is_older(engine):
            claim = Claim(url)
            try:
                migrate(engine)
            finally:
                claim.let_go()
    finally:
        engine.dispose()


def is_older(engine: Engine) -> bool:
    """An older OpenAbyss has written the database. Raises NewerDatabase."""
    with engine.begin() as connection:
        version = _checked_version(connection)
    return version is not None and version != NEWEST


def _checked_version(connection: Connection) -> str | None:
    version = version_of(connection)
    if version is not None and version > NEWEST:
        raise NewerDatabase(
            _("the database is of version {found}, this OpenAbyss knows {known}; use a newer one").format(
                found=version, known=NEWEST
            )
        )
    return version


def _be_alone(engine: Engine) -> None:
    """The first servers claimed nothing: SQLite tells whether somebody else has the file open.

    Raises DatabaseInUse.
    """
    if engine.dialect.name != SQLITE:
        return
    engine.dispose()
    with contextlib.closing(sqlite3.connect(str(engine.url.database), ALONE_SECONDS)) as connection:
        try:
            connection.execute("PRAGMA journal_mode = DELETE")
        except sqlite3.OperationalError as error:
            if "locked" not in str(error):
                raise
            raise DatabaseInUse(
                _("an older OpenAbyss is using this database; stop it first, then start this one")
            ) from error


def version_of(connection: Connection) -> str | None:
    """The last migration that a database has seen; None for an empty one."""
    if "alembic_version" not in inspect(connection).get_table_names():
        return None
    found: str | None = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return found


def _upgrade(connection: Connection) -> None:
    # Loaded only when there is something to do: a server must be ready again in a moment.
    from alembic.command import upgrade  # noqa: PLC0415
    from alembic.config import Config  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    upgrade(config, "head")
