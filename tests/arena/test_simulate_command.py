"""`openabyss simulate` as people and programs call it."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from openabyss.cli import main
from openabyss.engine.mode import INTERPRETED

pytestmark = pytest.mark.skipif(INTERPRETED, reason="needs more games than interpreted rules can play")

SMALL = ["simulate", "--games", "6", "--seats", "random,medium", "--seed", "5"]


def test_quiet_prints_one_line_and_nothing_else(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*SMALL, "--quiet"]) == 0
    printed = capsys.readouterr()
    assert printed.err == ""
    assert printed.out.count("\n") == 1
    values = dict(word.split("=", 1) for word in printed.out.split())
    assert values["games"] == "6"
    assert values["seats"] == "random,medium"
    assert sum(float(wins) for wins in values["wins"].split(",")) == pytest.approx(6)


def test_expansions_with_five_players(capsys: pytest.CaptureFixture[str]) -> None:
    deep = ["simulate", "--games", "8", "--players", "5", "--kraken", "--leviathan"]
    deep += ["--option", "loot6_monster=add_leviathan"]
    assert main(deep) == 0
    printed = capsys.readouterr().out
    for part in ("Kraken, Leviathan, loot6_monster=add_leviathan", "5 random", "nebulis", "Scourge"):
        assert part in printed
    assert max(map(len, printed.splitlines())) <= 80
    assert main([*deep, "--json", "--jobs", "2"]) == 0
    settings = json.loads(capsys.readouterr().out)["settings"]
    assert (settings["kraken"], settings["leviathan"]) == (True, True)
    assert settings["options"] == {"loot6_monster": "add_leviathan"}


def test_the_base_game_is_silent_about_expansions(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(SMALL) == 0
    printed = capsys.readouterr().out
    for part in ("nebulis", "Scourge", "Kraken", "Leviathan"):
        assert part not in printed


def test_a_wrong_variant_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*SMALL, "--option", "marital_law=never"]) == 2
    assert "did you mean martial_law" in capsys.readouterr().err
    assert main([*SMALL, "--kraken", "--players", "5"]) == 2
    assert "5 with Leviathan" in capsys.readouterr().err


def test_json_prints_one_object(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*SMALL, "--json"]) == 0
    summary = json.loads(capsys.readouterr().out)
    assert summary["games"] == 6
    assert [player["spec"] for player in summary["players"]] == ["random", "medium"]
    assert summary["settings"]["seed"] == 5
    assert not summary["interrupted"]


def test_the_tables_fit_a_terminal_of_80_columns(capsys: pytest.CaptureFixture[str]) -> None:
    seats = "medium:pearl=90,card_point=45,buy=10,random,random,random"
    assert main(["simulate", "--games", "4", "--seats", seats, "--all"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= 80
    text = "\n".join(lines)
    for wanted in ("Victories", "Where the points come from", "Lords", "Locations", "Ends:", "2 random"):
        assert wanted in text


def test_an_unknown_player_is_a_mistake_with_a_suggestion(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--seats", "medum,random"]) == 2
    assert "did you mean 'medium'" in capsys.readouterr().err


def test_resume_needs_a_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*SMALL, "--resume"]) == 2
    assert "--out" in capsys.readouterr().err


def test_no_games_are_no_series() -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["simulate", "--games", "0"])


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is sent otherwise there")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_keeps_what_is_finished_and_says_how_to_go_on(tmp_path: Path, jobs: str) -> None:
    out = tmp_path / "games.csv"
    command = [
        sys.executable,
        "-m",
        "openabyss",
        "simulate",
        "--games",
        "1000000",
        "--seats",
        "random,random",
    ]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen(
        [*command, "--jobs", jobs, "--out", str(out), "--quiet"],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        wait_for_games(tmp_path / "games.csv.partial")
        process.send_signal(signal.SIGINT)
        printed, told = process.communicate(timeout=600)
    assert process.returncode == 130
    games = int(dict(word.split("=", 1) for word in printed.split())["games"])
    assert 0 < games < 1_000_000
    assert "--resume" in told
    with out.open() as file:
        assert sum(1 for _line in file) == 1 + 2 * games


def wait_for_games(journal: Path) -> None:
    """Until a few games have been written."""
    until = time.monotonic() + 300
    while time.monotonic() < until:
        if journal.exists() and journal.stat().st_size > 20_000:
            return
        time.sleep(0.05)
    raise AssertionError("no game was played")
