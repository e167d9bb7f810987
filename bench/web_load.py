"""Many tables at once: how long an acknowledgement takes, and how much memory the server needs.

    python -m bench.web_load --tables 250 --rate 125 --seconds 60

Every table has four seats and a spectator, each with a socket of its own. Answers are sent at fixed
times, whether earlier ones have been acknowledged or not. Prints one line of JSON.

Two servers share an empty database of PostgreSQL, and the sockets of a table are at both; or each table is at
one of them (`--apart`):

    python -m bench.web_load --servers 2 --database postgresql://user@host/name
"""

import argparse
import asyncio
import contextlib
import json
import random
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from statistics import quantiles

import httpx
import msgspec
from msgspec import Struct
from websockets.asyncio.client import ClientConnection, connect

from bench.server_process import ServerProcess

SEATS = 4
AT_ONCE = 20
# Less than the server keeps idle connections, so that none is used when it is just being closed.
IDLE_SECONDS = 1.0


class Action(Struct):
    text: str


class Question(Struct):
    player: int
    actions: list[Action]


class Heard(Struct):
    """What the load generator reads of a message."""

    type: str
    id: str | None = None
    revision: int = -1
    question: Question | None = None


@dataclass
class Table:
    """A table, its sockets, and what is known of it."""

    id: str
    cookie: str
    spectator: str
    sockets: list[ClientConnection] = field(default_factory=list)
    asked: tuple[int, int, list[str]] | None = None
    sent: dict[str, float] = field(default_factory=dict)
    acknowledged: asyncio.Event = field(default_factory=asyncio.Event)


@dataclass
class Measured:
    """Seconds from each command to its acknowledgement, and what else came."""

    acknowledged: list[float] = field(default_factory=list)
    refused: int = 0
    updates: int = 0


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=250)
    parser.add_argument("--rate", type=float, default=125.0, help="answers a second, over all tables")
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--servers", type=int, default=1, help="more than one need a database of PostgreSQL")
    parser.add_argument("--database", default="", help="the address of an empty database")
    parser.add_argument("--apart", action="store_true", help="all sockets of a table are at one server")
    arguments = parser.parse_args()
    if arguments.servers > 1 and not arguments.database:
        parser.error("--database: several servers need one database, in PostgreSQL")
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as running:
        servers = servers_in(Path(folder), arguments.servers, arguments.database)
        for server in servers:
            server.start()
            running.callback(server.stop)
        found = asyncio.run(
            measure(servers, arguments.tables, arguments.rate, arguments.seconds, is_apart=arguments.apart)
        )
    print(json.dumps(found))


def servers_in(folder: Path, count: int, database: str) -> list[ServerProcess]:
    """So many servers on one database; without an address, that of the folder."""
    common = {"DATABASE_URL": database, "OPENABYSS_KEY": "measurement" * 2} if database else {}
    servers = []
    for number in range(count):
        own = folder / str(number)
        own.mkdir()
        servers.append(ServerProcess(own, **common))
    return servers


async def measure(
    servers: Sequence[ServerProcess],
    count: int,
    rate: float,
    seconds: float,
    *,
    is_apart: bool = False,
    at_once: int = 0,
) -> dict[str, float]:
    """Play on this many tables for this many seconds: at this rate, or with so many answers under way."""
    measured = Measured()
    tables = await set_up(servers, count, is_apart=is_apart)
    listeners = [asyncio.create_task(listen_to(table, measured)) for table in tables]
    await asyncio.sleep(2)
    measured.updates, used = 0, sum(server.processor_seconds for server in servers)
    began, own = time.monotonic(), time.process_time()
    if at_once:
        await asyncio.gather(*(answer_on(tables[n::at_once], began + seconds) for n in range(at_once)))
    else:
        await send_answers(tables, rate, seconds)
    took, own = time.monotonic() - began, time.process_time() - own
    used = sum(server.processor_seconds for server in servers) - used
    await asyncio.sleep(2)
    memory = sum(server.memory for server in servers)
    for listener in listeners:
        listener.cancel()
    await asyncio.gather(*listeners, return_exceptions=True)
    beside = {"load_generator": round(own / took, 2), "tables": count, "servers": len(servers)}
    return report(measured, took, memory, used) | beside


def report(measured: Measured, took: float, memory: int, used: float) -> dict[str, float]:
    """The figures: milliseconds, megabytes, and the share of one processor."""
    cuts = quantiles(measured.acknowledged, n=100)
    return {
        "answers_per_second": round(len(measured.acknowledged) / took, 1),
        "updates_per_second": round(measured.updates / took, 1),
        "refused": measured.refused,
        "ack_p50_ms": round(cuts[49] * 1000, 1),
        "ack_p95_ms": round(cuts[94] * 1000, 1),
        "ack_p99_ms": round(cuts[98] * 1000, 1),
        "memory_mb": round(memory / 2**20, 1),
        "processor": round(used / took, 2),
    }


