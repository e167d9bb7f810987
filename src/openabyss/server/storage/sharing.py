"""What the processes that serve one PostgreSQL database share: which tables have changed, who is at them, and
which process thinks for a computer. It is of use only while they run, so migrations do not create it and
backups do not contain it."""

import threading
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.exc import SQLAlchemyError

from openabyss.server.storage.database.engines import engine_for

CHANNEL = "openabyss"
# A thought whose process was silent for this long may be claimed by another one.
THINKING_SECONDS = 6.0
# How often the listening thread checks whether to end, and after how long it reconnects.
LISTENING_SECONDS = 0.5
# Signs of people who left longer ago are deleted: no table waits longer for anybody.
FORGET_AFTER = timedelta(days=1)

metadata = sa.MetaData()

leases = sa.Table(
    "leases",
    metadata,
    sa.Column("name", sa.String(64), primary_key=True),
    sa.Column("owner", sa.String(64), nullable=False),
    # Where the owner runs, to be shown to people.
    sa.Column("place", sa.String(255), nullable=False),
    sa.Column("expires", sa.DateTime(timezone=True), nullable=False),
)

# The browsers that hold a seat, for each process to which they have connected.
presence = sa.Table(
    "presence",
    metadata,
    sa.Column("table_id", sa.String(16), primary_key=True),
    sa.Column("browser", sa.String(64), primary_key=True),
    sa.Column("process", sa.String(64), primary_key=True),
    # Until when it counts as there; NULL: as long as its socket and the process are alive.
    sa.Column("until", sa.DateTime(timezone=True)),
)


@dataclass(frozen=True, slots=True)
class Sign:
    """A sign that somebody is at a table, by one process. seconds: for how long from now it counts, below 0
    for how long it has not; None: there is a socket."""

    browser: str
    process: str
    seconds: float | None


def after(seconds: float) -> sa.ColumnElement[Any]:
    """A moment in the future, by the clock of the database, which all processes share."""
    return sa.func.clock_timestamp() + timedelta(seconds=seconds)


def lease(
    name: str, owner: str, seconds: float, place: str = "", free: sa.ColumnElement[bool] | None = None
) -> sa.Executable:
    """Take a lease or put it off; one that somebody has, only where it is `free`. Nothing is returned where
    it is not."""
    mine = {"owner": owner, "place": place, "expires": after(seconds)}
    taking = insert(leases).values(name=name, **mine)
    taken = taking.on_conflict_do_update(index_elements=["name"], set_=mine, where=free)
    return taken.returning(leases.c.owner)


def notify(connection: sa.Connection, process: str, table: str, revision: int | None = None) -> None:
    """Notify the other processes once the transaction is committed."""
    text = f"{process} {table}" if revision is None else f"{process} {table} {revision}"
    tell(connection, CHANNEL, text)


def tell(connection: sa.Connection, channel: str, text: str) -> None:
    """Notify all listeners of a channel once the transaction is committed."""
    connection.execute(sa.select(sa.func.pg_notify(channel, text)))


def read_notice(text: str, process: str) -> tuple[str, bool] | None:
    """The table that another process has changed, and whether more of it than its entries; None for a notice
    of this process."""
    sender, table, *revision = text.split(" ")
    return None if sender == process else (table, not revision)


# ------------------------------------------------------------------------------------ who thinks


def _thought(table: str, revision: int) -> str:
    return f"{table} {revision}"


def take_thought(connection: sa.Connection, process: str, table: str, revision: int) -> bool:
    """Whether this process, and no other one, thinks for the computer that is asked at this revision."""
    free = (leases.c.expires < sa.func.clock_timestamp()) | (leases.c.owner == process)
    taking = lease(_thought(table, revision), process, THINKING_SECONDS, free=free)
    return connection.execute(taking).first() is not None


def thinks_elsewhere(connection: sa.Connection, process: str, table: str, revision: int) -> bool:
    """Whether another process thinks for the computer that is asked at this revision."""
    theirs = (leases.c.name == _thought(table, revision)) & (leases.c.owner != process)
    held = theirs & (leases.c.expires > sa.func.clock_timestamp())
    return connection.execute(sa.select(leases.c.owner).where(held)).first() is not None


