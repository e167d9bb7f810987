"""Tables that older versions have stored open in every later one; those of other rules say so."""

import lzma
import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from openabyss.cli import main
from openabyss.client.table_history import ANSWER, OtherRules
from openabyss.server.settings import url_of_file
from openabyss.server.storage.database.claim import claim
from openabyss.server.storage.rows import history_of
from openabyss.server.storage.schema import written_time
from openabyss.table.hashing import DEFINITION
from openabyss.version import RULES
from tests.web.server.serving import change_stored, lines_of, serve, settings_for, storage_in

TABLES = Path(__file__).parents[2] / "data" / "tables"
DATABASES = {"database-0001": 8, "database-0002": 9, "database-0003": 15}


@pytest.fixture(params=DATABASES)
def old(request: pytest.FixtureRequest, home: Path) -> Path:
    """A data folder with a database that an older version has written."""
    stored = (TABLES / f"{request.param}.sqlite3.xz").read_bytes()
    (home / "tables.sqlite3").write_bytes(lzma.decompress(stored))
    return home


@pytest.fixture
def new(home: Path) -> Path:
    """A data folder with one table of today."""
    with serve(settings_for(home)) as served:
        ann = served.person()
        ann.answer_first(ann.new_table("me", "here", seed=3))
    return home


@pytest.mark.parametrize("old", DATABASES, indirect=True)
def test_every_table_of_an_older_version_opens(
    old: Path, request: pytest.FixtureRequest, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["admin", "verify"]) == 0
    count = DATABASES[request.node.callspec.params["old"]]
    assert f"{count} tables can be replayed as they were stored, 0 cannot" in capsys.readouterr().out
    assert (old / "tables.sqlite3").exists()


async def test_a_table_of_an_older_version_goes_on_with_hashes_of_today(old: Path) -> None:
    with storage_in(old) as storage:
        for id_ in storage.all_ids():
            stored = await storage.load(id_)
            assert stored is not None
            history = history_of(stored)
            if history.game.is_over:
                continue
            entry = history.add(ANSWER, history.game.player, history.game.legal_actions[0].text, "c")
            await storage.append(id_, history.revision, entry)
            again = await storage.load(id_)
            assert again is not None
            assert entry.hash.startswith(f"{DEFINITION}:")
            assert (again.row.rules, history_of(again).hash) == (RULES, entry.hash)


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize(("archive", "count"), [("archive-0002.gz", 9), ("archive-0003.gz", 1)])
def test_an_archive_of_an_older_version_is_restored(
    archive: str, count: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["admin", "restore", str(TABLES / archive)]) == 0
    assert main(["admin", "verify"]) == 0
    assert f"{count} tables can be replayed" in capsys.readouterr().out


@pytest.mark.parametrize("old", ["database-0003"], indirect=True)
def test_finished_tables_of_an_older_version_become_compact_and_are_exported_as_before(
    old: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    changed = written_time(datetime.now(UTC) - timedelta(days=8))
    assert main(["admin", "verify"]) == 0
    change_stored(old, "UPDATE tables SET changed = :changed", {"changed": changed})
    before, after = old / "before.gz", old / "after.gz"
    assert main(["admin", "backup", str(before)]) == 0
    assert main(["admin", "tidy"]) == 0
    assert "made compact: 8 finished tables" in capsys.readouterr().out
    assert main(["admin", "verify"]) == 0
    assert main(["admin", "backup", str(after)]) == 0
    assert lines_of(after) == lines_of(before)
    change_stored(old, "DELETE FROM records")
    assert main(["admin", "verify"]) == 1
    assert "7 tables can be replayed as they were stored, 8 cannot" in capsys.readouterr().out


def test_a_hash_of_today_is_compared(new: Path, capsys: pytest.CaptureFixture[str]) -> None:
    change_stored(new, f"UPDATE answers SET state_hash = '{DEFINITION}:0123456789abcdef'")
    assert main(["admin", "verify"]) == 1
    output = capsys.readouterr().out
    assert "entry 1" in output
    assert f"the record says {DEFINITION}:0123456789abcdef" in output


def test_a_table_of_rules_to_come_says_so_and_can_be_exported(
    new: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    change_stored(new, f"UPDATE tables SET rules = {RULES + 1}")
    assert main(["admin", "verify"]) == 1
    assert f"version {RULES + 1} of the rules" in capsys.readouterr().out
    backup = new / "backup.gz"
    assert main(["admin", "backup", str(backup)]) == 0
    (line,) = lines_of(backup)
    assert line["table"]["rules"] == RULES + 1
    with serve(settings_for(new)) as served:
        shown = served.person().http.get(f"/api/tables/{line['table']['id']}")
        assert f"version {RULES + 1} of the rules" in shown.json()["message"]


def test_a_table_that_the_rules_of_today_play_otherwise_says_so(new: Path) -> None:
    with storage_in(new) as storage:
        (id_,) = storage.all_ids()
        stored = storage.load_now(id_)
    assert stored is not None
    played_otherwise = replace(stored, row=replace(stored.row, rules=0))
    played_otherwise.entries[0] = replace(stored.entries[0], hash=f"{DEFINITION}:{'0' * 16}")
    with pytest.raises(OtherRules, match=r"entry 1: .*version 0 of the rules.*can be exported"):
        history_of(played_otherwise)


def test_a_table_of_other_rules_is_restored_as_it_was_stored(
    new: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    change_stored(new, f"UPDATE tables SET rules = {RULES + 1}")
    backup = new / "backup.gz"
    main(["admin", "backup", str(backup)])
    monkeypatch.setenv("OPENABYSS_DATA", str(tmp_path_factory.mktemp("other")))
    assert main(["admin", "restore", str(backup)]) == 0
    again = backup.with_name("again.gz")
    assert main(["admin", "backup", str(again)]) == 0
    assert lines_of(again) == lines_of(backup)


@pytest.mark.parametrize("old", ["database-0001"], indirect=True)
def test_tools_bring_no_database_to_another_form_that_a_server_has(
    old: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    held = claim(url_of_file(old / "tables.sqlite3"))
    assert main(["admin", "verify"]) == 2
    assert "another OpenAbyss server" in capsys.readouterr().err
    with closing(sqlite3.connect(old / "tables.sqlite3")) as unchanged:
        assert unchanged.execute("SELECT version_num FROM alembic_version").fetchone() == ("0001",)
    held.let_go()
    assert main(["admin", "verify"]) == 0
