"""By which rules a table was played, and room for the definition of a hash."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("tables", sa.Column("rules", sa.Integer, nullable=False, server_default="0"))
    with op.batch_alter_table("answers") as answers:
        answers.alter_column("state_hash", type_=sa.String(24), existing_type=sa.String(16))
