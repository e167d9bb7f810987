"""Series on a Ray cluster of this machine: the same bytes, also where a process is killed in the middle."""

from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from openabyss.arena.cluster import Cluster
from openabyss.arena.ratings.rating import contest
from openabyss.arena.series.series import Series
from openabyss.arena.simulations.simulation import simulate
from openabyss.arena.workers import play_in_order
from openabyss.cli import main
from openabyss.engine.mode import INTERPRETED
from openabyss.players.network.network import blank_network_for
from openabyss.players.network.weights import load
from openabyss.training.games import SelfPlay, TrainingGames
from openabyss.training.settings import TrainingSettings
from tests.arena.conftest import Fatal

ray: Any = pytest.importorskip("ray", reason="the extra `ray` is not installed")

HERE = Cluster("local")
SERIES = Series(("medium", "random"), seed=21, rotate=True)


@pytest.fixture(scope="module", autouse=True)
def cluster() -> Iterator[None]:
    """A cluster of two workers for all tests of this file."""
    ray.init(num_cpus=2, include_dashboard=False, logging_level="ERROR")
    yield
    ray.shutdown()


def test_a_series_is_the_same_to_the_byte(tmp_path: Path) -> None:
    here, there = tmp_path / "here.csv", tmp_path / "there.csv"
    assert simulate(SERIES, 20, jobs=HERE, out=there) == simulate(SERIES, 20, out=here)
    assert there.read_bytes() == here.read_bytes()


def test_chunks_of_a_process_that_is_killed_are_played_again(tmp_path: Path) -> None:
    games = Fatal(SERIES, 5, tmp_path / "mark")
    found = np.concatenate(list(play_in_order(games, 0, 20, HERE)))
    assert games.mark.exists()
    assert np.array_equal(found, SERIES.play(0, 20))


@pytest.mark.skipif(INTERPRETED, reason="searches more than interpreted rules can play")
def test_the_games_of_a_training_are_the_same_to_the_byte(tmp_path: Path) -> None:
    """One of its processes is killed in the middle."""
    settings = TrainingSettings(noted=100, iterations=4, short_iterations=2)
    network = blank_network_for((0, 2), has_policy=True)
    games = TrainingGames(SelfPlay.own_game, "base2-policy", settings, network, load().values[0, 2])
    fatal = Fatal(games, 9, tmp_path / "mark")
    there, here = (
        [one for chunk in play_in_order(played, 7, 12, jobs) for one in chunk]
        for played, jobs in ((fatal, HERE), (games, 1))
    )
    assert fatal.mark.exists()
    assert [arrays_of(one) for one in there] == [arrays_of(one) for one in here]


def arrays_of(samples: Any) -> list[tuple[str, tuple[int, ...], bytes]]:
    """What the samples of a game consist of."""
    arrays = [getattr(samples, field.name) for field in fields(samples)]
    return [(str(array.dtype), array.shape, array.tobytes()) for array in arrays]


def test_a_stopped_series_goes_on_where_it_was(tmp_path: Path) -> None:
    out = tmp_path / "games.csv"
    stopped = simulate(SERIES, 40, jobs=HERE, out=out, watch=lambda done: done < 5)
    assert stopped["interrupted"]
    assert simulate(SERIES, 40, jobs=HERE, out=out, resume=True) == simulate(SERIES, 40)


def test_a_match_is_the_same() -> None:
    match = Series(("medium", "random"), seed=3, paired=True)
    there, here = contest(match, 6, jobs=HERE), contest(match, 6)
    for name, figures in there["players"].items():
        figures.pop("ms_per_decision"), here["players"][name].pop("ms_per_decision")
    assert there == here


def test_the_command_plays_on_a_cluster(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["simulate", "--games", "6", "--seats", "random,medium", "--quiet"]
    assert main([*command, "--ray"]) == 0
    there = capsys.readouterr().out.split(" seconds=")[0]
    assert main(command) == 0
    assert capsys.readouterr().out.split(" seconds=")[0] == there
