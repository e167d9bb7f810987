"""`openabyss simulate` as people and programs call it."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from pyarrow import parquet

from openabyss.arena.series.files import journal_of, unfinished_of
from openabyss.engine.mode import INTERPRETED
from tests.arena.conftest import Run
from tests.web.server.serving import wait_until

pytestmark = pytest.mark.skipif(INTERPRETED, reason="needs more games than interpreted rules can play")

SMALL = "simulate --games 6 --seats random,medium --seed 5"


def test_quiet_prints_one_line_and_nothing_else(run: Run) -> None:
    values = run(f"{SMALL} --quiet").values
    assert (values["games"], values["seats"]) == ("6", "random,medium")
    assert sum(float(wins) for wins in values["wins"].split(",")) == pytest.approx(6)


def test_expansions_with_five_players(run: Run) -> None:
    deep = "simulate --games 8 --players 5 --kraken --leviathan --option loot6_monster=add_leviathan"
    printed = run(deep).out
    for part in ("Kraken, Leviathan, loot6_monster=add_leviathan", "5 random", "nebulis", "Scourge"):
        assert part in printed
    assert max(map(len, printed.splitlines())) <= 80
    settings = run(f"{deep} --json --jobs 2").json["settings"]
    assert (settings["kraken"], settings["leviathan"]) == (True, True)
    assert settings["options"] == {"loot6_monster": "add_leviathan"}


def test_the_tables_fit_80_columns_and_those_of_the_base_game_are_silent_about_expansions(run: Run) -> None:
    seats = "medium:pearl=90,card_point=45,buy=10,random,random,random"
    printed = run(f"simulate --games 4 --all --seats {seats}").out
    assert max(map(len, printed.splitlines())) <= 80
    for wanted in ("Victories", "Where the points come from", "Lords", "Locations", "Ends:", "2 random"):
        assert wanted in printed
    for part in ("nebulis", "Scourge", "Kraken", "Leviathan"):
        assert part not in printed


def test_json_prints_one_object(run: Run) -> None:
    summary = run(f"{SMALL} --json").json
    assert (summary["games"], summary["settings"]["seed"], summary["interrupted"]) == (6, 5, False)
    assert [player["spec"] for player in summary["players"]] == ["random", "medium"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("--option marital_law=never", "did you mean martial_law"),
        ("--kraken --players 5", "5 with Leviathan"),
        ("--seats medum,random", "did you mean 'medium'"),
        ("--seats= --players 2", "there is no player ''"),
        ("--resume", "--out"),
        ("--games 0", "0 is not positive"),
        ("--seats medium --solo 3 --players 4", "4 cannot play with the Regent"),
    ],
)
def test_mistakes_are_named(arguments: str, said: str, run: Run) -> None:
    ran = run(f"{SMALL} {arguments}")
    assert ran.status == 2
    assert said in ran.err


SIMULATE = ["simulate", "--seats", "random,random", "--jobs"]
RATE = ["rate", "random", "medium", "--jobs"]


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is sent otherwise there")
@pytest.mark.parametrize("command", [[*SIMULATE, "1"], [*SIMULATE, "2"], [*RATE, "2"]], ids=" ".join)
def test_ctrl_c_keeps_what_is_finished_and_says_how_to_go_on(tmp_path: Path, command: list[str]) -> None:
    out = tmp_path / "games.parquet"
    typed = [*command, "--games", "1000000", "--out", str(out), "--quiet"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen(
        [sys.executable, "-m", "openabyss", *typed],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        journal = journal_of(out)
        wait_until(lambda: journal.exists() and journal.stat().st_size > 20_000, 300)
        process.send_signal(signal.SIGINT)
        printed, said = process.communicate(timeout=600)
    assert process.returncode == 130
    games = int(dict(word.split("=", 1) for word in printed.split())["games"])
    assert 0 < games < 1_000_000
    assert f"Go on with: openabyss {' '.join(typed)} --resume" in said
    assert parquet.read_metadata(unfinished_of(out)).num_rows == 2 * games


SLOW_BOT = """
import time
from pathlib import Path

class Slow:
    def choose(self, perspective):
        Path("began").touch()
        time.sleep(5)
        return perspective.legal_actions[0]
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is sent otherwise there")
def test_a_second_ctrl_c_stops_at_once_whatever_the_processes_play(tmp_path: Path) -> None:
    """Also where it is ignored at first, as in what a script begins in the background."""
    (tmp_path / "slow_bot.py").write_text(SLOW_BOT)
    paths = os.pathsep.join(str(Path(path).resolve()) for path in sys.path)
    command = ["simulate", "--seats", "slow_bot:Slow,random", "--jobs", "2", "--games", "20", "--quiet"]
    with subprocess.Popen(
        ["sh", "-c", 'trap "" INT; exec "$0" "$@"', sys.executable, "-m", "openabyss", *command],
        env={**os.environ, "PYTHONPATH": paths},
        cwd=tmp_path,
    ) as process:
        wait_until((tmp_path / "began").exists, 300)
        for _time in range(2):
            time.sleep(1)
            process.send_signal(signal.SIGINT)
        try:
            assert process.wait(60) == 130
        finally:
            process.kill()
