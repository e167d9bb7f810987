"""A PostgreSQL server for tests, which may be killed and started again."""

import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from openabyss.server.http.serve_command import listen
from tests.players.bots import has_ended
from tests.web.server.serving import wait_until

# The folder is there for the client alone, too.
PROGRAMS = sorted(initdb.parent for initdb in Path("/usr/lib/postgresql").glob("*/bin/initdb"))


class Cluster:
    """A server with data of its own in a folder."""

    def __init__(self, folder: Path, *, is_safe: bool = False) -> None:
        """A safe one waits for the disk, which no test needs."""
        self._folder, self._data = folder, folder / "data"
        self._fsync = "on" if is_safe else "off"
        self._user = "postgres" if os.geteuid() == 0 else None
        if self._user is not None:
            shutil.chown(folder, self._user)
        with listen("127.0.0.1", 0) as listening:
            self._port = listening.getsockname()[1]
        self.address = f"postgresql://abyss@127.0.0.1:{self._port}"
        self._run(
            "initdb", "--no-sync", "-D", self._data, "-U", "abyss", "-A", "trust", "-E", "UTF8", "--no-locale"
        )

    def start(self) -> None:
        """Start it; returns when it answers."""
        options = f"-p {self._port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=''"
        options += f" -c fsync={self._fsync}"
        self._run("pg_ctl", "-D", self._data, "-w", "-o", options, "-l", self._folder / "log", "start")

    def stop(self) -> None:
        """End it for good."""
        self._run("pg_ctl", "-D", self._data, "-w", "-m", "immediate", "stop", check=False)

    def kill(self) -> None:
        """End it in the middle of whatever it does."""
        os.kill(self.processes[0], signal.SIGSTOP)  # It starts no more of them.
        family = self.processes
        for process in family:
            os.kill(process, signal.SIGKILL)
        wait_until(lambda: all(map(has_ended, family)))
        # Where nobody asks for the status of what was killed, the file seems to be that of somebody alive.
        (self._data / "postmaster.pid").unlink()

    @property
    def processes(self) -> list[int]:
        """Its first process, then all others."""
        first = int((self._data / "postmaster.pid").read_text().split()[0])
        return [first, *(one for one in processes() if parent_of(one) == first)]

    def _run(self, program: str, *arguments: str | Path, check: bool = True) -> None:
        quiet = subprocess.DEVNULL
        command = [PROGRAMS[-1] / program, *arguments]
        subprocess.run(command, check=check, user=self._user, cwd=self._folder, stdout=quiet, stderr=quiet)


@contextmanager
def running_cluster() -> Iterator[Cluster]:
    """A server that is started, and of which nothing is left afterwards."""
    folder = Path(tempfile.mkdtemp(prefix="openabyss-postgres-"))
    cluster = Cluster(folder)
    cluster.start()
    try:
        yield cluster
    finally:
        cluster.stop()
        shutil.rmtree(folder, ignore_errors=True)


def make_database(postgres: str, name: str, options: str = "") -> str:
    """The address of an empty database at this server."""
    import psycopg  # noqa: PLC0415  not everybody has it

    with psycopg.connect(f"{postgres}/postgres", autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name} {options}".encode())
    return f"{postgres}/{name}"


def processes() -> list[int]:
    """All that run on this machine."""
    return [int(one.name) for one in Path("/proc").glob("[0-9]*")]


def parent_of(process: int) -> int | None:
    """Which process has started it; None if it is gone."""
    try:
        return int(Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[1])
    except OSError:
        return None
