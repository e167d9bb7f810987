"""`/tables`: the tables of a browser where somebody waits, and the way from one to the next; `/notices`: the
addresses to which somebody has notices sent when a game waits for them, and their quiet hours."""

import hmac
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from math import inf
from typing import Any
from urllib.parse import urlsplit

import msgspec
from msgspec import UNSET
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from openabyss.errors import InvalidOption
from openabyss.server.credentials import browser_of, browser_or_new, is_table_id, new_table_id
from openabyss.server.limits import ADDRESSES
from openabyss.server.notices import push
from openabyss.server.notices.addresses import check_email, check_webhook
from openabyss.server.notices.postman import EMAIL, HOURS, PUSH, WEBHOOK, Postman, zone_of
from openabyss.server.notices.webhooks import Outcome
from openabyss.server.pages.forms import fields_of
from openabyss.server.pages.lobby_page import about_table, absolute, who_is_asked
from openabyss.server.pages.rendering import render
from openabyss.server.storage import outbox
from openabyss.server.storage.outbox import Address
from openabyss.server.storage.schema import written_time
from openabyss.server.tables.live.table import LiveTable
from openabyss.server.tables.tables import allow, tables_of, whole_number
from openabyss.words import _, language
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


MAX_ADDRESSES = 5
# An address that nobody has confirmed may be named again after this time.
UNCONFIRMED = timedelta(days=1)
QUIET_FROM, QUIET_TO = 22, 8
LAST_LETTERS = 4


async def notices(
    request: Request, values: Mapping[str, str] | None = None, *, problem: str = ""
) -> Response:
    """The addresses of this browser, and the form for another one as it was filled in."""
    settings, typed, found = tables_of(request).settings, values or {}, await _own_addresses(request)
    context = {
        "addresses": [(one, _shortened(one)) for one in found],
        "has_email": bool(settings.smtp),
        "push_key": push.public_key(settings.key) if push.is_available() else "",
        "most_failures": outbox.MAX_FAILURES,
        "hours": {str(hour): f"{hour}:00" for hour in range(HOURS)},
        "typed": typed.get("address", ""),
        "zone": typed.get("zone", "UTC"),
        "quiet_from": typed.get("quiet_from", str(QUIET_FROM)),
        "quiet_to": typed.get("quiet_to", str(QUIET_TO)),
        "problem": problem,
        "is_full": len(found) >= MAX_ADDRESSES,
    }
    return render(request, "notices.html", context, 400 if problem else 200)


async def change_notices(request: Request) -> Response:
    """Add an address, or remove one. Raises Refusal."""
    values = await fields_of(request)
    if values.get("do") == "remove":
        for address in await _own_addresses(request):
            if address.id == values.get("address"):
                await tables_of(request).storage.write(outbox.withdraw, address)
        return RedirectResponse("/notices", 303)
    try:
        await _add(request, await _address(request, values, **_typed(request, values)))
    except InvalidOption as error:
        return await notices(request, values, problem=str(error))
    return RedirectResponse("/notices", 303)


async def subscribe(request: Request) -> Response:
    """Send notices to the browser itself: its script has asked the person, and sends what that needs.
    Raises InvalidOption, Refusal."""
    if not push.is_available():
        raise HTTPException(404)
    values, networks = await fields_of(request), tables_of(request).settings.webhook_networks
    endpoint = push.check_endpoint(values.get("endpoint", ""), networks)
    keys = push.check_keys(values.get("p256dh", ""), values.get("auth", ""))
    address = await _address(request, values, kind=PUSH, address=endpoint, push_keys=keys)
    await _add(request, address)
    return Response(msgspec.json.encode({"id": address.id}), 201, media_type="application/json")


def _typed(request: Request, values: Mapping[str, str]) -> dict[str, Any]:
    """The address that was typed, and its kind. Raises InvalidOption."""
    settings, typed = tables_of(request).settings, values.get("address", "").strip()
    if "://" in typed or "@" not in typed:
        return {"kind": WEBHOOK, "address": check_webhook(typed, settings.webhook_networks)}
    if not settings.smtp:
        raise InvalidOption(_("This server does not send e-mail. Use a webhook instead."))
    return {"kind": EMAIL, "address": check_email(typed)}


