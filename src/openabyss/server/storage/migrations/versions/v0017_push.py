"""What notices for browsers are encrypted with."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    op.add_column("addresses", sa.Column("push_keys", sa.String(120), nullable=False, server_default=""))
