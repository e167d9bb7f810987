"""What the server keeps is for its owner alone, and for one server, whatever the database is called."""

import logging
import os
import stat
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from openabyss.cli import main
from openabyss.server.settings import settings_from, url_of_file
from openabyss.server.storage import Storage
from openabyss.server.storage.database import claim as claims
from openabyss.server.storage.database.claim import DatabaseInUse, claim
from openabyss.server.storage.database.engines import UnusableDatabase
from tests.web.server.serving import serve

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such modes")

DATABASE = "tables.sqlite3"


def modes(folder: Path) -> dict[str, int]:
    """The mode of a folder, and of every file in it."""
    return {path.name: stat.S_IMODE(path.stat().st_mode) for path in (folder, *folder.iterdir())}


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A data folder that is not there yet, of somebody whose new files are open to everybody."""
    before = os.umask(0)
    monkeypatch.setattr(claims, "PATIENCE_SECONDS", 0.2)
    monkeypatch.setenv("OPENABYSS_DATA", str(tmp_path / "home"))
    monkeypatch.delenv("DATABASE_URL", raising=False)
    monkeypatch.delenv("OPENABYSS_KEY", raising=False)
    yield tmp_path / "home"
    os.umask(before)


@pytest.fixture
def database(home: Path) -> Path:
    """The file of the database, in that folder, which is there now."""
    settings_from(os.environ)
    return home / DATABASE


def test_all_that_a_server_writes_is_for_its_owner_alone(home: Path) -> None:
    with serve(settings_from(os.environ)) as served:
        table = served.person().new_table("me", "here")
        running = modes(home)
        assert main(["admin", "backup", str(home / "backup.gz")]) == 0
        assert main(["admin", "export", table, str(home / "export.gz")]) == 0
    assert running.keys() >= {"key", DATABASE, f"{DATABASE}-wal", f"{DATABASE}-shm", f"{DATABASE}-server"}
    for name, mode in {**running, **modes(home)}.items():
        assert mode == (0o700 if name == "home" else 0o600), name


@pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="only root can give files away")
def test_what_root_restores_belongs_to_the_owner_of_the_folder(home: Path, tmp_path: Path) -> None:
    Storage(settings_from(os.environ).database_url).close()
    assert main(["admin", "backup", str(tmp_path / "backup.gz")]) == 0
    for file in home.iterdir():
        file.unlink()
    os.chown(home, 4321, 4321)
    assert main(["admin", "restore", str(tmp_path / "backup.gz")]) == 0
    assert {file.name: file.stat().st_uid for file in home.iterdir()} == {"key": 4321, DATABASE: 4321}


def test_files_that_others_could_read_are_tightened_and_an_open_folder_is_warned_about(
    home: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    home.mkdir(0o755)
    settings = settings_from(os.environ)
    Storage(settings.database_url).close()
    for path in home.iterdir():
        path.chmod(0o644)
    monkeypatch.setattr(logging.getLogger("openabyss.server"), "propagate", True)
    held = claim(settings_from(os.environ).database_url)
    Storage(settings.database_url).close()
    held.let_go()
    assert modes(home) == {"home": 0o755, **{name: 0o600 for name in modes(home) if name != "home"}}
    assert "others may use the folder" in caplog.text


def test_a_backup_is_written_to_no_file_that_somebody_else_has_put_there(home: Path, tmp_path: Path) -> None:
    Storage(settings_from(os.environ).database_url).close()
    (tmp_path / "trap").write_text("mine")
    (tmp_path / f"backup.gz.{os.getpid()}.writing").symlink_to(tmp_path / "trap")
    (tmp_path / "backup.gz").touch(0o666)
    assert main(["admin", "backup", str(tmp_path / "backup.gz")]) == 0
    assert (tmp_path / "trap").read_text() == "mine"
    assert modes(tmp_path)["backup.gz"] == 0o600


def test_a_backup_takes_the_place_of_no_device(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`admin backup /dev/null` made a file of it, if root did it."""
    Storage(settings_from(os.environ).database_url).close()
    os.mkfifo(tmp_path / "device")
    assert main(["admin", "backup", str(tmp_path / "device")]) == 2
    assert stat.S_ISFIFO((tmp_path / "device").stat().st_mode)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["device", "home"]
    (line,) = capsys.readouterr().err.splitlines()
    assert "device" in line


