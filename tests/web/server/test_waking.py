"""After a restart computers go on at timed tables that nobody opens, so that whoever is next is told."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest
import sqlalchemy as sa

from openabyss.server.settings import Settings
from openabyss.server.storage import DatabaseUnavailable, Storage, outbox, schema
from openabyss.server.storage.outbox import Address
from openabyss.server.storage.rows import history_of
from openabyss.server.tables import timing
from openabyss.server.tables.registry import Registry
from openabyss.server.tables.seating import SeatWanted, TableWanted
from openabyss.server.tables.tables import Tables
from tests.web.server.serving import (
    Held,
    answer_first,
    settings_for,
    sit_down,
    tables_on,
    two_processes,
)

ANN, BEA = "a" * 64, "b" * 64
WANTED = TableWanted(
    (SeatWanted("me"), SeatWanted("friend"), SeatWanted("computer", level="random")),
    seed=3,
    time_control="3d",
)
ADDRESS = Address(
    "x", "", "webhook", "https://a.example/", "en", "https://b.example", "UTC", 0, 0, True, 0, "x"
)


@pytest.fixture(autouse=True)
def no_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timing, "QUIET", timedelta(seconds=-60))


async def leave_while_a_computer_thinks(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> str:
    """A table of a server that has ended when its computer was asked."""
    async with tables_on(settings) as tables:
        monkeypatch.setattr(tables.opponents, "let_play", lambda _table: None)
        table = await tables.creation.create(WANTED, ANN)
        await sit_down(tables, table, 1, BEA)
        for browser in (ANN, BEA):
            url = f"https://{browser[0]}.example/{table.id}"
            here = replace(ADDRESS, id=f"{browser[0]}{table.id[1:]}", browser=browser, address=url)
            await tables.storage.write(outbox.add, address=here, most=5, since="")
        while table.history.asked != 2:
            await answer_first(tables, table)
        return table.id


async def until_a_person_is_asked(tables: Tables, id_: str) -> int:
    """Wait until the computer has played; returns who is asked, by what is stored."""
    while True:
        stored = await tables.storage.load(id_)
        assert stored is not None
        if (history := history_of(stored)).level_asked is None:
            assert history.asked is not None
            return history.asked
        await asyncio.sleep(0.01)


def raises(error: Exception) -> Callable[[str], Awaitable[None]]:
    """What fails with this error."""

    async def fail(_id: str) -> None:
        raise error

    return fail


def called(connection: sa.Connection) -> list[int]:
    return list(connection.execute(sa.select(schema.outbox.c.seat)).scalars())


async def test_a_computer_that_was_asked_goes_on_and_whoever_is_next_is_told(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = settings_for(Path(), database_url=database)
    id_ = await leave_while_a_computer_thinks(settings, monkeypatch)
    async with tables_on(settings) as tables:
        assert await tables.storage.read(called) == []
        assert await tables.waker.look() == [id_]
        seat = await until_a_person_is_asked(tables, id_)
        assert await tables.storage.read(called) == [seat]
        # Somebody's time runs now, so there is nothing to do; nor is anything done twice.
        assert await tables.waker.look() == []


async def test_what_a_clock_that_was_ahead_has_written_is_not_waited_for(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = settings_for(Path(), database_url=database)
    id_ = await leave_while_a_computer_thinks(settings, monkeypatch)
    monkeypatch.setattr(timing, "QUIET", timedelta(seconds=60))
    async with tables_on(settings) as tables:
        assert await tables.waker.look() == []
        in_an_hour = schema.written_time(datetime.now(UTC) + timedelta(hours=1))
        await tables.storage.write(change, in_an_hour)
        assert await tables.waker.look() == [id_]
        await until_a_person_is_asked(tables, id_)


def change(connection: sa.Connection, at: str) -> None:
    connection.execute(sa.update(schema.tables).values(changed=at))


async def test_a_table_is_woken_once_the_database_is_back(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = settings_for(Path(), database_url=database)
    id_ = await leave_while_a_computer_thinks(settings, monkeypatch)
    async with tables_on(settings) as tables:
        with monkeypatch.context() as patch:
            patch.setattr(tables.storage, "load", raises(DatabaseUnavailable("gone")))
            with pytest.raises(DatabaseUnavailable):
                await tables.waker.look()
        assert await tables.waker.look() == [id_]
        await until_a_person_is_asked(tables, id_)


async def test_of_two_servers_one_wakes_a_table(
    tmp_path: Path, postgres_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = settings_for(tmp_path, database_url=postgres_database)
    id_ = await leave_while_a_computer_thinks(settings, monkeypatch)
    with two_processes(settings.database_url) as stored:
        computers = Held()  # Who has answered thinks no more, and the other one would wake the table again.
        servers = [Tables(storage, computers, settings) for storage in stored]
        woken = await asyncio.gather(*(tables.waker.look() for tables in servers))
        assert sorted(woken) == [[], [id_]]
        computers.may_answer.set()
        seat = await until_a_person_is_asked(servers[0], id_)
        assert await stored[0].read(called) == [seat]
        for tables in servers:
            await tables.close()


async def test_few_tables_are_woken_at_once_and_each_only_once(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One at which nobody but computers has a seat any more goes no further, and is left alone."""
    monkeypatch.setattr(timing, "MAX_WOKEN", 1)
    settings = settings_for(Path(), database_url=database)
    waiting = {await leave_while_a_computer_thinks(settings, monkeypatch) for _table in range(2)}
    async with tables_on(settings) as tables:
        monkeypatch.setattr(tables.opponents, "let_play", lambda _table: None)
        rounds = [await tables.waker.look() for _look in range(5)]
        assert {*rounds[0], *rounds[1]} == waiting
        assert rounds[2:] == [[], [], []]


async def test_only_some_of_the_tables_that_were_woken_are_remembered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def get(_id: str) -> None:
        """It is there."""

    monkeypatch.setattr(timing, "MAX_REMEMBERED", 2)
    registry = SimpleNamespace(has=lambda _id: False, get=get)
    waker = timing.Waker(cast(Storage, SimpleNamespace(is_shared=False)), cast(Registry, registry))
    assert [await waker._wake(id_, 1) for id_ in "abcc"] == [True, True, True, False]
    assert list(waker._woken) == ["b", "c"]
