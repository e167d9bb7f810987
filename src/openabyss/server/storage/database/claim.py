"""Which server owns a database. A SQLite database belongs to one server, and a second one is refused; the
claim ends with its process, however that ends. A PostgreSQL database, which may be remote, is shared by
servers of the same version and settings; their claim, a lease, ends a few seconds after their last sign of
life.

The lease is a row with an owner and a time of the database's clock, which the owner puts off again and again.
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
import sqlite3
import sys
import threading
import time
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from openabyss.errors import OpenAbyssError
from openabyss.server.private_files import make_file, warn_of_open_folder
from openabyss.server.storage.database.engines import (
    POSTGRES,
    UnusableDatabase,
    engine_for,
    lock_file,
    one_by_one,
    parsed_address,
    prepare_file,
    unusable,
)
from openabyss.server.storage.jobs import DatabaseUnavailable
from openabyss.server.storage.questions import questions
from openabyss.server.storage.sharing import IS_PROCESS, after, bury_dead, lease, leases, process_lease
from openabyss.words import _

LEASE_SECONDS = 8.0
RENEW_SECONDS = 2.0
# The time limit for giving the lease back; if the database hangs, the lease ends by itself.
LAST_SECONDS = 2.0
# Under which processes join, make the tables that are missing, and leave, one after another.
LOCK = "opena"
# The owner's last transaction is still open; PostgreSQL ends it if the owner is gone. Or it has ended that of
# this process, which was held up for long.
LOCK_NOT_AVAILABLE, HELD_UP = "55P03", "25P03"
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
            if getattr(getattr(error, "orig", None), "sqlstate", "") in (LOCK_NOT_AVAILABLE, HELD_UP):
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
        one_by_one(connection, LOCK)
        questions.metadata.create_all(connection)  # with the leases, and who is there
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

    def _put_off(self, name: str, owner: str) -> sa.Executable:
        """Take a lease, or renew one of this owner."""
        return lease(name, owner, LEASE_SECONDS, self._place, leases.c.owner == owner)

    def _keep(self) -> None:
        while not (self._ended.wait(RENEW_SECONDS) or self.lost.is_set()):
            # If the database is away for a while, it is asked again.
            with contextlib.suppress(SQLAlchemyError):
                self._renew()
        with contextlib.suppress(SQLAlchemyError), self._engine.begin() as connection:
            one_by_one(connection, LOCK)
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


# A server that is ending may need a moment to release it.
PATIENCE_SECONDS = 3.0


class DatabaseInUse(OpenAbyssError):  # noqa: N818  named like the errors of the game
    """Another server uses this database."""


class FileLock:
    """A lock on a file beside the database, made by SQLite since that works on every system; and on Linux one
    on the database itself, which a server that mounts the file elsewhere meets too.

    Both are held as long as the process is alive, so they are never lost.
    """

    is_silent, taken_by, refusal = False, "", ""
    # None needs a name: it is the only one.
    process = ""

    def __init__(self, database: Path) -> None:
        """Raises UnusableDatabase."""
        self.lost = threading.Event()
        try:
            warn_of_open_folder(database.parent)
            beside = lock_file(database)
            make_file(beside)
            self._file = database.open("rb")
            self._connection = sqlite3.connect(
                beside, timeout=0, isolation_level=None, check_same_thread=False
            )
        except (OSError, sqlite3.Error) as error:
            text = _("{path}: cannot be opened: {why}")
            raise UnusableDatabase(text.format(path=database, why=error)) from error

    def take(self) -> bool:
        """Take the lock if it is free; whether it was. Raises UnusableDatabase."""
        try:
            self._connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            if "locked" in str(error):
                return False
            raise UnusableDatabase(str(error)) from error
        # On Linux these locks do not conflict with those of SQLite.
        if sys.platform == "linux":
            import fcntl  # noqa: PLC0415  other systems may have none

            try:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                self._connection.execute("ROLLBACK")
                return False
        return True

    def check(self, _connection: Connection) -> None:
        """Nothing to check: the lock is never lost."""

    def let_go(self) -> None:
        """Release the database to other servers."""
        self._connection.close()
        self._file.close()


Claim = FileLock | Lease


def claim(url: str, group: str = "") -> Claim:
    """The claim to a database, held until it is let go; on PostgreSQL together with others of the group.
    Raises DatabaseInUse, UnusableDatabase."""
    parsed = parsed_address(url)
    made = Lease(url, group) if parsed.get_backend_name() == POSTGRES else FileLock(prepare_file(parsed))
    end = time.monotonic() + PATIENCE_SECONDS
    while not made.take():
        if time.monotonic() > end and not made.is_silent:
            made.let_go()
            text = _(
                "another OpenAbyss server is already using this database; stop that one first, or "
                "give this one a database of its own with OPENABYSS_DATA or DATABASE_URL"
            )
            raise DatabaseInUse(made.refusal or text)
        time.sleep(0.1)
    return made
