"""The tables of the database, and how an older one is brought to this form."""

from datetime import datetime
from pathlib import Path

import sqlalchemy as sa

from openabyss.errors import OpenAbyssError
from openabyss.server.storage.database.claim import claim
from openabyss.server.storage.database.engines import (
    POSTGRES,
    UnusableDatabase,
    engine_for,
    failures_in_words,
)
from openabyss.words import _

MIGRATIONS = Path(__file__).parent / "migrations"
# The newest migration, to which this form belongs.
NEWEST = "0018"

# How far a table is. UNKNOWN: an older version has stored it, or it was restored, and nothing has come since.
# COMPACT: its game is over, and its entries are a record. DAMAGED: they cannot become one.
UNKNOWN, BEGUN, OVER, COMPACT, DAMAGED = "", "begun", "over", "compact", "damaged"

# The tables that every version has had.
FIRST_TABLES = {"tables", "seats", "answers", "chat", "watchers"}

# Servers that are started at once make the tables one after another, however long that takes.
ONE_BY_ONE = (
    "SET LOCAL lock_timeout = 0",
    f"SELECT pg_advisory_xact_lock({0x6D696772617465})",  # "migrate" as a number
    "SET LOCAL lock_timeout TO DEFAULT",
)

metadata = sa.MetaData()


def _table_id() -> sa.Column[str]:
    """Rows belong to a table, and go with it."""
    return sa.Column(
        "table_id", sa.String(16), sa.ForeignKey("tables.id", ondelete="CASCADE"), nullable=False
    )


tables = sa.Table(
    "tables",
    metadata,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("created", sa.String(32), nullable=False),
    sa.Column("changed", sa.String(32), nullable=False),
    sa.Column("config", sa.JSON, nullable=False),
    sa.Column("engine", sa.String(32), nullable=False),
    sa.Column("commitment", sa.String(64), nullable=False),
    sa.Column("salt", sa.String(64), nullable=False),
    sa.Column("host", sa.String(64), nullable=False),
    sa.Column("watch_token", sa.String(64), nullable=False, unique=True),
    sa.Column("watch_nonce", sa.String(64), nullable=False),
    sa.Column("rematch", sa.String(16)),
    # How many entries belong to the table, so that a lost one is noticed.
    sa.Column("entries", sa.Integer, nullable=False),
    sa.Column("grace", sa.Integer, nullable=False),
    sa.Column("open_seed", sa.Boolean, nullable=False),
    # The version of the rules by which it was last played.
    sa.Column("rules", sa.Integer, nullable=False),
    sa.Column("stage", sa.String(16), nullable=False),
    # A closed chat is not shown, and takes no more lines.
    sa.Column("chat_closed", sa.Boolean, nullable=False),
    sa.Column("time_control", sa.String(16), nullable=False),
    sa.Column("time_up", sa.String(16), nullable=False),
    sa.Index("tables_of_a_host", "host"),
    sa.Index("tables_of_a_stage", "stage", "changed"),
)

seats = sa.Table(
    "seats",
    metadata,
    _table_id(),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("name", sa.String(64), nullable=False),
    sa.Column("level", sa.String(64)),
    sa.Column("browser", sa.String(64)),
    sa.Column("token", sa.String(64), unique=True),
    sa.Column("nonce", sa.String(64)),
    sa.Column("transferable", sa.Boolean, nullable=False),
    sa.PrimaryKeyConstraint("table_id", "seat"),
    sa.Index("seats_of_a_browser", "browser"),
)

answers = sa.Table(
    "answers",
    metadata,
    _table_id(),
    sa.Column("number", sa.Integer, nullable=False),
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("command_id", sa.String(80)),
    sa.Column("answer", sa.Text, nullable=False),
    sa.Column("state_hash", sa.String(24), nullable=False),
    sa.PrimaryKeyConstraint("table_id", "number"),
    sa.UniqueConstraint("table_id", "command_id", name="one_answer_for_a_command"),
)