def test_a_key_that_was_not_written_to_the_end_is_no_key(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Links that are made with an empty key could be made by anybody."""

    def crash(_self: Path, _target: Path) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as context:
        context.setattr(Path, "replace", crash)
        with pytest.raises(KeyboardInterrupt):
            settings_from(os.environ)
    assert len(settings_from(os.environ).key) == 32
    assert settings_from(os.environ).key == settings_from(os.environ).key


OTHER_NAMES: dict[str, Callable[[Path, Path], str]] = {
    "a link": lambda _database, folder: url_of_file(folder / "link.sqlite3"),
    "a link to its folder": lambda database, folder: url_of_file(folder / "other" / database.name),
    "a way round": lambda database, _folder: url_of_file(database.parent / ".." / "home" / database.name),
    "a relative path": lambda database, _folder: url_of_file(Path(os.path.relpath(database))),
    "its driver": lambda database, _folder: url_of_file(database).replace("sqlite:", "sqlite+pysqlite:"),
}


@pytest.mark.parametrize("called", OTHER_NAMES)
def test_a_second_server_is_refused_whatever_the_database_is_called(
    database: Path, tmp_path: Path, called: str
) -> None:
    first = claim(url_of_file(database))
    (tmp_path / "link.sqlite3").symlink_to(database)
    (tmp_path / "other").symlink_to(database.parent)
    other = OTHER_NAMES[called](database, tmp_path)
    with pytest.raises(DatabaseInUse):
        claim(other)
    first.let_go()
    second = claim(other)
    with pytest.raises(DatabaseInUse):
        claim(url_of_file(database))
    second.let_go()


def test_a_link_that_leads_to_no_file_yet_is_followed_too(database: Path, tmp_path: Path) -> None:
    (tmp_path / "link.sqlite3").symlink_to(database)
    first = claim(url_of_file(tmp_path / "link.sqlite3"))
    with pytest.raises(DatabaseInUse):
        claim(url_of_file(database))
    first.let_go()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has a lock on the file itself")
def test_a_second_server_is_refused_though_the_file_beside_the_database_is_gone(database: Path) -> None:
    """As where the file alone is mounted into another container."""
    first = claim(url_of_file(database))
    database.with_name(f"{DATABASE}-server").unlink()
    with pytest.raises(DatabaseInUse):
        claim(url_of_file(database))
    first.let_go()
    claim(url_of_file(database)).let_go()


def test_a_database_that_cannot_be_written_is_named(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda _path, _mode: False)
    with pytest.raises(UnusableDatabase, match=r"tables\.sqlite3: .* to its folder"):
        Storage(settings_from(os.environ).database_url)


def test_a_database_with_a_second_name_is_refused(home: Path, tmp_path: Path) -> None:
    """SQLite would look for what was committed last beside the one name, and it lies beside the other."""
    url = settings_from(os.environ).database_url
    Storage(url).close()
    os.link(home / DATABASE, tmp_path / "other.sqlite3")
    for name in (url, url_of_file(tmp_path / "other.sqlite3")):
        with pytest.raises(UnusableDatabase, match="2 names"):
            claim(name)
        with pytest.raises(UnusableDatabase, match="2 names"):
            Storage(name)


def test_a_folder_is_no_database_and_stays_as_open_as_it_was(tmp_path: Path) -> None:
    """It may be that of others, such as /tmp; so may a device."""
    tmp_path.chmod(0o777)
    with pytest.raises(UnusableDatabase, match="Is a directory"):
        claim(url_of_file(tmp_path))
    assert stat.S_IMODE(tmp_path.stat().st_mode) == 0o777
    os.mkfifo(tmp_path / DATABASE)
    (tmp_path / DATABASE).chmod(0o666)
    with pytest.raises(UnusableDatabase, match="cannot be opened"):
        claim(url_of_file(tmp_path / DATABASE))
    assert modes(tmp_path) == {tmp_path.name: 0o777, DATABASE: 0o666}


@pytest.mark.parametrize("name", ["50%41 of all", "what?now", "#1"])
def test_the_database_is_in_its_folder_whatever_that_is_called(tmp_path: Path, name: str) -> None:
    url = settings_from({"OPENABYSS_DATA": str(tmp_path / name)}).database_url
    Storage(url).close()
    assert {DATABASE, "key"} <= {file.name for file in (tmp_path / name).iterdir()}


@pytest.mark.parametrize("query", ["", "?uri=true"])
def test_a_database_is_called_by_its_path_and_not_by_an_address(database: Path, query: str) -> None:
    with pytest.raises(UnusableDatabase, match="path of the file"):
        claim(f"sqlite:///file:{database}{query}")
