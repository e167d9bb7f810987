"""Series from end to end: files of results, interruption and resumption, and that the numbers agree."""

import csv
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from pyarrow import parquet

from openabyss.arena.series.files import UnusableOutput, journal_of
from openabyss.arena.series.series import Series
from openabyss.arena.series.tally import Tally
from openabyss.arena.simulations.outputs import COLUMNS, TEXTS, check_output, stored_summary
from openabyss.arena.simulations.simulation import simulate
from openabyss.engine.mode import INTERPRETED
from openabyss.errors import InvalidOption, MissingExtra
from openabyss.position.options import Options
from openabyss.rules.ending import NO_LEVIATHANS_LEFT, NO_TOKENS_LEFT

pytestmark = pytest.mark.skipif(INTERPRETED, reason="needs more games than interpreted rules can play")

FORMATS = ("parquet", "csv", "json")
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
                if name in TEXTS
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


@pytest.mark.parametrize("ending", FORMATS)
def test_files_hold_every_seat_of_every_game(tmp_path: Path, series: Series, games: int, ending: str) -> None:
    out = tmp_path / f"games.{ending}"
    simulate(series, games, out=out)
    rows = READERS[ending](out)
    assert set(rows[0]) == set(COLUMNS)
    assert [(row["game"], row["seat"]) for row in rows] == [
        (game, seat) for game in range(games) for seat in range(series.players)
    ]
    assert sum(len(row["lord_ids"]) for row in rows) == sum(row["lords_owned"] for row in rows)


@pytest.mark.parametrize("ending", FORMATS)
def test_the_summary_is_what_the_file_adds_up_to(
    tmp_path: Path, series: Series, games: int, ending: str
) -> None:
    out = tmp_path / f"games.{ending}"
    summary = simulate(series, games, out=out)
    rows = READERS[ending](out)
    for told in summary["players"]:
        own = [row for row in rows if row["player"] == told["player"]]
        assert {row["spec"] for row in own} == {told["spec"]}
        assert told["wins"] == pytest.approx(sum(row["win_share"] for row in own), abs=1e-3)
        for name in ("score", "locations", "lords", "allies", "tokens", "pearls", "turns_taken"):
            assert told[name] == pytest.approx(sum(row[name] for row in own) / games, abs=1e-3)
    for card in summary["lords"]:
        owners = [row for row in rows if card["id"] in row["lord_ids"]]
        assert card["taken"] == len(owners)
        assert card["wins"] == pytest.approx(sum(row["win_share"] for row in owners), abs=1e-3)
    for card in summary["locations"]:
        assert card["taken"] == sum(card["id"] in row["location_ids"] for row in rows)
    assert sum(summary["end_causes"].values()) == games
    assert stored_summary(out) == summary


@pytest.mark.parametrize("ending", FORMATS)
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
        assert len(READERS[ending](parts)) == stopped["games"] * series.players
        assert stored_summary(parts) == stopped
    assert simulate(series, games, out=parts, jobs=jobs, resume=True) == expected
    assert parts.read_bytes() == whole.read_bytes()
    assert not journal_of(parts).exists()


def test_a_game_that_was_half_written_is_played_again(tmp_path: Path, series: Series, games: int) -> None:
    out = tmp_path / "games.json"
    simulate(series, games, out=out, watch=stop_after(1))
    journal = journal_of(out)
    journal.write_bytes(journal.read_bytes()[:-7])
    assert simulate(series, games, out=out, resume=True) == simulate(series, games)


@pytest.mark.parametrize("ending", [".json", ".csv"])
def test_results_are_never_written_over_a_file(tmp_path: Path, series: Series, ending: str) -> None:
    out = tmp_path / f"games{ending}"
    simulate(series, 2, out=out)
    before = out.read_bytes()
    with pytest.raises(UnusableOutput, match="exists; delete it or choose another name"):
        simulate(series, 3, out=out)
    assert (out.read_bytes(), journal_of(out).exists()) == (before, False)


def test_to_resume_without_a_file_is_to_begin(tmp_path: Path, series: Series) -> None:
    assert simulate(series, 3, out=tmp_path / "new.json", resume=True)["games"] == 3


@pytest.mark.parametrize("ending", FORMATS)
def test_to_resume_a_finished_series_tells_its_summary(tmp_path: Path, series: Series, ending: str) -> None:
    out = tmp_path / f"games.{ending}"
    summary = simulate(series, 5, out=out)
    assert simulate(series, 5, out=out, resume=True) == summary
    with pytest.raises(UnusableOutput, match="finished with 5 games"):
        simulate(series, 6, out=out, resume=True)


DEEP = Series(("random",) * 5, seed=7, kraken=True, leviathan=True)


@pytest.mark.parametrize("ending", FORMATS)
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


@pytest.mark.parametrize(
    "other",
    [
        replace(DEEP, kraken=False),
        replace(DEEP, options=Options(martial_law="never")),
    ],
)
def test_a_series_with_other_expansions_or_options_is_not_gone_on_with(tmp_path: Path, other: Series) -> None:
    out = tmp_path / "games.json"
    simulate(DEEP, 20, out=out, watch=stop_after(1))
    with pytest.raises(UnusableOutput, match="other settings"):
        simulate(other, 20, out=out, resume=True)


def test_files_of_other_settings_are_refused(tmp_path: Path, series: Series, games: int) -> None:
    other = Series(series.specs, seed=series.seed + 1, rotate=True)
    out = tmp_path / "games.json"
    simulate(series, games, out=out, watch=stop_after(1))
    with pytest.raises(UnusableOutput, match=r"other settings .seed 11, here 12"):
        simulate(other, games, out=out, resume=True)
    with pytest.raises(UnusableOutput, match="--resume"):
        simulate(series, games, out=out)
    simulate(series, games, out=out, resume=True)
    with pytest.raises(UnusableOutput, match=r"other settings .seed 11, here 12"):
        simulate(other, games, out=out, resume=True)


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
    (tmp_path / "games.csv.writing").mkdir()
    with pytest.raises(UnusableOutput, match=r"games\.csv cannot be written"):
        simulate(series, 2, out=tmp_path / "games.csv")


def test_without_pyarrow_the_way_to_install_it_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("openabyss.words.extras.find_spec", lambda name: None)
    with pytest.raises(MissingExtra, match=r"openabyss\[data\]"):
        check_output(tmp_path / "games.parquet")
