"""One server on one database: a second one is refused, since each keeps its tables in memory.

The claim ends with the process that holds it, however it ends.
"""

import contextlib
import sqlite3
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

from sqlalchemy import Connection, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import SQLAlchemyError

from openabyss.errors import OpenAbyssError
from openabyss.web.private_files import make_file, warn_of_open_folder
from openabyss.web.storage.engines import POSTGRES, UnusableDatabase, engine_for, prepare_file
from openabyss.words import _

# "openabyss" as a number: which of the locks of a PostgreSQL database is ours.
LOCK = 0x6F70656E61
# A server that has just ended may need a moment to let go.
PATIENCE_SECONDS = 3.0
LAST_SECONDS = 5.0
RENEW_SECONDS = 10.0


class DatabaseInUse(OpenAbyssError):  # noqa: N818  named like the errors of the game
    """Another server uses this database."""


class Claim:
    """Held from its making until it is let go. Raises DatabaseInUse, UnusableDatabase."""

    def __init__(self, url: str) -> None:
        parsed = make_url(url)
        is_postgres = parsed.get_backend_name() == POSTGRES
        holder = _PostgresLock(url) if is_postgres else _FileLock(prepare_file(parsed))
        end = time.monotonic() + PATIENCE_SECONDS
        while not holder.take():
            if time.monotonic() > end:
                holder.let_go()
                raise DatabaseInUse(
                    _(
                        "another OpenAbyss server is already using this database; stop that one first, or "
                        "give this one a database of its own with OPENABYSS_DATA or DATABASE_URL"
                    )
                )
            time.sleep(0.1)
        self._let_go: Callable[[], None] = holder.let_go
        self._lost = holder.lost

    @property
    def is_lost(self) -> bool:
        """Another server took the database while this one was cut off from it."""
        return self._lost.is_set()

    def let_go(self) -> None:
        """Another server may have the database now."""
        self._let_go()


class _FileLock:
    """A lock on a file beside the database, made by SQLite since that works on every system; and on Linux one
    on the database itself, which whoever mounts the file elsewhere meets too.

    Both are held for as long as the process lives, so they are never lost.
    """

    def __init__(self, database: Path | None) -> None:
        self.lost = threading.Event()
        try:
            if database is not None:
                warn_of_open_folder(database.parent)
            beside = ":memory:" if database is None else _lock_beside(database)
            self._connection = sqlite3.connect(
                beside, timeout=0, isolation_level=None, check_same_thread=False
            )
            self._inode = None if database is None else _Inode(database)
        except (OSError, sqlite3.Error) as error:
            raise UnusableDatabase(
                _("{path}: cannot be opened: {why}").format(path=database, why=error)
            ) from error

    def take(self) -> bool:
        try:
            self._connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            if "locked" in str(error):
                return False
            raise UnusableDatabase(str(error)) from error
        if self._inode is None or self._inode.take():
            return True
        self._connection.execute("ROLLBACK")
        return False

    def let_go(self) -> None:
        self._connection.close()
        if self._inode is not None:
            self._inode.let_go()


def _lock_beside(database: Path) -> Path:
    """The file beside a database that stands for its server."""
    path = database.with_name(f"{database.name}-server")
    make_file(path)
    return path


class _Inode:
    """A lock on a file whatever it is called; on Linux only, where such locks do not meet those of SQLite."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("rb")

    def take(self) -> bool:
        if sys.platform == "linux":
            import fcntl  # noqa: PLC0415  other systems may have none

            try:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                return False
        return True

    def let_go(self) -> None:
        self._file.close()


class _PostgresLock:
    """An advisory lock, taken again when the database has been restarted."""

    def __init__(self, url: str) -> None:
        self._engine = engine_for(url, writes=False)
        self._connection: Connection | None = None
        # Held by the thread that looks after the connection, or by the one that drops it.
        self._turn = threading.Lock()
        self._ended = threading.Event()
        self.lost = threading.Event()

    def take(self) -> bool:
        if not self._try():
            return False
        threading.Thread(target=self._keep, name="openabyss claim", daemon=True).start()
        return True

    def let_go(self) -> None:
        self._ended.set()
        # A database that hangs is not awaited: the lock goes with the process then.
        if self._turn.acquire(timeout=LAST_SECONDS):
            self._drop()
            self._engine.dispose()
            self._turn.release()

    def _try(self) -> bool:
        connection = self._engine.connect().execution_options(isolation_level="AUTOCOMMIT")
        if connection.execute(text("SELECT pg_try_advisory_lock(:lock)"), {"lock": LOCK}).scalar_one():
            self._connection = connection
            return True
        connection.close()
        return False

    def _keep(self) -> None:
        while not self._ended.wait(RENEW_SECONDS):
            with self._turn, contextlib.suppress(SQLAlchemyError):
                if self._ended.is_set():
                    return
                if self._is_held():
                    continue
                self._drop()
                if not self._try():
                    self.lost.set()
                    return

    def _is_held(self) -> bool:
        if self._connection is None:
            return False
        try:
            self._connection.execute(text("SELECT 1"))
        except SQLAlchemyError:
            return False
        return True

    def _drop(self) -> None:
        if self._connection is not None:
            with contextlib.suppress(SQLAlchemyError):
                self._connection.invalidate()
                self._connection.close()
            self._connection = None
