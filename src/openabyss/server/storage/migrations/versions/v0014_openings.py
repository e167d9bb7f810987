"""Tables that anybody may join."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    op.create_table(
        "openings",
        sa.Column("table_id", sa.String(16), sa.ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("kraken", sa.Boolean, nullable=False),
        sa.Column("leviathan", sa.Boolean, nullable=False),
        sa.Column("since", sa.String(32), nullable=False),
        sa.Column("seen", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("table_id"),
    )
    op.create_index("openings_by_age", "openings", ["since"])
