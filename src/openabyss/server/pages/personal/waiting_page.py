"""`/tables`: the tables of a browser where somebody waits, and the way from one to the next."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf

from msgspec import UNSET
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from openabyss.server.access.credentials import browser_of
from openabyss.server.pages.lobby_page import about_table, who_is_asked
from openabyss.server.pages.rendering import render
from openabyss.server.tables.lookup import tables_of
from openabyss.server.tables.table import LiveTable
from openabyss.words import _
from openabyss.words.numbers import short_duration


@dataclass(frozen=True, slots=True)
class Waiting:
    """A table that is not over. mine: the browser is asked. left: for how many seconds it may still wait."""

    table: LiveTable
    mine: bool
    left: float = inf

    @property
    def url(self) -> str:
        seat = self.table.history.asked
        return f"/t/{self.table.id}?seat={seat}" if self.mine else f"/t/{self.table.id}"

    @property
    def state(self) -> str:
        """Who is asked."""
        return who_is_asked(self.table, is_reader=self.mine)

    @property
    def time_left(self) -> str:
        """Nothing where time has no limit."""
        return "" if self.left == inf else _("{time} left").format(time=short_duration(int(self.left)))


def waiting_routes() -> list[BaseRoute]:
    """Their addresses."""
    return [Route("/tables", waiting_tables, methods=["GET"]), Route("/tables/next", next_table)]


async def waiting_tables(request: Request) -> Response:
    """Those that wait for this browser first; of them those with the least time left, then the longest."""
    found = await _waiting(request)
    mine, others = [one for one in found if one.mine], [one for one in found if not one.mine]
    context = {"mine": mine, "others": others, "about": about_table, "came": "after" in request.query_params}
    return render(request, "tables.html", context)


async def next_table(request: Request) -> Response:
    """`/tables/next?after=ID`: the next table where the browser is asked, or all of them if there is none."""
    mine = [one for one in await _waiting(request) if one.mine]
    wanted = _next_of(mine, request.query_params.get("after", ""))
    return RedirectResponse("/tables?after" if wanted is None else wanted.url, 303)


def _next_of(mine: Sequence[Waiting], after: str) -> Waiting | None:
    places = [place for place, one in enumerate(mine) if one.table.id == after]
    start = places[0] + 1 if places else 0
    return next((one for one in [*mine[start:], *mine[:start]] if one.table.id != after), None)


async def _waiting(request: Request) -> list[Waiting]:
    browser = browser_of(request)
    tables = await tables_of(request).registry.of_browser(browser)
    found = [_of(table, browser) for table in tables if table.may_play(browser) and not table.history.is_over]
    return sorted(found, key=lambda one: (one.left, one.table.row.changed))


def _of(table: LiveTable, browser: str | None) -> Waiting:
    asked = table.history.asked
    if asked is None or asked not in table.seats_of(browser) or table.history.levels[asked] is not None:
        return Waiting(table, mine=False)
    clock = table.people(browser)[asked].clock
    return Waiting(table, mine=True, left=inf if clock is UNSET else clock.left)
