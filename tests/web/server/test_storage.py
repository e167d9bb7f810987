"""One suite for both databases: what is written comes back, and nothing is written twice."""

import asyncio
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import text

from openabyss.client.table_history import DamagedTable, Entry
from openabyss.server.storage import ChatRow, Conflict, Retention, SeatRow, Storage, StoredTable, TableRow
from openabyss.server.storage import seats as links
from openabyss.server.storage.database.engines import UnusableDatabase, engine_for
from openabyss.server.storage.migration import NewerDatabase, migrate, version_of
from openabyss.server.storage.moderation import Deed, Kind, carry_out
from openabyss.server.storage.schema import NEWEST, metadata
from openabyss.server.storage.storage import chat_of, load_table, restore_tables, tidy_tables


def row(id_: str = "abcdefghij", changed: str = "2026-01-01T00:00:00+00:00") -> TableRow:
    config = {"players": 2, "seed": 2**47, "kraken": True, "options": {"martial_law": "never"}}
    watching = f"watch {id_}", "nonce"
    return TableRow(id_, changed, changed, config, "0.1.0", "c" * 64, "salt", "h" * 64, *watching)


def seats(id_: str = "abcdefghij") -> list[SeatRow]:
    return [
        SeatRow(0, "person", "Ann", browser="a" * 64, token=f"{id_} 0", nonce="n"),
        SeatRow(1, "person", "Åsa 深", token=f"{id_} 1", nonce="n"),
        SeatRow(2, "computer", "Coral", level="medium"),
    ]


def entry(number: int, command: str | None = None) -> Entry:
    return Entry("answer", 0, f"recruit:{number}", command, f"{number:016x}")


@pytest.fixture
def storage(database: str) -> Iterator[Storage]:
    with closing(Storage(database)) as made:
        yield made


@pytest.fixture
async def filled(storage: Storage) -> Storage:
    """One with a table."""
    await storage.create(row(), seats())
    return storage


async def loaded(storage: Storage, id_: str = "abcdefghij") -> StoredTable:
    """A table that is there."""
    stored = await storage.load(id_)
    assert stored is not None
    return stored


async def test_a_table_comes_back_as_it_was_stored(filled: Storage, database: str) -> None:
    await filled.append("abcdefghij", 1, entry(1, "0:c1"))
    await filled.append("abcdefghij", 2, Entry("seat", 1, "medium", None, "f" * 16))
    await filled.write(links.add_watcher, "abcdefghij", "w" * 64)
    await filled.write(links.add_watcher, "abcdefghij", "w" * 64)
    with closing(Storage(database)) as again:
        stored = await loaded(again)
        assert (stored.row.config, stored.row.salt) == (row().config, "salt")
        assert stored.seats == seats()
        assert stored.entries == [entry(1, "0:c1"), Entry("seat", 1, "medium", None, "f" * 16)]
        assert stored.watchers == {"w" * 64}
        assert await again.load("nothing") is None


async def test_what_is_read_at_once_belongs_together_though_somebody_writes_meanwhile(
    filled: Storage,
) -> None:
    await filled.append("abcdefghij", 1, entry(1))
    with filled._reading.begin() as connection:
        before = load_table(connection, "abcdefghij")
        await filled.append("abcdefghij", 2, entry(2))
        assert load_table(connection, "abcdefghij") == before
    assert len((await loaded(filled)).entries) == 2


@pytest.mark.parametrize("number", [1, 3])
async def test_an_entry_that_is_missing_is_noticed_also_the_last_one(filled: Storage, number: int) -> None:
    for place in (1, 2, 3):
        await filled.append("abcdefghij", place, entry(place))
    with filled._writing.begin() as connection:
        connection.execute(text(f"DELETE FROM answers WHERE number = {number}"))
    with pytest.raises(DamagedTable, match="entries are missing"):
        await filled.load("abcdefghij")


async def test_a_command_is_stored_once(filled: Storage) -> None:
    await filled.append("abcdefghij", 1, entry(1, "0:c1"))
    with pytest.raises(Conflict):
        await filled.append("abcdefghij", 2, entry(2, "0:c1"))
    await filled.append("abcdefghij", 2, entry(2, "1:c1"))


async def test_of_a_group_only_the_wrong_one_fails(filled: Storage) -> None:
    wanted = [filled.append("abcdefghij", number, entry(number)) for number in (1, 2, 2, 3, 4)]
    results = await asyncio.gather(*wanted, return_exceptions=True)
    assert [type(result) for result in results].count(Conflict) == 1
    assert len((await loaded(filled)).entries) == 4


