"""Pages from templates: the Jinja environment, the reader's theme and language, cookies."""

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape
from msgspec import json
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from openabyss import browser
from openabyss.server.access.security import LOADING
from openabyss.server.compression import padded
from openabyss.server.languages import LANGUAGE_COOKIE, LANGUAGE_PARAMETER, chosen_language
from openabyss.server.pages.static_files import static
from openabyss.words import LANGUAGES, _, language, ngettext, pgettext
from openabyss.words.numbers import with_their_nouns

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
        # The response to a form cannot be fetched again.
        "back_path": path if request.method == "GET" else "/",
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
        (code, name, f"{here.path}?{here.query}")
        for code, name in LANGUAGES.items()
        for here in (page.include_query_params(**{LANGUAGE_PARAMETER: code}),)
    ]


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
    made.filters.update(emphasised=emphasised, with_codes=with_codes, with_their_nouns=with_their_nouns)
    made.filters.update(as_json=lambda value: json.encode(value).decode())
    return made
