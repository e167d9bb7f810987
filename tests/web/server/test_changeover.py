"""Playing begins before anything is compiled, and goes on through the change to compiled rules."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from bench.server_process import ServerProcess
from openabyss.server.http.changeover import EXIT_USAGE
from openabyss.server.settings import database_address
from tests.web.server.changing_over import FAILED, LINGERING, SUCCEEDED, ChangingServer
from tests.web.server.killing import Pace, Report, Seats, acknowledgements, check, play_on
from tests.web.server.serving import wait_until

SECONDS = 120.0


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ChangingServer]:
    """A server that plays already and compiles until the test ends that."""
    with ChangingServer(tmp_path) as running:
        yield running
        running.stop(signal.SIGTERM)


def preparation(server: ServerProcess) -> dict[str, Any]:
    """How far the server says that it is."""
    answer = httpx.get(f"{server.address}/api/preparation", timeout=SECONDS, verify=False)
    found: dict[str, Any] = answer.json()
    return found


def is_ready(server: ChangingServer) -> bool:
    """Everything is prepared; between two servers nobody answers for a moment."""
    try:
        return bool(preparation(server)["ready"])
    except httpx.HTTPError:
        return False


def test_a_game_goes_on_through_the_change_of_which_pages_tell_and_nothing_acknowledged_is_lost(
    server: ChangingServer, tmp_path: Path
) -> None:
    """Pages say how far it is and who plays meanwhile."""

    async def play_through_the_change() -> list[Seats]:
        tables: list[Seats] = []
        pace = Pace()
        clients = [asyncio.create_task(play_on([server.address], tables, pace)) for _ in range(2)]
        await acknowledgements(tables, 10)
        server.end_compiling(SUCCEEDED)
        await acknowledgements(tables, 1)  # The first server plays on while its successor loads everything.
        with pace.slower():
            await asyncio.to_thread(wait_until, lambda: is_ready(server), SECONDS, 0.1)
        await acknowledgements(tables, 10)
        pace.has_ended = True
        await asyncio.gather(*clients)
        return tables

    assert not preparation(server)["ready"]
    wait_until(lambda: preparation(server)["share"] == 0.3, SECONDS)
    found = preparation(server)
    assert "hard" in found["text"]
    assert "medium" in found["text"]
    assert found["text"] in httpx.get(server.address, timeout=SECONDS).text
    tables = asyncio.run(play_through_the_change())
    assert preparation(server)["text"] == ""
    assert 'id="preparing"' not in httpx.get(server.address, timeout=SECONDS).text
    server.stop(signal.SIGTERM)
    report = Report()
    check(tmp_path, tables, report)
    assert report.acknowledged >= 21
    assert report.lost == []
    assert "Traceback" not in server.log
    assert server.log.count('"event": "ready"') == 2


def test_if_compiling_fails_the_server_says_so_and_goes_on(server: ChangingServer) -> None:
    server.end_compiling(FAILED)
    wait_until(lambda: "could not be prepared" in preparation(server)["text"], SECONDS)
    wait_until(lambda: "compiling failed; the server goes on with uncompiled rules" in server.log, SECONDS)
    assert httpx.post(
        f"{server.address}/api/tables",
        json={"seats": [{"kind": "me"}, {"kind": "computer", "level": "hard"}]},
        timeout=SECONDS,
    ).is_success


def test_a_server_begins_where_nothing_is_compiled(tmp_path: Path) -> None:
    cold = ServerProcess(tmp_path, OPENABYSS_INTERPRETED="0", OPENABYSS_CACHE=str(tmp_path / "empty"))
    with cold as server:
        assert not preparation(server)["ready"]
        seats = [{"kind": "me"}, {"kind": "computer", "level": "medium"}]
        table = httpx.post(f"{server.address}/api/tables", json={"seats": seats}, timeout=SECONDS)
        assert table.is_success
        assert server.stop(signal.SIGTERM) == 0
        wait_until(lambda: not processes_of(tmp_path), SECONDS)
    assert "Traceback" not in server.log
    assert not list((tmp_path / "empty").rglob("complete"))


@pytest.mark.parametrize("is_compiled", [False, True])
def test_a_server_that_is_refused_neither_compiles_to_the_end_nor_has_a_successor(
    server: ChangingServer, tmp_path: Path, is_compiled: bool
) -> None:
    """Also if its process is seen to end before it has."""
    other = tmp_path / "other"
    other.mkdir()
    database = database_address({"OPENABYSS_DATA": str(server.folder)})
    second = ChangingServer(other, DATABASE_URL=database, **{LINGERING: "1"})
    if is_compiled:
        second.end_compiling(SUCCEEDED)
    refused = subprocess.run(
        second.command, env=second.environment, capture_output=True, text=True, timeout=SECONDS, check=False
    )
    assert refused.returncode == EXIT_USAGE
    assert refused.stderr.count("already using this database") == 1


def test_neither_the_supervisor_nor_what_starts_computers_loads_the_rules() -> None:
    """The first server begins in the same modules, and could not run the rules uncompiled any more; and
    computers load the rules at the same time as the server, not after it."""
    program = (
        "import sys, openabyss.server.http.changeover\n"
        "import openabyss.server.computers.workers, openabyss.server.settings\n"
        "print({'numba', 'openabyss.engine.mode', 'openabyss.rules'} & set(sys.modules))"
    )
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert found.stdout == "set()\n"


def test_everything_ends_with_the_supervisor(tmp_path: Path) -> None:
    server = ChangingServer(tmp_path)
    server.start()
    server.kill()
    # The database is free again, whatever the processes of the killed one did at that moment. One of them
    # may still have answered for the new server, so what counts is that this one says that it is ready.
    server.start()
    wait_until(lambda: server.log.count('"event": "ready"') == 2, SECONDS)
    assert server.stop(signal.SIGTERM) == 0
    wait_until(lambda: not processes_of(tmp_path), SECONDS)


def processes_of(folder: Path) -> list[int]:
    """All processes whose data lie in this folder."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            environment = (process / "environ").read_bytes()
        except OSError:
            continue
        if f"OPENABYSS_DATA={folder}".encode() in environment and int(process.name) != os.getpid():
            found.append(int(process.name))
    return found