async def test_two_servers_cannot_both_write_the_same_entry(filled: Storage, database: str) -> None:
    second = Storage(database)
    for number in range(1, 21):
        results = await asyncio.gather(
            filled.append("abcdefghij", number, entry(1)),
            second.append("abcdefghij", number, entry(2)),
            return_exceptions=True,
        )
        assert sorted(type(result).__name__ for result in results) == ["Conflict", "str"]
    second.close()


async def claim(storage: Storage, token: str, browser: str, name: str) -> SeatRow | None:
    seen = await storage.read(links.seats_of, "abcdefghij")
    return await storage.write(links.claim, "abcdefghij", token, browser, name, seen)


async def test_a_seat_is_claimed_once_unless_its_link_may_take_it_over(filled: Storage) -> None:
    assert await filled.read(links.seat_of_token, "abcdefghij 1") == ("abcdefghij", 1)
    results = await asyncio.gather(
        *(claim(filled, "abcdefghij 1", str(place) * 64, "Bea") for place in range(5)), return_exceptions=True
    )
    assert [isinstance(result, SeatRow) for result in results].count(True) == 1
    assert all(result is None or isinstance(result, SeatRow | Conflict) for result in results)
    assert not await claim(filled, "abcdefghij 0", "x" * 64, "Eve")
    assert await filled.change("abcdefghij", links.change_link, "abcdefghij", 0, "a" * 64, "new", "n")
    assert await filled.read(links.seat_of_token, "abcdefghij 0") is None
    taken = await claim(filled, "new", "x" * 64, "Cai")
    assert taken == SeatRow(0, "person", "Cai", None, "x" * 64, "new", "n")
    assert not await claim(filled, "new", "y" * 64, "Eve")


async def test_a_seat_is_changed_only_for_its_holder_and_only_what_was_asked_for(filled: Storage) -> None:
    assert await filled.write(links.rename, "abcdefghij", 0, "x" * 64, "Eve", seats()) is None
    assert await filled.change("abcdefghij", links.change_link, "abcdefghij", 0, None, "new", "m") is None
    assert await filled.change("abcdefghij", links.change_link, "abcdefghij", 1, "x" * 64, "new", "m") is None
    assert await filled.read(links.seats_of, "abcdefghij") == seats()
    ann, asa, _coral = seats()
    named = await filled.write(links.rename, "abcdefghij", 0, "a" * 64, "Anne", seats())
    assert named == replace(ann, name="Anne")
    linked = await filled.change("abcdefghij", links.change_link, "abcdefghij", 1, None, "new", "m")
    assert linked == replace(asa, token="new", nonce="m", transferable=True)


async def test_chat_lines_are_numbered_and_stored_once(filled: Storage) -> None:
    line = ChatRow(0, None, "Ann", "hello <b>", "2026-01-01T01:00:00+00:00")
    lines = [await filled.add_chat("abcdefghij", line, f"c{number % 3}") for number in range(4)]
    assert [line.n for line in lines] == [0, 1, 2, 0]
    assert [line.n for line in await filled.read(chat_of, "abcdefghij", 2)] == [1, 2]


async def test_a_chat_that_was_tidied_away_goes_on_with_numbers_that_no_line_has_had(filled: Storage) -> None:
    numbers = []
    for at in ("2026-01-01T01:00:00", "2026-01-02T00:01:00", "2026-05-01T00:00:00"):
        for command in "ab":
            said = ChatRow(0, None, "Ann", "hello", f"{at}+00:00")
            numbers.append((await filled.add_chat("abcdefghij", said, command)).n)
        filled.write_now(lambda connection: connection.execute(text("DELETE FROM chat")))
    assert numbers[:2] == [0, 1]
    assert numbers == sorted(set(numbers))


async def test_a_line_has_the_name_of_its_seat_unless_somebody_else_sits_there_now(filled: Storage) -> None:
    line = ChatRow(0, 0, "Anna", "hello", "2026-01-01T01:00:00+00:00")
    names = [(await filled.add_chat("abcdefghij", line, f"{voice * 16}:1")).name for voice in "ab"]
    assert names == ["Ann", "Anna"]


async def test_a_line_of_the_chat_has_the_name_that_its_seat_has_by_now(filled: Storage) -> None:
    """The operator may have removed it elsewhere, a moment ago."""
    removed = Deed(Kind.REMOVE_NAME, "abcdefghij", seat=0, name="Player 1")
    await filled.write(carry_out, removed, "command", "now")
    line = ChatRow(0, 0, "Ann", "hello", "2026-01-01T01:00:00+00:00")
    said = await filled.add_chat("abcdefghij", line, f"{'a' * 16}:c")
    assert said.name == "Player 1"
    assert await filled.read(chat_of, "abcdefghij") == [said]


