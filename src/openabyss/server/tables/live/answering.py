"""The person who is asked: how much time they have left, as it was last read, what a table knows of orders
that may answer for them, and how long they take, so that the time does not reveal whether a person has
answered or an order.

Only the latest times for the same kind of question count. For a person with few answers so far, times of an
average person are mixed in: the fewer answers, the more of them. No time is repeated exactly.
"""

import asyncio
import random
import time
from collections import deque
from dataclasses import dataclass, field
from math import ceil, exp, inf, log

from msgspec import UNSET, DecodeError, UnsetType, json

from openabyss.client.orders import PAYING, TURN
from openabyss.client.protocol.parts import ClockShown
from openabyss.client.table_history import RESTART, SEAT, UNDO
from openabyss.server.storage.clocks import ClockRow, TimeControl, Turn


class TableClock:
    """The clock of a table; empty without a time control."""

    def __init__(self, time_control: str) -> None:
        self.control = TimeControl.read(time_control)
        self.known: ClockRow | None = None
        self._read = 0.0

    def set(self, known: ClockRow | None) -> None:
        """Take over the clock as it has just been read."""
        self.known, self._read = known, time.monotonic()

    def turn_after(self, kind: str, seat: int | None) -> Turn | None:
        """How time runs for this seat after an entry of this kind; None where time has no limit. Undoing
        takes back what the last move has added, and redoing adds it again."""
        if self.control is None:
            return None
        if kind in (UNDO, RESTART):
            return self.control.going_back_to(seat)
        if seat is None:
            return Turn(seat)
        return self.control.returning_to(seat) if kind == SEAT else self.control.coming_to(seat)

    def is_up(self, seat: int) -> bool:
        """Whether the person on this seat is asked and has no time left, so that others may let a computer
        play."""
        return self.known is not None and self.known.is_up and self.known.seat == seat

    def differs_from(self, stored: ClockRow | None) -> bool:
        """Whether time has run out, or another seat's time runs, since the clock was last read: that may have
        been before the entries were."""
        if stored is None or self.known is None:
            return stored is not None
        return (stored.seat, stored.is_up) != (self.known.seat, self.known.is_up)

    def seconds_left(self, seat: int) -> float:
        """What is left now; infinite where time has no limit."""
        if self.known is None:
            return inf
        runs = self.known.seat == seat and not self.known.is_up
        gone = time.monotonic() - self._read if runs else 0.0
        return max(0.0, self.known.left[seat] - gone)

    def shown(self, seat: int) -> ClockShown | UnsetType:
        """The time that is left now."""
        if self.known is None:
            return UNSET
        runs = self.known.seat == seat and not self.known.is_up
        return ClockShown(ceil(self.seconds_left(seat)), runs)


# How many of the latest times of each kind of question are kept, and how many suffice without those of an
# average person.
KEPT, ENOUGH = 24, 8
# The times of an average person: log-normal, with this median.
MEDIAN, SPREAD = 2.5, 0.5
# Where the answer is chosen before the question is put, so that a page sends it at once: a payment.
AT_ONCE, MEDIAN_AT_ONCE = PAYING, 0.15
# By which factor a time may differ from the one that it is drawn from.
VARIES = 0.1
# In seconds: the shortest time, and the longest; those who take longer were doing something else.
SHORTEST, LONGEST = 0.6, 30.0

_READER = json.Decoder(dict[str, list[float]])


class AnswerTimes:
    """The latest times of one person, in seconds, by kinds of questions."""

    def __init__(self, written: str = "{}") -> None:
        """Read what `write` has written; anything else counts as no times."""
        try:
            found = _READER.decode(written)
        except DecodeError:  # Only delays depend on it.
            found = {}
        self._times = {kind: deque(times, KEPT) for kind, times in found.items()}

    def write(self) -> str:
        """The times as JSON."""
        return json.encode(
            {kind: [round(time, 2) for time in times] for kind, times in self._times.items()}
        ).decode()

    def note(self, kind: str, seconds: float) -> None:
        """Add the time of an answer to a kind of question."""
        if seconds <= LONGEST:
            self._times.setdefault(kind, deque(maxlen=KEPT)).append(max(seconds, _shortest(kind)))

    def draw(self, kind: str, chance: random.Random) -> float:
        """How long the same person might take for a question of this kind."""
        own = self._times.get(kind, ())
        if chance.random() * ENOUGH < len(own):
            seconds = chance.choice(own) * exp(chance.gauss(0.0, VARIES))
        else:
            median = MEDIAN_AT_ONCE if kind == AT_ONCE else MEDIAN
            seconds = exp(chance.gauss(log(median), SPREAD))
        return min(max(seconds, _shortest(kind)), LONGEST)


def _shortest(kind: str) -> float:
    return 0.0 if kind == AT_ONCE else SHORTEST


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
