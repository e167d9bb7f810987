"""What greedy sockets do to a server, and to somebody who plays beside them.

    python -m bench.attacks --seconds 15

Sixty sockets say hello again and again: first ones that read nothing, then ones that read everything and
come back when they are closed. They sit at tables with long logs and full chats. Somebody else pings four
times a second. The limits are those that a server has by itself. Prints one line of JSON for each
attack: milliseconds until the pong, megabytes of the server, and its share of one processor.
"""

import argparse
import asyncio
import base64
import contextlib
import json
import multiprocessing
import os
import random
import tempfile
import time
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field, fields
from pathlib import Path
from statistics import quantiles
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from bench.server_process import ServerProcess
from openabyss.client.protocol.from_client import Answer
from openabyss.server.computers.workers import Workers
from openabyss.server.credentials import COOKIE, hashed, new_browser_secret
from openabyss.server.settings import Limits, Settings, url_of_file
from openabyss.server.storage import Storage
from openabyss.server.tables.seating import SeatWanted, TableWanted
from openabyss.server.tables.tables import Tables

SOCKETS, SOCKETS_OF_BROWSER, SEATS = 60, 8, 4
ANSWERS, CHAT_LINES = 300, 100
PING_SECONDS = 0.25
HELLO_SECONDS = 0.05
# Each attack comes from an address of its own, so that limits by address do not end the next one.
DEAF_ADDRESS, EAGER_ADDRESS = "127.0.0.2", "127.0.0.3"


@dataclass
class Target:
    """A table, and the cookie of those who sit at it."""

    id: str
    cookie: str


@dataclass
class Seen:
    """What somebody notices who plays beside an attack."""

    milliseconds: list[float] = field(default_factory=list)
    memory: list[int] = field(default_factory=list)


def main() -> None:
    """Attack and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=15.0)
    seconds = parser.parse_args().seconds
    with tempfile.TemporaryDirectory() as folder:
        targets = asyncio.run(targets_in(Path(folder)))
        usual = {f"OPENABYSS_LIMIT_{one.name.upper()}": str(one.default) for one in fields(Limits)}
        with ServerProcess(Path(folder), **usual) as server:
            for name, attack in (("none", rest), ("deaf", deaf), ("eager", eager)):
                print(json.dumps({"attack": name} | beside(server, attack, targets, seconds)), flush=True)
            server.stop()


# ------------------------------------------------------------------------- somebody else


def beside(
    server: ServerProcess, attack: "Attack", targets: list[Target], seconds: float
) -> dict[str, float]:
    """What somebody at the last table notices while the others are attacked from."""
    attackers = multiprocessing.Process(
        target=run_attack, args=(attack, server.address, targets[:-SEATS], seconds), daemon=True
    )
    attackers.start()
    used, began = server.processor_seconds, time.monotonic()
    try:
        seen = asyncio.run(ping(server, targets[-1], seconds))
    finally:
        attackers.join(seconds)
        attackers.kill()
    took, cuts = time.monotonic() - began, quantiles(seen.milliseconds, n=10)
    return {
        "pings": len(seen.milliseconds),
        "p50_ms": round(cuts[4], 1),
        "p90_ms": round(cuts[8], 1),
        "most_ms": round(max(seen.milliseconds), 1),
        "memory_mb": round(max(seen.memory) / 2**20, 1),
        "processor": round((server.processor_seconds - used) / took, 2),
    }


async def ping(server: ServerProcess, target: Target, seconds: float) -> Seen:
    """Ping at fixed times, whether the last pong has come or not."""
    seen, sent = Seen(), list[float]()
    address = f"{server.address.replace('http', 'ws', 1)}/t/{target.id}/socket"
    async with connect(address, additional_headers={"Cookie": target.cookie}) as socket:
        await socket.send('{"type":"hello"}')
        listener = asyncio.create_task(hear_pongs(socket, sent, seen, round(seconds / PING_SECONDS)))
        for _ping in range(round(seconds / PING_SECONDS)):
            sent.append(time.monotonic())
            await socket.send('{"type":"ping"}')
            seen.memory.append(server.memory)
            await asyncio.sleep(PING_SECONDS)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(listener, 30)
    return seen


async def hear_pongs(socket: ClientConnection, sent: list[float], seen: Seen, count: int) -> None:
    """Until all pings are answered."""
    while len(seen.milliseconds) < count:
        if json.loads(await socket.recv())["type"] == "pong":
            seen.milliseconds.append(1000 * (time.monotonic() - sent[len(seen.milliseconds)]))


# ------------------------------------------------------------------------------ attacks

Attack = Callable[[str, Target, float], Coroutine[Any, Any, None]]


def run_attack(attack: Attack, address: str, targets: list[Target], seconds: float) -> None:
    """All sockets of an attack, in a process of their own."""

    async def all_sockets() -> None:
        places = [targets[number // SOCKETS_OF_BROWSER] for number in range(SOCKETS)]
        await asyncio.gather(*(attack(address, target, time.monotonic() + seconds) for target in places))

    asyncio.run(all_sockets())


async def rest(_address: str, _target: Target, _end: float) -> None:
    """No attack."""


async def deaf(address: str, target: Target, end: float) -> None:
    """Say hello as fast as the server takes it, and read nothing."""
    while time.monotonic() < end:
        with contextlib.suppress(OSError, asyncio.IncompleteReadError):
            reader, writer = await open_socket(address, target, DEAF_ADDRESS)
            reader._transport.pause_reading()  # type: ignore[attr-defined]  # or asyncio reads by itself
            while time.monotonic() < end and not writer.is_closing():
                await say_hello(writer)
            writer.transport.abort()
        await asyncio.sleep(HELLO_SECONDS)


async def eager(address: str, target: Target, end: float) -> None:
    """Say hello again and again, and read everything."""
    while time.monotonic() < end:
        with contextlib.suppress(OSError, asyncio.IncompleteReadError):
            reader, writer = await open_socket(address, target, EAGER_ADDRESS)
            reading = asyncio.create_task(read_all(reader))
            while time.monotonic() < end and not reading.done():
                await say_hello(writer)
            reading.cancel()
            writer.transport.abort()
        await asyncio.sleep(HELLO_SECONDS)


async def open_socket(
    address: str, target: Target, origin: str
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A WebSocket by hand: it decides itself what it reads. Raises OSError, IncompleteReadError."""
    host, _colon, port = address.removeprefix("http://").partition(":")
    reader, writer = await asyncio.open_connection(host, int(port), local_addr=(origin, 0))
    head = (
        f"GET /t/{target.id}/socket HTTP/1.1", f"Host: {host}:{port}", "Upgrade: websocket",
        "Connection: Upgrade", "Sec-WebSocket-Version: 13",
        f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}",
        "Sec-WebSocket-Extensions: permessage-deflate", f"Cookie: {target.cookie}",
    )  # fmt: skip
    writer.write(("\r\n".join(head) + "\r\n\r\n").encode())
    await reader.readuntil(b"\r\n\r\n")
    return reader, writer


