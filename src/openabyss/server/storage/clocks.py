"""What time people have left, and whose runs. It is counted in seconds of service: those in which a server
was up and its database worked. Nothing else takes anybody's time, neither a restart nor a clock that is set
right: the time of service is put forward every few seconds, and a longer silence counts nothing."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

import sqlalchemy as sa

from openabyss.server.storage import schema
from openabyss.server.storage.database.engines import SQLITE

# After a longer silence nobody knows whether there was a server meanwhile.
LONGEST_SILENCE = 8.0
DAY = 24 * 60 * 60
# Seconds at the beginning, and more each time the game comes to a seat: "600+20"; or days each time: "3d".
TIME_CONTROL = r"[1-9][0-9]{1,4}\+[1-9][0-9]{0,3}|[1-9][0-9]?d"


@dataclass(frozen=True, slots=True)
class Turn:
    """Whose time is to run from now on; None: nobody's. If the game comes to this seat anew, it has `more`
    seconds than before, and `least` at least; it has `again` if it would have none. The seat whose time ran
    until now gives `back` seconds, even if it has fewer left."""

    seat: int | None
    more: float = 0.0
    least: float = 0.0
    again: float = 0.0
    back: float = 0.0


@dataclass(frozen=True, slots=True)
class TimeControl:
    """What time people have. more: seconds that are added each time the game comes to a seat; None: it then
    has all its `seconds` again."""

    seconds: int
    more: int | None = None

    @classmethod
    def read(cls, text: str) -> "TimeControl | None":
        """Of a text as TIME_CONTROL says; None for "", which is no limit."""
        if not text:
            return None
        if text.endswith("d"):
            return cls(int(text[:-1]) * DAY)
        seconds, _plus, more = text.partition("+")
        return cls(int(seconds), int(more))

    def coming_to(self, seat: int) -> Turn:
        """The others have played, and the game comes to this seat."""
        return Turn(seat, least=self.seconds) if self.more is None else Turn(seat, more=self.more)

    def going_back_to(self, seat: int | None) -> Turn:
        """The last move is undone, and with it the seconds that it has added: otherwise somebody could give
        the next player time by undoing and playing again. Days are not added up anyway."""
        return Turn(seat, back=self.more or 0)

    def returning_to(self, seat: int) -> Turn:
        """Its person takes it back from a computer, and has time again if theirs was over: otherwise they
        could gain some by handing it over."""
        return Turn(seat, again=self.seconds if self.more is None else self.more)


@dataclass(frozen=True, slots=True)
class ClockRow:
    """The seconds that each seat has left, and whose time runs. is_up: it is over, and a server has seen to
    it."""

    left: tuple[float, ...]
    seat: int | None = None
    is_up: bool = False


class Service:
    """The time of service as one process knows it."""

    def __init__(self) -> None:
        # Since it was put forward last, the database has done all that this process asked for.
        self.is_going_on = False

    def seconds(self, connection: sa.Connection) -> float:
        """How long there has been service in all."""
        row = connection.execute(sa.select(schema.service)).first()
        return 0.0 if row is None else self._later(row, clock_of(connection))

    def put_forward(self, connection: sa.Connection) -> None:
        """Note that there is service. Where nobody's time runs, nothing is written."""
        if connection.execute(sa.select(schema.clocks.c.table_id).where(_RUNS).limit(1)).first() is None:
            return
        row = connection.execute(sa.select(schema.service).with_for_update()).first()
        at = clock_of(connection)
        if row is None:
            connection.execute(sa.insert(schema.service), {"n": 1, "seconds": 0.0, "at": at})
        else:
            later = self._later(row, at)
            connection.execute(sa.update(schema.service).values(seconds=later, at=at))

    def _later(self, row: sa.Row[tuple[int, float, float]], at: float) -> float:
        silence = at - float(row.at)
        counts = self.is_going_on and 0.0 <= silence <= LONGEST_SILENCE
        return float(row.seconds) + (silence if counts else 0.0)


def clock_of(connection: sa.Connection) -> float:
    """The clock of a database that several servers may share; one process alone has a better one."""
    if connection.dialect.name == SQLITE:
        return time.monotonic()
    now = sa.func.extract("epoch", sa.func.clock_timestamp())
    return float(connection.execute(sa.select(now)).scalar_one())