async def set_up(servers: Sequence[ServerProcess], count: int, *, is_apart: bool) -> list[Table]:
    """So many tables with all their sockets."""
    limit = asyncio.Semaphore(AT_ONCE)

    async def one(http: httpx.AsyncClient, number: int) -> Table:
        async with limit:
            table = await new_table(http)
            own = servers[number % len(servers)]
            await open_sockets([own] if is_apart else servers, table)
            return table

    kept = httpx.Limits(keepalive_expiry=IDLE_SECONDS)
    async with httpx.AsyncClient(base_url=servers[0].address, timeout=60, limits=kept) as http:
        return list(await asyncio.gather(*(one(http, number) for number in range(count))))


async def new_table(http: httpx.AsyncClient) -> Table:
    """A table for four, and the cookies of its players and of a spectator."""
    seats = [{"kind": "me"}, *({"kind": "here"} for _ in range(SEATS - 1))]
    http.cookies.clear()
    answer = await http.post("/api/tables", json={"seats": seats, "kraken": True}, headers={"cookie": ""})
    cookie = answer.headers["set-cookie"].partition(";")[0]
    table = answer.json()["table"]
    links = await http.get(f"/api/tables/{table}/links", headers={"cookie": cookie})
    watching = await http.post(links.json()["spectators"], headers={"cookie": ""})
    http.cookies.clear()
    return Table(table, cookie, watching.headers["set-cookie"].partition(";")[0])


async def open_sockets(servers: Sequence[ServerProcess], table: Table) -> None:
    """One socket for each seat and one for the spectator, at one server after the other."""
    for place, seat in enumerate([*range(SEATS), None]):
        table.sockets.append(await open_socket(servers[place % len(servers)], table, seat))


async def open_socket(server: ServerProcess, table: Table, seat: int | None) -> ClientConnection:
    """One for a seat, or for the spectator, once it is welcome."""
    address = f"{server.address.replace('http', 'ws', 1)}/t/{table.id}/socket"
    cookie = table.spectator if seat is None else table.cookie
    socket = await connect(address, additional_headers={"Cookie": cookie}, max_size=None, open_timeout=60)
    await socket.send(msgspec.json.encode({"type": "hello", "seat": seat}).decode())
    await socket.recv()
    return socket


async def listen_to(table: Table, measured: Measured) -> None:
    """Hear all sockets of a table."""
    await asyncio.gather(*(_listen(socket, table, measured) for socket in table.sockets))


async def _listen(socket: ClientConnection, table: Table, measured: Measured) -> None:
    read = msgspec.json.Decoder(Heard).decode
    async for frame in socket:
        heard = read(frame)
        if heard.type == "ack" and heard.id in table.sent:
            measured.acknowledged.append(time.monotonic() - table.sent.pop(heard.id))
            table.acknowledged.set()
        elif heard.type == "refused":
            measured.refused += 1
        elif heard.type == "update":
            measured.updates += 1
            if heard.question and heard.question.actions:
                texts = [action.text for action in heard.question.actions]
                table.asked = (heard.revision, heard.question.player, texts)


async def send_answers(tables: list[Table], rate: float, seconds: float) -> None:
    """Answers at fixed times, table after table in random order."""
    began, number = time.monotonic(), 0
    while (due := number / rate) < seconds:
        await asyncio.sleep(max(0.0, began + due - time.monotonic()))
        if number % len(tables) == 0:
            random.shuffle(tables)
        await answer_any(tables[number % len(tables)], number)
        number += 1


async def answer_on(tables: list[Table], end: float) -> None:
    """One answer after another, as soon as the one before is acknowledged, at one table after the other."""
    for number, table in enumerate(cycle(tables)):
        if (left := end - time.monotonic()) <= 0:
            return
        table.acknowledged.clear()
        if not await answer_any(table, number):
            await asyncio.sleep(0.001)
            continue
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(table.acknowledged.wait(), left)


async def answer_any(table: Table, number: int) -> bool:
    """Any answer, if the table is known to wait for one."""
    if table.asked is None:
        return False
    revision, seat, actions = table.asked
    table.asked = None
    table.sent[f"n{number}"] = time.monotonic()
    answer = {
        "type": "answer",
        "id": f"n{number}",
        "revision": revision,
        "seat": seat,
        "action": random.choice(actions),
    }
    await table.sockets[seat].send(msgspec.json.encode(answer).decode())
    return True


if __name__ == "__main__":
    main()
