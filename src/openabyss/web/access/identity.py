"""Who a browser is: a random secret in a cookie, of which the server knows only the hash."""

from http.cookies import SimpleCookie

from starlette.requests import HTTPConnection
from starlette.types import Scope

from openabyss.web.access.credentials import hashed, new_browser_secret

COOKIE = "openabyss"
YEAR = 365 * 24 * 60 * 60
NEW = "openabyss.new_browser"
MAX_LENGTH = 100


def browser_of(request: HTTPConnection) -> str | None:
    """The hash of the browser's secret; None for one that has not been here."""
    fresh: str | None = request.scope.get(NEW)
    secret = fresh or request.cookies.get(COOKIE)
    return hashed(secret) if secret and len(secret) <= MAX_LENGTH else None


async def browser_or_new(request: HTTPConnection) -> str:
    """The hash of the browser's secret; a new browser gets one with the answer to this request.

    Only a secret that opens something already counts: any other one was not made here, and somebody who
    had planted it in this browser would hold the seats that it is given.
    """
    known = browser_of(request)
    if known is not None and (NEW in request.scope or await request.app.state.tables.storage.knows(known)):
        return known
    secret = new_browser_secret()
    request.scope[NEW] = secret
    return hashed(secret)


def cookie_of_new_browser(scope: Scope) -> str | None:
    """The header that gives a new browser its secret; scripts cannot read it, foreign sites not use it."""
    secret = scope.get(NEW)
    if secret is None:
        return None
    cookie = SimpleCookie({COOKIE: secret})
    settings = cookie[COOKIE]
    settings["path"], settings["max-age"] = "/", YEAR
    settings["httponly"], settings["samesite"] = True, "Lax"
    settings["secure"] = scope.get("scheme") == "https" or scope["app"].state.settings.secure_cookies
    return settings.OutputString()
