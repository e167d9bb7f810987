"""Which server owns a database. A SQLite database belongs to one server, and a second one is refused; the
claim ends with its process, however that ends. A PostgreSQL database, which may be remote, is shared by
servers of the same version and settings; their claim ends a few seconds after their last sign of life."""

import sqlite3
import sys
import threading
import time
from pathlib import Path

from sqlalchemy import Connection

from openabyss.errors import OpenAbyssError
from openabyss.server.private_files import make_file, warn_of_open_folder
from openabyss.server.storage.database.engines import (
    POSTGRES,
    UnusableDatabase,
    parsed_address,
    prepare_file,
)
from openabyss.server.storage.database.lease import Lease
from openabyss.words import _

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
            beside = database.with_name(f"{database.name}-server")
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
