"""A process in which computers think: its questions, its answers, and where its output goes. This module
imports nothing heavy: Control-C, which is meant for the server, may come at any moment."""

import io
import os
import signal
import sys
import time
from multiprocessing.connection import Connection

from msgspec import json

from openabyss.players.bot_lines import environment_of_bots
from openabyss.players.compilation import gc_paused
from openabyss.server.computers.questions import Answered, Asked, Search
from openabyss.server.logging import log_warning

# The level that answers if the requested one fails; it is loaded first.
STAND_IN = "medium"
# Bytes read at once, and bytes of a line that are logged.
CHUNK, MAX_LINE = 4096, 400
# More than this many lines a minute are only counted.
MAX_LINES, MINUTE = 60, 60.0


def think(pipe: Connection, output: Connection | None = None) -> None:
    """Answer questions from a pipe until it is closed. `output` gets what is printed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if output is not None:  # The standard streams of this process, and of those that it starts, lead there.
        for stream in (1, 2):
            os.dup2(output.fileno(), stream)
        output.close()
        if isinstance(sys.stdout, io.TextIOWrapper):  # What is printed is not kept until there is much of it.
            sys.stdout.reconfigure(line_buffering=True)
    # Bots may run here: they get no secrets of the server, and their own processes end with this one, which
    # leads a process group.
    hide_secrets()
    if hasattr(os, "setpgid"):
        os.setpgid(0, 0)
    with gc_paused():
        from openabyss.server.computers.answering import load  # noqa: PLC0415  loads the players, here only

        load(STAND_IN)

    reply = b"ready"
    while True:
        try:
            pipe.send_bytes(reply)
            asked = json.decode(pipe.recv_bytes(), type=Asked | Search)
        except (EOFError, OSError):  # The server has ended, perhaps while this was still loading or thinking.
            return
        reply = json.encode(answer_question(asked))


def answer_question(asked: Asked | Search) -> Answered:
    """The answer of the computer; errors are reported to the server, which then asks the stand-in."""
    from openabyss.server.computers.answering import choose, find  # noqa: PLC0415

    try:
        if not isinstance(asked, Asked):
            return Answered(find(asked))
        return Answered(choose(asked.level, asked.seed, asked.record))
    except Exception as error:
        return Answered("", f"{type(error).__name__}: {error}")


def hide_secrets(kept: str = "") -> None:
    """Bots may run here: only what they may know stays in the environment, and variables whose names begin
    with `kept`."""
    for name in set(os.environ) - set(environment_of_bots(os.environ)):
        if not (kept and name.startswith(kept)):
            del os.environ[name]


def log_output(output: Connection, process: int | None) -> None:
    """In the server: log what bots and libraries print, line by line, until all writers have closed the
    pipe."""
    count, began = 0, time.monotonic()
    with output:
        while data := os.read(output.fileno(), CHUNK):
            if time.monotonic() > began + MINUTE:
                _log_rest(process, count)
                count, began = 0, time.monotonic()
            for line in data.splitlines():
                count += 1
                if count <= MAX_LINES:
                    text = line[:MAX_LINE].decode(errors="replace")
                    log_warning("computer process wrote", process=process, text=text)
    _log_rest(process, count)


def _log_rest(process: int | None, count: int) -> None:
    if count > MAX_LINES:
        log_warning("computer process wrote more", process=process, lines=count - MAX_LINES)
