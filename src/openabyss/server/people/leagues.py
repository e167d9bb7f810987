"""Leagues: people join by a link, each round is a set of tables at which they sit, and the next round begins
when all of these are over."""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from itertools import groupby

import sqlalchemy as sa

from openabyss.arena.leagues import Played, Round, Standing, points_of, round_robin, standings, swiss_round
from openabyss.errors import OpenAbyssError
from openabyss.server.credentials import hashed, is_table_id, new_browser_secret
from openabyss.server.storage import outbox
from openabyss.server.storage.people import leagues
from openabyss.server.storage.people.kept_names import check_names
from openabyss.server.storage.people.leagues import (
    MAX_ENTRANTS,
    ROUND_ROBIN,
    Entrant,
    FoundLeague,
    League,
    LeagueRefused,
    LeagueTable,
)
from openabyss.server.storage.rows import MAX_GRACE, StoredTable
from openabyss.server.storage.storage import insert
from openabyss.server.tables.creation import first_call
from openabyss.server.tables.errors import Refusal, UnknownTable, stale
from openabyss.server.tables.live.table import LiveTable
from openabyss.server.tables.names import check_name, check_unkept, looks_of
from openabyss.server.tables.seating import (
    COMPUTER,
    DEFAULT_GRACE,
    DEFAULT_LEVEL,
    FRIEND,
    SeatWanted,
    TableWanted,
    config_of_request,
    distinct,
)
from openabyss.server.tables.tables import Tables
from openabyss.words import _
from openabyss.words.levels import computer_names

MAX_ROUNDS = 15
# How long somebody must be away where time has no limit: a round begins when nobody may be looking.
GRACE = MAX_GRACE


