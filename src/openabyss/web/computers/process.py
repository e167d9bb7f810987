"""A process in which computers think.

Nothing heavy is imported with this: Control-C, which is meant for the server, may come at any moment.
"""

import signal
from multiprocessing.connection import Connection

from msgspec import json

from openabyss.compilation.garbage import keeping_garbage
from openabyss.web.computers.pipe import STAND_IN, Asked


def think(pipe: Connection) -> None:
    """What a process does: answer questions until nobody asks any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with keeping_garbage():
        from openabyss.web.computers.thinking import answer_question, load  # noqa: PLC0415  loads the players, here only

        load(STAND_IN)

    said = b"ready"
    while True:
        try:
            pipe.send_bytes(said)
            asked = json.decode(pipe.recv_bytes(), type=Asked)
        except (EOFError, OSError):  # The server has ended, perhaps while this was still loading or thinking.
            return
        said = json.encode(answer_question(asked))
