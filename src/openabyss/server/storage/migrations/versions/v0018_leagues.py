"""All that came after release 0.1.0: moderation, clocks, notices, standing orders, reviews and puzzles, open
tables, kept names with their ratings, and leagues; entries of finished tables go into records.

The new tables are made as `schema.py` declares them now. In a database of 0.1.0, a later migration that
changes one of them, or makes another, would find that done already, and fail. So its author first names the
tables of this migration to `create_all` (`tables=`), and writes out here, as it still is, the changed one."""

import sqlalchemy as sa
from alembic import op

from openabyss.server.storage.schema import metadata

revision = "0018"
down_revision = "0003"


def upgrade() -> None:
    for name, standard in (("stage", ""), ("time_control", ""), ("time_up", "computer")):
        op.add_column("tables", sa.Column(name, sa.String(16), nullable=False, server_default=standard))
    op.add_column("tables", sa.Column("chat_closed", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_index("tables_of_a_stage", "tables", ["stage", "changed"])
    metadata.create_all(op.get_bind())
