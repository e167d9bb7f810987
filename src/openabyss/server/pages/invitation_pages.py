"""`/j/…` and `/s/…`: links to seats and for spectators. To look at one changes nothing: programs that show
previews of links, and browsers that fetch pages before anybody has asked for them, would take the seat. Only
the button of the page does."""

from functools import partial

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from openabyss.errors import InvalidOption
from openabyss.server.credentials import browser_of, browser_or_new
from openabyss.server.limits import SPECTATORS
from openabyss.server.pages.forms import fields_of, remember, remembered
from openabyss.server.pages.lobby_page import agreed
from openabyss.server.pages.problems import wants_json
from openabyss.server.pages.rendering import render
from openabyss.server.tables.live.table import LiveTable
from openabyss.server.tables.tables import allow, tables_of
from openabyss.words import _


async def invitation(request: Request) -> Response:
    """What is played with whom, and under which name one wants to join. Raises UnknownTable, Refusal."""
    browser = browser_of(request)
    table, seat = await tables_of(request).invitations.invitation(request.path_params["token"], browser)
    if browser is not None and table.seats[seat].browser == browser:
        return _to_table(table, seat, browser)
    return _page(request, table, seat)


async def accept_invitation(request: Request) -> Response:
    """Take the seat; the token leaves the address bar. Raises UnknownTable, Refusal, and InvalidOption
    for a program."""
    tables, token = tables_of(request), request.path_params["token"]
    values = await fields_of(request)
    typed = values.get("name")
    name = (typed or "").strip()
    browser = browser_of(request)
    try:
        if typed is not None and not name:
            raise InvalidOption(_("Tell the others your name."))
        browser = await browser_or_new(request, values.get("nonce", ""))
        table, seat = await tables.invitations.sit_down(token, browser, name)
    except InvalidOption as error:
        if wants_json(request):
            raise
        table, seat = await tables.invitations.invitation(token, browser)
        return _page(request, table, seat, name, str(error))
    return remember(request, _to_table(table, seat, browser), {"name": name})


def _to_table(table: LiveTable, seat: int, browser: str) -> Response:
    has_others = len(table.seats_of(browser)) > 1
    return RedirectResponse(f"/t/{table.id}" + (f"?seat={seat}" if has_others else ""), 303)


def _page(
    request: Request, table: LiveTable, seat: int, typed: str | None = None, problem: str = ""
) -> Response:
    row = table.seats[seat]
    is_taken = row.browser is not None
    suggested = row.name if is_taken else remembered(request).name
    context = {
        **_what_is_played(request, table, seat),
        "seat_name": row.name,
        "typed": suggested if typed is None else typed,
        "is_taken": is_taken,
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
    """Become a spectator. Raises UnknownTable, Refusal."""
    invitations = tables_of(request).invitations
    table = await invitations.watched(request.path_params["token"])
    may = partial(allow, request, SPECTATORS)
    await invitations.let_watch(table, await browser_or_new(request), may)
    return RedirectResponse(f"/t/{table.id}", 303)


def _what_is_played(request: Request, table: LiveTable, offered: int | None = None) -> dict[str, object]:
    """By whom what is played; a seat that is offered and free has no name yet."""
    names = [row.name for row in table.seats if row.seat != offered or row.browser is not None]
    return {**agreed(table), "address": request.url.path, "names": names, "seat_name": None}
