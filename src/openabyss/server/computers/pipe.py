"""What goes through the pipe between the server and a process in which computers think."""

from typing import Any

from msgspec import Struct

# Who answers if the wanted computer fails, and is loaded first.
STAND_IN = "medium"


class Asked(Struct):
    """Who is to answer, with which seed for what it does at random, and the game so far."""

    level: str
    seed: int
    record: dict[str, Any]


class Answered(Struct):
    """The text of the answer; or what went wrong."""

    action: str
    problem: str = ""
