"""How far a table is, and records into which the entries of finished tables go."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("tables", sa.Column("stage", sa.String(16), nullable=False, server_default=""))
    op.create_index("tables_of_a_stage", "tables", ["stage", "changed"])
    op.create_table(
        "records",
        sa.Column("table_id", sa.String(16), sa.ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
        sa.Column("entries", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("table_id"),
    )
