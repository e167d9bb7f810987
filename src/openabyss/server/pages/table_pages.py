"""The addresses of a table: its page, its socket, its record after the end."""

from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket

from openabyss.client.guide.deal import LEARNER
from openabyss.client.table_history import DamagedTable
from openabyss.server.access.credentials import browser_of
from openabyss.server.logging import log_failure
from openabyss.server.pages.rendering import render
from openabyss.server.sockets.connection import BROKEN
from openabyss.server.sockets.hub import Hub
from openabyss.server.tables.errors import NotAtTable, Refusal, UnknownTable
from openabyss.server.tables.lookup import seat_asked_for, table_of, tables_of
from openabyss.server.tables.table import LiveTable
from openabyss.words import _

NOT_HERE = 4404


def table_routes() -> list[BaseRoute]:
    """The table itself, its socket and its record."""
    return [
        Route("/t/{table}", table_page),
        Route("/t/{table}/record.json", record),
        WebSocketRoute("/t/{table}/socket", table_socket),
    ]


def hub_of(request: Request | WebSocket) -> Hub:
    """The connections of the server that got this request."""
    hub: Hub = request.app.state.hub
    return hub


async def table_page(request: Request) -> Response:
    """The table itself; the script that it loads does the rest over the socket."""
    from openabyss.browser.table_words import table_words  # noqa: PLC0415

    table = await table_of(request)
    seat = seat_asked_for(request, table)
    is_guided = table.is_guided and seat == LEARNER
    context = {"table": table.id, "seat": seat, "words": table_words(), "is_guided": is_guided}
    return render(request, "table.html", context)


async def table_socket(socket: WebSocket) -> None:
    """The protocol of messages.py."""
    browser = browser_of(socket)
    try:
        table = await tables_of(socket).registry.for_browser(socket.path_params["table"], browser)
    except (UnknownTable, NotAtTable):
        await socket.accept()
        await socket.close(NOT_HERE, "no such table, or no seat at it")
        return
    except DamagedTable:
        log_failure("table does not play again", table=socket.path_params["table"])
        await socket.accept()
        await socket.close(BROKEN)
        return
    assert browser is not None
    await hub_of(socket).serve(socket, table, browser)


async def record(request: Request) -> Response:
    """The whole game as a record, when it is over: it holds the seed, so not before."""
    table = await table_of(request)
    if not table.history.game.is_over:
        raise Refusal("forbidden", _("The record contains the seed; it is available when the game is over."))
    return JSONResponse(
        record_of(table),
        headers={"Content-Disposition": f'attachment; filename="openabyss-{table.id}.json"'},
    )


def record_of(table: LiveTable) -> dict[str, Any]:
    """The record of a finished game, which `openabyss replay` reads."""
    return table.history.game.to_record()
