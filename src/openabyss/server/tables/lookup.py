"""What a request is about: a table, a seat, a number; and whether it may make a new table."""

from collections.abc import Callable

from starlette.requests import Request
from starlette.websockets import WebSocket

from openabyss.server.access.credentials import browser_of
from openabyss.server.access.limits import Buckets
from openabyss.server.tables.analysis.replays import Made
from openabyss.server.tables.errors import too_many
from openabyss.server.tables.table import LiveTable
from openabyss.server.tables.tables import Tables

MAX_DIGITS = 15


def tables_of(request: Request | WebSocket) -> Tables:
    """The tables of the server that got this request."""
    tables: Tables = request.app.state.tables
    return tables


async def table_of(request: Request) -> LiveTable:
    """The table of the address, if the browser may look at it. Raises UnknownTable, NotAtTable."""
    browser = browser_of(request)
    table = await tables_of(request).registry.for_browser(request.path_params["table"], browser)
    table.played_by(browser, request.client.host if request.client else "")
    return table


def seat_asked_for(request: Request, table: LiveTable) -> int | None:
    """`?seat=1` if the browser holds that seat, else its first seat; None for a spectator."""
    browser, wanted = browser_of(request), whole_number(request.query_params.get("seat", ""))
    return wanted if wanted in table.seats_of(browser) else table.first_seat_of(browser)


def allow_table(request: Request) -> None:
    """Count a new table of an address. Raises Refusal beyond the limit."""
    buckets: Buckets = request.app.state.new_tables
    if not buckets.take(request.client.host if request.client else ""):
        raise too_many()


async def make_replay(request: Request, work: Callable[[], Made]) -> Made:
    """The result of work on a replay. Raises Refusal if too much work of the visitor waits already."""
    return await tables_of(request).replays.make(request.client.host if request.client else "", work)


def whole_number(text: str) -> int | None:
    """A number that somebody has sent; None for anything else, and for more digits than any number here
    has."""
    is_number = text.isascii() and text.isdecimal() and len(text) <= MAX_DIGITS
    return int(text) if is_number else None
