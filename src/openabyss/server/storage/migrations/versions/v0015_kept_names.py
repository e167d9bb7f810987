"""Names that people keep, and their passkeys."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    op.create_table(
        "kept_names",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("identity", sa.String(64), nullable=False, unique=True),
        sa.Column("sealed", sa.Text, nullable=False),
        sa.Column("created", sa.String(32), nullable=False),
    )
    op.create_table(
        "kept_looks",
        sa.Column("look", sa.String(200), primary_key=True),
        _name_id(),
    )
    op.create_index("looks_of_a_name", "kept_looks", ["name_id"])
    op.create_table(
        "passkeys",
        sa.Column("id", sa.String(1400), primary_key=True),
        _name_id(),
        sa.Column("public_key", sa.LargeBinary, nullable=False),
        sa.Column("sign_count", sa.BigInteger, nullable=False),
        sa.Column("created", sa.String(32), nullable=False),
    )
    op.create_index("passkeys_of_a_name", "passkeys", ["name_id"])
    op.create_table(
        "challenges",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("purpose", sa.String(100), nullable=False),
        sa.Column("expires", sa.String(32), nullable=False),
    )


def _name_id() -> sa.Column[str]:
    return sa.Column(
        "name_id", sa.String(16), sa.ForeignKey("kept_names.id", ondelete="CASCADE"), nullable=False
    )
