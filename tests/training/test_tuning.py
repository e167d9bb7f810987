"""Weights of the greedy player found by playing: the same ones again, better ones, in the package."""

import json
from pathlib import Path
from runpy import run_module
from typing import Any

import numpy as np
import pytest

from openabyss.engine.mode import INTERPRETED
from openabyss.errors import InvalidArgument, InvalidOption
from openabyss.players.greedy.weights import DEFAULT_WEIGHTS, WEIGHT_NAMES, tuned_tables, tuned_weights
from openabyss.players.registry import native_player, player
from openabyss.training import __main__ as training
from openabyss.training import tuning
from openabyss.training.settings import WrongSettings
from openabyss.training.tuning import begin, next_step, read, share_alone, start_of, tune, write

GAMES = 2 if INTERPRETED else 100


@pytest.fixture(autouse=True)
def short_matches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tuning, "MATCH_GAMES", GAMES)


def test_an_interrupted_tuning_comes_to_the_same_weights(tmp_path: Path) -> None:
    whole = tune("kraken3", tmp_path / "whole", steps=3, games=GAMES, seed=5)
    tune("kraken3", tmp_path / "parts", steps=1, games=GAMES, seed=5)
    assert np.array_equal(
        tune("kraken3", tmp_path / "parts", steps=3, games=GAMES, seed=5).found, whole.found
    )
    other = tune("kraken3", tmp_path / "other", steps=3, games=GAMES, seed=6)
    assert not np.array_equal(other.found, whole.found)


def test_a_tuning_does_not_go_on_with_other_settings(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    begun: dict[str, Any] = {"steps": 1, "games": GAMES, "seed": 5, "parent": ""}
    tune("base3", tmp_path, **begun)
    with pytest.raises(WrongSettings, match=f"begun with games={GAMES}, not 50"):
        tune("base3", tmp_path, **begun | {"games": 50})
    with pytest.raises(WrongSettings, match="begun with seed=5, not 6"):
        tune("base3", tmp_path, **begun | {"seed": 6})
    with pytest.raises(SystemExit, match="2"):
        tuning.main(f"base3 --games {GAMES} --seed 5 --parent base4 --folder {tmp_path} --pack".split())
    assert "begun with parent=, not base4" in capsys.readouterr().err
    for name in ("steps", "games"):
        with pytest.raises(InvalidArgument, match=f"{name}: at least 1 is needed, not 0"):
            tune("base4", tmp_path, **begun | {name: 0})


def test_a_tuning_whose_settings_were_not_noted_goes_on(tmp_path: Path) -> None:
    begun: dict[str, Any] = {"games": GAMES, "seed": 5}
    first = tune("base3", tmp_path, steps=1, **begun)
    np.savez(tmp_path / "base3" / tuning.PROGRESS_FILE, **first._asdict())
    assert tune("base3", tmp_path, steps=2, **begun).steps == 2
    with pytest.raises(WrongSettings, match="begun with seed=5, not 6"):
        tune("base3", tmp_path, steps=2, **begun | {"seed": 6})


def matters(weight: str, table: str) -> bool:
    return bool(start_of(table).matters[WEIGHT_NAMES.index(weight)])


def test_what_is_not_in_play_stays_as_it_is() -> None:
    start = start_of("base4")
    found = next_step(start, begin(""), GAMES, 1).found
    for weight, usual, value, counts in zip(WEIGHT_NAMES, DEFAULT_WEIGHTS, found, start.matters, strict=True):
        if not counts:
            assert value == usual, weight
    assert found[WEIGHT_NAMES.index("pearl")] != DEFAULT_WEIGHTS[WEIGHT_NAMES.index("pearl")]
    assert matters("power_101", "kraken2")
    assert matters("growth_20", "base2")
    assert not matters("power_201", "kraken2")
    assert not matters("power_101", "base4")
    assert not matters("scourge", "kraken2")


@pytest.mark.skipif(INTERPRETED, reason="the figures are for thousands of games")
def test_a_few_steps_find_weights_that_win_more() -> None:
    start, progress = start_of("both5"), begin("")
    for _step in range(8):
        progress = next_step(start, progress, 150, 1)
    assert share_alone(start, progress.found, DEFAULT_WEIGHTS, 500) > 0.26  # par is 0.2


def test_what_is_kept_is_read_again_and_another_table_may_be_the_beginning(tmp_path: Path) -> None:
    progress = next_step(start_of("base2"), begin("base4"), GAMES, 1)
    write(tmp_path / "x.npz", progress, {"seed": 1})
    again, settings = read(tmp_path / "x.npz")
    assert again.steps == progress.steps == 1
    assert settings == {"seed": 1}
    assert np.array_equal(again[1:], progress[1:])
    assert np.array_equal(tuning.weights_at(begin("base4").moved), tuned_weights("base4"))


def test_the_command_packs_what_it_finds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    packed = tmp_path / "tuned.json"
    monkeypatch.setattr(tuning.pack, "__defaults__", (packed,))
    command = ["base2", "--steps", "1", "--games", str(GAMES), "--folder", str(tmp_path), "--pack"]
    tuning.main(command)
    row = json.loads(capsys.readouterr().out)
    assert (row["table"], row["step"]) == ("base2", 1)
    assert 0 <= row["alone_against_usual"] <= 1
    assert {"base2", *tuned_tables()} == set(json.loads(packed.read_text("utf-8")))


@pytest.mark.parametrize(("of", "where"), [(tuning, "tune"), (training, "train")])
def test_ctrl_c_is_quiet(
    of: Any, where: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_given: Any, **_settings: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(of, where, interrupted)
    with pytest.raises(SystemExit) as ended:
        of.main(["base2" if of is tuning else "base2-value"])
    assert (ended.value.code, capsys.readouterr().err) == (130, "Stopped. The same command goes on.\n")


@pytest.mark.parametrize("table", tuned_tables())
def test_against_weights_of_the_package_the_usual_ones_win_far_less_than_their_share(table: str) -> None:
    spec = f"medium:tuned={table}"
    weights = native_player(spec).weights
    assert player(spec).name == spec
    assert np.array_equal(weights, tuned_weights(table))
    assert native_player(f"{spec},pearl=77").weights[WEIGHT_NAMES.index("pearl")] == 77
    if not INTERPRETED:
        start = start_of(table)
        assert share_alone(start, DEFAULT_WEIGHTS, weights, 400) < 0.85 / start.players


def test_an_unknown_table_is_refused() -> None:
    with pytest.raises(InvalidOption, match="tuned=base9: possible are base3, base4"):
        player("medium:tuned=base9")


@pytest.mark.filterwarnings("ignore:.*found in sys.modules")
def test_it_is_a_command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.argv", ["tuning", "--help"])
    with pytest.raises(SystemExit):
        run_module("openabyss.training.tuning", run_name="__main__")
    assert "evolution strategies" in capsys.readouterr().out
