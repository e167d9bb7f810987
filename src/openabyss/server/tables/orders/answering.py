"""What a table in memory knows about the person who is asked, and about orders that may answer for them."""

import asyncio
from dataclasses import dataclass, field

from openabyss.client.orders import TURN
from openabyss.server.tables.orders.times import AnswerTimes


@dataclass(frozen=True, slots=True)
class Asked:
    """A question to the person on a seat, at a revision, in a turn. since: when it was put, by the clock of
    the loop."""

    seat: int
    kind: str
    revision: int
    turn: int
    since: float = field(compare=False)


class Answering:
    """The open question to a person, and the task that answers it by an order, if one does; which seats have
    orders, and how long their people take, with the seats whose times are not stored yet."""

    def __init__(self) -> None:
        # The turns that people have begun themselves, by seat: what they had planned for them is void.
        self.begun: dict[int, int] = {}
        self.asked: Asked | None = None
        self.task: asyncio.Task[None] | None = None
        self.answers: Asked | None = None
        self.with_orders: set[int] = set()
        self.times: dict[int, AnswerTimes] = {}
        self.unwritten: set[int] = set()

    def times_of(self, seat: int) -> AnswerTimes:
        """How long the person on a seat has taken for answers lately."""
        return self.times.setdefault(seat, AnswerTimes())

    def record(self, asked: Asked, at: float) -> None:
        """A person has answered a question, at this time by the clock of the loop."""
        self.times_of(asked.seat).note(asked.kind, at - asked.since)
        self.unwritten.add(asked.seat)
        if asked.kind == TURN:
            self.begun[asked.seat] = asked.turn

    def stop(self) -> None:
        """Stop answering."""
        if self.task is not None:
            self.task.cancel()
        self.task = self.answers = None
