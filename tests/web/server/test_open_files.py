"""The limit of open files: raised as far as it goes, and never reached by connections."""

import json
import os
import socket
import subprocess
import sys
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest

from bench.server_process import ServerProcess
from openabyss.server.http.connections import FILES_BESIDE

pytest.importorskip("resource")

FEW_FILES = 330
VISITORS = 8
CONNECTS = 500
MANY_BYTES = 20_000
SECONDS = 60


@pytest.mark.parametrize(
    ("soft", "hard", "wanted", "room", "raised"),
    [
        (300, 2000, 900, 900, 900 + FILES_BESIDE),
        (300, 1024, 900, 1024 - FILES_BESIDE, 1024),
        (1900, 2000, 900, 900, 1900),
        (150, 150, 900, 1, 150),
    ],
)
def test_the_limit_of_open_files_is_raised_as_far_as_needed(
    soft: int, hard: int, wanted: int, room: int, raised: int
) -> None:
    program = (
        "import json, resource\n"
        f"resource.setrlimit(resource.RLIMIT_NOFILE, ({soft}, {hard}))\n"
        "from openabyss.server.http.connections import room_for\n"
        f"print(json.dumps([room_for({wanted}), resource.getrlimit(resource.RLIMIT_NOFILE)[0]]))\n"
    )
    done = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    assert json.loads(done.stdout) == [room, raised]


class FewFiles(ServerProcess):
    """A server that may not open many files."""

    COMMAND = ("sh", "-c", f'ulimit -n {FEW_FILES} && exec "$@"', "sh", *ServerProcess.COMMAND)


def test_a_flood_of_connects_leaves_room_and_hardly_a_trace(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At the limit of files each connect wrote lines, 31 MB in ten seconds, and visitors waited 4 s."""
    monkeypatch.setitem(os.environ, "OPENABYSS_INTERPRETED", "1")
    with FewFiles(tmp_path) as server, ExitStack() as held:
        for number in range(CONNECTS):
            source = f"127.0.0.{2 + number % VISITORS}"
            with suppress(OSError):
                held.enter_context(socket.create_connection(("127.0.0.1", server.port), SECONDS, (source, 0)))
        with socket.create_connection(("127.0.0.1", server.port), SECONDS) as honest:
            honest.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            assert honest.recv(12) == b"HTTP/1.1 200"
        assert len(server.log) < MANY_BYTES
        assert "limit of open files" in server.log
        assert "accept" not in server.log
