"""`/operator`: chats and names, for the operator of the server. Without a token in
the settings there is no such page."""

import hmac
import re
import time
from collections.abc import Mapping

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from openabyss.server.credentials import is_secure, is_table_id, link_token
from openabyss.server.limits import SIGN_INS
from openabyss.server.pages.forms import fields_of
from openabyss.server.pages.rendering import render
from openabyss.server.storage import moderation as stored
from openabyss.server.storage.moderation import Deed, Kind, NothingToModerate
from openabyss.server.tables.errors import no_button
from openabyss.server.tables.tables import allow, tables_of, whole_number
from openabyss.server.tables.talk import removing_name
from openabyss.words import N_, _, capitalised

COOKIE = "openabyss_operator"
SESSION_SECONDS = 8 * 3600
LISTED_TABLES, LISTED_DEEDS = 50, 100
DEEDS = {
    Kind.CLOSE_CHAT: N_("chat closed"),
    Kind.OPEN_CHAT: N_("chat opened"),
    Kind.MUTE: N_("muted"),
    Kind.UNMUTE: N_("may speak again"),
    Kind.REMOVE_NAME: N_("name removed"),
    Kind.DELETE: N_("table deleted"),
}


async def overview(request: Request, problem: str = "", status: int = 400) -> Response:
    """Tables, who is muted, and what has been done; or the form to sign in."""
    if not _is_signed_in(request):
        return render(request, "operator_sign_in.html", {"problem": problem}, 403 if problem else 200)
    typed = request.query_params.get("table", "").strip()
    if id_ := _id_in(typed):
        return RedirectResponse(f"/operator/{id_}", 303)
    found = await tables_of(request).storage.read(
        lambda connection: {
            "tables": stored.list_tables(connection, LISTED_TABLES),
            "muted": stored.muted_voices(connection),
            "deeds": stored.latest_deeds(connection, LISTED_DEEDS),
        }
    )
    problem = problem or (_no_such_table() if typed else "")
    context = {**found, "deed_names": DEEDS, "typed": typed, "problem": problem}
    return render(request, "operator.html", context, status if problem else 200)


async def change_overview(request: Request) -> Response:
    """Sign in or out, or let somebody speak again."""
    values = await fields_of(request)
    if "token" in values:
        return await _sign_in(request, values["token"])
    if not _is_signed_in(request):
        return await overview(request, _not_signed_in())
    answer = RedirectResponse("/operator", 303)
    if values.get("do") == "sign-out":
        answer.delete_cookie(COOKIE, path="/operator")
        return answer
    if _kind(values) != Kind.UNMUTE:
        raise no_button()
    try:
        await _carry_out(request, Deed(Kind.UNMUTE, voice=values.get("voice", "")))
    except NothingToModerate as error:
        return await overview(request, _sentence(error))
    return answer


def _id_in(typed: str) -> str:
    """The id of a table, typed by itself or as part of an address; "" if there is none."""
    parts = re.split(r"[/?#]", typed.lower())
    return next(filter(is_table_id, reversed(parts)), "")


async def table_of_operator(request: Request, problem: str = "") -> Response:
    """The people of a table, what they have said, and buttons."""
    if not _is_signed_in(request):
        return await overview(request, _not_signed_in())
    if (table := await _table(request)) is None:
        return await overview(request, _no_such_table(), 404)
    context = {"table": table, "problem": problem}
    return render(request, "operator_table.html", context, 400 if problem else 200)


async def change_table(request: Request) -> Response:
    """Sign in, or a button of that page."""
    values = await fields_of(request)
    if "token" in values:
        return await _sign_in(request, values["token"])
    if not _is_signed_in(request) or (table := await _table(request)) is None:
        return await table_of_operator(request)
    deed = _deed(table, values)
    try:
        await _carry_out(request, deed)
    except NothingToModerate as error:
        return await table_of_operator(request, _sentence(error))
    return RedirectResponse("/operator" if deed.kind == Kind.DELETE else f"/operator/{table.id}", 303)


async def _carry_out(request: Request, deed: Deed) -> None:
    await tables_of(request).moderation.carry_out(deed, "page")


async def _table(request: Request) -> stored.ModeratedTable | None:
    try:
        return await tables_of(request).storage.read(stored.moderated_table, request.path_params["table"])
    except NothingToModerate:
        return None


def _sentence(error: NothingToModerate) -> str:
    return capitalised(str(error)) + "."


def _no_such_table() -> str:
    return _("There is no such table.")


def _deed(table: stored.ModeratedTable, values: Mapping[str, str]) -> Deed:
    """What a button says. Raises Refusal."""
    kind, seat = _kind(values), whole_number(values.get("seat", ""))
    if kind in (Kind.CLOSE_CHAT, Kind.OPEN_CHAT) or (kind == Kind.DELETE and values.get("sure") == "yes"):
        return Deed(kind, table.id)
    if kind in (Kind.MUTE, Kind.UNMUTE):
        return Deed(kind, table.id, voice=values.get("voice", ""))
    if kind == Kind.REMOVE_NAME and seat is not None:
        return removing_name(table, seat)
    raise no_button()


def _kind(values: Mapping[str, str]) -> Kind:
    try:
        return Kind(values.get("do", ""))
    except ValueError as error:
        raise no_button() from error


# -------------------------------------------------------------------------------------- signing in


async def _sign_in(request: Request, typed: str) -> Response:
    """A cookie for some hours, which no script reads and no other site sends; then the page asked for."""
    token = _token(request)
    allow(request, SIGN_INS)
    if not hmac.compare_digest(typed.encode(), token.encode()):
        return await overview(request, _("This is not the token of the operator."))
    answer = RedirectResponse(request.url.path, 303)
    answer.set_cookie(
        COOKIE,
        _pass(request, int(time.time()) + SESSION_SECONDS),
        max_age=SESSION_SECONDS,
        path="/operator",
        secure=is_secure(request.scope),
        httponly=True,
        samesite="strict",
    )
    return answer


def _is_signed_in(request: Request) -> bool:
    """The cookie is one of ours, and not too old; another token, or another key, makes it worthless."""
    shown = request.cookies.get(COOKIE, "")
    found = re.fullmatch(r"(\d{1,12})\.[\w-]+", shown, re.ASCII)
    until = 0 if found is None else int(found[1])
    is_ours = hmac.compare_digest(shown.encode(), _pass(request, until).encode())
    return is_ours and time.time() < until


def _not_signed_in() -> str:
    return _("This page is for the operator of the server. Sign in first.")


def _pass(request: Request, until: int) -> str:
    """The cookie that counts until this second."""
    settings = tables_of(request).settings
    return f"{until}.{link_token(settings.key, f'operator {until}', _token(request))}"


def _token(request: Request) -> str:
    """Raises HTTPException if the settings name none."""
    settings = tables_of(request).settings
    if not settings.operator_token:
        raise HTTPException(404)
    return settings.operator_token
