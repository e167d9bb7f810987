"""The first form of the tables; new databases are made in their present form, by `schema.migrate`."""

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Nothing is older."""
