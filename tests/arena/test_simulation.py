"""Series from end to end: files of results, interruption and resumption, and that the numbers agree."""

import csv
import json
import os
import shlex
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from pyarrow import parquet

from openabyss.arena.ratings.rating import contest
from openabyss.arena.series.files import UnusableOutput, journal_of, unfinished_of
from openabyss.arena.series.series import Series
from openabyss.arena.series.tally import Tally
from openabyss.arena.simulations.keeping import Keeper
from openabyss.arena.simulations.outputs import COLUMNS, check_output, stored_summary
from openabyss.arena.simulations.simulation import simulate
from openabyss.arena.simulations.trajectory_writer import Trajectories
from openabyss.engine.mode import INTERPRETED
from openabyss.errors import InvalidArgument, InvalidOption, MissingExtra
from openabyss.play.position.options import Options
from openabyss.rules.ending import NO_LEVIATHANS_LEFT, NO_TOKENS_LEFT
from tests.players.bots import has_ended
from tests.web.server.serving import wait_until

pytestmark = pytest.mark.skipif(INTERPRETED, reason="needs more games than interpreted rules can play")

Rows = list[dict[str, Any]]


def rows_of_parquet(path: Path) -> Rows:
    rows: Rows = parquet.read_table(path).to_pylist()
    return rows


def rows_of_csv(path: Path) -> Rows:
    with path.open(encoding="utf-8") as file:
        return [
            {
                name: [int(word) for word in text.split()]
                if name.endswith("_ids")
                else text
                if name in ("spec", "end_cause", "opening")
                else float(text)
                for name, text in row.items()
            }
            for row in csv.DictReader(file)
        ]


def rows_of_json(path: Path) -> Rows:
    games = json.loads(path.read_text(encoding="utf-8"))["games"]
    return [
        {**{name: value for name, value in game.items() if name != "seats"}, "seat": place, **seat}
        for game in games
        for place, seat in enumerate(game["seats"])
    ]


READERS: dict[str, Callable[[Path], Rows]] = {
    "parquet": rows_of_parquet,
    "csv": rows_of_csv,
    "json": rows_of_json,
}


def stop_after(count: int) -> Callable[[int], bool]:
    """Stops a series when so many games are done."""
    return lambda done: done < count


@pytest.mark.parametrize("ending", READERS)
def test_files_hold_every_seat_of_every_game_and_the_summary_is_what_they_add_up_to(
    tmp_path: Path, series: Series, games: int, ending: str
) -> None:
    out = tmp_path / f"games.{ending}"
    summary = simulate(series, games, out=out)
    rows = READERS[ending](out)
    assert set(rows[0]) == set(COLUMNS)
    assert [(row["game"], row["seat"]) for row in rows] == [
        (game, seat) for game in range(games) for seat in range(series.players)
    ]
    assert sum(len(row["lord_ids"]) for row in rows) == sum(row["lords_owned"] for row in rows)
    for player in summary["players"]:
        own = [row for row in rows if row["player"] == player["player"]]
        assert {row["spec"] for row in own} == {player["spec"]}
        assert player["wins"] == pytest.approx(sum(row["win_share"] for row in own), abs=1e-3)
        for name in ("score", "locations", "lords", "allies", "tokens", "pearls", "turns_taken"):
            assert player[name] == pytest.approx(sum(row[name] for row in own) / games, abs=1e-3)
    for card in summary["lords"]:
        owners = [row for row in rows if card["id"] in row["lord_ids"]]
        assert card["taken"] == len(owners)
        assert card["wins"] == pytest.approx(sum(row["win_share"] for row in owners), abs=1e-3)
    for card in summary["locations"]:
        assert card["taken"] == sum(card["id"] in row["location_ids"] for row in rows)
    assert sum(summary["end_causes"].values()) == games
    assert stored_summary(out) == summary


