"""Background tasks of a server: tidying, watching its database, collecting garbage, and its metrics for
Prometheus, on an address of their own and in a thread of their own."""

import asyncio
import contextlib
import gc
import signal
import time
from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime, timedelta
from typing import Literal

from prometheus_client import ProcessCollector, start_http_server
from starlette.applications import Starlette

from openabyss.play.game import Game
from openabyss.server.logging import log_event, log_failure, log_warning
from openabyss.server.metrics import Metrics
from openabyss.server.storage import Storage
from openabyss.server.storage.database.claim import Claim
from openabyss.server.storage.schema import OVER
from openabyss.server.storage.storage import compact, of_stage
from openabyss.server.tables.live.table import LiveTable, has_free_seat
from openabyss.server.tables.tables import Tables
from openabyss.server.tasks import outlasted

# Synchronised clocks differ by less.
MAX_SECONDS_APART = 60
# How many tables are made compact in one go.
MAX_COMPACTED = 100
LOOK_AT_CLAIM_SECONDS = 1.0

LOOK_SECONDS = 10.0
# A moment is quiet if the process uses less than this share of a processor.
QUIET_SHARE = 0.1
# How many more young objects than before there are when they are collected, and how often that is done before
# those that were left are gone through once more.
YOUNG_OBJECTS = 200
YOUNG_COLLECTIONS = 1
# If there is no quiet moment, a full collection follows this many smaller ones: minutes under heavy load.
SMALLER_COLLECTIONS = 10_000

# The database is checked no more often than this, however many requests ask.
FRESH_SECONDS = 2.0
CHECK_SECONDS = 3.0


async def tidy(tables: Tables) -> None:
    """Unload tables that nobody uses, and make finished ones compact."""
    log_event("tidied", tables=tables.forget_idle())
    if compact := await compact_finished(tables.storage, tables.settings.compact_days):
        log_event("compacted", tables=compact)


async def compact_finished(storage: Storage, days: int) -> int:
    """Make some tables compact that have been finished for this many days, one after another: what people do
    is stored in between. Returns how many."""
    before = datetime.now(UTC) - timedelta(days=days)
    ids = await storage.read(of_stage, OVER, before, MAX_COMPACTED)
    return sum([await storage.write(compact, id_) for id_ in ids])


def compare_clocks(storage: Storage) -> None:
    """Log a warning if the clocks of this machine and its database differ."""
    if abs(ahead := storage.seconds_ahead()) > MAX_SECONDS_APART:
        text = "the clock of this machine differs from that of the database; set the wrong one right"
        log_warning(text, seconds_ahead=round(ahead))


async def end_without_claim(claim: Claim) -> None:
    """Stop the server when another one has its database: two would overwrite each other's tables."""
    while not claim.lost.is_set():
        await asyncio.sleep(LOOK_AT_CLAIM_SECONDS)
    log_warning("another server has taken the database, so this one ends", taken_by=claim.taken_by)
    signal.raise_signal(signal.SIGTERM)


async def collect_when_quiet() -> None:
    """Full garbage collections wait for a quiet moment; young objects are collected as always.

    Python frees almost everything at once; only cycles of objects wait for the collector. A full collection
    goes through all tables and connections, and nobody is answered meanwhile: with 250 tables up to 0.4 s.
    The collections of young objects are small and frequent: they go through all that 1,000 tables show
    anew, and together take up to 0.1 s, in many pieces.
    """
    young, middle, old = gc.get_threshold()
    gc.set_threshold(YOUNG_OBJECTS, YOUNG_COLLECTIONS, SMALLER_COLLECTIONS)
    try:
        while True:
            before = time.process_time()
            await asyncio.sleep(LOOK_SECONDS)
            if time.process_time() - before < QUIET_SHARE * LOOK_SECONDS:
                gc.collect()
    finally:
        gc.set_threshold(young, middle, old)


def play_a_move() -> None:
    """Play a move to load the machine code that every table needs."""
    game = Game.new(players=2, seed=0)
    game.apply(game.legal_actions[0])


# Why a server is not ready: its database cannot be used, or has the form of another version; the rules do not
# run yet; it is about to end. "" if it is ready.
Hindrance = Literal["database", "migration", "rules", "stopping", ""]


class Readiness:
    """Why the server is not ready, if so. The database is checked again when the last result is old."""

    def __init__(self, storage: Storage) -> None:
        self.is_stopping = False
        self._storage = storage
        self._trying: asyncio.Task[Hindrance] | None = None
        self._tried = 0.0
        self._rules: asyncio.Future[None] | None = None

    async def hindrance(self) -> Hindrance:
        """Why no requests should be sent to this server now."""
        if self.is_stopping:
            return "stopping"
        return await self.of_database() or await self._of_rules()

    async def of_database(self) -> Hindrance:
        """Whether the database worked a moment ago; concurrent requests wait for the same answer."""
        if self._trying is None or (self._trying.done() and time.monotonic() > self._tried + FRESH_SECONDS):
            self._trying = asyncio.create_task(self._try())
        return await outlasted(self._trying)

    async def _try(self) -> Hindrance:
        try:
            return "" if await self._storage.check(CHECK_SECONDS) else "migration"
        except Exception:
            log_failure("database does not work")
            return "database"
        finally:
            self._tried = time.monotonic()

    async def _of_rules(self) -> Hindrance:
        """Run the rules once, compiled or not; after that they stay loaded."""
        if self._rules is None:
            self._rules = asyncio.ensure_future(asyncio.to_thread(play_a_move))
        try:
            async with asyncio.timeout(CHECK_SECONDS):
                await outlasted(self._rules)
        except TimeoutError:
            return "rules"
        return ""


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
