"""The JSON API for programs: what pages do with forms and scripts do over the socket, as plain requests.
`requests.py` describes it: the name of each function and its first sentence are part of the description."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Literal, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from openabyss.client.card_dictionary import CardDictionary, card_dictionary
from openabyss.client.protocol.from_client import SeatOrders, TableCommand, read_command
from openabyss.client.protocol.from_server import Ack, Moments, OrdersShown, Update
from openabyss.players.compilation.background import Preparation
from openabyss.server.compression import padded
from openabyss.server.credentials import browser_of, browser_or_new
from openabyss.server.http import requests as types
from openabyss.server.http.requests import LOOKING, REPLAYING, Operation, description
from openabyss.server.http.upkeep import Readiness
from openabyss.server.limits import TABLES
from openabyss.server.pages.device_pages import PAGE
from openabyss.server.pages.problems import brings_json
from openabyss.server.sockets.hub import Hub
from openabyss.server.storage.rows import PERSON
from openabyss.server.tables.analysis.replays import (
    MomentsWanted,
    compressed,
    moments_of_record,
    moments_of_table,
)
from openabyss.server.tables.errors import Refusal
from openabyss.server.tables.live.table import LiveTable, has_free_seat
from openabyss.server.tables.seating import TableWanted
from openabyss.server.tables.seating import levels as known_levels
from openabyss.server.tables.tables import (
    address_of,
    allow,
    seat_asked_for,
    table_of,
    tables_of,
    whole_number,
)
from openabyss.version import VERSION
from openabyss.words import _, language
from openabyss.words.levels import STYLES

Read = TypeVar("Read")
NO_STORE = {"Cache-Control": "no-store"}


def answer(value: object, status: int = 200, **headers: str) -> Response:
    """A value as JSON."""
    written = padded(msgspec.json.encode(value))
    return Response(written, status, headers or NO_STORE, "application/json")


async def read_body(request: Request, read: Callable[[bytes], Read]) -> Read:
    """The body of a request as JSON. Raises Refusal."""
    if not brings_json(request):
        raise Refusal("unreadable", _("The body must be JSON, with the content type application/json."))
    try:
        return read(await request.body())
    except (msgspec.DecodeError, msgspec.ValidationError, UnicodeError, RecursionError) as error:
        raise Refusal("unreadable", _("The body cannot be read: {why}").format(why=error)) from error


async def new_table(request: Request) -> Response:
    """Set up a table. The cookie of the answer opens its seats."""
    wanted = await read_body(request, msgspec.json.Decoder(TableWanted).decode)
    allow(request, TABLES)
    browser = await browser_or_new(request)
    table = await tables_of(request).creation.create(wanted, browser)
    return answer(summary(table, browser), 201, Location=f"/t/{table.id}")


def summary(table: LiveTable, browser: str | None) -> types.Summary:
    """A table in a list, as this browser sees it."""
    shown, own = table.history.game.table, table.seats_of(browser)
    state: Literal["open", "my_turn", "waiting", "over"] = "open" if has_free_seat(table) else "waiting"
    if table.history.is_over:
        state = "over"
    elif table.history.asked in own:
        state = "my_turn"
    return types.Summary(
        table=table.id,
        url=f"/t/{table.id}",
        names=table.names,
        seats=own,
        kraken=shown.kraken,
        leviathan=shown.leviathan,
        regent=shown.regent_level or None,
        state=state,
        midgame=table.course is not None or table.is_played_on,
        turn=shown.turn,
        changed=table.row.changed,
        created=table.row.created,
    )


async def my_tables(request: Request) -> Response:
    """The tables of this browser, the ones changed last first."""
    browser = browser_of(request)
    found = await tables_of(request).registry.of_browser(browser)
    return answer(types.Tables([summary(table, browser) for table in found]))


async def look(request: Request) -> Response:
    """The table as the seat sees it: the `update` of the protocol. `?seat=1` chooses among own seats,
    `?have=17` leaves out old log lines."""
    table = await table_of(request)
    seen = whole_number(request.query_params.get("have", ""))
    seat, browser = seat_asked_for(request, table), browser_of(request)
    written = table.written_update(seat, browser, -1 if seen is None else seen)
    return Response(written, headers=NO_STORE, media_type="application/json")


async def replay(request: Request) -> Response:
    """The moments of a table up to now. Until the game is over they are seen from the own seat alone."""
    table, query = await table_of(request), request.query_params
    seat, moment = whole_number(query.get("seat", "")), whole_number(query.get("moment", "")) or 0
    looked_at = MomentsWanted(seat, moment, is_within=query.get("within") == "true")
    work, is_over = moments_of_table(table, browser_of(request), looked_at), table.history.is_over
    return await _moments(request, work, is_open=is_over, headers=PAGE if is_over else None)


async def replay_record(request: Request) -> Response:
    """The moments of a record, which is not kept."""
    wanted = await read_body(request, msgspec.json.Decoder(types.RecordShown).decode)
    looked_at = MomentsWanted(wanted.seat, wanted.moment, is_within=wanted.within)
    return await _moments(request, moments_of_record(wanted.record, looked_at), is_open=True)


async def _moments(
    request: Request, work: Callable[[], bytes], *, is_open: bool, headers: Mapping[str, str] | None = None
) -> Response:
    """Moments as they are sent: compressed if nothing in them is hidden from anybody."""
    headers = {**NO_STORE, "Vary": "Accept-Encoding", **(headers or {})}
    if is_open and "gzip" in request.headers.get("accept-encoding", ""):
        headers["Content-Encoding"] = "gzip"
        work = compressed(work)
    written = await tables_of(request).replays.make(address_of(request), work)
    return Response(written, headers=headers, media_type="application/json")


async def command(request: Request) -> Response:
    """Answer, pay, undo, redo or restart the turn; let a computer play a seat; concede, or propose an end."""
    table = await table_of(request)
    message = await read_body(request, read_command)
    revision = await tables_of(request).commands.carry_out(table, message, browser_of(request) or "")
    return answer(Ack(message.id, revision))


async def orders(request: Request) -> Response:
    """The standing orders of an own seat, replaced if the body has new ones. Without a socket at the table
    they answer only if they have `while_away`."""
    table = await table_of(request)
    message = await read_body(request, msgspec.json.Decoder(SeatOrders).decode)
    return answer(await tables_of(request).orders.reply(table, message, browser_of(request) or ""))


async def links(request: Request) -> Response:
    """The links that may be passed on. Those of open seats are for the host until the game is over, that of
    spectators is for every player."""
    table, tables, browser = await table_of(request), tables_of(request), browser_of(request)
    if not table.may_play(browser):
        raise Refusal("forbidden", _("Only players may pass on links."))
    is_over, link_of = table.history.is_over, tables.invitations.seat_link
    seats = {
        str(seat.seat): None if seat.browser or is_over else await link_of(table, seat.seat)
        for seat in table.seats
        if seat.kind == PERSON and table.is_host(browser)
    }
    return answer(types.Links(seats, await tables.invitations.watch_link(table)))


async def new_link(request: Request) -> Response:
    """A new link to a seat; the old one leads nowhere any more. For a friend who lost it, or for another
    device of one's own."""
    table, browser = await table_of(request), browser_of(request)
    seat = whole_number(request.path_params["seat"])
    if seat is None or seat >= len(table.seats):
        raise Refusal("forbidden", _("There is no such seat."))
    if not table.is_host(browser) and seat not in table.seats_of(browser):
        raise Refusal("forbidden", _("Only the person who set up the table can make new links."))
    link = await tables_of(request).invitations.new_seat_link(table, seat, browser)
    return answer(types.NewLink(seat, link))


