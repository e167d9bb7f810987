"""How much time people have left at a table in memory, as it was last read."""

import time
from math import ceil, inf

from msgspec import UNSET, UnsetType

from openabyss.client.protocol.parts import ClockShown
from openabyss.client.table_history import REDO, RESTART, SEAT, UNDO
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
        """How time runs for this seat after an entry of this kind; None where time has no limit. Undoing and
        redoing add no time."""
        if self.control is None:
            return None
        if seat is None or kind in (UNDO, REDO, RESTART):
            return Turn(seat)
        return self.control.returning_to(seat) if kind == SEAT else self.control.coming_to(seat)

    def is_up(self, seat: int) -> bool:
        """Whether the person on this seat is asked and has no time left, so that others may let a computer
        play."""
        return self.known is not None and self.known.is_up and self.known.seat == seat

    def differs_from(self, stored: ClockRow | None) -> bool:
        """Whether time has run out, or runs again, since the clock was last read."""
        return stored is not None and (self.known is None or stored.is_up != self.known.is_up)

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
