"""Leagues: who takes part, the tables of each round, and what came of them. A finished table counts once, in
the transaction that stores its end; a round begins once, whichever server begins it."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Any, NamedTuple

import sqlalchemy as sa

from openabyss.errors import InvalidOption
from openabyss.server.storage.people.ratings import Result
from openabyss.server.storage.schema import league_entrants, league_tables, leagues, tables, written_time
from openabyss.words import ngettext

ROUND_ROBIN, SWISS = SYSTEMS = ("round_robin", "swiss")
MAX_ENTRANTS = 32
# How many leagues somebody may have that have not reached their last round.
MAX_OF_HOST = 5
MAX_SHOWN = 50
ENTRANT = ("number", "name", "browser")
# A table of the present round is not over. A table of a league was not deleted.
_IS_PLAYED = sa.exists().where(
    league_tables.c.league_id == leagues.c.id,
    league_tables.c.round == leagues.c.round,
    league_tables.c.places == "",
)
_IS_THERE = sa.exists().where(tables.c.id == league_tables.c.table_id)


class LeagueRefused(InvalidOption):
    """Something that cannot be done with a league; the text says why."""


@dataclass(frozen=True, slots=True)
class League:
    """A league. host: the hash of the browser that has made it. rounds: how many there are, 0 before a round
    robin has begun. round: which one is played, 0 while people join. players: of each table."""

    id: str
    changed: str
    host: str
    name: str
    system: str
    players: int
    kraken: bool
    leviathan: bool
    time_control: str
    time_up: str
    rounds: int
    round: int = 0


@dataclass(frozen=True, slots=True)
class Entrant:
    """Somebody who takes part; a computer has no browser."""

    number: int
    name: str
    browser: str | None


@dataclass(frozen=True, slots=True)
class LeagueTable:
    """A table of a round. entrants: who sits there, by seat; places are empty until it is over. scores are
    empty for a draw of all who sit there, which no game has decided."""

    round: int
    place: int
    table: str
    entrants: tuple[int, ...]
    places: tuple[int, ...] = ()
    scores: tuple[int, ...] = ()

    @property
    def is_drawn(self) -> bool:
        """Whether it counts as a draw without a game that was played to its end."""
        return bool(self.places) and not self.scores


@dataclass(frozen=True, slots=True)
class FoundLeague:
    """Everything stored of a league."""

    league: League
    entrants: list[Entrant]
    tables: list[LeagueTable]

    @property
    def is_round_over(self) -> bool:
        """Whether all tables of the present round are over."""
        return all(one.places for one in self.tables if one.round == self.league.round)

    @property
    def is_over(self) -> bool:
        return 0 < self.league.rounds == self.league.round and self.is_round_over

    def entrant_of(self, browser: str | None) -> Entrant | None:
        """How a browser takes part."""
        return next((one for one in self.entrants if None is not browser == one.browser), None)


class LeagueOfTable(NamedTuple):
    """The league that a table belongs to, and whether it is a draw there, whatever comes of its game."""

    id: str
    name: str
    is_drawn: bool


def of_table(connection: sa.Connection, table: str) -> LeagueOfTable | None:
    """The league that a table belongs to, if any."""
    found = sa.select(league_tables, leagues.c.name).join(leagues, league_tables.c.league_id == leagues.c.id)
    row = connection.execute(found.where(league_tables.c.table_id == table)).first()
    return None if row is None else LeagueOfTable(row.league_id, row.name, _table(row).is_drawn)


def names_beside(connection: sa.Connection, table: str) -> list[str]:
    """The names of all who take part in the league that a table belongs to."""
    found = sa.select(league_entrants.c.name).join(
        league_tables, league_tables.c.league_id == league_entrants.c.league_id
    )
    return list(connection.execute(found.where(league_tables.c.table_id == table)).scalars())


def rename(connection: sa.Connection, table: str, seat: int, name: str) -> None:
    """Who has this seat of a table takes part in its league, if any, under another name."""
    of_it = sa.select(league_tables.c.league_id, league_tables.c.entrants)
    row = connection.execute(of_it.where(league_tables.c.table_id == table)).first()
    if row is not None:
        number = int(row.entrants.split()[seat])
        its = sa.and_(league_entrants.c.league_id == row.league_id, league_entrants.c.number == number)
        connection.execute(sa.update(league_entrants).where(its).values(name=name))


def create(connection: sa.Connection, league: League, first: Entrant) -> None:
    """A new league with its first entrant. Raises LeagueRefused."""
    goes_on = sa.or_(leagues.c.round == 0, leagues.c.round < leagues.c.rounds)
    mine = sa.select(sa.func.count()).where(leagues.c.host == league.host, goes_on)
    if connection.execute(mine).scalar_one() >= MAX_OF_HOST:
        text = ngettext(
            "You already have {most} league that has not ended. Finish it or delete it first.",
            "You already have {most} leagues that have not ended. Finish or delete one first.",
            MAX_OF_HOST,
        )
        raise LeagueRefused(text.format(most=MAX_OF_HOST))
    connection.execute(sa.insert(leagues), asdict(league))
    enter(connection, league.id, first)


def find(connection: sa.Connection, id_: str, *, is_locked: bool = False) -> FoundLeague | None:
    """A league, which nobody else changes before the end of the transaction if it is locked."""
    one = sa.select(leagues).where(leagues.c.id == id_)
    row = connection.execute(one.with_for_update() if is_locked else one).first()
    if row is None:
        return None
    of_league = sa.select(*(league_entrants.c[name] for name in ENTRANT))
    entrants = of_league.where(league_entrants.c.league_id == id_).order_by(league_entrants.c.number)
    of_rounds = sa.select(league_tables).where(league_tables.c.league_id == id_)
    in_order = of_rounds.order_by(league_tables.c.round, league_tables.c.place)
    return FoundLeague(
        League(*row),
        [Entrant(*entrant) for entrant in connection.execute(entrants)],
        [_table(table) for table in connection.execute(in_order)],
    )


def _table(row: sa.Row[Any]) -> LeagueTable:
    numbers = (tuple(map(int, text.split())) for text in (row.entrants, row.places, row.scores))
    return LeagueTable(row.round, row.place, row.table_id, *numbers)


def of_browser(connection: sa.Connection, browser: str) -> list[League]:
    """The leagues that somebody has made or takes part in, the latest change first."""
    joined = sa.select(league_entrants.c.league_id).where(league_entrants.c.browser == browser)
    mine = sa.select(leagues).where(sa.or_(leagues.c.host == browser, leagues.c.id.in_(joined)))
    latest = mine.order_by(leagues.c.changed.desc(), leagues.c.id).limit(MAX_SHOWN)
    return [League(*row) for row in connection.execute(latest)]


def enter(connection: sa.Connection, id_: str, *entrants: Entrant) -> None:
    """They take part from now on."""
    connection.execute(sa.insert(league_entrants), [{"league_id": id_, **asdict(one)} for one in entrants])


def withdraw(connection: sa.Connection, id_: str, number: int) -> None:
    """Somebody does not take part any more."""
    one = sa.and_(league_entrants.c.league_id == id_, league_entrants.c.number == number)
    connection.execute(sa.delete(league_entrants).where(one))


def change(connection: sa.Connection, /, id_: str, **columns: Any) -> None:
    """Write these columns."""
    changed = written_time(datetime.now(UTC))
    connection.execute(sa.update(leagues).where(leagues.c.id == id_).values(changed=changed, **columns))


def add_tables(connection: sa.Connection, id_: str, made: Sequence[LeagueTable]) -> None:
    """The tables of a new round."""
    for one in made:
        numbers = {name: _written(getattr(one, name)) for name in ("entrants", "places", "scores")}
        row = {"league_id": id_, "round": one.round, "place": one.place, "table_id": one.table}
        connection.execute(sa.insert(league_tables), {**row, **numbers})


def _written(numbers: Sequence[int]) -> str:
    return " ".join(map(str, numbers))


def note_end(connection: sa.Connection, table: str, result: Result) -> None:
    """The game of a table is over, which may belong to a league. The first end counts, also if somebody takes
    it back."""
    places = (1,) * len(result.places) if result.is_void else result.places
    _end(connection, table, places, () if result.is_void else result.scores)


def _end(connection: sa.Connection, table: str, places: Sequence[int], scores: Sequence[int]) -> None:
    goes_on = sa.and_(league_tables.c.table_id == table, league_tables.c.places == "")
    ended = sa.update(league_tables).where(goes_on)
    connection.execute(ended.values(places=_written(places), scores=_written(scores)))


def draw(connection: sa.Connection, table: LeagueTable) -> None:
    """A table that is not over, and is not waited for any more, is a draw of all who sit there."""
    _end(connection, table.table, (1,) * len(table.entrants), ())


def lost_tables(connection: sa.Connection) -> list[LeagueTable]:
    """Tables that were deleted before they were over."""
    lost = sa.select(league_tables).where(league_tables.c.places == "", ~_IS_THERE)
    return [_table(row) for row in connection.execute(lost)]


def tables_there(connection: sa.Connection, id_: str) -> set[str]:
    """The tables of a league that can still be looked at."""
    there = sa.select(league_tables.c.table_id).where(league_tables.c.league_id == id_, _IS_THERE)
    return set(connection.execute(there).scalars())


def due(connection: sa.Connection) -> list[str]:
    """The leagues whose next round may begin."""
    waiting = sa.select(leagues.c.id).where(leagues.c.round > 0, leagues.c.round < leagues.c.rounds)
    return list(connection.execute(waiting.where(~_IS_PLAYED)).scalars())


def over(connection: sa.Connection, ids: Sequence[str]) -> set[str]:
    """Those of these leagues whose last round is over."""
    last = sa.select(leagues.c.id).where(leagues.c.round > 0, leagues.c.round == leagues.c.rounds)
    return set(connection.execute(last.where(leagues.c.id.in_(ids), ~_IS_PLAYED)).scalars())


def delete(connection: sa.Connection, id_: str) -> None:
    """The league is no more; its tables stay."""
    connection.execute(sa.delete(leagues).where(leagues.c.id == id_))


def forget(connection: sa.Connection, before: str, unbegun_before: str) -> None:
    """Delete the leagues that have not changed since, and those that have not even begun since another
    time."""
    is_old = leagues.c.changed < before
    never_begun = sa.and_(leagues.c.round == 0, leagues.c.changed < unbegun_before)
    connection.execute(sa.delete(leagues).where(sa.or_(is_old, never_begun)))
