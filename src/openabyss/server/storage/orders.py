"""The standing orders of a seat, and how long its person takes for answers."""

from dataclasses import dataclass

import sqlalchemy as sa

from openabyss.server.storage import schema


@dataclass(frozen=True, slots=True)
class OrdersRow:
    """Orders and times as JSON: `orders` as the protocol writes them, `times` by kinds of questions, in
    seconds."""

    orders: str
    times: str


def read_orders(connection: sa.Connection, table: str, seat: int) -> OrdersRow | None:
    """The orders and times of a seat; None without any."""
    orders = schema.orders.c
    found = sa.select(orders.orders, orders.times).where(orders.table_id == table, orders.seat == seat)
    row = connection.execute(found).first()
    return None if row is None else OrdersRow(row.orders, row.times)


def write_orders(connection: sa.Connection, table: str, seat: int, row: OrdersRow) -> None:
    """Replace the orders and times of a seat."""
    orders = schema.orders.c
    connection.execute(sa.delete(schema.orders).where(orders.table_id == table, orders.seat == seat))
    values = {"table_id": table, "seat": seat, "orders": row.orders, "times": row.times}
    connection.execute(sa.insert(schema.orders), values)


def write_times(connection: sa.Connection, table: str, seat: int, times: str) -> None:
    """Replace the times of a seat that has orders."""
    orders = schema.orders.c
    one = sa.update(schema.orders).where(orders.table_id == table, orders.seat == seat)
    connection.execute(one.values(times=times))
