"""Kill a server under load, again and again, and look whether anything that was acknowledged is missing."""

import asyncio
import contextlib
import json
import random
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from bench.server_process import ServerProcess
from openabyss.client.protocol.messages import SUBPROTOCOL
from openabyss.server.storage.rows import history_of
from tests.web.server.serving import SECONDS, storage_in


@dataclass
class Seats:
    """A table of which one client plays all seats, and what was acknowledged to it."""

    table: str
    cookie: str
    acknowledged: dict[str, int] = field(default_factory=dict)
    count: int = 0
    is_over: bool = False


@dataclass
class Report:
    """What came of it."""

    kills: int = 0
    acknowledged: int = 0
    lost: list[str] = field(default_factory=list)
    ready: list[float] = field(default_factory=list)


async def kill_under_load(folder: Path, kills: int, tables: int, between: int) -> Report:
    """Kill the server while clients play, `kills` times, each after `between` acknowledgements."""
    server, report = ServerProcess(folder), Report()
    report.ready.append(await asyncio.to_thread(server.start))
    seats: list[Seats] = []
    stop = asyncio.Event()
    clients = [asyncio.create_task(play_on(server.address, seats, stop)) for _ in range(tables)]
    chooser = random.Random(1)
    try:
        for _kill in range(kills):
            await acknowledgements(seats, between)
            await asyncio.sleep(0.1 * chooser.random())
            await asyncio.to_thread(server.kill)
            report.kills += 1
            report.ready.append(await asyncio.to_thread(server.start))
    finally:
        stop.set()
        await asyncio.gather(*clients)
        await asyncio.to_thread(server.kill)
    check(folder, seats, report)
    return report


async def acknowledgements(seats: list[Seats], more: int) -> None:
    """Wait until this many commands more have been acknowledged."""
    before = sum(len(one.acknowledged) for one in seats)
    async with asyncio.timeout(5 * SECONDS):
        while sum(len(one.acknowledged) for one in seats) < before + more:
            await asyncio.sleep(0.01)


def new_seats(address: str) -> Seats:
    """A table for one client that plays both seats."""
    wanted = {"seats": [{"kind": "me"}, {"kind": "here"}], "kraken": True}
    answer = httpx.post(f"{address}/api/tables", json=wanted, timeout=SECONDS).raise_for_status()
    return Seats(answer.json()["table"], answer.headers["set-cookie"].partition(";")[0])


async def play_on(address: str, seats: list[Seats], stop: asyncio.Event) -> None:
    """Play one game after another until `stop` is set, and add each table to `seats`."""
    while not stop.is_set():
        try:
            seats.append(await asyncio.to_thread(new_seats, address))
        except httpx.HTTPError:
            await asyncio.sleep(0.02)
            continue
        await _play_to_the_end(address, seats[-1], stop)


async def _play_to_the_end(address: str, seats: Seats, stop: asyncio.Event) -> None:
    """Play a game, and come back whenever the connection is lost."""
    while not (stop.is_set() or seats.is_over):
        with contextlib.suppress(OSError, WebSocketException, TimeoutError):
            async with connect(
                f"{address.replace('http', 'ws', 1)}/t/{seats.table}/socket",
                additional_headers={"Cookie": seats.cookie},
                subprotocols=[SUBPROTOCOL],  # type: ignore[list-item]
                max_size=None,
            ) as socket:
                await _play(socket, seats, stop)
        await asyncio.sleep(0.02)


async def _play(socket: ClientConnection, seats: Seats, stop: asyncio.Event) -> None:
    seat = 0
    await _say(socket, type="hello", seat=seat)
    while not stop.is_set():
        message: dict[str, Any] = json.loads(await asyncio.wait_for(socket.recv(), SECONDS))
        if message["type"] == "ack":
            seats.acknowledged[message["id"]] = message["revision"]
        if message["type"] != "update":
            continue
        if message["over"]:
            seats.is_over = True
            return
        question = message["question"]
        if not question["mine"]:
            seat = question["player"]
            await _say(socket, type="hello", seat=seat)
            continue
        seats.count += 1
        action = random.choice(question["actions"])["text"]
        await _say(
            socket,
            type="answer",
            id=f"c{seats.count}",
            revision=message["revision"],
            seat=seat,
            action=action,
        )


async def _say(socket: ClientConnection, **message: Any) -> None:
    await socket.send(json.dumps(message))


def check(folder: Path, seats: list[Seats], report: Report) -> None:
    """Compare what was acknowledged with what is stored, and play every table again. Raises DamagedTable if
    an entry is missing."""
    with storage_in(folder) as storage:
        for one in seats:
            stored = storage.load_now(one.table)
            assert stored is not None
            history_of(stored)
            places = {
                (entry.command or "").partition(":")[2]: number
                for number, entry in enumerate(stored.entries, 1)
            }
            report.acknowledged += len(one.acknowledged)
            report.lost += [
                f"{one.table} {id_}" for id_, number in one.acknowledged.items() if places.get(id_) != number
            ]
