"""Attacks below the table, from eight addresses of this machine, and how an honest visitor does beside them.

    python -m bench.http_attacks --seconds 10
    python -m bench.http_attacks --attack upgrades

Every attack has a server of its own, with the usual limits and 1,024 open files. Beside it one visitor sits
at a table and pings, and others come and ask for a page. Prints one line of JSON for each attack.
"""

import argparse
import asyncio
import json
import multiprocessing
import socket
import struct
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from statistics import quantiles

import httpx
from websockets.asyncio.client import ClientConnection, connect

from bench.server_process import ServerProcess
from openabyss.server.settings import Limits

ATTACKERS = [f"127.0.0.{number}" for number in range(2, 10)]
FILES = 1024
HELD = 1200
QUIET_SECONDS = 4.0
PING_SECONDS = 0.02
VISIT_SECONDS = 0.25
PATIENCE_SECONDS = 10.0

HEAD = "{} HTTP/1.1\r\nHost: localhost\r\n"
UPGRADE = (
    HEAD.format("GET /t/aaaaaaaaaa/socket")
    + "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    + "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nContent-Length: 5\r\n\r\n"
)
BODY = HEAD.format("POST /api/tables") + "Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{{"
VISIT = HEAD.format("GET /about") + "Connection: close\r\n\r\n"
PAGES = (HEAD.format("GET /") + "Accept: text/html\r\n\r\n") * 50

Attack = Callable[[int, str], socket.socket | None]


class FewFiles(ServerProcess):
    """A server with the usual limits, also of open files."""

    COMMAND = ("sh", "-c", f'ulimit -n {FILES} && exec "$@"', "sh", *ServerProcess.COMMAND)

    def __init__(self, folder: Path) -> None:
        usual = {f"OPENABYSS_LIMIT_{name.upper()}": str(most) for name, most in asdict(Limits()).items()}
        super().__init__(folder, **{**usual, "OPENABYSS_LIMIT_COMMANDS": "1000000"})  # for many pings


# ------------------------------------------------------------------------------------- attacks


def attacker(port: int, source: str) -> socket.socket:
    """A connection from one of the addresses of the attackers."""
    return socket.create_connection(("127.0.0.1", port), PATIENCE_SECONDS, (source, 0))


def upgrades(port: int, source: str) -> socket.socket:
    """Ask for a socket in a way that cannot be read, and stay."""
    plain = attacker(port, source)
    plain.sendall(UPGRADE.encode())
    return plain


def connects(port: int, source: str) -> socket.socket:
    """Say nothing, and stay."""
    return attacker(port, source)


def broken_off(port: int, source: str) -> None:
    """Begin a body, and go."""
    with attacker(port, source) as plain:
        plain.sendall(BODY.format(99).encode())
        plain.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


def too_big(port: int, source: str) -> None:
    """Announce too big a body, and send it all the same."""
    with attacker(port, source) as plain:
        plain.sendall(BODY.format(10**9).encode())
        for _piece in range(100):
            plain.sendall(b"x" * 60_000)


def pages(port: int, source: str) -> None:
    """Ask for fifty pages at once, as often as that is answered."""
    with attacker(port, source) as plain:
        while True:
            plain.sendall(PAGES.encode())
            if not plain.recv(65536):
                return


ATTACKS: dict[str, Attack] = {
    attack.__name__: attack for attack in (upgrades, connects, broken_off, too_big, pages)
}


