"""Who holds the seats of a table, who watches, and where links lead; the standing orders of seats."""

from collections.abc import Iterable, Sequence
from typing import Any

import sqlalchemy as sa

from openabyss.server.storage import schema
from openabyss.server.storage.rows import SeatRow, somebody_was_faster
from openabyss.server.storage.schema import seats, tables, watchers

# The columns of a row of ours: all but the one that says what it belongs to.
SEAT = [column for column in seats.c if column.name != "table_id"]


def seats_of(connection: sa.Connection, table: str, *, is_locked: bool = False) -> list[SeatRow]:
    """The seats of a table in order, which nobody changes before the end of the transaction if they are
    locked."""
    in_order = sa.select(*SEAT).where(seats.c.table_id == table).order_by(seats.c.seat)
    wanted = in_order.with_for_update() if is_locked else in_order
    return [SeatRow(*row) for row in connection.execute(wanted)]


def seats_of_each(connection: sa.Connection, ids: Iterable[str]) -> dict[str, list[SeatRow]]:
    """The seats of these tables in order, by their tables."""
    found: dict[str, list[SeatRow]] = {id_: [] for id_ in ids}
    of_tables = sa.select(seats.c.table_id, *SEAT).where(seats.c.table_id.in_(list(found)))
    for table, *seat in connection.execute(of_tables.order_by(seats.c.seat)):
        found[table].append(SeatRow(*seat))
    return found


def claim(
    connection: sa.Connection, table: str, token: str, browser: str, name: str, seen: Sequence[SeatRow]
) -> SeatRow | None:
    """Give a browser the seat to which a link leads. The seat as it then is; None if it is taken. Raises
    Conflict if the seats are not any more as they were seen."""
    _check_unchanged(connection, table, seen)
    is_free = sa.or_(seats.c.browser.is_(None), seats.c.transferable)
    one = sa.and_(seats.c.table_id == table, seats.c.token == token, is_free)
    return _change(connection, one, browser=browser, name=name, transferable=False)


def rename(
    connection: sa.Connection, table: str, seat: int, browser: str, name: str, seen: Sequence[SeatRow]
) -> SeatRow | None:
    """Another name for a seat. The seat as it then is; None if the browser does not hold it. Raises
    Conflict if the seats are not any more as they were seen."""
    _check_unchanged(connection, table, seen)
    return _change(connection, sa.and_(_is_seat(table, seat), seats.c.browser == browser), name=name)


def change_link(
    connection: sa.Connection, table: str, seat: int, holder: str | None, token: str, nonce: str
) -> SeatRow | None:
    """A new link to a seat, for another browser too; the old one leads nowhere any more. The seat as it then
    is; None if `holder` does not hold it (None: if somebody does)."""
    one = sa.and_(_is_seat(table, seat), seats.c.browser.is_not_distinct_from(holder))
    return _change(connection, one, token=token, nonce=nonce, transferable=True)


def _is_seat(table: str, seat: int) -> sa.ColumnElement[bool]:
    return sa.and_(seats.c.table_id == table, seats.c.seat == seat)


def _check_unchanged(connection: sa.Connection, table: str, seen: Sequence[SeatRow]) -> None:
    if seats_of(connection, table, is_locked=True) != list(seen):
        raise somebody_was_faster()


def _change(connection: sa.Connection, one: sa.ColumnElement[bool], **columns: Any) -> SeatRow | None:
    """Write these columns of the one seat for which the condition holds, and no others."""
    row = connection.execute(sa.update(seats).where(one).values(**columns).returning(*SEAT)).first()
    return None if row is None else SeatRow(*row)


def seat_of_token(connection: sa.Connection, token: str) -> tuple[str, int] | None:
    """The table and the seat to which the link with this hash leads; None if there is no such link."""
    found = connection.execute(
        sa.select(seats.c.table_id, seats.c.seat).where(seats.c.token == token)
    ).first()
    return None if found is None else (found.table_id, found.seat)


def table_of_watch_token(connection: sa.Connection, token: str) -> str | None:
    """The table to which the spectators' link with this hash leads."""
    return connection.scalar(sa.select(tables.c.id).where(tables.c.watch_token == token))


def change_watch_link(connection: sa.Connection, table: str, token: str, nonce: str) -> bool:
    """A new link for spectators; those who came by the old one stay. False if there is no such table."""
    one = sa.update(tables).where(tables.c.id == table)
    return connection.execute(one.values(watch_token=token, watch_nonce=nonce)).rowcount == 1


def add_watcher(connection: sa.Connection, table: str, browser: str) -> None:
    """Let a browser watch."""
    if not watches(connection, table, browser):
        connection.execute(sa.insert(watchers).values(table_id=table, browser=browser))


def watches(connection: sa.Connection, table: str, browser: str) -> bool:
    """Whether a browser may watch."""
    found = sa.select(watchers).where(watchers.c.table_id == table, watchers.c.browser == browser)
    return connection.execute(found).first() is not None


def read_orders(connection: sa.Connection, table: str, seat: int) -> sa.Row[Any] | None:
    """The orders of a seat, as the protocol writes them, and its times in seconds by kinds of questions, both
    as JSON; None without any."""
    orders = schema.orders.c
    columns: sa.Select[Any] = sa.select(orders.orders, orders.times)
    return connection.execute(columns.where(orders.table_id == table, orders.seat == seat)).first()


def write_orders(connection: sa.Connection, table: str, seat: int, orders: str, times: str) -> None:
    """Replace the orders and times of a seat."""
    one = sa.and_(schema.orders.c.table_id == table, schema.orders.c.seat == seat)
    connection.execute(sa.delete(schema.orders).where(one))
    values = {"table_id": table, "seat": seat, "orders": orders, "times": times}
    connection.execute(sa.insert(schema.orders), values)


def write_times(connection: sa.Connection, table: str, seat: int, times: str) -> None:
    """Replace the times of a seat that has orders."""
    orders = schema.orders.c
    one = sa.update(schema.orders).where(orders.table_id == table, orders.seat == seat)
    connection.execute(one.values(times=times))
