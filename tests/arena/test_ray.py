"""Series on a Ray cluster of this machine: the same bytes, also where a process is killed in the middle."""

import os
import signal
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from openabyss.arena.matches.match import Match
from openabyss.arena.ratings.contest import contest
from openabyss.arena.series.cluster import Cluster
from openabyss.arena.series.series import Series
from openabyss.arena.series.workers import play_in_order
from openabyss.arena.simulations.simulation import simulate
from openabyss.cli import main

ray: Any = pytest.importorskip("ray", reason="the extra `ray` is not installed")

HERE = Cluster("local")
SERIES = Series(("greedy", "random"), seed=21, rotate=True)


@pytest.fixture(scope="module", autouse=True)
def cluster() -> Iterator[None]:
    """A cluster of two workers for all tests of this file."""
    ray.init(num_cpus=2, include_dashboard=False, logging_level="ERROR")
    yield
    ray.shutdown()


@dataclass(frozen=True)
class Fatal:
    """Games of a series; the process that first plays the one of this number is killed."""

    series: Series
    number: int
    mark: Path
    first_chunk: int = 1

    def prepare(self) -> None:
        """Nothing."""

    def play(self, first: int, count: int) -> Any:
        if first <= self.number < first + count and not self.mark.exists():
            self.mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return self.series.play(first, count)


def test_a_series_is_the_same_to_the_byte(tmp_path: Path) -> None:
    here, there = tmp_path / "here.csv", tmp_path / "there.csv"
    assert simulate(SERIES, 20, jobs=HERE, out=there) == simulate(SERIES, 20, out=here)
    assert there.read_bytes() == here.read_bytes()


def test_chunks_of_a_process_that_is_killed_are_played_again(tmp_path: Path) -> None:
    games = Fatal(SERIES, 5, tmp_path / "mark")
    found = np.concatenate(list(play_in_order(games, 0, 20, HERE)))
    assert games.mark.exists()
    assert np.array_equal(found, SERIES.play(0, 20))


def test_a_stopped_series_goes_on_where_it_was(tmp_path: Path) -> None:
    out = tmp_path / "games.csv"
    stopped = simulate(SERIES, 40, jobs=HERE, out=out, watch=lambda done: done < 5)
    assert stopped["interrupted"]
    assert simulate(SERIES, 40, jobs=HERE, out=out, resume=True) == simulate(SERIES, 40)


def test_a_match_is_the_same() -> None:
    match = Match(("greedy", "random"), seed=3)
    there, here = contest(match, 6, jobs=HERE), contest(match, 6)
    for name, figures in there["players"].items():
        figures.pop("ms_per_decision"), here["players"][name].pop("ms_per_decision")
    assert there == here


def test_the_command_plays_on_a_cluster(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["simulate", "--games", "6", "--seats", "random,greedy", "--quiet"]
    assert main([*command, "--ray"]) == 0
    there = capsys.readouterr().out.split(" seconds=")[0]
    assert main(command) == 0
    assert capsys.readouterr().out.split(" seconds=")[0] == there
