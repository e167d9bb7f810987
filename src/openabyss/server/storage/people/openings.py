"""The list of open tables, at which anybody may take a free seat. A table is on it while a seat is free, no
person has answered anything, and somebody has been there a moment ago: whatever else is stored is not shown,
and goes at the next opportunity."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa

from openabyss.client.protocol.parts import Config
from openabyss.errors import InvalidOption
from openabyss.server.storage.database.engines import one_by_one
from openabyss.server.storage.rows import PERSON, SeatRow, StoredTable, TableRow, are_cards_known
from openabyss.server.storage.schema import answers, openings, seats, tables, written_time
from openabyss.server.storage.seats import seats_of_each
from openabyss.server.storage.storage import insert
from openabyss.words import _, ngettext

# How long a table stays on the list when nobody is there.
PATIENCE = timedelta(minutes=3)
# How many tables are on the list at most, and at how many of them one browser may sit or be the host.
MAX_IN_ALL = 1000
MAX_OF_BROWSER = 3


class NotOnList(InvalidOption):
    """A table that cannot be on the list; the text says why."""


@dataclass(frozen=True, slots=True)
class Opening:
    """A table on the list. since: when it was put there."""

    table: str
    game: Config
    time_control: str
    since: str
    seats: list[SeatRow]

    @property
    def free(self) -> list[SeatRow]:
        """The seats that anybody may take."""
        return [seat for seat in self.seats if seat.kind == PERSON and seat.browser is None]


@dataclass(frozen=True, slots=True)
class Filter:
    """Which tables somebody looks for; None: any."""

    players: int | None = None
    sets: tuple[bool, bool] | None = None

    @property
    def conditions(self) -> list[sa.ColumnElement[bool]]:
        """The same in SQL."""
        wanted = [] if self.players is None else [openings.c.players == self.players]
        if self.sets is not None:
            wanted += [openings.c.kraken.is_(self.sets[0]), openings.c.leviathan.is_(self.sets[1])]
        return wanted


def create(connection: sa.Connection, row: TableRow, its_seats: list[SeatRow], at: datetime) -> None:
    """A new table that is on the list at once. Raises NotOnList, or IntegrityError if its id is taken."""
    insert(connection, StoredTable(row, its_seats))
    put(connection, row, its_seats, row.host, at)


def match(connection: sa.Connection, row: TableRow, its_seats: list[SeatRow], at: datetime) -> str:
    """Find a table for the host of this new one: the table on the list with the same game that has waited for
    longest, or else the new one, which is put there. Returns its id. Raises NotOnList."""
    one_by_one(connection, "open")  # two people at once would each open one
    game = _game_of(row)
    wanted = Filter(game.players, (game.kraken, game.leviathan))
    found = _listed(at).where(*wanted.conditions).order_by(openings.c.since, openings.c.table_id).limit(1)
    own = connection.execute(found.where(_is_of(row.host))).first()
    if own is not None:
        return str(own.id)
    _check_browser(connection, row.host, at)
    first = connection.execute(found).first()
    if first is not None:
        return str(first.id)
    create(connection, row, its_seats, at)
    return row.id


def put(
    connection: sa.Connection, row: TableRow, its_seats: Sequence[SeatRow], browser: str, at: datetime
) -> None:
    """Put a table on the list, or leave it there. Raises NotOnList."""
    if are_cards_known(row.config, open_seed=row.open_seed):
        raise NotOnList(_("A table whose cards somebody knows already cannot be on the list of open tables."))
    if all(seat.kind != PERSON or seat.browser is not None for seat in its_seats):
        raise NotOnList(_("No seat is free at this table, so it cannot be on the list of open tables."))
    if has_begun(connection, row.id):
        raise NotOnList(_("This table has already started, so it cannot be on the list of open tables."))
    tidy(connection, at)
    if connection.execute(sa.select(openings).where(openings.c.table_id == row.id)).first() is not None:
        return
    _check_browser(connection, browser, at)
    if connection.execute(sa.select(sa.func.count()).select_from(openings)).scalar_one() >= MAX_IN_ALL:
        raise NotOnList(_("Too many tables are on the list of open tables. Try again later."))
    game, now = _game_of(row), written_time(at)
    values = {"players": game.players, "kraken": game.kraken, "leviathan": game.leviathan}
    connection.execute(sa.insert(openings), {"table_id": row.id, "since": now, "seen": now, **values})


def take_off(connection: sa.Connection, table: str) -> None:
    """Take a table off the list."""
    connection.execute(sa.delete(openings).where(openings.c.table_id == table))


def check_free(connection: sa.Connection, table: str, browser: str, at: datetime) -> Opening | None:
    """A table on the list at which a browser may sit down; None if it is not there. Raises NotOnList where
    the browser waits at enough other tables already."""
    found = _with_seats(connection, connection.execute(_listed(at).where(tables.c.id == table)).all())
    if found:
        _check_browser(connection, browser, at)
    return found[0] if found else None


def is_listed(connection: sa.Connection, table: str, at: datetime) -> bool:
    """Whether a table is shown on the list."""
    return connection.execute(_listed(at).where(tables.c.id == table)).first() is not None


def has_begun(connection: sa.Connection, table: str) -> bool:
    """Whether somebody has already done something at a table."""
    return bool(connection.execute(sa.select(_has_begun(sa.literal(table)))).scalar_one())


def listed(
    connection: sa.Connection, wanted: Filter, at: datetime, skip: int, most: int
) -> tuple[list[Opening], int]:
    """A part of the list, those that have waited for longest first; and how many there are in all."""
    found = _listed(at).where(*wanted.conditions)
    count = connection.execute(sa.select(sa.func.count()).select_from(found.subquery())).scalar_one()
    in_order = found.order_by(openings.c.since, openings.c.table_id)
    return _with_seats(connection, connection.execute(in_order.offset(skip).limit(most)).all()), count


def keep(connection: sa.Connection, attended: Sequence[str], at: datetime) -> None:
    """Note that somebody is at these tables now, and remove what is not shown any more."""
    if attended:
        here = sa.update(openings).where(openings.c.table_id.in_(attended))
        connection.execute(here.values(seen=written_time(at)))
    tidy(connection, at)


def tidy(connection: sa.Connection, at: datetime) -> None:
    """Remove what is not shown any more."""
    shown = sa.select(_listed(at).subquery().c.id)
    connection.execute(sa.delete(openings).where(openings.c.table_id.not_in(shown)))


def is_empty(connection: sa.Connection) -> bool:
    """Whether nothing at all is on the list."""
    return connection.execute(sa.select(openings.c.table_id).limit(1)).first() is None


def _game_of(row: TableRow) -> Config:
    config: dict[str, Any] = row.config
    return _game(config["players"], config.get("kraken", False), config.get("leviathan", False))


def _game(players: int, kraken: bool, leviathan: bool) -> Config:
    return Config(players, kraken, leviathan, None, {})


def _listed(at: datetime) -> sa.Select[Any]:
    """The tables on the list."""
    is_free = sa.exists().where(
        seats.c.table_id == openings.c.table_id, seats.c.kind == PERSON, seats.c.browser.is_(None)
    )
    joined = sa.select(
        tables.c.id,
        openings.c.players,
        openings.c.kraken,
        openings.c.leviathan,
        openings.c.since,
        tables.c.time_control,
    ).join(tables, tables.c.id == openings.c.table_id)
    is_attended = openings.c.seen > written_time(at - PATIENCE)
    return joined.where(is_attended, is_free, ~_has_begun(openings.c.table_id))


def _has_begun(table: sa.ColumnElement[str]) -> sa.ColumnElement[bool]:
    return sa.exists().where(answers.c.table_id == table, answers.c.command_id.is_not(None))


def _is_of(browser: str) -> sa.ColumnElement[bool]:
    """The browser is the host of the table, or sits there."""
    sits = sa.exists().where(seats.c.table_id == openings.c.table_id, seats.c.browser == browser)
    return sa.or_(tables.c.host == browser, sits)


def _check_browser(connection: sa.Connection, browser: str, at: datetime) -> None:
    own = connection.execute(_listed(at).where(_is_of(browser)).limit(MAX_OF_BROWSER)).all()
    if len(own) >= MAX_OF_BROWSER:
        text = ngettext(
            "You are already waiting at {most} open table. Play there first, or take it off the list.",
            "You are already waiting at {most} open tables. Play there first, or take them off the list.",
            MAX_OF_BROWSER,
        )
        raise NotOnList(text.format(most=MAX_OF_BROWSER))


def _with_seats(connection: sa.Connection, rows: Sequence[sa.Row[Any]]) -> list[Opening]:
    of_each = seats_of_each(connection, [row.id for row in rows])
    games = [_game(row.players, row.kraken, row.leviathan) for row in rows]
    return [
        Opening(row.id, game, row.time_control, row.since, of_each[row.id])
        for row, game in zip(rows, games, strict=True)
    ]
