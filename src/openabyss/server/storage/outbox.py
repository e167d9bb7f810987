"""Where people want to be told that the game has come to them, and what is still to be sent there. What is to
be sent is written in the transaction of the entry after which somebody is asked, and deleted in that of the
entry after which they are not: so none is lost, and nobody is called who has answered already.

What is about to be sent is marked first. If a server ends before it knows what became of it, it may have
arrived, so it is not sent again."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa

from openabyss.server.storage import schema
from openabyss.server.storage.schema import addresses, outbox

# How long somebody is given to answer before they are told: most are at the table.
PATIENCE = timedelta(seconds=60)
# What is due later than anything can be was written by a clock that was wrong.
FARTHEST = timedelta(hours=26)
# What was marked before this time and is still there is left over from a server that has ended.
LOST_AFTER = timedelta(minutes=10)
# An address that took none of so many notices is asked for no more.
MOST_FAILURES = 5


@dataclass(frozen=True, slots=True)
class Call:
    """Who is asked after an entry, another browser than before; None: nobody who is to be told."""

    seat: int | None
    browser: str | None


@dataclass(frozen=True, slots=True)
class Address:
    """Where somebody is told. kind: "webhook" or "email". base: how the browser called the server. zone: of
    the hours from `quiet_from` to `quiet_to`, in which nothing is sent; equal: there are none."""

    id: str
    browser: str
    kind: str
    address: str
    language: str
    base: str
    zone: str
    quiet_from: int
    quiet_to: int
    is_verified: bool
    failures: int
    created: str


@dataclass(frozen=True, slots=True)
class Notice:
    """Something to be sent. names: of the table's seats in order."""

    n: int
    table: str
    seat: int
    tries: int
    names: list[str]
    to: Address


def call(connection: sa.Connection, table: str, revision: int, who: Call, at: datetime) -> None:
    """Note whom to tell, and nobody else any more."""
    waits = sa.and_(outbox.c.table_id == table, outbox.c.claimed.is_(None))
    connection.execute(sa.delete(outbox).where(waits))
    if who.browser is None:
        return
    listens = sa.and_(addresses.c.browser == who.browser, addresses.c.is_verified)
    row = sa.select(
        addresses.c.id,
        sa.literal(table),
        sa.literal(who.seat),
        sa.literal(revision),
        sa.literal(schema.written_time(at + PATIENCE)),
        sa.literal(0),
    ).where(listens, addresses.c.failures < MOST_FAILURES)
    columns = ["address_id", "table_id", "seat", "revision", "due", "tries"]
    connection.execute(sa.insert(outbox).from_select(columns, row))


def is_due(connection: sa.Connection, at: datetime) -> bool:
    """Whether there is anything to do."""
    lost = outbox.c.claimed < schema.written_time(at - LOST_AFTER)
    return (
        connection.execute(sa.select(outbox.c.n).where(sa.or_(_due(at), lost)).limit(1)).first() is not None
    )


def claim(connection: sa.Connection, most: int, at: datetime) -> list[Notice]:
    """Notices that are due, which are marked; those that a server has left over are given up."""
    lost = outbox.c.claimed < schema.written_time(at - LOST_AFTER)
    connection.execute(sa.delete(outbox).where(lost))
    found = sa.select(outbox, addresses).join(addresses, addresses.c.id == outbox.c.address_id)
    oldest = found.where(_due(at)).order_by(outbox.c.due).limit(most)
    rows = connection.execute(oldest.with_for_update(of=outbox, skip_locked=True)).mappings().all()
    marked = sa.update(outbox).where(outbox.c.n.in_([row["n"] for row in rows]))
    connection.execute(marked.values(claimed=schema.written_time(at), tries=outbox.c.tries + 1))
    names: dict[str, list[str]] = {row["table_id"]: [] for row in rows}
    seats = schema.seats.c
    in_order = (
        sa.select(seats.table_id, seats.name).where(seats.table_id.in_(list(names))).order_by(seats.seat)
    )
    for table, name in connection.execute(in_order):
        names[table].append(name)
    return [
        Notice(
            row["n"], row["table_id"], row["seat"], row["tries"] + 1, names[row["table_id"]], _address(row)
        )
        for row in rows
    ]


def _due(at: datetime) -> sa.ColumnElement[bool]:
    now, never = schema.written_time(at), schema.written_time(at + FARTHEST)
    return sa.and_(outbox.c.claimed.is_(None), sa.or_(outbox.c.due <= now, outbox.c.due > never))


def postpone(connection: sa.Connection, notice: Notice, due: datetime, *, is_try: bool) -> None:
    """It was not sent, and is to be later. An attempt that was none does not count."""
    one = sa.update(outbox).where(outbox.c.n == notice.n)
    tries = notice.tries if is_try else notice.tries - 1
    connection.execute(one.values(claimed=None, due=schema.written_time(due), tries=tries))


def end(connection: sa.Connection, notice: Notice, failures: int) -> None:
    """It was sent, or is given up; how many notices in a row the address has not taken."""
    connection.execute(sa.delete(outbox).where(outbox.c.n == notice.n))
    one = sa.update(addresses).where(addresses.c.id == notice.to.id)
    connection.execute(one.where(addresses.c.failures != failures).values(failures=failures))


# ------------------------------------------------------------------------------------ addresses


def of_browser(connection: sa.Connection, browser: str) -> list[Address]:
    """Where a browser's person is told, the oldest first."""
    found = sa.select(addresses).where(addresses.c.browser == browser).order_by(addresses.c.created)
    return [_address(row) for row in connection.execute(found).mappings()]


def find(connection: sa.Connection, id_: str) -> Address | None:
    """One of them."""
    row = connection.execute(sa.select(addresses).where(addresses.c.id == id_)).mappings().first()
    return None if row is None else _address(row)


def add(connection: sa.Connection, address: Address, most: int, since: str) -> bool:
    """A new one; False if the browser has so many, or if somebody has named this address since then and it
    was not confirmed: nobody gets letters without end that they have not asked for."""
    mine = sa.select(sa.func.count()).where(addresses.c.browser == address.browser)
    named = sa.and_(addresses.c.address == address.address, ~addresses.c.is_verified)
    forgotten = sa.and_(named, addresses.c.created < since)
    connection.execute(sa.delete(addresses).where(forgotten))
    is_named = connection.execute(sa.select(addresses.c.id).where(named)).first() is not None
    if is_named or connection.execute(mine).scalar_one() >= most:
        return False
    connection.execute(sa.insert(addresses), {name: getattr(address, name) for name in Address.__slots__})
    return True


def confirm(connection: sa.Connection, id_: str) -> None:
    """Its owner wants notices there."""
    connection.execute(sa.update(addresses).where(addresses.c.id == id_).values(is_verified=True, failures=0))


def remove(connection: sa.Connection, id_: str) -> None:
    """Nothing is sent there any more."""
    connection.execute(sa.delete(addresses).where(addresses.c.id == id_))


def _address(row: sa.RowMapping) -> Address:
    values: dict[str, Any] = {name: row[name] for name in Address.__slots__}
    return Address(**values)
