"""`openabyss worker`: lets the computer opponents of servers think in this process, on any machine."""

import argparse
import asyncio
import os
import signal
from contextlib import closing, suppress
from functools import partial

from openabyss.arena.commands import add_ray_argument
from openabyss.players.compilation import gc_paused
from openabyss.server.computers.workers import Computers, Workers
from openabyss.server.settings import Settings, check_pool, settings_from

# A lower priority, so that a server on the same machine comes first.
BEHIND_SERVERS = 10


def add_worker_arguments(parser: argparse.ArgumentParser) -> None:
    """`openabyss worker`: its other settings come from the environment, as those of servers."""
    add_ray_argument(parser)


def worker_command(arguments: argparse.Namespace) -> int:
    """Answer questions until the process is asked to stop; returns the exit status. Raises UnusableDatabase,
    NoCluster, MissingExtra, or DatabaseInUse where the servers of the database are of another version or have
    another key."""
    from openabyss.players.compilation.readiness import is_ready  # noqa: PLC0415  imports NumPy

    settings = settings_from(os.environ)
    check_pool(settings.database_url)
    if not is_ready():
        from openabyss.players.compilation.precompile import compile_rules  # noqa: PLC0415  seldom needed

        compile_rules()
    if hasattr(os, "nice"):
        os.nice(BEHIND_SERVERS)
    computers, processes = _computers(arguments.ray, settings)
    # SIGTERM ends it as Control-C does, which a script that starts it in the background has it ignore.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGTERM, lambda _number, _frame: signal.raise_signal(signal.SIGINT))
    try:
        with suppress(KeyboardInterrupt):
            _work(settings, computers, processes)
    finally:
        asyncio.run(computers.close())
    return 0


def _computers(address: str | None, settings: Settings) -> tuple[Computers, int]:
    """Who thinks, in processes of this one or on a cluster, and how many of them at once. Raises NoCluster,
    MissingExtra."""
    seconds, threads = settings.decision_seconds, settings.threads
    if address is None:
        workers = Workers(settings.workers, seconds, threads=threads, quick=0)
        workers.prepare()
        return workers, settings.workers
    from openabyss.arena.cluster import cluster_at  # noqa: PLC0415  imports the rules
    from openabyss.server.pool_worker import RayComputers  # noqa: PLC0415  likewise

    on_cluster = RayComputers(cluster_at(address), seconds, threads=threads)
    return on_cluster, on_cluster.processes


def _work(settings: Settings, computers: Computers, processes: int) -> None:
    """Load the rest, while the processes load the rules, and answer until the process is asked to stop: while
    no event loop runs that raises KeyboardInterrupt at once, even if the database is silent."""
    with gc_paused():
        from openabyss.server.http.app import group_of  # noqa: PLC0415  likewise
        from openabyss.server.http.upkeep import end_without_claim, serve_metrics  # noqa: PLC0415
        from openabyss.server.pool_worker import PoolWorker, watch_pool  # noqa: PLC0415  imports the rules
    from openabyss.server.logging import configure_logging, log_event  # noqa: PLC0415
    from openabyss.server.metrics import Metrics  # noqa: PLC0415
    from openabyss.server.storage import Storage  # noqa: PLC0415
    from openabyss.server.storage.database.claim import claim  # noqa: PLC0415

    async def answer() -> None:
        with closing(storage):
            ending = asyncio.create_task(end_without_claim(claimed))
            async with serve_metrics(settings.metrics, metrics, partial(watch_pool, storage, metrics)):
                log_event("ready", processes=processes)
                await PoolWorker(storage, computers, processes, metrics).run()
            ending.cancel()

    configure_logging(as_json=settings.json_log)
    claimed, metrics = claim(settings.database_url, group_of(settings)), Metrics()
    try:
        storage = Storage(
            settings.database_url, check=claimed.check, metrics=metrics, process=claimed.process
        )
        asyncio.run(answer())
    finally:
        claimed.let_go()
