"""The tables of the database, and how an older one is brought to this form."""

import contextlib
import sqlite3
from pathlib import Path

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    Connection,
    Engine,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    UniqueConstraint,
    inspect,
    text,
)

from openabyss.errors import OpenAbyssError
from openabyss.server.storage.claim import Claim, DatabaseInUse
from openabyss.server.storage.engines import SQLITE, engine_for
from openabyss.words import _

MIGRATIONS = Path(__file__).parent / "migrations"
# The newest migration, to which this form belongs.
NEWEST = "0003"
# How long another program may take to leave the database.
ALONE_SECONDS = 2.0

metadata = MetaData()


def _table_id() -> Column[str]:
    """Rows belong to a table, and go with it."""
    return Column("table_id", String(16), ForeignKey("tables.id", ondelete="CASCADE"), nullable=False)


tables = Table(
    "tables",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("created", String(32), nullable=False),
    Column("changed", String(32), nullable=False),
    Column("config", JSON, nullable=False),
    Column("engine", String(32), nullable=False),
    Column("commitment", String(64), nullable=False),
    Column("salt", String(64), nullable=False),
    Column("host", String(64), nullable=False),
    Column("watch_token", String(64), nullable=False, unique=True),
    Column("watch_nonce", String(64), nullable=False),
    Column("rematch", String(16)),
    # How many entries belong to the table, so that a lost one is noticed.
    Column("entries", Integer, nullable=False),
    Column("grace", Integer, nullable=False),
    Column("open_seed", Boolean, nullable=False),
    # The version of the rules by which it was played last.
    Column("rules", Integer, nullable=False),
    Index("tables_of_a_host", "host"),
)

seats = Table(
    "seats",
    metadata,
    _table_id(),
    Column("seat", Integer, nullable=False),
    Column("kind", String(16), nullable=False),
    Column("name", String(64), nullable=False),
    Column("level", String(64)),
    Column("browser", String(64)),
    Column("token", String(64), unique=True),
    Column("nonce", String(64)),
    Column("transferable", Boolean, nullable=False),
    PrimaryKeyConstraint("table_id", "seat"),
    Index("seats_of_a_browser", "browser"),
)

answers = Table(
    "answers",
    metadata,
    _table_id(),
    Column("number", Integer, nullable=False),
    Column("kind", String(16), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("command_id", String(80)),
    Column("answer", Text, nullable=False),
    Column("state_hash", String(24), nullable=False),
    PrimaryKeyConstraint("table_id", "number"),
    UniqueConstraint("table_id", "command_id", name="one_answer_for_a_command"),
)

chat = Table(
    "chat",
    metadata,
    _table_id(),
    Column("n", Integer, nullable=False),
    Column("seat", Integer),
    Column("name", String(64), nullable=False),
    Column("text", Text, nullable=False),
    Column("at", String(32), nullable=False),
    Column("command_id", String(160), nullable=False),
    PrimaryKeyConstraint("table_id", "n"),
    UniqueConstraint("table_id", "command_id", name="one_line_for_a_command"),
)

watchers = Table(
    "watchers",
    metadata,
    _table_id(),
    Column("browser", String(64), nullable=False),
    PrimaryKeyConstraint("table_id", "browser"),
    Index("tables_watched_by", "browser"),
)


class NewerDatabase(OpenAbyssError):  # noqa: N818  named like the errors of the game
    """The database was written by a newer version."""


def migrate(engine: Engine) -> None:
    """Make the tables, or carry out the migrations that are missing, which may take long.

    Raises NewerDatabase, DatabaseInUse.
    """
    if is_older(engine):
        _be_alone(engine)
    with engine.begin() as connection:
        version = _checked_version(connection)
        if version is None:
            _create(connection)
        elif version != NEWEST:
            _upgrade(connection)


def migrate_for_tools(url: str) -> None:
    """The same for a tool: only while no server runs. Raises NewerDatabase, DatabaseInUse."""
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
    """Whether an older OpenAbyss has written the database. Raises NewerDatabase."""
    with engine.begin() as connection:
        return _checked_version(connection) not in (None, NEWEST)


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
    """The first servers claimed nothing, but SQLite knows whether another program has the file open.

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


def _create(connection: Connection) -> None:
    metadata.create_all(connection)
    connection.execute(text("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL PRIMARY KEY)"))
    connection.execute(text("INSERT INTO alembic_version VALUES (:newest)"), {"newest": NEWEST})


def _upgrade(connection: Connection) -> None:
    # Loaded only when there is something to do: a server must be ready again in a moment.
    from alembic.command import upgrade  # noqa: PLC0415
    from alembic.config import Config  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    upgrade(config, "head")
