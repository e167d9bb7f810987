"""What each request costs its visitor, counted before anything else is done for it.

Who asks for too much gets one of a few constant answers and is cut off: whatever were made for them, others
would wait for.
"""

from starlette.types import ASGIApp, Receive, Scope, Send

from openabyss.server.access.limits import Buckets, Places, visitor_of
from openabyss.server.settings import Limits

STATIC = "/static/"
FORBIDDEN_SOCKET = 1008


class Refusal:
    """An answer of HTTP that is the same for everybody, after which the connection is closed."""

    def __init__(self, status: int, text: str, wait_seconds: int) -> None:
        self._body = f"{text}\n".encode()
        headers = {
            "content-type": "text/plain; charset=utf-8",
            "content-length": str(len(self._body)),
            "x-content-type-options": "nosniff",
            "cache-control": "no-store",
            "retry-after": str(wait_seconds),
            "connection": "close",
        }
        encoded = [(name.encode(), value.encode()) for name, value in headers.items()]
        self._start = {"type": "http.response.start", "status": status, "headers": encoded}

    async def send(self, send: Send) -> None:
        """Send it."""
        await send(self._start)
        await send({"type": "http.response.body", "body": self._body})


# In English, for finding out who reads which language costs more than the answer itself.
TOO_MANY_REQUESTS = Refusal(429, "Too many requests; wait a little.", 2)
TOO_MANY_AT_ONCE = Refusal(503, "Too many connections are open at once; close some of them.", 5)


class Throttle:
    """Refuses too many requests, in a time and at once; from here on `client` says who counts as one visitor.

    It also counts what is open of every visitor: below it, visitors of one proxy look like one. A page makes
    some fifty requests for static files, which are cheap, so that these have a limit of their own.
    """

    def __init__(self, app: ASGIApp, limits: Limits) -> None:
        self._app = app
        self._requests = Buckets(limits.request_burst, limits.requests)
        self._files = Buckets(limits.file_burst, limits.files)
        self._open = Places(limits.connections, limits.connections_in_all)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        visitor = _visitor(scope)
        buckets = self._files if scope["path"].startswith(STATIC) else self._requests
        if not buckets.take(visitor):
            await _refuse(TOO_MANY_REQUESTS, scope, receive, send)
        elif not self._open.take(visitor):
            await _refuse(TOO_MANY_AT_ONCE, scope, receive, send)
        else:
            try:
                await self._app(scope, receive, send)
            finally:
                self._open.give_back(visitor)


def _visitor(scope: Scope) -> str:
    """Who has sent this; the scope says so too from now on."""
    address, port = scope.get("client") or ("", 0)
    visitor = visitor_of(address)
    scope["client"] = visitor, port
    return visitor


async def _refuse(refusal: Refusal, scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "http":
        await refusal.send(send)
    else:
        await receive()
        await send({"type": "websocket.close", "code": FORBIDDEN_SOCKET})
