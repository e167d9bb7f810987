"""The tables of the database."""

from datetime import datetime
from typing import Any

import sqlalchemy as sa

# The newest migration, to which this form belongs; before the next is written, read `v0018_leagues`.
NEWEST = "0018"

# How far a table is. UNKNOWN: an older version has stored it, or it was restored, and nothing has come since.
# COMPACT: its game is over, and its entries are a record. DAMAGED: they cannot become one.
UNKNOWN, BEGUN, OVER, COMPACT, DAMAGED = "", "begun", "over", "compact", "damaged"

metadata = sa.MetaData()


def _table(name: str, *parts: sa.schema.SchemaItem, **options: Any) -> sa.Table:
    return sa.Table(name, metadata, *parts, **options)


def _text(name: str, letters: int) -> sa.Column[str]:
    return sa.Column(name, sa.String(letters), nullable=False)


def _id_of(table: str, name: str, *, is_key: bool = False) -> sa.Column[str]:
    """Rows belong to one of another table, and go with it."""
    owner = sa.ForeignKey(f"{table}.id", ondelete="CASCADE")
    return sa.Column(name, sa.String(16), owner, nullable=False, primary_key=is_key)


tables = _table(
    "tables",
    sa.Column("id", sa.String(16), primary_key=True),
    _text("created", 32),
    _text("changed", 32),
    sa.Column("config", sa.JSON, nullable=False),
    _text("engine", 32),
    _text("commitment", 64),
    _text("salt", 64),
    _text("host", 64),
    sa.Column("watch_token", sa.String(64), nullable=False, unique=True),
    _text("watch_nonce", 64),
    sa.Column("rematch", sa.String(16)),
    # How many entries belong to the table, so that a lost one is noticed.
    sa.Column("entries", sa.Integer, nullable=False),
    sa.Column("grace", sa.Integer, nullable=False),
    sa.Column("open_seed", sa.Boolean, nullable=False),
    # The version of the rules by which it was last played.
    sa.Column("rules", sa.Integer, nullable=False),
    _text("stage", 16),
    # A closed chat is not shown, and takes no more lines.
    sa.Column("chat_closed", sa.Boolean, nullable=False),
    _text("time_control", 16),
    _text("time_up", 16),
    sa.Index("tables_of_a_host", "host"),
    sa.Index("tables_of_a_stage", "stage", "changed"),
)

