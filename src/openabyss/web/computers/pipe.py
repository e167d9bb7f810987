"""What goes through the pipe between the server and a process in which computers think, and what that does.

Nothing heavy is imported with this: Control-C, which is meant for the server, may come at any moment.
"""

import signal
from multiprocessing.connection import Connection
from typing import Any

from msgspec import Struct, json


class Asked(Struct):
    """Who is to answer, with which seed for what it does at random, and the game so far."""

    level: str
    seed: int
    record: dict[str, Any]


class Answered(Struct):
    """The text of the answer; or what went wrong."""

    action: str
    problem: str = ""


def think(pipe: Connection) -> None:
    """What a process does: answer questions until nobody asks any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    from openabyss.web.computers.thinking import answer_question  # noqa: PLC0415  loads the players, here only

    pipe.send_bytes(b"ready")
    while True:
        try:
            asked = json.decode(pipe.recv_bytes(), type=Asked)
        except EOFError:
            return
        pipe.send_bytes(json.encode(answer_question(asked)))
