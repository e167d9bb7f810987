"""`/j/…` and `/s/…`: links to seats and for spectators.

To look at one changes nothing: programs that show previews of links, and browsers that fetch pages
before anybody has asked for them, would take the seat. Only the button of the page does.
"""

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from openabyss.errors import InvalidOption
from openabyss.web.access.identity import browser_of, browser_or_new
from openabyss.web.pages.forms import fields_of
from openabyss.web.pages.lobby_page import about, in_words
from openabyss.web.presentation.update import config_of
from openabyss.web.rendering import render
from openabyss.web.tables.lookup import tables_of
from openabyss.web.tables.table import LiveTable


def invitation_routes() -> list[BaseRoute]:
    """The links that lead to a table."""
    return [
        Route("/j/{token}", invitation, methods=["GET"]),
        Route("/j/{token}", join, methods=["POST"]),
        Route("/s/{token}", invitation_to_watch, methods=["GET"]),
        Route("/s/{token}", watch, methods=["POST"]),
    ]


async def invitation(request: Request) -> Response:
    """What is played with whom, and under which name one wants to join. Raises UnknownTable, Refusal."""
    browser = browser_of(request)
    table, seat = await tables_of(request).invitations.invitation(request.path_params["token"], browser)
    if browser is not None and table.seats[seat].browser == browser:
        return _to_table(table, seat, browser)
    return _page(request, table, seat)


async def join(request: Request) -> Response:
    """Take the seat; the token leaves the address bar. Raises UnknownTable, Refusal."""
    tables, token = tables_of(request), request.path_params["token"]
    name = (await fields_of(request)).get("name", "").strip()
    await tables.invitations.invitation(token, browser_of(request))
    browser = await browser_or_new(request)
    try:
        table, seat = await tables.invitations.sit_down(token, browser, name)
    except InvalidOption as error:
        table, seat = await tables.invitations.invitation(token, browser)
        return _page(request, table, seat, name, str(error))
    return _to_table(table, seat, browser)


def _to_table(table: LiveTable, seat: int, browser: str) -> Response:
    has_others = len(table.seats_of(browser)) > 1
    return RedirectResponse(f"/t/{table.id}" + (f"?seat={seat}" if has_others else ""), 303)


def _page(
    request: Request, table: LiveTable, seat: int, typed: str | None = None, problem: str = ""
) -> Response:
    row = table.seats[seat]
    context = {
        **_what_is_played(request, table),
        "seat_name": row.name,
        "typed": row.name if typed is None else typed,
        "is_taken": row.browser is not None,
        "errors": {"name": [problem]} if problem else {},
    }
    return render(request, "invitation.html", context, 422 if problem else 200)


async def invitation_to_watch(request: Request) -> Response:
    """What is played by whom. Raises UnknownTable."""
    table = await tables_of(request).invitations.watched(request.path_params["token"])
    if table.may_watch(browser_of(request)):
        return RedirectResponse(f"/t/{table.id}", 303)
    return render(request, "invitation.html", {**_what_is_played(request, table), "errors": {}})


async def watch(request: Request) -> Response:
    """Become a spectator. Raises UnknownTable."""
    tables, token = tables_of(request), request.path_params["token"]
    await tables.invitations.watched(token)
    table = await tables.invitations.watch(token, await browser_or_new(request))
    return RedirectResponse(f"/t/{table.id}", 303)


def _what_is_played(request: Request, table: LiveTable) -> dict[str, object]:
    return {
        "address": request.url.path,
        "names": table.names,
        "about": about(config_of(table.history.game)),
        "grace": in_words(table.row.grace),
        "open_seed": table.row.config["seed"] if table.row.open_seed else None,
        "seat_name": None,
    }
