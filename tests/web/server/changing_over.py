"""A server that compiles as long as a test wants: `python -m tests.web.server.changing_over PORT`. In place
of compiling it waits for a file in the folder of its data, which says how that ends."""

import atexit
import os
import sys
import time
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path

from bench.server_process import ServerProcess
from openabyss.players.compilation.background import Compiling
from openabyss.server.http.changeover import serve_and_compile
from openabyss.server.http.serve_command import address_of, listen

SUCCEEDED, FAILED = "succeeded", "failed"
# With this in the environment, processes close their files some time before they end.
LINGERING = "OPENABYSS_TEST_LINGERING"
LINGERS_SECONDS = 2.0
PART, WHOLE = 3, 10


class ChangingServer(ServerProcess):
    """That server, in a process of its own."""

    COMMAND = (sys.executable, "-m", "tests.web.server.changing_over")

    def end_compiling(self, how: str) -> None:
        """Compiling ends so."""
        outcome_in(self.folder).write_text(how)


def outcome_in(folder: Path) -> Path:
    return folder / "compiling"


def wait_for_outcome(report: Connection) -> None:
    """What is done instead of compiling."""
    outcome = outcome_in(Path(os.environ["OPENABYSS_DATA"]))
    report.send((PART, WHOLE))
    while not outcome.exists():
        time.sleep(0.02)
    sys.exit(0 if outcome.read_text() == SUCCEEDED else 1)


def linger() -> None:
    """The end of a process is seen from outside before it has ended."""
    os.closerange(3, 1024)
    time.sleep(LINGERS_SECONDS)


if __name__ == "__mp_main__" and os.environ.get(LINGERING):
    atexit.register(linger)

if __name__ == "__main__":
    listening = listen("127.0.0.1", int(sys.argv[1]))
    sys.exit(
        serve_and_compile(
            listening,
            address_of(listening, "127.0.0.1"),
            opens_browser=False,
            compile_in_background=partial(Compiling, wait_for_outcome),
        )
    )