def attack_for(name: str, port: int, seconds: float) -> None:
    """Attack for some seconds, one address after the other, and hold what stays open."""
    held: list[socket.socket] = []
    end, number = time.monotonic() + seconds, 0
    while time.monotonic() < end:
        number += 1
        with suppress(OSError):
            stays = ATTACKS[name](port, ATTACKERS[number % len(ATTACKERS)])
            if stays is not None:
                held.append(stays)
        if len(held) > HELD:
            for plain in held[: HELD // 2]:
                plain.close()
            del held[: HELD // 2]


@contextmanager
def under_attack(name: str, port: int, seconds: float) -> Iterator[None]:
    """An attack in a process of its own."""
    process = multiprocessing.get_context("spawn").Process(target=attack_for, args=(name, port, seconds))
    process.start()
    try:
        yield
    finally:
        process.kill()
        process.join()


# ------------------------------------------------------------------------------------- honest people


@dataclass
class Honest:
    """Seconds from each ping to its pong, and from each visit to its page; visits that came to nothing."""

    pings: list[float] = field(default_factory=list)
    visits: list[float] = field(default_factory=list)
    failed: int = 0

    async def ping(self, table: ClientConnection) -> None:
        """One ping, over a socket that was open before."""
        began = time.monotonic()
        await table.send('{"type":"ping"}')
        while '"pong"' not in str(await asyncio.wait_for(table.recv(), PATIENCE_SECONDS)):
            pass
        self.pings.append(time.monotonic() - began)

    async def visit(self, port: int) -> None:
        """One page, over a connection of its own."""
        began = time.monotonic()
        try:
            found = await asyncio.wait_for(_page(port), PATIENCE_SECONDS)
        except OSError:
            found = b""
        if found.startswith(b"HTTP/1.1 200"):
            self.visits.append(time.monotonic() - began)
        else:
            self.failed += 1


async def _page(port: int) -> bytes:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(VISIT.encode())
        return await reader.read()
    finally:
        writer.close()


async def sit_down(address: str) -> ClientConnection:
    """A socket at a new table."""
    async with httpx.AsyncClient(base_url=address, timeout=60) as http:
        answer = await http.post("/api/tables", json={"seats": [{"kind": "me"}, {"kind": "here"}]})
        cookie = answer.headers["set-cookie"].partition(";")[0]
    socket_address = f"{address.replace('http', 'ws', 1)}/t/{answer.json()['table']}/socket"
    table = await connect(socket_address, additional_headers={"Cookie": cookie})
    await table.send('{"type":"hello"}')
    return table


async def observe(port: int, table: ClientConnection, seconds: float) -> Honest:
    """How honest people do for some seconds."""
    honest, end = Honest(), time.monotonic() + seconds

    async def again(what: Callable[[], object], pause: float) -> None:
        while time.monotonic() < end:
            await what()  # type: ignore[misc]  # a coroutine
            await asyncio.sleep(pause)

    await asyncio.gather(
        again(lambda: honest.ping(table), PING_SECONDS),
        again(lambda: honest.visit(port), VISIT_SECONDS),
    )
    return honest


# ------------------------------------------------------------------------------------- measuring


def ninety(seconds: list[float]) -> float:
    """Milliseconds within which nine in ten are done."""
    return round(quantiles(seconds, n=10)[8] * 1000, 1) if len(seconds) > 1 else float("inf")


@dataclass(frozen=True)
class Found:
    """What an attack did: nine in ten pings and visits took at most this; memory as a multiple."""

    attack: str
    ping_p90_ms_quiet: float
    ping_p90_ms: float
    visit_p90_ms: float
    visits: int
    visits_failed: int
    memory: float
    log_bytes: int
    processor: float


async def measure(name: str, seconds: float) -> Found:
    """One attack, and the same without it before."""
    with tempfile.TemporaryDirectory() as folder, FewFiles(Path(folder)) as server:
        table = await sit_down(server.address)
        quiet = await observe(server.port, table, QUIET_SECONDS)
        memory, log, used = server.memory, len(server.log), server.processor_seconds
        with under_attack(name, server.port, seconds):
            busy = await observe(server.port, table, seconds)
            most = server.memory
        used = server.processor_seconds - used
        return Found(
            attack=name,
            ping_p90_ms_quiet=ninety(quiet.pings),
            ping_p90_ms=ninety(busy.pings),
            visit_p90_ms=ninety(busy.visits),
            visits=len(busy.visits),
            visits_failed=busy.failed,
            memory=round(most / memory, 2),
            log_bytes=len(server.log) - log,
            processor=round(used / seconds, 2),
        )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--attack", choices=ATTACKS)
    arguments = parser.parse_args()
    for name in [arguments.attack] if arguments.attack else ATTACKS:
        print(json.dumps(asdict(asyncio.run(measure(name, arguments.seconds)))), flush=True)


if __name__ == "__main__":
    main()
