"""The fields of a form, and the last choices of a browser, which are kept in a cookie and suggested by
forms."""

from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from urllib.parse import parse_qsl, urlencode

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from openabyss.errors import InvalidOption
from openabyss.server.credentials import browser_of
from openabyss.server.pages.rendering import set_cookie
from openabyss.server.pages.setup_form import VARIANTS
from openabyss.server.tables.errors import unreadable_form
from openabyss.server.tables.names import check_name, check_unkept
from openabyss.server.tables.seating import DEFAULT_LEVEL, levels
from openabyss.server.tables.tables import tables_of

MAX_FIELDS = 100
COOKIE = "openabyss_choices"

Endpoint = Callable[[Request], Awaitable[Response]]


async def fields_of(request: Request) -> dict[str, str]:
    """The fields of a form by name; of fields that came twice, the last one. Raises Refusal."""
    body = await request.body()
    try:
        text = body.decode("ascii")
        return dict(parse_qsl(text, keep_blank_values=True, max_num_fields=MAX_FIELDS, errors="strict"))
    except ValueError as error:
        raise unreadable_form() from error


def form_routes(path: str, shown: Endpoint, sent: Endpoint) -> list[BaseRoute]:
    """The address of a page with a form: the page, and what is done when the form is sent."""
    return [Route(path, shown, methods=["GET"]), Route(path, sent, methods=["POST"])]


@dataclass(frozen=True, slots=True)
class Remembered:
    """The last choices of a browser: the expansions and the level of a game against computers, and the own
    name; "" if unknown."""

    variant: str = "base"
    level: str = DEFAULT_LEVEL
    name: str = ""


def remembered(request: Request) -> Remembered:
    """The last choices of this browser that are still possible."""
    try:
        fields = parse_qsl(request.cookies.get(COOKIE, ""), max_num_fields=10, errors="strict")
    except ValueError:
        return Remembered()
    return _checked(Remembered(), dict(fields))


async def own_name(request: Request) -> str:
    """The name that was chosen here last; "" if by now somebody else keeps it."""
    name = remembered(request).name
    try:
        await check_unkept(tables_of(request).storage, [name], browser_of(request) or "")
    except InvalidOption:
        return ""
    return name


def remember(request: Request, answer: Response, chosen: Mapping[str, str]) -> Response:
    """The answer, with which the browser keeps the choices with these names; missing or impossible ones stay
    as they were."""
    set_cookie(answer, COOKIE, urlencode(asdict(_checked(remembered(request), chosen))))
    return answer


def _checked(before: Remembered, chosen: Mapping[str, str]) -> Remembered:
    variant, level = chosen.get("variant"), chosen.get("level")
    name = before.name
    with suppress(InvalidOption):
        name = check_name(chosen.get("name", ""))
    return Remembered(
        variant if variant in VARIANTS else before.variant, level if level in levels() else before.level, name
    )
