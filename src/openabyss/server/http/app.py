"""The web application: routes, what all of them share, and how errors are reported."""

import asyncio
import contextlib
import signal
from collections.abc import AsyncIterator, Mapping
from typing import Any

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from openabyss.client.table_history import DamagedTable, OtherRules
from openabyss.compilation.preparation import Preparation
from openabyss.errors import InvalidOption, InvalidRecord, OpenAbyssError
from openabyss.server.access.limits import Buckets, Throttle
from openabyss.server.access.security import Guard
from openabyss.server.compression import Compression
from openabyss.server.computers.workers import Computers, Workers
from openabyss.server.http.api import api_routes, new_table
from openabyss.server.http.assets import static_file
from openabyss.server.http.garbage import collect_when_quiet
from openabyss.server.http.readiness import Readiness
from openabyss.server.languages import Languages
from openabyss.server.logging import log_event, log_failure, log_warning
from openabyss.server.pages.invitation_pages import invitation_routes
from openabyss.server.pages.pages import create_from_form, error_page, page_routes
from openabyss.server.pages.table_pages import table_routes
from openabyss.server.settings import Settings
from openabyss.server.sockets.hub import Hub
from openabyss.server.storage import DatabaseUnavailable, Storage
from openabyss.server.storage.claim import Claim
from openabyss.server.tables import names
from openabyss.server.tables.errors import NotAtTable, Refusal, UnknownTable
from openabyss.server.tables.tables import Tables
from openabyss.words import _

HOUR = 3600
TIDY_SECONDS = 60
LOOK_AT_CLAIM_SECONDS = 1.0
PREPARE_SECONDS = 1.0

STATUS_OF: dict[type[OpenAbyssError], int] = {
    UnknownTable: 404,
    NotAtTable: 403,
    InvalidOption: 422,
    InvalidRecord: 422,
    DatabaseUnavailable: 503,
    DamagedTable: 500,
}
STATUS_OF_REFUSAL = {
    "illegal": 409,
    "stale": 409,
    "unreadable": 422,
    "forbidden": 403,
    "too_many": 429,
    "unavailable": 503,
}


def create_app(
    settings: Settings, computers: Computers | None = None, preparation: Preparation | None = None
) -> Starlette:
    """The application; `computers` stands in for the processes that it would start.

    `preparation` is how far compiling is, if that goes on elsewhere; newer ones replace it in `app.state`.
    Raises DatabaseInUse if another server has the database.
    """
    claim = Claim(settings.database_url)
    try:
        storage = Storage(settings.database_url, check=claim.check)
    except Exception:
        claim.let_go()
        raise
    tables = Tables(
        storage,
        computers or Workers(settings.workers, settings.decision_seconds, threads=settings.threads),
        settings,
    )
    app = Starlette(
        routes=_routes(),
        middleware=[
            Middleware(ProxyHeadersMiddleware, trusted_hosts=list(settings.proxies)),
            Middleware(Throttle, limits=settings.limits),
            Middleware(Languages),
            Middleware(Guard, settings=settings, error_page=error_page),
            Middleware(Compression),
        ],
        exception_handlers={
            OpenAbyssError: _tell_problem,
            HTTPException: _tell_status,
            ClientDisconnect: _tell_nobody,
            Exception: _tell_failure,
        },
        lifespan=_alive,
    )
    app.state.settings, app.state.tables = settings, tables
    app.state.hub = Hub(tables)
    app.state.claim = claim
    app.state.preparation = preparation
    app.state.readiness = Readiness(storage)
    app.state.new_tables = Buckets(settings.limits.tables, settings.limits.tables / HOUR)
    return app


def _routes() -> list[BaseRoute]:
    return [
        *page_routes(),
        Route("/tables", _create_table, methods=["POST"]),
        *table_routes(),
        *invitation_routes(),
        *api_routes(),
        Route("/static/{path:path}", static_file),
    ]