seats = _table(
    "seats",
    _id_of("tables", "table_id", is_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    _text("kind", 16),
    _text("name", 64),
    sa.Column("level", sa.String(64)),
    sa.Column("browser", sa.String(64)),
    sa.Column("token", sa.String(64), unique=True),
    sa.Column("nonce", sa.String(64)),
    sa.Column("transferable", sa.Boolean, nullable=False),
    sa.Index("seats_of_a_browser", "browser"),
)

answers = _table(
    "answers",
    _id_of("tables", "table_id", is_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    _text("kind", 16),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("command_id", sa.String(80)),
    sa.Column("answer", sa.Text, nullable=False),
    _text("state_hash", 24),
    sa.UniqueConstraint("table_id", "command_id", name="one_answer_for_a_command"),
)

# The entries of a finished table, as one record in place of their rows of `answers`.
records = _table(
    "records",
    _id_of("tables", "table_id", is_key=True),
    sa.Column("entries", sa.LargeBinary, nullable=False),
)

# Reviews of finished games. `edition`: which versions of the program can read it.
reviews = _table(
    "reviews",
    _id_of("tables", "table_id", is_key=True),
    _text("edition", 32),
    sa.Column("found", sa.LargeBinary, nullable=False),
)

# Puzzles that people have made, with what is known of their answers.
puzzles = _table(
    "puzzles",
    sa.Column("id", sa.String(16), primary_key=True),
    _text("created", 32),
    sa.Column("puzzle", sa.LargeBinary, nullable=False),
    sa.Index("puzzles_by_age", "created"),
)

chat = _table(
    "chat",
    _id_of("tables", "table_id", is_key=True),
    sa.Column("n", sa.Integer, primary_key=True),
    sa.Column("seat", sa.Integer),
    _text("name", 64),
    sa.Column("text", sa.Text, nullable=False),
    _text("at", 32),
    _text("command_id", 160),
    sa.UniqueConstraint("table_id", "command_id", name="one_line_for_a_command"),
)

# Standing orders of a seat as JSON, and how long its person has taken for answers lately. They are not
# columns of the seat, so that a change of them sends no update to anybody.
orders = _table(
    "orders",
    _id_of("tables", "table_id", is_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("orders", sa.Text, nullable=False),
    sa.Column("times", sa.Text, nullable=False),
)

watchers = _table(
    "watchers",
    _id_of("tables", "table_id", is_key=True),
    sa.Column("browser", sa.String(64), primary_key=True),
    sa.Index("tables_watched_by", "browser"),
)

# Tables that anybody may join, and which game is played there; `seen`: when somebody was there last.
openings = _table(
    "openings",
    _id_of("tables", "table_id", is_key=True),
    sa.Column("players", sa.Integer, nullable=False),
    sa.Column("kraken", sa.Boolean, nullable=False),
    sa.Column("leviathan", sa.Boolean, nullable=False),
    _text("since", 32),
    _text("seen", 32),
    sa.Index("openings_by_age", "since"),
)

# Names that people keep here. identity: the hash of what browsers show that have signed in by one; sealed:
# what they show, as only the server's key opens it.
kept_names = _table(
    "kept_names",
    sa.Column("id", sa.String(16), primary_key=True),
    _text("name", 64),
    sa.Column("identity", sa.String(64), nullable=False, unique=True),
    sa.Column("sealed", sa.Text, nullable=False),
    _text("created", 32),
    sa.Column("is_rated", sa.Boolean, nullable=False),
)

# What a kept name looks like: nobody else keeps or uses one that looks the same.
kept_looks = _table(
    "kept_looks",
    sa.Column("look", sa.String(200), primary_key=True),
    _id_of("kept_names", "name_id"),
    sa.Index("looks_of_a_name", "name_id"),
)

passkeys = _table(
    "passkeys",
    sa.Column("id", sa.String(1400), primary_key=True),
    _id_of("kept_names", "name_id"),
    sa.Column("public_key", sa.LargeBinary, nullable=False),
    sa.Column("sign_count", sa.BigInteger, nullable=False),
    _text("created", 32),
    sa.Index("passkeys_of_a_name", "name_id"),
)

# Finished tables that counted for a rating, and what it was after each. Ratings outlive their tables.
rated_games = _table(
    "rated_games",
    sa.Column("n", sa.Integer, primary_key=True),
    _id_of("kept_names", "name_id"),
    _text("table_id", 16),
    _text("game", 16),
    _text("at", 32),
    sa.Column("place", sa.Integer, nullable=False),
    sa.Column("mu", sa.Double, nullable=False),
    sa.Column("sigma", sa.Double, nullable=False),
    sa.UniqueConstraint("table_id", "name_id", name="one_rating_for_a_table"),
    sa.Index("rated_games_of_a_name", "name_id", "game", "n"),
    sqlite_autoincrement=True,
)

# Leagues. rounds: how many there are, 0 before a round robin begins; round: which one is played, 0 while
# people join. All that is shown of a league is its own: it stays when its tables are deleted.
leagues = _table(
    "leagues",
    sa.Column("id", sa.String(16), primary_key=True),
    _text("changed", 32),
    _text("host", 64),
    _text("name", 64),
    _text("system", 16),
    sa.Column("players", sa.Integer, nullable=False),
    sa.Column("kraken", sa.Boolean, nullable=False),
    sa.Column("leviathan", sa.Boolean, nullable=False),
    _text("time_control", 16),
    _text("time_up", 16),
    sa.Column("rounds", sa.Integer, nullable=False),
    sa.Column("round", sa.Integer, nullable=False),
    sa.Index("leagues_of_a_host", "host"),
)

# Who takes part in a league: people with their browsers, and computers.
league_entrants = _table(
    "league_entrants",
    _id_of("leagues", "league_id", is_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    _text("name", 64),
    sa.Column("browser", sa.String(64)),
    sa.Index("leagues_of_a_browser", "browser"),
)

# The tables of a league. entrants, places, scores: by seat, with blanks between them; the last two are empty
# until the game is over.
league_tables = _table(
    "league_tables",
    _id_of("leagues", "league_id", is_key=True),
    sa.Column("round", sa.Integer, primary_key=True),
    sa.Column("place", sa.Integer, primary_key=True),
    sa.Column("table_id", sa.String(16), nullable=False, unique=True),
    _text("entrants", 32),
    _text("places", 32),
    _text("scores", 64),
)

# What passkeys are to sign, each once: its hash, what for, and until when.
challenges = _table(
    "challenges",
    sa.Column("hash", sa.String(64), primary_key=True),
    _text("purpose", 100),
    _text("expires", 32),
)

# The time that people have left, in seconds of service; `due`: when, in these, the time of `seat` is over.
clocks = _table(
    "clocks",
    _id_of("tables", "table_id", is_key=True),
    sa.Column("left", sa.JSON, nullable=False),
    sa.Column("seat", sa.Integer),
    sa.Column("due", sa.Double),
    sa.Index("clocks_that_run", "due"),
)

# A single row: the seconds of service in all, and the moment of a clock at which they were counted.
service = _table(
    "service",
    sa.Column("n", sa.Integer, primary_key=True),
    sa.Column("seconds", sa.Double, nullable=False),
    sa.Column("at", sa.Double, nullable=False),
)

# The addresses to which people have notices sent when the game waits for them.
addresses = _table(
    "addresses",
    sa.Column("id", sa.String(16), primary_key=True),
    _text("browser", 64),
    _text("kind", 16),
    _text("address", 500),
    _text("language", 8),
    _text("base", 300),
    _text("zone", 64),
    sa.Column("quiet_from", sa.Integer, nullable=False),
    sa.Column("quiet_to", sa.Integer, nullable=False),
    sa.Column("is_verified", sa.Boolean, nullable=False),
    sa.Column("failures", sa.Integer, nullable=False),
    _text("created", 32),
    _text("push_keys", 120),
    sa.Index("addresses_of_a_browser", "browser"),
)

# The notices still to be sent; `claimed`: since when a server has been sending one.
outbox = _table(
    "outbox",
    sa.Column("n", sa.Integer, primary_key=True),
    _id_of("addresses", "address_id"),
    _id_of("tables", "table_id"),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("revision", sa.Integer, nullable=False),
    _text("due", 32),
    sa.Column("tries", sa.Integer, nullable=False),
    sa.Column("claimed", sa.String(32)),
    sa.UniqueConstraint("address_id", "table_id", "revision", name="one_notice_for_an_entry"),
    sa.Index("outbox_by_time", "claimed", "due"),
    sa.Index("outbox_of_a_table", "table_id"),
    sqlite_autoincrement=True,
)

# The voices that may not speak at any table.
muted = _table(
    "muted",
    sa.Column("voice", sa.String(16), primary_key=True),
    _text("name", 64),
    _text("at", 32),
)

# The deeds of the operator; note: the names that each was about. Numbers are never used again: by them
# running servers know what is new.
deeds = _table(
    "deeds",
    sa.Column("n", sa.Integer, primary_key=True),
    _text("at", 32),
    _text("by", 16),
    _text("kind", 16),
    _text("table", 16),
    _text("voice", 16),
    sa.Column("note", sa.Text, nullable=False),
    sqlite_autoincrement=True,
)


def written_time(at: datetime) -> str:
    """A time of UTC as it is stored: ISO 8601."""
    return at.isoformat(timespec="milliseconds")
