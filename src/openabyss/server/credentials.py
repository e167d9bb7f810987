"""Secrets that open seats: those of browsers, in cookies, and those in links. Only hashes are stored. And
bytes as browsers write them in web push and passkeys: URL-safe Base64 without its padding (RFC 7515)."""

import hashlib
import hmac
import secrets
from base64 import b32encode, urlsafe_b64decode, urlsafe_b64encode
from http.cookies import SimpleCookie

from starlette.requests import HTTPConnection
from starlette.types import Scope

BROWSER_BYTES = 32
TOKEN_BYTES = 24
ID_LENGTH = 10

COOKIE = "openabyss"
# Browsers let no other site of the same domain, and no unencrypted response, set a cookie with this prefix.
SECURE_COOKIE = "__Host-openabyss"
YEAR = 365 * 24 * 60 * 60
MAX_SECRET_LENGTH = 100
# Kept in the scope of a request: the secret of a new browser, and one that the browser gets again, since it
# moves to the secure cookie or is kept for another year.
NEW, AGAIN = "openabyss.new_browser", "openabyss.browser_again"


def new_browser_secret() -> str:
    """The secret by which a browser is recognised: 256 random bits."""
    return secrets.token_urlsafe(BROWSER_BYTES)


def new_nonce() -> str:
    """A random part that makes a link differ from earlier ones."""
    return secrets.token_urlsafe(16)


def new_table_id() -> str:
    """Ten random letters and digits."""
    return b32encode(secrets.token_bytes(ID_LENGTH)).decode().lower()[:ID_LENGTH]


def is_table_id(text: str) -> bool:
    """Whether it has the form of a table's id; the database need not be asked for anything else."""
    return len(text) == ID_LENGTH and text.isascii() and text.isalnum()


def hashed(secret: str) -> str:
    """The hash of a secret, as it is stored: 64 hex digits. The secrets are random, so this need not be
    slow."""
    return hashlib.sha256(secret.encode()).hexdigest()


def link_token(key: bytes, purpose: str, nonce: str) -> str:
    """The token of a link, 192 bits. `purpose` names the table and the seat. The same link can be made again
    with the key; the database alone does not reveal any link."""
    digest = hmac.digest(key, f"{purpose} {nonce}".encode(), "sha256")
    return urlsafe_b64encode(digest[:TOKEN_BYTES]).decode()


def secret_of(request: HTTPConnection) -> str | None:
    """What the browser shows; None for one that has not been here."""
    secret = request.scope.get(NEW)
    if not secret:
        secure, old = request.cookies.get(SECURE_COOKIE), request.cookies.get(COOKIE)
        if secure is None and old is not None and is_secure(request.scope):
            # Over HTTPS a secret under the plain name moves to the secure one. The old cookie stays beside
            # it, so that an older server still knows the browser.
            request.scope[AGAIN] = old
        secret = old if secure is None else secure
    return secret if secret and len(secret) <= MAX_SECRET_LENGTH else None


def browser_of(request: HTTPConnection) -> str | None:
    """The hash of the browser's secret; None for one that has not been here."""
    secret = secret_of(request)
    return hashed(secret) if secret else None


def let_show(request: HTTPConnection, secret: str) -> None:
    """The browser shows this secret from now on."""
    request.scope[NEW] = secret


def keep_for_a_year(request: HTTPConnection) -> None:
    """The browser keeps the secret that it shows for a year from now. Only for one that opens something: any
    other may be one that it has just given up."""
    request.scope[AGAIN] = secret_of(request)


async def browser_or_new(request: HTTPConnection, nonce: str = "") -> str:
    """The hash of the browser's secret; a new browser gets one with the answer to this request. `nonce` is
    the random part of the form that it sends, if that has one: the secret is the same if the button is
    pressed twice, or the first answer is lost.

    Only a secret that already opens something counts: any other one may have been planted in this browser by
    somebody who would then hold its seats.
    """
    known = browser_of(request)
    if known is not None and (NEW in request.scope or await request.app.state.tables.storage.knows(known)):
        return known
    key = request.app.state.settings.key
    secret = link_token(key, "browser", nonce) if nonce else new_browser_secret()
    let_show(request, secret)
    return hashed(secret)


def cookie_of_browser(scope: Scope) -> str | None:
    """The header that gives a browser its secret; scripts cannot read it, foreign sites not use it. None for
    a browser that has it and does not get it again."""
    secret = scope.get(NEW) or scope.get(AGAIN)
    if secret is None or len(secret) > MAX_SECRET_LENGTH:
        return None
    encrypts = is_secure(scope)
    name = SECURE_COOKIE if encrypts else COOKIE
    cookie = SimpleCookie({name: secret})[name]
    cookie.update({"path": "/", "max-age": str(YEAR), "httponly": "yes", "samesite": "Lax"})
    cookie["secure"] = "yes" if encrypts else ""
    return cookie.OutputString()


def is_secure(scope: Scope) -> bool:
    """Whether the browser uses HTTPS, as far as that is known behind a proxy."""
    return bool(scope["scheme"] in ("https", "wss") or scope["app"].state.settings.secure_cookies)


def write_bytes(value: bytes) -> str:
    """The bytes as text."""
    return urlsafe_b64encode(value).decode().rstrip("=")


def read_bytes(text: str) -> bytes:
    """The bytes again. Raises ValueError."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))
