"""What was acknowledged survives anything that ends the server."""

import json
import signal
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from bench.server_process import ServerProcess
from tests.web.server.killing import kill_under_load, new_seats
from tests.web.server.serving import SECONDS

# How often a server is killed, at how many tables, after how many answers each time, and how many in all.
LOADS = pytest.mark.parametrize(
    ("kills", "tables", "between", "least"),
    [(2, 6, 15, 30), pytest.param(50, 40, 60, 3_000, marks=pytest.mark.soak)],
)


@LOADS
@pytest.mark.parametrize("database", ["", "postgres_database"], ids=["alone", "one of two"])
async def test_nothing_acknowledged_is_lost_when_a_server_is_killed_and_soon_all_go_on(
    tmp_path: Path, request: Any, database: str, kills: int, tables: int, between: int, least: int
) -> None:
    """In long runs on PostgreSQL the other server takes over within ten seconds."""
    url = request.getfixturevalue(database) if database else ""
    report = await kill_under_load(tmp_path, kills, tables, between, url)
    waits = sorted(report.waits)
    print(f"{report.acknowledged} acknowledged, ready after {sorted(report.ready)}, waited {waits}")
    assert report.kills == kills
    assert report.acknowledged >= least
    assert report.lost == []
    assert not database or kills == 2 or waits[len(waits) * 95 // 100] <= 10.0


def test_the_server_says_good_bye_and_loses_nothing_when_it_is_stopped(tmp_path: Path) -> None:
    with ServerProcess(tmp_path) as server:
        seats = new_seats(server.address)
        address = f"ws://127.0.0.1:{server.port}/t/{seats.table}/socket"
        with connect(address, additional_headers={"Cookie": seats.cookie}) as socket:
            socket.send(json.dumps({"type": "hello"}))
            assert json.loads(socket.recv())["type"] == "welcome"
            assert server.stop(signal.SIGTERM) in (0, -signal.SIGTERM)
            heard = []
            with suppress(ConnectionClosed):
                while True:
                    heard.append(json.loads(socket.recv(SECONDS)))
    assert heard[-1] == {"type": "bye", "reason": "restart"}
    assert "Traceback" not in server.log
    assert seats.cookie.partition("=")[2] not in server.log
