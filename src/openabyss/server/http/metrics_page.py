"""The metrics of a server for Prometheus, on an address of their own and in a thread of their own."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable

from prometheus_client import ProcessCollector, start_http_server
from starlette.applications import Starlette

from openabyss.server.logging import log_warning
from openabyss.server.metrics import Metrics
from openabyss.server.tables.table import LiveTable, has_free_seat
from openabyss.server.tables.tables import Tables

LAG_SECONDS = 0.5
STATES = ("open", "person", "computer", "over")


@contextlib.asynccontextmanager
async def serve_metrics(
    address: tuple[str, int] | None, metrics: Metrics, watch: Callable[[], None]
) -> AsyncIterator[None]:
    """Answer Prometheus while the block lasts, if there is an address; `watch` adds what is looked up. A
    game does without it: should the address be taken, the log says so."""
    if address is None:
        yield
        return
    host, port = address
    try:
        server, _thread = start_http_server(port, host, metrics.registry)
    except OSError as error:
        log_warning("metrics cannot be served", address=f"{host}:{port}", problem=error.strerror)
        yield
        return
    watch()
    ProcessCollector(registry=metrics.registry)
    lag = asyncio.create_task(_watch_lag(metrics))
    try:
        yield
    finally:
        lag.cancel()
        await asyncio.to_thread(server.shutdown)
        server.server_close()


def watch_tables(app: Starlette) -> None:
    """Gauges of what a server has, read when they are asked for."""
    tables: Tables = app.state.tables
    metrics, turns = tables.metrics, tables.opponents.turns

    def tables_in(state: str) -> int:
        return sum(_state_of(table) == state for table in tables.registry.in_memory)

    metrics.watch("sockets", "Sockets that are open.", lambda _all: app.state.hub.count)
    metrics.watch("tables", "Tables in memory, by whom they wait for.", tables_in, state=STATES)
    metrics.watch(
        "computers_waiting",
        "Computers that wait for their turn, by kind.",
        lambda kind: turns[kind].waiting,
        kind=tuple(turns),
    )


def _state_of(table: LiveTable) -> str:
    """A table has free seats, is over, or waits for a person or a computer."""
    if table.history.is_over:
        return "over"
    if has_free_seat(table):
        return "open"
    return "person" if table.history.level_asked is None else "computer"


async def _watch_lag(metrics: Metrics) -> None:
    """Measure by how much the event loop is late."""
    loop = asyncio.get_running_loop()
    while True:
        due = loop.time() + LAG_SECONDS
        await asyncio.sleep(LAG_SECONDS)
        metrics.loop_lag.observe(max(0.0, loop.time() - due))