async def rename(request: Request) -> Response:
    """Another name for an own seat."""
    table = await table_of(request)
    wanted = await read_body(request, msgspec.json.Decoder(types.NameWanted).decode)
    await tables_of(request).invitations.rename(table, wanted.seat, browser_of(request) or "", wanted.name)
    return answer(types.NameGiven(table.names[wanted.seat]))


@cache
def _cards(_language: str) -> bytes:
    return msgspec.json.encode(card_dictionary())


async def cards(request: Request) -> Response:
    """Every card with its texts. In the reader's language."""
    headers = {"Cache-Control": "public, max-age=3600", "Vary": "Accept-Language, Cookie", **PAGE}
    return Response(_cards(language()), headers=headers, media_type="application/json")


async def levels(request: Request) -> Response:
    """The levels of computers, and their styles."""
    return answer(types.Levels(known_levels(), [*STYLES]))


async def preparation(request: Request) -> Response:
    """Whether the levels that search are ready."""
    found: Preparation | None = request.app.state.preparation
    if found is None:
        return answer(types.PreparationSeen(ready=True))
    return answer(types.PreparationSeen(False, found.share, found.seconds_left, found.text))


async def health(request: Request) -> Response:
    """Whether the server can do its work. 503 if the database does not read and write."""
    tables = tables_of(request)
    hub: Hub = request.app.state.hub
    readiness: Readiness = request.app.state.readiness
    is_ready = not await readiness.of_database()
    status: Literal["ok", "unavailable"] = "ok" if is_ready else "unavailable"
    seen = types.Health(status, VERSION, len(tables.registry.in_memory), hub.count)
    return answer(seen, 200 if is_ready else 503)


