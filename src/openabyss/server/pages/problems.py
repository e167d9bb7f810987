"""How errors are reported: people get a page, programs JSON."""

import re
from collections.abc import Mapping
from http import HTTPStatus

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Match, Route
from starlette.types import ExceptionHandler

from openabyss.client.table_history import DamagedTable, OtherRules
from openabyss.errors import InvalidOption, InvalidRecord, OpenAbyssError
from openabyss.server.logging import REQUEST, log_failure
from openabyss.server.pages.rendering import render
from openabyss.server.storage import DatabaseUnavailable
from openabyss.server.tables.errors import NotAtTable, Refusal, UnknownTable
from openabyss.words import N_, _

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
# For each error: its name, and what to do.
ADVICE: dict[int, tuple[str, str]] = {
    400: (N_("That was not understood"), N_("Go back, check what you sent, and try again.")),
    403: (
        N_("Not for this browser"),
        N_("A table is private. Open the link that you were given in this browser, or ask for a new one."),
    ),
    404: (
        N_("There is nothing here"),
        N_("The address may be mistyped, or the table may be gone. Your own tables are on the start page."),
    ),
    405: (N_("This address cannot be used that way"), N_("Start again from the start page.")),
    409: (N_("The table has moved on"), N_("Go back to the table; it shows how things stand now.")),
    413: (N_("That was too much"), N_("What you sent is too big for this server. Send less.")),
    421: (
        N_("This is not the address of this server"),
        N_("Use the address that you were given, or the number of the machine instead of a name."),
    ),
    422: (N_("That cannot be played"), N_("Go back and choose something else.")),
    429: (N_("Too fast"), N_("There were too many requests from here. Wait a few seconds, then try again.")),
    500: (
        N_("Something went wrong"),
        N_("That is our fault. No answer that the table has confirmed is lost: reload the page in a moment."),
    ),
    503: (N_("Back in a moment"), N_("The server is being restarted. Reload the page in a few seconds.")),
}


def _error_page(request: Request, status: int, detail: str) -> Response:
    """A page that says what has happened, and what one can do now."""
    title, text = ADVICE.get(status, ADVICE[500] if status >= 500 else ADVICE[400])
    context = {
        "title": _(title),
        "text": _(text),
        "detail": detail,
        "status": status,
        # The table that it happened at, if any.
        "back": found[0] if (found := re.match(r"/t/[^\W_]+(?=/)", request.url.path)) else "",
    }
    return render(request, "error.html", context, status)


async def _report_error(request: Request, error: Exception) -> Response:
    """The answer to an error of the user, in words."""
    code, text = type(error).__name__, str(error)
    status = next((status for kind, status in STATUS_OF.items() if isinstance(error, kind)), 400)
    if isinstance(error, Refusal):
        status, code = STATUS_OF_REFUSAL[error.code], error.code
    if isinstance(error, DamagedTable):
        # What is wrong may name cards that nobody at the table may see.
        log_failure("table does not play again", table=request.path_params.get("table"))
        text = _("This table cannot be replayed as it was stored, so it cannot be shown.")
    if isinstance(error, OtherRules):
        text = error.public
    return _error_response(request, status, code, text)


async def report_status(request: Request, error: Exception) -> Response:
    """The answer to an HTTP error: a page for people, JSON for programs."""
    assert isinstance(error, HTTPException)
    text = error.detail
    if text == HTTPStatus(error.status_code).phrase:  # Nobody has said more.
        texts = {
            404: _("There is nothing at this address."),
            405: _("This address cannot be used in this way."),
        }
        text = texts.get(error.status_code, text)
    response = _error_response(request, error.status_code, str(error.status_code), text)
    response.headers.update(error.headers or {})
    if error.status_code == 405:
        response.headers["Allow"] = _methods_at(request)
    return response


def _methods_at(request: Request) -> str:
    """What may be asked of this address, whichever function answers it."""
    routes = [route for route in request.app.routes if isinstance(route, Route)]
    here = [route for route in routes if route.matches(request.scope)[0] != Match.NONE]
    return ", ".join(sorted({method for route in here for method in route.methods or ()}))


async def _ignore_disconnect(_request: Request, _error: Exception) -> Response:
    """The client has gone while its request was read: not a failure, and nobody reads an answer."""
    return Response(status_code=400)


async def _report_failure(request: Request, _error: Exception) -> Response:
    """The answer to an unexpected error: the log says more than the answer, but nothing secret of the
    address."""
    log_failure("request failed", route="/".join(request.url.path.split("/")[:2]))
    text = _("Something went wrong on the server. No confirmed answer is lost.")
    response = _error_response(request, 500, "failed", text)
    response.headers["X-Request-ID"] = REQUEST.get()
    return response


def _error_response(request: Request, status: int, code: str, text: str) -> Response:
    if wants_json(request):
        body = msgspec.json.encode({"code": code, "message": text})
        return Response(body, status, media_type="application/json")
    return _error_page(request, status, text)


def wants_json(request: Request) -> bool:
    """Programs, and requests with JSON, get JSON; people a page."""
    return (
        request.url.path.startswith(("/api/", "/health", "/readyz"))
        or brings_json(request)
        or "text/html" not in request.headers.get("accept", "text/html")
    )


def brings_json(request: Request) -> bool:
    """The body is said to be JSON."""
    media_type, _semicolon, _parameters = request.headers.get("content-type", "").partition(";")
    return media_type.strip().lower() == "application/json"


EXCEPTION_HANDLERS: Mapping[type[Exception], ExceptionHandler] = {
    OpenAbyssError: _report_error,
    HTTPException: report_status,
    ClientDisconnect: _ignore_disconnect,
    Exception: _report_failure,
}
