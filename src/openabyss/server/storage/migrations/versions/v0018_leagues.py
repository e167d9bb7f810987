"""Leagues: who takes part, and the tables of their rounds with what came of them."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"


def _league_id() -> sa.Column[str]:
    return sa.Column(
        "league_id", sa.String(16), sa.ForeignKey("leagues.id", ondelete="CASCADE"), nullable=False
    )


def upgrade() -> None:
    op.create_table(
        "leagues",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("changed", sa.String(32), nullable=False),
        sa.Column("host", sa.String(64), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("system", sa.String(16), nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("kraken", sa.Boolean, nullable=False),
        sa.Column("leviathan", sa.Boolean, nullable=False),
        sa.Column("time_control", sa.String(16), nullable=False),
        sa.Column("time_up", sa.String(16), nullable=False),
        sa.Column("rounds", sa.Integer, nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
    )
    op.create_index("leagues_of_a_host", "leagues", ["host"])
    op.create_table(
        "league_entrants",
        _league_id(),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("browser", sa.String(64)),
        sa.PrimaryKeyConstraint("league_id", "number"),
    )
    op.create_index("leagues_of_a_browser", "league_entrants", ["browser"])
    op.create_table(
        "league_tables",
        _league_id(),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("table_id", sa.String(16), nullable=False, unique=True),
        sa.Column("entrants", sa.String(32), nullable=False),
        sa.Column("places", sa.String(32), nullable=False),
        sa.Column("scores", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("league_id", "round", "place"),
    )
