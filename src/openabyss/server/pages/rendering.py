"""Pages from templates: the Jinja environment, the reader's theme, cookies; and the language in which
somebody reads: what an address says, what the browser has kept, what it asks for."""

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape
from msgspec import json
from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from openabyss import browser
from openabyss.server.compression import padded
from openabyss.server.credentials import new_nonce
from openabyss.server.pages.static_files import static
from openabyss.server.security import LOADING
from openabyss.server.tables.names import MAX_LETTERS
from openabyss.words import ENGLISH, LANGUAGES, _, known_language, language, ngettext, pgettext, read_in
from openabyss.words.listing import isolated
from openabyss.words.numbers import Number, with_their_nouns

# `?lang=de` in any address chooses a language; a page keeps the choice in the cookie.
LANGUAGE_PARAMETER = "lang"
LANGUAGE_COOKIE = "openabyss_language"


class Languages:
    """Each request and each socket is answered in the language of the one who sent it."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket"):
            wanted = wanted_language(HTTPConnection(scope))
            if wanted is not None:
                read_in(wanted)
        await self._app(scope, receive, send)


def chosen_language(connection: HTTPConnection) -> str | None:
    """The language that the address chooses; None if it chooses none that there is."""
    chosen = connection.query_params.get(LANGUAGE_PARAMETER)
    return chosen if chosen in LANGUAGES else None


def wanted_language(connection: HTTPConnection) -> str | None:
    """The language of the address, the cookie or the header, in this order; None for programs without any."""
    chosen = chosen_language(connection) or connection.cookies.get(LANGUAGE_COOKIE)
    if chosen in LANGUAGES:
        return chosen
    header = connection.headers.get("accept-language")
    return None if header is None else known_language(_accepted(header))


def _accepted(header: str) -> Iterator[str]:
    """The languages of an Accept-Language header, the dearest first; `*` is English."""
    weighed: list[tuple[str, float]] = []
    for part in header.split(","):  # Such as "de-AT;q=0.8"; what cannot be read is left out.
        name, _semicolon, weight = part.partition(";")
        with suppress(ValueError):
            weighed.append((name.strip(), float(weight.strip().removeprefix("q=") or 1)))
    for name, found in sorted(weighed, key=lambda one: -one[1]):
        if found > 0:
            yield ENGLISH if name == "*" else name


TEMPLATES = Path(browser.__file__).parent / "templates"
YEAR = 365 * 24 * 60 * 60

THEMES = ("auto", "light", "dark")
THEME_COOKIE = "openabyss_theme"

STRONG = re.compile(r"\*\*(.+?)\*\*")
CODE = re.compile(r"\bR-\w+")


def render(
    request: Request,
    template: str,
    context: Mapping[str, Any],
    status: int = 200,
    headers: Mapping[str, str] | None = None,
) -> HTMLResponse:
    """A page. It shows one browser its own tables, so nobody may keep a copy, unless `headers` say that its
    worker may. The browser keeps the language
    that the address of the page chooses."""
    path, theme = request.url.path, request.cookies.get(THEME_COOKIE)
    shared = {
        "theme": theme if theme in THEMES else "dark",  # At first the abyss; "auto" follows the system.
        "language": language(),
        "language_links": _language_links(request),
        "path": path,
        "back_path": _back_path(request),
        # A copy that is kept would say it for ever.
        "preparation": None if headers else request.app.state.preparation,
    }
    text = environment().get_template(template).render({**shared, **context})
    page = HTMLResponse(padded(text.encode()), status, {"Cache-Control": "no-store", **(headers or {})})
    if (chosen := chosen_language(request)) is not None:
        set_cookie(page, LANGUAGE_COOKIE, chosen)
    return page


def set_cookie(answer: Response, name: str, value: str) -> None:
    """Let the browser keep a choice for a year."""
    answer.set_cookie(name, value, max_age=YEAR, path="/", httponly=True, samesite="lax")


def _language_links(request: Request) -> list[tuple[str, str, str]]:
    """Every language: its code, its own name, and the address of this page in it."""
    page = request.url if request.method == "GET" else request.url.replace(path="/", query="")
    return [
        (code, name, f"/{here.path.lstrip('/')}?{here.query}")  # `//` would begin the name of another site.
        for code, name in LANGUAGES.items()
        for here in (page.include_query_params(**{LANGUAGE_PARAMETER: code}),)
    ]


def _back_path(request: Request) -> str:
    """The address of this page without a language, for coming back; the answer to a form cannot be fetched
    again."""
    if request.method != "GET":
        return "/"
    here = request.url.remove_query_params(LANGUAGE_PARAMETER)
    return f"{request.url.path}?{here.query}" if here.query else request.url.path


def emphasised(text: str) -> Markup:
    """A text in which **this** is strong; everything else is shown as it is written."""
    return Markup(STRONG.sub(r"<strong>\1</strong>", str(escape(text))))


def with_codes(text: str) -> Markup:
    """The text as HTML, with each code of a ruling (R-16) in one piece, which no line ends within."""
    return Markup(CODE.sub(r'<span class="ruling">\g<0></span>', str(escape(text))))


@cache
def environment() -> Environment:
    """What all templates share; a name that is not given is an error, and all text is escaped."""
    made = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.globals.update(_=_, ngettext=ngettext, pgettext=pgettext, static=static)
    made.globals.update(loading_script=Markup(LOADING), languages=LANGUAGES, themes=THEMES)
    made.globals.update(name_letters=MAX_LETTERS, new_nonce=new_nonce)
    made.filters.update(isolated=isolated)
    made.filters.update(emphasised=emphasised, with_codes=with_codes, with_their_nouns=with_their_nouns)
    made.filters.update(points=lambda value: f"{Number(value):.1f}".replace("-", "−"))
    made.filters.update(as_json=lambda value: json.encode(value).decode())
    return made
