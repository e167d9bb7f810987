"""Chunks of games as tasks of a Ray cluster. The only file that needs Ray.

Ray gives a task whose machine or process is lost to another one; the results are handed over in the order of
the games, and so are those of one machine to the byte.
"""

import socket
from collections import deque
from collections.abc import Generator
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from openabyss.distribution.workers import (
    CHUNKS_WAITING,
    Games,
    Rows_co,
    Stop,
    WorkerLost,
    next_size,
    play_chunk,
)
from openabyss.errors import OpenAbyssError
from openabyss.position.version import VERSION
from openabyss.words import _
from openabyss.words.extras import check_extra

# How often a chunk is played again whose process or machine was lost.
RETRIES = 5
# How many seconds the machine at an address may take to answer.
LONGEST_WAIT = 20


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
        return play_on_cluster(games, first, last, self, stop)


def cluster_at(address: str) -> Cluster:
    """The cluster at an address. Raises MissingExtra where Ray is not installed."""
    check_extra("ray", "ray")
    return Cluster(address)


def play_on_cluster(
    games: Games[Rows_co], first: int, last: int, cluster: Cluster, stop: Stop
) -> Generator[Rows_co, None, None]:
    """As `workers.play_in_order`. Raises NoCluster, WorkerLost."""
    ray = connected(cluster)
    task = ray.remote(max_retries=RETRIES)(play_remotely)
    shared, at_once = ray.put(games), max(1, int(ray.cluster_resources().get("CPU", 1))) * CHUNKS_WAITING
    waiting: deque[Any] = deque()
    size = games.first_chunk
    try:
        while first < last or waiting:
            if stop():
                last = first
                _cancel(ray, waiting)
            while first < last and len(waiting) < at_once:
                count = min(size, max(1, (last - first) * CHUNKS_WAITING // at_once))
                waiting.append(task.remote(VERSION, shared, first, count))
                first += count
            if waiting:
                rows, seconds = _result(ray, waiting.popleft())
                size = next_size(len(rows), seconds)
                yield rows
    finally:
        for one in waiting:
            ray.cancel(one)


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


def _knock(address: str) -> None:
    """Raises OSError or OverflowError where nobody answers at `host:port`; Ray would try for minutes."""
    host, _colon, port = address.removeprefix("ray://").rpartition(":")
    if host and port.isdecimal():
        socket.create_connection((host.strip("[]"), int(port)), LONGEST_WAIT).close()


def play_remotely(version: str, games: Games[Rows_co], first: int, count: int) -> tuple[Rows_co, float]:
    """What a task does: play a chunk. Raises NoCluster where another version is installed."""
    if version != VERSION:
        problem = _("ray: OpenAbyss {here} is installed on the cluster, and {there} here")
        raise NoCluster(problem.format(here=VERSION, there=version))
    return play_chunk(games, first, count)


def _result(ray: Any, task: Any) -> Any:
    try:
        return ray.get(task)
    except (ray.exceptions.WorkerCrashedError, ray.exceptions.NodeDiedError, ray.exceptions.ObjectLostError):
        problem = _("processes that play games have died; is there enough memory?")
        raise WorkerLost(problem) from None


def _cancel(ray: Any, waiting: deque[Any]) -> None:
    """Drop the chunks at the end that are not finished."""
    finished, _others = ray.wait(list(waiting), num_returns=len(waiting), timeout=0) if waiting else ([], [])
    while waiting and waiting[-1] not in finished:
        ray.cancel(waiting.pop())
