"""The clocks of tables, and the time of service in which they are counted."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0006"


def upgrade() -> None:
    op.add_column("tables", sa.Column("time_control", sa.String(16), nullable=False, server_default=""))
    op.add_column("tables", sa.Column("time_up", sa.String(16), nullable=False, server_default="computer"))
    op.create_table(
        "clocks",
        sa.Column("table_id", sa.String(16), sa.ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
        sa.Column("left", sa.JSON, nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("due", sa.Double),
        sa.PrimaryKeyConstraint("table_id"),
    )
    op.create_index("clocks_that_run", "clocks", ["due"])
    op.create_table(
        "service",
        sa.Column("n", sa.Integer, primary_key=True),
        sa.Column("seconds", sa.Double, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
    )
