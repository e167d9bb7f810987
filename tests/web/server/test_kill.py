"""What was acknowledged survives anything that ends the server."""

import asyncio
import json
import signal
from contextlib import suppress
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from bench.server_process import ServerProcess
from tests.web.server.killing import kill_under_load, new_seats
from tests.web.server.serving import SECONDS


def test_nothing_acknowledged_is_lost_when_the_server_is_killed_twice(tmp_path: Path) -> None:
    report = asyncio.run(kill_under_load(tmp_path, kills=2, tables=6, between=15))
    assert report.kills == 2
    assert report.acknowledged >= 30
    assert report.lost == []


@pytest.mark.soak
def test_nothing_acknowledged_is_lost_when_the_server_is_killed_fifty_times(tmp_path: Path) -> None:
    report = asyncio.run(kill_under_load(tmp_path, kills=50, tables=40, between=60))
    print(f"{report.kills} kills, {report.acknowledged} acknowledged, ready after {sorted(report.ready)}")
    assert report.acknowledged >= 3_000
    assert report.lost == []


def test_nothing_is_lost_when_one_of_two_servers_of_a_database_is_killed(
    tmp_path: Path, postgres_database: str
) -> None:
    report = asyncio.run(kill_under_load(tmp_path, 2, tables=4, between=15, database=postgres_database))
    assert report.kills == 2
    assert report.acknowledged >= 30
    assert report.lost == []


@pytest.mark.soak
def test_the_other_server_takes_over_within_ten_seconds_fifty_times(
    tmp_path: Path, postgres_database: str
) -> None:
    report = asyncio.run(kill_under_load(tmp_path, 50, tables=40, between=60, database=postgres_database))
    waits = sorted(report.waits)
    print(
        f"{report.kills} kills, {report.acknowledged} acknowledged, {waits[len(waits) // 2]} s in the middle"
    )
    assert report.acknowledged >= 3_000
    assert report.lost == []
    assert waits[len(waits) * 95 // 100] <= 10.0


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
