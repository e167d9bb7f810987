"""The frozen benchmark at tiny settings: a row for every table and level; it goes on where it stopped."""

import json
from pathlib import Path

import pytest

against_levels = pytest.importorskip("bench.against_levels")

TABLES = [(2, False, False), (3, True, True)]


@pytest.fixture(autouse=True)
def _tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(against_levels, "LEVELS", ("random", "easy"))
    monkeypatch.setattr(against_levels, "TABLES", TABLES)
    monkeypatch.setattr(against_levels, "GAMES", 2)


def test_one_file_holds_how_a_bot_did_against_every_level(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "bot.json"
    monkeypatch.setattr("sys.argv", ["against_levels", "medium", "--out", str(out), "--jobs", "1"])
    with monkeypatch.context() as first_table:
        first_table.setattr(against_levels, "TABLES", TABLES[:1])
        against_levels.main()
    first = json.loads(out.read_text())["rows"]
    against_levels.main()
    rows = json.loads(out.read_text())["rows"]
    assert rows[:2] == first, "what was there is kept, with the time that it took"
    assert [(tuple(row["table"]), row["level"]) for row in rows] == [
        (table, level) for table in TABLES for level in ("random", "easy")
    ]
    assert [row["games"] for row in rows] == [2, 2, 3, 3], "whole rounds: everybody has each seat once"
    assert all(0 <= row["share"] <= 1 for row in rows)


def test_a_file_of_another_bot_is_left_alone(tmp_path: Path) -> None:
    out = tmp_path / "bot.json"
    out.write_text('{"benchmark": 1, "bot": "another", "rows": []}')
    with pytest.raises(SystemExit, match="another benchmark"):
        against_levels.benchmark("medium", out)
    assert "another" in out.read_text()
