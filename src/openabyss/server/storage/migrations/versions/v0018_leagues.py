"""All that came after release 0.1.0: moderation, clocks, notices, standing orders, reviews and puzzles, open
tables, kept names with their ratings, and leagues; entries of finished tables go into records."""

from functools import partial

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0003"

_needed = partial(sa.Column, nullable=False)


def _text(name: str, letters: int) -> sa.Column[str]:
    return sa.Column(name, sa.String(letters), nullable=False)


def _id() -> sa.Column[str]:
    return sa.Column("id", sa.String(16), primary_key=True)


def _id_of(table: str, name: str, *, is_key: bool = False) -> sa.Column[str]:
    owner = sa.ForeignKey(f"{table}.id", ondelete="CASCADE")
    return sa.Column(name, sa.String(16), owner, nullable=False, primary_key=is_key)


def upgrade() -> None:
    _extend_tables()
    _make_reviews_and_puzzles()
    _make_moderation()
    _make_notices()
    _make_kept_names()
    _make_leagues()


def _extend_tables() -> None:
    for name, standard in (("stage", ""), ("time_control", ""), ("time_up", "computer")):
        op.add_column("tables", sa.Column(name, sa.String(16), nullable=False, server_default=standard))
    op.add_column("tables", sa.Column("chat_closed", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_index("tables_of_a_stage", "tables", ["stage", "changed"])
    op.create_table("records", _id_of("tables", "table_id", is_key=True), _needed("entries", sa.LargeBinary))
    op.create_table(
        "clocks",
        _id_of("tables", "table_id", is_key=True),
        _needed("left", sa.JSON),
        sa.Column("seat", sa.Integer),
        sa.Column("due", sa.Double),
    )
    op.create_index("clocks_that_run", "clocks", ["due"])
    op.create_table(
        "service",
        sa.Column("n", sa.Integer, primary_key=True),
        _needed("seconds", sa.Double),
        _needed("at", sa.Double),
    )
    op.create_table(
        "orders",
        _id_of("tables", "table_id", is_key=True),
        _needed("seat", sa.Integer, primary_key=True),
        _needed("orders", sa.Text),
        _needed("times", sa.Text),
    )
    op.create_table(
        "openings",
        _id_of("tables", "table_id", is_key=True),
        _needed("players", sa.Integer),
        _needed("kraken", sa.Boolean),
        _needed("leviathan", sa.Boolean),
        _text("since", 32),
        _text("seen", 32),
    )
    op.create_index("openings_by_age", "openings", ["since"])


def _make_reviews_and_puzzles() -> None:
    op.create_table(
        "reviews",
        _id_of("tables", "table_id", is_key=True),
        _text("edition", 32),
        _needed("found", sa.LargeBinary),
    )
    op.create_table("puzzles", _id(), _text("created", 32), _needed("puzzle", sa.LargeBinary))
    op.create_index("puzzles_by_age", "puzzles", ["created"])


def _make_moderation() -> None:
    op.create_table(
        "muted",
        sa.Column("voice", sa.String(16), primary_key=True),
        _text("name", 64),
        _text("at", 32),
    )
    op.create_table(
        "deeds",
        sa.Column("n", sa.Integer, primary_key=True),
        _text("at", 32),
        _text("by", 16),
        _text("kind", 16),
        _text("table", 16),
        _text("voice", 16),
        _needed("note", sa.Text),
        sqlite_autoincrement=True,
    )


def _make_notices() -> None:
    op.create_table(
        "addresses",
        _id(),
        _text("browser", 64),
        _text("kind", 16),
        _text("address", 500),
        _text("language", 8),
        _text("base", 300),
        _text("zone", 64),
        _needed("quiet_from", sa.Integer),
        _needed("quiet_to", sa.Integer),
        _needed("is_verified", sa.Boolean),
        _needed("failures", sa.Integer),
        _text("created", 32),
        _text("push_keys", 120),
    )
    op.create_index("addresses_of_a_browser", "addresses", ["browser"])
    op.create_table(
        "outbox",
        sa.Column("n", sa.Integer, primary_key=True),
        _id_of("addresses", "address_id"),
        _id_of("tables", "table_id"),
        _needed("seat", sa.Integer),
        _needed("revision", sa.Integer),
        _text("due", 32),
        _needed("tries", sa.Integer),
        sa.Column("claimed", sa.String(32)),
        sa.UniqueConstraint("address_id", "table_id", "revision", name="one_notice_for_an_entry"),
        sqlite_autoincrement=True,
    )
    op.create_index("outbox_by_time", "outbox", ["claimed", "due"])
    op.create_index("outbox_of_a_table", "outbox", ["table_id"])


def _make_kept_names() -> None:
    op.create_table(
        "kept_names",
        _id(),
        _text("name", 64),
        _needed("identity", sa.String(64), unique=True),
        _needed("sealed", sa.Text),
        _text("created", 32),
        _needed("is_rated", sa.Boolean),
    )
    op.create_table(
        "kept_looks",
        sa.Column("look", sa.String(200), primary_key=True),
        _id_of("kept_names", "name_id"),
    )
    op.create_index("looks_of_a_name", "kept_looks", ["name_id"])
    op.create_table(
        "passkeys",
        sa.Column("id", sa.String(1400), primary_key=True),
        _id_of("kept_names", "name_id"),
        _needed("public_key", sa.LargeBinary),
        _needed("sign_count", sa.BigInteger),
        _text("created", 32),
    )
    op.create_index("passkeys_of_a_name", "passkeys", ["name_id"])
    op.create_table(
        "challenges",
        sa.Column("hash", sa.String(64), primary_key=True),
        _text("purpose", 100),
        _text("expires", 32),
    )
    op.create_table(
        "rated_games",
        sa.Column("n", sa.Integer, primary_key=True),
        _id_of("kept_names", "name_id"),
        _text("table_id", 16),
        _text("game", 16),
        _text("at", 32),
        _needed("place", sa.Integer),
        _needed("mu", sa.Double),
        _needed("sigma", sa.Double),
        sa.UniqueConstraint("table_id", "name_id", name="one_rating_for_a_table"),
        sqlite_autoincrement=True,
    )
    op.create_index("rated_games_of_a_name", "rated_games", ["name_id", "game", "n"])


def _make_leagues() -> None:
    op.create_table(
        "leagues",
        _id(),
        _text("changed", 32),
        _text("host", 64),
        _text("name", 64),
        _text("system", 16),
        _needed("players", sa.Integer),
        _needed("kraken", sa.Boolean),
        _needed("leviathan", sa.Boolean),
        _text("time_control", 16),
        _text("time_up", 16),
        _needed("rounds", sa.Integer),
        _needed("round", sa.Integer),
    )
    op.create_index("leagues_of_a_host", "leagues", ["host"])
    op.create_table(
        "league_entrants",
        _id_of("leagues", "league_id", is_key=True),
        _needed("number", sa.Integer, primary_key=True),
        _text("name", 64),
        sa.Column("browser", sa.String(64)),
    )
    op.create_index("leagues_of_a_browser", "league_entrants", ["browser"])
    op.create_table(
        "league_tables",
        _id_of("leagues", "league_id", is_key=True),
        _needed("round", sa.Integer, primary_key=True),
        _needed("place", sa.Integer, primary_key=True),
        _needed("table_id", sa.String(16), unique=True),
        _text("entrants", 32),
        _text("places", 32),
        _text("scores", 64),
    )
