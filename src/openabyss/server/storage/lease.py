"""The lease on a PostgreSQL database: who has it writes, and it passes on when its owner has been silent.

It is a row with an owner and a time of the database's clock, which the owner puts off again and again.
Every transaction that writes looks whether the owner is still the same, and keeps it so until its end. So a
server that was cut off, or stood still, writes nothing once another one has taken over.

The table of leases is made here, and not by a migration: nobody may migrate who has not got the lease.
"""

import contextlib
import os
import secrets
import socket
import threading
from datetime import timedelta

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.schema import CreateTable

from openabyss.server.storage.engines import engine_for, unusable
from openabyss.server.storage.jobs import DatabaseUnavailable
from openabyss.words import _

LEASE_SECONDS = 8.0
RENEW_SECONDS = 2.0
# For giving the lease back; a database that hangs is not awaited, for the lease ends by itself.
LAST_SECONDS = 2.0
# "openabyss" as a number.
LOCK_FOR_CREATING = 0x6F70656E61
LOCK_NOT_AVAILABLE = "55P03"
# The lease on the database as a whole.
DATABASE = "database"

leases = sa.Table(
    "leases",
    sa.MetaData(),
    sa.Column("name", sa.String(64), primary_key=True),
    sa.Column("owner", sa.String(64), nullable=False),
    # Where the owner runs, for people.
    sa.Column("place", sa.String(255), nullable=False),
    sa.Column("expires", sa.DateTime(timezone=True), nullable=False),
)
IS_OF_DATABASE = leases.c.name == DATABASE


class DatabaseTaken(DatabaseUnavailable):
    """Another server has the database now; nothing was written."""


class Lease:
    """The lease on a database, renewed in the background from when it is taken until it is let go."""

    def __init__(self, url: str) -> None:
        """Raises UnusableDatabase."""
        self._engine = engine_for(url, writes=True)
        self._owner = secrets.token_hex(16)
        self._place = f"{socket.gethostname()}:{os.getpid()}"
        self._is_mine = IS_OF_DATABASE & (leases.c.owner == self._owner)
        self._keeper = threading.Thread(target=self._keep, name="openabyss lease", daemon=True)
        self._ended = threading.Event()
        self._seen: tuple[object, ...] | None = None
        self.lost = threading.Event()
        self.taken_by = ""
        # The owner of the lease has not been seen alive, so it may end.
        self.is_silent = True

    def take(self) -> bool:
        """Take the lease if nobody has it, or its owner has been silent. Raises UnusableDatabase."""
        try:
            with self._engine.begin() as connection:
                is_taken = self._take(connection)
        except SQLAlchemyError as error:
            if getattr(getattr(error, "orig", None), "sqlstate", "") == LOCK_NOT_AVAILABLE:
                # The last transaction of the owner is still open; PostgreSQL ends it if the owner is gone.
                return False
            raise unusable(error) from error
        if is_taken:
            self._keeper.start()
        return is_taken

    def check(self, connection: sa.Connection) -> None:
        """The lease is still held, and stays so until the transaction ends. Raises DatabaseTaken."""
        held = sa.select(leases.c.owner).where(self._is_mine).with_for_update(read=True)
        if connection.execute(held).first() is None:
            self._lose(connection)
            raise DatabaseTaken(_("Another server has taken the database over; this one ends."))

    def let_go(self) -> None:
        """Another server may have the database at once."""
        self._ended.set()
        if self._keeper.is_alive():
            self._keeper.join(LAST_SECONDS)
        else:
            self._engine.dispose()

    def _take(self, connection: sa.Connection) -> bool:
        _create_table(connection)
        mine = {"owner": self._owner, "place": self._place, "expires": _after_lease()}
        taking = (
            insert(leases)
            .values(name=DATABASE, **mine)
            .on_conflict_do_update(
                index_elements=["name"], set_=mine, where=leases.c.expires < sa.func.clock_timestamp()
            )
            .returning(leases.c.owner)
        )
        if connection.execute(taking).first() is not None:
            return True
        found = connection.execute(sa.select(leases.c.owner, leases.c.expires).where(IS_OF_DATABASE)).first()
        seen = None if found is None else tuple(found)
        self.is_silent = self._seen in (None, seen)
        self._seen = seen
        return False

    def _keep(self) -> None:
        while not (self._ended.wait(RENEW_SECONDS) or self.lost.is_set()):
            # A database that is away for a while is asked again.
            with contextlib.suppress(SQLAlchemyError):
                self._renew()
        with contextlib.suppress(SQLAlchemyError), self._engine.begin() as connection:
            connection.execute(sa.delete(leases).where(self._is_mine))
        self._engine.dispose()

    def _renew(self) -> None:
        """In one statement: a connection that is lost in the middle leaves no lock behind."""
        put_off = sa.update(leases).where(self._is_mine).values(expires=_after_lease())
        with self._engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            if connection.execute(put_off).rowcount == 0:
                self._lose(connection)

    def _lose(self, connection: sa.Connection) -> None:
        found = connection.execute(sa.select(leases.c.place).where(IS_OF_DATABASE)).scalar()
        self.taken_by = found or ""
        self.lost.set()


def _after_lease() -> object:
    return sa.func.clock_timestamp() + timedelta(seconds=LEASE_SECONDS)


def _create_table(connection: sa.Connection) -> None:
    """Where it is missing; two servers that do so at once would disturb each other."""
    if not sa.inspect(connection).has_table(leases.name):
        connection.execute(sa.text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK_FOR_CREATING})
        connection.execute(CreateTable(leases, if_not_exists=True))
