"""A process in which computers think.

Nothing heavy is imported with this: Control-C, which is meant for the server, may come at any moment.
"""

import os
import signal
from multiprocessing.connection import Connection

from msgspec import json

from openabyss.compilation.garbage import keeping_garbage
from openabyss.players.bots.surroundings import environment_of_bots
from openabyss.server.computers.output import write_into
from openabyss.server.computers.pipe import STAND_IN, Asked


def think(pipe: Connection, output: Connection | None = None) -> None:
    """What a process does: answer questions until nobody asks any more. `output` gets what is printed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if output is not None:
        write_into(output)
    _keep_to_itself()
    with keeping_garbage():
        from openabyss.server.computers.thinking import answer_question, load  # noqa: PLC0415  loads the players, here only

        load(STAND_IN)

    said = b"ready"
    while True:
        try:
            pipe.send_bytes(said)
            asked = json.decode(pipe.recv_bytes(), type=Asked)
        except (EOFError, OSError):  # The server has ended, perhaps while this was still loading or thinking.
            return
        said = json.encode(answer_question(asked))


def _keep_to_itself() -> None:
    """Bots may play here: they get no secrets of the server, and what they start ends with this process,
    which leads a group for that."""
    for name in set(os.environ) - set(environment_of_bots(os.environ)):
        del os.environ[name]
    if hasattr(os, "setpgid"):
        os.setpgid(0, 0)
