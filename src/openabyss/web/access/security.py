"""What every request passes: where it comes from, how big it is, how many there are; headers of every answer.

Plain ASGI, since it must cover sockets as well: middleware for HTTP alone would let foreign pages
open a socket with the visitor's cookie.
"""

from collections.abc import Awaitable, Callable

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from openabyss.web.access.identity import cookie_of_new_browser
from openabyss.web.access.limits import Buckets
from openabyss.web.settings import Limits, is_host
from openabyss.words import _

ErrorPage = Callable[[Request, HTTPException], Awaitable[Response]]

SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
FORBIDDEN_SOCKET = 1008

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; "
    "require-trusted-types-for 'script'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    # The origin must still be sent with forms, or they could not be distinguished from foreign ones.
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}


def is_foreign(headers: Headers) -> bool:
    """Whether another site's page has sent this. Programs that are no browsers say nothing of their origin.

    Browsers name the origin of every socket and of every request that is not GET or HEAD.
    """
    origin, site = headers.get("origin"), headers.get("sec-fetch-site")
    if origin is not None and origin != "null":
        _scheme, _slashes, netloc = origin.partition("://")
        return netloc.lower() != headers.get("host", "").lower()
    if site is not None:
        return site not in ("same-origin", "none")
    return origin == "null"


class Guard:
    """Refuses foreign requests, too many and too big ones, and puts the headers on all answers.

    It also counts what is open of every address: below it, visitors of one proxy look like one.
    """

    def __init__(self, app: ASGIApp, limits: Limits, error_page: ErrorPage) -> None:
        self._app, self._limits, self._error_page = app, limits, error_page
        self._requests = Buckets(limits.request_burst, limits.requests)
        self._open: dict[str, int] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        address = _address(scope)
        self._open[address] = self._open.get(address, 0) + 1
        try:
            await (self._http if scope["type"] == "http" else self._socket)(scope, receive, send)
        finally:
            self._open[address] -= 1
            if self._open[address] == 0:
                del self._open[address]

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope)
        if (
            not _names_a_host(headers)
            or is_foreign(headers)
            or not self._requests.take(_address(scope))
            or self._has_too_many_open(scope)
        ):
            await receive()
            await send({"type": "websocket.close", "code": FORBIDDEN_SOCKET})
            return
        await self._app(scope, receive, send)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope)
        answer = _with_headers(scope, send)
        if not self._requests.take(_address(scope)):
            text = _("Too many requests; wait a little.")
            error = HTTPException(429, text, {"Retry-After": "2"})
        elif self._has_too_many_open(scope):
            text = _("Too many connections are open at once; close some of them.")
            error = HTTPException(503, text, {"Retry-After": "5"})
        elif not _names_a_host(headers):
            error = HTTPException(400, _("The host name of this request is not valid."))
        elif scope["method"] not in SAFE_METHODS and is_foreign(headers):
            error = HTTPException(403, _("This request comes from another site."))
        elif _length(headers) > self._limits.body:
            error = HTTPException(413, _too_big_text(self._limits.body))
        else:
            await self._app(scope, _bounded(receive, self._limits.body), answer)
            return
        await (await self._refusal(scope, error))(scope, receive, answer)

    def _has_too_many_open(self, scope: Scope) -> bool:
        return self._open[_address(scope)] > self._limits.connections

    async def _refusal(self, scope: Scope, error: HTTPException) -> Response:
        """A page for people, one line of text for programs."""
        if "text/html" not in Headers(scope=scope).get("accept", ""):
            return PlainTextResponse(error.detail, error.status_code, error.headers)
        page = await self._error_page(Request(scope), error)
        page.headers.update(error.headers or {})
        return page


def _names_a_host(headers: Headers) -> bool:
    """Links are made with this name, so it must be one. Very old clients give none."""
    host = headers.get("host")
    return host is None or is_host(host)


def _address(scope: Scope) -> str:
    client = scope.get("client")
    return client[0] if client else ""


def _length(headers: Headers) -> int:
    length = headers.get("content-length", "0")
    return int(length) if length.isdecimal() and len(length) < 18 else 0


def _too_big_text(most: int) -> str:
    return _("The request is too big; at most {most} bytes are read.").format(most=most)


def _bounded(receive: Receive, most: int) -> Receive:
    """Read no more than `most` bytes, whatever the header says. Raises HTTPException."""
    got = 0

    async def bounded() -> Message:
        nonlocal got
        message = await receive()
        got += len(message.get("body", b""))
        if got > most:
            raise HTTPException(413, _too_big_text(most))
        return message

    return bounded


def _with_headers(scope: Scope, send: Send) -> Callable[[Message], Awaitable[None]]:
    """Every answer gets the headers, and the cookie of a browser that is new here."""

    async def answer(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
            if cookie := cookie_of_new_browser(scope):
                headers.append("Set-Cookie", cookie)
        await send(message)

    return answer