async def _create_table(request: Request) -> Response:
    """A new table, asked for with a form or with JSON."""
    if request.headers.get("content-type", "").startswith("application/json"):
        return await new_table(request)
    return await create_from_form(request)


@contextlib.asynccontextmanager
async def _alive(app: Starlette) -> AsyncIterator[None]:
    """From the start of the server to its end."""
    tables: Tables = app.state.tables
    if isinstance(tables.computers, Workers):
        # Not at once: the server itself is to be ready first.
        asyncio.get_running_loop().call_later(PREPARE_SECONDS, tables.computers.prepare)
    goes_on = (
        _tidy(tables),
        _end_without_claim(app.state.claim),
        collect_when_quiet(),
        asyncio.to_thread(names.prepare),
    )
    tasks = [asyncio.create_task(one) for one in goes_on]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await tables.close()
        await tables.computers.close()
        await asyncio.to_thread(tables.storage.close)
        app.state.claim.let_go()


async def _end_without_claim(claim: Claim) -> None:
    """Stop the server when another one has its database: two would overwrite each other's tables."""
    while not claim.is_lost:
        await asyncio.sleep(LOOK_AT_CLAIM_SECONDS)
    log_warning("another server has taken the database, so this one ends", taken_by=claim.taken_by)
    signal.raise_signal(signal.SIGTERM)


async def _tidy(tables: Tables) -> None:
    """Every minute let go of tables that nobody uses."""
    while True:
        await asyncio.sleep(TIDY_SECONDS)
        try:
            log_event("tidied", tables=tables.forget_idle())
        except Exception:
            log_failure("tidying failed")


# ----------------------------------------------------------------------------- problems


async def _tell_problem(request: Request, error: Exception) -> Response:
    """What somebody did wrong, in words."""
    if isinstance(error, Refusal):
        status, code = STATUS_OF_REFUSAL[error.code], error.code
    else:
        known = [kind for kind in STATUS_OF if isinstance(error, kind)]
        status, code = (STATUS_OF[known[0]] if known else 400), type(error).__name__
    if isinstance(error, DamagedTable):
        # What is wrong may name cards that nobody at the table may see.
        log_failure("table does not play again", table=request.path_params.get("table"))
        text = _("This table cannot be replayed as it was stored, so it cannot be shown.")
        if isinstance(error, OtherRules):
            text = error.public
        return await _told(request, status, code, text, error)
    return await _told(request, status, code, str(error), error)


async def _tell_status(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    texts = {
        404: _("There is nothing at this address."),
        405: _("This address cannot be used in this way."),
    }
    text = texts.get(error.status_code, error.detail)
    told = await _told(request, error.status_code, str(error.status_code), text, error)
    told.headers.update(error.headers or {})
    return told


async def _tell_nobody(_request: Request, _error: Exception) -> Response:
    """Somebody has gone while their request was read: that is no failure, and nobody reads an answer."""
    return Response(status_code=400)


async def _tell_failure(request: Request, error: Exception) -> Response:
    """Nobody expected this: the log says more than the answer."""
    log_failure("request failed", route=_route(request.scope))
    text = _("Something went wrong on the server. Nothing that was acknowledged is lost.")
    return await _told(request, 500, "failed", text, error)


async def _told(request: Request, status: int, code: str, text: str, error: Exception) -> Response:
    if _wants_json(request):
        body = {"code": code, "message": text}
        return Response(msgspec.json.encode(body), status, media_type="application/json")
    return await error_page(request, HTTPException(status, text))


def _wants_json(request: Request) -> bool:
    """Programs, and requests with JSON, get JSON; people a page."""
    kind = request.headers.get("content-type", "")
    return (
        request.url.path.startswith(("/api/", "/health"))
        or kind.startswith("application/json")
        or "text/html" not in request.headers.get("accept", "text/html")
    )


def _route(scope: Mapping[str, Any]) -> str:
    """The address without what is secret in it."""
    parts = str(scope.get("path", "")).split("/")
    return f"/{parts[1]}" if len(parts) > 1 else "/"
