"""Tables in memory and in the storage: two servers, tables that nobody uses, commands that meet."""

import asyncio
import random
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import sqlalchemy as sa

from openabyss.client.protocol import REPLACED
from openabyss.client.protocol.from_client import Answer
from openabyss.server.storage import Retention
from openabyss.server.storage.storage import tidy_tables
from openabyss.server.tables.errors import Refusal, UnknownTable
from openabyss.server.tables.live.table import LiveTable
from openabyss.server.tables.seating import SeatWanted, TableWanted
from openabyss.server.tables.tables import Tables
from tests.web.server.serving import SECONDS, looker, settings_for, tables_on

ANN = "a" * 64
TWO_HERE = TableWanted((SeatWanted("me"), SeatWanted("here")), seed=1)


@pytest.fixture
async def tables(tmp_path: Path) -> AsyncIterator[Tables]:
    async with tables_on(settings_for(tmp_path)) as made:
        yield made


def any_answer(table: LiveTable, number: int, chooser: random.Random) -> Answer:
    game = table.history.game
    action = chooser.choice(game.legal_actions)
    return Answer(f"c{number}", table.history.revision, game.player, action.text)


async def test_two_servers_on_one_database_never_fork_a_game(tables: Tables) -> None:
    async with tables_on(tables.settings) as second:
        table = await tables.creation.create(TWO_HERE, ANN)
        other = await second.registry.get(table.id)
        chooser = random.Random(1)
        await tables.commands.carry_out(table, any_answer(table, 1, chooser), ANN)
        with pytest.raises(Refusal) as late:
            await second.commands.carry_out(other, any_answer(other, 2, chooser), ANN)
        assert late.value.code == "stale"
        assert other.history.hash == table.history.hash
        await second.commands.carry_out(other, any_answer(other, 3, chooser), ANN)
        stored = await tables.storage.load(table.id)
        assert stored is not None
        assert [entry.command and entry.command[2:] for entry in stored.entries] == ["c1", "c3"]


async def test_a_table_is_loaded_once_though_the_first_who_asked_has_gone(tables: Tables) -> None:
    async with tables_on(tables.settings) as second:
        id_ = (await tables.creation.create(TWO_HERE, ANN)).id
        gone, waits = (asyncio.create_task(second.registry.get(id_)) for _asker in range(2))
        await asyncio.sleep(0)
        gone.cancel()
        await asyncio.gather(gone, return_exceptions=True)
        assert await second.registry.get(id_) is await waits


async def test_a_table_that_was_deleted_meanwhile_is_gone(tables: Tables) -> None:
    table = await tables.creation.create(TWO_HERE, ANN)
    done = tables.storage.write_now(tidy_tables, Retention(), datetime.now(UTC) + timedelta(days=31))
    assert done["unbegun"] == 1
    with pytest.raises(UnknownTable):
        await tables.commands.carry_out(table, any_answer(table, 1, random.Random(1)), ANN)
    with pytest.raises(UnknownTable):
        await tables.registry.get(table.id)