async def test_the_tables_of_a_browser_are_those_where_it_sits_or_watches(storage: Storage) -> None:
    for place, id_ in enumerate(("aaaaaaaaaa", "bbbbbbbbbb", "cccccccccc")):
        await storage.create(row(id_, f"2026-01-0{place + 1}"), seats(id_))
    await storage.write(links.add_watcher, "bbbbbbbbbb", "w" * 64)
    assert await storage.tables_of("a" * 64, 2) == ["cccccccccc", "bbbbbbbbbb"]
    assert await storage.tables_of("w" * 64, 9) == ["bbbbbbbbbb"]
    assert await storage.tables_of("z" * 64, 9) == []
    assert await storage.read(links.table_of_watch_token, "watch bbbbbbbbbb") == "bbbbbbbbbb"


async def test_a_game_that_goes_on_stays_in_the_list_however_many_others_change_later(
    storage: Storage,
) -> None:
    for id_ in ("aaaaaaaaaa", "bbbbbbbbbb", "cccccccccc"):
        await storage.create(row(id_, "2026-01-01"), seats(id_))
        await storage.write(links.add_watcher, id_, "w" * 64)
    for number, id_ in enumerate(("bbbbbbbbbb", "cccccccccc"), 1):
        await storage.append(id_, 1, entry(number), is_over=True)
        await asyncio.sleep(0.01)
    assert await storage.tables_of("a" * 64, 1) == ["cccccccccc", "aaaaaaaaaa"]
    assert await storage.tables_of("w" * 64, 1) == ["cccccccccc"]


async def test_a_table_has_one_rematch(storage: Storage) -> None:
    await storage.create(row("aaaaaaaaaa"), seats("aaaaaaaaaa"))
    ids = await asyncio.gather(
        *(storage.create_rematch("aaaaaaaaaa", row(id_), seats(id_)) for id_ in ("bbbbbbbbbb", "cccccccccc"))
    )
    assert len(set(ids)) == 1
    assert len(storage.all_ids()) == 2


async def test_a_rematch_that_was_deleted_does_not_keep_another_from_following(storage: Storage) -> None:
    await storage.create(row("aaaaaaaaaa"), seats("aaaaaaaaaa"))
    for id_ in ("bbbbbbbbbb", "cccccccccc"):
        assert await storage.create_rematch("aaaaaaaaaa", row(id_), seats(id_)) == id_
        assert (await loaded(storage, "aaaaaaaaaa")).row.rematch == id_
        await storage.write(carry_out, Deed(Kind.DELETE, id_), "command", "now")
        assert (await loaded(storage, "aaaaaaaaaa")).row.rematch is None
        assert (await storage.outlines(["aaaaaaaaaa"]))["aaaaaaaaaa"].row.rematch is None
    with pytest.raises(Conflict):
        await storage.create_rematch("bbbbbbbbbb", row("dddddddddd"), seats("dddddddddd"))
    assert storage.all_ids() == ["aaaaaaaaaa"]


async def test_a_whole_table_can_be_put_back_but_not_over_another(filled: Storage) -> None:
    stored = await loaded(filled)
    same_links = replace(stored, row=row("another123"))
    another = replace(same_links, seats=[replace(seat, token=None) for seat in stored.seats])
    with pytest.raises(Conflict, match="abcdefghij"):
        filled.write_now(restore_tables, lambda: [(another, []), (stored, [])])
    with pytest.raises(DamagedTable, match=r"another123: .* belongs to another table"):
        filled.write_now(restore_tables, lambda: [(same_links, [])])
    assert filled.all_ids() == ["abcdefghij"]


async def test_a_text_that_does_not_fit_is_refused_in_words_or_kept_whole(
    storage: Storage, database: str
) -> None:
    long = Entry("answer", 0, "recruit:1", "0:" + "c" * 120, "f" * 16)
    stored = StoredTable(row(), seats(), [long], set())
    if database.startswith("postgresql"):
        with pytest.raises(DamagedTable, match="too long"):
            storage.write_now(restore_tables, lambda: [(stored, [])])
        assert storage.all_ids() == []
    else:
        storage.write_now(restore_tables, lambda: [(stored, [])])
        assert await loaded(storage) == stored


