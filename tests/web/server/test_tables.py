"""Tables in memory and in the storage: two servers, tables that nobody uses, commands that meet."""

import asyncio
import random
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from openabyss.client.protocol.messages import Answer
from openabyss.server.storage import Retention, Storage
from openabyss.server.tables.errors import Refusal, UnknownTable
from openabyss.server.tables.seating import SeatRequest, TableRequest
from openabyss.server.tables.table import LiveTable
from openabyss.server.tables.tables import Tables
from tests.web.server.serving import SECONDS, InlineComputers, settings_for

ANN = "a" * 64
TWO_HERE = TableRequest((SeatRequest("me"), SeatRequest("here")), seed=1)


def with_tables(folder: Path, use: Callable[[Tables], Awaitable[Any]], **chosen: Any) -> Any:
    async def run() -> Any:
        settings = settings_for(folder, **chosen)
        storage = Storage(settings.database_url)
        tables = Tables(storage, InlineComputers(), settings)
        try:
            return await use(tables)
        finally:
            await tables.close()
            storage.close()

    return asyncio.run(run())


def any_answer(table: LiveTable, number: int, chooser: random.Random) -> Answer:
    game = table.history.game
    action = chooser.choice(game.legal_actions)
    return Answer(f"c{number}", table.history.revision, game.player, action.text)


def test_two_servers_on_one_database_never_fork_a_game(tmp_path: Path) -> None:
    async def use(first: Tables) -> None:
        second = Tables(Storage(first.settings.database_url), InlineComputers(), first.settings)
        table = await first.creation.create(TWO_HERE, ANN)
        other = await second.registry.get(table.id)
        chooser = random.Random(1)
        await first.commands.carry_out(table, any_answer(table, 1, chooser), ANN)
        with pytest.raises(Refusal) as late:
            await second.commands.carry_out(other, any_answer(other, 2, chooser), ANN)
        assert late.value.code == "stale"
        assert other.history.hash == table.history.hash
        await second.commands.carry_out(other, any_answer(other, 3, chooser), ANN)
        stored = await first.storage.load(table.id)
        assert stored is not None
        assert [entry.command and entry.command[2:] for entry in stored.entries] == ["c1", "c3"]
        await second.close()
        second.storage.close()

    with_tables(tmp_path, use)


def test_a_table_that_was_deleted_meanwhile_is_gone(tmp_path: Path) -> None:
    async def use(tables: Tables) -> None:
        table = await tables.creation.create(TWO_HERE, ANN)
        done = tables.storage.tidy_now(Retention(), datetime.now(UTC) + timedelta(days=31))
        assert done.unbegun == 1
        with pytest.raises(UnknownTable):
            await tables.commands.carry_out(table, any_answer(table, 1, random.Random(1)), ANN)
        with pytest.raises(UnknownTable):
            await tables.registry.get(table.id)

    with_tables(tmp_path, use)


def test_commands_that_meet_are_carried_out_one_after_another(tmp_path: Path) -> None:
    async def use(tables: Tables) -> None:
        table = await tables.creation.create(TWO_HERE, ANN)
        chooser = random.Random(2)
        orders = [any_answer(table, number, chooser) for number in range(6)]
        results = await asyncio.gather(
            *(tables.commands.carry_out(table, order, ANN) for order in orders), return_exceptions=True
        )
        assert [result for result in results if isinstance(result, int)] == [1]
        assert {result.code for result in results if isinstance(result, Refusal)} == {"stale"}

    with_tables(tmp_path, use)


def test_nothing_is_acknowledged_or_shown_before_it_is_stored(tmp_path: Path) -> None:
    async def use(tables: Tables) -> None:
        table = await tables.creation.create(TWO_HERE, ANN)
        before, released = table.history, asyncio.Event()
        append = tables.storage.append

        async def slow(*arguments: Any) -> str:
            await released.wait()
            return await append(*arguments)

        tables.storage.append = slow  # type: ignore[method-assign, assignment]
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

    with_tables(tmp_path, use)


def test_a_failing_storage_loses_the_command_but_not_the_table(tmp_path: Path) -> None:
    async def use(tables: Tables) -> None:
        table = await tables.creation.create(TWO_HERE, ANN)
        append = tables.storage.append

        async def full(*_arguments: Any) -> str:
            raise OSError("disk full")

        tables.storage.append = full  # type: ignore[method-assign, assignment]
        order = any_answer(table, 1, random.Random(1))
        with pytest.raises(OSError, match="disk full"):
            await tables.commands.carry_out(table, order, ANN)
        assert table.history.revision == 0
        tables.storage.append = append  # type: ignore[method-assign]
        assert await tables.commands.carry_out(table, order, ANN) == 1

    with_tables(tmp_path, use)


def test_idle_tables_leave_the_memory_and_come_back(tmp_path: Path) -> None:
    async def use(tables: Tables) -> None:
        table = await tables.creation.create(TWO_HERE, ANN)
        await tables.commands.carry_out(table, any_answer(table, 1, random.Random(1)), ANN)
        assert tables.forget_idle() == 0
        again, same = await asyncio.gather(tables.registry.get(table.id), tables.registry.get(table.id))
        assert again is same
        assert again is not table
        assert again.history.hash == table.history.hash
        with pytest.raises(UnknownTable):
            await tables.registry.get("nothing")

    with_tables(tmp_path, use, idle_seconds=0.0)


def test_whoever_plays_by_pages_is_here_for_two_minutes_after_each(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def create(tables: Tables) -> LiveTable:
        return await tables.creation.create(TWO_HERE, ANN)

    def is_here() -> tuple[bool, bool]:
        (ann, _other) = table.people(None)
        return ann.connected, ann.away

    table = with_tables(tmp_path, create)
    noon = time.monotonic()
    clock = [noon]
    monkeypatch.setattr(time, "monotonic", lambda: clock[0])
    assert is_here() == (False, False)
    table.got_page(ANN)
    for seconds, expected in (
        (0, (True, False)),
        (119, (True, False)),
        (121, (False, False)),
        (179, (False, False)),
        (181, (False, True)),
    ):
        clock[0] = noon + seconds
        assert is_here() == expected, seconds
    table.got_page(ANN)
    assert is_here() == (True, False)


def test_computers_go_on_by_themselves_after_a_restart(tmp_path: Path) -> None:
    async def begin(tables: Tables) -> str:
        table = await tables.creation.create(
            TableRequest((SeatRequest("me"), SeatRequest("computer")), seed=5), ANN
        )
        return table.id

    async def go_on(tables: Tables) -> None:
        table = await tables.registry.get(id_)
        async with asyncio.timeout(SECONDS):
            while table.history.level_asked is not None:
                await asyncio.sleep(0.05)

    id_ = with_tables(tmp_path, begin)
    with_tables(tmp_path, go_on)


def test_a_table_of_absent_people_finishes(tmp_path: Path) -> None:
    """Whoever is away is played by a computer: no table waits for ever."""

    async def use(tables: Tables) -> None:
        wanted = TableRequest(
            (SeatRequest("me"), SeatRequest("friend"), SeatRequest("friend")), kraken=True, seed=4
        )
        table = await tables.creation.create(wanted, ANN)
        for seat in range(3):
            await tables.commands.change_seat(table, seat, "random", ANN, f"s{seat}")
        async with asyncio.timeout(SECONDS):
            while not table.history.game.is_over:
                await asyncio.sleep(0.1)

    with_tables(tmp_path, use)
