"""What every request passes: how it calls the server, where it comes from, how big it is; headers of answers.
Plain ASGI, since it must cover sockets as well: middleware for HTTP alone would let foreign pages open a
socket with the visitor's cookie."""

import base64
import hashlib
import re
from collections.abc import Awaitable, Callable
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import unquote

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from openabyss import browser
from openabyss.server.credentials import cookie_of_browser
from openabyss.server.limits import STATIC, close_socket
from openabyss.server.logging import begin_request
from openabyss.server.settings import Settings, is_host
from openabyss.words import _

Report = Callable[[Request, HTTPException], Awaitable[Response]]

WHOLE_ADDRESS = re.compile(rb"https?://([^/]*)(/.*)?", re.IGNORECASE)
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
CLOSE = {"Connection": "close"}

# The one script that is part of a page: it is needed where no other can be loaded.
LOADING = (Path(browser.__file__).parent / "static" / "loading.js").read_text(encoding="utf-8")
_LOADING_HASH = base64.b64encode(hashlib.sha256(LOADING.encode()).digest()).decode()

POLICY = (
    f"default-src 'none'; script-src 'self' 'sha256-{_LOADING_HASH}'; style-src 'self'; "
    "img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; "
    "worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; "
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

# Reserved for this machine and for networks of one's own: RFC 6761, 6762, 8375, and ICANN's `internal`.
LOCAL = ("localhost", "local", "home.arpa", "internal")


def is_known_host(host: str, address: str) -> bool:
    """Whether this header `Host` names the server whose address is set as `address`, "https://abyss.example",
    or not set.

    A page on another site can give its own name the address of this machine, and would then pass for a page
    of this server, with a visitor's browser as its hands (DNS rebinding). So a name counts only if it is the
    one that the operator has set, or one that nobody can own on the internet: of this machine, or of a local
    network, to which names without a dot belong. An address cannot be turned like that.
    """
    name = name_in(host)
    is_local = "." not in name or name.endswith(tuple(f".{ending}" for ending in LOCAL))
    if is_local or name == name_in(address.partition("://")[2]):
        return name != ""
    try:
        ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True


def name_in(host: str) -> str:
    """The name or the address in a header `Host`, without its port; empty if it cannot be one."""
    if not is_host(host):
        return ""
    name = host[: host.index("]") + 1] if host.startswith("[") else host.partition(":")[0]
    return name.lower().rstrip(".")


def is_foreign(headers: Headers) -> bool:
    """Whether another site's page has sent this. Programs that are no browsers say nothing of their origin.
    Browsers name the origin of every socket and of every request that is not GET or HEAD."""
    origin, site = headers.get("origin"), headers.get("sec-fetch-site")
    if origin is not None and origin != "null":
        _scheme, _slashes, netloc = origin.partition("://")
        return netloc.lower() != headers.get("host", "").lower()
    if site is not None:
        return site not in ("same-origin", "none")
    return origin == "null"


def in_origin_form(scope: Scope) -> None:
    """A request that gives the whole address, as to a proxy, means the path and the host in there, whatever
    the header says (RFC 9112, 3.2.2)."""
    found = WHOLE_ADDRESS.fullmatch(scope["raw_path"])
    if found is not None:
        host, path = found[1], found[2] or b"/"
        scope["path"], scope["raw_path"] = unquote(path.decode("ascii")), path
        kept = [(name, value) for name, value in scope["headers"] if name != b"host"]
        scope["headers"] = [(b"host", host), *kept]


class Guard:
    """Refuses foreign requests and those that are too big, and puts the headers on all answers."""

    def __init__(self, app: ASGIApp, settings: Settings, report: Report) -> None:
        """`report` makes an answer of what is wrong, for people or for programs."""
        self._app, self._report = app, report
        self._most, self._address = settings.limits.body, settings.address

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            in_origin_form(scope)
            answer = _with_headers(scope, begin_request(), send)
            problem = self._problem(scope)
            if problem is None:
                await self._app(scope, _bounded(receive, self._most), answer)
            else:
                refusal = await self._report(Request(scope), problem)
                await refusal(scope, receive, answer)
            return
        if scope["type"] == "websocket":
            begin_request()
            headers = Headers(scope=scope)
            if self._host_problem(headers) is not None or is_foreign(headers):
                await close_socket(receive, send)
                return
        await self._app(scope, receive, send)

    def _problem(self, scope: Scope) -> HTTPException | None:
        """Why this request is refused."""
        headers = Headers(scope=scope)
        if "transfer-encoding" in headers and "content-length" in headers:
            # Where it ends is a matter of opinion; if a proxy has another one, requests can be smuggled in.
            return HTTPException(400, _("The length of this request is given twice."), CLOSE)
        if scope["method"] not in SAFE_METHODS and is_foreign(headers):
            return HTTPException(403, _("This request comes from another site."))
        length = headers.get("content-length", "0")
        if length.isdecimal() and len(length) < 18 and int(length) > self._most:
            return too_big(self._most)
        # Static files hold nothing of anybody, and the page that says what is wrong needs them.
        return None if scope["path"].startswith(STATIC) else self._host_problem(headers)

    def _host_problem(self, headers: Headers) -> HTTPException | None:
        """Links are made with this name, so it must be one of this server. Very old clients give none."""
        host = headers.get("host")
        if host is None or is_known_host(host, self._address):
            return None
        if not is_host(host):
            return HTTPException(400, _("The host name of this request is not valid."))
        text = _("This server is not known as {host}. Its operator can set OPENABYSS_ADDRESS to this name.")
        return HTTPException(421, text.format(host=host))


def too_big(most: int) -> HTTPException:
    """The refusal of a body with more bytes than this; what still comes of it is not read."""
    text = _("The request is too big; at most {most} bytes are read.").format(most=most)
    return HTTPException(413, text, CLOSE)


def _bounded(receive: Receive, most: int) -> Receive:
    """Read no more than `most` bytes, whatever the header says. Raises HTTPException."""
    got = 0

    async def bounded() -> Message:
        nonlocal got
        message = await receive()
        got += len(message.get("body", b""))
        if got > most:
            raise too_big(most)
        return message

    return bounded


def _with_headers(scope: Scope, request: str, send: Send) -> Callable[[Message], Awaitable[None]]:
    """Every answer gets the headers, and the cookie of a browser that needs one."""

    async def answer(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            headers["X-Request-ID"] = request
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
            if cookie := cookie_of_browser(scope):
                headers.append("Set-Cookie", cookie)
        await send(message)

    return answer
