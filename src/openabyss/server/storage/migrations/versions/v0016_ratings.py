"""Who wants a rating, and the games that counted for it."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    op.add_column("kept_names", sa.Column("is_rated", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_table(
        "rated_games",
        sa.Column("n", sa.Integer, primary_key=True),
        sa.Column(
            "name_id", sa.String(16), sa.ForeignKey("kept_names.id", ondelete="CASCADE"), nullable=False
        ),
        sa.Column("table_id", sa.String(16), nullable=False),
        sa.Column("game", sa.String(16), nullable=False),
        sa.Column("at", sa.String(32), nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("mu", sa.Double, nullable=False),
        sa.Column("sigma", sa.Double, nullable=False),
        sa.UniqueConstraint("table_id", "name_id", name="one_rating_for_a_table"),
        sqlite_autoincrement=True,
    )
    op.create_index("rated_games_of_a_name", "rated_games", ["name_id", "game", "n"])