def end_thought(connection: sa.Connection, process: str, table: str, revision: int) -> bool:
    """End a thought; whether it still belonged to this process."""
    mine = (leases.c.name == _thought(table, revision)) & (leases.c.owner == process)
    held = mine & (leases.c.expires > sa.func.clock_timestamp())
    return connection.execute(sa.delete(leases).where(held)).rowcount == 1


# ------------------------------------------------------------------------------------ who is there


def write_signs(connection: sa.Connection, table: str, signs: Iterable[Sign]) -> None:
    """Replace the signs of this process at a table."""
    rows = []
    for sign in signs:
        until = None if sign.seconds is None else after(sign.seconds)
        rows.append({"table_id": table, "browser": sign.browser, "process": sign.process, "until": until})
    adding, keys = insert(presence).values(rows), [column.name for column in presence.primary_key]
    changed = {"until": adding.excluded.until}
    connection.execute(adding.on_conflict_do_update(index_elements=keys, set_=changed))


def signs_at(connection: sa.Connection, tables: Iterable[str]) -> dict[str, list[Sign]]:
    """The signs of who is, and was, at these tables."""
    left = sa.func.extract("epoch", presence.c.until - sa.func.clock_timestamp())
    found = sa.select(presence.c.table_id, presence.c.browser, presence.c.process, left)
    signs: dict[str, list[Sign]] = {}
    for table, browser, process, seconds in connection.execute(found.where(presence.c.table_id.in_(tables))):
        sign = Sign(browser, process, None if seconds is None else float(seconds))
        signs.setdefault(table, []).append(sign)
    return signs


def process_lease(process: str) -> str:
    """The name of the lease that shows that a process is alive."""
    return f"process {process}"


IS_PROCESS = leases.c.name.startswith("process ") & (leases.c.expires > sa.func.clock_timestamp())


def bury_dead(connection: sa.Connection, process: str, database: str) -> None:
    """Free the leases of processes that are silent; people connected to them count as away from now on."""
    ended = (leases.c.name != database) & (leases.c.expires < sa.func.clock_timestamp())
    connection.execute(sa.delete(leases).where(ended))
    is_orphan = presence.c.until.is_(None) & presence.c.process.not_in(
        sa.select(leases.c.owner).where(IS_PROCESS)
    )
    gone = sa.update(presence).where(is_orphan).values(until=sa.func.clock_timestamp())
    tables = connection.execute(gone.returning(presence.c.table_id)).scalars().all()
    for table in sorted(set(tables)):
        notify(connection, process, table)
    old = presence.c.until < sa.func.clock_timestamp() - FORGET_AFTER
    connection.execute(sa.delete(presence).where(old))


# ------------------------------------------------------------------------------------ what is new


class Listener:
    """Receives notifications on a channel, in a thread and on a connection of its own. Those that come while
    the connection is lost do not come again: so its user reads everything at intervals, too."""

    def __init__(self, url: str, channel: str, hear: Callable[[str], object]) -> None:
        """`hear` is called in the listening thread."""
        self._engine = engine_for(url, writes=True, is_patient=True)
        self._channel, self._hear = channel, hear
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="openabyss listener", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop listening."""
        self._ended.set()
        self._thread.join(2 * LISTENING_SECONDS)
        self._engine.dispose()

    def _run(self) -> None:
        from psycopg import Error  # noqa: PLC0415  the driver of PostgreSQL, which need not be installed

        while not self._ended.is_set():
            # If the database is away for a while, it reconnects.
            with suppress(SQLAlchemyError, OSError, Error):
                self._listen()
            self._ended.wait(LISTENING_SECONDS)

    def _listen(self) -> None:
        with self._engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            connection.execute(sa.text(f"LISTEN {self._channel}"))
            driver: Any = connection.connection.driver_connection
            while not self._ended.is_set():
                for said in driver.notifies(timeout=LISTENING_SECONDS):
                    self._hear(said.payload)
