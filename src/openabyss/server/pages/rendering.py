"""Pages from templates: the Jinja environment, addresses of static files, the reader's theme."""

import hashlib
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape
from starlette.requests import Request
from starlette.responses import HTMLResponse

from openabyss.server.compression import padded
from openabyss.server.languages import LANGUAGE_COOKIE, LANGUAGE_PARAMETER, YEAR, chosen_language
from openabyss.words import LANGUAGES, _, language, ngettext, pgettext
from openabyss.words.numbers import with_their_nouns

BROWSER = Path(__file__).parents[2] / "browser"
STATIC = BROWSER / "static"
TEMPLATES = BROWSER / "templates"

THEMES = ("auto", "light", "dark")
THEME_COOKIE = "openabyss_theme"

STRONG = re.compile(r"\*\*(.+?)\*\*")
CODE = re.compile(r"\bR-\w+")


@cache
def static_hash() -> str:
    """Twelve hexadecimal digits that change when any static file changes."""
    digest = hashlib.sha256()
    for path in sorted(STATIC.rglob("*")):
        if path.is_file():
            digest.update(path.relative_to(STATIC).as_posix().encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


def static(path: str) -> str:
    """The address of a static file, which may be cached forever: "/static/1f3c…/base.css"."""
    return f"/static/{static_hash()}/{path}"


@cache
def modules(folder: str) -> tuple[str, ...]:
    """The scripts of a static folder: a page that names them waits for none to ask for the next."""
    return tuple(path.relative_to(STATIC).as_posix() for path in sorted((STATIC / folder).rglob("*.js")))


def theme_of(request: Request) -> str:
    """The theme that this browser has chosen, at first the abyss; "auto" follows the system."""
    chosen = request.cookies.get(THEME_COOKIE, "")
    return chosen if chosen in THEMES else "dark"


def render(request: Request, template: str, context: Mapping[str, Any], status: int = 200) -> HTMLResponse:
    """A page. It shows one browser its own tables, so nobody may keep a copy.

    The browser keeps the language that the address of the page chooses.
    """
    text = (
        environment()
        .get_template(template)
        .render(
            {
                "theme": theme_of(request),
                "language": language(),
                "language_links": language_links(request),
                "path": request.url.path,
                "back_path": _path_to_return(request),
                "preparation": request.app.state.preparation,
                **context,
            }
        )
    )
    page = HTMLResponse(padded(text.encode()), status, {"Cache-Control": "no-store"})
    chosen = chosen_language(request)
    if chosen is not None:
        page.set_cookie(LANGUAGE_COOKIE, chosen, max_age=YEAR, path="/", httponly=True, samesite="lax")
    return page


def language_links(request: Request) -> list[tuple[str, str, str]]:
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


def _path_to_return(request: Request) -> str:
    """Where to go after choosing a theme; what a form has led to cannot be fetched again."""
    return request.url.path if request.method == "GET" else "/"


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
    made.globals.update(
        {
            "_": _,
            "ngettext": ngettext,
            "pgettext": pgettext,
            "static": static,
            "modules": modules,
            "languages": LANGUAGES,
            "themes": THEMES,
        }
    )
    made.filters["emphasised"] = emphasised
    made.filters["with_codes"] = with_codes
    made.filters["with_their_nouns"] = with_their_nouns
    return made
