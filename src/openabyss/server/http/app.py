"""The web application: its routes, what all of them share, and what runs beside them."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from functools import partial

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from openabyss.players.compilation.background import Preparation
from openabyss.players.kinds import offered_bots
from openabyss.server.compression import Compression
from openabyss.server.computers.workers import Computers, Workers
from openabyss.server.credentials import link_token
from openabyss.server.http.api import api_routes, new_table
from openabyss.server.http.upkeep import (
    Readiness,
    collect_when_quiet,
    compare_clocks,
    end_without_claim,
    serve_metrics,
    tidy,
    watch_tables,
)
from openabyss.server.limits import Throttle, buckets_of_addresses
from openabyss.server.metrics import Metrics
from openabyss.server.notices.postman import Postman
from openabyss.server.pages.pages import create_from_form, page_routes
from openabyss.server.pages.problems import EXCEPTION_HANDLERS, brings_json, report_status
from openabyss.server.pages.rendering import Languages
from openabyss.server.pages.static_files import static_file
from openabyss.server.people.leagues import Leagues
from openabyss.server.people.open_tables import OpenTables
from openabyss.server.pool import Pool
from openabyss.server.security import Guard
from openabyss.server.settings import Settings
from openabyss.server.sockets.hub import Hub, table_socket
from openabyss.server.storage import Storage
from openabyss.server.storage.database.claim import claim
from openabyss.server.storage.schema import NEWEST
from openabyss.server.tables import names
from openabyss.server.tables.tables import Tables
from openabyss.server.tasks import repeated
from openabyss.version import RULES, VERSION

PREPARE_SECONDS = 1.0
# After how many seconds each time tables are tidied, the deeds of the operator are shown, the time of people
# is counted (what a dying server has not counted takes nobody's), notices are delivered, it is noted at which
# open tables somebody is, and rounds of leagues begin.
TIDY, HEED, COUNT, DELIVER, ATTEND, BEGIN = 60.0, 2.0, 4.0, 5.0, 30.0, 3.0


def create_app(settings: Settings, computers: Computers, preparation: Preparation | None = None) -> Starlette:
    """The application; `computers` think for it, or where there is a pool answer what that leaves to them.

    `preparation` is how far compiling is, if that goes on elsewhere; newer ones replace it in `app.state`.
    Raises DatabaseInUse if a server has the database with which this one cannot share it.
    """
    claimed, metrics = claim(settings.database_url, group_of(settings)), Metrics()
    try:
        storage = Storage(
            settings.database_url, check=claimed.check, metrics=metrics, process=claimed.process
        )
        compare_clocks(storage)
    except Exception:
        claimed.let_go()
        raise
    if settings.pool:
        computers = Pool(storage, computers)
    tables = Tables(storage, computers, settings, metrics)
    app = Starlette(
        routes=[
            *page_routes(),
            Route("/tables", _create_table, methods=["POST"]),
            WebSocketRoute("/t/{table}/socket", table_socket),
            *api_routes(),
            Route("/static/{path:path}", static_file),
        ],
        middleware=[
            Middleware(ProxyHeadersMiddleware, trusted_hosts=list(settings.proxies)),
            Middleware(Throttle, limits=settings.limits),
            Middleware(Languages),
            Middleware(Guard, settings=settings, report=report_status),
            Middleware(Compression),
        ],
        exception_handlers=EXCEPTION_HANDLERS,
        lifespan=_lifespan,
    )
    app.state.settings, app.state.tables = settings, tables
    app.state.hub, app.state.readiness = Hub(tables), Readiness(storage)
    app.state.claim, app.state.preparation = claimed, preparation
    app.state.buckets = buckets_of_addresses(settings.limits)
    app.state.postman = Postman(storage, settings)
    return app


def group_of(settings: Settings) -> str:
    """What servers must have in common to share a database."""
    agreed = link_token(settings.key, "servers", ",".join(offered_bots()))[:16]
    return f"{VERSION}, rules {RULES}, database {NEWEST}/{agreed}"


async def _create_table(request: Request) -> Response:
    """A new table, asked for with a form or with JSON."""
    if brings_json(request):
        return await new_table(request)
    return await create_from_form(request)


@contextlib.asynccontextmanager
async def _lifespan(app: Starlette) -> AsyncIterator[None]:
    """From the start of the server to its end."""
    tables: Tables = app.state.tables
    postman: Postman = app.state.postman
    attended, rounds = OpenTables(tables).note_attended, Leagues(tables).go_on
    if isinstance(tables.computers, Workers):
        # Not at once: the server itself is to be ready first.
        asyncio.get_running_loop().call_later(PREPARE_SECONDS, tables.computers.prepare)
    background = (
        repeated(partial(tidy, tables), TIDY, "tidying failed", at_once=False),
        repeated(tables.moderation.heed, HEED, "what the operator did cannot be read"),
        repeated(tables.timekeeper.look, COUNT, "time cannot be kept"),
        repeated(postman.look, DELIVER, "notices cannot be sent"),
        repeated(attended, ATTEND, "the list of open tables cannot be kept", at_once=False),
        repeated(rounds, BEGIN, "the rounds of leagues cannot be begun", at_once=False),
        tables.waker.keep(),
        end_without_claim(app.state.claim),
        tables.registry.follow(),
        collect_when_quiet(),
        asyncio.to_thread(names.prototypes),
    )
    tasks = [asyncio.create_task(work) for work in background]
    try:
        async with serve_metrics(app.state.settings.metrics, tables.metrics, partial(watch_tables, app)):
            yield
    finally:
        for task in tasks:
            task.cancel()
        await postman.finish()
        await tables.close()
        await tables.computers.close()
        await asyncio.to_thread(tables.storage.close)
        app.state.claim.let_go()