_RUNS = schema.clocks.c.due.is_not(None)


def set_up(connection: sa.Connection, table: str, seconds: float, players: int) -> None:
    """Give everybody at a table these seconds."""
    row = {"table_id": table, "left": [seconds] * players, "seat": None, "due": None}
    connection.execute(sa.insert(schema.clocks), row)


def read(connection: sa.Connection, tables: Sequence[str], service: Service) -> dict[str, ClockRow]:
    """The clocks of those of these tables that have any."""
    rows = connection.execute(sa.select(schema.clocks).where(schema.clocks.c.table_id.in_(tables))).all()
    now = service.seconds(connection) if rows else 0.0
    return {row.table_id: _read(row, now) for row in rows}


def _read(row: sa.Row[tuple[str, list[float], int | None, float | None]], now: float) -> ClockRow:
    left = [*map(float, row.left)]
    if row.seat is not None and row.due is not None:
        left[row.seat] = max(0.0, row.due - now)
    return ClockRow(tuple(left), row.seat, row.seat is not None and row.due is None)


def pass_on(
    connection: sa.Connection, table: str, turn: Turn, service: Service, revision: int | None = None
) -> None:
    """Let the time of another seat run at a table, if it has clocks, and, where a revision is given, has no
    more entries than that."""
    if revision is not None:
        last = sa.and_(schema.tables.c.id == table, schema.tables.c.entries == revision)
        if connection.execute(sa.select(schema.tables.c.id).where(last).with_for_update()).first() is None:
            return
    found = sa.select(schema.clocks).where(schema.clocks.c.table_id == table)
    row = connection.execute(found.with_for_update()).first()
    if row is None or row.seat == turn.seat:
        return
    now = service.seconds(connection)
    left, due = [*_read(row, now).left], None
    if row.seat is not None:
        left[row.seat] -= turn.back
    if turn.seat is not None:
        left[turn.seat] = max(left[turn.seat] + turn.more, turn.least) or turn.again
        due = now + left[turn.seat]
    one = sa.update(schema.clocks).where(schema.clocks.c.table_id == table)
    connection.execute(one.values(left=left, seat=turn.seat, due=due))


def run_out(connection: sa.Connection, most: int, service: Service) -> list[str]:
    """Tables at which somebody's time is over, the longest first."""
    clocks = schema.clocks.c
    due = sa.select(clocks.table_id).where(_RUNS, clocks.due <= service.seconds(connection))
    return list(connection.execute(due.order_by(clocks.due).limit(most)).scalars())


def without_person(
    connection: sa.Connection, after: str, most: int, now: datetime, quiet: timedelta
) -> list[tuple[str, int]]:
    """Tables that go on, have not changed for some time, and where nobody's time runs though everybody has
    come, so that a computer is asked: those after this id, and how many entries each has."""
    tables, clocks, seats = schema.tables.c, schema.clocks.c, schema.seats.c
    free = sa.exists().where(seats.table_id == tables.id, seats.level.is_(None), seats.browser.is_(None))
    found = sa.select(tables.id, tables.entries).join(schema.clocks, clocks.table_id == tables.id)
    # What has changed in the future was written by a clock that was wrong.
    lately = tables.changed.between(schema.written_time(now - quiet), schema.written_time(now + quiet))
    waits = found.where(
        tables.stage == schema.BEGUN, ~lately, clocks.seat.is_(None), ~free, tables.id > after
    )
    return [(row.id, row.entries) for row in connection.execute(waits.order_by(tables.id).limit(most))]


def stop(connection: sa.Connection, table: str, service: Service) -> bool:
    """The time that runs at a table is over, and that has been seen to; False if none runs that is over: the
    person has answered meanwhile."""
    clocks = schema.clocks.c
    found = sa.select(schema.clocks).where(clocks.table_id == table, _RUNS).with_for_update()
    row = connection.execute(found).first()
    if row is None or row.due is None or row.seat is None or row.due > service.seconds(connection):
        return False
    left = [0.0 if seat == row.seat else seconds for seat, seconds in enumerate(row.left)]
    one = sa.update(schema.clocks).where(clocks.table_id == table)
    connection.execute(one.values(left=left, due=None))
    return True
