"""`openabyss serve` and `openabyss worker` as processes, for measurements and for tests that kill them."""

import contextlib
import os
import signal
import subprocess
import sys
import time
from dataclasses import fields
from pathlib import Path
from typing import Self

import httpx

from openabyss.server.http.serve_command import listen
from openabyss.server.settings import Limits

# Somebody may have changed the rules, so that they are compiled first.
READY_SECONDS = 600.0
NO_LIMIT = str(10**6)
# Which limits are lifted: all but those of sizes and of the chat.
LIMITS = [field.name.upper() for field in fields(Limits) if field.name not in ("body", "frame", "chat")]


class ServerProcess:
    """A server that keeps its port over restarts. It writes its log into the folder of its data."""

    COMMAND: tuple[str, ...] = (sys.executable, "-m", "openabyss", "serve", "--no-browser", "--port")

    def __init__(self, folder: Path, **environment: str) -> None:
        with listen("127.0.0.1", 0) as listening:
            self.port: int = listening.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        unlimited = {f"OPENABYSS_LIMIT_{name}": NO_LIMIT for name in LIMITS}
        self.environment = {**os.environ, "OPENABYSS_DATA": str(folder), **unlimited, **environment}
        self.folder, self._log = folder, folder / "server.log"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> float:
        """Start it; returns after how many seconds it answers."""
        began = time.monotonic()
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(self.command, env=self.environment, stdout=log, stderr=log)
        while time.monotonic() - began < READY_SECONDS:
            if self.is_ready():
                return time.monotonic() - began
            time.sleep(0.01)
        self.kill()
        raise TimeoutError(self.log)

    @property
    def command(self) -> list[str]:
        """What starts it."""
        return [*self.COMMAND, str(self.port)]

    def is_ready(self) -> bool:
        """Whether it answers."""
        with contextlib.suppress(httpx.HTTPError):
            # Without certificates, which to load takes the processor longer than the wait between two looks.
            return httpx.get(f"{self.address}/health", timeout=5, verify=False).status_code == 200
        return False

    def __enter__(self) -> Self:
        """Started, and ended at the latest when it is left."""
        self.start()
        return self

    def __exit__(self, *_error: object) -> None:
        if self._process is not None and self._process.poll() is None:
            self.kill()

    def kill(self) -> None:
        """End it in the middle of whatever it does."""
        self.stop(signal.SIGKILL)

    def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        """Send a signal and wait for the end; returns the exit status."""
        self.send(how)
        assert self._process is not None
        return self._process.wait(READY_SECONDS)

    def send(self, what: signal.Signals) -> None:
        """Send a signal."""
        assert self._process is not None
        self._process.send_signal(what)

    @property
    def id(self) -> int:
        """That of the process."""
        assert self._process is not None
        return self._process.pid

    @property
    def memory(self) -> int:
        """The bytes of memory that the server itself uses now."""
        assert self._process is not None
        pages = int(Path(f"/proc/{self._process.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")

    @property
    def processor_seconds(self) -> float:
        """What the server itself has used of the processor so far."""
        assert self._process is not None
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    @property
    def log(self) -> str:
        """Everything that it has written."""
        return self._log.read_text()


class WorkerProcess(ServerProcess):
    """A worker of the pool, which listens nowhere: its log says when it is ready."""

    COMMAND = (sys.executable, "-m", "openabyss", "worker")

    def start(self) -> float:
        """Start it; returns after how many seconds it takes questions."""
        self._log.unlink(missing_ok=True)
        return super().start()

    @property
    def command(self) -> list[str]:
        """What starts it."""
        return [*self.COMMAND]

    def is_ready(self) -> bool:
        """Whether it takes questions."""
        return '"event": "ready"' in self.log
