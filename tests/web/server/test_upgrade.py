"""An upgrade of two servers at one database, with tables that release 0.1.0 has stored."""

import lzma
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from openabyss.server.credentials import hashed
from openabyss.server.settings import Settings
from openabyss.server.storage import Storage, StoredTable
from openabyss.server.storage.database import claim as claims
from openabyss.server.storage.database.claim import DatabaseInUse
from openabyss.server.storage.rows import history_of
from openabyss.server.storage.storage import restore_tables
from tests.web.server.serving import Person, Served, serve, settings_for, storage_in
from tests.web.server.test_stored_tables import TABLES

NEXT_VERSION = "9.9.9"


def restored(folder: Path, url: str, browser: str) -> list[str]:
    """The tables of release 0.1.0 that are not over, now of this browser."""
    stored = (TABLES / "database-0003.sqlite3.xz").read_bytes()
    (folder / "tables.sqlite3").write_bytes(lzma.decompress(stored))
    with storage_in(folder) as before, closing(Storage(url)) as after:
        tables = [owned_by(before.load_now(id_), browser) for id_ in before.all_ids()]
        after.write_now(restore_tables, lambda: [(table, []) for table in tables])
    return [table.row.id for table in tables if not history_of(table).game.is_over]


def owned_by(stored: StoredTable | None, browser: str) -> StoredTable:
    assert stored is not None
    seats = [replace(seat, browser=seat.browser and browser) for seat in stored.seats]
    return replace(stored, row=replace(stored.row, host=browser), seats=seats)


def play(served: Served, ann: Person, tables: list[str]) -> Person:
    """The same person at another server, who answers once at each table."""
    again = served.person(ann)
    for table in tables:
        again.answer_first(table)
    return again


def test_servers_of_two_versions_follow_each_other_and_the_tables_go_on(
    tmp_path: Path, postgres_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One process after the other is stopped; the first of the next version starts when the last has gone."""
    monkeypatch.setattr(claims, "PATIENCE_SECONDS", 0.2)
    settings = settings_for(tmp_path, database_url=postgres_database)
    with serve(settings) as first:
        ann = first.person()
        ann.new_table("me", "here")
        browser = hashed(next(iter(ann.http.cookies.values())))
        tables = restored(tmp_path, postgres_database, browser)
        play(first, ann, tables)
        with serve(settings) as second:
            play(second, ann, tables)
            is_refused(settings, monkeypatch)
        is_refused(settings, monkeypatch)
        play(first, ann, tables)
    with monkeypatch.context() as patch:
        patch.setattr("openabyss.server.http.app.VERSION", NEXT_VERSION)
        with serve(settings) as third, serve(settings) as fourth:
            play(third, ann, tables)
            play(fourth, ann, tables)
    with closing(Storage(postgres_database)) as storage:
        for table in tables:
            stored = storage.load_now(table)
            assert stored is not None
            history_of(stored)


def is_refused(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr("openabyss.server.http.app.VERSION", NEXT_VERSION)
        with (
            pytest.raises(DatabaseInUse, match=f"another version.*this one has {NEXT_VERSION}"),
            serve(settings),
        ):
            pass
