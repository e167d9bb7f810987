"""How many requests one visitor may make, over time and at once, and who counts as one visitor. Each request
is counted before anything else is done for it. Excess requests get one of a few constant answers, and the
connection is closed: a better answer would take time from everybody else."""

import time
from collections import Counter
from ipaddress import IPv4Address, IPv6Network, ip_address
from typing import Self

from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from openabyss.server.settings import Limits

STATIC = "/static/"
FORBIDDEN_SOCKET = 1008
FORGET_AT = 10_000
MINUTE, HOUR = 60, 3600
# The bits of an IPv6 address that a provider assigns; the visitor chooses the other 64.
NETWORK_BITS = 64


def visitor_of(address: str) -> str:
    """What counts as one visitor: an IPv4 address, or the whole network of an IPv6 address."""
    try:
        host = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(host, IPv4Address):
        return str(host)
    if host.ipv4_mapped is not None:
        return str(host.ipv4_mapped)
    return str(IPv6Network((int(host), NETWORK_BITS), strict=False))


class Places:
    """Places that are taken and given back: nobody can hold more than `each`, nor more than are left.

    The second limit makes shares smaller as places run out, so that a few visitors cannot take them all:
    eight who take as many as they can in turn leave 99 of 900.
    """

    def __init__(self, each: int, in_all: int) -> None:
        self._each, self._left = each, in_all
        self._held: Counter[str] = Counter()

    def take(self, who: str) -> bool:
        """Take a place for `who`, to be given back later; False if there is none."""
        if self._held[who] >= self._each or self._held[who] > self._left:
            return False
        return self.take_for_many(who)

    def take_for_many(self, who: str) -> bool:
        """The same for a proxy of many visitors, which may hold all places."""
        if self._left < 1:
            return False
        self._left -= 1
        self._held[who] += 1
        return True

    def give_back(self, who: str) -> None:
        """Give back a place of `who`."""
        self._left += 1
        self._held[who] -= 1
        if self._held[who] == 0:
            del self._held[who]


class Bucket:
    """A token bucket: holds up to `size`, and is refilled at `rate` a second."""

    def __init__(self, size: float, rate: float) -> None:
        self._size, self._rate, self._left = size, rate, size
        self._filled = time.monotonic()

    def take(self) -> bool:
        """Take one; False if none is left."""
        self._fill()
        if self._left < 1:
            return False
        self._left -= 1
        return True

    @property
    def is_full(self) -> bool:
        self._fill()
        return self._left >= self._size

    def _fill(self) -> None:
        now = time.monotonic()
        self._left = min(self._size, self._left + (now - self._filled) * self._rate)
        self._filled = now


class Buckets:
    """A bucket for each visitor; full ones are dropped, so that memory is bounded."""

    def __init__(self, size: float, rate: float) -> None:
        self._size, self._rate = size, rate
        self._buckets: dict[str, Bucket] = {}

    @classmethod
    def an_hour(cls, count: float) -> Self:
        """Buckets that allow `count` in an hour, even all at once."""
        return cls(count, count / HOUR)

    @classmethod
    def a_minute(cls, count: float) -> Self:
        """Buckets that allow `count` in a minute, even all at once."""
        return cls(count, count / MINUTE)

    def take(self, who: str) -> bool:
        """Take one for `who`; False if none is left."""
        if who not in self._buckets:
            if len(self._buckets) >= FORGET_AT:
                self._forget()
            self._buckets[who] = Bucket(self._size, self._rate)
        return self._buckets[who].take()

    def _forget(self) -> None:
        self._buckets = {who: bucket for who, bucket in self._buckets.items() if not bucket.is_full}
        while len(self._buckets) >= FORGET_AT:
            self._buckets.pop(next(iter(self._buckets)))


# How many of each an address may do in an hour; new tables and spectators: as the settings say of tables.
TABLES, SEATS, LEAGUES, NAMES, CHALLENGES = "tables", "seats", "leagues", "names", "challenges"
ADDRESSES, PUZZLES, SIGN_INS, SPECTATORS = "addresses", "puzzles", "sign-ins", "spectators"
AN_HOUR = {SEATS: 60, LEAGUES: 10, NAMES: 10, CHALLENGES: 60, ADDRESSES: 10, PUZZLES: 60}
# How often an address may try to sign in as the operator in a minute.
SIGN_INS_A_MINUTE = 5


def buckets_of_addresses(limits: Limits) -> dict[str, Buckets]:
    """What is counted of each address over time, by what it does."""
    most_of_each = {**AN_HOUR, TABLES: limits.tables, SPECTATORS: limits.tables}
    an_hour = {what: Buckets.an_hour(most) for what, most in most_of_each.items()}
    return {**an_hour, SIGN_INS: Buckets.a_minute(SIGN_INS_A_MINUTE)}


class Throttle:
    """Refuses excess requests, over time and at once; from here on `client` is what counts as one visitor.

    It also counts the open connections of every visitor, since behind a proxy all look like one to the
    server. A page makes some fifty cheap requests for static files, so these have a limit of their own.
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
        address, port = scope.get("client") or ("", 0)
        visitor = visitor_of(address)
        scope["client"] = visitor, port
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


async def _refuse(answer: Response, scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        await close_socket(receive, send)
    else:
        await answer(scope, receive, send)


async def close_socket(receive: Receive, send: Send) -> None:
    """Refuse a socket before it is open."""
    await receive()
    await send({"type": "websocket.close", "code": FORBIDDEN_SOCKET})


def _constant_answer(status: int, text: str, wait_seconds: int) -> Response:
    """An HTTP answer that is the same for everybody, after which the connection is closed."""
    headers = {
        "X-Content-Type-Options": "nosniff",
        "Cache-Control": "no-store",
        "Retry-After": str(wait_seconds),
        "Connection": "close",
    }
    return PlainTextResponse(f"{text}\n", status, headers)


# In English: finding out the reader's language would cost more than the answer itself.
TOO_MANY_REQUESTS = _constant_answer(429, "Too many requests; wait a little.", 2)
TOO_MANY_AT_ONCE = _constant_answer(503, "Too many connections are open at once; close some of them.", 5)