async def test_what_was_kept_for_long_enough_is_deleted_and_nothing_else(storage: Storage) -> None:
    ages = {"played": 364, "chatted": 91, "quietly": 89, "unbegun": 31, "waiting": 29, "ancient": 366}
    ages["abandoned"] = 181
    at = datetime.now(UTC)
    for name, days in ages.items():
        changed = (at - timedelta(days=days)).isoformat(timespec="milliseconds")
        await storage.create(row(name, changed), seats(name))
        command = None if name in ("unbegun", "waiting") else "0:c1"
        await storage.append(name, 1, entry(1, command), is_over=name == "played")
        await storage.add_chat(name, ChatRow(0, 0, "Ann", "hello", changed), "c")
        await storage.write(links.add_watcher, name, "w" * 64)
        with storage._writing.begin() as connection:
            values = {"changed": changed, "id": name}
            connection.execute(text("UPDATE tables SET changed = :changed WHERE id = :id"), values)
    deleted = {"unbegun": 1, "abandoned": 1, "old": 1, "lines": 2}
    assert storage.write_now(tidy_tables, Retention(), at) == deleted
    assert sorted(storage.all_ids()) == ["chatted", "played", "quietly", "waiting"]
    lines = {name: len(storage.read_now(chat_of, name)) for name in ages}
    assert lines == {name: int(name in ("quietly", "waiting")) for name in ages}
    assert storage.load_now("played") is not None
    assert len(await storage.tables_of("w" * 64, 9)) == 4
    assert storage.write_now(tidy_tables, Retention(), at) == dict.fromkeys(deleted, 0)


FIRST_TABLES = {"tables", "seats", "answers", "chat", "watchers"}
NEWER_INDEXES = ("tables_of_a_host", "tables_of_a_stage")
NEWER_COLUMNS = ("entries", "grace", "open_seed", "rules", "stage", "chat_closed", "time_control", "time_up")


def to_older_form(database: str) -> None:
    """Bring a database back to the form that the first servers made."""
    engine = engine_for(database, writes=True)
    with engine.begin() as connection:
        for index in NEWER_INDEXES:
            connection.execute(text(f"DROP INDEX {index}"))
        for column in NEWER_COLUMNS:
            connection.execute(text(f"ALTER TABLE tables DROP COLUMN {column}"))
        for table in reversed(metadata.sorted_tables):
            if table.name not in FIRST_TABLES:
                table.drop(connection)
        connection.execute(text("UPDATE alembic_version SET version_num = '0001'"))
        if database.startswith("postgresql"):
            connection.execute(text("ALTER TABLE answers ALTER COLUMN state_hash TYPE VARCHAR(16)"))
    engine.dispose()


@pytest.mark.parametrize("is_old", [False, True], ids=["new", "of the first servers"])
def test_databases_have_exactly_the_declared_tables(database: str, is_old: bool) -> None:
    from alembic.autogenerate import compare_metadata  # noqa: PLC0415
    from alembic.migration import MigrationContext  # noqa: PLC0415

    engine = engine_for(database, writes=True)
    migrate(engine)
    if is_old:
        to_older_form(database)
        migrate(engine)
    migrate(engine)
    with engine.begin() as connection:
        assert version_of(connection) == NEWEST
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    engine.dispose()


async def test_a_database_of_the_first_form_keeps_its_tables(database: str) -> None:
    with closing(Storage(database)) as before:
        await before.create(replace(row(), grace=300, open_seed=True), seats())
        for number in (1, 2):
            await before.append("abcdefghij", number, entry(number))
    to_older_form(database)
    with closing(Storage(database)) as storage:
        stored = await loaded(storage)
        assert stored.row == replace(row(), changed=stored.row.changed)
        assert (stored.row.grace, stored.row.open_seed) == (60, False)
        await storage.append("abcdefghij", 3, entry(3))
        assert len((await loaded(storage)).entries) == 3


@pytest.mark.parametrize(
    ("version", "kind"), [("9999", NewerDatabase), ("0016", UnusableDatabase)], ids=["newer", "unreleased"]
)
def test_databases_of_versions_that_are_not_known_are_refused(
    database: str, version: str, kind: type[Exception]
) -> None:
    engine = engine_for(database, writes=True)
    migrate(engine)
    with engine.begin() as connection:
        connection.execute(text(f"UPDATE alembic_version SET version_num = '{version}'"))
    with pytest.raises(kind, match=version):
        migrate(engine)
    engine.dispose()


@pytest.mark.parametrize("url", ["mysql://localhost/abyss", "no address"])
def test_other_databases_are_refused(url: str) -> None:
    with pytest.raises(UnusableDatabase):
        engine_for(url, writes=False)


def test_sqlite_writes_to_the_disk_before_it_answers(tmp_path: Any) -> None:
    engine = engine_for(f"sqlite:///{tmp_path}/tables.sqlite3", writes=True)
    with engine.begin() as connection:
        found = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("journal_mode", "synchronous")
        }
    engine.dispose()
    assert found == {"journal_mode": "wal", "synchronous": 2}
