"""`openabyss admin`: copies that come back whole, and damage that is noticed."""

import gzip
import json
import os
import random
import subprocess
import sys
import threading
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError

from openabyss.cli import main
from openabyss.client.protocol.from_client import CHAT_LENGTH
from openabyss.server.http import admin_tasks
from openabyss.server.http.archive import written
from openabyss.server.storage import Storage
from tests.test_mutated_records import mutated
from tests.web.server.serving import change_stored, lines_of, serve, settings_for, storage_in


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder with two tables, one of them with a chat and a spectator."""
    monkeypatch.setenv("OPENABYSS_DATA", str(tmp_path))
    monkeypatch.delenv("DATABASE_URL", raising=False)
    with serve(settings_for(tmp_path)) as served:
        ann, eve = served.person(), served.person()
        table = ann.new_table("me", "medium", seed=4)
        ann.new_table("me", "here")
        eve.http.post(ann.links(table)["spectators"])
        with ann.at(table) as sitting:
            assert sitting.ask(type="chat", id="c", text="hello")["type"] == "ack"
            for _turn in range(6):
                actions = sitting.until_asked()["question"]["actions"]
                sitting.answer(random.Random(1).choice(actions)["text"])
    return tmp_path


@pytest.fixture
def other(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Another data folder, with nothing in it."""
    return tmp_path_factory.mktemp("other")


def contents(folder: Path) -> list[bytes]:
    with storage_in(folder) as storage:
        return [written(storage, id_) for id_ in storage.all_ids()]


def backup_of(home: Path) -> tuple[Path, list[Any]]:
    """A backup of the folder, and its lines."""
    backup = home / "backup.gz"
    assert main(["admin", "backup", str(backup)]) == 0
    return backup, lines_of(backup)


DRILL = Path(__file__).parents[3] / "scripts" / "restore-drill"


@pytest.mark.skipif(os.name != "posix", reason="a script for the shell")
def test_a_drill_brings_back_every_table_while_somebody_plays(home: Path, tmp_path_factory: Any) -> None:
    stop, seen = threading.Event(), tmp_path_factory.mktemp("temporary")
    with serve(settings_for(home)) as served:
        ann, table = served.seated("me", "here", seed=5)

        def play() -> None:
            while not stop.wait(0.05) and not ann.look(table)["over"]:
                ann.answer_first(table)

        playing = threading.Thread(target=play)
        playing.start()
        drilled = drill(TMPDIR=str(seen))
        stop.set()
        playing.join()
    assert (drilled.returncode, drilled.stderr) == (0, "")
    assert "3 tables read from" in drilled.stdout
    assert "3 tables can be replayed as they were stored, 0 cannot" in drilled.stdout
    assert list(seen.iterdir()) == []


@pytest.mark.skipif(os.name != "posix", reason="a script for the shell")
def test_a_drill_fails_if_a_table_does_not_come_back(home: Path) -> None:
    change_stored(home, "DELETE FROM answers WHERE number = 2")
    drilled = drill()
    assert drilled.returncode == 1
    assert "is damaged and left out" in drilled.stdout


def drill(**environment: str) -> subprocess.CompletedProcess[str]:
    """What the script says about the tables of the environment."""
    command = [DRILL, Path(sys.executable).with_name("openabyss")]
    surroundings = {**os.environ, "OPENABYSS_LANGUAGE": "en", **environment}
    return subprocess.run(command, env=surroundings, capture_output=True, text=True, check=False)