async def say_hello(writer: asyncio.StreamWriter) -> None:
    text = b'{"type":"hello","have":-1}'
    writer.write(bytes((0x81, 0x80 | len(text), 0, 0, 0, 0)) + text)
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(writer.drain(), 1)
    await asyncio.sleep(HELLO_SECONDS)


async def read_all(reader: asyncio.StreamReader) -> None:
    with contextlib.suppress(OSError):
        while await reader.read(2**16):
            pass


# ------------------------------------------------------------------------------- tables


async def targets_in(folder: Path) -> list[Target]:
    """Tables with long logs and full chats, as each of their players sees them; one more at the end."""
    limits = Limits(chat=CHAT_LINES)
    settings = Settings(url_of_file(folder / "tables.sqlite3"), b"k" * 32, limits=limits)
    storage = Storage(settings.database_url)
    tables = Tables(storage, Workers(1, 1.0), settings)
    try:
        places = -(-SOCKETS // SOCKETS_OF_BROWSER)
        long = [await long_table(tables, seed, ANSWERS) for seed in range(-(-places // SEATS))]
        return [target for table in long for target in table] + await long_table(tables, len(long), 0)
    finally:
        await tables.close()
        storage.close()


async def long_table(tables: Tables, seed: int, answers: int) -> list[Target]:
    """A table at which somebody with a browser of their own sits on every seat."""
    secrets = [new_browser_secret() for _seat in range(SEATS)]
    browsers = [hashed(secret) for secret in secrets]
    seats = (SeatWanted("me"), *(SeatWanted("friend") for _seat in range(SEATS - 1)))
    table = await tables.creation.create(TableWanted(seats, kraken=True, seed=seed), browsers[0])
    for seat in range(1, SEATS):
        link = await tables.invitations.seat_link(table, seat)
        await tables.invitations.sit_down(link.rpartition("/")[2], browsers[seat])
    chooser = random.Random(seed)
    for number in range(answers):
        if (asked := table.history.asked) is None:
            break
        action = chooser.choice(table.history.game.legal_actions).text
        command = Answer(f"c{number}", table.history.revision, asked, action)
        await tables.commands.carry_out(table, command, browsers[asked])
    for line in range(CHAT_LINES):
        await tables.chats.say(table, browsers[0], "what is said " * 38, f"{line}")
    return [Target(table.id, f"{COOKIE}={secret}") for secret in secrets]


if __name__ == "__main__":
    main()
