"""Preparing the rules: who may compile, what is counted, and that everything is reached."""

import os
import sys
from pathlib import Path

import pytest

from openabyss.compilation import precompile, readiness
from openabyss.engine.mode import INTERPRETED
from openabyss.engine.progress import watch_compiling


@pytest.fixture
def cold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """As if nothing were compiled; what is compiled then is written down instead."""
    played: list[str] = []
    monkeypatch.setattr(readiness, "INTERPRETED", False)
    monkeypatch.setattr(readiness, "COMPLETE", tmp_path / "complete")
    monkeypatch.setattr(precompile, "LOCK", tmp_path / "compiling.lock")
    monkeypatch.setattr(precompile, "LOOK_AGAIN_SECONDS", 0.001)
    monkeypatch.setattr(
        precompile, "COMPILE_OPPONENTS", (sys.executable, "-c", "print('one'); print('other')")
    )
    monkeypatch.setattr(precompile, "_play_through", lambda: played.append("played"))
    return played


def test_the_rules_are_compiled_once(cold: list[str]) -> None:
    assert not readiness.is_ready()
    precompile.compile_rules()
    precompile.compile_rules()
    assert readiness.is_ready()
    assert cold == ["played"]
    assert not precompile.LOCK.exists()


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
    monkeypatch.setattr(precompile, "COMPILE_OPPONENTS", (sys.executable, "-c", "raise SystemExit(1)"))
    precompile.compile_rules()
    assert readiness.is_ready()
    assert cold == ["played"]


def test_the_lock_of_a_dead_process_is_broken(cold: list[str]) -> None:
    precompile.LOCK.touch()
    long_ago = precompile.LOCK.stat().st_mtime - precompile.ABANDONED_AFTER_SECONDS - 1
    os.utime(precompile.LOCK, (long_ago, long_ago))
    precompile.compile_rules()
    assert cold == ["played"]


def test_whoever_waited_finds_the_rules_ready(cold: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    precompile.LOCK.touch()

    def other_process_finishes(_seconds: float) -> None:
        readiness.COMPLETE.touch()
        precompile.LOCK.unlink()

    monkeypatch.setattr("openabyss.compilation.precompile.time.sleep", other_process_finishes)
    precompile.compile_rules()
    assert cold == []


def test_the_lock_is_given_back_after_an_error(cold: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(precompile, "_play_through", interrupted)
    with pytest.raises(KeyboardInterrupt):
        precompile.compile_rules()
    assert not precompile.LOCK.exists()
    assert not readiness.is_ready()


def test_the_short_games_reach_everything() -> None:
    names: list[str] = []
    precompile._play_through()
    with watch_compiling(names.append):
        precompile._play_through()
    assert names == []


@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled here")
def test_compiling_is_watched() -> None:
    assert precompile._declared()
