"""The addresses to which people have notices sent when the game waits for them, and the notices still to be
sent."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0008"


def upgrade() -> None:
    op.create_table(
        "addresses",
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
    )
    op.create_index("addresses_of_a_browser", "addresses", ["browser"])
    address = sa.ForeignKey("addresses.id", ondelete="CASCADE")
    op.create_table(
        "outbox",
        sa.Column("n", sa.Integer, primary_key=True),
        sa.Column("address_id", sa.String(16), address, nullable=False),
        sa.Column("table_id", sa.String(16), sa.ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("due", sa.String(32), nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("claimed", sa.String(32)),
        sa.UniqueConstraint("address_id", "table_id", "revision", name="one_notice_for_an_entry"),
        sqlite_autoincrement=True,
    )
    op.create_index("outbox_by_time", "outbox", ["claimed", "due"])
    op.create_index("outbox_of_a_table", "outbox", ["table_id"])
