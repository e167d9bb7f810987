"""Webhooks: addresses of other servers, to which people have notices sent. Neither they nor the services of
browsers (`push.py`) must open a way into networks that only this server can reach: a name is resolved once,
all its addresses must be public, the connection goes to one of exactly these, and redirects are not
followed."""

import asyncio
import socket
import ssl
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum, auto
from functools import cache, partial
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network
from urllib.parse import SplitResult, urlsplit

import msgspec

from openabyss.version import VERSION

SECONDS = 10.0
# The most lines that are read up to the final status: until they run out, nobody else may be answered.
INTERIM_LINES = 100
# What may wait long for servers of others has threads of its own: those of the loop also load tables.
THREADS = ThreadPoolExecutor(20, "openabyss notices")
# IPv6 addresses that embed IPv4 addresses: NAT64, 6to4, Teredo, SIIT, the oldest form; and those of sites,
# which Python takes for public.
EMBEDDING = ("64:ff9b::/96", "64:ff9b:1::/48", "2002::/16", "2001::/32", "::ffff:0:0:0/96", "::/96")
STAND_INS = tuple(map(IPv6Network, (*EMBEDDING, "fec0::/10")))
DISCORD = ("discord.com", "discordapp.com", "ptb.discord.com", "canary.discord.com")
SLACK = "hooks.slack.com"


class Outcome(Enum):
    """SENT: it was accepted. REFUSED: it was not, and may be tried again. GONE: the address no longer exists.
    UNKNOWN: it may have arrived, so it is not sent again."""

    SENT = auto()
    REFUSED = auto()
    GONE = auto()
    UNKNOWN = auto()


class Forbidden(Exception):  # noqa: N818  named like the errors of the game
    """An address that webhooks may not go to."""


@dataclass(frozen=True, slots=True)
class Message:
    """What a notice says, to people and to programs. n: the same for every attempt."""

    n: str
    text: str
    table: str
    url: str
    name: str


def body_for(host: str, message: Message) -> bytes:
    """The body as Discord, Slack or a program expects it. Names of people cannot mention or link anybody
    there."""
    if host in DISCORD:
        return msgspec.json.encode({"content": message.text, "allowed_mentions": {"parse": []}})
    if host == SLACK:
        escaped = message.text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
        return msgspec.json.encode({"text": escaped})
    kind = "your_turn" if message.table else "test"
    known = {"type": kind, "id": message.n, "table": message.table, "name": message.name}
    return msgspec.json.encode({**known, "url": message.url, "text": message.text})


async def send(address: str, message: Message, networks: Sequence[str], seconds: float = SECONDS) -> Outcome:
    """Post a notice once."""
    headers = {"Content-Type": "application/json", "Idempotency-Key": message.n}
    body = body_for(urlsplit(address).hostname or "", message)
    return await post(address, headers, body, networks, seconds)


async def post(
    address: str, headers: Mapping[str, str], body: bytes, networks: Sequence[str], seconds: float = SECONDS
) -> Outcome:
    """Post something once, and read the answer."""
    found, was_sent = urlsplit(address), False
    writer: asyncio.StreamWriter | None = None
    try:
        async with asyncio.timeout(seconds):
            reader, writer = await _connect(found, networks)
            writer.write(_request(found, headers, body))
            was_sent = True
            await writer.drain()
            return _read_outcome(await _final_status(reader))
    except Forbidden:
        return Outcome.GONE
    except (OSError, ValueError, asyncio.LimitOverrunError):
        # TimeoutError and the errors of TLS are among them.
        return Outcome.UNKNOWN if was_sent else Outcome.REFUSED
    finally:
        if writer is not None:
            writer.transport.abort()


async def _connect(
    found: SplitResult, networks: Sequence[str]
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A connection to one of the addresses that were checked, under the name that was resolved. Raises
    Forbidden, OSError."""
    host, is_secure = found.hostname or "", found.scheme == "https"
    port = found.port or (443 if is_secure else 80)
    resolve = partial(socket.getaddrinfo, host, port, type=socket.SOCK_STREAM)
    resolved = await asyncio.get_running_loop().run_in_executor(THREADS, resolve)
    addresses = [str(one[4][0]) for one in resolved]
    if not addresses or not all(is_allowed(one, networks, is_secure=is_secure) for one in addresses):
        raise Forbidden(host)
    context = _context() if is_secure else None
    name = host if is_secure else None
    return await asyncio.open_connection(addresses[0], port, ssl=context, server_hostname=name)


@cache
def _context() -> ssl.SSLContext:
    """What is trusted here. To read that takes 40 ms, in which nobody else is answered."""
    return ssl.create_default_context()


def is_allowed(address: str, networks: Sequence[str], *, is_secure: bool) -> bool:
    """Whether a webhook may go there: to a public address, encrypted, or to networks that the settings
    name."""
    host: IPv4Address | IPv6Address = ip_address(address.partition("%")[0])
    if isinstance(host, IPv6Address) and host.ipv4_mapped is not None:
        host = host.ipv4_mapped
    if any(host in ip_network(network) for network in networks):
        return True
    is_stand_in = isinstance(host, IPv6Address) and any(host in network for network in STAND_INS)
    return is_secure and host.is_global and not (host.is_multicast or is_stand_in)


def _request(found: SplitResult, headers: Mapping[str, str], body: bytes) -> bytes:
    path = (found.path or "/") + (f"?{found.query}" if found.query else "")
    sent = {
        "Host": found.netloc,
        "User-Agent": f"OpenAbyss/{VERSION}",
        **headers,
        "Content-Length": str(len(body)),
        "Connection": "close",
    }
    lines = [f"POST {path} HTTP/1.1", *(f"{name}: {value}" for name, value in sent.items()), "", ""]
    return "\r\n".join(lines).encode("ascii") + body


async def _final_status(reader: asyncio.StreamReader) -> bytes:
    """The status line of the answer, after those of interim ones (RFC 9110, 15.2) with their headers; "" if
    they do not end."""
    is_status = True
    for _line in range(INTERIM_LINES):
        line = await reader.readline()
        if is_status and not line.startswith((b"HTTP/1.0 1", b"HTTP/1.1 1")):
            return line
        is_status = not line.strip()
    return b""


def _read_outcome(line: bytes) -> Outcome:
    """What the status line of an answer says. Redirects are not followed."""
    status = 0
    if line.startswith(b"HTTP/1."):
        with suppress(ValueError, IndexError):
            status = int(line.split()[1])
    if 200 <= status < 300:
        return Outcome.SENT
    if status in (404, 410) or 300 <= status < 400:
        return Outcome.GONE
    return Outcome.REFUSED if status >= 400 else Outcome.UNKNOWN
