"""`openabyss rate` as people and programs call it."""

import re
from io import StringIO
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from rich.console import Console

from openabyss.arena.ratings.rate_report import print_ratings
from openabyss.arena.svg import Whisker, curves, ticks, whiskers
from openabyss.engine.mode import INTERPRETED
from openabyss.words import LANGUAGES, reading_in
from tests.arena.conftest import Run

pytestmark = pytest.mark.skipif(INTERPRETED, reason="needs more games than interpreted rules can play")

SMALL = "rate medium random --games 4 --jobs 1"


def test_json_prints_win_rates_elo_and_intervals(run: Run) -> None:
    players = run(f"{SMALL} --json").json["players"]
    assert list(players) == ["medium", "random"]
    for player in players.values():
        for value, interval in (("win_rate", "interval"), ("elo", "elo_interval")):
            low, high = player[interval]
            assert low <= player[value] <= high
        assert 0 <= player["interval"][0] <= player["interval"][1] <= 1


def test_quiet_prints_one_line_and_nothing_else(run: Run) -> None:
    values = run(f"{SMALL} --quiet --players 3 --kraken").values
    assert (values["games"], values["players"]) == ("6", "medium,random")


def test_the_tables_fit_a_terminal_of_80_columns(run: Run) -> None:
    command = "rate medium:pearl=90,card_point=45,buy=10 random medium --games 10 --seed 3"
    assert "two players" in run(f"{command} --sprt 0,9").err
    printed = run(command).out
    assert max(map(len, printed.splitlines())) <= 80
    for wanted in ("Ratings", "Who met", "Pairing", "medium", "30 games, seed 3, 2 at a table"):
        assert wanted in printed


@pytest.mark.parametrize("code", LANGUAGES)
def test_long_names_are_folded_and_numbers_are_whole(code: str) -> None:
    names = ["program:/usr/bin/python /home/ada/bots/examples/careful.py", "medium:pearl=90,buy=0"]
    rated = {"win_rate": 0.125, "interval": (0.016, 0.988), "games": 12345, "forfeits": 1234}
    rated |= {"elo": -1111.0, "elo_interval": (-2222.0, -1000.0), "ms_per_decision": 4444.5}
    found: dict[str, Any] = {
        "games": 12345,
        "settings": {"seats": 2, "seed": 1, "options": {}},
        "players": dict.fromkeys(names, rated),
        "lineups": [{"seats": names, "players": {names[0]: rated}}] * 2,
        "pairing": None,
        "reproducible": True,
    }
    console = Console(file=StringIO(), width=80)
    with reading_in(code), console.capture() as shown:
        print_ratings(console, found)
    printed = shown.get()
    assert max(map(len, printed.splitlines())) <= 80
    for whole in ("12{0}5", "1{0}6-98{0}8", "-1111", "-2222 … -1000", "4444{0}5", "1234", "12345"):
        assert re.search(rf" {whole.format('[.,]')}\b", printed), whole
    assert printed.count("…") == len(names), "nothing is cut: only intervals of Elo have this sign"


def test_the_test_says_in_words_what_it_found(run: Run) -> None:
    printed = run("rate medium,random --games 200 --jobs 1 --sprt 0,100").out
    assert "medium is better than random by more than 0 Elo" in printed


def test_the_plot_is_drawn(tmp_path: Path, run: Run) -> None:
    plot = tmp_path / "elo.svg"
    assert run(f"{SMALL} --quiet --plot", plot).status == 0
    texts = [text.text for text in ElementTree.parse(plot).iter() if text.tag.endswith("text")]
    assert {"medium", "random"} <= set(texts)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("medum random", "did you mean 'medium'"),
        ("", "at least two are needed to compare them; there are easy, casual, medium, skilled"),
        ("medium", "at least two"),
        ("medium expert:seconds=1e9", "a number from 0.001 to 600.0 is needed"),
        ("medium random --players 6", "2 to 4"),
        ("medium random --players 0", "0 is not positive"),
        ("medium random --sprt 5", "two numbers"),
        ("medium random --sprt 0,1000000", "numbers from -4000 to 4000"),
        ("medium random --sprt 0,inf", "numbers from -4000 to 4000"),
        ("medium random --resume", "--out"),
        ("medium random --check", "--ladder"),
        ("medium random --plot elo.png", "does not end in .svg"),
        ("medium random --out games.csv", "does not end in .parquet"),
        ("medium random --games many", "argument --games: 'many' is not a whole number"),
        ("medium random --players many", "argument --players: 'many' is not a whole number"),
        ("medium random --seed many", "argument --seed: 'many' is not a whole number"),
        ("medium random --jobs many", "argument --jobs: 'many' is not a whole number"),
    ],
)
def test_mistakes_are_named(arguments: str, said: str, run: Run) -> None:
    ran = run(f"rate {arguments}")
    assert ran.status == 2
    assert said in ran.err


@pytest.mark.parametrize(("argument", "name"), [("--plot", "elo.svg"), ("--out", "games.parquet")])
def test_a_place_that_cannot_be_written_is_named_before_anything_is_played(
    argument: str, name: str, tmp_path: Path, run: Run
) -> None:
    (tmp_path / name).mkdir()
    ran = run(f"{SMALL} {argument}", tmp_path / name)
    assert (ran.status, ran.out) == (2, "")
    assert f"{name} cannot be written" in ran.err
    assert "there is no folder" in run(f"{SMALL} {argument}", tmp_path / "nowhere" / name).err
    assert "is too long" in run(f"{SMALL} {argument}", tmp_path / f"{'long' * 60}{name[-8:]}").err


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
    assert ticks(0, 2, smallest=1) == [0, 1, 2]
    assert ticks(-130, 470) == [-100, 0, 100, 200, 300, 400]
