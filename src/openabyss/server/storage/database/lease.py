"""The lease on a PostgreSQL database: only its owner writes, and another server gets it when the owner has
been silent.

It is a row with an owner and a time of the database's clock, which the owner puts off again and again.
Every transaction that writes looks whether the owner is still the same, and keeps it so until its end. So a
server that was cut off, or stood still, writes nothing once another one has taken over.

The owner is a group of processes that are alike: of one version, with one key. Any of them puts the lease
off. Each has a lease of its own beside it, which says that it lives.

The table of leases is made here, and not by a migration: nobody may migrate who has not got the lease.
"""

import contextlib
import os
import secrets
import socket
import threading
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.schema import CreateTable

from openabyss.server.storage.database.engines import engine_for, unusable
from openabyss.server.storage.jobs import DatabaseUnavailable
from openabyss.server.storage.questions import questions
from openabyss.server.storage.sharing import (
    IS_PROCESS,
    after,
    bury_dead,
    leases,
    presence,
    process_lease,
)
from openabyss.words import _

LEASE_SECONDS = 8.0
RENEW_SECONDS = 2.0
# The time limit for giving the lease back; if the database hangs, the lease ends by itself.
LAST_SECONDS = 2.0
# The lock under which processes join and leave, one after another: "openabyss" as a number.
LOCK = sa.text(f"SELECT pg_advisory_xact_lock({0x6F70656E61})")
LOCK_NOT_AVAILABLE = "55P03"
# The lease on the database as a whole.
DATABASE = "database"

IS_OF_DATABASE = leases.c.name == DATABASE


class DatabaseTaken(DatabaseUnavailable):
    """Another server owns the database now; nothing was written."""


class Lease:
    """The lease on a database, renewed in the background until it is given back."""

    def __init__(self, url: str, group: str = "") -> None:
        """It is shared with the processes of a group, or with nobody. Raises UnusableDatabase.

        The name of a group is what processes must have in common: a version for people to read, a slash, and
        a hash of what else they must agree on.
        """
        self._engine = engine_for(url, writes=True)
        self.process = secrets.token_hex(8)
        self._owner = group or secrets.token_hex(16)
        self._place = f"{socket.gethostname()}:{os.getpid()}"
        self._is_mine = IS_OF_DATABASE & (leases.c.owner == self._owner)
        self._keeper = threading.Thread(target=self._keep, name="openabyss lease", daemon=True)
        self._ended = threading.Event()
        self._seen: tuple[Any, ...] | None = None
        self.lost = threading.Event()
        self.taken_by = ""
        # The owner of the lease has given no sign of life, so it may end.
        self.is_silent = True

    def take(self) -> bool:
        """Take the lease if nobody else has it, or its owner has been silent. Raises UnusableDatabase."""
        try:
            with self._engine.begin() as connection:
                is_taken = self._take(connection)
        except SQLAlchemyError as error:
            if getattr(getattr(error, "orig", None), "sqlstate", "") == LOCK_NOT_AVAILABLE:
                # The owner's last transaction is still open; PostgreSQL ends it if the owner is gone.
                return False
            raise unusable(error) from error
        if is_taken:
            self._keeper.start()
        return is_taken

    @property
    def refusal(self) -> str:
        """Why it could not be taken."""
        theirs = _version_of("" if self._seen is None else self._seen[0])
        ours = _version_of(self._owner)
        if not (theirs and ours):
            return ""
        if theirs == ours:
            return _(
                "the servers of this database have another OPENABYSS_KEY, or other OPENABYSS_PLAYERS; give "
                "all of them the same"
            )
        text = _(
            "servers of another version use this database: {theirs}; this one has {ours}; stop those first"
        )
        return text.format(theirs=theirs, ours=ours)

    def check(self, connection: sa.Connection) -> None:
        """The lease is still held, and stays so until the transaction ends. Raises DatabaseTaken."""
        # Meanwhile it may be renewed, but not given to another server.
        held = sa.select(leases.c.owner).where(self._is_mine).with_for_update(read=True, key_share=True)
        if connection.execute(held).first() is None:
            self._lose(connection)
            raise DatabaseTaken(_("Another server has taken the database over; this one ends."))

    def let_go(self) -> None:
        """Release the database at once, unless another process of the group uses it."""
        self._ended.set()
        if self._keeper.is_alive():
            self._keeper.join(LAST_SECONDS)
        else:
            self._engine.dispose()

    def _take(self, connection: sa.Connection) -> bool:
        _create_tables(connection)
        connection.execute(LOCK)
        silent = IS_OF_DATABASE & (leases.c.expires < sa.func.clock_timestamp())
        # Deleting waits for transactions that write under the lease; renewing does not.
        connection.execute(sa.delete(leases).where(silent, leases.c.owner != self._owner))
        if connection.execute(self._put_off(DATABASE, self._owner)).first() is not None:
            connection.execute(self._put_off(process_lease(self.process), self.process))
            bury_dead(connection, self.process, DATABASE)
            return True
        found = connection.execute(sa.select(leases.c.owner, leases.c.expires).where(IS_OF_DATABASE)).first()
        seen = None if found is None else tuple(found)
        self.is_silent = self._seen in (None, seen)
        self._seen = seen
        return False

    def _put_off(self, name: str, owner: str) -> Any:
        """Take a lease, or renew one of this owner."""
        mine = {"owner": owner, "place": self._place, "expires": after(LEASE_SECONDS)}
        taking = insert(leases).values(name=name, **mine)
        return taking.on_conflict_do_update(
            index_elements=["name"], set_=mine, where=leases.c.owner == owner
        ).returning(leases.c.owner)

    def _keep(self) -> None:
        while not (self._ended.wait(RENEW_SECONDS) or self.lost.is_set()):
            # If the database is away for a while, it is asked again.
            with contextlib.suppress(SQLAlchemyError):
                self._renew()
        with contextlib.suppress(SQLAlchemyError), self._engine.begin() as connection:
            connection.execute(LOCK)
            connection.execute(sa.delete(leases).where(leases.c.owner == self.process))
            alone = ~sa.exists().where(IS_PROCESS).correlate(None)
            connection.execute(sa.delete(leases).where(self._is_mine, alone))
        self._engine.dispose()

    def _renew(self) -> None:
        """Each in one statement: a connection that is lost in the middle leaves no lock behind."""
        put_off = sa.update(leases).where(self._is_mine).values(expires=after(LEASE_SECONDS))
        with self._engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            if connection.execute(put_off).rowcount == 0:
                self._lose(connection)
                return
            connection.execute(self._put_off(process_lease(self.process), self.process))
            bury_dead(connection, self.process, DATABASE)

    def _lose(self, connection: sa.Connection) -> None:
        found = connection.execute(sa.select(leases.c.place).where(IS_OF_DATABASE)).scalar()
        self.taken_by = found or ""
        self.lost.set()


def _version_of(owner: str) -> str:
    """The version in the name of a group; "" if the owner is not a group."""
    return owner.rpartition("/")[0]


def _create_tables(connection: sa.Connection) -> None:
    """Create the tables that are missing, under a lock: two servers that do so at once would disturb each
    other."""
    for table in (leases, presence, questions):
        if not sa.inspect(connection).has_table(table.name):
            connection.execute(LOCK)
            connection.execute(CreateTable(table, if_not_exists=True))
