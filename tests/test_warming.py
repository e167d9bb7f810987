"""Preparing the rules: who may compile, what is counted, and that everything is reached."""

import os
import sys
from pathlib import Path

import pytest

from openabyss import warming
from openabyss.rules import record
from openabyss.rules.record import INTERPRETED, watch_compiling


@pytest.fixture
def cold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """As if nothing were compiled; what is compiled then is written down instead."""
    played: list[str] = []
    monkeypatch.setattr(record, "INTERPRETED", False)
    monkeypatch.setattr(record, "COMPLETE", tmp_path / "complete")
    monkeypatch.setattr(warming, "LOCK", tmp_path / "compiling.lock")
    monkeypatch.setattr(warming, "LOOK_AGAIN_SECONDS", 0.001)
    monkeypatch.setattr(warming, "COMPILE_OPPONENTS", (sys.executable, "-c", "print('one'); print('other')"))
    monkeypatch.setattr(warming, "_play_through", lambda: played.append("played"))
    return played


def test_the_rules_are_compiled_once(cold: list[str]) -> None:
    assert not record.is_warm()
    warming.compile_rules()
    warming.compile_rules()
    assert record.is_warm()
    assert cold == ["played"]
    assert not warming.LOCK.exists()


def test_progress_ends_with_the_whole(cold: list[str]) -> None:
    told: list[tuple[int, int]] = []
    warming.compile_rules(lambda done, total: told.append((done, total)))
    assert told[-1][0] == told[-1][1]


def test_what_the_other_process_compiles_is_counted(cold: list[str]) -> None:
    told: list[int] = []
    warming.compile_rules(lambda done, _total: told.append(done))
    assert told[:2] == [1, 2]


def test_without_the_other_process_everything_is_compiled_here(
    cold: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(warming, "COMPILE_OPPONENTS", (sys.executable, "-c", "raise SystemExit(1)"))
    warming.compile_rules()
    assert record.is_warm()
    assert cold == ["played"]


def test_the_lock_of_a_dead_process_is_broken(cold: list[str]) -> None:
    warming.LOCK.touch()
    long_ago = warming.LOCK.stat().st_mtime - warming.ABANDONED_AFTER_SECONDS - 1
    os.utime(warming.LOCK, (long_ago, long_ago))
    warming.compile_rules()
    assert cold == ["played"]


def test_whoever_waited_finds_the_rules_ready(cold: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    warming.LOCK.touch()

    def other_process_finishes(_seconds: float) -> None:
        record.COMPLETE.touch()
        warming.LOCK.unlink()

    monkeypatch.setattr("openabyss.warming.time.sleep", other_process_finishes)
    warming.compile_rules()
    assert cold == []


def test_the_lock_is_given_back_after_an_error(cold: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(warming, "_play_through", interrupted)
    with pytest.raises(KeyboardInterrupt):
        warming.compile_rules()
    assert not warming.LOCK.exists()
    assert not record.is_warm()


def test_the_short_games_reach_everything() -> None:
    names: list[str] = []
    warming._play_through()
    with watch_compiling(names.append):
        warming._play_through()
    assert names == []


@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled here")
def test_compiling_is_watched() -> None:
    assert warming._declared()
