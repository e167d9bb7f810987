"""What bots and libraries write in a computer's process goes into the log as the text of others."""

import os
import time
from multiprocessing.connection import Connection

from openabyss.server.logging import log_warning

AT_ONCE, LONGEST_LINE = 4096, 400
# More than this many lines a minute are only counted.
MOST_LINES, MINUTE = 60, 60.0


def write_into(output: Connection) -> None:
    """From now on the standard streams of this process, and of those that it starts, lead into a pipe."""
    for stream in (1, 2):
        os.dup2(output.fileno(), stream)
    output.close()


def log_output(output: Connection, process: int | None) -> None:
    """Write what comes out of a pipe into the log, a line for each line, until all who write have ended."""
    count, began = 0, time.monotonic()
    with output:
        while data := os.read(output.fileno(), AT_ONCE):
            if time.monotonic() > began + MINUTE:
                _log_more(process, count)
                count, began = 0, time.monotonic()
            for line in data.splitlines():
                count += 1
                if count <= MOST_LINES:
                    text = line[:LONGEST_LINE].decode(errors="replace")
                    log_warning("computer process wrote", process=process, text=text)
    _log_more(process, count)


def _log_more(process: int | None, count: int) -> None:
    if count > MOST_LINES:
        log_warning("computer process wrote more", process=process, lines=count - MOST_LINES)
