"""How a database gets the form that `schema.py` declares: a new one is made so, an older one is migrated."""

from pathlib import Path

import sqlalchemy as sa

from openabyss.errors import OpenAbyssError
from openabyss.server.storage.database.claim import claim
from openabyss.server.storage.database.engines import (
    POSTGRES,
    SQLITE,
    UnusableDatabase,
    engine_for,
    failures_in_words,
    is_there,
    parsed_address,
)
from openabyss.server.storage.schema import NEWEST, metadata
from openabyss.words import _

MIGRATIONS = Path(__file__).parent / "migrations"
# The versions of databases that releases have left behind.
RELEASED = ("0001", "0002", "0003")
# The tables that every version has had.
FIRST_TABLES = {"tables", "seats", "answers", "chat", "watchers"}

# Servers that are started at once make the tables one after another, however long that takes.
ONE_BY_ONE = (
    "SET LOCAL lock_timeout = 0",
    f"SELECT pg_advisory_xact_lock({0x6D696772617465})",  # "migrate" as a number
    "SET LOCAL lock_timeout TO DEFAULT",
)


class NewerDatabase(OpenAbyssError):  # noqa: N818  named like the errors of the game
    """The database was written by a newer version."""


@failures_in_words()
def migrate(engine: sa.Engine) -> None:
    """Make the tables, or carry out the migrations that are missing, which may take long. Raises
    NewerDatabase, UnusableDatabase."""
    with engine.begin() as connection:
        if connection.dialect.name == POSTGRES:
            for statement in ONE_BY_ONE:
                connection.execute(sa.text(statement))
        version = version_of(connection)
        if version is None:
            metadata.create_all(connection)
            made = "CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL PRIMARY KEY)"
            connection.execute(sa.text(made))
            connection.execute(sa.text("INSERT INTO alembic_version VALUES (:newest)"), {"newest": NEWEST})
        elif version != NEWEST:
            _upgrade(connection)


@failures_in_words()
def check_tables(url: str) -> None:
    """Raises UnusableDatabase if no server has ever kept tables in this database, or in a file of this name,
    which is not made."""
    address = parsed_address(url)
    is_file = address.get_backend_name() == SQLITE
    if not is_file or is_there(address):
        engine = engine_for(url, writes=False)
        try:
            with engine.begin() as connection:
                if version_of(connection) is not None:
                    return
        finally:
            engine.dispose()
    problem = _("{place}: no tables are kept here; {folder} and {url} say where the server keeps them")
    place = address.database if is_file else address.render_as_string()
    raise UnusableDatabase(problem.format(place=place, folder="OPENABYSS_DATA", url="DATABASE_URL"))


def migrate_for_tools(url: str) -> None:
    """The same for a tool: only while no server runs. Raises NewerDatabase, UnusableDatabase,
    DatabaseInUse."""
    engine = engine_for(url, writes=True, is_patient=True)
    try:
        if is_older(engine):
            held = claim(url)
            try:
                migrate(engine)
            finally:
                held.let_go()
    finally:
        engine.dispose()


@failures_in_words()
def is_older(engine: sa.Engine) -> bool:
    """Whether an older OpenAbyss has written the database. Raises NewerDatabase, UnusableDatabase."""
    with engine.begin() as connection:
        return version_of(connection) not in (None, NEWEST)


def version_of(connection: sa.Connection) -> str | None:
    """The last migration that a database has seen; None for an empty one. Raises NewerDatabase, or
    UnusableDatabase if another program has its tables there or no release made it."""
    names, version = set(sa.inspect(connection).get_table_names()), None
    if "alembic_version" in names:
        version = _stored_version(connection)
    is_ours = names >= FIRST_TABLES and version is not None and version.isdecimal()
    if not (is_ours or (version is None and not FIRST_TABLES & names)):
        problem = _("another program keeps its tables in this database; OpenAbyss needs one of its own")
        raise UnusableDatabase(problem)
    if version is not None and version > NEWEST:
        problem = _(
            "the database is of version {found}, this OpenAbyss knows only {known}; use a newer OpenAbyss"
        )
        raise NewerDatabase(problem.format(found=version, known=NEWEST))
    if version is not None and version not in (*RELEASED, NEWEST):
        problem = _(
            "the database is of version {found}, which was never released; save what it holds with the"
            " OpenAbyss that made it ({save}), and restore that in a new one"
        )
        raise UnusableDatabase(problem.format(found=version, save="openabyss admin backup"))
    return version


def is_current(connection: sa.Connection) -> bool:
    """Whether a database that has been opened has its present form."""
    return _stored_version(connection) == NEWEST


def _stored_version(connection: sa.Connection) -> str | None:
    found = connection.scalar(sa.text("SELECT version_num FROM alembic_version"))
    return None if found is None else str(found)


def _upgrade(connection: sa.Connection) -> None:
    # Loaded only when there is something to do: a server must be ready again in a moment.
    from alembic.command import upgrade  # noqa: PLC0415
    from alembic.config import Config  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    upgrade(config, "head")