async def test_who_lost_a_seat_at_another_server_is_sent_away_though_a_command_reads_the_seats_first(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await tables.creation.create(TWO_HERE, ANN)
    left: list[int] = []
    bea = looker(ANN, 1)
    monkeypatch.setattr(bea, "leave", lambda code, _message: left.append(code))
    table.enter(bea)
    tables.storage.write_now(lambda c: c.execute(sa.text("UPDATE seats SET browser = 'cyd' WHERE seat = 1")))
    await tables.invitations.rename(table, 0, ANN, "Ann")
    assert left == [REPLACED]


async def test_commands_that_meet_are_carried_out_one_after_another(tables: Tables) -> None:
    table = await tables.creation.create(TWO_HERE, ANN)
    chooser = random.Random(2)
    orders = [any_answer(table, number, chooser) for number in range(6)]
    results = await asyncio.gather(
        *(tables.commands.carry_out(table, order, ANN) for order in orders), return_exceptions=True
    )
    assert [result for result in results if isinstance(result, int)] == [1]
    assert {result.code for result in results if isinstance(result, Refusal)} == {"stale"}


async def test_nothing_is_acknowledged_or_shown_before_it_is_stored(tables: Tables) -> None:
    table = await tables.creation.create(TWO_HERE, ANN)
    before, released = table.history, asyncio.Event()
    append = tables.storage.append

    async def slow(*arguments: Any, **options: Any) -> str:
        await released.wait()
        return await append(*arguments, **options)

    tables.storage.append = slow  # type: ignore[method-assign]
    command = asyncio.create_task(
        tables.commands.carry_out(table, any_answer(table, 1, random.Random(1)), ANN)
    )
    await asyncio.sleep(0.05)
    assert not command.done()
    assert table.history is before
    assert table.update(0, ANN).revision == 0
    released.set()
    assert await command == 1
    assert table.update(0, ANN).revision == 1


async def test_a_failing_storage_loses_the_command_but_not_the_table(tables: Tables) -> None:
    table = await tables.creation.create(TWO_HERE, ANN)
    append = tables.storage.append

    async def full(*_arguments: Any, **_options: Any) -> str:
        raise OSError("disk full")

    tables.storage.append = full  # type: ignore[method-assign]
    order = any_answer(table, 1, random.Random(1))
    with pytest.raises(OSError, match="disk full"):
        await tables.commands.carry_out(table, order, ANN)
    assert table.history.revision == 0
    tables.storage.append = append  # type: ignore[method-assign]
    assert await tables.commands.carry_out(table, order, ANN) == 1


async def test_idle_tables_leave_the_memory_and_come_back(tables: Tables) -> None:
    tables.settings = replace(tables.settings, idle_seconds=0.0)
    table = await tables.creation.create(TWO_HERE, ANN)
    await tables.commands.carry_out(table, any_answer(table, 1, random.Random(1)), ANN)
    assert tables.forget_idle() == 0
    again, same = await asyncio.gather(tables.registry.get(table.id), tables.registry.get(table.id))
    assert again is same
    assert again is not table
    assert again.history.hash == table.history.hash
    with pytest.raises(UnknownTable):
        await tables.registry.get("nothing")


@pytest.mark.parametrize(("asks", "minutes"), [("the other", 2), ("ann", 10)])
async def test_somebody_who_plays_by_pages_is_here_for_a_while_after_each(
    asks: str, minutes: int, tables: Tables, clock: SimpleNamespace, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For longer while they are asked: they read, and nothing refreshes their page."""
    table, noon = await tables.creation.create(TWO_HERE, ANN), clock.seconds
    monkeypatch.setattr(type(table.history), "asked", 0 if asks == "ann" else None)
    end = 60 * minutes

    def is_here() -> tuple[bool, bool]:
        (ann, _other) = table.people(None)
        return ann.connected, ann.away

    assert is_here() == (False, False)
    table.got_page(ANN, reads=asks == "ann")
    here, gone, away = (True, False), (False, False), (False, True)
    for seconds, expected in (
        (0, here),
        (end - 1, here),
        (end + 1, gone),
        (end + 59, gone),
        (end + 61, away),
    ):
        clock.seconds = noon + seconds
        assert is_here() == expected, seconds
    table.got_page(ANN, reads=asks == "ann")
    assert is_here() == here


async def test_computers_go_on_by_themselves_after_a_restart(tmp_path: Path) -> None:
    wanted = TableWanted((SeatWanted("me"), SeatWanted("computer")), seed=5)
    async with tables_on(settings_for(tmp_path)) as before:
        table = await before.creation.create(wanted, ANN)
    async with tables_on(settings_for(tmp_path)) as after, asyncio.timeout(SECONDS):
        again = await after.registry.get(table.id)
        while again.history.level_asked is not None:
            await asyncio.sleep(0.05)


async def test_a_table_of_absent_people_finishes(tables: Tables) -> None:
    wanted = TableWanted((SeatWanted("me"), SeatWanted("friend"), SeatWanted("friend")), kraken=True, seed=4)
    table = await tables.creation.create(wanted, ANN)
    for seat in range(3):
        await tables.commands.change_seat(table, seat, "random", ANN, f"s{seat}")
    async with asyncio.timeout(SECONDS):
        while not table.history.game.is_over:
            await asyncio.sleep(0.1)
