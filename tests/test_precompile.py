"""Preparing the rules: who may compile, what is counted, and that everything is reached."""

import os
import sqlite3
import subprocess
import sys
from errno import EACCES
from pathlib import Path

import pytest

from openabyss.engine import cache
from openabyss.engine.compiling import watch_compiling
from openabyss.engine.mode import INTERPRETED
from openabyss.errors import UnusableCache
from openabyss.players.compilation import precompile, readiness


@pytest.fixture
def cold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """As if nothing were compiled; what is compiled then is written down instead."""
    played: list[str] = []
    monkeypatch.setattr(readiness, "runs_uncompiled", lambda: False)
    monkeypatch.setattr(readiness, "COMPLETE", tmp_path / "complete")
    monkeypatch.setattr(precompile, "LOCK", tmp_path / "compiling.lock")
    monkeypatch.setattr(precompile, "BACKGROUND_LOCK", tmp_path / "compiling-in-background.lock")
    monkeypatch.setattr(precompile, "LOOK_AGAIN_SECONDS", 0.001)
    monkeypatch.setattr(precompile, "_declared", lambda: {"one", "other"})
    other = (sys.executable, "-c", "print('one'); print('other')")
    monkeypatch.setattr(precompile, "OTHERS", (other,))
    monkeypatch.setattr(precompile, "load_rules", lambda: played.append("played"))
    return played


def test_the_rules_are_compiled_once(cold: list[str]) -> None:
    assert not readiness.is_ready()
    precompile.compile_rules()
    precompile.compile_rules()
    assert readiness.is_ready()
    assert cold == ["played"]


def test_progress_ends_with_the_whole(cold: list[str]) -> None:
    told: list[tuple[int, int]] = []
    precompile.compile_rules(lambda done, total: told.append((done, total)))
    assert told[-1][0] == told[-1][1]


def test_what_the_other_process_compiles_is_counted(cold: list[str]) -> None:
    told: list[int] = []
    precompile.compile_rules(lambda done, _total: told.append(done))
    assert told[:2] == [1, 2]


def test_without_the_other_process_everything_is_compiled_here(
    cold: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(precompile, "OTHERS", ((sys.executable, "-c", "raise SystemExit(1)"),) * 2)
    precompile.compile_rules()
    assert readiness.is_ready()
    assert cold == ["played"]


def test_whoever_waited_finds_the_rules_ready(cold: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    other = sqlite3.connect(precompile.LOCK, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")

    def other_process_finishes(_seconds: float) -> None:
        readiness.COMPLETE.touch()
        other.close()

    monkeypatch.setattr("openabyss.players.compilation.precompile.time.sleep", other_process_finishes)
    precompile.compile_rules()
    assert cold == []


def test_nobody_waits_for_whoever_compiles_in_the_background(
    cold: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whose priority is so low that it may never be done."""
    other = sqlite3.connect(precompile.BACKGROUND_LOCK, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    monkeypatch.setattr(f"{precompile.__name__}.time.sleep", lambda _seconds: pytest.fail("it waits"))
    precompile.compile_rules()
    assert cold == ["played"]
    other.close()


@pytest.mark.parametrize("lock", ["LOCK", "BACKGROUND_LOCK"])
def test_in_the_background_everybody_is_waited_for(
    cold: list[str], monkeypatch: pytest.MonkeyPatch, lock: str
) -> None:
    other, waited = sqlite3.connect(getattr(precompile, lock), isolation_level=None), []
    other.execute("BEGIN EXCLUSIVE")

    def the_other_gives_up(seconds: float) -> None:
        waited.append(seconds)
        assert len(waited) == 1
        other.close()

    monkeypatch.setattr("openabyss.players.compilation.precompile.time.sleep", the_other_gives_up)
    precompile.compile_rules(in_background=True)
    assert (len(waited), cold) == (1, ["played"])


HOLDS_THE_LOCK = """
import sqlite3, sys, time
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("BEGIN EXCLUSIVE")
print("held", flush=True)
time.sleep(600)
"""


def test_the_lock_of_a_killed_process_keeps_nobody_waiting(cold: list[str]) -> None:
    command = [sys.executable, "-c", HOLDS_THE_LOCK, str(precompile.LOCK)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        other.stdout.readline()
        other.kill()
    precompile.compile_rules()
    assert cold == ["played"]


def test_the_lock_is_given_back_after_an_error(cold: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(precompile, "load_rules", interrupted)
    with pytest.raises(KeyboardInterrupt):
        precompile.compile_rules()
    assert not readiness.is_ready()
    monkeypatch.setattr(precompile, "load_rules", lambda: cold.append("played"))
    precompile.compile_rules()
    assert cold == ["played"]


def test_only_folders_of_the_cache_that_nobody_used_for_a_month_are_deleted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache, "ROOT", tmp_path)
    used = cache._folder_of("in use")
    for folder in (cache._folder_of("unused"), tmp_path / "photos"):
        folder.mkdir(exist_ok=True)
        os.utime(folder, (0, 0))
    cache.remove_stale_folders()
    assert {*tmp_path.iterdir()} == {used, tmp_path / "photos"}


def refuse(*_arguments: object, **_options: object) -> None:
    """What the system does where a folder can only be read."""
    raise PermissionError(EACCES, "Permission denied")


def test_a_folder_that_can_only_be_read_is_used(
    cold: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache, "ROOT", tmp_path)
    folder = cache._folder_of("compiled")
    readiness.COMPLETE.touch()
    monkeypatch.setattr("os.utime", refuse)
    monkeypatch.setattr(Path, "write_text", refuse)
    monkeypatch.setattr(precompile, "LOCK", tmp_path / "missing" / "compiling.lock")
    assert cache._folder_of("compiled") == folder
    cache.SourceIndex(folder / "sources.json").digests_behind(frozenset([Path(cache.__file__)]))
    precompile.compile_rules()
    assert cold == []


def test_a_folder_that_can_only_be_read_is_refused_where_something_is_missing(
    cold: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache, "ROOT", tmp_path)
    monkeypatch.setattr("os.utime", refuse)
    with pytest.raises(UnusableCache) as refused:
        precompile.compile_rules()
    assert refused.value.filename == str(tmp_path)
    monkeypatch.setattr(Path, "mkdir", refuse)
    monkeypatch.setattr(cache, "runs_uncompiled", lambda: False)
    with pytest.raises(UnusableCache):
        cache._folder_of("not compiled")


def test_whoever_asks_whether_all_is_compiled_may_still_run_the_rules_uncompiled() -> None:
    program = (
        "from openabyss.players.compilation.readiness import is_ready, run_uncompiled\n"
        "is_ready(); run_uncompiled()\n"
        "import os, sys; from openabyss.engine.mode import INTERPRETED; from openabyss import Game\n"
        "assert INTERPRETED and 'numba' not in sys.modules and 'OPENABYSS_INTERPRETED' not in os.environ\n"
        "print(Game.new(players=2, seed=1).question.kind)"
    )
    environment = {name: value for name, value in os.environ.items() if name != "OPENABYSS_INTERPRETED"}
    told = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, env=environment, check=False
    )
    assert told.stderr == ""
    assert told.stdout == "OFFER\n"


def test_the_short_games_reach_everything() -> None:
    names: list[str] = []
    precompile.load_rules()
    with watch_compiling(names.append):
        precompile.load_rules()
    assert names == []


@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled here")
def test_compiling_is_watched() -> None:
    assert precompile._declared()
