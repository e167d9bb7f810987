"""Kill a server under load, again and again, and look whether anything that was acknowledged is missing.

    python -m tests.web.server.killing --kills 500                 # one server with SQLite
    python -m tests.web.server.killing --kills 500 --postgresql    # two servers that share a database

Each kill takes some seconds, most of which the server needs to start again. Fifty of them are a round with a
database of its own, of which a line of JSON is printed; the exit status is 1 if anything is missing.
"""

import argparse
import asyncio
import contextlib
import json
import random
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from bench.server_process import ServerProcess
from openabyss.client.protocol import SUBPROTOCOL
from openabyss.players.compilation.precompile import compile_rules
from openabyss.server.settings import url_of_file
from openabyss.server.storage import Storage
from openabyss.server.storage.rows import history_of
from tests.web.server.postgres import running_cluster
from tests.web.server.serving import SECONDS

# Kills of one database, which grows meanwhile.
ROUND = 50
UNHURRIED = 0.05


@dataclass
class Seats:
    """A table of which one client plays all seats, and what was acknowledged to it."""

    table: str
    cookie: str
    acknowledged: dict[str, int] = field(default_factory=dict)
    times: list[float] = field(default_factory=list)
    count: int = 0
    is_over: bool = False


@dataclass
class Pace:
    """How clients play: this many seconds before each answer, until it has ended. A server that starts gets
    more of the processor where they take their time."""

    pause: float = 0.0
    has_ended: bool = False

    @contextlib.contextmanager
    def slower(self) -> Iterator[None]:
        self.pause = UNHURRIED
        yield
        self.pause = 0.0


@dataclass
class Report:
    """What came of it. waits: the seconds from each kill to the next acknowledgement of each table."""

    kills: int = 0
    waits: list[float] = field(default_factory=list)
    acknowledged: int = 0
    lost: list[str] = field(default_factory=list)
    ready: list[float] = field(default_factory=list)


def servers_on(folder: Path, database: str) -> list[ServerProcess]:
    """One server on a file; two on a database of PostgreSQL."""
    if not database:
        return [ServerProcess(folder)]
    servers = []
    for name in ("first", "second"):
        (folder / name).mkdir()
        servers.append(ServerProcess(folder / name, DATABASE_URL=database, OPENABYSS_KEY="k" * 32))
    return servers


async def kill_under_load(folder: Path, kills: int, tables: int, between: int, database: str = "") -> Report:
    """Kill the server, or one of two after the other, while clients play, `kills` times, each after `between`
    acknowledgements."""
    servers, report = servers_on(folder, database), Report()
    for server in servers:
        report.ready.append(await asyncio.to_thread(server.start))
    addresses = [server.address for server in servers]
    seats: list[Seats] = []
    pace = Pace()
    clients = [asyncio.create_task(play_on(addresses, seats, pace)) for _ in range(tables)]
    chooser, times = random.Random(1), []
    try:
        for _kill, server in zip(range(kills), cycle(servers), strict=False):
            await acknowledgements(seats, between)
            await asyncio.sleep(0.1 * chooser.random())
            times.append(time.monotonic())
            await asyncio.to_thread(server.kill)
            report.kills += 1
            with pace.slower():
                report.ready.append(await asyncio.to_thread(server.start))
    finally:
        pace.has_ended = True
        await asyncio.gather(*clients)
        for server in servers:
            await asyncio.to_thread(server.kill)
    check(folder, seats, report, database)
    report.waits = [
        later[0] - killed
        for killed in times
        for one in seats
        if one.times and one.times[0] < killed and (later := [at for at in one.times if at > killed])
    ]
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
    answer = httpx.post(
        f"{address}/api/tables", json=wanted, timeout=SECONDS, verify=False
    ).raise_for_status()
    return Seats(answer.json()["table"], answer.headers["set-cookie"].partition(";")[0])


async def play_on(addresses: Sequence[str], seats: list[Seats], pace: Pace) -> None:
    """Play one game after another, and add each table to `seats`."""
    chooser = random.Random(len(seats))
    while not pace.has_ended:
        try:
            seats.append(await asyncio.to_thread(new_seats, chooser.choice(addresses)))
        except httpx.HTTPError:
            await asyncio.sleep(0.02)
            continue
        await _play_to_the_end(addresses, seats[-1], pace)


async def _play_to_the_end(addresses: Sequence[str], seats: Seats, pace: Pace) -> None:
    """Play a game, and come back whenever the connection is lost, to each server in turn."""
    for address in cycle(addresses):
        if pace.has_ended or seats.is_over:
            return
        with contextlib.suppress(OSError, WebSocketException, TimeoutError):
            async with connect(
                f"{address.replace('http', 'ws', 1)}/t/{seats.table}/socket",
                additional_headers={"Cookie": seats.cookie},
                subprotocols=[SUBPROTOCOL],  # type: ignore[list-item]
                max_size=None,
            ) as socket:
                await _play(socket, seats, pace)
        await asyncio.sleep(0.02)


async def _play(socket: ClientConnection, seats: Seats, pace: Pace) -> None:
    seat = 0
    await _say(socket, type="hello", seat=seat)
    while not pace.has_ended:
        message: dict[str, Any] = json.loads(await asyncio.wait_for(socket.recv(), SECONDS))
        if message["type"] == "ack":
            seats.acknowledged[message["id"]] = message["revision"]
            seats.times.append(time.monotonic())
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
        await asyncio.sleep(pace.pause)
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


def check(folder: Path, seats: list[Seats], report: Report, database: str = "") -> None:
    """Compare what was acknowledged with what is stored, and play every table again. Raises DamagedTable if
    an entry is missing."""
    with closing(Storage(database or url_of_file(folder / "tables.sqlite3"))) as storage:
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


def main() -> int:
    """Kill so often; returns the exit status."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--kills", type=int, default=500)
    parser.add_argument("--postgresql", action="store_true")
    arguments = parser.parse_args()
    compile_rules()
    lost = 0
    for done in range(0, arguments.kills, ROUND):
        kills = min(ROUND, arguments.kills - done)
        with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as running:
            database = ""
            if arguments.postgresql:
                database = f"{running.enter_context(running_cluster()).address}/postgres"
            report = asyncio.run(kill_under_load(Path(folder), kills, 40, 60, database))
        print(json.dumps(told(report) | {"kills": done + kills}), flush=True)
        lost += len(report.lost)
    return 1 if lost else 0


def told(report: Report) -> dict[str, float]:
    """The figures of a round; seconds."""
    waits = sorted(report.waits)
    return {
        "acknowledged": report.acknowledged,
        "lost": len(report.lost),
        "taken_over_p50": round(waits[len(waits) // 2], 2),
        "taken_over_p95": round(waits[len(waits) * 95 // 100], 2),
    }


if __name__ == "__main__":
    sys.exit(main())