def test_a_backup_comes_back_whole(home: Path, other: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    backup, _lines = backup_of(home)
    monkeypatch.setenv("OPENABYSS_DATA", str(other))
    assert main(["admin", "restore", str(backup)]) == 0
    assert contents(other) == contents(home)
    assert main(["admin", "verify"]) == 0
    assert main(["admin", "restore", str(backup)]) == 2


def test_a_copy_of_the_database_is_whole_while_somebody_plays(
    home: Path, other: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = other / "tables.sqlite3"
    with serve(settings_for(home)) as served:
        ann, table = served.seated("me", "here", seed=5)
        ann.answer_first(table)
        change_stored(home, "INSERT INTO muted VALUES ('v', 'n', 't')")
        assert main(["admin", "copy", str(copy)]) == 0
        assert list(other.iterdir()) == [copy]
        assert contents(other) == contents(home)
    change_stored(other, "DELETE FROM muted")
    for task, name in (("copy", "tables.sqlite3"), ("backup", "tables.sqlite3"), ("backup", "key")):
        kept = (home / name).read_bytes()
        assert main(["admin", task, str(home / name)]) == 2
        assert "belongs to the server" in capsys.readouterr().err
        assert (home / name).read_bytes() == kept
    (other / "again.sqlite3-wal").touch()
    for place in ("/dev/full", str(other / "again.sqlite3"), str(other / ("x" * 300))):
        assert main(["admin", "copy", place]) == 2


@pytest.mark.parametrize("task", ["backup FILE", "copy FILE", "verify", "tidy", "deeds", "people t"])
def test_where_no_tables_are_kept_none_are_made(
    task: str, other: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("OPENABYSS_DATA", str(other / "typo"))
    monkeypatch.delenv("DATABASE_URL", raising=False)
    words = ["admin", *task.replace("FILE", str(other / "copy")).split()]
    assert main(words) == 2
    assert f"{other / 'typo' / 'tables.sqlite3'}: no tables are kept here" in capsys.readouterr().err
    assert list(other.iterdir()) == []
    for path, why in (("x" * 300, "too long"), (":memory:", "give the path of the file")):
        monkeypatch.setenv("DATABASE_URL", f"sqlite:///{path}")
        assert main(words) == 2
        assert why in capsys.readouterr().err
    monkeypatch.delenv("DATABASE_URL")
    # Somebody else's empty file is none either.
    (other / "typo").mkdir()
    (other / "typo" / "tables.sqlite3").touch()
    assert main(words) == 2
    assert "no tables are kept here" in capsys.readouterr().err


def test_a_database_of_postgresql_is_checked_as_well(
    postgres_database: str, other: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("OPENABYSS_DATA", str(other))
    monkeypatch.setenv("DATABASE_URL", postgres_database)
    assert main(["admin", "verify"]) == 2
    assert "no tables are kept here" in capsys.readouterr().err
    with closing(Storage(postgres_database)):
        assert main(["admin", "verify"]) == 0
    key = (other / "key").read_bytes()
    assert main(["admin", "backup", str(other / "key")]) == 2
    assert "belongs to the server" in capsys.readouterr().err
    assert (other / "key").read_bytes() == key


def test_what_an_older_version_has_stored_of_a_chat_is_cut_where_it_is_too_long(home: Path) -> None:
    change_stored(home, "UPDATE chat SET text = :text", {"text": "x" * 1000})
    said = [line["text"] for table in backup_of(home)[1] for line in table["chat"]]
    assert said == ["x" * CHAT_LENGTH]


def test_one_table_is_exported_and_imported(home: Path, other: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    export = home / "one.gz"
    table = json.loads(contents(home)[0])["table"]["id"]
    assert main(["admin", "export", table, str(export)]) == 0
    monkeypatch.setenv("OPENABYSS_DATA", str(other))
    assert main(["admin", "import", str(export)]) == 0
    assert len(contents(other)) == 1
    assert main(["admin", "import", str(export)]) == 2


def test_an_imported_record_with_an_illegal_action_is_refused_whole(
    home: Path, other: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    backup, lines = backup_of(home)
    damaged = max(lines, key=lambda line: len(line["entries"]))
    damaged["entries"][2]["text"] = "recruit:35"
    backup.write_bytes(gzip.compress("\n".join(json.dumps(line) for line in lines).encode()))
    monkeypatch.setenv("OPENABYSS_DATA", str(other))
    assert main(["admin", "import", str(backup)]) == 2
    assert "entry 3" in capsys.readouterr().err
    assert contents(other) == []


def test_of_damaged_archives_each_is_read_or_refused_in_words(
    home: Path, other: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    backup, lines = backup_of(home)
    monkeypatch.setenv("OPENABYSS_DATA", str(other))
    chance, refused = random.Random(5), 0
    for number in range(40):
        try:
            damaged = json.dumps(mutated(lines[number % len(lines)], chance))
        except ValueError:  # JSON has no number that is so large.
            continue
        backup.write_bytes(gzip.compress(damaged.encode("utf-8", "surrogatepass")))
        status = main(["admin", "import", str(backup)])
        assert status in (0, 2)
        assert "Traceback" not in capsys.readouterr().err
        refused += status == 2
    assert refused > 20


def test_unknown_tables_are_told(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["admin", "export", "nothing", str(home / "x")]) == 2
    assert "nothing" in capsys.readouterr().err


def test_tidying_keeps_what_is_new(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = contents(home)
    assert main(["admin", "tidy"]) == 0
    assert (
        "deleted: 0 tables that never began, 0 abandoned tables, 0 old tables, 0 lines of chat;"
        " made compact: 0 finished tables"
    ) in capsys.readouterr().out
    assert contents(home) == before
    with pytest.raises(SystemExit):
        main(["admin", "tidy", "--chat", "0"])


def test_much_is_tidied_in_portions_and_what_people_do_is_stored_in_between(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    change_stored(home, "UPDATE tables SET changed = '2026-01-01T00:00:00.000+00:00'")
    monkeypatch.setattr(admin_tasks, "PORTION", 1)
    pauses = list[int]()
    monkeypatch.setattr(admin_tasks, "sleep", lambda _seconds: pauses.append(len(contents(home))))
    assert main(["admin", "tidy", "--unbegun", "1000", "--abandoned", "1000", "--tables", "1"]) == 0
    assert pauses == [1, 0]
    assert "deleted: 0 tables that never began, 0 abandoned tables, 2 old tables" in capsys.readouterr().out


def test_portions_count_every_table_as_what_it_is(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(admin_tasks, "PORTION", 1)
    change_stored(home, "UPDATE tables SET changed = '2026-01-01T00:00:00.000+00:00'")
    assert (
        main(["admin", "tidy", "--unbegun", "1", "--abandoned", "1", "--tables", "9999", "--chat", "1"]) == 0
    )
    deleted = "1 tables that never began, 1 abandoned tables, 0 old tables, 0 lines of chat"
    assert deleted in capsys.readouterr().out


def test_a_database_that_fails_in_the_middle_of_a_task_is_told_in_a_sentence(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def cancelled(*_arguments: object) -> int:
        raise OperationalError("DELETE", {}, Exception("canceling statement due to statement timeout"))

    monkeypatch.setattr(admin_tasks, "verify", cancelled)
    assert main(["admin", "verify"]) == 2
    said = capsys.readouterr().err
    assert said == "openabyss: the database cannot be used: canceling statement due to statement timeout\n"


@pytest.mark.skipif(os.name == "nt", reason="needs limits of a shell")
def test_a_copy_for_which_there_is_no_room_leaves_nothing_behind(home: Path, other: Path) -> None:
    command = f"ulimit -f 128; exec {sys.executable} -m openabyss admin copy {other / 'copy.sqlite3'}"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)
    assert done.returncode == 2, done.stderr
    assert "cannot be copied" in done.stderr
    assert list(other.iterdir()) == []
