"""The language in which somebody reads: what an address says, what the browser has kept, what it asks for."""

from collections.abc import Iterator
from contextlib import suppress

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from openabyss.words import ENGLISH, LANGUAGES, known_language, read_in

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
