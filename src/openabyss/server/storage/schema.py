"""The tables of the database, for SQLAlchemy. Migrations bring older databases to this form."""

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    UniqueConstraint,
)

# The newest migration, to which this form belongs.
NEWEST = "0003"

metadata = MetaData()

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
    Column("table_id", String(16), ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
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
    Column("table_id", String(16), ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
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
    Column("table_id", String(16), ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
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
    Column("table_id", String(16), ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    Column("browser", String(64), nullable=False),
    PrimaryKeyConstraint("table_id", "browser"),
    Index("tables_watched_by", "browser"),
)
