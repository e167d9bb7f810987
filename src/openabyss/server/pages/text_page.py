"""`/t/ID/text`: the table in words, played with forms alone. Every form carries the revision that it was made
for and a name of its own, so that a form that was sent twice counts once, and one that comes too late is
refused kindly."""

import asyncio
import re
import secrets
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any
from urllib.parse import urlencode

from msgspec import DecodeError, json, structs
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from openabyss.browser.text_table import text_table
from openabyss.client.offers import answers_explained
from openabyss.client.orders import SWITCHES, orders_of
from openabyss.client.protocol.from_client import (
    CHAT_LENGTH,
    MAX_ORDERS,
    Answer,
    Command,
    OfferOrder,
    Pay,
    Plan,
    Redo,
    Restart,
    Undo,
)
from openabyss.client.table_history import read_payment
from openabyss.errors import UnreadableAction
from openabyss.server.credentials import browser_of, keep_for_a_year
from openabyss.server.pages.forms import fields_of
from openabyss.server.pages.problems import STATUS_OF_REFUSAL
from openabyss.server.pages.rendering import render
from openabyss.server.tables.errors import NotAtTable, Refusal
from openabyss.server.tables.live.table import LiveTable
from openabyss.server.tables.tables import Tables, table_shown, tables_of, whole_number
from openabyss.words import _
from openabyss.words.questions import matters

COMMAND_ID = re.compile(r"\A[A-Za-z0-9_-]{1,40}\Z")
MAX_TEXT = 200
# How many whole payments are listed before the others, which can be unfolded.
SHOWN_PAYMENTS = 8

# How long an answer waits for the computers that come next, and how often a waiting page looks again.
PATIENCE = 2.0
CHECK_SECONDS = 0.04
SECONDS_FOR_COMPUTERS, SECONDS_FOR_PEOPLE = 2, 8

TAKEN_BACK: Mapping[str, type[Undo | Redo | Restart]] = {"undo": Undo, "redo": Redo, "restart": Restart}


@dataclass(frozen=True, slots=True)
class Glance:
    """How somebody looks at the table. since: the last line of the log that was read. look: "on" for a page
    that is fetched again by itself, else "off"."""

    seat: int | None
    since: int | None
    look: str

    def url(self, table: LiveTable) -> str:
        known = {name: value for name, value in asdict(self).items() if value is not None}
        return f"/t/{table.id}/text?{urlencode(known)}"


async def text_page(request: Request) -> Response:
    """The table in words. Raises UnknownTable, NotAtTable."""
    table, values = await table_shown(request, reads=True), request.query_params
    own = table.seats_of(browser_of(request))
    keep_for_a_year(request)
    if "seat" not in values and len(own) > 1:
        # Several people share this screen: nothing is shown until one of them says who is looking.
        asked = table.history.asked
        seats = [
            {"index": seat, "name": table.names_in_texts[seat], "is_asked": seat == asked} for seat in own
        ]
        matter = "" if asked is None else matters()[table.history.game.question.kind]
        context = {"table_id": table.id, "seats": seats, "matter": matter}
        return render(request, "hot_seat.html", context)
    return await _page(request, table, _glance(table, own, values))


async def answer_page(request: Request) -> Response:
    """A form of the page. Raises UnknownTable, NotAtTable."""
    table, values = await table_shown(request, reads=True), await fields_of(request)
    tables, browser = tables_of(request), browser_of(request) or ""
    glance = _glance(table, table.seats_of(browser), values)
    try:
        if "hint" in values:
            if glance.seat is None:
                raise Refusal("forbidden", _("Spectators are not asked anything."))
            _action, label, reasons = await tables.opponents.hint(table, glance.seat, browser)
            advice = [_("A computer would choose: {answer}.").format(answer=label), *reasons]
            return await _page(request, table, glance, notice=advice, notice_kind="good")
        if "order" in values:  # A standing order.
            await _order(tables, table, browser, glance.seat, values["order"])
            return RedirectResponse(glance.url(table), 303)
        await _carry_out(tables, table, browser, glance.seat, values)
    except Refusal as error:
        status, notice = STATUS_OF_REFUSAL[error.code], str(error)
        if error.code == "unreadable":
            status = 400
        elif error.code == "stale":
            notice = _(
                "The table had moved on before your answer arrived, so it did not count. Here is the table"
                " as it is now; please decide again."
            )
        return await _page(request, table, glance, notice=[notice], status=status)
    # Most computers answer at once; then the next page shows what they did.
    end = time.monotonic() + PATIENCE
    while table.history.level_asked is not None and time.monotonic() < end:
        await asyncio.sleep(CHECK_SECONDS)
    if _other_seat_asked(table, browser, glance.seat) is not None:
        return RedirectResponse(f"/t/{table.id}/text", 303)
    return RedirectResponse(glance.url(table), 303)


def _glance(table: LiveTable, own: Sequence[int], values: Mapping[str, str]) -> Glance:
    """From the seat named or the first own one, None for a spectator. Raises NotAtTable."""
    text = values.get("seat", "")
    seat = whole_number(text) if text else next(iter(own), None)
    if text and seat not in own:
        raise NotAtTable(_("This is not your seat."))
    return Glance(seat, whole_number(values.get("since", "")), "off" if values.get("look") == "off" else "on")


