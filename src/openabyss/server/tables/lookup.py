"""What a request is about: a table, a seat, a number; where it comes from, and whether it is one too many."""

from collections.abc import Callable

from starlette.requests import Request
from starlette.websockets import WebSocket

from openabyss.server.access.credentials import browser_of
from openabyss.server.access.limits import Buckets
from openabyss.server.tables.analysis.replays import Made
from openabyss.server.tables.errors import Refusal, too_many
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
    table.played_by(browser, address_of(request))
    return table


def seat_asked_for(request: Request, table: LiveTable) -> int | None:
    """`?seat=1` if the browser holds that seat, else its first seat; None for a spectator."""
    browser, wanted = browser_of(request), whole_number(request.query_params.get("seat", ""))
    return wanted if wanted in table.seats_of(browser) else table.first_seat_of(browser)


def address_of(request: Request) -> str:
    """Where a request comes from."""
    return request.client.host if request.client else ""


def allow(request: Request, what: str, why_not: str = "") -> None:
    """Count something that an address does. Raises Refusal beyond the limit, with its own text if it has
    one."""
    buckets: Buckets = request.app.state.buckets[what]
    if not buckets.take(address_of(request)):
        raise Refusal("too_many", why_not) if why_not else too_many()


async def make_replay(request: Request, work: Callable[[], Made]) -> Made:
    """The result of work on a replay. Raises Refusal if too much work of the visitor waits already."""
    return await tables_of(request).replays.make(address_of(request), work)


def whole_number(text: str) -> int | None:
    """A number that somebody has sent; None for anything else, and for more digits than any number here
    has."""
    is_number = text.isascii() and text.isdecimal() and len(text) <= MAX_DIGITS
    return int(text) if is_number else None
