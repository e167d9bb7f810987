"""Updates as they are sent: each is written once for all who are told the same."""

from collections.abc import Callable
from typing import Any

Moment = tuple[Any, ...]
Reader = tuple[Any, ...]

# There are seldom more: five seats and spectators, each with its last update or none before.
MOST = 12


class WrittenUpdates:
    """What has been written of a table at one moment, by who reads it."""

    def __init__(self) -> None:
        self._moment: Moment = ()
        self._written: dict[Reader, bytes] = {}

    def get(self, moment: Moment, reader: Reader, write: Callable[[], bytes]) -> bytes:
        """The update for a reader; `write` makes it unless somebody has read the same."""
        if moment != self._moment or len(self._written) >= MOST:
            self.forget()
            self._moment = moment
        if reader not in self._written:
            self._written[reader] = write()
        return self._written[reader]

    def forget(self) -> None:
        """Nobody looks any more."""
        self._moment = ()
        self._written = {}
