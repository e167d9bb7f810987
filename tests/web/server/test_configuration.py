"""A database that cannot be the right one is told in one sentence, and nothing is changed there."""

import sqlite3
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest

from openabyss.cli import main
from openabyss.server.http.app import create_app
from openabyss.server.settings import url_of_file
from openabyss.server.storage import storage
from openabyss.server.storage.database import engines
from openabyss.server.storage.database.claim import claim
from openabyss.server.storage.database.engines import UnusableDatabase
from tests.web.server.postgres import make_database
from tests.web.server.serving import InlineComputers, serve, set_clock, settings_for

VERSION = "CREATE TABLE alembic_version (version_num TEXT); INSERT INTO alembic_version VALUES ('{}');"
STRANGERS = {
    "a version of another sort": VERSION.format("ae1027a6acf"),
    "a version but other tables": VERSION.format("0002") + "CREATE TABLE users (id INT)",
    "a table of the same name": "CREATE TABLE tables (number INT)",
}
NOT_OURS = "another program keeps its tables in this database; OpenAbyss needs one of its own"


@pytest.mark.parametrize("script", STRANGERS.values(), ids=STRANGERS)
def test_the_database_of_another_program_is_refused(
    home: Path, script: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(sqlite3.connect(home / "tables.sqlite3")) as database:
        database.executescript(script)
        before = list(database.iterdump())
        assert main(["admin", "verify"]) == 2
        assert capsys.readouterr().err == f"openabyss: {NOT_OURS}\n"
        with pytest.raises(UnusableDatabase, match=NOT_OURS):
            create_app(settings_for(home), InlineComputers())
        assert list(database.iterdump()) == before


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("postgresql://abyss:secret@127.0.0.1:1/abyss", "connection refused"),
        ("postgresql://abyss:secret@nowhere.invalid/abyss", "nowhere.invalid"),
        ("sqlite:///{home}/no-database", "file is not a database"),
    ],
)
def test_a_database_that_cannot_be_opened_is_told_in_one_line_without_its_password(
    url: str, why: str, home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (home / "no-database").write_text("somebody else’s notes, which are none of SQLite’s")
    monkeypatch.setenv("DATABASE_URL", url.format(home=home))
    assert main(["admin", "verify"]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("openabyss: the database cannot be used: ")
    assert why in line.lower()
    assert "secret" not in line


@pytest.mark.parametrize("url", ["tables", " ", "postgresql://a:port/b", "mysql://a/b", "sqlite://"])
def test_what_is_no_address_of_a_database_is_refused(url: str) -> None:
    with pytest.raises(UnusableDatabase, match="DATABASE_URL: "):
        claim(url)


@pytest.mark.parametrize("encoding", ["SQL_ASCII", "LATIN1"])
def test_a_database_that_cannot_hold_all_scripts_is_refused(
    encoding: str,
    postgres: str,
    home: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    url = make_database(postgres, encoding.lower(), f"ENCODING '{encoding}' TEMPLATE template0")
    told = f"the database cannot be used: its encoding is {encoding}, not UTF8;"
    monkeypatch.setenv("DATABASE_URL", url)
    monkeypatch.setattr("os.nice", lambda _more: 0)  # All later tests of this process would be slower.
    for command in (["admin", "verify"], ["worker"]):
        assert main(command) == 2
        (line,) = capsys.readouterr().err.splitlines()
        assert line.startswith(f"openabyss: {told}")
    with pytest.raises(UnusableDatabase, match=told):
        create_app(settings_for(home, database_url=url), InlineComputers())


def test_a_server_without_the_driver_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "find_spec", lambda _name: None)
    with pytest.raises(UnusableDatabase, match=r'pip install "openabyss\[postgres\]"'):
        engines.engine_for("postgresql://abyss@127.0.0.1/abyss", writes=False)


@pytest.mark.parametrize("is_wrong", [True, False])
def test_a_clock_that_differs_from_the_database_s_is_told(
    is_wrong: bool,
    postgres_database: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    if is_wrong:
        set_clock(monkeypatch, lambda now: now - timedelta(hours=1))
    with serve(settings_for(tmp_path, database_url=postgres_database)):
        pass
    told = [vars(record)["facts"] for record in caplog.records if "the clock of this" in record.getMessage()]
    assert told == ([{"seconds_ahead": -3600}] if is_wrong else [])


def test_the_clock_of_sqlite_is_that_of_the_machine(tmp_path: Path) -> None:
    with closing(storage.Storage(url_of_file(tmp_path / "tables.sqlite3"))) as stored:
        assert stored.seconds_ahead() == 0.0