# The entries of a finished table, as one record in place of their rows of `answers`.
records = sa.Table(
    "records",
    metadata,
    _table_id(),
    sa.Column("entries", sa.LargeBinary, nullable=False),
    sa.PrimaryKeyConstraint("table_id"),
)

# Reviews of finished games. `edition`: which versions of the program can read it.
reviews = sa.Table(
    "reviews",
    metadata,
    _table_id(),
    sa.Column("edition", sa.String(32), nullable=False),
    sa.Column("found", sa.LargeBinary, nullable=False),
    sa.PrimaryKeyConstraint("table_id"),
)

# Puzzles that people have made, with what is known of their answers.
puzzles = sa.Table(
    "puzzles",
    metadata,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("created", sa.String(32), nullable=False),
    sa.Column("puzzle", sa.LargeBinary, nullable=False),
    sa.Index("puzzles_by_age", "created"),
)

chat = sa.Table(
    "chat",
    metadata,
    _table_id(),
    sa.Column("n", sa.Integer, nullable=False),
    sa.Column("seat", sa.Integer),
    sa.Column("name", sa.String(64), nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("at", sa.String(32), nullable=False),
    sa.Column("command_id", sa.String(160), nullable=False),
    sa.PrimaryKeyConstraint("table_id", "n"),
    sa.UniqueConstraint("table_id", "command_id", name="one_line_for_a_command"),
)

# Standing orders of a seat as JSON, and how long its person has taken for answers lately. They are not
# columns of the seat, so that a change of them sends no update to anybody.
orders = sa.Table(
    "orders",
    metadata,
    _table_id(),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("orders", sa.Text, nullable=False),
    sa.Column("times", sa.Text, nullable=False),
    sa.PrimaryKeyConstraint("table_id", "seat"),
)

watchers = sa.Table(
    "watchers",
    metadata,
    _table_id(),
    sa.Column("browser", sa.String(64), nullable=False),
    sa.PrimaryKeyConstraint("table_id", "browser"),
    sa.Index("tables_watched_by", "browser"),
)

# Tables that anybody may join, and which game is played there; `seen`: when somebody was there last.
openings = sa.Table(
    "openings",
    metadata,
    _table_id(),
    sa.Column("players", sa.Integer, nullable=False),
    sa.Column("kraken", sa.Boolean, nullable=False),
    sa.Column("leviathan", sa.Boolean, nullable=False),
    sa.Column("since", sa.String(32), nullable=False),
    sa.Column("seen", sa.String(32), nullable=False),
    sa.PrimaryKeyConstraint("table_id"),
    sa.Index("openings_by_age", "since"),
)

# Names that people keep here. identity: the hash of what browsers show that have signed in by one; sealed:
# what they show, as only the server's key opens it.
kept_names = sa.Table(
    "kept_names",
    metadata,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("name", sa.String(64), nullable=False),
    sa.Column("identity", sa.String(64), nullable=False, unique=True),
    sa.Column("sealed", sa.Text, nullable=False),
    sa.Column("created", sa.String(32), nullable=False),
    sa.Column("is_rated", sa.Boolean, nullable=False),
)


def _name_id() -> sa.Column[str]:
    """Rows belong to a kept name, and go with it."""
    return sa.Column(
        "name_id", sa.String(16), sa.ForeignKey("kept_names.id", ondelete="CASCADE"), nullable=False
    )


# What a kept name looks like: nobody else keeps or uses one that looks the same.
kept_looks = sa.Table(
    "kept_looks",
    metadata,
    sa.Column("look", sa.String(200), primary_key=True),
    _name_id(),
    sa.Index("looks_of_a_name", "name_id"),
)

passkeys = sa.Table(
    "passkeys",
    metadata,
    sa.Column("id", sa.String(1400), primary_key=True),
    _name_id(),
    sa.Column("public_key", sa.LargeBinary, nullable=False),
    sa.Column("sign_count", sa.BigInteger, nullable=False),
    sa.Column("created", sa.String(32), nullable=False),
    sa.Index("passkeys_of_a_name", "name_id"),
)

# Finished tables that counted for a rating, and what it was after each. Ratings outlive their tables.
rated_games = sa.Table(
    "rated_games",
    metadata,
    sa.Column("n", sa.Integer, primary_key=True),
    _name_id(),
    sa.Column("table_id", sa.String(16), nullable=False),
    sa.Column("game", sa.String(16), nullable=False),
    sa.Column("at", sa.String(32), nullable=False),
    sa.Column("place", sa.Integer, nullable=False),
    sa.Column("mu", sa.Double, nullable=False),
    sa.Column("sigma", sa.Double, nullable=False),
    sa.UniqueConstraint("table_id", "name_id", name="one_rating_for_a_table"),
    sa.Index("rated_games_of_a_name", "name_id", "game", "n"),
    sqlite_autoincrement=True,
)

# Leagues. rounds: how many there are, 0 before a round robin begins; round: which one is played, 0 while
# people join. All that is shown of a league is its own: it stays when its tables are deleted.
leagues = sa.Table(
    "leagues",
    metadata,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("changed", sa.String(32), nullable=False),
    sa.Column("host", sa.String(64), nullable=False),
    sa.Column("name", sa.String(64), nullable=False),
    sa.Column("system", sa.String(16), nullable=False),
    sa.Column("players", sa.Integer, nullable=False),
    sa.Column("kraken", sa.Boolean, nullable=False),
    sa.Column("leviathan", sa.Boolean, nullable=False),
    sa.Column("time_control", sa.String(16), nullable=False),
    sa.Column("time_up", sa.String(16), nullable=False),
    sa.Column("rounds", sa.Integer, nullable=False),
    sa.Column("round", sa.Integer, nullable=False),
    sa.Index("leagues_of_a_host", "host"),
)


def _league_id() -> sa.Column[str]:
    """Rows belong to a league, and go with it."""
    return sa.Column(
        "league_id", sa.String(16), sa.ForeignKey("leagues.id", ondelete="CASCADE"), nullable=False
    )


# Who takes part in a league: people with their browsers, and computers.
league_entrants = sa.Table(
    "league_entrants",
    metadata,
    _league_id(),
    sa.Column("number", sa.Integer, nullable=False),
    sa.Column("name", sa.String(64), nullable=False),
    sa.Column("browser", sa.String(64)),
    sa.PrimaryKeyConstraint("league_id", "number"),
    sa.Index("leagues_of_a_browser", "browser"),
)

# The tables of a league. entrants, places, scores: by seat, with blanks between them; the last two are empty
# until the game is over.
league_tables = sa.Table(
    "league_tables",
    metadata,
    _league_id(),
    sa.Column("round", sa.Integer, nullable=False),
    sa.Column("place", sa.Integer, nullable=False),
    sa.Column("table_id", sa.String(16), nullable=False, unique=True),
    sa.Column("entrants", sa.String(32), nullable=False),
    sa.Column("places", sa.String(32), nullable=False),
    sa.Column("scores", sa.String(64), nullable=False),
    sa.PrimaryKeyConstraint("league_id", "round", "place"),
)

# What passkeys are to sign, each once: its hash, what for, and until when.
challenges = sa.Table(
    "challenges",
    metadata,
    sa.Column("hash", sa.String(64), primary_key=True),
    sa.Column("purpose", sa.String(100), nullable=False),
    sa.Column("expires", sa.String(32), nullable=False),
)

# The time that people have left, in seconds of service; `due`: when, in these, the time of `seat` is over.
clocks = sa.Table(
    "clocks",
    metadata,
    _table_id(),
    sa.Column("left", sa.JSON, nullable=False),
    sa.Column("seat", sa.Integer),
    sa.Column("due", sa.Double),
    sa.PrimaryKeyConstraint("table_id"),
    sa.Index("clocks_that_run", "due"),
)

# A single row: the seconds of service in all, and the moment of a clock at which they were counted.
service = sa.Table(
    "service",
    metadata,
    sa.Column("n", sa.Integer, primary_key=True),
    sa.Column("seconds", sa.Double, nullable=False),
    sa.Column("at", sa.Double, nullable=False),
)

# The addresses to which people have notices sent when the game waits for them.
addresses = sa.Table(
    "addresses",
    metadata,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("browser", sa.String(64), nullable=False),
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("address", sa.String(500), nullable=False),
    sa.Column("language", sa.String(8), nullable=False),
    sa.Column("base", sa.String(300), nullable=False),
    sa.Column("zone", sa.String(64), nullable=False),
    sa.Column("quiet_from", sa.Integer, nullable=False),
    sa.Column("quiet_to", sa.Integer, nullable=False),
    sa.Column("is_verified", sa.Boolean, nullable=False),
    sa.Column("failures", sa.Integer, nullable=False),
    sa.Column("created", sa.String(32), nullable=False),
    sa.Column("push_keys", sa.String(120), nullable=False),
    sa.Index("addresses_of_a_browser", "browser"),
)

# The notices still to be sent; `claimed`: since when a server has been sending one.
outbox = sa.Table(
    "outbox",
    metadata,
    sa.Column("n", sa.Integer, primary_key=True),
    sa.Column("address_id", sa.String(16), sa.ForeignKey("addresses.id", ondelete="CASCADE"), nullable=False),
    _table_id(),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("revision", sa.Integer, nullable=False),
    sa.Column("due", sa.String(32), nullable=False),
    sa.Column("tries", sa.Integer, nullable=False),
    sa.Column("claimed", sa.String(32)),
    sa.UniqueConstraint("address_id", "table_id", "revision", name="one_notice_for_an_entry"),
    sa.Index("outbox_by_time", "claimed", "due"),
    sa.Index("outbox_of_a_table", "table_id"),
    sqlite_autoincrement=True,
)

# The voices that may not speak at any table.
muted = sa.Table(
    "muted",
    metadata,
    sa.Column("voice", sa.String(16), primary_key=True),
    sa.Column("name", sa.String(64), nullable=False),
    sa.Column("at", sa.String(32), nullable=False),
)

# The deeds of the operator. Numbers are never used again: by them running servers know what is new.
deeds = sa.Table(
    "deeds",
    metadata,
    sa.Column("n", sa.Integer, primary_key=True),
    sa.Column("at", sa.String(32), nullable=False),
    sa.Column("by", sa.String(16), nullable=False),
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("table", sa.String(16), nullable=False),
    sa.Column("voice", sa.String(16), nullable=False),
    sa.Column("note", sa.Text, nullable=False),
    sqlite_autoincrement=True,
)


def written_time(at: datetime) -> str:
    """A time of UTC as it is stored: ISO 8601."""
    return at.isoformat(timespec="milliseconds")


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
    UnusableDatabase if another program has its tables there."""
    names, version = set(sa.inspect(connection).get_table_names()), None
    if "alembic_version" in names:
        found = connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalar()
        version = None if found is None else str(found)
    is_ours = names >= FIRST_TABLES and version is not None and version.isdecimal()
    if not (is_ours or (version is None and not FIRST_TABLES & names)):
        problem = _("another program keeps its tables in this database; OpenAbyss needs one of its own")
        raise UnusableDatabase(problem)
    if version is not None and version > NEWEST:
        problem = _("the database is of version {found}, this OpenAbyss knows {known}; use a newer one")
        raise NewerDatabase(problem.format(found=version, known=NEWEST))
    return version


def is_current(connection: sa.Connection) -> bool:
    """Whether a database that has been opened has its present form."""
    found = connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalar()
    return found == NEWEST


def _upgrade(connection: sa.Connection) -> None:
    # Loaded only when there is something to do: a server must be ready again in a moment.
    from alembic.command import upgrade  # noqa: PLC0415
    from alembic.config import Config  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    upgrade(config, "head")
