"""How many entries a table has, and what was agreed at its set-up; tables are found by their host."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

COUNTED = "UPDATE tables SET entries = (SELECT COUNT(*) FROM answers WHERE answers.table_id = tables.id)"


def upgrade() -> None:
    op.add_column("tables", sa.Column("entries", sa.Integer, nullable=False, server_default="0"))
    op.add_column("tables", sa.Column("grace", sa.Integer, nullable=False, server_default="60"))
    op.add_column("tables", sa.Column("open_seed", sa.Boolean, nullable=False, server_default=sa.false()))
    op.execute(COUNTED)
    op.create_index("tables_of_a_host", "tables", ["host"])
