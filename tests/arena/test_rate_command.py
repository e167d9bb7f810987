"""`openabyss rate` as people and programs call it."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from xml.etree import ElementTree

import pytest

from openabyss.arena.svg import Whisker, curves, ticks, whiskers
from openabyss.cli import main
from openabyss.engine.mode import INTERPRETED

pytestmark = pytest.mark.skipif(INTERPRETED, reason="needs more games than interpreted rules can play")

SMALL = ["rate", "medium", "random", "--games", "4", "--jobs", "1"]


def test_json_prints_win_rates_elo_and_intervals(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*SMALL, "--json"]) == 0
    players = json.loads(capsys.readouterr().out)["players"]
    assert list(players) == ["medium", "random"]
    for player in players.values():
        low, high = player["interval"]
        assert 0 <= low <= player["win_rate"] <= high <= 1
        low, high = player["elo_interval"]
        assert low <= player["elo"] <= high


def test_quiet_prints_one_line_and_nothing_else(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*SMALL, "--quiet", "--players", "3", "--kraken"]) == 0
    printed = capsys.readouterr()
    assert printed.err == ""
    assert printed.out.count("\n") == 1
    values = dict(word.split("=", 1) for word in printed.out.split())
    assert (values["games"], values["players"]) == ("6", "medium,random")


def test_the_tables_fit_a_terminal_of_80_columns(capsys: pytest.CaptureFixture[str]) -> None:
    long = "medium:pearl=90,card_point=45,buy=10"
    command = ["rate", long, "random", "medium", "--games", "10", "--seed", "3", "--sprt", "0,9"]
    assert main(command) == 2
    assert "two players" in capsys.readouterr().err
    assert main(command[:-2]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= 80
    for wanted in ("Ratings", "Who met", "Pairing", "medium", "30 games, seed 3, 2 at a table"):
        assert any(wanted in line for line in lines)


def test_the_test_says_in_words_what_it_found(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rate", "medium,random", "--games", "200", "--jobs", "1", "--sprt", "0,100"]) == 0
    assert "medium is better than random by more than 0 Elo" in capsys.readouterr().out


def test_the_plot_is_drawn(tmp_path: Path) -> None:
    plot = tmp_path / "elo.svg"
    assert main([*SMALL, "--quiet", "--plot", str(plot)]) == 0
    drawn = ElementTree.parse(plot).getroot()
    texts = [text.text for text in drawn.iter() if text.tag.endswith("text")]
    assert {"medium", "random"} <= set(texts)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["medum", "random"], "did you mean 'medium'"),
        ([], "at least two are needed to compare them; there are easy, medium, hard, expert"),
        (["medium"], "at least two"),
        (["medium", "expert:seconds=1e9"], "a number from 0.001 to 600.0 is needed"),
        (["medium", "random", "--players", "6"], "2 to 4"),
        (["medium", "random", "--sprt", "5"], "two numbers"),
        (["medium", "random", "--resume"], "--out"),
        (["medium", "random", "--check"], "--ladder"),
        (["medium", "random", "--plot", "elo.png"], "does not end in .svg"),
        (["medium", "random", "--out", "games.csv"], "does not end in .parquet"),
    ],
)
def test_mistakes_are_told(arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rate", *arguments]) == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize("argument", ["--games", "--players", "--seed", "--jobs"])
def test_what_is_no_number_is_told(argument: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main([*SMALL, argument, "many"])
    assert f"argument {argument}: 'many' is not a whole number" in capsys.readouterr().err


@pytest.mark.parametrize(("argument", "name"), [("--plot", "elo.svg"), ("--out", "games.parquet")])
def test_a_place_that_cannot_be_written_is_told_before_anything_is_played(
    argument: str, name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / name).mkdir()
    assert main([*SMALL, argument, str(tmp_path / name)]) == 2
    printed = capsys.readouterr()
    assert f"{name} cannot be written" in printed.err
    assert printed.out == ""
    assert main([*SMALL, argument, str(tmp_path / "nowhere" / name)]) == 2
    assert "there is no folder" in capsys.readouterr().err


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is sent otherwise there")
def test_ctrl_c_keeps_what_is_finished_and_says_how_to_go_on(tmp_path: Path) -> None:
    out = tmp_path / "games.parquet"
    command = [sys.executable, "-m", "openabyss", "rate", "random", "medium", "--games", "100000"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen(
        [*command, "--jobs", "2", "--out", str(out), "--quiet"],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        wait_for_games(tmp_path / "games.parquet.partial")
        process.send_signal(signal.SIGINT)
        printed, told = process.communicate(timeout=600)
    assert process.returncode == 130
    games = int(dict(word.split("=", 1) for word in printed.split())["games"])
    assert 0 < games < 100_000
    assert f"rate random medium --games 100000 --players 2 --seed 0 --jobs 2 --out {out} --resume" in told
    assert out.exists()


def wait_for_games(journal: Path) -> None:
    """Until a few games have been written."""
    until = time.monotonic() + 300
    while time.monotonic() < until:
        if journal.exists() and journal.stat().st_size > 2_000:
            return
        time.sleep(0.05)
    raise AssertionError("no game was played")


# ---------------------------------------------------------------------------------------- plots


def test_plots_are_the_same_every_time_and_can_be_read() -> None:
    rows = [Whisker("a < b", 0.5, 0.4, 0.6), Whisker("c", 0.2, 0.1, 0.3)]
    drawn = whiskers("Title & more", rows, "axis", mark=0.25)
    assert drawn == whiskers("Title & more", rows, "axis", mark=0.25)
    assert "a < b" in [text.text for text in ElementTree.fromstring(drawn).iter()]
    lines = ElementTree.fromstring(curves("Chances", ["A", "B"], [[0.5, 0.75], [0.5, 0.25]], "decision"))
    assert len([shape for shape in lines.iter() if shape.tag.endswith("polyline")]) == 2


def test_ticks_are_round_numbers() -> None:
    assert ticks(0, 1) == [0, 0.2, 0.4, 0.6, 0.8, 1.0]
    assert ticks(-130, 470) == [-100, 0, 100, 200, 300, 400]
