"""All parts of the server that work on tables, made and closed together; and what a request is about: a
table, a seat, a number, where it comes from, and whether it is one too many."""

import asyncio

from starlette.requests import HTTPConnection, Request
from starlette.websockets import WebSocket

from openabyss.server.computers.workers import Computers
from openabyss.server.credentials import browser_of
from openabyss.server.limits import Buckets
from openabyss.server.metrics import Metrics
from openabyss.server.settings import Settings
from openabyss.server.storage import Storage
from openabyss.server.tables.analysis.puzzles import MadePuzzles
from openabyss.server.tables.analysis.replays import Replays
from openabyss.server.tables.analysis.reviews import Reviews
from openabyss.server.tables.commands import Commands
from openabyss.server.tables.creation import Creation
from openabyss.server.tables.errors import Refusal, too_many
from openabyss.server.tables.invitations import Invitations, LinkTokens
from openabyss.server.tables.live.news import News
from openabyss.server.tables.live.table import LiveTable
from openabyss.server.tables.opponents import Opponents
from openabyss.server.tables.orders import Orders
from openabyss.server.tables.registry import Registry
from openabyss.server.tables.talk import Chats, Moderation
from openabyss.server.tables.timing import Timekeeper, Waker


class Tables:
    """The parts that work on the tables of a server."""

    def __init__(
        self, storage: Storage, computers: Computers, settings: Settings, metrics: Metrics | None = None
    ) -> None:
        self.storage, self.computers, self.settings = storage, computers, settings
        self.metrics = metrics or Metrics()
        tokens = LinkTokens(settings.key)
        self.news = News(storage)
        self.commands = Commands(storage, self.metrics, self.news)
        self.opponents = Opponents(storage, self.commands, computers, settings, self.metrics)
        self.orders = Orders(storage, self.commands)
        self.registry = Registry(storage, self.opponents, self.orders, self.news, self.commands)
        self.creation = Creation(storage, self.registry, self.commands, tokens)
        self.invitations = Invitations(storage, self.registry, self.commands, tokens)
        self.timekeeper = Timekeeper(storage, self.registry, self.commands)
        self.waker = Waker(storage, self.registry)
        self.chats = Chats(storage, settings.limits)
        self.reviews = Reviews(self.opponents.turns["searching"], computers, storage)
        self.puzzles = MadePuzzles(self.opponents.turns["searching"], computers, storage)
        self.replays = Replays()
        self.moderation = Moderation(storage, self.registry)

    def forget_idle(self) -> int:
        """Unload tables that nobody has used for a while; returns how many are left."""
        return self.registry.forget_idle(self.settings.idle_seconds)

    async def close(self) -> None:
        """Accept nothing more; everything that was accepted is stored when this returns."""
        self.commands.is_closing = self.news.is_closing = True
        self.reviews.close()
        self.puzzles.close()
        tables = self.registry.in_memory
        tasks = [
            task for table in tables for task in (table.thinking, table.answering.task) if task is not None
        ]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.orders.close()
        for table in tables:
            async with table.lock:
                pass


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


async def table_shown(request: Request, *, reads: bool = False) -> LiveTable:
    """The same on a page that shows who plays: somebody without a socket is present now, for longer if they
    play by it (`reads`). Raises UnknownTable, NotAtTable."""
    table = await table_of(request)
    table.got_page(browser_of(request) or "", reads=reads)
    return table


def seat_asked_for(request: Request, table: LiveTable) -> int | None:
    """`?seat=1` if the browser holds that seat, else its first seat; None for a spectator."""
    browser, wanted = browser_of(request), whole_number(request.query_params.get("seat", ""))
    return wanted if wanted in table.seats_of(browser) else table.first_seat_of(browser)


def address_of(request: HTTPConnection) -> str:
    """Where a request comes from."""
    return request.client.host if request.client else ""


def allow(request: HTTPConnection, what: str, why_not: str = "") -> None:
    """Count something that an address does. Raises Refusal beyond the limit, with its own text if it has
    one."""
    buckets: Buckets = request.app.state.buckets[what]
    if not buckets.take(address_of(request)):
        raise Refusal("too_many", why_not) if why_not else too_many()


def whole_number(text: str) -> int | None:
    """A number that somebody has sent; None for anything else, and for more digits than any number here
    has."""
    is_number = text.isascii() and text.isdecimal() and len(text) <= MAX_DIGITS
    return int(text) if is_number else None
