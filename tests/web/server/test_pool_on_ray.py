"""Computers of the pool think as tasks of a Ray cluster, whose processes may die."""

import asyncio
import os
import random
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from openabyss.arena.cluster import Cluster
from openabyss.engine.mode import INTERPRETED
from openabyss.play.game import Game
from openabyss.server.computers.questions import Asked, ComputerFailed
from openabyss.server.pool_worker import RayComputers
from tests.web.server.serving import serve, settings_for
from tests.web.server.test_pool import Noting, play_a_while, working

ray: Any = pytest.importorskip("ray", reason="the extra `ray` is not installed")

pytestmark = pytest.mark.skipif(INTERPRETED, reason="searches more than interpreted rules can play")


def much_to_think_about() -> Game:
    """A game at a question with many answers."""
    chooser, game = random.Random(2), Game.new(players=4, seed=1, kraken=True)
    while len(game.legal_actions) < 6:
        game.apply(chooser.choice(game.legal_actions).text)
    return game


GAME = much_to_think_about()


@pytest.fixture(scope="module")
def computers() -> Iterator[RayComputers]:
    """Those of a cluster with two processors."""
    ray.init(num_cpus=2, include_dashboard=False, logging_level="ERROR")
    yield RayComputers(Cluster("local"), 60.0)
    ray.shutdown()


def thinking() -> list[int]:
    """The processes in which somebody thinks."""
    found = (path for path in Path("/proc").glob("[0-9]*/cmdline") if b"think_remotely" in path.read_bytes())
    return [int(path.parent.name) for path in found]


async def test_who_thinks_in_a_process_that_is_killed_thinks_again(computers: RayComputers) -> None:
    answer = asyncio.create_task(computers.choose(Asked("expert:seconds=4", 1, GAME.to_record())))
    while not (found := thinking()) and not answer.done():
        await asyncio.sleep(0.01)
    os.kill(found[0], signal.SIGKILL)
    assert not answer.done()
    assert await answer in {action.text for action in GAME.legal_actions}
    assert computers.processes == 2


def test_what_goes_wrong_is_said(computers: RayComputers) -> None:
    with pytest.raises(ComputerFailed, match="not started with the computer"):
        asyncio.run(computers.choose(Asked("program:rm", 1, GAME.to_record())))


def test_a_worker_of_the_pool_lets_a_cluster_think(
    computers: RayComputers, tmp_path: Path, postgres_database: str
) -> None:
    settings, own = settings_for(tmp_path, database_url=postgres_database, pool=True), Noting()
    with (
        working(settings, computers),
        serve(settings, own) as served,
        served.sitting("me", "hard") as sitting,
    ):
        play_a_while(sitting)
        assert sitting.ask(type="hint", id="h", seat=0)["type"] == "hint"
    assert own.asked == []
