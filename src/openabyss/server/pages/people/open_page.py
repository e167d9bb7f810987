"""`/open`: tables that wait for players, a seat at one of them, and the search for one."""

from collections.abc import Mapping
from datetime import UTC, datetime

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from openabyss.errors import InvalidOption
from openabyss.play.position.options import MAX_WITH_LEVIATHAN, MIN_PLAYERS
from openabyss.server.credentials import browser_of, browser_or_new
from openabyss.server.limits import SEATS, TABLES
from openabyss.server.pages.forms import fields_of, remember, remembered
from openabyss.server.pages.lobby_page import about, open_tables_of, time_control_in_words
from openabyss.server.pages.rendering import render
from openabyss.server.pages.setup_form import VARIANTS, sets_of, variant_choices
from openabyss.server.people.open_tables import table_to_find
from openabyss.server.storage.people import openings
from openabyss.server.storage.people.openings import Filter, Opening
from openabyss.server.storage.rows import COMPUTER
from openabyss.server.tables.errors import Refusal
from openabyss.server.tables.names import check_name
from openabyss.server.tables.tables import allow, tables_of, whole_number
from openabyss.words import _
from openabyss.words.levels import level_name
from openabyss.words.listing import all_of
from openabyss.words.numbers import MINUTE, short_duration

# How many tables a page of the list has.
PAGE = 25
MAX_PAGE = 100


async def open_tables(
    request: Request, values: Mapping[str, str] | None = None, *, problem: str = ""
) -> Response:
    """The list, or those of its tables that are looked for by sets and number; by default as the address
    says."""
    values = request.query_params if values is None else values
    wanted = _filter_of(values)
    page = min((whole_number(values.get("page", "")) or 1) - 1, MAX_PAGE)
    browser, at = browser_of(request), datetime.now(UTC)
    storage, skipped = tables_of(request).storage, max(page, 0) * PAGE
    found, count = await storage.read(openings.listed, wanted, at, skipped, PAGE)
    last = remembered(request)
    context = {
        "tables": [_shown(one, browser, at) for one in found],
        "count": count,
        "page": page + 1,
        "pages": max(1, -(-count // PAGE)),
        "variants": variant_choices(),
        "numbers": range(MIN_PLAYERS, MAX_WITH_LEVIATHAN + 1),
        "sets": values.get("sets", ""),
        "players": wanted.players,
        "chosen": values.get("sets") if wanted.sets is not None else last.variant,
        "name": values.get("name", last.name),
        "is_filtered": wanted != Filter(),
        "problem": problem,
    }
    return render(request, "open.html", context, 400 if problem else 200)


async def find_table(request: Request) -> Response:
    """A seat at a table with this game, at once or as soon as others come. Raises Refusal."""
    values = await fields_of(request)
    wanted = _filter_of(values)
    if wanted.players is None or wanted.sets is None:
        return await open_tables(request, values, problem=_("Choose a game and the number of players."))
    allow(request, SEATS)
    allow(request, TABLES)
    kraken, leviathan = wanted.sets
    try:
        name = name_of(values)
        table = table_to_find(wanted.players, kraken=kraken, leviathan=leviathan, name=name)
        browser = await browser_or_new(request, values.get("nonce", ""))
        found = await open_tables_of(request).find(table, browser, name)
    except (InvalidOption, Refusal) as error:
        return await open_tables(request, values, problem=str(error))
    return remember(request, RedirectResponse(f"/t/{found.id}/lobby", 303), {"name": name})


async def take_seat(request: Request) -> Response:
    """A free seat at a table of the list. Raises UnknownTable, Refusal."""
    values = await fields_of(request)
    allow(request, SEATS)
    try:
        name = name_of(values)
        id_, browser = request.path_params["table"], await browser_or_new(request, values.get("nonce", ""))
        table = await open_tables_of(request).take_seat(id_, browser, name)
    except (InvalidOption, Refusal) as error:
        return await open_tables(request, values, problem=str(error))
    return remember(request, RedirectResponse(f"/t/{table.id}", 303), {"name": name})


def name_of(values: Mapping[str, str]) -> str:
    """The name that was typed; "" for none. Raises InvalidOption."""
    typed = values.get("name", "").strip()
    return check_name(typed) if typed else ""


def _filter_of(values: Mapping[str, str]) -> Filter:
    """Which tables are looked for; values that are none are ignored."""
    variant, players = values.get("sets", ""), whole_number(values.get("players", ""))
    sets = sets_of(variant) if variant in VARIANTS else None
    return Filter(players if players in range(MIN_PLAYERS, MAX_WITH_LEVIATHAN + 1) else None, sets)


def _shown(opening: Opening, browser: str | None, at: datetime) -> dict[str, object]:
    """A table as the list shows it."""
    levels = [level_name(seat.level) for seat in opening.seats if seat.kind == COMPUTER and seat.level]
    waits = (at - datetime.fromisoformat(opening.since)).total_seconds()
    return {
        "id": opening.table,
        "about": about(opening.game),
        "names": [seat.name for seat in opening.seats if seat.kind != COMPUTER and seat.browser is not None],
        "computers": all_of(levels) if levels else "",
        "time": time_control_in_words(opening.time_control) if opening.time_control else "",
        "free": len(opening.free),
        "waits": "" if waits < 2 * MINUTE else short_duration(int(waits)),
        "is_mine": any(seat.browser == browser for seat in opening.seats) if browser is not None else False,
    }
