"""The addresses to which people have notices sent when the game waits for them, and the notices that are
still to be sent. A notice is written in the transaction of the entry after which somebody is asked, put off
in that of each answer after which they are asked again, and deleted in that of the entry after which they are
not: so none is lost, and nobody is called who has answered already.

A notice is marked before it is sent. If the server ends before it knows the outcome, the notice may have
arrived, so it is not sent again."""

from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa

from openabyss.server.credentials import hashed
from openabyss.server.storage import schema
from openabyss.server.storage.schema import addresses, outbox
from openabyss.server.storage.seats import seats_of_each

# How long somebody has to answer before a notice is sent: most people are at the table.
PATIENCE = timedelta(seconds=60)
# A notice that is due later than this was written by a wrong clock.
FARTHEST = timedelta(hours=26)
# A notice that was marked longer ago than this is left over from a server that has ended.
LOST_AFTER = timedelta(minutes=10)
# An address that has accepted none of this many notices is not used any more.
MAX_FAILURES = 5
# In place of a browser.
NOBODY = ""


@dataclass(frozen=True, slots=True)
class Call:
    """Who is asked after an entry; None: nobody gets a notice. has_answered: they were asked before, and the
    entry is theirs."""

    seat: int | None
    browser: str | None
    has_answered: bool = False


@dataclass(frozen=True, slots=True)
class Address:
    """Where somebody gets notices. kind: "webhook", "email" or "push". base: the address under which the
    browser reached the server. zone: the time zone of the quiet hours from `quiet_from` to `quiet_to`, in
    which nothing is sent; if they are equal, there are none. push_keys: with which a push is encrypted."""

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
    push_keys: str = ""


@dataclass(frozen=True, slots=True)
class Notice:
    """A notice to be sent. names: those of the table's seats, in order."""

    n: int
    table: str
    seat: int
    tries: int
    names: list[str]
    to: Address


def call(connection: sa.Connection, table: str, revision: int, who: Call, at: datetime) -> None:
    """Replace the notices of a table by those for this call; those for somebody who has just answered are put
    off. One that is being sent is not tried again."""
    if who.has_answered:
        due = schema.written_time(at + PATIENCE)
        waiting = sa.and_(outbox.c.table_id == table, outbox.c.claimed.is_(None), outbox.c.due < due)
        connection.execute(sa.update(outbox).where(waiting).values(due=due))
        return
    connection.execute(sa.delete(outbox).where(outbox.c.table_id == table))
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
    ).where(listens, addresses.c.failures < MAX_FAILURES)
    columns = ["address_id", "table_id", "seat", "revision", "due", "tries"]
    connection.execute(sa.insert(outbox).from_select(columns, row))


def is_due(connection: sa.Connection, at: datetime) -> bool:
    """Whether any notice is due."""
    lost = outbox.c.claimed < schema.written_time(at - LOST_AFTER)
    return (
        connection.execute(sa.select(outbox.c.n).where(sa.or_(_due(at), lost)).limit(1)).first() is not None
    )


def claim(connection: sa.Connection, most: int, at: datetime) -> list[Notice]:
    """Mark and return notices that are due; those left over from a server that has ended are deleted."""
    lost = outbox.c.claimed < schema.written_time(at - LOST_AFTER)
    connection.execute(sa.delete(outbox).where(lost))
    found = sa.select(outbox, addresses).join(addresses, addresses.c.id == outbox.c.address_id)
    oldest = found.where(_due(at)).order_by(outbox.c.due).limit(most)
    rows = connection.execute(oldest.with_for_update(of=outbox, skip_locked=True)).mappings().all()
    marked = sa.update(outbox).where(outbox.c.n.in_([row["n"] for row in rows]))
    connection.execute(marked.values(claimed=schema.written_time(at), tries=outbox.c.tries + 1))
    seats = seats_of_each(connection, [row["table_id"] for row in rows])
    return [
        Notice(
            n=row["n"],
            table=row["table_id"],
            seat=row["seat"],
            tries=row["tries"] + 1,
            names=[seat.name for seat in seats[row["table_id"]]],
            to=_address(row),
        )
        for row in rows
    ]


def _due(at: datetime) -> sa.ColumnElement[bool]:
    now, never = schema.written_time(at), schema.written_time(at + FARTHEST)
    return sa.and_(outbox.c.claimed.is_(None), sa.or_(outbox.c.due <= now, outbox.c.due > never))


