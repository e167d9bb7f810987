"""Ray clusters, and chunks of games as their tasks.

Ray gives a task whose machine or process is lost to another one; the results are handed over in the order of
the games, and so are those of one machine to the byte.
"""

import socket
from collections.abc import Generator
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from typing import Any

from openabyss.arena.workers import Games, Pool, Rows_co, Stop, WorkerLost, play_chunk, play_chunks
from openabyss.errors import OpenAbyssError
from openabyss.version import VERSION
from openabyss.words import _
from openabyss.words.extras import check_extra

# How often a chunk is retried whose process or machine was lost.
RETRIES = 5
# How long the machine at an address may take to answer.
MAX_WAIT_SECONDS = 20


class NoCluster(OpenAbyssError):  # noqa: N818  named like the errors of the game
    """There is no cluster at the address, or it cannot play these games; the text says why."""


@dataclass(frozen=True)
class Cluster:
    """A Ray cluster by its address: `host:port`, `ray://host:port`, `auto` for the one of this machine,
    `local` for one that is started here and ended afterwards."""

    address: str

    def play(
        self, games: Games[Rows_co], first: int, last: int, stop: Stop
    ) -> Generator[Rows_co, None, None]:
        """As `workers.play_in_order`. Raises NoCluster, WorkerLost."""
        ray = connected(self)
        task, shared = ray.remote(max_retries=RETRIES)(play_remotely), ray.put(games)

        def begin(first: int, count: int) -> Any:
            return task.remote(VERSION, shared, first, count)

        def cancel(begun: Any) -> bool:
            if ray.wait([begun], timeout=0)[0]:
                return False
            ray.cancel(begun)
            return True

        yield from play_chunks(
            Pool(processors(ray), begin, partial(_result, ray), cancel), games, first, last, stop
        )


def cluster_at(address: str) -> Cluster:
    """The cluster at an address. Raises MissingExtra where Ray is not installed."""
    check_extra("ray", "ray")
    return Cluster(address)


def connected(cluster: Cluster) -> Any:
    """Ray, connected with the cluster. Raises NoCluster."""
    ray = import_module("ray")
    if ray.is_initialized():
        return ray
    try:
        _knock(cluster.address)
        ray.init(address=cluster.address, include_dashboard=False, logging_level="ERROR")
    except (ConnectionError, ValueError, OverflowError, RuntimeError, OSError) as error:
        problem = _("ray: there is no cluster at {address}: {error}")
        raise NoCluster(problem.format(address=cluster.address, error=error)) from error
    return ray


def processors(ray: Any) -> int:
    """How many the machines of the cluster have now."""
    return max(1, int(ray.cluster_resources().get("CPU", 1)))


def check_version(version: str) -> None:
    """A task is to be carried out by the version that has begun it. Raises NoCluster."""
    if version != VERSION:
        problem = _("ray: OpenAbyss {here} is installed on the cluster, and {there} here")
        raise NoCluster(problem.format(here=VERSION, there=version))


def _knock(address: str) -> None:
    """Raises OSError or OverflowError where nobody answers at `host:port`; Ray would try for minutes."""
    host, _colon, port = address.removeprefix("ray://").rpartition(":")
    if host and port.isdecimal():
        socket.create_connection((host.strip("[]"), int(port)), MAX_WAIT_SECONDS).close()


def play_remotely(version: str, games: Games[Rows_co], first: int, count: int) -> tuple[Rows_co, float]:
    """What a task does: play a chunk. Raises NoCluster where another version is installed."""
    check_version(version)
    return play_chunk(games, first, count)


def _result(ray: Any, task: Any) -> Any:
    try:
        return ray.get(task)
    except (ray.exceptions.WorkerCrashedError, ray.exceptions.NodeDiedError, ray.exceptions.ObjectLostError):
        problem = _("processes that play games have died; is there enough memory?")
        raise WorkerLost(problem) from None