@pytest.mark.parametrize("ending", READERS)
@pytest.mark.parametrize("jobs", [1, 2])
def test_an_interrupted_series_goes_on_as_if_nothing_had_happened(
    tmp_path: Path, series: Series, ending: str, jobs: int
) -> None:
    games = 600
    whole, parts = tmp_path / f"whole.{ending}", tmp_path / f"parts.{ending}"
    expected = simulate(series, games, out=whole)
    for count in (1, 60):
        stopped = simulate(series, games, out=parts, jobs=jobs, resume=True, watch=stop_after(count))
        assert stopped["interrupted"]
        assert count <= stopped["games"] < games
        assert not parts.exists(), "what is not complete has another name"
        assert len(READERS[ending](unfinished_of(parts))) == stopped["games"] * series.players
        assert stored_summary(unfinished_of(parts)) == stopped
    assert simulate(series, games, out=parts, jobs=jobs, resume=True) == expected
    assert parts.read_bytes() == whole.read_bytes()
    assert not journal_of(parts).exists()
    assert not list(tmp_path.glob("*unfinished*"))


def test_a_game_that_was_half_written_is_played_again(tmp_path: Path, series: Series, games: int) -> None:
    out = tmp_path / "games.json"
    simulate(series, games, out=out, watch=stop_after(1))
    journal = journal_of(out)
    journal.write_bytes(journal.read_bytes()[:-7])
    assert simulate(series, games, out=out, resume=True) == simulate(series, games)


@pytest.mark.parametrize("ending", READERS)
def test_a_finished_file_is_never_written_over_and_to_resume_it_gives_its_summary(
    tmp_path: Path, series: Series, ending: str
) -> None:
    out = tmp_path / f"games.{ending}"
    summary = simulate(series, 5, out=out, resume=True)  # where nothing is, that is to begin
    before = out.read_bytes()
    with pytest.raises(UnusableOutput, match="exists; delete it or choose another name"):
        simulate(series, 6, out=out)
    assert simulate(series, 5, out=out, resume=True) == summary
    with pytest.raises(UnusableOutput, match="finished with 5 games"):
        simulate(series, 6, out=out, resume=True)
    assert (out.read_bytes(), journal_of(out).exists()) == (before, False)


def test_a_file_may_be_named_by_a_text(tmp_path: Path, series: Series) -> None:
    out = tmp_path / "games.json"
    assert simulate(series, 1, out=str(out)) == stored_summary(out)


def test_neither_a_file_of_choices_nor_an_odd_number_of_games_is_played_on(tmp_path: Path) -> None:
    series, out = Series(("random", "random")), tmp_path / "games.parquet"
    simulate(series, 1, keepers=[Keeper(out, Trajectories())])
    with pytest.raises(UnusableOutput, match="holds no results of a series"):
        simulate(series, 1, out=out, resume=True)
    with pytest.raises(InvalidArgument, match="games: at least 1 is needed, not -5"):
        simulate(series, -5)


def test_paired_series_are_contests_and_no_others() -> None:
    paired = Series(("random", "easy", "medium"), 2, paired=True)
    for play, series in ((simulate, paired), (contest, Series(("random", "easy")))):
        with pytest.raises(InvalidArgument, match="series: "):
            play(series, 2)


@pytest.mark.parametrize("ending", READERS)
def test_players_are_named_as_they_were_asked_for(tmp_path: Path, ending: str) -> None:
    out, words = tmp_path / f"games.{ending}", [sys.executable, "-c", 'exit("quoted")']
    players = ("random", f"program:{shlex.join(words)}")
    simulate(Series(players), 1, out=out)
    assert [row["spec"] for row in READERS[ending](out)] == [*players]


DEEP = Series(("random",) * 5, seed=7, kraken=True, leviathan=True)


@pytest.mark.parametrize("ending", READERS)
def test_points_of_the_expansions_are_columns(tmp_path: Path, games: int, ending: str) -> None:
    out = tmp_path / f"games.{ending}"
    summary = simulate(DEEP, games, out=out)
    rows = READERS[ending](out)
    parts = ("locations", "lords", "allies", "tokens", "nebulis", "figure", "wounds", "scourge")
    for row in rows:
        assert row["score"] == sum(row[name] for name in parts)
    assert min(row["nebulis"] for row in rows) < 0
    assert min(row["wounds"] for row in rows) < 0
    assert {row["figure"] for row in rows} == {-5, 0}
    assert {row["scourge"] for row in rows} == {0, 5}
    assert summary["settings"]["kraken"] is summary["settings"]["leviathan"] is True