async def _address(request: Request, values: Mapping[str, str], **where: Any) -> Address:
    """An address with the quiet hours that were chosen. Raises InvalidOption."""
    zone = values.get("zone", "").strip() or "UTC"
    if len(zone) > 64 or zone_of(zone) is None:
        raise InvalidOption(_("There is no such time zone. Example: Europe/Prague."))
    first, last = whole_number(values.get("quiet_from", "")), whole_number(values.get("quiet_to", ""))
    if first is None or last is None or not (first < HOURS and last < HOURS):
        raise InvalidOption(_("Choose the quiet hours from the list."))
    return Address(
        id=new_table_id(),
        browser=await browser_or_new(request),
        language=language(),
        base=absolute(request, ""),
        zone=zone,
        quiet_from=first,
        quiet_to=last,
        is_verified=False,
        failures=0,
        created=written_time(datetime.now(UTC)),
        **where,
    )


async def _add(request: Request, address: Address) -> None:
    """Keep it, if it takes a first message; letters are sent only when that one is confirmed. Raises
    InvalidOption, Refusal."""
    allow(request, ADDRESSES)
    storage, since = tables_of(request).storage, written_time(datetime.now(UTC) - UNCONFIRMED)
    is_new = await storage.write(outbox.add, address, MAX_ADDRESSES, since)
    if not is_new:
        text = _(
            "You already have {most} addresses, or this one was entered today and has not been confirmed."
        )
        raise InvalidOption(text.format(most=MAX_ADDRESSES))
    try:
        outcome = await _postman(request).introduce(address)
    except Exception:
        await storage.write(outbox.remove, address.id)
        raise
    if address.kind == EMAIL and outcome in (Outcome.SENT, Outcome.UNKNOWN):
        return
    if address.kind != EMAIL and outcome == Outcome.SENT:
        await storage.write(outbox.confirm, address)
        return
    await storage.write(outbox.remove, address.id)
    if address.kind == EMAIL and outcome == Outcome.REFUSED:
        raise InvalidOption(_("The e-mail could not be sent now. Try again later, or use a webhook."))
    raise InvalidOption(_("The first message could not be delivered. Check the address."))


async def address_page(request: Request) -> Response:
    """What a link in a letter leads to: a page with buttons, since mail programs look at links, too."""
    address = await _address_of_link(request)
    return render(request, "notice.html", {"address": address, "shown": _shortened(address)})


async def change_address(request: Request) -> Response:
    """One of the buttons, or the one of a mail program, which stops the letters."""
    address, values = await _address_of_link(request), await fields_of(request)
    is_wanted, storage = values.get("do") == "confirm", tables_of(request).storage
    if is_wanted:
        await storage.write(outbox.confirm, address)
    else:
        await storage.write(outbox.withdraw, address)
    left = replace(address, is_verified=True) if is_wanted else None
    return render(request, "notice.html", {"address": left, "shown": _shortened(address)})


async def _address_of_link(request: Request) -> Address:
    id_, token = request.path_params["address"], request.path_params["token"].encode(errors="replace")
    address = await tables_of(request).storage.read(outbox.find, id_) if is_table_id(id_) else None
    if address is None or not hmac.compare_digest(token, _postman(request).token(address).encode()):
        raise HTTPException(404)
    return address


async def _own_addresses(request: Request) -> list[Address]:
    browser, storage = browser_of(request), tables_of(request).storage
    return [] if browser is None else await storage.read(outbox.of_browser, browser)


def _shortened(address: Address) -> str:
    """Enough of it to know it again: the end of a webhook is a secret."""
    if address.kind == EMAIL:
        return address.address
    host = urlsplit(address.address).hostname
    if address.kind == PUSH:
        return _("a browser ({service})").format(service=host)
    return f"{host} …{address.address[-LAST_LETTERS:]}"


def _postman(request: Request) -> Postman:
    postman: Postman = request.app.state.postman
    return postman