async def _carry_out(
    tables: Tables, table: LiveTable, browser: str, seat: int | None, values: Mapping[str, str]
) -> None:
    """What the pressed button says. Raises Refusal."""
    id_ = values.get("id", "")
    if not COMMAND_ID.match(id_):
        id_ = secrets.token_urlsafe(9)
    if "say" in values:
        await tables.chats.say(table, browser, values["say"][:CHAT_LENGTH], id_)
        return
    if seat is None:
        raise Refusal("forbidden", _("Spectators only watch; they do not decide."))
    await tables.commands.carry_out(table, _command(values, id_, seat), browser)


async def _order(tables: Tables, table: LiveTable, browser: str, seat: int | None, wanted: str) -> None:
    """Change the standing orders as the pressed button says. Raises Refusal."""
    if seat is None:
        raise Refusal("forbidden", _("Spectators only watch; they do not decide."))
    shown = await tables.orders.shown(table, seat, browser, "")
    orders = orders_of(shown)
    offers = orders.offers
    what, _colon, written = wanted.partition(":")
    if what in SWITCHES.values():
        orders = structs.replace(orders, **{what: written == "on"})
    elif what == "plan":
        orders = structs.replace(orders, plan=_pressed(written, Plan | None))
    else:
        order = _pressed(written, OfferOrder)
        if what == "add" and order not in offers and len(offers) < MAX_ORDERS:
            offers.append(order)
        elif what == "suspend" and order in offers:
            offers[offers.index(order)] = structs.replace(order, suspended=not order.suspended)
        elif what == "remove" and order in offers:
            offers.remove(order)
    await tables.orders.change(table, seat, browser, orders)


def _pressed(written: str, kind: Any) -> Any:
    """What the value of a button says. Raises Refusal."""
    try:
        return json.decode(written, type=kind)
    except DecodeError as error:
        raise Refusal("unreadable", _("No button was pressed. Please decide again.")) from error


def _command(values: Mapping[str, str], id_: str, seat: int) -> Command:
    """The command of the pressed button. Raises Refusal."""
    revision = whole_number(values.get("revision", ""))
    if revision is None:
        raise Refusal("unreadable", _("The form was not complete. Please decide again."))
    if "action" in values:
        return Answer(id_, revision, seat, values["action"][:MAX_TEXT])
    if "pay" in values:
        try:
            return Pay(id_, revision, seat, *read_payment(values["pay"][:MAX_TEXT]))
        except UnreadableAction as error:
            raise Refusal("unreadable", str(error)) from error
    if (taken_back := TAKEN_BACK.get(values.get("take", ""))) is not None:
        return taken_back(id_, revision, seat)
    raise Refusal("unreadable", _("No button was pressed. Please decide again."))


async def _page(
    request: Request,
    table: LiveTable,
    glance: Glance,
    *,
    notice: Sequence[str] = (),
    notice_kind: str = "bad",
    status: int = 200,
) -> Response:
    browser = browser_of(request)
    update = table.update(glance.seat, browser)
    shown = text_table(update, glance.since)
    other = _other_seat_asked(table, browser, glance.seat)
    titles = [_("Lord"), _("Cost"), _("Races"), _("Influence"), _("Keys"), _("What it does")]
    explained = (
        []
        if glance.seat is None or update.over
        else answers_explained(table.history.game, glance.seat, table.names_in_texts)
    )
    orders = None
    if glance.seat is not None and glance.seat not in table.history.settlement.conceded:
        orders = await tables_of(request).orders.shown(table, glance.seat, browser or "", "")
    context = {
        "table_id": table.id,
        "table": shown,
        "shown_payments": SHOWN_PAYMENTS,
        "court_titles": titles if glance.seat is None else [*titles, _("For you")],
        "seat": glance.seat,
        "since": glance.since,
        "look": glance.look,
        "revision": update.revision,
        "command_id": secrets.token_urlsafe(9),
        "answers_explained": explained,
        "lesson": update.lesson,
        "undo": update.undo,
        "open_seed": None if update.over else update.seed,
        "orders": orders,
        "leviathan": update.config.leviathan,
        "chat": await tables_of(request).chats.latest(table, browser),
        "chat_closed": table.row.chat_closed,
        "proposal": update.proposal or None,
        "notice": notice,
        "notice_kind": notice_kind,
        "hand_over": None if other is None else table.names_in_texts[other],
        "other_seats": len(table.seats_of(browser)) > 1,
        "is_replaced": glance.seat is not None
        and not update.over
        and update.people[glance.seat].change == "take_back",
    }
    page = render(request, "text_table.html", context, status)
    if glance.look == "on" and not shown.mine and not shown.over and other is None:
        seconds = SECONDS_FOR_PEOPLE if table.history.level_asked is None else SECONDS_FOR_COMPUTERS
        page.headers["Refresh"] = f"{seconds};url={glance.url(table)}"
    return page


def _other_seat_asked(table: LiveTable, browser: str | None, seat: int | None) -> int | None:
    """The person at this screen who is asked now, if that is another one."""
    asked = table.history.asked
    if seat is None or asked is None or asked == seat or table.history.level_asked is not None:
        return None
    return asked if asked in table.seats_of(browser) else None
