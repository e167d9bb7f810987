"""Who a browser is: a random secret in a cookie, of which the server knows only the hash."""

from http.cookies import SimpleCookie

from starlette.requests import HTTPConnection
from starlette.types import Scope

from openabyss.server.access.credentials import hashed, new_browser_secret

COOKIE = "openabyss"
# Browsers let no other site of the same domain, and nothing that came without encryption, set such a name.
SECURE_COOKIE = "__Host-openabyss"
YEAR = 365 * 24 * 60 * 60
NEW = "openabyss.new_browser"
MOVED = "openabyss.moved_browser"
MAX_LENGTH = 100


def browser_of(request: HTTPConnection) -> str | None:
    """The hash of the browser's secret; None for one that has not been here."""
    secret = request.scope.get(NEW) or _secret_of(request)
    return hashed(secret) if secret and len(secret) <= MAX_LENGTH else None


def _secret_of(request: HTTPConnection) -> str | None:
    """What the browser carries. Over HTTPS a secret under the plain name moves to the secure one.

    The old cookie stays beside it, so that an older server still knows the browser.
    """
    secure, old = request.cookies.get(SECURE_COOKIE), request.cookies.get(COOKIE)
    if secure is None and old is not None and _is_secure(request.scope):
        request.scope[MOVED] = old
    return old if secure is None else secure


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


def cookie_of_browser(scope: Scope) -> str | None:
    """The header that gives a browser its secret; scripts cannot read it, foreign sites not use it.

    None for a browser that has it already.
    """
    secret = scope.get(NEW) or scope.get(MOVED)
    if secret is None or len(secret) > MAX_LENGTH:
        return None
    is_secure = _is_secure(scope)
    name = SECURE_COOKIE if is_secure else COOKIE
    cookie = SimpleCookie({name: secret})
    settings = cookie[name]
    settings["path"], settings["max-age"] = "/", YEAR
    settings["httponly"], settings["samesite"] = True, "Lax"
    settings["secure"] = is_secure
    return settings.OutputString()


def _is_secure(scope: Scope) -> bool:
    """Whether the browser speaks HTTPS, as far as is known behind a proxy."""
    is_secure: bool = scope["scheme"] in ("https", "wss") or scope["app"].state.settings.secure_cookies
    return is_secure