async def healthz(_request: Request) -> Response:
    """Whether the process is alive, whatever its database does."""
    return answer(types.Alive())


async def readyz(request: Request) -> Response:
    """Whether the server should be sent requests. 503 with the reason if not."""
    readiness: Readiness = request.app.state.readiness
    reason = await readiness.hindrance()
    return answer(types.Ready(not reason, reason), 503 if reason else 200)


TABLE = "/api/tables/{table}"
NO_DATABASE = "The database does not read and write now."
OPERATIONS = (
    Operation("GET", "/api/tables", my_tables, "The tables.", types.Tables),
    Operation("POST", "/api/tables", new_table, "The new table.", types.Summary, TableWanted, (403,), 201),
    Operation("GET", TABLE, look, "The update.", Update, parameters=LOOKING),
    Operation("GET", f"{TABLE}/replay", replay, "The moments.", Moments, parameters=REPLAYING),
    Operation("POST", "/api/replay", replay_record, "The moments.", Moments, types.RecordShown),
    Operation("POST", f"{TABLE}/commands", command, "Stored for good.", Ack, TableCommand, (409, 503)),
    Operation("POST", f"{TABLE}/orders", orders, "The orders.", OrdersShown, SeatOrders, (409, 503)),
    Operation("GET", f"{TABLE}/links", links, "The links.", types.Links),
    Operation("POST", f"{TABLE}/links/{{seat}}", new_link, "The new link.", types.NewLink, None, (409,)),
    Operation("POST", f"{TABLE}/name", rename, "The name as it is shown.", types.NameGiven, types.NameWanted),
    Operation("GET", "/api/levels", levels, "The levels and styles of computers.", types.Levels),
    Operation("GET", "/api/preparation", preparation, "How far they are.", types.PreparationSeen),
    Operation("GET", "/api/cards.json", cards, "The cards.", CardDictionary),
    Operation("GET", "/health", health, "It can.", types.Health, others={503: NO_DATABASE}),
    Operation("GET", "/healthz", healthz, "It is.", types.Alive),
    Operation("GET", "/readyz", readyz, "It should.", types.Ready, others={503: "It should not, and why."}),
)


@cache
def api_description() -> bytes:
    """What `/openapi.json` answers."""
    return description(OPERATIONS)


async def openapi(_request: Request) -> Response:
    """The description of this API."""
    return Response(api_description(), media_type="application/json")


def api_routes() -> list[BaseRoute]:
    """Everything under /api, and what tells how the server does."""
    routes = [Route(found.path, found.function, methods=[found.method]) for found in OPERATIONS]
    return [*routes, Route("/openapi.json", openapi)]
