"""The entries of a finished table become one record, and nobody notices."""

import asyncio
import random
import re
from collections.abc import AsyncIterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from openabyss.cli import main
from openabyss.client.table_history import DamagedTable, Entry
from openabyss.server.http.upkeep import compact_finished
from openabyss.server.storage import Conflict, Storage
from openabyss.server.storage.schema import OVER
from openabyss.server.storage.storage import compact, of_stage
from tests.web.server.serving import Person, change_stored, serve, settings_for, wait_until
from tests.web.server.test_admin import backup_of
from tests.web.server.test_storage import entry, loaded, row, seats

ID = "abcdefghij"
YESTERDAY, TOMORROW = (datetime.now(UTC) + timedelta(days=days) for days in (-1, 1))


@pytest.fixture
async def storage(database: str) -> AsyncIterator[Storage]:
    """One with a table of four entries, whose game is over."""
    with closing(Storage(database)) as made:
        await made.create(row(), seats())
        for number in (1, 2, 3, 4):
            await made.append(ID, number, entry(number, f"0:c{number}"), is_over=number == 4)
        yield made


def rows_and_records(storage: Storage) -> list[int]:
    with storage._reading.begin() as connection:
        counts = (text(f"SELECT count(*) FROM {name}") for name in ("answers", "records"))
        return [connection.execute(count).scalar_one() for count in counts]


async def test_a_finished_table_becomes_one_record_and_is_read_like_before(storage: Storage) -> None:
    before = await loaded(storage)
    assert await storage.read(of_stage, OVER, YESTERDAY, 9) == []
    assert await storage.read(of_stage, OVER, TOMORROW, 9) == [ID]
    assert await storage.write(compact, ID)
    assert rows_and_records(storage) == [0, 1]
    assert await loaded(storage) == before
    assert await storage.read(of_stage, OVER, TOMORROW, 9) == []
    assert not await storage.write(compact, ID)
    await storage.create(row("bbbbbbbbbb"), seats("bbbbbbbbbb"))
    assert not await storage.write(compact, "bbbbbbbbbb")


async def test_a_compact_table_goes_on_and_refuses_whoever_comes_too_late(storage: Storage) -> None:
    await storage.write(compact, ID)
    for number in (3, 4, 6):
        with pytest.raises(Conflict):
            await storage.append(ID, number, entry(9))
    seat = Entry("seat", 1, "medium", None, "f" * 16)
    await storage.append(ID, 5, seat, is_over=True)
    assert rows_and_records(storage) == [1, 1]
    assert (await loaded(storage)).entries[3:] == [entry(4, "0:c4"), seat]
    assert await compact_finished(storage, -1) == 1
    assert rows_and_records(storage) == [0, 1]
    assert (await loaded(storage)).entries[3:] == [entry(4, "0:c4"), seat]


@pytest.mark.parametrize("damage", ["DELETE FROM answers WHERE number = 2", "UPDATE tables SET entries = 9"])
async def test_a_damaged_table_stays_as_it_is_and_is_tried_once(storage: Storage, damage: str) -> None:
    with storage._writing.begin() as connection:
        connection.execute(text(damage))
    before = rows_and_records(storage)
    assert await compact_finished(storage, -1) == 0
    assert rows_and_records(storage) == before
    assert await storage.read(of_stage, OVER, TOMORROW, 9) == []


async def test_a_record_that_cannot_be_read_is_noticed(storage: Storage) -> None:
    await storage.write(compact, ID)
    with storage._writing.begin() as connection:
        connection.execute(text("UPDATE records SET entries = :nonsense"), {"nonsense": b"nonsense"})
    with pytest.raises(DamagedTable, match="cannot be read"):
        await storage.load(ID)


def test_people_see_a_compact_table_as_before_and_play_again(home: Path) -> None:
    with serve(settings_for(home)) as served:
        ann, table = served.seated("me", "medium", seed=1)
        with ann.at(table) as sitting:
            sitting.play(random.Random(1))
        wait_until(lambda: not ann.look(table)["people"][0]["connected"])
        pages = [f"/t/{table}/results", f"/t/{table}/record.json", f"/api/tables/{table}"]
        before, backup = [read(ann, page) for page in pages], backup_of(home)[1]
        change_stored(home, "UPDATE tables SET changed = :changed", {"changed": lines_changed(backup)})
        tables = served.app.state.tables
        wait_until(lambda: tables.registry.forget_idle(0.0) == 0)
        assert asyncio.run(compact_finished(tables.storage, 7)) == 0
        change_stored(home, "UPDATE tables SET changed = '2026-01-01T00:00:00.000+00:00'")
        assert asyncio.run(compact_finished(tables.storage, 7)) == 1
        assert [read(ann, page) for page in pages] == before
        change_stored(home, "UPDATE tables SET changed = :changed", {"changed": lines_changed(backup)})
        assert backup_of(home)[1] == backup
        assert ann.http.post(f"/t/{table}/rematch", follow_redirects=True).status_code == 200
        assert len(tables.registry.in_memory) == 2
    assert main(["admin", "verify"]) == 0


def read(person: Person, page: str) -> str:
    """What a page says, but for how many seconds are left until somebody is away."""
    return re.sub(r'"away_in":\d+', "", person.http.get(page).text)


def lines_changed(backup: list[Any]) -> str:
    """When the only table of a backup was changed."""
    (line,) = backup
    return str(line["table"]["changed"])