def test_only_cards_in_play_are_told(series: Series, games: int) -> None:
    base, deep = simulate(series, games), simulate(DEEP, games)
    assert {card["id"] // 100 for card in [*base["lords"], *base["locations"]]} == {0}
    assert {number // 100 for number in (card["id"] for card in deep["lords"])} == {0, 1, 2}


def test_every_way_to_end_has_a_name() -> None:
    outcomes = DEEP.play(0, 2)
    outcomes["end_cause"] = [NO_LEVIATHANS_LEFT, NO_TOKENS_LEFT]
    tally = Tally(DEEP)
    tally.add(outcomes)
    assert tally.result()["end_causes"] == {"no_leviathans_left": 1, "no_tokens_left": 1}


SMALL = Series(("random", "medium"), seed=11, kraken=True)


@pytest.mark.parametrize(
    ("other", "said"),
    [
        (replace(SMALL, kraken=False), "kraken True, here False"),
        (replace(SMALL, options=Options(martial_law="never")), "options"),
        (replace(SMALL, seed=12), "seed 11, here 12"),
    ],
)
def test_files_of_other_settings_are_refused(tmp_path: Path, other: Series, said: str) -> None:
    out = tmp_path / "games.json"
    simulate(SMALL, 2000, out=out, watch=stop_after(1))
    with pytest.raises(UnusableOutput, match="--resume"):
        simulate(SMALL, 2000, out=out)
    for _state in ("unfinished", "finished"):
        with pytest.raises(UnusableOutput, match=f"other settings .{said}"):
            simulate(other, 2000, out=out, resume=True)
        simulate(SMALL, 2000, out=out, resume=True)


@pytest.mark.parametrize("name", ["games.json.partial", "games.json"])
def test_foreign_files_are_refused(tmp_path: Path, series: Series, name: str) -> None:
    (tmp_path / name).write_text("my diary\n")
    with pytest.raises(UnusableOutput, match="choose another name"):
        simulate(series, 3, out=tmp_path / "games.json", resume=True)
    assert (tmp_path / name).read_text() == "my diary\n"


def test_unknown_endings_and_folders_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidOption, match=r"does not end in \.parquet, \.csv or \.json"):
        check_output(tmp_path / "games.xls")
    with pytest.raises(InvalidOption, match="there is no folder"):
        check_output(tmp_path / "nowhere" / "games.csv")


def test_a_place_that_cannot_be_written_is_told(tmp_path: Path, series: Series) -> None:
    (tmp_path / f"games.csv.{os.getpid()}.writing").mkdir()
    with pytest.raises(UnusableOutput, match=r"games\.csv cannot be written"):
        simulate(series, 2, out=tmp_path / "games.csv")


def test_without_pyarrow_the_way_to_install_it_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("openabyss.words.extras.find_spec", lambda name: None)
    with pytest.raises(MissingExtra, match=r"openabyss\[data\]"):
        check_output(tmp_path / "games.parquet")


ENDLESS = """
import multiprocessing
from openabyss.arena.series.series import Series
from openabyss.arena.simulations.simulation import simulate
from openabyss.arena.simulations.trajectory_writer import Trajectories

def watch(done):
    print(*(child.pid for child in multiprocessing.active_children()), flush=True)
    return True

simulate(Series(("random", "random")), 10**9, jobs=2, watch=watch)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_processes_end_with_a_parent_that_is_killed() -> None:
    with subprocess.Popen([sys.executable, "-c", ENDLESS], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        children = [int(number) for number in parent.stdout.readline().split()]
        assert len(children) == 2
        assert not any(map(has_ended, children))
        parent.kill()
    wait_until(lambda: all(map(has_ended, children)))


def test_a_file_holds_nothing_that_happened_to_be_in_memory(tmp_path: Path) -> None:
    """Where the same player had several seats, its name was counted for each, but written once."""
    command = "simulate --games 4 --seats medium,random,random --seed 5 --jobs 1 --quiet --out"
    files = [tmp_path / f"{filled_with}.parquet" for filled_with in (37, 74)]
    for file in files:
        memory = {"ARROW_DEFAULT_MEMORY_POOL": "system", "MALLOC_PERTURB_": file.stem}
        called = [sys.executable, "-m", "openabyss", *command.split(), str(file)]
        subprocess.run(called, env=os.environ | memory, check=True, capture_output=True)
    assert files[0].read_bytes() == files[1].read_bytes()
