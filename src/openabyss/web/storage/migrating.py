"""Bring a database to its present form, or refuse one that a newer OpenAbyss has written."""

from pathlib import Path

from sqlalchemy import Connection, Engine, inspect, text

from openabyss.errors import OpenAbyssError
from openabyss.web.storage.schema import NEWEST
from openabyss.words import _

MIGRATIONS = Path(__file__).parent / "migrations"


class NewerDatabase(OpenAbyssError):  # noqa: N818  named like the errors of the game
    """The database was written by a newer version."""


def migrate(engine: Engine) -> None:
    """Carry out the migrations that are missing, which may take long. Raises NewerDatabase."""
    with engine.begin() as connection:
        version = version_of(connection)
        if version == NEWEST:
            return
        if version is not None and version > NEWEST:
            raise NewerDatabase(
                _("the database is of version {found}, this OpenAbyss knows {known}; use a newer one").format(
                    found=version, known=NEWEST
                )
            )
        _upgrade(connection)


def version_of(connection: Connection) -> str | None:
    """The last migration that a database has seen; None for an empty one."""
    if "alembic_version" not in inspect(connection).get_table_names():
        return None
    found: str | None = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return found


def _upgrade(connection: Connection) -> None:
    # Loaded only when there is something to do: a server must be ready again in a moment.
    from alembic.command import upgrade  # noqa: PLC0415
    from alembic.config import Config  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    upgrade(config, "head")
