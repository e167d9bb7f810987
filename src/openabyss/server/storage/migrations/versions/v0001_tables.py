"""Tables, seats, answers, chat and watchers."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "tables",
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
    )
    op.create_table(
        "seats",
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
    )
    op.create_index("seats_of_a_browser", "seats", ["browser"])
    op.create_table(
        "answers",
        _table_id(),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("command_id", sa.String(80)),
        sa.Column("answer", sa.Text, nullable=False),
        sa.Column("state_hash", sa.String(16), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "number"),
        sa.UniqueConstraint("table_id", "command_id", name="one_answer_for_a_command"),
    )
    op.create_table(
        "chat",
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
    op.create_table(
        "watchers",
        _table_id(),
        sa.Column("browser", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "browser"),
    )
    op.create_index("tables_watched_by", "watchers", ["browser"])


def _table_id() -> sa.Column[str]:
    """Rows belong to a table and go with it."""
    return sa.Column(
        "table_id", sa.String(16), sa.ForeignKey("tables.id", ondelete="CASCADE"), nullable=False
    )