def postpone(connection: sa.Connection, notice: Notice, due: datetime, *, is_try: bool) -> None:
    """A notice was not sent, and is due again later. `is_try` says whether this counts as an attempt."""
    one = sa.update(outbox).where(outbox.c.n == notice.n)
    tries = notice.tries if is_try else notice.tries - 1
    connection.execute(one.values(claimed=None, due=schema.written_time(due), tries=tries))


def end(connection: sa.Connection, notice: Notice, failures: int) -> None:
    """Delete a notice that was sent or is given up, and count how many in a row the address has not
    accepted. Nothing else is sent to one that is not used any more."""
    is_over = failures >= MAX_FAILURES
    ended = outbox.c.address_id == notice.to.id if is_over else outbox.c.n == notice.n
    connection.execute(sa.delete(outbox).where(ended))
    one = sa.update(addresses).where(addresses.c.id == notice.to.id)
    connection.execute(one.where(addresses.c.failures != failures).values(failures=failures))


# ------------------------------------------------------------------------------------ addresses


def of_browser(connection: sa.Connection, browser: str) -> list[Address]:
    """The addresses of a browser, the oldest first."""
    found = sa.select(addresses).where(addresses.c.browser == browser).order_by(addresses.c.created)
    return [_address(row) for row in connection.execute(found).mappings()]


def find(connection: sa.Connection, id_: str) -> Address | None:
    """One address."""
    row = connection.execute(sa.select(addresses).where(addresses.c.id == id_)).mappings().first()
    return None if row is None else _address(row)


def add(connection: sa.Connection, address: Address, most: int, since: str) -> bool:
    """Add an address; False if the browser has its maximum, or if somebody has named this address since
    `since` and it was not confirmed: nobody gets more and more letters that they have not asked for."""
    if address.push_keys:
        unconfirmed = sa.and_(_is_in_the_browser_of(address), ~addresses.c.is_verified)
        connection.execute(sa.delete(addresses).where(unconfirmed))
    others = sa.and_(addresses.c.browser == address.browser, ~_is_in_the_browser_of(address))
    mine = sa.select(sa.func.count()).where(others)
    plain = address.address.lower()
    is_alike = sa.func.lower(addresses.c.address).in_([plain, hashed(plain)])
    named = sa.and_(is_alike, ~addresses.c.is_verified)
    is_over = sa.and_(addresses.c.created < since, sa.or_(named, addresses.c.browser == NOBODY))
    connection.execute(sa.delete(addresses).where(is_over))
    is_named = connection.execute(sa.select(addresses.c.id).where(named)).first() is not None
    if is_named or connection.execute(mine).scalar_one() >= most:
        return False
    connection.execute(sa.insert(addresses), asdict(address))
    return True


def confirm(connection: sa.Connection, address: Address) -> None:
    """The owner of the address wants notices. Of those who have used one browser only the last gets notices
    there."""
    mine = addresses.c.id == address.id
    connection.execute(sa.update(addresses).where(mine).values(is_verified=True, failures=0))
    if address.push_keys:
        connection.execute(sa.delete(addresses).where(_is_in_the_browser_of(address), ~mine))


def _is_in_the_browser_of(address: Address) -> sa.ColumnElement[bool]:
    """Whether a row is a subscription of the same browser."""
    return sa.and_(addresses.c.address == address.address, addresses.c.push_keys != "")


def withdraw(connection: sa.Connection, address: Address) -> None:
    """Somebody wants an address no more. Of one that nobody has confirmed a hash stays until it may be named
    again: otherwise it would get a letter each time that it is removed and added."""
    mine, unseen = addresses.c.id == address.id, hashed(address.address.lower())
    connection.execute(sa.delete(addresses).where(mine, addresses.c.is_verified))
    connection.execute(sa.update(addresses).where(mine).values(browser=NOBODY, address=unseen))


def remove(connection: sa.Connection, id_: str) -> None:
    """Delete an address."""
    connection.execute(sa.delete(addresses).where(addresses.c.id == id_))


def _address(row: sa.RowMapping) -> Address:
    values: dict[str, Any] = {name: row[name] for name in Address.__slots__}
    return Address(**values)