class Leagues:
    """The leagues of a server."""

    def __init__(self, tables: Tables) -> None:
        self._tables, self._storage = tables, tables.storage

    async def find(self, id_: str) -> FoundLeague:
        """Raises UnknownTable."""
        found = await self._storage.read(leagues.find, id_) if is_table_id(id_) else None
        if found is None:
            raise _unknown()
        return found

    async def create(self, league: League, name: str) -> None:
        """Store a new league, in which its host takes part. Raises InvalidOption."""
        seats = tuple(SeatWanted(FRIEND) for _seat in range(league.players))
        config_of_request(TableWanted(seats, kraken=league.kraken, leviathan=league.leviathan))
        title, called = check_name(league.name), name or _("Captain")
        await check_unkept(self._storage, [called], league.host)
        rounds = 0 if league.system == ROUND_ROBIN else league.rounds
        named = replace(league, name=title, rounds=rounds)
        await self._storage.write(leagues.create, named, Entrant(0, called, league.host))

    # --------------------------------------------------------------------- before the first round

    async def join(self, id_: str, browser: str, name: str) -> None:
        """Take part under this name, or one like it if somebody else has it. Raises UnknownTable,
        InvalidOption."""

        def job(connection: sa.Connection, found: FoundLeague) -> None:
            if found.entrant_of(browser) is not None:
                return
            if len(found.entrants) >= MAX_ENTRANTS:
                text = _("This league is full: {most} can take part.")
                raise LeagueRefused(text.format(most=MAX_ENTRANTS))
            called = distinct(name or _("Guest"), [one.name for one in found.entrants])
            # With its number it may be a name that somebody keeps.
            check_names(connection, {text: looks_of(text) for text in (name, called)}, browser)
            number = 1 + max((one.number for one in found.entrants), default=-1)
            leagues.enter(connection, id_, Entrant(number, called, browser))
            leagues.change(connection, id_)

        await self._change(id_, job, is_open=True)

    async def leave(self, id_: str, browser: str, name: str | None = None) -> None:
        """Do not take part any more; the host may remove others by their names: a number may be somebody
        else's by now. Raises UnknownTable, Refusal, InvalidOption."""

        def job(connection: sa.Connection, found: FoundLeague) -> None:
            left = found.entrant_of(browser)
            if name is not None:
                _check_host(found, browser)
                left = next((one for one in found.entrants if one.name == name), None)
            if left is not None:
                leagues.withdraw(connection, id_, left.number)
                leagues.change(connection, id_)

        await self._change(id_, job, is_open=True)

    async def _change(
        self, id_: str, job: Callable[[sa.Connection, FoundLeague], None], *, is_open: bool = False
    ) -> None:
        """Change a league that nobody else changes meanwhile, and which has to be open for joining if
        `is_open`. Raises UnknownTable, LeagueRefused."""

        def locked(connection: sa.Connection) -> None:
            found = leagues.find(connection, id_, is_locked=True)
            if found is None:
                raise _unknown()
            if is_open:
                _check_not_begun(found)
            job(connection, found)

        await self._storage.write(locked)

    # ---------------------------------------------------------------------------------- rounds

    async def begin(self, id_: str, browser: str) -> None:
        """The host begins the first round. Raises UnknownTable, Refusal, InvalidOption."""
        found = await self.find(id_)
        _check_host(found, browser)
        _check_not_begun(found)
        if len(found.entrants) < 2:
            raise LeagueRefused(_("At least two people have to take part."))
        numbered = [replace(one, number=number) for number, one in enumerate(found.entrants)]
        entrants = [*numbered, *_computers(numbered, found.league.players)]
        rounds = found.league.rounds or len(
            await asyncio.to_thread(round_robin, len(entrants), found.league.players)
        )
        await self._open_round(found, FoundLeague(replace(found.league, rounds=rounds), entrants, []))

    async def _open_round(self, known: FoundLeague, found: FoundLeague) -> None:
        """Store the tables of the next round, and who takes part from now on, unless the league is no longer
        as it is known; and let computers play there."""
        league, number = found.league, found.league.round + 1
        paired = await asyncio.to_thread(next_tables, found)
        prepared = [self._prepare(found, table) for table in paired]
        calls = [(stored.row.id, first_call(stored)) for stored in prepared]
        made = [
            LeagueTable(number, place, stored.row.id, entrants)
            for place, (entrants, stored) in enumerate(zip(paired, prepared, strict=True))
        ]

        def job(connection: sa.Connection) -> None:
            if leagues.find(connection, league.id, is_locked=True) != known:
                raise stale()
            if found.entrants != known.entrants:
                for one in known.entrants:
                    leagues.withdraw(connection, league.id, one.number)
                leagues.enter(connection, league.id, *found.entrants)
            for stored in prepared:
                insert(connection, stored)
            for table, call in calls:
                outbox.call(connection, table, 0, call, datetime.now(UTC))
            leagues.add_tables(connection, league.id, made)
            leagues.change(connection, league.id, round=number, rounds=league.rounds)

        await self._storage.write(job)
        for stored in prepared:
            await self._tables.registry.get(stored.row.id)

    def _prepare(self, found: FoundLeague, table: Sequence[int]) -> StoredTable:
        league, sitting = found.league, [found.entrants[number] for number in table]
        people = [one for one in sitting if one.browser is not None]
        wanted = TableWanted(
            tuple(
                SeatWanted(COMPUTER, one.name, DEFAULT_LEVEL)
                if one.browser is None
                else SeatWanted(FRIEND, one.name)
                for one in sitting
            ),
            kraken=league.kraken,
            leviathan=league.leviathan,
            grace=DEFAULT_GRACE if league.time_control else GRACE,
            time_control=league.time_control,
            # Where one person plays with computers, there are no others who could decide anything.
            time_up="others" if league.time_up == "others" and len(people) > 1 else "computer",
        )
        nobody = hashed(new_browser_secret())  # The host of the league competes with those who sit here.
        return self._tables.creation.prepare(wanted, nobody, [one.browser for one in sitting])

    async def end_round(self, id_: str, browser: str, number: int) -> None:
        """The host does not wait for the tables of this round any more: they are drawn. Raises UnknownTable,
        Refusal, also if another round has begun meanwhile."""

        def job(connection: sa.Connection, found: FoundLeague) -> None:
            _check_host(found, browser)
            if found.league.round != number:
                raise stale()
            for one in found.tables:
                leagues.draw(connection, one)

        await self._change(id_, job)
        await self.go_on()

    async def delete(self, id_: str, browser: str) -> None:
        """The host deletes the league; its tables stay. Raises UnknownTable, Refusal."""

        def job(connection: sa.Connection, found: FoundLeague) -> None:
            _check_host(found, browser)
            leagues.delete(connection, id_)

        await self._change(id_, job)

    async def watch(self, id_: str, table: str, browser: str, allow: Callable[[], object]) -> LiveTable:
        """A table of a league, at which those who know the league may watch. Raises UnknownTable, and what
        `allow` raises for a new spectator."""
        found = await self.find(id_)
        if table not in [one.table for one in found.tables]:
            raise UnknownTable(_("There is no such table."))
        live = await self._tables.registry.get(table)
        await self._tables.invitations.let_watch(live, browser, allow)
        return live

    async def go_on(self) -> None:
        """Begin the rounds that are due; tables that were deleted are drawn."""
        for lost in await self._storage.read(leagues.lost_tables):
            await self._storage.write(leagues.draw, lost)
        for id_ in await self._storage.read(leagues.due):
            with suppress(OpenAbyssError):  # Another server was faster, or the league was deleted.
                found = await self.find(id_)
                # If another server was even faster, this is the round that it has begun.
                if found.is_round_over:
                    await self._open_round(found, found)


def next_tables(found: FoundLeague) -> Round:
    """Who meets in the next round."""
    league, entrants = found.league, len(found.entrants)
    if league.system == ROUND_ROBIN:
        return round_robin(entrants, league.players)[league.round]
    rounds = [
        tuple(one.entrants for one in of_round)
        for _round, of_round in groupby(found.tables, lambda one: one.round)
    ]
    return swiss_round(points_of(entrants, _played(found)), rounds, league.players)


def standings_of(found: FoundLeague) -> list[Standing]:
    """All who take part, the best first."""
    return standings(len(found.entrants), _played(found))


def _played(found: FoundLeague) -> list[Played]:
    nothing = (0,) * found.league.players
    return [Played(one.entrants, one.places, one.scores or nothing) for one in found.tables if one.places]


def _computers(people: Sequence[Entrant], players: int) -> list[Entrant]:
    """Computers for the places that are left at the last table."""
    found: list[Entrant] = []
    names = [one.name for one in people]
    for number in range(-len(people) % players):
        names.append(distinct(computer_names()[number], names))
        found.append(Entrant(len(people) + number, names[-1], None))
    return found


def _check_host(found: FoundLeague, browser: str) -> None:
    if found.league.host != browser:
        raise Refusal("forbidden", _("Only the person who started the league can do that."))


def _check_not_begun(found: FoundLeague) -> None:
    if found.league.round > 0:
        raise LeagueRefused(_("This league has already begun."))


def _unknown() -> UnknownTable:
    return UnknownTable(_("There is no such league."))
